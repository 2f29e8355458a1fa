"""Searches the potentials of proofs/chain-holding-cost.md, section 4, and rewrites the table in src/bounds/potentials/slice-potentials.ts.

A linear program in floating point: the unknowns are the Bernstein coefficients of the potential and its prices, every condition of the
proof a row, required by a margin that rounding to 2^-20 cannot use up. It is solved again and again: boxes whose conditions bind are cut
into eighths, as the checker cuts them. Nothing rests on it: the checker tests the rounded numbers.
Needs Python 3.9, NumPy, SciPy and highspy (HiGHS, interior points without crossover); one to three minutes a potential,
up to half an hour on the finer grids.
`python3 scripts/slice-potentials.py [NAME...]`, then `npx biome check --write src`. Those not named keep their values; some that no
bound of docs/tightness.md names have them from coarser conditions, and would gain.
"""

import base64
import re
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
from scipy.sparse import coo_matrix

from slice_program import DEGREE, UNIT, derivative, eighth, interior_point, kron, of_function, part, raise_degree, times_linear

TABLE = Path(__file__).parent.parent / "src" / "bounds" / "slice-potentials.ts"
OPENING = "export const SLICE_POTENTIALS: readonly SlicePotential[] = ["
KNOT = 20  # knots are twentieths
LEAST_MARGIN = 8e-6  # beside what rounding of the values takes: what the checker rounds
STEEPEST = 64
RELOAD_RENT = 1.0
NEAR = 2.0  # words that pay every price at rent 1
# How often the checker halves, and the part of the dual of a load at which the others are cut.
DEEPEST = {"sums": 3, "row": 3, "column": 3, "no row": 3, "no column": 3, "birth": 5, "reload": 5}
BINDS = {"birth": 1 / 50, "reload": 1 / 50}

CUT = 1e-3  # duals from here on are cut

# Knots in twentieths. Finer sums gain most; where rows that stay are the best play, 1/√θ of them, finer rows.
SQUARE = [0, 2, 5, 8, 12, 16, 20, 25, 30, 40, 60]
WIDE_SQUARE = [*SQUARE, 80]
FINE_SQUARE = [0, 2, 4, 6, 8, 10, 12, 15, 18, 21, 25, 30, 40, 60]
SUMS = [0, 1, 2, 3, 4, 6, 8, 10, 12, 14, 16, 18, 19, 20, 21, 22, 24, 27, 32, 40]
FEWER_SUMS = [0, 1, 2, 4, 6, 8, 10, 12, 14, 16, 18, 19, 20, 21, 22, 24, 28, 40]
WIDE_SUMS = [0, 1, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 30, 40]
# Row cost 2: boxes that u = 1 cuts have sums between 1 and 2.
ROWS = [0, 2, 4, 7, 10, 13, 15, 17, 20, 25, 30, 40, 50]
COLUMNS = [0, 4, 8, 12, 16, 20, 25, 30, 35, 40, 60, 80]
SECOND_SUMS = [0, 3, 6, 10, 14, 17, 20, 22, 24, 27, 31, 35, 40]

NARROW, WIDE = (SQUARE, SQUARE, SUMS, 58), (WIDE_SQUARE, WIDE_SQUARE, WIDE_SUMS, 78)
SECOND = (ROWS, COLUMNS, SECOND_SUMS, 78)
FINER_ROWS = [*range(0, 20, 2), 20, 25, 30, 40, 50]
FINER_COLUMNS = [0, 2, 4, 7, 10, 13, 16, 20, 25, 30, 35, 40, 60, 80]
FINER_SECOND_SUMS = [*range(0, 20, 2), 20, 21, 22, 23, 24, 26, 28, 30, 32, 35, 40]
FINER_SQUARE = [*range(0, 22, 2), 22, 25, 30, 40, 60]
FINER_SUMS = [*range(25), 27, 30, 34, 40]
FINER = (FINER_SQUARE, FINER_SQUARE, FINER_SUMS, 58)
FINER_SECOND = (FINER_ROWS, FINER_COLUMNS, FINER_SECOND_SUMS, 78)
# row cost, rent, waiting, weight of the reload price beside the price; knots of rows, columns and sums, and how far they reach
WANTED = [
    (1, "1", "1/10", 0.02, *WIDE),
    (1, "11/10", "1/4", 0.3, *WIDE),
    (1, "11/10", "2/5", 0.02, *WIDE),
    (1, "6/5", "1/5", 0.02, *NARROW),
    (1, "6/5", "3/5", 0.02, *NARROW),
    (1, "13/10", "3/5", 0.7, *FINER),
    (1, "13/10", "17/20", 0.02, *NARROW),
    (1, "7/5", "0", 0.02, *NARROW),
    (1, "7/5", "11/10", 0.3, *NARROW),
    (1, "3/2", "1", 0.05, *FINER),
    (1, "3/2", "13/10", 0.05, *NARROW),
    (1, "25/16", "11/8", 0.05, *NARROW),
    (1, "7/4", "7/5", 0.05, *FINER),
    (1, "16/9", "64/45", 0.05, FINE_SQUARE, FINE_SQUARE, SUMS, 58),
    (1, "16/9", "79/50", 0.05, *FINER),
    (1, "9/5", "7/20", 0.1, *NARROW),
    (1, "9/5", "3/5", 0.1, *NARROW),
    (1, "9/5", "4/5", 0.05, SQUARE, SQUARE, FEWER_SUMS, 58),
    (1, "9/5", "9/10", 0.1, *NARROW),
    (1, "9/5", "6/5", 0.05, *FINER),
    (1, "2", "8/5", 0.05, FINER_SQUARE, FINER_SQUARE, [*FINER_SUMS, 48], 58),
    (1.25, "3/2", "0", 2, *SECOND),
    (1.5, "3/2", "0", 1, *FINER_SECOND),
    (2, "11/10", "0", 0.3, *SECOND),
    (2, "3/2", "0", 0.1, *SECOND),
    (2, "16/9", "0", 0.01, *FINER_SECOND),
    (2, "9/5", "0", 0.1, *FINER_SECOND),
    (2, "2", "0", 0.1, FINER_ROWS, FINER_COLUMNS, [*FINER_SECOND_SUMS, 48], 78),
]


def waits(box):
    """Least and most u."""
    (x0, x1), (y0, y1), (s0, s1) = box
    return s0 - x1 * y1, s1 - x0 * y0


class Program:
    def __init__(self, unknowns):
        self.rows, self.columns, self.values, self.right, self.count = [], [], [], [], 0
        self.limits = [(-np.inf, np.inf)] * unknowns

    def unknown(self, low, high):
        self.limits.append((low, high))
        return len(self.limits) - 1

    def at_least(self, matrix, own, others, least):
        """matrix · own + Σ vector·other ≥ least, and by more than rounding takes."""
        height = matrix.shape[0]
        i, j = np.nonzero(np.abs(matrix) > 1e-13)
        self.rows.append(i + self.count)
        self.columns.append(own[j])
        self.values.append(-matrix[i, j])
        for other, vector in others:
            self.rows.append(np.arange(self.count, self.count + height))
            self.columns.append(np.full(height, other))
            self.values.append(-np.broadcast_to(vector, (height,)).astype(float))
        margin = np.abs(matrix).sum(axis=1) / (2 * UNIT) + LEAST_MARGIN
        self.right.append(-np.broadcast_to(least, (height,)).astype(float) - margin)
        self.count += height

    def solve(self, gain):
        entries = (np.concatenate(self.values), (np.concatenate(self.rows), np.concatenate(self.columns)))
        matrix = coo_matrix(entries, shape=(self.count, len(self.limits))).tocsc()
        return interior_point(matrix, np.concatenate(self.right), np.array(self.limits), gain)


class Search:
    def __init__(self, row_cost, rent, waiting, weight, rows, columns, sums, reach):
        self.row_cost, self.rent, self.waiting, self.weight = row_cost, float(rent), float(waiting), weight
        self.xs, self.ys, self.ss = ([knot / KNOT for knot in knots] for knots in (rows, columns, sums))
        self.symmetric = row_cost == 1
        self.index, self.leaves = {}, {}
        boxes = [(i, j) for i in range(len(rows) - 1) for j in range(len(columns) - 1)]
        self.active = {(i, j) for i, j in boxes if rows[i] + columns[j] < reach}
        spread = range(DEGREE + 1)
        self.own = {
            (i, j, k): np.array([self.number(2 * i + a, 2 * j + b, 2 * k + c) for a in spread for b in spread for c in spread])
            for i, j in sorted(self.active)
            if not (self.symmetric and i > j)
            for k in range(len(sums) - 1)
        }
        self.price, self.reload, self.ceiling = (len(self.index) + i for i in range(3))

    def number(self, i, j, k):
        if self.symmetric and i > j:
            i, j = j, i
        return self.index.setdefault((i, j, k), len(self.index))

    def conditions(self, place, box):
        """Each: kind, degrees, a matrix by the box's own coefficients, the right side; of births the rent, the waiting and the price."""
        i, j, _ = place
        x, y, s = box
        same, up, up_slope = np.eye(DEGREE + 1), raise_degree(DEGREE), raise_degree(DEGREE - 1)
        dx, dy, ds = (derivative(DEGREE) / (high - low) for low, high in box)
        sums = kron(same, same, ds)
        yield "sums", (2, 2, 1), sums, 0
        yield "row", (1, 2, 2), kron(dx, same, same), -self.row_cost
        yield "no row", (2, 3, 2), -kron(up_slope @ dx, up, same) - kron(same, times_linear(DEGREE, *y), up_slope @ ds), 0
        if not (self.symmetric and i == j):
            yield "column", (2, 1, 2), kron(same, dy, same), -1
            yield "no column", (3, 2, 2), -kron(up, up_slope @ dy, same) - kron(times_linear(DEGREE, *x), same, up_slope @ ds), 0
        yield "birth", (2, 2, 1), sums, (self.rent, self.waiting, self.price)
        yield "reload", (2, 2, 1), sums, (RELOAD_RENT, self.waiting * RELOAD_RENT / self.rent, self.reload)

    def solve(self):
        program = Program(self.ceiling + 1)
        groups = []
        last, same = np.eye(DEGREE + 1)[-1:], np.eye(DEGREE + 1)
        words = lambda x, y, s: self.row_cost * x + y + 0 * s
        for (i, j, k), own in self.own.items():
            box = [tuple(knots[at : at + 2]) for knots, at in ((self.xs, i), (self.ys, j), (self.ss, k))]
            x, y, s = box
            for kind, degrees, matrix, least in self.conditions((i, j, k), box):
                for leaf in self.leaves.get((kind, i, j, k), [(0, 0, 0, 0)]):
                    begin = program.count
                    self.demand(program, degrees, matrix, least, own, box, leaf)
                    groups.append(((kind, i, j, k), leaf, begin, program.count))
            if x[0] + y[0] < NEAR - 1e-9:
                program.at_least(-np.eye(27), own, [(self.ceiling, 1)], of_function(words, box, (2, 2, 2)))
            if (i + 1, j) not in self.active:
                edge = of_function(words, [(x[1], x[1]), y, s], (0, 2, 2))
                program.at_least(kron(last, same, same), own, [(self.ceiling, -1)], -edge)
            if (i, j + 1) not in self.active:
                edge = of_function(words, [x, (y[1], y[1]), s], (2, 0, 2))
                program.at_least(kron(same, last, same), own, [(self.ceiling, -1)], -edge)
        top, after = 2 * np.sqrt(self.ss[-1]), 2 * np.sqrt(self.ss[-1] - 1)
        most = min(NEAR, top, after + self.waiting / self.rent)
        program.limits[self.price], program.limits[self.reload] = (0, self.rent * most - 1e-5), (0, most - 1e-5)
        program.limits[self.index[(0, 0, 0)]] = (0, 0)
        gain = np.zeros(len(program.limits))
        gain[self.price], gain[self.reload] = 1, self.weight
        found, duals = program.solve(gain)
        return found, [(duals[begin:end].sum(), key, leaf) for key, leaf, begin, end in groups]

    def demand(self, program, degrees, matrix, least, own, box, leaf):
        """One condition on one part of a box, where u is at most 1."""
        cut = eighth(box, leaf)
        low, high = waits(cut)
        if low >= 1 - 1e-9:
            return
        halvings, *places = leaf
        if halvings > 0:
            matrix = kron(*(part(degree, halvings, place) for degree, place in zip(degrees, places))) @ matrix
        others = []
        if isinstance(least, tuple):
            rent, waiting, price = least
            late = lambda x, y, s: s - x * y
            others.append((price, -1))
            least = of_function(lambda x, y, s: -rent * (x + y) + 0 * s, cut, degrees)
            if low >= -1e-9:
                least = least - waiting * of_function(late, cut, degrees)
            elif high > 1e-9 and waiting > 0:
                others.append((program.unknown(0, waiting), of_function(late, cut, degrees)))
        if high > 1 + 1e-9:
            others.append((program.unknown(0, STEEPEST), of_function(lambda x, y, s: s - x * y - 1, cut, degrees)))
        program.at_least(matrix, own, others, least)

    def cut(self, binding, least):
        cuts = 0
        for dual, key, leaf in binding:
            halvings, *places = leaf
            if dual <= least * BINDS.get(key[0], 1) or halvings >= DEEPEST[key[0]]:
                continue
            leaves = self.leaves.setdefault(key, [(0, 0, 0, 0)])
            leaves.remove(leaf)
            leaves += [(halvings + 1, *(2 * at + side for at, side in zip(places, sides))) for sides in np.ndindex(2, 2, 2)]
            cuts += 1
        return cuts


def written(name, own, search, found):
    row_cost, rent, waiting, _, rows, columns, sums, reach = own
    places = [
        (i, j, k)
        for i in range(2 * len(rows) - 1)
        for j in range(i if row_cost == 1 else 0, 2 * len(columns) - 1)
        for k in range(2 * len(sums) - 1)
    ]
    # Where no condition is a value may be anything.
    most = 2**23 - 1
    values = [round(found[search.index[place]] * UNIT) if place in search.index else 0 for place in places]
    raw = b"".join((max(-most, min(most, value)) & 0xFFFFFF).to_bytes(3, "little") for value in values)
    lower = lambda value: int((value - 1e-6) * UNIT // 1)
    return f"""  {{
    id: "{name}",
    rowCost: {row_cost},
    rent: [{rent.numerator}, {rent.denominator}],
    waiting: [{waiting.numerator}, {waiting.denominator}],
    price: {lower(found[search.price])},
    reloadPrice: {lower(found[search.reload])},
    rows: {rows},
    columns: {columns},
    sums: {sums},
    reach: {reach},
    ceiling: {round(found[search.ceiling] * UNIT)},
    values:
      "{base64.b64encode(raw).decode()}",
  }},"""


def main():
    """Those named, or all; the others keep their values."""
    declarations, _, before = TABLE.read_text().partition(OPENING)
    entries = {name: entry for entry, name in re.findall(r'(?s)\n(  \{\n    id: "([^"]*)".*?\n  \},)', before)}
    for row_cost, rent, waiting, weight, *grid in WANTED:
        own = (row_cost, Fraction(rent), Fraction(waiting), weight, *grid)
        name = f"{'first' if row_cost == 1 else 'second'}, rent {rent}" + (f", waiting {waiting}" if waiting != "0" else "")
        if 1 < row_cost < 2:
            name = f"between, row cost {Fraction(row_cost)}, rent {rent}"
        if sys.argv[1:] and name not in sys.argv[1:]:
            continue
        search = Search(*own)
        found, binding = search.solve()
        finer = grid[0] in (FINER_SQUARE, FINER_ROWS)
        for turn in range(2 if finer or 1 < row_cost < 2 else 1):
            search.cut(binding, CUT / 2 ** (turn if finer else 0))
            try:
                found, binding = search.solve()
            except SystemExit:  # the solver fails on some programs: what it found before stands
                break
        print(name, round(found[search.price], 5), round(found[search.reload], 5), flush=True)
        entries[name] = written(name, own, search, found)
        TABLE.write_text("\n".join([declarations + OPENING, *entries.values(), "];", ""]))


if __name__ == "__main__":
    main()
