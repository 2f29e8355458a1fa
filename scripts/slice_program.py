"""Polynomials by Bernstein coefficients, parts of boxes and the solver: what slice-potentials.py and slice-ends-potentials.py share."""

from functools import lru_cache
from math import comb

import highspy
import numpy as np

UNIT = 2**20  # values are rounded to one over this
DEGREE = 2


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


@lru_cache(None)
def bernstein(degree, points):
    """Values at points, by coefficients."""
    return np.array([[comb(degree, i) * t**i * (1 - t) ** (degree - i) for i in range(degree + 1)] for t in points])


@lru_cache(None)
def coefficients(degree):
    """Coefficients by values at evenly spaced points."""
    return np.linalg.inv(bernstein(degree, tuple(np.linspace(0, 1, degree + 1))))


@lru_cache(None)
def part(degree, halvings, place):
    """Coefficients on a part of the unit interval by those on the whole."""
    points = tuple((place + t) / 2**halvings for t in np.linspace(0, 1, degree + 1))
    return coefficients(degree) @ bernstein(degree, points)


def of_function(function, box, degrees):
    axes = [np.linspace(low, high, degree + 1) for (low, high), degree in zip(box, degrees)]
    values = function(*np.meshgrid(*axes, indexing="ij"))
    return np.einsum("ia,jb,kc,abc->ijk", *(coefficients(degree) for degree in degrees), values).ravel()


def eighth(box, leaf):
    halvings, *places = leaf
    cut = lambda low, high, place: (low + (high - low) * place / 2**halvings, low + (high - low) * (place + 1) / 2**halvings)
    return [cut(*span, place) for span, place in zip(box, places)]


def interior_point(matrix, right, limits, gain):
    solver = highspy.Highs()
    for option, value in (("output_flag", False), ("run_crossover", "off"), ("threads", 1)):
        solver.setOptionValue(option, value)
    if solver.setOptionValue("solver", "hipo") != highspy.HighsStatus.kOk:
        solver.setOptionValue("solver", "ipm")
    program = highspy.HighsLp()
    height, width = matrix.shape
    program.num_col_, program.num_row_ = width, height
    program.col_cost_ = -gain
    program.col_lower_, program.col_upper_ = limits.T.copy()
    program.row_lower_, program.row_upper_ = np.full(height, -np.inf), right
    program.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    program.a_matrix_.start_, program.a_matrix_.index_, program.a_matrix_.value_ = matrix.indptr, matrix.indices, matrix.data
    solver.passModel(program)
    solver.run()
    if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        raise SystemExit(f"no potential: {solver.getModelStatus()}")
    solution = solver.getSolution()
    return np.array(solution.col_value), -np.array(solution.row_dual)
