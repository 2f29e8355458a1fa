import type { Fields } from "../../src/scop/templates.js";

/** A scop in C after the specification of PolyBench/C 4.2 (or one like it), with sizes, and the workloads that its parts are. */
export interface Kernel {
  readonly name: string;
  readonly text: string;
  readonly sizes: Readonly<Record<string, number>>;
  readonly parts: readonly Fields[];
  /** Lines that are covered by none. */
  readonly uncovered?: number;
}

const einsum = (text: string, extents: Readonly<Record<string, number>>): Fields => ({ workload: "einsum", text, extents });

export const KERNELS: readonly Kernel[] = [
  {
    name: "gemm",
    text: `for (i = 0; i < NI; i++) {
  for (j = 0; j < NJ; j++) C[i][j] *= beta;
  for (k = 0; k < NK; k++) for (j = 0; j < NJ; j++) C[i][j] += alpha * A[i][k] * B[k][j];
}`,
    sizes: { NI: 6, NJ: 7, NK: 8 },
    parts: [{ workload: "gemm", m: 6, n: 7, k: 8 }],
  },
  {
    name: "2mm",
    text: `for (i = 0; i < NI; i++)
  for (j = 0; j < NJ; j++) {
    tmp[i][j] = 0.0;
    for (k = 0; k < NK; ++k) tmp[i][j] += alpha * A[i][k] * B[k][j];
  }
for (i = 0; i < NI; i++)
  for (j = 0; j < NL; j++) {
    D[i][j] *= beta;
    for (k = 0; k < NJ; ++k) D[i][j] += tmp[i][k] * C[k][j];
  }`,
    sizes: { NI: 5, NJ: 6, NK: 7, NL: 8 },
    parts: [{ workload: "chain", m: 5, k: 7, l: 6, n: 8 }],
  },
  {
    name: "3mm",
    text: `for (i = 0; i < NI; i++) for (j = 0; j < NJ; j++) {
  E[i][j] = 0; for (k = 0; k < NK; k++) E[i][j] += A[i][k] * B[k][j];
}
for (i = 0; i < NJ; i++) for (j = 0; j < NL; j++) {
  F[i][j] = 0; for (k = 0; k < NM; k++) F[i][j] += C[i][k] * D[k][j];
}
for (i = 0; i < NI; i++) for (j = 0; j < NL; j++) {
  G[i][j] = 0; for (k = 0; k < NJ; k++) G[i][j] += E[i][k] * F[k][j];
}`,
    sizes: { NI: 4, NJ: 5, NK: 6, NL: 4, NM: 5 },
    parts: [
      { workload: "gemm", m: 4, n: 5, k: 6 },
      { workload: "chain", m: 4, k: 5, l: 5, n: 4 },
    ],
  },
  {
    name: "atax",
    text: `for (i = 0; i < N; i++) y[i] = 0;
for (i = 0; i < M; i++) {
  tmp[i] = 0.0;
  for (j = 0; j < N; j++) tmp[i] = tmp[i] + A[i][j] * x[j];
  for (j = 0; j < N; j++) y[j] = y[j] + A[i][j] * tmp[i];
}`,
    sizes: { M: 9, N: 11 },
    parts: [einsum("tmp[i] += A[i,j] * x[j]; y[j] += A[i,j] * tmp[i]", { i: 9, j: 11 })],
    uncovered: 1,
  },
  {
    name: "bicg",
    text: `for (i = 0; i < M; i++) s[i] = 0;
for (i = 0; i < N; i++) {
  q[i] = 0.0;
  for (j = 0; j < M; j++) { s[j] = s[j] + r[i] * A[i][j]; q[i] = q[i] + A[i][j] * p[j]; }
}`,
    sizes: { M: 9, N: 11 },
    parts: [einsum("s[j] += r[i] * A[i,j]; q[i] += A[i,j] * p[j]", { i: 11, j: 9 })],
    uncovered: 1,
  },
  {
    name: "mvt",
    text: `for (i = 0; i < N; i++) for (j = 0; j < N; j++) x1[i] = x1[i] + A[i][j] * y1[j];
for (i = 0; i < N; i++) for (j = 0; j < N; j++) x2[i] = x2[i] + A[j][i] * y2[j];`,
    sizes: { N: 10 },
    parts: [einsum("x1[i] += A[i,j] * y1[j]; x2[j] += A[i,j] * y2[i]", { i: 10, j: 10 })],
  },
  {
    name: "gemver",
    text: `for (i = 0; i < N; i++) for (j = 0; j < N; j++) A[i][j] = A[i][j] + u1[i] * v1[j] + u2[i] * v2[j];
for (i = 0; i < N; i++) for (j = 0; j < N; j++) x[i] = x[i] + beta * A[j][i] * y[j];
for (i = 0; i < N; i++) x[i] = x[i] + z[i];
for (i = 0; i < N; i++) for (j = 0; j < N; j++) w[i] = w[i] + alpha * A[i][j] * x[j];`,
    sizes: { N: 9 },
    parts: [einsum("x[i] += A[j,i] * y[j]; w[j] += A[j,i] * x[i]", { j: 9, i: 9 })],
  },
  {
    name: "gesummv",
    text: `for (i = 0; i < N; i++) {
  tmp[i] = 0.0; y[i] = 0.0;
  for (j = 0; j < N; j++) { tmp[i] = A[i][j] * x[j] + tmp[i]; y[i] = B[i][j] * x[j] + y[i]; }
  y[i] = alpha * tmp[i] + beta * y[i];
}`,
    sizes: { N: 9 },
    parts: [einsum("tmp[i] += A[i,j] * x[j]; y[i] += B[i,j] * x[j]; y2[i] += tmp[i] * y[i]", { i: 9, j: 9 })],
  },
  {
    name: "doitgen",
    text: `for (r = 0; r < NR; r++) for (q = 0; q < NQ; q++) {
  for (p = 0; p < NP; p++) { sum[p] = 0.0; for (s = 0; s < NP; s++) sum[p] += A[r][q][s] * C4[s][p]; }
  for (p = 0; p < NP; p++) A[r][q][p] = sum[p];
}`,
    sizes: { NR: 3, NQ: 4, NP: 5 },
    parts: [einsum("sum[r,q,p] += A[r,q,s] * C4[s,p]", { r: 3, q: 4, s: 5, p: 5 })],
  },
  {
    name: "syrk",
    text: `for (i = 0; i < N; i++) {
  for (j = 0; j <= i; j++) C[i][j] *= beta;
  for (k = 0; k < M; k++) for (j = 0; j <= i; j++) C[i][j] += alpha * A[i][k] * A[j][k];
}`,
    sizes: { N: 8, M: 9 },
    parts: [{ workload: "syrk", n: 8, m: 9 }],
  },
  {
    name: "syr2k",
    text: `for (i = 0; i < N; i++) {
  for (j = 0; j <= i; j++) C[i][j] *= beta;
  for (k = 0; k < M; k++) for (j = 0; j <= i; j++) C[i][j] += A[j][k] * alpha * B[i][k] + B[j][k] * alpha * A[i][k];
}`,
    sizes: { N: 8, M: 7 },
    parts: [{ workload: "syr2k", n: 8, m: 7 }],
  },
  {
    name: "symm",
    text: `for (i = 0; i < M; i++) for (j = 0; j < N; j++) {
  temp2 = 0;
  for (k = 0; k < i; k++) { C[k][j] += alpha * B[i][j] * A[i][k]; temp2 += B[k][j] * A[i][k]; }
  C[i][j] = beta * C[i][j] + alpha * B[i][j] * A[i][i] + alpha * temp2;
}`,
    sizes: { M: 8, N: 7 },
    parts: [{ workload: "symm", n: 8, m: 7 }],
  },
  {
    name: "trmm",
    text: `for (i = 0; i < M; i++) for (j = 0; j < N; j++) {
  for (k = i + 1; k < M; k++) B[i][j] += A[k][i] * B[k][j];
  B[i][j] = alpha * B[i][j];
}`,
    sizes: { M: 8, N: 7 },
    parts: [{ workload: "trmm", n: 7, m: 7 }],
  },
  {
    name: "trisolv",
    text: `for (i = 0; i < N; i++) {
  x[i] = b[i];
  for (j = 0; j < i; j++) x[i] -= L[i][j] * x[j];
  x[i] = x[i] / L[i][i];
}`,
    sizes: { N: 12 },
    parts: [{ workload: "trsm", n: 12, m: 1 }],
  },
  {
    name: "cholesky",
    text: `for (i = 0; i < N; i++) {
  for (j = 0; j < i; j++) {
    for (k = 0; k < j; k++) A[i][j] -= A[i][k] * A[j][k];
    A[i][j] /= A[j][j];
  }
  for (k = 0; k < i; k++) A[i][i] -= A[i][k] * A[i][k];
  A[i][i] = sqrt(A[i][i]);
}`,
    sizes: { N: 12 },
    parts: [{ workload: "cholesky", n: 12 }],
  },
  {
    name: "lu",
    text: `for (i = 0; i < N; i++) {
  for (j = 0; j < i; j++) {
    for (k = 0; k < j; k++) A[i][j] -= A[i][k] * A[k][j];
    A[i][j] /= A[j][j];
  }
  for (j = i; j < N; j++) for (k = 0; k < i; k++) A[i][j] -= A[i][k] * A[k][j];
}`,
    sizes: { N: 10 },
    parts: [{ workload: "lu", n: 10 }],
  },
  {
    name: "ludcmp",
    text: `for (i = 0; i < N; i++) {
  for (j = 0; j < i; j++) {
    w = A[i][j];
    for (k = 0; k < j; k++) w -= A[i][k] * A[k][j];
    A[i][j] = w / A[j][j];
  }
  for (j = i; j < N; j++) {
    w = A[i][j];
    for (k = 0; k < i; k++) w -= A[i][k] * A[k][j];
    A[i][j] = w;
  }
}
for (i = 0; i < N; i++) { w = b[i]; for (j = 0; j < i; j++) w -= A[i][j] * y[j]; y[i] = w; }
for (i = N - 1; i >= 0; i--) { w = y[i]; for (j = i + 1; j < N; j++) w -= A[i][j] * x[j]; x[i] = w / A[i][i]; }`,
    sizes: { N: 10 },
    parts: [
      { workload: "lu", n: 10 },
      { workload: "trsm", n: 9, m: 1 },
      { workload: "trsm", n: 10, m: 1 },
    ],
  },
  {
    name: "gramschmidt",
    text: `for (k = 0; k < N; k++) {
  nrm = 0.0;
  for (i = 0; i < M; i++) nrm += A[i][k] * A[i][k];
  R[k][k] = sqrt(nrm);
  for (i = 0; i < M; i++) Q[i][k] = A[i][k] / R[k][k];
  for (j = k + 1; j < N; j++) {
    R[k][j] = 0.0;
    for (i = 0; i < M; i++) R[k][j] += Q[i][k] * A[i][j];
    for (i = 0; i < M; i++) A[i][j] = A[i][j] - Q[i][k] * R[k][j];
  }
}`,
    sizes: { M: 7, N: 8 },
    parts: [{ workload: "gram-schmidt", n: 8, m: 7 }],
  },
  {
    name: "floyd-warshall",
    text: `for (k = 0; k < N; k++) {
  for (i = 0; i < N; i++) for (j = 0; j < N; j++)
    path[i][j] = path[i][j] < path[i][k] + path[k][j] ? path[i][j] : path[i][k] + path[k][j];
}`,
    sizes: { N: 9 },
    parts: [{ workload: "floyd-warshall", n: 9 }],
  },
  {
    name: "covariance",
    text: `for (j = 0; j < M; j++) { mean[j] = 0.0; for (i = 0; i < N; i++) mean[j] += data[i][j]; mean[j] /= float_n; }
for (i = 0; i < N; i++) for (j = 0; j < M; j++) data[i][j] -= mean[j];
for (i = 0; i < M; i++) for (j = i; j < M; j++) {
  cov[i][j] = 0.0;
  for (k = 0; k < N; k++) cov[i][j] += data[k][i] * data[k][j];
  cov[i][j] /= (float_n - 1.0);
  cov[j][i] = cov[i][j];
}`,
    sizes: { M: 7, N: 8 },
    parts: [einsum("mean[j] += data[i,j]", { i: 8, j: 7 }), { workload: "syrk", n: 7, m: 8 }],
    uncovered: 1,
  },
  {
    name: "correlation",
    text: `for (j = 0; j < M; j++) { mean[j] = 0.0; for (i = 0; i < N; i++) mean[j] += data[i][j]; mean[j] /= float_n; }
for (j = 0; j < M; j++) {
  stddev[j] = 0.0;
  for (i = 0; i < N; i++) stddev[j] += (data[i][j] - mean[j]) * (data[i][j] - mean[j]);
  stddev[j] /= float_n;
  stddev[j] = sqrt(stddev[j]);
  stddev[j] = stddev[j] <= eps ? 1.0 : stddev[j];
}
for (i = 0; i < N; i++) for (j = 0; j < M; j++) { data[i][j] -= mean[j]; data[i][j] /= sqrt(float_n) * stddev[j]; }
for (i = 0; i < M - 1; i++) {
  corr[i][i] = 1.0;
  for (j = i + 1; j < M; j++) {
    corr[i][j] = 0.0;
    for (k = 0; k < N; k++) corr[i][j] += (data[k][i] * data[k][j]);
    corr[j][i] = corr[i][j];
  }
}
corr[M - 1][M - 1] = 1.0;`,
    sizes: { M: 7, N: 8 },
    parts: [einsum("mean[j] += data[i,j]", { i: 8, j: 7 }), { workload: "syrk", n: 6, m: 8 }],
    uncovered: 2,
  },
  {
    name: "jacobi-1d",
    text: `for (t = 0; t < T; t++) {
  for (i = 1; i < N - 1; i++) B[i] = 0.33333 * (A[i - 1] + A[i] + A[i + 1]);
  for (i = 1; i < N - 1; i++) A[i] = 0.33333 * (B[i - 1] + B[i] + B[i + 1]);
}`,
    sizes: { T: 10, N: 40 },
    parts: [{ workload: "stencil", dims: [38], steps: 20, points: 3, radius: 1 }],
  },
  {
    name: "jacobi-2d",
    text: `for (t = 0; t < T; t++) {
  for (i = 1; i < N - 1; i++) for (j = 1; j < N - 1; j++)
    B[i][j] = 0.2 * (A[i][j] + A[i][j - 1] + A[i][1 + j] + A[1 + i][j] + A[i - 1][j]);
  for (i = 1; i < N - 1; i++) for (j = 1; j < N - 1; j++)
    A[i][j] = 0.2 * (B[i][j] + B[i][j - 1] + B[i][1 + j] + B[1 + i][j] + B[i - 1][j]);
}`,
    sizes: { T: 4, N: 12 },
    parts: [{ workload: "stencil", dims: [10, 10], steps: 8, points: 5, radius: 1 }],
  },
  {
    name: "heat-3d",
    text: `for (t = 1; t <= T; t++) {
  for (i = 1; i < N - 1; i++) for (j = 1; j < N - 1; j++) for (k = 1; k < N - 1; k++)
    B[i][j][k] = 0.125 * (A[i + 1][j][k] - 2.0 * A[i][j][k] + A[i - 1][j][k])
      + 0.125 * (A[i][j + 1][k] - 2.0 * A[i][j][k] + A[i][j - 1][k])
      + 0.125 * (A[i][j][k + 1] - 2.0 * A[i][j][k] + A[i][j][k - 1]) + A[i][j][k];
  for (i = 1; i < N - 1; i++) for (j = 1; j < N - 1; j++) for (k = 1; k < N - 1; k++)
    A[i][j][k] = 0.125 * (B[i + 1][j][k] - 2.0 * B[i][j][k] + B[i - 1][j][k])
      + 0.125 * (B[i][j + 1][k] - 2.0 * B[i][j][k] + B[i][j - 1][k])
      + 0.125 * (B[i][j][k + 1] - 2.0 * B[i][j][k] + B[i][j][k - 1]) + B[i][j][k];
}`,
    sizes: { T: 2, N: 6 },
    parts: [{ workload: "stencil", dims: [4, 4, 4], steps: 4, points: 7, radius: 1 }],
  },
];

/** Other orders of loops, other names, other triangles: what a kernel computes says what it is. */
export const VARIANTS: readonly Kernel[] = [
  {
    name: "product, k outermost, B transposed",
    text: "for (int p = 0; p < K; p++) for (int x = 0; x < M; ++x) for (int y = N - 1; y >= 0; y--) R[x][y] += U[x][p] * V[y][p];",
    sizes: { M: 5, N: 6, K: 7 },
    parts: [{ workload: "gemm", m: 5, n: 6, k: 7 }],
  },
  {
    name: "product in a variable",
    text: `for (i = 0; i < N; i++) for (j = 0; j < N; j++) {
  double s = C[i][j];
  for (k = 0; k < N; k++) s += A[i][k] * B[k][j];
  C[i][j] = s;
}`,
    sizes: { N: 6 },
    parts: [{ workload: "gemm", m: 6, n: 6, k: 6 }],
  },
  {
    name: "right-looking factorization of the upper triangle",
    text: `for (k = 0; k < N; k++) {
  U[k][k] = sqrt(U[k][k]);
  for (j = k + 1; j < N; j++) U[k][j] = U[k][j] / U[k][k];
  for (i = k + 1; i < N; i++) for (j = i; j < N; j++) U[i][j] -= U[k][i] * U[k][j];
}`,
    sizes: { N: 12 },
    parts: [{ workload: "cholesky", n: 12 }],
  },
  {
    name: "right-looking LU",
    text: `for (k = 0; k < N - 1; k++)
  for (i = k + 1; i < N; i++) {
    A[i][k] /= A[k][k];
    for (j = k + 1; j < N; j++) A[i][j] = A[i][j] - A[k][j] * A[i][k];
  }`,
    sizes: { N: 10 },
    parts: [{ workload: "lu", n: 10 }],
  },
  {
    name: "back substitution by columns",
    text: `for (j = N - 1; j >= 0; j--) {
  x[j] = x[j] / U[j][j];
  for (i = j - 1; i >= 0; i--) x[i] -= U[i][j] * x[j];
}`,
    sizes: { N: 12 },
    parts: [{ workload: "trsm", n: 12, m: 1 }],
  },
  {
    name: "triangular solve, rows from 1",
    text: `for (i = 1; i <= N; i++) for (j = 1; j <= M; j++) {
  for (k = 1; k < i; k++) X[j][i] -= L[i][k] * X[j][k];
  X[j][i] /= L[i][i];
}`,
    sizes: { N: 8, M: 5 },
    parts: [{ workload: "trsm", n: 8, m: 5 }],
  },
  {
    name: "upper triangle of a product with itself, columns",
    text: "for (k = 0; k < M; k++) for (j = 0; j < N; j++) for (i = j; i < N; i++) G[j][i] += X[k][i] * X[k][j];",
    sizes: { N: 8, M: 6 },
    parts: [{ workload: "syrk", n: 8, m: 6 }],
  },
  {
    name: "triangular product out of place",
    text: "for (i = 0; i < N; i++) for (k = 0; k <= i; k++) for (j = 0; j < M; j++) C[i][j] += L[i][k] * B[k][j];",
    sizes: { N: 8, M: 6 },
    parts: [{ workload: "trmm", n: 8, m: 6 }],
  },
  {
    name: "nine points, copied back",
    text: `for (t = 0; t < T; t++) {
  for (i = 1; i < N - 1; i++) for (j = 1; j < N - 1; j++)
    B[i][j] = A[i-1][j-1] + A[i-1][j] + A[i-1][j+1] + A[i][j-1] + A[i][j] + A[i][j+1] + A[i+1][j-1] + A[i+1][j] + A[i+1][j+1];
  for (i = 1; i < N - 1; i++) for (j = 1; j < N - 1; j++) A[i][j] = B[i][j];
}`,
    sizes: { T: 6, N: 10 },
    parts: [{ workload: "stencil", dims: [8, 8], steps: 6, points: 9, radius: 1 }],
  },
  {
    name: "triangle times vector: a box inside",
    text: "for (i = 0; i < N; i++) for (j = 0; j <= i; j++) y[i] += L[i][j] * x[j];",
    sizes: { N: 12 },
    parts: [einsum("y[i] += L[i,j] * x[j]", { i: 6, j: 7 })],
  },
  {
    name: "a band of products: a box inside",
    text: "for (i = 0; i < N; i++) for (j = i; j < i + M; j++) for (k = 0; k < M; k++) C[i][j] += A[i][k] * B[k][j];",
    sizes: { N: 8, M: 8 },
    parts: [{ workload: "gemm", m: 4, n: 5, k: 8 }],
  },
  {
    name: "half of a product of two operands, a box inside",
    text: "for (i = 0; i < N; i++) for (j = 0; j <= i; j++) for (k = 0; k < M; k++) C[i][j] += A[i][k] * B[j][k] + A[i][k] * B[j][k];",
    sizes: { N: 8, M: 6 },
    parts: [{ workload: "gemm", m: 4, n: 5, k: 6 }],
  },
  {
    name: "projections of the classical Gram-Schmidt process, a box inside",
    text: `for (k = 0; k < N; k++) {
  for (j = 0; j < k; j++) { R[j][k] = 0; for (i = 0; i < M; i++) R[j][k] += Q[i][j] * A[i][k]; }
  for (j = 0; j < k; j++) for (i = 0; i < M; i++) A[i][k] -= Q[i][j] * R[j][k];
}`,
    sizes: { N: 8, M: 6 },
    parts: [einsum("R[j,k] += Q[i,j] * A[i,k]; A2[i,k] += Q[i,j] * R[j,k]", { i: 6, j: 4, k: 4 })],
  },
  {
    name: "tensor times matrices",
    text: `for (i = 0; i < N; i++) for (j = 0; j < N; j++) for (k = 0; k < N; k++) for (l = 0; l < N; l++)
  M[i][l] += X[i][j][k] * B[j][l] * C[k][l];`,
    sizes: { N: 5 },
    parts: [einsum("M[i,l] += X[i,j,k] * B[j,l] * C[k,l]", { i: 5, j: 5, k: 5, l: 5 })],
  },
  {
    name: "convolution of a line",
    text: "for (i = 0; i < N; i++) for (r = 0; r < 3; r++) y[i] += x[i + r] * w[r];",
    sizes: { N: 20 },
    parts: [
      {
        workload: "conv",
        batch: 1,
        "in-channels": 1,
        "out-channels": 1,
        height: 22,
        width: 1,
        kernel: "3x1",
        stride: "1x1",
        dilation: "1x1",
      },
    ],
  },
  {
    name: "convolution of images by channels, every other place",
    text: `for (n = 0; n < N; n++) for (k = 0; k < K; k++) for (p = 0; p < P; p++) for (q = 0; q < P; q++) {
  out[n][k][p][q] = 0;
  for (c = 0; c < C; c++) for (r = 0; r < 3; r++) for (s = 0; s < 2; s++)
    out[n][k][p][q] += img[n][c][2 * p + r][3 * s + q] * w[k][c][r][s];
}`,
    sizes: { N: 2, K: 3, C: 2, P: 3 },
    parts: [
      {
        workload: "conv",
        batch: 2,
        "in-channels": 2,
        "out-channels": 3,
        height: 7,
        width: 6,
        kernel: "3x2",
        stride: "2x1",
        dilation: "1x3",
      },
    ],
  },
  {
    name: "two products in a row, with first values in a nest of their own",
    text: `for (i = 0; i < N; i++) for (j = 0; j < N; j++) T[i][j] = 0;
for (i = 0; i < N; i++) for (j = 0; j < N; j++) for (k = 0; k < N; k++) T[i][j] += A[i][k] * B[k][j];
for (i = 0; i < N; i++) for (j = 0; j < M; j++) for (k = 0; k < N; k++) D[i][j] += T[i][k] * C[k][j];`,
    sizes: { N: 5, M: 6 },
    parts: [{ workload: "chain", m: 5, k: 5, l: 5, n: 6 }],
  },
  {
    name: "a sum that is overwritten before it is an operand",
    text: `for (i = 0; i < N; i++) s += x[i] * y[i];
s = z[0];
for (i = 0; i < N; i++) for (j = 0; j < N; j++) w[i] += s * C[i][j];`,
    sizes: { N: 5 },
    parts: [einsum("s[] += x[i] * y[i]", { i: 5 }), einsum("w[i] += s[] * C[i,j]", { i: 5, j: 5 })],
  },
];

/** Near what is known, and something else: each is refused, or bounded as what it is. */
export const STRANGERS: readonly Pick<Kernel, "name" | "text" | "sizes">[] = [
  {
    name: "a product that starts anew in its sum",
    text: "for (i = 0; i < N; i++) for (j = 0; j < N; j++) for (k = 0; k < N; k++) { C[i][j] = 0; C[i][j] += A[i][k] * B[k][j]; }",
    sizes: { N: 4 },
  },
  {
    name: "a product in the place of an operand",
    text: "for (i = 0; i < N; i++) for (j = 0; j < N; j++) for (k = 0; k < N; k++) A[i][j] += A[i][k] * B[k][j];",
    sizes: { N: 4 },
  },
  {
    name: "a sum that is read before it is complete",
    text: `for (i = 0; i < N; i++) for (k = 0; k < N; k++) {
  y[i] += A[i][k] * x[k];
  for (j = 0; j < N; j++) z[j] += B[j][i] * y[i];
}`,
    sizes: { N: 4 },
  },
  {
    name: "results that are overwritten",
    text: `for (t = 0; t < N; t++) {
  for (i = 0; i < N; i++) for (j = 0; j < N; j++) y[i] += A[i][j] * x[j];
  for (i = 0; i < N; i++) y[i] = 0;
}`,
    sizes: { N: 4 },
  },
  {
    name: "shortest paths with k innermost",
    text: "for (i = 0; i < N; i++) for (j = 0; j < N; j++) for (k = 0; k < N; k++) P[i][j] = fmin(P[i][j], P[i][k] + P[k][j]);",
    sizes: { N: 5 },
  },
  {
    name: "a factorization that reads too far",
    text: `for (i = 0; i < N; i++) {
  for (j = 0; j < i; j++) { for (k = 0; k <= j; k++) A[i][j] -= A[i][k] * A[j][k]; A[i][j] /= A[j][j]; }
  for (k = 0; k < i; k++) A[i][i] -= A[i][k] * A[i][k];
  A[i][i] = sqrt(A[i][i]);
}`,
    sizes: { N: 5 },
  },
  {
    name: "a sweep in place",
    text: "for (t = 0; t < T; t++) for (i = 1; i < N - 1; i++) A[i] = A[i - 1] + A[i] + A[i + 1];",
    sizes: { N: 8, T: 3 },
  },
  {
    name: "a sweep over every other neighbour",
    text: `for (t = 0; t < T; t++) {
  for (i = 1; i < N - 1; i++) B[i] = A[i - 1] + A[i + 1];
  for (i = 1; i < N - 1; i++) A[i] = B[i - 1] + B[i + 1];
}`,
    sizes: { N: 8, T: 3 },
  },
  {
    name: "three grids in turn",
    text: `for (t = 0; t < T; t++) {
  for (i = 1; i < N - 1; i++) B[i] = A[i - 1] + A[i] + A[i + 1];
  for (i = 1; i < N - 1; i++) C[i] = B[i];
  for (i = 1; i < N - 1; i++) A[i] = C[i] + C[i - 1] + C[i + 1];
}`,
    sizes: { N: 8, T: 3 },
  },
  {
    name: "a result from which another sum goes on",
    text: `for (i = 0; i < N; i++) {
  t = 0;
  for (k = 0; k < N; k++) t += A[i][k] * x[k];
  y[i] = t;
  for (k = 0; k < N; k++) y[i] += B[i][k] * z[k];
}`,
    sizes: { N: 4 },
  },
  {
    name: "subscripts of subscripts",
    text: "for (i = 0; i < N; i++) for (j = 0; j < N; j++) y[i] += A[i][j] * x[c[j]];",
    sizes: { N: 4 },
  },
  {
    name: "a loop that stops early",
    text: `for (i = 0; i < N; i++) for (j = 0; j < N; j++) for (k = 0; k < N; k++) C[i][j] += A[i][k] * B[k][j];
for (i = 0; i < N; i++) { break; }`,
    sizes: { N: 4 },
  },
  {
    name: "a return before a product",
    text: `return;
for (i = 0; i < N; i++) for (j = 0; j < N; j++) for (k = 0; k < N; k++) C[i][j] += A[i][k] * B[k][j];`,
    sizes: { N: 4 },
  },
  {
    name: "a jump over a product",
    text: `goto end;
for (i = 0; i < N; i++) for (j = 0; j < N; j++) for (k = 0; k < N; k++) C[i][j] += A[i][k] * B[k][j];
end: x = 1;`,
    sizes: { N: 4 },
  },
  {
    name: "a call that may end it",
    text: `exit(0);
for (i = 0; i < N; i++) for (j = 0; j < N; j++) for (k = 0; k < N; k++) C[i][j] += A[i][k] * B[k][j];`,
    sizes: { N: 4 },
  },
  {
    name: "a macro that may end it",
    text: `STOP;
for (i = 0; i < N; i++) for (j = 0; j < N; j++) for (k = 0; k < N; k++) C[i][j] += A[i][k] * B[k][j];`,
    sizes: { N: 4 },
  },
  {
    name: "two names of one array",
    text: `B = A;
for (i = 0; i < N; i++) for (j = 0; j < N; j++) for (k = 0; k < N; k++) C[i][j] += A[i][k] * B[k][j];`,
    sizes: { N: 4 },
  },
  {
    name: "a pointer to an operand",
    text: `double (*B)[4] = A;
for (i = 0; i < N; i++) for (j = 0; j < N; j++) for (k = 0; k < N; k++) C[i][j] += A[i][k] * B[k][j];`,
    sizes: { N: 4 },
  },
  {
    name: "a size that is written",
    text: `N = 2;
for (i = 0; i < N; i++) for (j = 0; j < N; j++) for (k = 0; k < N; k++) C[i][j] += A[i][k] * B[k][j];`,
    sizes: { N: 4 },
  },
  {
    name: "an operand that the loop declares",
    text: `for (i = 0; i < N; i++) {
  double W[4];
  for (k = 0; k < N; k++) W[k] = z[k];
  for (k = 0; k < N; k++) y[i] += W[k] * A[i][k];
}`,
    sizes: { N: 4 },
  },
  {
    name: "a result that the scop declares",
    text: `double C[4][4];
for (i = 0; i < N; i++) for (j = 0; j < N; j++) for (k = 0; k < N; k++) C[i][j] += A[i][k] * B[k][j];`,
    sizes: { N: 4 },
  },
  {
    name: "two variables in the head of a loop",
    text: "for (int i = 0, n = 2; i < n; i++) for (j = 0; j < N; j++) y[i] += A[i][j] * x[j];",
    sizes: { N: 4 },
  },
  {
    name: "a comma in the head of a loop",
    text: "for (i = 0, j = 0; i < N; i++) for (j = 0; j < N; j++) y[i] += A[i][j] * x[j];",
    sizes: { N: 4 },
  },
  {
    name: "a sum less itself",
    text: "for (i = 0; i < N; i++) for (j = 0; j < N; j++) y[i] += A[i][j] - A[i][j];",
    sizes: { N: 4 },
  },
  {
    name: "a matrix less itself",
    text: "for (i = 0; i < N; i++) for (j = 0; j < N; j++) A[i][j] -= A[i][j];",
    sizes: { N: 4 },
  },
  {
    name: "factors that cancel",
    text: "for (i = 0; i < N; i++) for (j = 0; j < N; j++) y[i] += A[i][j] * (x[j] - 0.5 * x[j] - 0.5 * x[j + 0]);",
    sizes: { N: 4 },
  },
  {
    name: "factors that cancel, one hexadecimal",
    text: "for (i = 0; i < N; i++) for (j = 0; j < N; j++) y[i] += A[i][j] * (0x1F * x[j] - 31 * x[j]);",
    sizes: { N: 4 },
  },
  {
    name: "products that cancel",
    text: "for (i = 0; i < N; i++) for (j = 0; j < N; j++) for (k = 0; k < N; k++) C[i][j] += A[i][k] * B[k][j] - B[k][j] * A[i][k];",
    sizes: { N: 4 },
  },
  {
    name: "a word by itself",
    text: "for (i = 0; i < N; i++) for (j = 0; j < N; j++) y[i] += A[i][j] / A[i][j];",
    sizes: { N: 4 },
  },
  {
    name: "an operand of constants, set before",
    text: `for (i = 0; i < N; i++) for (k = 0; k < N; k++) W[i][k] = sqrt(i * k + 1);
for (i = 0; i < N; i++) for (j = 0; j < N; j++) {
  X[i][j] = 0;
  for (k = 0; k < N; k++) X[i][j] += W[i][k] * x[k][j];
}`,
    sizes: { N: 4 },
  },
  {
    name: "an operand of constants, declared",
    text: `for (i = 0; i < N; i++) {
  double W[100];
  for (k = 0; k < N; k++) W[k] = k;
  y[i] = 0;
  for (k = 0; k < N; k++) y[i] += W[k] * A[i][k];
}`,
    sizes: { N: 4 },
  },
  {
    name: "an operand of constants in the same nest",
    text: `for (i = 0; i < N; i++) {
  for (k = 0; k < N; k++) W[i][k] = k;
  for (k = 0; k < N; k++) y[i] += W[i][k] * A[i][k];
}`,
    sizes: { N: 4 },
  },
  {
    name: "an operand that is an index",
    text: `for (i = 0; i < N; i++) {
  double t = i;
  y[i] = 0;
  for (j = 0; j < N; j++) y[i] += t * A[i][j] * x[j];
}`,
    sizes: { N: 4 },
  },
  {
    name: "an operand that is set after it is read",
    text: `for (i = 0; i < N; i++) {
  for (j = 0; j < N; j++) for (k = 0; k < N; k++) C[i][j] += A[i][k] * B[k][j];
  for (k = 0; k < N; k++) for (j = 0; j < N; j++) B[k][j] = i + 1;
}`,
    sizes: { N: 4 },
  },
  {
    name: "an operand that other values go to after it is read",
    text: `for (i = 0; i < N; i++) {
  for (k = 0; k < N; k++) y[i] += A[i][k] * x[k];
  for (k = 0; k < N; k++) A[i][k] = z[k];
}`,
    sizes: { N: 4 },
  },
  {
    name: "a triangle of constants",
    text: `for (i = 0; i < N; i++) for (j = 0; j <= i; j++) L[i][j] = 1;
for (i = 0; i < N; i++) for (j = 0; j <= i; j++) y[i] += L[i][j] * x[j];`,
    sizes: { N: 4 },
  },
  {
    name: "a factor of constants in a triangle",
    text: `for (i = 0; i < N; i++) for (j = 0; j <= i; j++) {
  L[i][j] = 1;
  for (k = 0; k < N; k++) y[i] += L[i][j] * x[j] * z[k];
}`,
    sizes: { N: 4 },
  },
  {
    name: "a factorization of constants",
    text: `for (i = 0; i < N; i++) for (j = 0; j < N; j++) A[i][j] = 1;
for (k = 0; k < N - 1; k++)
  for (i = k + 1; i < N; i++) {
    A[i][k] /= A[k][k];
    for (j = k + 1; j < N; j++) A[i][j] = A[i][j] - A[k][j] * A[i][k];
  }`,
    sizes: { N: 4 },
  },
  {
    name: "a vector of one constant",
    text: `s = 1;
for (i = 0; i < N; i++) for (j = 0; j < N; j++) y[i] += s * A[i][j];`,
    sizes: { N: 4 },
  },
  {
    name: "a square that is copied across its diagonal",
    text: `for (i = 0; i < N; i++) for (j = 0; j < N; j++) {
  for (k = 0; k < N; k++) C[i][j] += A[i][k] * B[k][j];
  C[j][i] = C[i][j];
}`,
    sizes: { N: 4 },
  },
  {
    name: "a triangle of products that is copied across its diagonal",
    text: `for (i = 0; i < N; i++) for (j = 0; j <= i; j++) {
  for (k = 0; k < N; k++) C[i][j] += A[i][k] * B[j][k];
  C[j][i] = C[i][j];
}`,
    sizes: { N: 4 },
  },
  {
    name: "a triangle that is copied across another diagonal",
    text: `for (i = 0; i < N; i++) for (j = 0; j <= i; j++) {
  for (k = 0; k < N; k++) C[i][j + 2] += A[i][k] * A[j][k];
  C[j + 2][i] = C[i][j + 2];
}`,
    sizes: { N: 4 },
  },
  {
    name: "a triangular product that is copied across a diagonal",
    text: `for (i = 0; i < N; i++) for (j = 0; j < N; j++) {
  for (k = 0; k <= i; k++) C[i][j] += L[i][k] * B[k][j];
  C[j][i] = C[i][j];
}`,
    sizes: { N: 4 },
  },
  {
    name: "a convolution that is copied across a diagonal",
    text: `for (i = 0; i < N; i++) for (j = 0; j < N; j++) {
  for (k = 0; k < N; k++) for (l = 0; l < 3; l++) C[i][j] += img[k][i + l] * w[j][k][l];
  C[j][i] = C[i][j];
}`,
    sizes: { N: 4 },
  },
  {
    name: "a sum that is read before it is summed up, of constants",
    text: `for (i = 0; i < N; i++) t[i] = 0;
for (i = 0; i < N; i++) {
  for (j = 0; j < N; j++) y[j] += A[i][j] * t[i];
  for (j = 0; j < N; j++) t[i] += A[i][j] * x[j];
}`,
    sizes: { N: 4 },
  },
  {
    name: "an operand that is a copy of constants",
    text: `for (i = 0; i < N; i++) {
  W[i] = 1;
  V[i] = 2 * W[i];
}
for (i = 0; i < N; i++) for (j = 0; j < N; j++) y[i] += A[i][j] * V[j];`,
    sizes: { N: 4 },
  },
  {
    name: "a convolution with weights of constants",
    text: `for (r = 0; r < 3; r++) w[r] = 1;
for (i = 0; i < N; i++) for (r = 0; r < 3; r++) y[i] += x[i + r] * w[r];`,
    sizes: { N: 4 },
  },
  {
    name: "constants beside a sum in one word",
    text: `for (i = 0; i < N; i++) for (k = 0; k < N; k++) {
  W[i][k] = k;
  W[0][0] += x[i] * z[k];
}
for (i = 0; i < N; i++) for (j = 0; j < N; j++) y[i] += W[i][j] * x[j];`,
    sizes: { N: 4 },
  },
];
