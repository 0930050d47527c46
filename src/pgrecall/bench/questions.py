"""What a benchmark is made of: conversations, their turns, and the questions asked of them."""

from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of a conversation; `id` is unique in it."""

    id: str
    session: str
    speaker: str
    text: str
    said_at: datetime | None


@dataclass(frozen=True, slots=True)
class Question:
    """A question with the turns and sessions that answer it.

    `asked_at` is the end of the day (or month) it is asked on: some gold sessions lie later on that
    day. `forbidden` are turns that must not come back.
    """

    id: str
    text: str
    category: str
    gold: frozenset[str]
    gold_sessions: frozenset[str]
    answer: str = ""
    asked_at: datetime | None = None
    abstains: bool = False
    forbidden: frozenset[str] = frozenset()


@dataclass(slots=True)
class Conversation:
    """The turns of one conversation in the order of their dates, and what is asked of it."""

    id: str
    turns: list[Turn] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Dataset:
    """A benchmark as it was read; `notes` count what had to be repaired or left out."""

    name: str
    conversations: list[Conversation]
    notes: dict[str, int]

    @property
    def questions(self) -> int:
        """How many questions there are."""
        return sum(len(one.questions) for one in self.conversations)

    def limited(self, count: int | None) -> "Dataset":
        """Return the first `count` questions, with the conversations they are asked of."""
        if count is None:
            return self
        kept, left = [], count
        for one in self.conversations:
            if left > 0:
                kept.append(Conversation(one.id, one.turns, one.questions[:left]))
                left -= len(one.questions[:left])
        return Dataset(self.name, kept, self.notes)
