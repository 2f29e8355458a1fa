"""Searches the potentials of proofs/gemm-holding-cost.md, section 6, and rewrites the table in src/bounds/potentials/slice-ends-potentials.ts.

A linear program in floating point, solved again and again: boxes whose conditions bind are cut into eighths, as the checker cuts them,
so that fewer coefficients are asked to be above 0 for nothing. Nothing rests on it: the checker tests the rounded numbers.
The rents P are unknowns of the program as the values are.
Needs Python 3.9, NumPy, SciPy and highspy (HiGHS, interior points without crossover: HiPO where it is
built in, which solved all of these; half an hour for most). `python3 scripts/slice-ends-potentials.py [NAME...]`
"""

import base64
import re
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
from scipy.sparse import coo_matrix

from slice_program import DEGREE, UNIT, derivative, eighth, interior_point, kron, of_function, part, raise_degree, times_linear

TABLE = Path(__file__).parent.parent / "src" / "bounds" / "slice-ends-potentials.ts"
OPENING = "export const SLICE_ENDS_POTENTIALS: readonly SliceEndsPotential[] = ["

KNOT = 80  # knots are eightieths
MARGIN = 1.3e-4  # what rounding to 2^-20 cannot use up
DEEPEST = {"row": 3, "column": 3, "no row": 3, "no column": 3, "event": 4}
EVENTS_BIND = 1 / 50  # an event is cut at this part of the dual at which a load is
# What binds lies where the memory is nearly empty or nearly full of sums, and few words are there: knots in steps that double.
ROWS = [0, 4, 8, 14, 20, 32, 48, 64, 80, 100, 120, 160, 200, 240]
FARTHER_ROWS = [*ROWS[:-2], 208, 260]
FARTHEST_ROWS = [*ROWS[:-4], 130, 176, 236, 300]
SUMS = [0, 1, 2, 4, 8, 14, 20, 30, 40, 50, 60, 66, 72, 76, 78, 79, 80, 81, 82, 84, 88, 96, 112, 176]
FINER_SUMS = [0, 1, 2, 3, 4, 6, 8, 11, 14, 17, 20, 25, 30, 35, 40, 45, 50, 55, 60, 63, 66, 69, 72, 74, 76, 77, *SUMS[-10:]]
SHARES = [0, 40, 60, 80]  # of the memory without sums, where P has its knots


def unreachable(box):
    (_, x), (_, y), (s, _) = box
    return s - x * y >= 1 - 1e-9


def cut_by_full_memory(box):
    (x, _), (y, _), (_, s) = box
    return s - x * y > 1 + 1e-9


ROOMS = [lambda x, y, s: 1 + 0 * s, lambda x, y, s: 2 * (1 - s + x * y), lambda x, y, s: 2 * s]


def asked(box, credit):
    """What is asked for of an event on a leaf, as the checker does: by the number of a knot of P, what P there is multiplied by."""
    x, y, s = box
    centre = [1, *(room(*(sum(span) / 2 for span in box)) for room in ROOMS[1:])]
    which = min(range(3), key=lambda one: centre[one] - 1e-12 * (3 - one))
    room, middle = ROOMS[which], centre[which]
    low = [1, max(0, 2 * (1 - s[1] + x[0] * y[0])), 2 * s[0]][which]
    high = [1, 2 * (1 - s[0] + x[1] * y[1]), 2 * s[1]][which]
    knots = [share / KNOT for share in SHARES]
    inner = [knot for knot in knots[1:-1] if knot < high - 1e-9]

    def at(v):
        j = max(i for i in range(len(knots) - 1) if knots[i] <= v + 1e-12)
        up = (v - knots[j]) / (knots[j + 1] - knots[j])
        return {j + i: (lambda x, y, s, part=part: part * ((x + y) / v - credit) + 0 * s) for i, part in ((0, 1 - up), (1, up))}

    def line(j, over):
        """P between two knots at the room, `over` in the place of one over the room."""
        v, w = knots[j], knots[j + 1]
        below = lambda x, y, s: (x + y) * (w * over(x, y, s) - 1) - credit * (w - room(x, y, s))
        above = lambda x, y, s: (x + y) * (1 - v * over(x, y, s)) - credit * (room(x, y, s) - v)
        return {j: lambda *place: below(*place) / (w - v), j + 1: lambda *place: above(*place) / (w - v)}

    enough_words = x[0] + y[0] >= credit - 1e-9
    if which > 0 and (high <= knots[1] + 1e-9 or (middle <= knots[1] and enough_words)):
        a = 2 / max(middle, 0.6 * high, 0.01)
        return [line(0, lambda *place: a - a * a / 4 * room(*place))]
    last = inner[-1] if inner else 1
    if which > 0 and low >= last - 1e-9 and high <= 1 + 1e-9:
        return [*map(at, inner), line(len(inner), lambda *place: 1 / low + 1 / high - room(*place) / (low * high))]
    return [*map(at, inner), at(min(high, 1.0))]


class Search:
    def __init__(self, rows, sums, near, reach, credit):
        self.xs, self.ss = [knot / KNOT for knot in rows], [knot / KNOT for knot in sums]
        self.near, self.credit = near, credit
        self.index, self.leaves = {}, {}
        number = lambda i, j, k: self.index.setdefault((min(i, j), max(i, j), k), len(self.index))
        boxes = range(len(self.xs) - 1)
        self.active = {(i, j) for i in boxes for j in boxes if self.xs[i] + self.xs[j] < reach - 1e-9}
        spread = range(DEGREE + 1)
        self.own = {
            (i, j, k): np.array([number(2 * i + a, 2 * j + b, 2 * k + c) for a in spread for b in spread for c in spread])
            for i, j in sorted(self.active)
            if i <= j
            for k in range(len(self.ss) - 1)
        }
        self.price, self.ceiling, *self.rents = range(len(self.index), len(self.index) + 2 + len(SHARES))

    def conditions(self, place, box, own):
        """Each: kind, degrees, a matrix by the box's own coefficients, the right side."""
        i, j, _ = place
        x, y, s = box
        same, up, up_slope = np.eye(DEGREE + 1), raise_degree(DEGREE), raise_degree(DEGREE - 1)
        dx, dy, ds = (derivative(DEGREE) / (high - low) for low, high in box)
        along_sums = kron(same, same, ds)
        yield "row", (1, 2, 2), kron(dx, same, same), -1
        yield "no row", (2, 3, 2), -kron(up_slope @ dx, up, same) - kron(same, times_linear(DEGREE, *y), up_slope @ ds), 0
        if i != j:
            yield "column", (2, 1, 2), kron(same, dy, same), -1
            yield "no column", (3, 2, 2), -kron(up, up_slope @ dy, same) - kron(times_linear(DEGREE, *x), same, up_slope @ ds), 0
        yield "event", (2, 2, 1), along_sums, 0

    def solve(self):
        rows, columns, values, right = [], [], [], []
        groups, count, slopes = [], 0, self.rents[-1] + 1
        unknowns = slopes

        def at_least(matrix, own, least, others=(), box=None, degrees=None, slope=None):
            """Coefficients of at least `least`, `others` times theirs added; where U = 1 cuts through, with a slope times U − 1 as well."""
            nonlocal count, unknowns
            height = matrix.shape[0]
            i, j = np.nonzero(np.abs(matrix) > 1e-13)
            entries = [(i, own[j], -matrix[i, j])]
            entries += [(np.arange(height), np.full(height, other), -np.broadcast_to(factor, height)) for other, factor in others]
            if box is not None and cut_by_full_memory(box):
                over = of_function(lambda x, y, s: s - x * y - 1, box, degrees)
                if slope is None:
                    slope, unknowns = unknowns, unknowns + 1
                entries.append((np.arange(height), np.full(height, slope), -over))
            for row, column, value in entries:
                rows.append(row + count)
                columns.append(column)
                values.append(value)
            right.append(-np.broadcast_to(least, (height,)).astype(float) - MARGIN)
            count += height
            return slope

        def linear(least, *terms):
            nonlocal count
            rows.append(np.full(len(terms), count))
            columns.append(np.array([term for term, _ in terms]))
            values.append(-np.array([float(factor) for _, factor in terms]))
            right.append(np.array([-float(least)]))
            count += 1

        last, same = np.eye(DEGREE + 1)[-1:], np.eye(DEGREE + 1)
        words = lambda x, y, s: x + y + 0 * s
        for (i, j, k), own in self.own.items():
            box = [(self.xs[i], self.xs[i + 1]), (self.xs[j], self.xs[j + 1]), (self.ss[k], self.ss[k + 1])]
            x, y, s = box
            if not unreachable(box):
                growth = kron(same, same, derivative(DEGREE) / (s[1] - s[0]))
                at_least(growth, own, 0, box=box, degrees=(2, 2, 1))
                for kind, degrees, matrix, least in self.conditions((i, j, k), box, own):
                    for leaf in self.leaves.get((kind, i, j, k), [(0, 0, 0, 0)]):
                        cut = eighth(box, leaf)
                        if unreachable(cut):
                            continue
                        halvings, *places = leaf
                        smaller = matrix
                        if halvings > 0:
                            smaller = kron(*(part(degree, halvings, place) for degree, place in zip(degrees, places))) @ matrix
                        begin = count
                        slope = None
                        for rents in asked(cut, self.credit) if kind == "event" else [{}]:
                            others = [(self.rents[j], of_function(factor, cut, degrees)) for j, factor in rents.items()]
                            if kind == "event":
                                others.append((self.price, -1))
                            slope = at_least(smaller, own, least, others, cut, degrees, slope)
                        groups.append(((kind, i, j, k), leaf, begin, count))
            if x[0] + y[0] < self.near - 1e-9:
                at_least(-np.eye(27), own, of_function(words, box, (2, 2, 2)), [(self.ceiling, 1)])
            if (i + 1, j) not in self.active:
                edge = of_function(words, [(x[1], x[1]), y, s], (0, 2, 2))
                at_least(kron(last, same, same), own, -edge, [(self.ceiling, -1)])
            if (i, j + 1) not in self.active:
                edge = of_function(words, [x, (y[1], y[1]), s], (2, 0, 2))
                at_least(kron(same, last, same), own, -edge, [(self.ceiling, -1)])
        # P never falls, P(v)/v falls on its first line alone.
        knots, top = [share / KNOT for share in SHARES], self.ss[-1]
        for j, (one, other) in enumerate(zip(self.rents, self.rents[1:])):
            sign = 1 if j == 0 else -1
            linear(0, (other, 1), (one, -1))
            linear(0, (one, sign * knots[j + 1]), (other, -sign * knots[j]))
        # Far away words alone pay, a word's least rent each.
        first, full = self.rents[0], self.rents[-1]
        for words, charged in ((self.near, full), (2 * np.sqrt(top - 1), first), (2 * np.sqrt(top - 0.5), full)):
            linear(1e-5, (self.rents[1], words / knots[1]), (charged, -self.credit), (self.price, -1))
        matrix = coo_matrix((np.concatenate(values), (np.concatenate(rows), np.concatenate(columns))), shape=(count, unknowns))
        limits = np.full((unknowns, 2), [-np.inf, np.inf])
        limits[slopes:] = 0, 64
        limits[[self.price, *self.rents]] = 0, 2
        limits[self.index[(0, 0, 2 * self.ss.index(0.5))]] = 0
        gain = (np.arange(unknowns) == self.price).astype(float)
        found, duals = interior_point(matrix.tocsc(), np.concatenate(right), limits, gain)
        binding = [(duals[begin:end].sum(), key, leaf) for key, leaf, begin, end in groups]
        return found, binding

    def cut(self, binding, least):
        for dual, key, leaf in binding:
            halvings, *places = leaf
            kind = key[0]
            if dual <= (least * EVENTS_BIND if kind == "event" else least) or halvings >= DEEPEST[kind]:
                continue
            leaves = self.leaves.setdefault(key, [(0, 0, 0, 0)])
            leaves.remove(leaf)
            sides = np.ndindex(2, 2, 2)
            leaves += [(halvings + 1, *(2 * place + side for place, side in zip(places, of))) for of in sides]


def whole_rents(rents):
    """Rounded, the lines where a word's rent does not fall kept so, and all of them convex."""
    whole = [round(rent * UNIT) for rent in rents]
    for j in range(1, len(whole) - 1):
        steps = SHARES[j] - SHARES[j - 1], SHARES[j + 1] - SHARES[j]
        straight = whole[j] - (whole[j - 1] - whole[j]) * steps[1] // steps[0]
        whole[j + 1] = max(whole[j + 1], -(-whole[j] * SHARES[j + 1] // SHARES[j]), straight)
    return [[share, rent] for share, rent in zip(SHARES, whole)]


def written(name, rows, sums, reach, share, search, found, given):
    """With a share given up of the price: `(1 − given)·F − given·(x + y)` has room in drops that rounding on narrow boxes needs."""
    places = [
        (i, j, k) for i in range(2 * len(rows) - 1) for j in range(i, 2 * len(rows) - 1) for k in range(2 * len(sums) - 1)
    ]
    # Where no condition is a value may be anything.
    most = 2**23 - 1
    middle = lambda place: (rows[place // 2] + rows[(place + 1) // 2]) / 2 / KNOT
    less = lambda i, j, k: (1 - given) * found[search.index[(i, j, k)]] - given * (middle(i) + middle(j))
    values = [round(less(*place) * UNIT) if place in search.index else 0 for place in places]
    raw = b"".join((max(-most, min(most, value)) & 0xFFFFFF).to_bytes(3, "little") for value in values)
    return f"""  {{
    id: "{name}",
    rents: {whole_rents(found[search.rents])},
    credit: [{share.denominator}, {share.numerator}],
    price: {int((found[search.price] - 1e-6 - 2.6 * given) * UNIT // 1)},
    rows: {rows},
    sums: {sums},
    reach: {round(reach * KNOT)},
    ceiling: {round((1 - given) * found[search.ceiling] * UNIT)},
    values:
      "{base64.b64encode(raw).decode()}",
  }},"""


# One over the credit (and what tells potentials of one credit apart), rows, sums, words that pay every price, up to where a box has values, what is given up (by trial: rounding takes more on
# some boxes), then the dual above which a condition is cut, solution by solution (by trial too: the solver fails on some programs).
WANTED = [
    ("3/2", FARTHEST_ROWS, FINER_SUMS, 2.9, 3.85, 4e-5, (7e-4, 7e-4, 8e-4, 8e-4)),
    ("13/8", FARTHEST_ROWS, FINER_SUMS, 2.9, 3.85, 4e-5, (5e-4, 3e-4)),
    ("7/4", FARTHEST_ROWS, FINER_SUMS, 2.9, 3.85, 4e-5, (5e-4, 3e-4, 2e-4)),
    ("2", FARTHER_ROWS, FINER_SUMS, 2.6, 3.3, 4e-5, (7e-4, 4e-4, 2.5e-4)),
    ("5/2", FARTHER_ROWS, FINER_SUMS, 2.6, 3.3, 4e-5, (7e-4, 4e-4, 2.5e-4)),
    # Its rents suit some chains better.
    ("3", ROWS, SUMS, 2.3, 2.95, 4e-5, (7e-4, 7e-4)),
    ("3, finer", ROWS, FINER_SUMS, 2.3, 2.95, 4e-5, (7e-4, 4e-4, 2.5e-4)),
    ("4", ROWS, FINER_SUMS, 2.3, 2.95, 4e-5, (7e-4, 7e-4, 8e-4)),
    ("6", ROWS, FINER_SUMS, 2.3, 2.95, 6e-5, (1e-3, 5e-4, 2.5e-4)),
    ("8", ROWS, FINER_SUMS, 2.3, 2.95, 6e-5, (1e-3, 5e-4, 2.5e-4)),
    ("12", ROWS, FINER_SUMS, 2.3, 2.95, 6e-5, (1e-3, 5e-4, 2.5e-4)),
]


def main():
    declarations, _, written_before = TABLE.read_text().partition(OPENING)
    entries = dict(re.findall(r'(?s)(?<=\n)(?=  \{\n    id: "([^"]*)")(.*?\n  \},)', written_before) or [])
    for one_over, rows, sums, near, reach, given, cuts in WANTED:
        share = Fraction(one_over.partition(",")[0])
        name = f"ends, {one_over}"
        if sys.argv[1:] and one_over not in sys.argv[1:]:
            continue
        search = Search(rows, sums, near, reach, float(1 / share))
        for least in (*cuts, None):
            found, binding = search.solve()
            print(name, round(found[search.price], 5), np.round(found[search.rents], 4), flush=True)
            if least is not None:
                search.cut(binding, least)
        entries[name] = written(name, rows, sums, reach, share, search, found, given)
        order = [f"ends, {one[0]}" for one in WANTED]
        body = [entries[key] for key in sorted(entries, key=order.index)]
        TABLE.write_text("\n".join([declarations + OPENING, *body, "];", ""]))


if __name__ == "__main__":
    main()
