"""Searches the potentials of proofs/product-slice-ends.md, section 6, and rewrites the table in src/bounds/slice-ends-potentials.ts.

A linear program in floating point, solved again and again: boxes whose conditions bind are cut into eighths, as the checker cuts them,
so that fewer coefficients are asked to be above 0 for nothing. Nothing rests on it: the checker tests the rounded numbers.
Needs Python 3.9, NumPy, SciPy and highspy (HiGHS, interior points without crossover); up to a quarter of
an hour for each. `python3 scripts/slice-ends-potentials.py [NAME...]`
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
NEAR = Fraction(21, 10)  # words that pay every price
REACH = Fraction(29, 10)
DEEPEST = {"row": 3, "column": 3, "no row": 3, "no column": 3, "event": 4}
EVENTS_BIND = 1 / 50  # an event is cut at this part of the dual at which a load is
# What binds lies where the memory is nearly empty or nearly full of sums, and few words are there: knots in steps that double.
ROWS = [0, 4, 8, 14, 20, 32, 48, 64, 80, 100, 120, 168, 240]
FINER_ROWS = [0, 2, *ROWS[1:]]
SUMS = [0, 1, 2, 4, 8, 16, 28, 40, 52, 64, 72, 76, 78, 79, 80, 81, 82, 84, 88, 96, 112, 160]


def unreachable(box):
    (_, x), (_, y), (s, _) = box
    return s - x * y >= 1 - 1e-9


def cut_by_full_memory(box):
    (x, _), (y, _), (_, s) = box
    return s - x * y > 1 + 1e-9


ROOMS = [lambda x, y, s: 1 + 0 * s, lambda x, y, s: 2 * (1 - s + x * y), lambda x, y, s: 2 * s]


def room_line(x, y, s):
    """Which of 1, 2(1 − U), 2s bounds the empty room, and the line a − b·room below 1/room: as the checker takes them."""
    rows, columns, sums = sum(x) / 2, sum(y) / 2, sum(s) / 2
    centre = [1, 2 * (1 - sums + rows * columns), 2 * sums]
    which = min(range(3), key=lambda one: centre[one] - 1e-12 * (3 - one))
    most = [1, min(1.5, 2 * (1 - s[0] + x[1] * y[1])), 2 * s[1]][which]
    a = int(2048 / max(centre[which], 0.6 * most, 0.01) + 1e-9)
    return which, a / 1024, -(-a * a // 2**14) / 256


class Search:
    def __init__(self, rows, sums, rent, lift, credit):
        self.xs, self.ss = [knot / KNOT for knot in rows], [knot / KNOT for knot in sums]
        self.rent, self.lift, self.credit = rent, lift, credit
        self.index, self.leaves = {}, {}
        number = lambda i, j, k: self.index.setdefault((min(i, j), max(i, j), k), len(self.index))
        boxes = range(len(self.xs) - 1)
        self.active = {(i, j) for i in boxes for j in boxes if self.xs[i] + self.xs[j] < float(REACH) - 1e-9}
        spread = range(DEGREE + 1)
        self.own = {
            (i, j, k): np.array([number(2 * i + a, 2 * j + b, 2 * k + c) for a in spread for b in spread for c in spread])
            for i, j in sorted(self.active)
            if i <= j
            for k in range(len(self.ss) - 1)
        }
        self.price, self.ceiling = len(self.index), len(self.index) + 1

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
        yield "event", (2, 2, 1), along_sums, None

    def owed(self, box):
        which, a, b = room_line(*box)
        room = ROOMS[which]
        lifted = (lambda x, y, s: self.lift) if which == 0 else (lambda x, y, s: self.lift * (a - b * room(x, y, s)))
        charge = lambda x, y, s: self.credit * (self.rent * room(x, y, s) + self.lift) - (x + y) * (self.rent + lifted(x, y, s))
        return of_function(charge, box, (2, 2, 1))

    def solve(self):
        rows, columns, values, right = [], [], [], []
        groups, count, unknowns = [], 0, self.ceiling + 1

        def at_least(matrix, own, least, others=(), box=None, degrees=None):
            nonlocal count, unknowns
            height = matrix.shape[0]
            i, j = np.nonzero(np.abs(matrix) > 1e-13)
            entries = [(i, own[j], -matrix[i, j])]
            entries += [(np.arange(height), np.full(height, other), np.full(height, -factor)) for other, factor in others]
            if box is not None and cut_by_full_memory(box):
                over = of_function(lambda x, y, s: s - x * y - 1, box, degrees)
                entries.append((np.arange(height), np.full(height, unknowns), -over))
                unknowns += 1
            for row, column, value in entries:
                rows.append(row + count)
                columns.append(column)
                values.append(value)
            right.append(-np.broadcast_to(least, (height,)).astype(float) - MARGIN)
            count += height

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
                        event = kind == "event"
                        others = [(self.price, -1)] if event else []
                        at_least(smaller, own, self.owed(cut) if event else least, others, cut, degrees)
                        groups.append(((kind, i, j, k), leaf, begin, count))
            if x[0] + y[0] < float(NEAR) - 1e-9:
                at_least(-np.eye(27), own, of_function(words, box, (2, 2, 2)), [(self.ceiling, 1)])
            if (i + 1, j) not in self.active:
                edge = of_function(words, [(x[1], x[1]), y, s], (0, 2, 2))
                at_least(kron(last, same, same), own, -edge, [(self.ceiling, -1)])
            if (i, j + 1) not in self.active:
                edge = of_function(words, [x, (y[1], y[1]), s], (2, 0, 2))
                at_least(kron(same, last, same), own, -edge, [(self.ceiling, -1)])
        matrix = coo_matrix((np.concatenate(values), (np.concatenate(rows), np.concatenate(columns))), shape=(count, unknowns))
        full, top = self.rent + self.lift, self.ss[-1]
        far = [2 * self.rent * np.sqrt(top - 1) - self.credit * self.lift, 2 * self.rent * np.sqrt(top - 0.5) - self.credit * full]
        limits = np.full((unknowns, 2), [-np.inf, np.inf])
        limits[self.ceiling + 1 :] = 0, 64
        limits[self.price] = 0, min(self.rent * float(NEAR) - self.credit * full, *far) - 1e-5
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


def written(name, rows, sums, rent, lift, credit, search, found, given):
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
    pair = lambda fraction: f"[{fraction.numerator}, {fraction.denominator}]"
    return f"""  {{
    id: "{name}",
    rent: {pair(rent)},
    lift: {pair(lift)},
    credit: {pair(credit)},
    price: {int((found[search.price] - 1e-6 - 2.2 * given) * UNIT // 1)},
    rows: {rows},
    sums: {sums},
    reach: {int(REACH * KNOT)},
    ceiling: {round((1 - given) * found[search.ceiling] * UNIT)},
    values:
      "{base64.b64encode(raw).decode()}",
  }},"""


# One over the credit, rent, lift (the checker takes numerators below 16), rows, sums, what is given up (by trial: rounding takes more on some boxes), then the dual above which
# a condition is cut, solution by solution.
WANTED = [
    ("2", "5/4", "2/23", ROWS, SUMS, 4e-5, (7e-4, 5e-4, 4e-4)),
    ("3", "111/100", "2/23", ROWS, SUMS, 4e-5, (7e-4, 6e-4)),
    ("4", "51/50", "11/100", ROWS, SUMS, 4e-5, (7e-4, 7e-4, 6e-4)),
    ("6", "1", "2/19", FINER_ROWS, SUMS, 4e-5, (7e-4, 6e-4, 5e-4)),
    ("8", "1", "1/10", ROWS, SUMS, 9e-5, (7e-4, 6e-4)),
]


def main():
    declarations, _, written_before = TABLE.read_text().partition(OPENING)
    entries = dict(re.findall(r'(?s)(?<=\n)(?=  \{\n    id: "([^"]*)")(.*?\n  \},)', written_before) or [])
    for share, rent, lift, rows, sums, given, cuts in WANTED:
        name = f"ends, {share}"
        if sys.argv[1:] and share not in sys.argv[1:]:
            continue
        own = (Fraction(rent), Fraction(lift), 1 / Fraction(share))
        search = Search(rows, sums, *map(float, own))
        for least in (*cuts, None):
            found, binding = search.solve()
            print(name, rent, lift, round(found[search.price], 5), flush=True)
            if least is not None:
                search.cut(binding, least)
        entries[name] = written(name, rows, sums, *own, search, found, given)
        order = [f"ends, {one[0]}" for one in WANTED]
        body = [entries[key] for key in sorted(entries, key=order.index)]
        TABLE.write_text("\n".join([declarations + OPENING, *body, "];", ""]))


if __name__ == "__main__":
    main()
