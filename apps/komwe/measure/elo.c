#include "measure/elo.h"

#include <math.h>

/* The normal quantile of a two-sided 95 % interval. */
static const double NORMAL_95 = 1.959963984540054;

uint64_t pairs_count(const struct pairs *pairs) {
    uint64_t count = 0;
    for (int i = 0; i < 5; i++)
        count += pairs->pair[i];
    return count;
}

double pairs_score(const struct pairs *pairs) {
    double points = 0, count = (double)pairs_count(pairs);
    for (int i = 0; i < 5; i++)
        points += (double)pairs->pair[i] * i / 4;
    return count > 0 ? points / count : 0.5;
}

/*
 * The variance of a pair's score.  Half a pair is added, spread over the outcomes, so that a few
 * equal pairs are not taken as certain.
 */
static double elo_pair_variance(const struct pairs *pairs) {
    const double more = 0.1;
    double count = 0, mean = 0, variance = 0;
    for (int i = 0; i < 5; i++) {
        count += (double)pairs->pair[i] + more;
        mean += ((double)pairs->pair[i] + more) * i / 4;
    }
    mean /= count;
    for (int i = 0; i < 5; i++)
        variance += ((double)pairs->pair[i] + more) * (i / 4.0 - mean) * (i / 4.0 - mean);
    return variance / count;
}

static double elo_from_score(double score) {
    if (score <= 0)
        return -INFINITY;
    return score >= 1 ? INFINITY : 400 * log10(score / (1 - score));
}

static double elo_to_score(double elo) { return 1 / (1 + pow(10, -elo / 400)); }

struct elo elo_of(const struct pairs *pairs) {
    double count = (double)pairs_count(pairs), score = pairs_score(pairs);
    double error = count > 0 ? NORMAL_95 * sqrt(elo_pair_variance(pairs) / count) : 1;
    return (struct elo){elo_from_score(score), elo_from_score(score - error),
                        elo_from_score(score + error)};
}

double likelihood_ratio(const struct pairs *pairs, double low, double high) {
    double count = (double)pairs_count(pairs);
    double worse = elo_to_score(low), better = elo_to_score(high);
    if (count == 0)
        return 0;
    return count * (better - worse) * (2 * pairs_score(pairs) - worse - better) /
           (2 * elo_pair_variance(pairs));
}

double likelihood_bound(void) { return log(0.95 / 0.05); }
