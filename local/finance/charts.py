"""The report's charts, as SVG that stands in the page itself: no script, no font and no picture from elsewhere.

Amounts become floating-point numbers here and nowhere else, and only to be drawn.
"""

import io
from collections.abc import Sequence
from fractions import Fraction

import matplotlib as mpl
from babel.numbers import get_currency_precision, get_currency_symbol
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

from local.finance.reporting import Part, SideWagers

INK, QUIET, GRID = "#1d2733", "#66727f", "#e3e7eb"
WON, LOST, SOFT, BAND = "#1f6f5c", "#b3402e", "#b9d4cc", "#8fa3b5"
WIDTH = 10.2
"""Inches: the width of the page on a screen, so that its text is drawn in its own size."""

STYLE = {
    "svg.fonttype": "none",  # text stays text: it can be searched, and the page's own font draws it
    "svg.hashsalt": "croupier",  # the same figures have the same bytes
    "font.family": "sans-serif",
    "font.sans-serif": ["Inter", "Segoe UI", "Helvetica Neue", "Arial", "Liberation Sans", "DejaVu Sans"],
    "font.size": 9.5,
    "text.color": INK,
    "axes.labelcolor": QUIET,
    "axes.edgecolor": GRID,
    "xtick.color": QUIET,
    "ytick.color": INK,
}


PER_CENT = FuncFormatter(lambda value, _: f"{value:,.4g} %")


def handle_and_win(parts: Sequence[Part], currency: str) -> str:
    """Two bars a part: what was staked, and what of it the house won or lost."""
    with mpl.rc_context(STYLE):  # type: ignore[arg-type]  # its keys are the library's own
        figure, axes = _rows(len(parts), 0.52)
        for row, part in enumerate(parts):
            axes.barh(row - 0.17, _major(part.handle, currency), 0.3, color=SOFT)
            axes.barh(row + 0.17, _major(part.win, currency), 0.3, color=WON if part.win >= 0 else LOST)
        axes.set_yticks(range(len(parts)), [part.name for part in parts])
        axes.axvline(0, color=QUIET, linewidth=0.8)
        _in_money(axes, currency)
        _legend(axes, [("handle", SOFT), ("win", WON), *([("loss", LOST)] if _loses(parts) else [])])
        return _svg(figure)


def win_of_handle(parts: Sequence[Part]) -> str:
    """One bar a part: win in per cent of its own handle, as handles may be worlds apart."""
    with mpl.rc_context(STYLE):  # type: ignore[arg-type]  # its keys are the library's own
        figure, axes = _rows(len(parts), 0.36)
        for row, part in enumerate(parts):
            share = 0.0 if part.win_share is None else float(100 * part.win_share)
            axes.barh(row, share, 0.55, color=WON if share >= 0 else LOST)
        axes.set_yticks(range(len(parts)), [part.name for part in parts])
        axes.axvline(0, color=QUIET, linewidth=0.8)
        axes.xaxis.set_major_formatter(PER_CENT)
        return _svg(figure)


def _loses(parts: Sequence[Part]) -> bool:
    return any(part.win < 0 for part in parts)


def beside_theory(found: Sequence[SideWagers]) -> str:
    """Win in per cent of handle: the day's a dot, theory's a thick bar, the 95 per cent band a thin one."""
    with mpl.rc_context(STYLE):  # type: ignore[arg-type]  # its keys are the library's own
        figure, axes = _rows(len(found), 0.5)
        for row, each in enumerate(found):
            theory = each.expected
            if theory is None:
                continue
            low, high = (_share(end, each.handle) for end in (theory.band_low, theory.band_high))
            axes.plot([low, high], [row, row], color=BAND, linewidth=2, solid_capstyle="round", zorder=1)
            for end in (low, high):
                axes.plot([end, end], [row - 0.13, row + 0.13], color=BAND, linewidth=2, zorder=1)
            edges = [float(100 * theory.edge_low), float(100 * theory.edge_high)]
            axes.plot(edges, [row, row], color=INK, linewidth=7, solid_capstyle="round", zorder=2)
            colour = WON if theory.holds(each.win) else LOST
            axes.plot(
                _share(each.win, each.handle),
                row,
                "o",
                markersize=8,
                color=colour,
                markeredgecolor="white",
                zorder=3,
            )
        axes.set_yticks(range(len(found)), [f"{each.kind}, {each.decks} decks" for each in found])
        axes.set_ylim(len(found) - 0.5, -0.5)
        axes.axvline(0, color=QUIET, linewidth=0.8, zorder=0)
        axes.xaxis.set_major_formatter(PER_CENT)
        axes.set_xlabel("win, per cent of handle")
        _legend(axes, [("95 % band", BAND), ("theoretical win", INK), ("the day's win", WON)])
        return _svg(figure)


def _share(amount: int, handle: int) -> float:
    return float(Fraction(100 * amount, handle))


def _major(amount: int, currency: str) -> float:
    return float(Fraction(amount, 10 ** get_currency_precision(currency)))


def _rows(rows: int, height: float) -> tuple[Figure, Axes]:
    """A figure with one row for each name, the first on top."""
    figure = Figure(figsize=(WIDTH, 0.95 + height * max(rows, 1)), layout="constrained")
    axes = figure.subplots()
    axes.set_ylim(max(rows, 1) - 0.5, -0.5)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.grid(axis="x", color=GRID, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.tick_params(length=0)
    return figure, axes


def _in_money(axes: Axes, currency: str) -> None:
    symbol = get_currency_symbol(currency, locale="en")
    axes.xaxis.set_major_formatter(
        FuncFormatter(lambda value, _: f"{'−' if value < 0 else ''}{symbol}{_short(abs(value))}")
    )


def _short(value: float) -> str:
    for unit, name in ((1e9, " bn"), (1e6, " m")):
        if value >= unit:
            return f"{value / unit:,.4g}{name}"
    return f"{value:,.0f}" if value == round(value) else f"{value:,.2f}"


def _legend(axes: Axes, named: Sequence[tuple[str, str]]) -> None:
    for name, colour in named:
        axes.plot([], [], "s", color=colour, label=name, markersize=7)
    axes.legend(
        loc="lower left", bbox_to_anchor=(0, 1.0), ncols=len(named), frameon=False, handletextpad=0.2, borderpad=0
    )


def _svg(figure: Figure) -> str:
    """The figure as an ``svg`` element."""
    text = io.StringIO()
    figure.savefig(text, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    svg = text.getvalue()
    return svg[svg.index("<svg") :]
