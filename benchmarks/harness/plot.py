"""How the cost of single questions grows with the journal, as a picture."""

import math

WIDTH, HEIGHT = 760, 420
LEFT, RIGHT, TOP, BOTTOM = 64, 250, 24, 48
COLORS = ["#0b7285", "#c2255c", "#5f3dc4", "#e8590c", "#2b8a3e", "#868e96"]

STYLE = """
  text { font: 12px system-ui, sans-serif; fill: #343a40 }
  .grid { stroke: #dee2e6 }
  @media (prefers-color-scheme: dark) {
    text { fill: #ced4da }
    .grid { stroke: #495057 }
  }
"""


def draw(result):
    """The picture, or nil when the growth was not measured."""
    section = next((each for each in result["sections"] if each["name"] == "growth"), None)
    if section is None:
        return None
    lengths = [int(column.split()[0].replace(",", "")) for column in section["columns"]]
    rows = [row for row in section["rows"] if row["inPlot"]]
    values = [value for row in rows for value in row["medians"]]
    x = Scale(lengths, LEFT, WIDTH - RIGHT)
    logarithms = [math.log10(value) for value in values]
    ends = [10.0 ** math.floor(min(logarithms)), 10.0 ** math.ceil(max(logarithms))]
    y = Scale(ends, HEIGHT - BOTTOM, TOP)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
        "<title>Milliseconds by events in the journal</title>",
        f"<style>{STYLE}</style>",
    ]
    for power in y.powers:
        parts.append(line(LEFT, y(power), WIDTH - RIGHT, y(power), "grid"))
        parts.append(text(LEFT - 8, y(power) + 4, duration(power), "end"))
    for length in lengths:
        parts.append(line(x(length), TOP, x(length), HEIGHT - BOTTOM, "grid"))
        parts.append(text(x(length), HEIGHT - BOTTOM + 18, short(length), "middle"))
    parts.append(text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, "events in the journal", "middle"))
    names = places([y(row["medians"][-1]) for row in rows])
    for row, color, place in zip(rows, COLORS, names):
        points = [(x(length), y(value)) for length, value in zip(lengths, row["medians"])]
        path = " ".join(f"{px:.1f},{py:.1f}" for px, py in points)
        parts.append(
            f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2"/>'
        )
        for px, py in points:
            parts.append(f'<circle cx="{px:.1f}" cy="{py:.1f}" r="3" fill="{color}"/>')
        title = row["title"].replace("`", "").split(",")[0].replace(" from a snapshot", "")
        left = WIDTH - RIGHT + 12
        parts.append(
            f'<line x1="{left}" y1="{place:.1f}" x2="{left + 14}" y2="{place:.1f}" '
            f'stroke="{color}" stroke-width="2"/>'
        )
        label = f"{title}, {duration(row['medians'][-1])}"
        parts.append(text(left + 20, place + 4, label, "start"))
    return "\n".join([*parts, "</svg>", ""])


class Scale:
    """Logarithmic, from the least value to the greatest."""

    def __init__(self, values, start, end):
        self.low, self.high = math.log10(min(values)), math.log10(max(values))
        self.start, self.end = start, end

    def __call__(self, value):
        share = (math.log10(value) - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)

    @property
    def powers(self):
        return [10.0**power for power in range(round(self.low), round(self.high) + 1)]


def places(wanted):
    """Where the names go: as near to their lines as they can without covering each other."""
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    placed, above = [0.0] * len(wanted), -math.inf
    for index in order:
        above = placed[index] = max(wanted[index], above + 18)
    return placed


def duration(milliseconds):
    if milliseconds < 1000:
        return f"{milliseconds:.3g} ms"
    return f"{milliseconds / 1000:.3g} s"


def short(length):
    for unit, name in ((10**6, "M"), (10**3, "k")):
        if length >= unit:
            return f"{length / unit:g} {name}"
    return str(length)


def line(x1, y1, x2, y2, kind):
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def text(x, y, words, anchor):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{words}</text>'
