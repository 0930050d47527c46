"""The labelled pairs: nothing true is merged or replaced, and what can be told is caught.

The pairs are tests/quality/pairs.jsonl; `python bench/pairs.py --show` prints the table.
"""

from collections import Counter

import pairs
import pytest

from pgrecall import Memory


@pytest.fixture(scope="module")
def found(server_dsn: str, template_dsn: str) -> pairs.Outcomes:
    from conftest import drop_database, new_database

    dsn = new_database(server_dsn, "pairs", template="pgrecall_template")
    with Memory(dsn, embedder="local") as memory:
        outcomes = list(pairs.outcomes(memory, pairs.read()))
    drop_database(server_dsn, "pairs")
    return outcomes


def test_there_are_enough_pairs_of_every_label_and_language(found: pairs.Outcomes) -> None:
    assert len(found) >= 300
    assert len({(pair["a"], pair["b"]) for pair, _ in found}) == len(found)
    labels = Counter(pair["label"] for pair, _ in found)
    assert min(labels[label] for label in pairs.LABELS) >= 80
    languages = Counter(pair["language"] for pair, _ in found)
    assert min(languages[language] for language in ("en", "de", "fr", "es", "zh")) >= 30


def test_different_things_are_neither_merged_nor_replaced(found: pairs.Outcomes) -> None:
    wrong = [p for p, action in found if p["label"] == "different" and action != "created"]
    assert wrong == []


def test_a_changed_value_is_never_merged_and_a_paraphrase_never_replaces(
    found: pairs.Outcomes,
) -> None:
    assert [p for p, action in found if p["label"] == "changed" and action == "confirmed"] == []
    assert [p for p, action in found if p["label"] == "same" and action == "updated"] == []


def test_as_many_are_caught_as_when_this_was_written(found: pairs.Outcomes) -> None:
    caught = Counter(pair["label"] for pair, action in found if action != "created")
    assert caught["same"] >= 10
    assert caught["changed"] >= 36
