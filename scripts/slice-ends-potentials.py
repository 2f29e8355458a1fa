"""Searches the potentials of proofs/product-slice-ends.md, section 6, and rewrites the table in src/bounds/slice-ends-potentials.ts.

A linear program in floating point, as in slice-potentials.py, whose polynomials it uses; nothing rests on it: the checker tests the
rounded numbers. Needs Python 3.9, NumPy and SciPy (HiGHS); ten minutes. `python3 scripts/slice-ends-potentials.py [NAME...]`
"""

import base64
import importlib.util
import re
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_matrix

HERE = Path(__file__).parent
TABLE = HERE.parent / "src" / "bounds" / "slice-ends-potentials.ts"
OPENING = "export const SLICE_ENDS_POTENTIALS: readonly SliceEndsPotential[] = ["
spec = importlib.util.spec_from_file_location("slice_potentials", HERE / "slice-potentials.py")
shared = importlib.util.module_from_spec(spec)
spec.loader.exec_module(shared)
kron, derivative, raise_degree, times_linear = shared.kron, shared.derivative, shared.raise_degree, shared.times_linear
greville, Program, DEGREE, KNOT, UNIT, MARGINS = shared.greville, shared.Program, shared.DEGREE, shared.KNOT, shared.UNIT, shared.MARGINS

STEEP = 8  # a byte is a slope in eighths
NEAR = 2  # words that pay every price
REACH = Fraction(29, 10)
ROWS = [0, 2, 5, 8, 12, 16, 20, 25, 30, 40, 60]
SUMS = [0, 1, 2, 4, 6, 8, 10, 12, 14, 16, 18, 19, 20, 21, 22, 24, 28, 40]

# one over the credit, rent, lift
WANTED = [
    ("2", "6/5", "2/25"),
    ("3", "27/25", "9/100"),
    ("4", "107/100", "2/25"),
    ("6", "103/100", "1/10"),
    ("8", "51/50", "11/100"),
]


def line(rows, columns, sums):
    """Which of 1, 2(1 − U), 2s bounds the empty room here, and where 1/m is touched from below, in 1600ths."""
    (x0, x1), (y0, y1), (s0, s1) = rows, columns, sums
    waiting = 2 * (1600 - 40 * (s0 + s1) + (x0 + x1) * (y0 + y1))
    centre = [1600, waiting, 80 * (s0 + s1)]
    which = centre.index(min(centre))
    most = [1600, min(2400, 2 * (1600 - 4 * (20 * s0 - x1 * y1))), 160 * s1][which]
    return which, max(centre[which], -(-3 * most // 5), 32)


def bernstein(of, x, y, s):
    """Coefficients of degrees 2, 2, 1."""
    inverse = np.linalg.inv(np.array([[(1 - t) ** 2, 2 * t * (1 - t), t * t] for t in (0, 0.5, 1)]))
    spread = lambda ends: [ends[0] + (ends[1] - ends[0]) * t for t in (0, 0.5, 1)]
    values = of(*np.meshgrid(spread(x), spread(y), list(s), indexing="ij"))
    return np.einsum("ia,jb,abk->ijk", inverse, inverse, values).ravel()


def solve(rows, sums, rent, lift, credit, margin, fixed_slopes=None):
    xs, ss, reach = [knot / KNOT for knot in rows], [knot / KNOT for knot in sums], float(REACH)
    index = {}

    def unknown(i, j, k):
        return index.setdefault((min(i, j), max(i, j), k), len(index))

    active = {(i, j) for i in range(len(xs) - 1) for j in range(len(xs) - 1) if xs[i] + xs[j] < reach - 1e-9}
    spread = range(DEGREE + 1)
    corners = {
        (i, j, k): np.array([unknown(2 * i + a, 2 * j + b, 2 * k + c) for a in spread for b in spread for c in spread])
        for i, j in sorted(active)
        if i <= j
        for k in range(len(ss) - 1)
    }
    price, ceiling, total, slopes = len(index), len(index) + 1, len(index) + 2, {}
    same, up, up_slope = np.eye(DEGREE + 1), raise_degree(DEGREE), raise_degree(DEGREE - 1)
    program = Program(margin)
    for (i, j, k), own in corners.items():
        x, y, s = xs[i : i + 2], xs[j : j + 2], ss[k : k + 2]
        dx, dy, ds = (derivative(DEGREE) / (high - low) for low, high in (x, y, s))
        along_sums = kron(same, same, ds)
        program.at_least(kron(dx, same, same), own, [], -1)
        program.at_least(kron(same, dy, same), own, [], -1)
        program.at_least(along_sums, own, [], 0)
        program.at_least(-kron(up_slope @ dx, up, same) - kron(same, times_linear(DEGREE, *y), up_slope @ ds), own, [], 0)
        program.at_least(-kron(up, up_slope @ dy, same) - kron(times_linear(DEGREE, *x), same, up_slope @ ds), own, [], 0)
        if s[0] - x[1] * y[1] < 1 - 1e-9:
            which, touched = line(rows[i : i + 2], rows[j : j + 2], sums[k : k + 2])
            touch = touched / 1600
            room = [lambda x, y, s: 1 + 0 * s, lambda x, y, s: 2 * (1 - s + x * y), lambda x, y, s: 2 * s][which]
            lifted = (lambda x, y, s: lift) if which == 0 else (lambda x, y, s: lift * (2 / touch - room(x, y, s) / touch**2))
            owed = lambda x, y, s: credit * (rent * room(x, y, s) + lift) - (x + y) * (rent + lifted(x, y, s))
            over = bernstein(lambda x, y, s: s - x * y - 1, x, y, s)
            steep = []
            if s[1] - x[0] * y[0] > 1 + 1e-9:
                if fixed_slopes is None:
                    slopes[(i, j, k)] = total
                    steep = [(total, over)]
                    total += 1
                else:
                    steep = [(price, fixed_slopes[(i, j, k)] * over * 0)]
            fixed = 0 if fixed_slopes is None else fixed_slopes.get((i, j, k), 0)
            program.at_least(along_sums, own, [(price, -1.0), *steep], bernstein(owed, x, y, s) - fixed * over)
        if x[0] + y[0] < NEAR - 1e-9:
            rows_, columns_, _ = greville((*x, DEGREE), (*y, DEGREE), (*s, DEGREE))
            program.at_least(-np.eye(len(own)), own, [(ceiling, 1.0)], rows_ + columns_)
        last = np.eye(DEGREE + 1)[-1:]
        if (i + 1, j) not in active:
            rows_, columns_, _ = greville((x[1], x[1], 0), (*y, DEGREE), (*s, DEGREE))
            program.at_least(kron(last, same, same), own, [(ceiling, -1.0)], -(rows_ + columns_))
        if (i, j + 1) not in active:
            rows_, columns_, _ = greville((*x, DEGREE), (y[1], y[1], 0), (*s, DEGREE))
            program.at_least(kron(same, last, same), own, [(ceiling, -1.0)], -(rows_ + columns_))
    matrix = coo_matrix(
        (np.concatenate(program.values), (np.concatenate(program.rows), np.concatenate(program.columns))),
        shape=(program.count, total),
    ).tocsr()
    gain = np.zeros(total)
    gain[price] = -1
    far = min(2 * rent * np.sqrt(ss[-1] - 1) - credit * lift, 2 * rent * np.sqrt(ss[-1] - 0.5) - credit * (rent + lift))
    bounds = [(None, None)] * len(index) + [(0, min(NEAR * rent - credit * (rent + lift), far)), (None, None)]
    bounds += [(0, 30)] * len(slopes)
    bounds[index[(0, 0, 2 * sums.index(KNOT // 2))]] = (0, 0)
    found = linprog(
        gain, A_ub=matrix, b_ub=np.concatenate(program.right), bounds=bounds, method="highs-ipm", options={"time_limit": 1200}
    )
    if found.x is None:
        return None
    return {
        "price": found.x[price],
        "ceiling": found.x[ceiling],
        "values": {place: found.x[number] for place, number in index.items()},
        "slopes": {key: found.x[number] for key, number in slopes.items()},
    }


def search(rows, sums, rent, lift, credit):
    """Twice: the slopes are rounded to what a byte says after the first time and stay so."""
    slopes = None
    for margin in MARGINS:
        own = (rows, sums, float(rent), float(lift), float(credit), margin)
        if slopes is None:
            first = solve(*own)
            if first is None:
                continue
            slopes = {key: min(255, round(STEEP * max(0, value))) for key, value in first["slopes"].items()}
        found = solve(*own, fixed_slopes={key: value / STEEP for key, value in slopes.items()})
        if found is not None:
            return {**found, "slopes": slopes}
    raise SystemExit(f"no potential at rent {rent}, lift {lift}, credit {credit}")


def written(name, rows, sums, rent, lift, credit, found):
    places = [
        (i, j, k) for i in range(2 * len(rows) - 1) for j in range(i, 2 * len(rows) - 1) for k in range(2 * len(sums) - 1)
    ]
    values = [round(found["values"].get(place, 0) * UNIT) for place in places]
    if max(map(abs, values)) >= 2**23:
        raise SystemExit("a value of more than three bytes")
    boxes = [(i, j, k) for i in range(len(rows) - 1) for j in range(i, len(rows) - 1) for k in range(len(sums) - 1)]
    encode = lambda raw: base64.b64encode(raw).decode()
    pair = lambda fraction: f"[{fraction.numerator}, {fraction.denominator}]"
    return f"""  {{
    id: "{name}",
    rent: {pair(rent)},
    lift: {pair(lift)},
    credit: {pair(credit)},
    price: {int((found["price"] - 1e-6) * UNIT // 1)},
    rows: {rows},
    sums: {sums},
    reach: {int(REACH * KNOT)},
    ceiling: {round(found["ceiling"] * UNIT)},
    slopes:
      "{encode(bytes(found["slopes"].get(box, 0) for box in boxes))}",
    values:
      "{encode(b"".join((value & 0xFFFFFF).to_bytes(3, "little") for value in values))}",
  }},"""


def main():
    declarations, _, written_before = TABLE.read_text().partition(OPENING)
    entries = dict(re.findall(r'(?s)(?<=\n)(?=  \{\n    id: "([^"]*)")(.*?\n  \},)', written_before) or [])
    for share, rent, lift in WANTED:
        name = f"ends, {share}"
        if sys.argv[1:] and share not in sys.argv[1:]:
            continue
        own = (ROWS, SUMS, Fraction(rent), Fraction(lift), 1 / Fraction(share))
        found = search(*own)
        entries[name] = written(name, *own, found)
        print(name, rent, lift, round(found["price"], 4), flush=True)
        order = [f"ends, {share}" for share, _, _ in WANTED]
        body = [entries[key] for key in sorted(entries, key=order.index)]
        TABLE.write_text("\n".join([declarations + OPENING, *body, "];", ""]))


if __name__ == "__main__":
    main()
