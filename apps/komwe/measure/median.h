/* The median, which a few disturbed measurements do not move. */
#ifndef MEDIAN_H
#define MEDIAN_H

#include <stddef.h>

/* The median of at least one value, the greater of the two in the middle; sorts the values. */
double median(double *value, size_t count);

#endif
