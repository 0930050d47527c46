"""Found by its words alone: any script, identifiers, punctuation, and never a failure."""

import random
from collections.abc import Callable

import pytest
from conftest import Sql
from verbs import found, store, store_many

PLAIN = "Ana's plan: move the up-to-date-list to key:value pairs at 5 MB/min in C:\\tmp\\x."
ODD_QUERIES = {
    "what's Ana's plan?": "whats Anas plan",
    "Ana <ana@mail.example>": "Ana ana mail example",
    "a & Ana": "a Ana",
    "! ( Ana": "Ana",
    "key:value": "key value",
    "C:\\tmp\\x": "tmp",
    '"unclosed plan': "unclosed plan",
    "up-to-date-list": "date list",
    "MB/min": "MB min",
    "*:* plan": "plan",
    "plan''": "plan",
    "plan:*": "plan",
    "<-> plan | move": "plan move",
    "plan\\": "plan",
    "'plan": "plan",
    "plan%_": "plan",
}


@pytest.mark.parametrize(("odd", "plain"), ODD_QUERIES.items())
def test_punctuation_in_a_query_changes_nothing(sql: Sql, odd: str, plain: str) -> None:
    store(sql, PLAIN)
    store(sql, "A goat stood on the roof.")
    assert found(sql, odd) == found(sql, plain) == [PLAIN]


@pytest.mark.parametrize(
    "odd", ["a & ", "! (", "*:*", "''", "\\", ":*", "<->", "", " ", "|", "the"]
)
def test_a_query_without_a_word_finds_nothing_and_says_so(sql: Sql, odd: str) -> None:
    store(sql, PLAIN)
    assert found(sql, odd) == []
    row = sql.execute("select why_empty from pgrecall.answer()").fetchone()
    assert row == {
        "why_empty": "the query holds no word that can be looked up, and no vector was compared"
    }


SCRIPTS = [
    ("我明天去北京见我的姐姐。", "北京", "请问我什么时候去北京见她？"),
    ("来月、東京で寿司を食べる予定です。", "寿司", "どこで寿司を食べますか"),
    ("내일 서울에서 친구를 만나요.", "서울", "언제 서울로 가나요?"),
    ("พรุ่งนี้ฉันจะไปเชียงใหม่กับแม่", "เชียงใหม่", "ฉันจะไปเชียงใหม่เมื่อไหร่"),
    ("Завтра я еду в Петербург.", "петербург", "когда я еду в Петербург"),
    ("سأسافر غدا إلى القاهرة", "القاهرة", "متى أسافر إلى القاهرة"),
    ("Αύριο πάω στην Αθήνα.", "αθήνα", "πότε πάω στην Αθήνα;"),
]


@pytest.mark.parametrize(("text", "word", "question"), SCRIPTS)
def test_any_script_is_found_by_a_word_and_by_a_question(
    sql: Sql, *, text: str, word: str, question: str
) -> None:
    store(sql, text)
    store(sql, "The kiln is in the shed.")
    assert (found(sql, word), found(sql, question)) == ([text], [text])


def test_one_character_is_a_query_where_one_is_a_word(sql: Sql) -> None:
    for text in ("我喜欢喝茶", "茶道很难", "我喜欢咖啡"):
        store(sql, text)
    assert sorted(found(sql, "茶")) == ["我喜欢喝茶", "茶道很难"]
    assert sorted(found(sql, "茶 please")) == ["我喜欢喝茶", "茶道很难"]


IDENTIFIERS = [
    ("Invoice INV-2026-00318 was paid.", ["INV-2026-00318", "inv-2026-00318", "00318", "inv"]),
    ("Call parse_user_input() first.", ["parse_user_input", "PARSE_USER_INPUT", "user_input"]),
    ("See /etc/nginx/nginx.conf there.", ["/etc/nginx/nginx.conf", "nginx.conf", "NGINX"]),
    ("Docs: https://docs.example.org/a?b=c", ["https://docs.example.org/a?b=c", "docs.example"]),
    ("Mail ana.ruiz@mail.example.", ["ana.ruiz@mail.example", "ANA.RUIZ@mail.example", "ruiz"]),
    ("Part KD310 is out.", ["KD310", "kd310"]),
    ("Use v1.2.3-rc4 now.", ["v1.2.3-rc4", "V1.2.3-RC4"]),
    ("Notes are in notes/plan-2026.pdf now.", ["notes/plan-2026.pdf", "plan", "PLAN-2026.PDF"]),
    ("The pump-4471 leaks.", ["pump-4471", "PUMP-4471", "4471", "pump"]),
    ("See https://status.birch.example/a?b=1&c=2 there.", ["birch", "status.birch.example"]),
    ("Call getUserName or HTTPServer2 here.", ["getUserName", "GETUSERNAME", "user name"]),
    ("Id 3f2b8c1e-77aa-4d0b-9e55-0123456789ab.", ["3F2B8C1E-77AA-4D0B-9E55-0123456789AB"]),
    ("It cost 1,250 crowns.", ["1250", "1,250"]),
    ("Due on 2026-03-09.", ["2026-03-09"]),
    ("It lies in C:\\tmp\\x there.", ["C:\\tmp\\x", "c:\\TMP\\x"]),
    ("Error 0x80070057 again.", ["0x80070057", "0X80070057"]),
]


@pytest.mark.parametrize(("text", "queries"), IDENTIFIERS)
def test_an_identifier_is_found_whole_in_part_and_in_any_case(
    sql: Sql, text: str, queries: list[str]
) -> None:
    store(sql, text)
    store(sql, "The kiln is in the shed.")
    assert {query: found(sql, query) for query in queries} == {query: [text] for query in queries}


def test_the_whole_identifier_ranks_before_its_parts(sql: Sql) -> None:
    for number in (317, 318, 319):
        store(sql, f"Invoice INV-2026-00{number} was paid.")
    assert found(sql, "status of INV-2026-00318")[0] == "Invoice INV-2026-00318 was paid."


def test_words_are_found_in_another_form(sql: Sql) -> None:
    store(sql, "She doesn't like running.")
    for query in ("does she run", "runs", "RUNNING", "liked"):
        assert found(sql, query) == ["She doesn't like running."]


# what is stored, and queries that each find it
FORMS = [
    ("Her résumé was naïve.", ["resume", "RÉSUMÉ", "naive", "Naïve"]),
    ("Müller wohnt in der Straße.", ["Mueller", "Muller", "MÜLLER", "strasse", "STRASSE"]),
    ("Mueller's coat is green.", ["Müller", "mueller"]),
    ("Die Häuser sind alt und die Türen auch.", ["Haus", "Haeuser", "Tür", "tuer"]),
    ("Mon vélo est au garage depuis mardi.", ["Où est mon vélo ?", "velo", "vélos"]),
    ("Los niños juegan en el jardín de la casa.", ["niño", "ninos", "jardines"]),
    ("Il gatto è nella cucina con le sorelle.", ["gatti", "sorella", "CUCINA"]),
    ("As reuniões são na terça de manhã.", ["reunião", "reuniao", "terca"]),
    ("De fietsen zijn in het huis van mijn zus.", ["fiets", "HUIS"]),
    ("Moje miasto to Łódź.", ["lodz", "Łódź", "ŁÓDŹ"]),
    ("Smørrebrød på Ærø i Århus.", ["smorrebrod", "aero", "aarhus", "Arhus"]),
    ("IŞIK ve İstanbul için bir gün.", ["ışık", "istanbul", "isik", "gunler"]),
    ("Ёлка стоит в углу комнаты.", ["елка", "ЁЛКА", "ёлки", "комната"]),
    ("Чайник стоит на столе.", ["чайники", "ЧАЙНИК"]),
    ("Η Αθήνα είναι όμορφη.", ["αθηνα", "ΑΘΗΝΑ", "Αθήνα"]),
    ("ذهب أحمد إلى المَدْرَسَة", ["احمد", "المدرسة", "المدرســة"]),
    ("Tôi sống ở Đà Nẵng.", ["da nang", "Đà Nẵng", "ĐÀ NẴNG"]),
    ("It\u2019s Ana\u2019s \u201ckiln\u201d.", ["Ana's kiln", "anas kiln", '"kiln"']),
    ("ＡＢＣ１２３ ｔｅａ", ["abc123", "TEA"]),
    ("会议在明天：和平饭店，Room B12。", ["和平", "b12", "明天的会议在哪里", "饭店"]),
    ("우리 집은 산 옆에 있다.", ["집", "산", "집이 어디야?"]),
]


@pytest.mark.parametrize(("text", "queries"), FORMS, ids=[text[:20] for text, _ in FORMS])
def test_a_word_is_found_in_any_case_and_spelling_of_its_language(
    sql: Sql, text: str, queries: list[str]
) -> None:
    store(sql, "The stove is in the shed.")
    store(sql, text)
    assert {query: found(sql, query) for query in queries} == {query: [text] for query in queries}


def test_a_short_text_is_read_in_the_language_of_the_others(sql: Sql) -> None:
    for text in ("Der Hund und die Katze sind im Garten.", "Ich habe mit der Bank gesprochen."):
        store(sql, text)
    store(sql, "Häuser")
    assert found(sql, "Haus") == ["Häuser"]


def test_a_query_is_read_in_every_language_of_the_namespace(sql: Sql) -> None:
    texts = ["The dogs are running in the garden.", "Mes amis sont dans les maisons de la ville."]
    for text in texts:
        store(sql, text)
    assert found(sql, "dog") == texts[:1]
    assert found(sql, "maison") == texts[1:]
    assert found(sql, "what is the") == found(sql, "où est la") == []


def test_a_fact_in_french_is_among_the_first_three_of_two_hundred(sql: Sql) -> None:
    store(sql, "Mon vélo est au garage depuis mardi.")
    text = "Note {}: je suis allé au marché numéro {} avec mon ami."
    turn = {"kind": "conversation", "session": "s"}
    store_many(sql, [{"content": text.format(n, n), **turn} for n in range(200)])
    assert "Mon vélo est au garage depuis mardi." in found(sql, "Où est mon vélo ?", k=3)


def hex_tokens() -> str:
    rng = random.Random(7)
    return " ".join(f"{rng.getrandbits(48):012x}" for _ in range(54_000))


def any_plane() -> str:
    points = [*range(1, 0xD800, 13), *range(0xE000, 0x10FFFF, 311)]
    return "".join(map(chr, points))


def ideographs() -> str:
    rng = random.Random(7)
    return "".join(chr(rng.randrange(0x4E00, 0x9FFF)) for _ in range(100_000))


HARD: dict[str, Callable[[], str]] = {
    "1 MB of one word": lambda: "tea " * 249_999,
    "1 MB of one character": lambda: "x" * 1_000_000,
    "700 kB of different tokens": hex_tokens,
    "a word of 5,000 characters": lambda: "a " + "y" * 5000,
    "a word of 5,000 ideographs": lambda: "茶" * 5000,
    "100,000 random ideographs": ideographs,
    "every plane of Unicode": any_plane,
    "compatibility forms that expand": lambda: "\ufdfa\u3316" * 10_000,
    "an identifier without end": lambda: "a-" * 400_000 + "a",
    "combining marks": lambda: "a" + "\u0301" * 50_000,
    "only punctuation": lambda: "'\\\"!:*&|()<->" * 1000,
    "digits": lambda: "1234567890" * 9_000,
    "nothing": lambda: "",
}


@pytest.mark.parametrize("name", HARD)
def test_keywords_never_fail(sql: Sql, name: str) -> None:
    text = HARD[name]()
    sql.execute("reset role")
    row = sql.execute(
        "select length(pgrecall_data.scoped(2147483647, k.keywords)) >= 0 as ok,"
        " cardinality(q.lexemes) <= 64 as few,"
        " pgrecall.any_of('{2147483647}', q.lexemes)::text is not null as any"
        " from pgrecall_data.keywords(%(t)s, 'english') k (keywords),"
        " pgrecall.query_lexemes(%(t)s, '{1}') q (lexemes)",
        {"t": text},
    ).fetchone()
    has_words = name not in ("nothing", "only punctuation")
    assert row == {"ok": True, "few": True, "any": has_words}


@pytest.mark.parametrize("name", [name for name in HARD if name != "nothing"])
def test_the_hardest_texts_are_stored_and_leave_the_others_findable(sql: Sql, name: str) -> None:
    text = HARD[name]()[:300_000]
    store(sql, text)
    store(sql, "The kiln is in the shed.")
    assert found(sql, "where is the kiln") == ["The kiln is in the shed."]
    assert found(sql, text[:20_000]) is not None
