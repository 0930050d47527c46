"""Turn what came of a run into figures, a Markdown page and a JSON file."""

import json
import os
import platform
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pgrecall.bench import metrics
from pgrecall.bench.run import Asked, Ran

Figures = dict[str, Any]
SHOWN = ("hit@1", "hit@5", "hit@10", "recall@10", "recall@20", "mrr", "ndcg@10")
LEVELS = (("session", "sessions"), ("turn", "turns"))


def figures(asked: Sequence[Asked], *, seed: int = 0) -> Figures:
    """Return every figure with its interval, by level and category; abstention apart."""
    answerable = [one for one in asked if not one.question.abstains]
    categories = {"overall": answerable}
    for one in answerable:
        categories.setdefault(one.question.category, []).append(one)
    made: Figures = {level: {} for level, _ in LEVELS}
    for level, attribute in LEVELS:
        for category, ones in categories.items():
            rows = [_row(one, attribute) for one in ones]
            kept = [row for row in rows if row is not None]
            if kept:
                made[level][category] = {"questions": len(kept)} | {
                    name: {
                        "mean": metrics.mean([row[name] for row in kept]),
                        "interval": metrics.interval([row[name] for row in kept], seed=seed),
                    }
                    for name in kept[0]
                }
    return made | _besides(asked)


def _row(one: Asked, attribute: str) -> dict[str, float] | None:
    gold = one.question.gold_sessions if attribute == "sessions" else one.question.gold
    return metrics.figures(getattr(one, attribute), gold) if gold else None


def _besides(asked: Sequence[Asked]) -> Figures:
    """Return what is no figure of a ranking: confidence, forbidden turns, time, tokens."""
    sure = [one.confidence or 0.0 for one in asked if not one.question.abstains]
    unsure = [one.confidence or 0.0 for one in asked if one.question.abstains]
    barred = [one for one in asked if one.question.forbidden]
    made: Figures = {"abstention": {"questions": len(unsure), "auroc": metrics.auroc(sure, unsure)}}
    if barred:
        counts = [len(one.question.forbidden & set(one.turns[:10])) for one in barred]
        made["forbidden@10"] = {
            "questions": len(barred),
            "mean": metrics.mean(counts),
            "questions with one": metrics.mean([float(n > 0) for n in counts]),
        }
    for name, values in (
        ("recall ms", [1000 * one.seconds for one in asked]),
        ("of that embedding ms", [1000 * one.embedding for one in asked]),
    ):
        made[name] = {
            "p50": metrics.percentile(values, 0.5),
            "p95": metrics.percentile(values, 0.95),
        }
    made["tokens"] = {
        f"@{k}": metrics.mean([sum(one.characters[:k]) / 4 for one in asked]) for k in metrics.KS
    }
    return made


def report(ran: Ran) -> Figures:
    """Return the figures of a run as they are saved."""
    return {
        "set": ran.name,
        "passes": {name: figures(asked) for name, asked in ran.passes.items()},
        "turns": ran.turns,
        "import": {
            "seconds": ran.seconds,
            "embedding seconds": ran.embedding,
            "turns embedded before": ran.cached,
        },
        "bytes per memory": ran.bytes / max(1, ran.turns),
        "embedder": ran.plan.embedder,
        "rerank": ran.plan.rerank,
        "depth": ran.plan.depth,
        "machine": {"cores": os.cpu_count(), "python": platform.python_version()},
    }


def table(passed: Figures, level: str) -> str:
    """Return the figures of one level as a Markdown table, in percent, with intervals overall."""
    lines = [
        f"| {level} level | questions | " + " | ".join(SHOWN) + " |",
        "|---|---|" + "---|" * len(SHOWN),
    ]
    for category, row in passed[level].items():
        cells = []
        for name in SHOWN:
            cell = f"{100 * row[name]['mean']:.1f}"
            if category == "overall":
                low, high = row[name]["interval"]
                cell += f" ({100 * low:.1f}-{100 * high:.1f})"
            cells.append(cell)
        lines.append(f"| {category} | {row['questions']} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def ablation(passes: Figures) -> str:
    """Return the passes against each other as a Markdown table."""
    columns = [
        ("session", "hit@1"),
        ("session", "hit@5"),
        ("turn", "recall@1"),
        ("turn", "recall@10"),
    ]
    columns += [("turn", "mrr")]
    lines = [
        "| pass | "
        + " | ".join(f"{level} {name}" for level, name in columns)
        + " | p50 ms | p95 ms |",
        "|---|" + "---|" * (len(columns) + 2),
    ]
    for name, passed in passes.items():
        cells = [
            f"{100 * passed[level]['overall'][figure]['mean']:.1f}"
            if "overall" in passed[level]
            else ""
            for level, figure in columns
        ]
        cells += [f"{passed['recall ms'][p]:.1f}" for p in ("p50", "p95")]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def page(made: Figures) -> str:
    """Return a run as a Markdown page."""
    first = made["passes"]["all"]
    parts = [f"# {made['set']}", *(table(first, level) for level, _ in LEVELS if first[level])]
    if len(made["passes"]) > 1:
        parts.append(ablation(made["passes"]))
    auroc = first["abstention"]["auroc"]
    facts = {
        "abstention questions": first["abstention"]["questions"],
        "AUROC of confidence": "" if auroc is None else f"{auroc:.3f}",
        "forbidden turns in the first ten": _rounded(first.get("forbidden@10", {}).get("mean")),
        "recall of 10, p50 / p95 ms": _pair(first["recall ms"]),
        "of that the query's vector": _pair(first["of that embedding ms"]),
        "tokens (characters / 4) at 1, 5, 10, 20": ", ".join(
            f"{n:.0f}" for n in first["tokens"].values()
        ),
    }
    if "import" in made:
        facts |= {
            "turns": made["turns"],
            "import, seconds": f"{made['import']['seconds']:.1f}",
            "of that embedding": f"{made['import']['embedding seconds']:.1f}",
            "turns whose vectors were kept from before": made["import"]["turns embedded before"],
            "bytes per memory": f"{made['bytes per memory']:.0f}",
            "cores": made["machine"]["cores"],
        }
    lines = [f"| {name} | {value} |" for name, value in facts.items() if value not in ("", None)]
    parts.append("\n".join(["| | |", "|---|---|", *lines]))
    return "\n\n".join(parts) + "\n"


def save(made: Figures, ran: Ran | None, folder: Path) -> list[Path]:
    """Write the JSON, the page and, from a run, every ranking; return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    name = made["set"]
    written = {
        folder / f"{name}.json": json.dumps(made, indent=2),
        folder / f"{name}.md": page(made),
    }
    if ran is not None:
        lines = [
            json.dumps(
                {"qid": one.question.id, "turn_ids": one.turns, "confidence": one.confidence},
                ensure_ascii=False,
            )
            for one in ran.passes["all"]
        ]
        written[folder / f"{name}.ranking.jsonl"] = "\n".join(lines) + "\n"
    for path, text in written.items():
        path.write_text(text, "utf-8")
    return list(written)


def _rounded(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"


def _pair(value: dict[str, float]) -> str:
    return f"{value['p50']:.1f} / {value['p95']:.1f}"
