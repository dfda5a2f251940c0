#include "measure/median.h"

#include <stdlib.h>

static int median_compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double median(double *value, size_t count) {
    qsort(value, count, sizeof *value, median_compare);
    return value[count / 2];
}
