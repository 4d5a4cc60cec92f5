"""The report as one HTML page that needs nothing else: style and charts stand in it."""

from fractions import Fraction
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from local.edge import percent
from local.finance.reporting import LEVELS, Report
from local.finance.theory import whole
from local.money import shown

TITLES = {"site": "By site", "table": "By gaming table", "shift": "By shift", "kind": "By kind of wager"}


def page(report: Report) -> str:
    """The whole page; what the records hold is escaped."""
    # matplotlib takes a second to import: only for those who want the page.
    from local.finance import charts  # noqa: PLC0415

    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"money": shown, "share": share, "whole": whole, "grouped": grouped}
    drawn = {}
    for currency in report.currencies:
        of_theory = [
            each
            for each in report.side_wagers
            if each.currency == currency and each.expected is not None and each.handle
        ]
        # The charts are this package's own; matplotlib escapes the names in them.
        drawn[currency] = {
            "table": Markup(charts.handle_and_win(report.of("table", currency), currency)),  # noqa: S704
            "kind": Markup(charts.win_of_handle(report.of("kind", currency))),  # noqa: S704
            "theory": Markup(charts.beside_theory(of_theory)) if of_theory else None,  # noqa: S704
        }
    template = environment.get_template("report.html.j2")
    return template.render(report=report, titles=TITLES, levels=LEVELS[1:], charts=drawn)


def share(value: Fraction | None, decimals: int = 2) -> str:
    """Per cent for people; a dash where there is none."""
    return "–" if value is None else f"{percent(value, decimals)} %"


def grouped(value: int) -> str:
    """``1,234``."""
    return f"{value:,}"
