"""Searches the potentials of proofs/chain-slices.md, section 6, and rewrites the table in src/bounds/slice-potentials.ts.

A linear program in floating point: the unknowns are the Bernstein coefficients of the potential and its prices, every condition of the
proof a row, required by a margin that rounding to 2^-20 cannot use up. Nothing rests on it: the checker tests the rounded numbers.
Needs Python 3.9, NumPy and SciPy (HiGHS); forty minutes. `python3 scripts/slice-potentials.py`, then `npx biome check --write src`
"""

import base64
from fractions import Fraction
from pathlib import Path

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_matrix

TABLE = Path(__file__).parent.parent / "src" / "bounds" / "slice-potentials.ts"
OPENING = "export const SLICE_POTENTIALS: readonly SlicePotential[] = ["
KNOT = 20  # knots are twentieths
UNIT = 2**20
DEGREE = 2
# The next where HiGHS gives up; by hand where the checker refuses what it calls a solution.
MARGINS = (1e-4, 1.3e-4, 2e-4, 3e-4)
WAIT = 64  # a slope is the square of a byte over this
STEEPEST = 15.8
RELOAD_RENT = 1.0
NEAR = 2.0  # words that pay every price at rent 1
REACH = 3.9
FINE_REACH = 2.9

SQUARE = [0, 0.1, 0.25, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4]
SUMS = [0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3, 1.5, 2]
# Finer sums gain most, about half a percent; where words alone pay for every birth values of their own are for nothing.
FINE_SQUARE = [0, 0.1, 0.25, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3]
FINE_SUMS = [0, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1, 1.05, 1.1, 1.2, 1.35, 1.6, 2]
FINEST_SUMS = [*(i / 20 for i in range(25)), 1.3, 1.5, 2]
# Where rows that stay are the best play, 1/√θ of them, a knot there gains most: 0.8 at 25/16, 0.75 at 16/9.
COARSE_SUMS = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.3, 1.5, 2]
THREE_QUARTERS = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.75, 0.9, 1.05, 1.25, 1.5, 2, 3]
ROWS = [0, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 1, 1.25, 1.5, 2, 3]
COLUMNS = [0, 0.2, 0.4, 0.6, 0.8, 1, 1.2, 1.4, 1.6, 1.8, 2, 2.5, 3, 4]
FEWER_SUMS = [0, 0.05, 0.15, 0.3, 0.5, 0.7, 0.85, 1, 1.15, 1.4, 2]
# Row cost 2 at 16/9: boxes that u = 1 cuts have sums between 1 and 2.
CUT_ROWS = [0, 0.1, 0.2, 0.35, 0.5, 0.65, 0.75, 0.85, 1, 1.25, 1.5, 2, 2.5]
CUT_COLUMNS = [0, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 1.75, 2, 3, 4]
CUT_SUMS = [0, 0.15, 0.3, 0.5, 0.7, 0.85, 1, 1.1, 1.2, 1.35, 1.55, 1.75, 2]

# rent, waiting, weight of the reload price beside the price, then sums, and rows and columns, where they are others
FIRST = [
    ("1", "1/10", 0.02),
    ("11/10", "1/4", 0.3),
    ("11/10", "2/5", 0.02),
    ("6/5", "1/5", 0.02),
    ("6/5", "3/5", 0.02),
    ("13/10", "3/5", 0.3),
    ("13/10", "17/20", 0.02),
    ("7/5", "0", 0.02, FINEST_SUMS),
    ("7/5", "11/10", 0.02),
    ("3/2", "1", 0.05, FINE_SUMS),
    ("3/2", "13/10", 0.05),
    ("25/16", "11/8", 0.05, COARSE_SUMS),
    ("7/4", "7/5", 0.05),
    ("16/9", "64/45", 0.01, FINEST_SUMS, THREE_QUARTERS),
    ("9/5", "7/20", 0.1),
    ("9/5", "3/5", 0.1),
    ("9/5", "4/5", 0.05, FINE_SUMS),
    ("9/5", "9/10", 0.1),
    ("9/5", "6/5", 0.05),
]
# rent, weight, then rows, columns and sums where they are others
SECOND = [("11/10", 0.3), ("3/2", 0.1), ("16/9", 0.01, CUT_ROWS, CUT_COLUMNS, CUT_SUMS), ("9/5", 0.1)]


def raise_degree(d):
    rows = np.zeros((d + 2, d + 1))
    for i in range(d + 1):
        rows[i, i] += 1 - i / (d + 1)
        rows[i + 1, i] += (i + 1) / (d + 1)
    return rows


def derivative(d):
    return d * (np.eye(d + 1)[1:] - np.eye(d + 1)[:-1])


def times_linear(d, low, high):
    """Product with the linear function from low to high, one degree more."""
    rows = np.zeros((d + 2, d + 1))
    for i in range(d + 1):
        rows[i, i] += low * (d + 1 - i) / (d + 1)
        rows[i + 1, i] += high * (i + 1) / (d + 1)
    return rows


def kron(*factors):
    product = np.ones((1, 1))
    for factor in factors:
        product = np.kron(product, factor)
    return product


def greville(*spans):
    """Coefficients of the coordinates themselves: evenly spaced."""
    axes = [np.linspace(low, high, d + 1) for low, high, d in spans]
    return [axis.ravel() for axis in np.meshgrid(*axes, indexing="ij")]


class Program:
    def __init__(self, margin):
        self.margin, self.rows, self.columns, self.values, self.right, self.count = margin, [], [], [], [], 0

    def at_least(self, matrix, unknowns, others, right):
        """matrix · unknowns + Σ vector·other ≥ right + margin."""
        height = matrix.shape[0]
        i, j = np.nonzero(np.abs(matrix) > 1e-14)
        parts = [(i, unknowns[j], -matrix[i, j])]
        parts += [(np.arange(height), np.full(height, other), -np.broadcast_to(vector, (height,))) for other, vector in others]
        for row, column, value in parts:
            self.rows.append(row + self.count)
            self.columns.append(column)
            self.values.append(value)
        self.right.append(-np.broadcast_to(right, (height,)).astype(float) - self.margin)
        self.count += height


def solve(row_cost, xs, ys, ss, reach, rent, waiting, weight, margin, fixed_slopes=None):
    symmetric = row_cost == 1
    index = {}

    def unknown(i, j, k):
        if symmetric and i > j:
            i, j = j, i
        return index.setdefault((i, j, k), len(index))

    active = {(i, j) for i in range(len(xs) - 1) for j in range(len(ys) - 1) if xs[i] + ys[j] < reach - 1e-9}
    spread = range(DEGREE + 1)
    corners = {
        (i, j, k): np.array([unknown(2 * i + a, 2 * j + b, 2 * k + c) for a in spread for b in spread for c in spread])
        for i, j in sorted(active)
        if not (symmetric and i > j)
        for k in range(len(ss) - 1)
    }
    price, reload_price, ceiling = len(index), len(index) + 1, len(index) + 2
    slopes, steepness, total = {}, [], len(index) + 3
    same, up, up_slope = np.eye(DEGREE + 1), raise_degree(DEGREE), raise_degree(DEGREE - 1)
    program = Program(margin)
    for (i, j, k), own in corners.items():
        (x0, x1), (y0, y1), (s0, s1) = xs[i : i + 2], ys[j : j + 2], ss[k : k + 2]
        dx, dy, ds = (derivative(DEGREE) / (high - low) for low, high in ((x0, x1), (y0, y1), (s0, s1)))
        along_sums = kron(same, same, ds)
        program.at_least(kron(dx, same, same), own, [], -row_cost)
        program.at_least(kron(same, dy, same), own, [], -1)
        program.at_least(along_sums, own, [], 0)
        drop_row = kron(up_slope @ dx, up, same) + kron(same, times_linear(DEGREE, y0, y1), up_slope @ ds)
        drop_column = kron(up, up_slope @ dy, same) + kron(times_linear(DEGREE, x0, x1), same, up_slope @ ds)
        program.at_least(-drop_row, own, [], 0)
        program.at_least(-drop_column, own, [], 0)
        least, most = s0 - x1 * y1, min(1, s1 - x0 * y0)
        if least < 1 - 1e-9:
            x, y, s = greville((x0, x1, DEGREE), (y0, y1, DEGREE), (s0, s1, DEGREE - 1))
            late = s - x * y
            ends = np.array([least, most] + ([0] if least < 0 < most else []))
            waits = waiting * np.maximum(0, ends)
            key = (i, j, k)
            if fixed_slopes is None:
                slope, intercept = total, total + 1
                slopes[key] = slope
                total += 2
                steepness += [(0, STEEPEST), (None, None)]
                program.at_least(np.zeros((len(ends), 1)), own[:1], [(slope, -ends), (intercept, 1.0)], -waits - margin)
                counted, line = np.zeros(len(late)), [(slope, late), (intercept, -1.0)]
            else:
                slope = fixed_slopes[key]
                counted, line = slope * late - np.max(slope * ends - waits), []
            for paid, share in ((price, rent), (reload_price, RELOAD_RENT)):
                parts = [(other, vector * (share / rent)) for other, vector in line]
                program.at_least(along_sums, own, [(paid, -1.0), *parts], -share * (x + y) - counted * (share / rent))
        if x0 + y0 < NEAR - 1e-9:
            x, y, _ = greville((x0, x1, DEGREE), (y0, y1, DEGREE), (s0, s1, DEGREE))
            program.at_least(-np.eye(len(own)), own, [(ceiling, 1.0)], row_cost * x + y)
        last = np.eye(DEGREE + 1)[-1:]
        if (i + 1, j) not in active:
            x, y, _ = greville((x1, x1, 0), (y0, y1, DEGREE), (s0, s1, DEGREE))
            program.at_least(kron(last, same, same), own, [(ceiling, -1.0)], -(row_cost * x + y))
        if (i, j + 1) not in active:
            x, y, _ = greville((x0, x1, DEGREE), (y1, y1, 0), (s0, s1, DEGREE))
            program.at_least(kron(same, last, same), own, [(ceiling, -1.0)], -(row_cost * x + y))
    matrix = coo_matrix(
        (np.concatenate(program.values), (np.concatenate(program.rows), np.concatenate(program.columns))),
        shape=(program.count, total),
    ).tocsr()
    gain = np.zeros(total)
    gain[price], gain[reload_price] = -1, -weight
    far = 2 * np.sqrt(ss[-1] - 1)
    bounds = [(None, None)] * len(index)
    bounds += [(0, min(rent * NEAR, waiting + rent * far)), (0, min(NEAR, far)), (None, None)]
    bounds += steepness
    bounds[index[(0, 0, 0)]] = (0, 0)
    found = linprog(
        gain, A_ub=matrix, b_ub=np.concatenate(program.right), bounds=bounds, method="highs-ipm", options={"time_limit": 600}
    )
    if found.x is None:
        return None
    return {
        "price": found.x[price],
        "reload": found.x[reload_price],
        "ceiling": found.x[ceiling],
        "values": {place: found.x[number] for place, number in index.items()},
        "slopes": {key: found.x[number] for key, number in slopes.items()},
    }


def search(row_cost, xs, ys, ss, reach, rent, waiting, weight):
    """Twice: the slopes are rounded to what a byte says after the first time and stay so."""
    slopes = None
    for margin in MARGINS:
        own = (row_cost, xs, ys, ss, reach, float(rent), float(waiting), weight, margin)
        if slopes is None:
            first = solve(*own)
            if first is None:
                continue
            slopes = {key: min(255, round(WAIT * max(0, value) ** 0.5)) for key, value in first["slopes"].items()}
        found = solve(*own, fixed_slopes={key: (value / WAIT) ** 2 for key, value in slopes.items()})
        if found is not None:
            return {**found, "slopes": slopes}
    raise SystemExit(f"no potential at rent {rent}, waiting {waiting}")


def written(row_cost, xs, ys, ss, reach, rent, waiting, found):
    symmetric = row_cost == 1
    places = [
        (i, j, k)
        for i in range(2 * len(xs) - 1)
        for j in range(i if symmetric else 0, 2 * len(ys) - 1)
        for k in range(2 * len(ss) - 1)
    ]
    values = [round(found["values"].get(place, 0) * UNIT) for place in places]
    if max(map(abs, values)) >= 2**23:
        raise SystemExit("a value of more than three bytes")
    boxes = [
        (i, j, k) for i in range(len(xs) - 1) for j in range(i if symmetric else 0, len(ys) - 1) for k in range(len(ss) - 1)
    ]
    encode = lambda raw: base64.b64encode(raw).decode()
    twentieths = lambda knots: "[" + ", ".join(str(round(knot * KNOT)) for knot in knots) + "]"
    stage = "first" if row_cost == 1 else "second"
    name = f"{stage}, rent {rent}" + (f", waiting {waiting}" if waiting else "")
    lower = lambda value: int((value - 1e-6) * UNIT // 1)
    return f"""  {{
    id: "{name}",
    rowCost: {row_cost},
    rent: [{rent.numerator}, {rent.denominator}],
    waiting: [{waiting.numerator}, {waiting.denominator}],
    price: {lower(found["price"])},
    reloadPrice: {lower(found["reload"])},
    rows: {twentieths(xs)},
    columns: {twentieths(ys)},
    sums: {twentieths(ss)},
    reach: {round(reach * KNOT)},
    ceiling: {round(found["ceiling"] * UNIT)},
    values:
      "{encode(b"".join((value & 0xFFFFFF).to_bytes(3, "little") for value in values))}",
  }},"""


def main():
    entries = []
    for rent, waiting, weight, *other in FIRST:
        square = other[1] if len(other) > 1 else FINE_SQUARE
        grid = (square, square, other[0], FINE_REACH) if other else (SQUARE, SQUARE, SUMS, REACH)
        own = (1, *grid, Fraction(rent), Fraction(waiting))
        entries.append(written(*own, search(*own, weight)))
        print(rent, waiting)
    for rent, weight, *other in SECOND:
        own = (2, *(other or (ROWS, COLUMNS, FEWER_SUMS)), REACH, Fraction(rent), Fraction(0))
        entries.append(written(*own, search(*own, weight)))
        print(rent)
    declarations, _, _ = TABLE.read_text().partition(OPENING)
    TABLE.write_text("\n".join([declarations + OPENING, *entries, "];", ""]))


if __name__ == "__main__":
    main()
