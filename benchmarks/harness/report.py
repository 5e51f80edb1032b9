"""What was measured, as JSON and as Markdown."""

import datetime
import json
import sys

from . import machine


class Report:
    def __init__(self):
        self.sections = []
        self.goals = []
        self.skipped = []
        self.about = {}

    def tell(self, text):
        print(f"benchmarks: {text}", file=sys.stderr, flush=True)

    def skip(self, what, reason):
        self.tell(f"skipped {what}: {reason}")
        entry = {"what": what, "reason": reason}
        if entry not in self.skipped:
            self.skipped.append(entry)

    def section(self, name, title, unit, contestants, against=None, text=""):
        """A table of figures, one row each. The more the better.

        `against`: whose figure is divided by each of the others'."""
        self.sections.append(
            {
                "name": name,
                "title": title,
                "text": text,
                "unit": unit,
                "against": against.name if against else None,
                "rows": [contestant.row() for contestant in contestants if contestant.values],
            }
        )

    def lengths(self, name, title, unit, columns, rows, text=""):
        """A table of how figures grow with the journal's length."""
        self.sections.append(
            {
                "name": name,
                "title": title,
                "text": text,
                "unit": unit,
                "columns": columns,
                "rows": rows,
            }
        )

    def at_least(self, what, goal, ours, other):
        """A goal for how many times as fast ours is."""
        if ours and other and ours.values and other.values:
            self._goal(what, ours.median / other.median, "×", "≥", goal)
        else:
            self.skip(f"the goal “{what}”", "one of the two was not measured")

    def reaches(self, what, goal, figure, unit):
        self._goal(what, figure, unit, "≥", goal)

    def at_most(self, what, goal, figure, unit="×"):
        self._goal(what, figure, unit, "≤", goal)

    def _goal(self, what, figure, unit, relation, goal):
        met = figure >= goal if relation == "≥" else figure <= goal
        self.goals.append(
            {
                "what": what,
                "figure": figure,
                "unit": unit,
                "goal": f"{relation} {goal:,}",
                "met": met,
            }
        )

    @property
    def json(self):
        return {
            **self.about,
            "goals": self.goals,
            "sections": self.sections,
            "skipped": self.skipped,
        }

    @property
    def markdown(self):
        lines = ["# Benchmarks", "", *about(self.json), ""]
        if self.goals:
            lines += ["## What was to be shown", "", *goals(self.goals), ""]
        for section in self.sections:
            lines += [f"## {section['title']}", ""]
            if section["text"]:
                lines += [section["text"], ""]
            lines += growth(section) if "columns" in section else figures(section)
            lines.append("")
        if self.skipped:
            lines += ["## Not measured", ""]
            lines += [f"- {entry['what']}: {entry['reason']}" for entry in self.skipped] + [""]
        return "\n".join(lines)

    def write(self, markdown, data):
        markdown.write_text(self.markdown)
        data.write_text(json.dumps(self.json, indent=1, ensure_ascii=False) + "\n")


def about(result):
    versions = ", ".join(f"{name} {version}" for name, version in result["versions"].items())
    return [
        f"Measured on {result['date']}: {machine.sentence(result['machine'])} "
        f"(load {result['machine']['load']} at the start). {result['tool']}. {versions}.",
        "",
        f"{result['events']:,} events a journal; rounds in turns: {result['rounds']}; "
        "medians, with the least and the most in brackets.",
    ]


def goals(entries):
    lines = ["| what | measured | wanted | |", "| --- | ---: | ---: | --- |"]
    for entry in entries:
        unit = entry["unit"]
        measured = f"{number(entry['figure'])} {unit}"
        lines.append(
            f"| {entry['what']} | {measured} | {entry['goal']} {unit} | "
            f"{'reached' if entry['met'] else '**missed**'} |"
        )
    return lines


# The goals that the project's README shows, by a part of their titles.
SHOWN = [
    "one core, beside serde_json",
    "the writer, beside bare write",
    "64 concurrent durable appends",
    "commands decided and durable",
]


def summary(entries):
    """Four figures, and how many goals were reached."""
    lines = []
    for part in SHOWN:
        for entry in entries:
            if part in entry["what"]:
                lines.append(f"- {entry['what']}: **{number(entry['figure'])} {entry['unit']}**")
    met = sum(1 for entry in entries if entry["met"])
    day = datetime.date.today()
    lines.append(f"- {met} of {len(entries)} goals reached on {day}; [the missed ones](benchmarks/README.md#results)")
    return lines


def figures(section):
    rows = section["rows"]
    against = next((row for row in rows if row["name"] == section["against"]), None)
    has_memory = any("megabytes" in row for row in rows)
    head, rule = f"| | {section['unit']} |", "| --- | ---: |"
    if against:
        head, rule = head + " ours ÷ it |", rule + " ---: |"
    if has_memory:
        head, rule = head + " memory |", rule + " ---: |"
    lines = [head, rule]
    for row in rows:
        line = f"| {row['title']} | {number(row['median'])} "
        line += f"({number(row['min'])} – {number(row['max'])}) |"
        if against:
            line += " |" if row is against else f" {number(against['median'] / row['median'])} × |"
        if has_memory:
            line += f" {row['megabytes']:,.0f} MB |" if "megabytes" in row else " |"
        lines.append(line)
    return lines


def growth(section):
    columns = section["columns"]
    heads = "".join(f" {column} |" for column in columns)
    lines = [
        f"| {section['unit']} |{heads} last ÷ first |",
        "| --- |" + " ---: |" * (len(columns) + 1),
    ]
    for row in section["rows"]:
        cells = "".join(f" {number(value)} |" for value in row["medians"])
        ratio = row["medians"][-1] / row["medians"][0]
        lines.append(f"| {row['title']} |{cells} {number(ratio)} |")
    return lines


def number(value):
    """Three digits that count."""
    if value >= 1e6:
        return f"{value / 1e6:,.{max(0, 2 - len(str(int(value / 1e6))) + 1)}f} M"
    if value >= 1000:
        return f"{value:,.0f}"
    for digits, bound in ((0, 100), (1, 10), (2, 1), (3, 0)):
        if value >= bound:
            return f"{value:.{digits}f}"
    return f"{value}"
