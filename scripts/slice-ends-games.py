"""What rents at both ends of a sum's stay can give at most (proofs/gemm-holding-cost.md, section 7): exact values of small games.

A slice's game with X sums in whole numbers, rents among the unknowns of a linear program. Six forms, which differ in what the potential and the rent of an event know:

  room    U alone, the share v of the memory without sums no more than m(U): the game of the document
  state   v as well; the rent P(v) as before
  since:V:N
          v as well, and how many events ago, up to N, no more than V sums were free; the rent of an event knows both;
          with :D after it the potential is a polynomial of degree D in that number, its coefficients functions of x, y, U, and beside it
          1, x + y and xy times functions of v and that number; with knots 0,…,N after it a function of x, y, U at each, straight between
  splits:V:N
          the same where a sum may be in memory several times, for two words each, without a pair of the slice in some of them
  gap:V:G v as well, and from when more than V sums are free whether that lasts for at most G events, and how many have passed
  PATH    the course of all sums, for ever the same, and a rent of its own for each of its events: E an end, B a beginning, from a
          memory full of sums back to one; E*9,B*9 are turns of a whole memory of 9, E*2,BE*7,B*2 has 2 of 9 free for most of the time;
          with @W after it a word pays 1.05 for X sums that begin and end, all of it in the share W of the time in which v is least;
          with !V after it rent is due only where room for V sums is free;
          with ^ after it each sum has a worth of its own, in the order in which sums begin and end, and what a slice that holds nothing
          has before it are those that it has not met

Floating point; no bound rests on it. Needs Python 3.9, NumPy, SciPy and highspy.
`python3 scripts/slice-ends-games.py room|state|since:V:N[:D]|splits:V:N[:D]|gap:V:G|PATH X K...` prints Q − 2k for each K, k in units of the square root of X, words of an output.
"""

import sys
from math import ceil, sqrt

import highspy
import numpy as np
from scipy.sparse import coo_matrix

MOST_WORDS = 2.4  # rows and columns of a slice together, in units of the square root of X


class Program:
    """The largest price such that every inequality holds; `at_least` takes pairs of an unknown's name and its factor."""

    def __init__(self):
        self.names, self.entries, self.right = {}, [], []

    def at_least(self, least, *terms):
        for name, factor in terms:
            self.entries.append((len(self.right), self.names.setdefault(name, len(self.names)), factor))
        self.right.append(least)

    def largest_price(self, zero, most_rent):
        rows, columns, values = zip(*self.entries)
        matrix = coo_matrix((values, (rows, columns))).tocsr()
        program, solver = highspy.HighsLp(), highspy.Highs()
        program.num_row_, program.num_col_ = matrix.shape
        names = list(self.names)
        program.col_cost_ = np.array([-1.0 if name == "price" else 0.0 for name in names])
        rent = [name[0] == "rent" for name in names]
        program.col_lower_ = np.array([0.0 if is_rent or name == zero else -np.inf for name, is_rent in zip(names, rent)])
        program.col_upper_ = np.array([0.0 if name == zero else most_rent if is_rent else np.inf for name, is_rent in zip(names, rent)])
        program.row_lower_, program.row_upper_ = np.array(self.right, float), np.full(len(self.right), np.inf)
        program.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        program.a_matrix_.start_, program.a_matrix_.index_, program.a_matrix_.value_ = matrix.indptr, matrix.indices, matrix.data
        for option, value in (("output_flag", False), ("solver", "ipm"), ("run_crossover", "off")):
            solver.setOptionValue(option, value)
        solver.passModel(program)
        solver.run()
        if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            raise SystemExit(f"not solved: {solver.getModelStatus()}")
        return solver.getSolution().col_value[self.names["price"]]


def game(form, total, k):
    """Q − 2k for an output. A state: rows, columns, σ = U + rows·columns (doubled but on a path), and what else the form knows."""
    if form.startswith(("since", "splits")):
        return since_game(form, total, k)
    if form.startswith("gap"):
        return gap_game(form, total, k)
    program, side, credit = Program(), sqrt(total), 1 / k
    form, by_levels = form.removesuffix("^"), form.endswith("^")
    course, _, only = form.partition("!")
    course, _, part = course.partition("@")
    if not (only or "0").isdigit() or not (part or "1").replace(".", "", 1).isdigit():
        raise SystemExit(f"no share or number of sums: {form}")
    path = [] if form in ("room", "state") else events_of(course, total)
    step = 1 if path else 2
    state = lambda x, y, sums, known: ("state", min(x, y), max(x, y), sums, known)
    knowns = range(len(path)) if path else [None] if form == "room" else range(total + 1)
    alive = [total, *(total + path[: i + 1].count("B") - path[: i + 1].count("E") for i in range(len(path)))]
    fixed = rents_where_least([total - min(pair) for pair in zip(alive, alive[1:])], total, float(part)) if part else None

    def event(before, after, x, y, v, rent):
        charge = ((x + y) / side * total / v - credit) / (2 * total)
        known_rent = charge * fixed[rent] * v / total if fixed else 0
        free_rent = () if fixed or (only and v != int(only)) else ((("rent", rent), charge),)
        program.at_least(-known_rent, (after, 1), (before, -1), *free_rent, ("price", -1 / (2 * total)))

    for x, y in held(side):
        for known in knowns:
            least = known if form == "state" else 0
            full = alive[known] if path else 2 * total - least
            for sums in range(least, full + step * x * y + 1):
                if form == "state" and (sums - known) % 2:
                    continue
                here, unmet = state(x, y, sums, known), sums - step * x * y
                value = lambda row, column, sums, factor=1: [(state(row, column, sums, known), factor)]
                words_come_and_go(program, side, x, y, sums, value, step, least)
                if form == "room" and unmet < full:
                    for v in range(1, min(total, full - unmet, sums + 1) + 1):
                        event(here, state(x, y, sums + 1, None), x, y, v, v)
                if form == "state" and known < total and unmet + 1 <= 2 * total - known - 1:
                    event(here, state(x, y, sums + 1, known + 1), x, y, known + 1, known + 1)
                if form == "state" and known > 0:
                    event(here, state(x, y, sums + 1, known - 1), x, y, known, known)
                if path and (path[known] == "B" or unmet < full):
                    after = state(x, y, sums + (path[known] == "B"), (known + 1) % len(path))
                    event(here, after, x, y, total - min(alive[known : known + 2]), known)
    for v in range(0 if path else total):
        program.at_least(0, (("rent", v + 1), 1), (("rent", v), -1))
    if by_levels:
        keep_to_levels(program, path, alive, state)
    zero = state(0, 0, 0, 0) if path else state(0, 0, total, None if form == "room" else total)
    # Where few events have one a rent may be as large as it likes.
    return k * program.largest_price(zero, np.inf if only else 2.0) + 1 - 2 * k


def held(side):
    """Rows and columns that a slice may hold, no more rows than columns."""
    most = ceil(MOST_WORDS * side)
    return [(x, y) for y in range(most + 1) for x in range(min(y, most - y) + 1)]


def words_come_and_go(program, side, x, y, sums, value, step, least):
    """A load lowers the potential by its cost at most, a row or column that goes does not; `value` in terms, a pair counts `step`."""
    here = value(x, y, sums, -1)
    for row, column in {(x + 1, y), (x, y + 1)}:
        if row + column <= ceil(MOST_WORDS * side):
            program.at_least(-1 / side, *value(row, column, sums), *here)
    for row, column, other in ((x - 1, y, y), (x, y - 1, x)):
        if row >= 0 and column >= 0:
            program.at_least(0, *value(row, column, max(sums - step * other, least)), *here)


def keep_to_levels(program, path, alive, state):
    """Where nothing is held a potential falls by the worth of a sum as that is met, and is else a matter of the time alone."""
    turns, begun = path.count("B"), alive[0]
    for at, event in enumerate(path):
        for sums in range(alive[at] + 1):
            met = begun - sums
            worth = [(("worth", i), met // turns + (i < met % turns)) for i in range(turns)]
            terms = [(state(0, 0, sums, at), 1), *worth, (("time", at), -1)]
            program.at_least(0, *terms)
            program.at_least(0, *((name, -factor) for name, factor in terms))
        begun += event == "B"


def since_game(form, total, k):
    """
    The same where v is known, and the number of events since no more than `near` sums were free. With splits a slice has no pair at some of
    the events: it loses at most its part of the two words that a split costs, and what it has met no longer follows from v.
    """
    kind, *numbers = form.split(":")
    splits, knots = kind == "splits", numbers[2].split(",") if len(numbers) == 3 else []
    if len(numbers) not in (2, 3) or not all(number.isdigit() for number in [*numbers[:2], *knots]):
        raise SystemExit(f"not {kind}:V:N, {kind}:V:N:D or {kind}:V:N:0,…,N: {form}")
    near, most_events = map(int, numbers[:2])
    knots = list(map(int, knots))
    degree, knots = (knots, []) if len(knots) == 1 else ([], knots)
    if knots and (knots[0] != 0 or knots[-1] != most_events or any(i >= j for i, j in zip(knots, knots[1:]))):
        raise SystemExit(f"knots do not lead from 0 to {most_events}: {form}")
    program, side = Program(), sqrt(total)
    after = lambda v, n: (v, 0 if v <= near else min(n, most_events))
    reached, todo = {(0, 0)}, [(0, 0)]
    while todo:
        v, n = todo.pop()
        new = {after(w, n + 1) for w in (v - 1, v + 1) if 0 <= w <= total} - reached
        reached |= new
        todo += new

    def potential(x, y, sums, known, factor=1):
        x, y = min(x, y), max(x, y)
        (v, n), room = known, sums - 2 * x * y
        if knots:
            j = max(i for i in range(len(knots) - 1) if knots[i] <= n)
            share = (n - knots[j]) / (knots[j + 1] - knots[j])
            return [(("knot", j + up, x, y, room), factor * part) for up, part in ((0, 1 - share), (1, share)) if part > 0]
        if not degree:
            return [(("state", x, y, sums, known), factor)]
        smooth = [(("power", d, x, y, room), factor * (n / max(1, most_events)) ** d) for d in range(degree[0] + 1)]
        known_alone = [(("one", known), factor), (("words", known), factor * (x + y) / side), (("both", known), factor * x * y / total)]
        return smooth + known_alone

    for known in reached:
        v, n = known
        for x, y in held(side):
            # σ in halves; without splits only every other one occurs.
            for sums in range(v, 2 * total - v + 2 * x * y + 1, 1 if splits else 2):
                here, unmet = potential(x, y, sums, known, -1), sums - 2 * x * y
                value = lambda row, column, sums, factor=1: potential(row, column, sums, known, factor)
                words_come_and_go(program, side, x, y, sums, value, 2, v)
                for begins in (True, False):
                    w = v - 1 if begins else v + 1
                    if not 0 <= w <= total:
                        continue
                    free, next_known = max(v, w), after(w, n + 1)
                    charge = ((x + y) / side * total / free - 1 / k) / (2 * total)
                    rent = ("rent", free, next_known[1] or n, begins) if free > near else ("rent", free)
                    if begins or unmet <= 2 * total - v - 2:
                        there = potential(x, y, sums + 1, next_known)
                        program.at_least(0, *there, *here, (rent, charge), ("price", -1 / (2 * total)))
                    if splits and (begins or (unmet <= 2 * total - v - 1 and sums > v)):
                        program.at_least(-1 / (k * total), *potential(x, y, sums, next_known), *here, (rent, charge))
    zero = ("knot", 0, 0, 0, 0) if knots else ("one", (0, 0)) if degree else ("state", 0, 0, 0, (0, 0))
    return k * program.largest_price(zero, 2.0) + 1 - 2 * k


def gap_game(form, total, k):
    """The same, with splits, where v is known, and of every time with more than `near` sums free whether it is short."""
    _, *numbers = form.split(":")
    if len(numbers) != 2 or not all(number.isdigit() for number in numbers):
        raise SystemExit(f"not gap:V:G: {form}")
    near, most = map(int, numbers)
    program, side = Program(), sqrt(total)

    def followers(known):
        """By an end or a beginning: the free sums, the kind of time, the events since it began."""
        v, kind, passed = known
        for begins in (True, False):
            w = v - 1 if begins else v + 1
            if not 0 <= w <= total:
                continue
            if v <= near:
                yield from [(begins, (w, "full", 0))] if w <= near else [(begins, (w, one, 1)) for one in ("short", "long")]
            elif kind == "short" and passed + 1 + max(0, w - near) <= most:
                yield begins, (w, "full", 0) if w <= near else (w, "short", passed + 1)
            elif kind == "long" and (w > near or passed + 1 > most):
                yield begins, (w, "full", 0) if w <= near else (w, "long", min(passed + 1, most + 1))

    reached, todo = {(0, "full", 0)}, [(0, "full", 0)]
    while todo:
        new = {after for _, after in followers(todo.pop())} - reached
        reached |= new
        todo += new

    def potential(x, y, sums, known, factor=1):
        return [(("state", min(x, y), max(x, y), sums, known), factor)]

    for known in reached:
        v = known[0]
        for x, y in held(side):
            for sums in range(v, 2 * total - v + 2 * x * y + 1):
                here, unmet = potential(x, y, sums, known, -1), sums - 2 * x * y
                value = lambda row, column, sums, factor=1: potential(row, column, sums, known, factor)
                words_come_and_go(program, side, x, y, sums, value, 2, v)
                for begins, after in followers(known):
                    free = max(v, after[0])
                    charge = ((x + y) / side * total / free - 1 / k) / (2 * total)
                    kind = known[1] if known[1] != "full" else after[1]
                    rent = ("rent", free) if free <= near else ("rent", kind, free, max(known[2], after[2]), begins)
                    if begins or unmet <= 2 * total - v - 2:
                        there = potential(x, y, sums + 1, after)
                        program.at_least(0, *there, *here, (rent, charge), ("price", -1 / (2 * total)))
                    if begins or (unmet <= 2 * total - v - 1 and sums > v):
                        program.at_least(-1 / (k * total), *potential(x, y, sums, after), *here, (rent, charge))
    return k * program.largest_price(("state", 0, 0, 0, (0, "full", 0)), 2.0) + 1 - 2 * k


def rents_where_least(free, total, part):
    """A word's rent at each event: spread over that part of the events within half a turn before and after in which `free` is least."""
    rents = []
    for i, own in enumerate(free):
        near = [free[(i + away) % len(free)] for away in range(-total, total + 1)]
        less, equal = sum(other < own for other in near), near.count(own)
        rents.append(1.05 / part * min(1, max(0, (part * len(near) - less) / equal)))
    return rents


def events_of(path, total):
    """The events of parts such as BE*7; they must lead from a memory full of sums to one, and never beyond full or empty."""
    events, alive = [], total
    for part in path.split(","):
        letters, _, times = part.partition("*")
        if not letters or set(letters) - set("EB") or not (times or "1").isdigit():
            raise SystemExit(f"no room, state or path: {path}")
        events += letters * int(times or 1)
    for event in events:
        alive += 1 if event == "B" else -1
        if not 0 <= alive <= total:
            raise SystemExit(f"more ends or beginnings than {total} sums allow: {path}")
    if alive != total:
        raise SystemExit(f"not back at a memory full of sums: {path}")
    return events


if __name__ == "__main__":
    if len(sys.argv) < 4:
        raise SystemExit(__doc__)
    for wanted in sys.argv[3:]:
        print(sys.argv[1], sys.argv[2], wanted, round(game(sys.argv[1], int(sys.argv[2]), float(wanted)), 4), flush=True)
