/* L·U = A in place, then L·y = b and U·x = y. */
#include <stdio.h>
#ifndef N
#define N 400
#endif
static double A[N][N], b[N], x[N], y[N];

static void kernel(void) {
  int i, j, k;
  double w;
#pragma scop
  for (k = 0; k < N; k++) {
    for (i = k + 1; i < N; i++) A[i][k] /= A[k][k];
    for (i = k + 1; i < N; i++)
      for (j = k + 1; j < N; j++) A[i][j] -= A[i][k] * A[k][j];
  }
  for (i = 0; i < N; i++) {
    w = b[i];
    for (j = 0; j < i; j++) w -= A[i][j] * y[j];
    y[i] = w;
  }
  for (i = N - 1; i >= 0; i--) {
    w = y[i];
    for (j = i + 1; j < N; j++) w -= A[i][j] * x[j];
    x[i] = w / A[i][i];
  }
#pragma endscop
}

int main(void) {
  kernel();
  printf("%g\n", x[0]);
  return 0;
}
