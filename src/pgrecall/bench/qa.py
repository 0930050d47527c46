"""Answer the questions from what was recalled, with a model that reads and one that judges."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files

from pgrecall.bench.questions import Dataset
from pgrecall.bench.run import Asked, Progress
from pgrecall.errors import ConfigError, ProviderError

READ = 10  # turns that are shown to the reader
TRIES = 3


@dataclass(frozen=True, slots=True)
class Answered:
    """What a model made of a question. `is_right` is None when no verdict could be had."""

    qid: str
    category: str
    answer: str
    is_right: bool | None
    tokens_in: int
    tokens_out: int


@dataclass(frozen=True, slots=True)
class Reply:
    """A model's answer and what it took."""

    text: str
    tokens_in: int
    tokens_out: int


class Model:
    """A chat model: `openai:gpt-…`, `anthropic:…`, or `openai:MODEL@http://HOST/v1`."""

    def __init__(self, spec: str, *, prompt: str) -> None:
        """Make ready to ask; nothing is sent.

        Raises:
            ConfigError: the package or the key is missing, or the spec is not understood.
        """
        name, _, url = spec.partition("@")
        try:
            from pydantic_ai import Agent
            from pydantic_ai.exceptions import UserError
            from pydantic_ai.models import infer_model
            from pydantic_ai.models.openai import OpenAIChatModel
            from pydantic_ai.providers.openai import OpenAIProvider
        except ImportError as error:
            raise ConfigError(
                f"asking {spec!r} needs a package that is not installed ({error.name})",
                hint="pip install 'pgrecall[remote]'",
            ) from error
        text = (files("pgrecall") / "bench" / "prompts" / f"{prompt}.md").read_text("utf-8")
        try:
            if url:
                provider = OpenAIProvider(base_url=url, api_key="none")
                model = OpenAIChatModel(name.partition(":")[2], provider=provider)
                self._agent = Agent(model, instructions=text)
            else:
                self._agent = Agent(infer_model(name), instructions=text)
        except (UserError, ValueError) as error:
            raise ConfigError(f"model {spec!r} cannot be used: {error}") from error
        self.spec = spec

    async def ask(self, text: str) -> Reply:
        """Return the model's answer, asking three times at most.

        Raises:
            ProviderError: it failed each time.
        """
        from pydantic_ai.exceptions import AgentRunError

        for attempt in range(TRIES):
            try:
                run = await self._agent.run(text)
            except AgentRunError as error:
                if attempt == TRIES - 1:
                    raise ProviderError(f"{self.spec} failed: {error}", retryable=True) from error
                await asyncio.sleep(0.2 * 2**attempt)
            else:
                usage = run.usage
                return Reply(
                    str(run.output).strip(), usage.input_tokens or 0, usage.output_tokens or 0
                )
        raise AssertionError


async def answer(
    data: Dataset, asked: Sequence[Asked], *, reader: Model, judge: Model, progress: Progress
) -> list[Answered]:
    """Return for each question what the reader said and whether the judge finds it right."""
    shown = {
        (one.id, turn.id): f"[{turn.said_at:%d %B %Y}] {turn.speaker}: {turn.text}"
        if turn.said_at
        else f"{turn.speaker}: {turn.text}"
        for one in data.conversations
        for turn in one.turns
    }
    home = {q.id: one.id for one in data.conversations for q in one.questions}
    answered = []
    for number, one in enumerate(asked):
        progress("answer", number, len(asked))
        question = one.question
        lines = [shown[home[question.id], id] for id in one.turns[:READ]]
        said = await reader.ask("\n\n".join([*lines, f"Question: {question.text}"]))
        right = question.answer if not question.abstains else "It cannot be known."
        verdict = await judge.ask(
            f"Question: {question.text}\nRight answer: {right}\nSomebody's answer: {said.text}"
        )
        word = verdict.text.strip().strip(".").lower()
        answered.append(
            Answered(
                qid=question.id,
                category=question.category,
                answer=said.text,
                is_right={"yes": True, "no": False}.get(word),
                tokens_in=said.tokens_in + verdict.tokens_in,
                tokens_out=said.tokens_out + verdict.tokens_out,
            )
        )
    return answered


def summary(answered: Sequence[Answered]) -> dict[str, object]:
    """Return the share of right answers, by category and overall, and the tokens used."""
    groups: dict[str, list[Answered]] = {"overall": list(answered)}
    for one in answered:
        groups.setdefault(one.category, []).append(one)
    return {
        "accuracy": {
            name: {
                "questions": len(ones),
                "right": sum(one.is_right is True for one in ones) / len(ones),
                "no verdict": sum(one.is_right is None for one in ones),
            }
            for name, ones in groups.items()
            if ones
        },
        "tokens in": sum(one.tokens_in for one in answered),
        "tokens out": sum(one.tokens_out for one in answered),
    }
