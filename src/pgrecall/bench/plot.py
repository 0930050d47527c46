"""A picture of a run: how much is found among the first k, by level. Needs `pgrecall[bench]`."""

from pathlib import Path
from typing import Any

from pgrecall.bench.metrics import KS
from pgrecall.errors import ConfigError


def draw(made: dict[str, Any], file: Path) -> Path:
    """Draw hit@k and recall@k of the passes of a run; return the file.

    Raises:
        ConfigError: matplotlib is not installed.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise ConfigError(
            "a plot needs matplotlib, which is not installed", hint="pip install 'pgrecall[bench]'"
        ) from error
    figure = Figure(figsize=(9, 4), layout="constrained")
    axes = figure.subplots(1, 2, sharey=True)
    for axis, level in zip(axes, ("session", "turn"), strict=True):
        for name, passed in made["passes"].items():
            row = passed[level].get("overall")
            if row is None:
                continue
            is_main = name == "all"
            for figure_name, style in (("hit", "-"), ("recall", "--")):
                if not is_main and figure_name == "hit":
                    continue
                values = [100 * row[f"{figure_name}@{k}"]["mean"] for k in KS]
                label = f"{figure_name}@k" if is_main else name
                width = 2.5 if is_main else 0.8
                axis.plot(KS, values, style, marker="o", lw=width, ms=4, label=label)
        axis.set_title(f"{made['set']}, {level} level")
        axis.set_xlabel("k")
        axis.set_xticks(KS)
        axis.grid(alpha=0.3)
    axes[0].set_ylabel("percent of questions (hit) or of gold (recall)")
    axes[1].legend(fontsize=7, loc="lower right")
    figure.savefig(file, dpi=130)
    return file
