"""Texts that ask something of the memory itself: to forget, not to keep, not to be relied on."""

import json
from typing import Any

import pytest
from conftest import Sql
from verbs import call, get, listed, store, store_id

FACT = "The old runbook for the board is restart all pods manually."


def intent(sql: Sql, content: str, **given: Any) -> str | None:
    row = sql.execute(
        "select pgrecall.intent(jsonb_populate_record(null::pgrecall.new_memory, %s)) as it",
        [json.dumps({"content": content, "kind": "fact", "origin": "user"} | given)],
    ).fetchone()
    assert row is not None
    it: str | None = row["it"]
    return it


@pytest.mark.parametrize(
    "content",
    [
        "Forget that the gate code is 4471.",
        "Please forget and delete the retired runbook.",
        "Vergiss bitte den alten Torcode.",
        "Oublie le code du portail.",
        "Por favor, olvida el código.",
        "请忘记大门密码。",
    ],
)
def test_a_request_to_forget_is_recognised(sql: Sql, content: str) -> None:
    assert intent(sql, content) == "forget"


@pytest.mark.parametrize(
    "content",
    [
        "My pin is 4471. Do not save or repeat it.",
        "This is off the record: we may sell.",
        "Mein Pin ist 4471. Bitte nicht speichern.",
        "Mon code est 4471. Ne le mémorise pas.",
        "Mi pin es 4471. No lo guardes.",
        "我的密码是4471，不要保存。",
    ],
)
def test_a_request_not_to_keep_is_recognised(sql: Sql, content: str) -> None:
    assert intent(sql, content) == "withhold"


@pytest.mark.parametrize(
    "content",
    [
        "Never store credentials from incident logs.",
        "Ana never forgets a birthday.",
        "Do not save files to the desktop.",
        "I keep forgetting my umbrella.",
        "Do not keep the kiln above 900 degrees.",
        "Keep remembering the gate code.",
        "The interview was off the record.",
        "The milk is open, do not keep it.",
        "Anna kann sich Namen nicht merken.",
        "Never repeat that! was her catchphrase.",
        "The note says: delete the branch.",
    ],
)
def test_statements_about_other_things_are_no_requests(sql: Sql, content: str) -> None:
    assert intent(sql, content) is None


@pytest.mark.parametrize(
    "given",
    [
        {"origin": "tool"},
        {"origin": "import"},
        {"speaker": "Assistant"},
        {"kind": "conversation", "session": "s"},
    ],
)
def test_only_a_user_is_heeded(sql: Sql, given: dict[str, Any]) -> None:
    assert intent(sql, "Forget that the gate code is 4471.", **given) is None


def test_a_request_forgets_what_it_quotes_and_itself(sql: Sql) -> None:
    id = store_id(sql, FACT)
    other = store_id(sql, "The old runbook is on the wiki.")
    request = "Forget and delete the old runbook for the board: restart all pods manually."
    row = store(sql, request)
    assert (row["action"], row["replaced"]) == ("history", [id])
    assert row["notes"] == ["forgotten as asked: 1 memories; restore brings them back"]
    assert listed(sql) == ["The old runbook is on the wiki."]
    assert get(sql, id)["forget_reason"] == "asked to be forgotten"
    assert get(sql, other)["forgotten_at"] is None
    batch = get(sql, id)["forget_batch"]
    assert {r["id"] for r in call(sql, "restore", batch=batch)} == {id, row["id"]}


def test_a_loose_request_forgets_nothing_and_says_so(sql: Sql) -> None:
    store(sql, "The gate code of the office is 4471.")
    row = store(sql, "Forget the gate code.")
    assert (row["action"], row["replaced"]) == ("created", [])
    assert row["notes"] == [
        "asks to forget, but quotes nothing that is remembered: see forget(matching => ...)"
    ]
    assert len(listed(sql)) == 2


@pytest.mark.parametrize(
    ("content", "request_"),
    [
        ("Ana lives in Bonn with Tom.", "Forget Berlin, Ana lives in Bonn with Tom."),
        ("Ana likes red wine.", "Forget white wine, Ana likes red wine."),
        ("Ana manages Ben Kurz.", "Forget that Ben Kurz manages Ana."),
        ("Remove the filter on Mondays.", "Remove the filter on Mondays at noon."),
    ],
)
def test_a_request_that_says_something_else_forgets_nothing(
    sql: Sql, content: str, request_: str
) -> None:
    store(sql, content)
    assert store(sql, request_)["replaced"] == []
    assert content in listed(sql)


def test_what_asks_not_to_be_kept_is_never_recalled(sql: Sql) -> None:
    row = store(sql, "My pin is 4471. Do not save or repeat it.")
    assert row["action"] == "history"
    assert row["notes"] == ["out of recall, as it asks not to be kept; erase removes it for good"]
    assert listed(sql) == []
    assert call(sql, "recall", query="pin 4471") == []
    assert get(sql, row["id"])["forget_reason"] == "asks not to be kept"


@pytest.mark.parametrize(
    ("content", "is_hearsay"),
    [
        ("I heard that the launch is delayed.", True),
        ("An unverified note says 3.11.", True),
        ("A similar note from another workspace: 3.10.", True),
        ("Angeblich schließt der Laden.", True),
        ("Il paraît-il va pleuvoir", True),
        ("Al parecer el vuelo sale tarde.", True),
        ("听说他要走。", True),
        ("The launch is delayed.", False),
        ("Ana moved here from another city.", False),
        ("She heard the bell.", False),
        ("I heard the doorbell.", False),
        ("The booking is not confirmed.", False),
    ],
)
def test_hearsay_is_recognised(sql: Sql, content: str, is_hearsay: bool) -> None:
    row = sql.execute("select pgrecall.is_hearsay(%s) as it", [content]).fetchone()
    assert row == {"it": is_hearsay}
