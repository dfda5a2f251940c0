/* What measurements come to: one that is disturbed now and then does not move it. */
#ifndef MEDIAN_H
#define MEDIAN_H

#include <stddef.h>

/* The median of at least one value, the greater of the two in the middle; sorts the values. */
double median(double *value, size_t count);

#endif
