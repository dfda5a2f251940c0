#include "match/match_clock.h"

#include <inttypes.h>
#include <string.h>

enum { SECOND = 1000000, DECIMALS = 6, SECONDS_MOST = 1000000, MOVES_MOST = 10000 };

/* ---- as text ------------------------------------------------------------------------------ */

static bool clock_is_digit(char byte) { return byte >= '0' && byte <= '9'; }

/* Takes a whole number of at least one digit; false if there is none, or it is greater than that.
 */
static bool clock_take_number(const char **text, int64_t most, int64_t *number) {
    const char *begin = *text;
    for (*number = 0; clock_is_digit(**text) && *number <= most; ++*text)
        *number = 10 * *number + (**text - '0');
    return *text > begin && *number <= most;
}

/* Takes seconds with or without decimals, as microseconds. */
static bool clock_take_seconds(const char **text, int64_t *microseconds) {
    int64_t unit = SECOND;
    if (!clock_take_number(text, SECONDS_MOST, microseconds))
        return false;
    *microseconds *= SECOND;
    if (**text != '.')
        return true;
    const char *decimals = ++*text;
    for (; clock_is_digit(**text) && *text - decimals < DECIMALS; ++*text)
        *microseconds += (**text - '0') * (unit /= 10);
    return *text > decimals;
}

bool time_control_read(const char *text, struct time_control *control) {
    int64_t moves = 0;
    const char *slash = strchr(text, '/');
    *control = (struct time_control){.base = 0};
    if (slash != NULL &&
        (!clock_take_number(&text, MOVES_MOST, &moves) || moves == 0 || text++ != slash))
        return false;
    control->moves = (unsigned)moves;
    if (!clock_take_seconds(&text, &control->base) || control->base == 0)
        return false;
    if (*text == '+' && (++text, !clock_take_seconds(&text, &control->increment)))
        return false;
    return *text == '\0';
}

static void clock_write_seconds(struct string_builder *out, int64_t microseconds) {
    int64_t rest = microseconds % SECOND;
    int decimals = DECIMALS;
    output_format(out, "%" PRId64, microseconds / SECOND);
    for (; rest > 0 && rest % 10 == 0; rest /= 10)
        decimals--;
    if (rest > 0)
        output_format(out, ".%0*" PRId64, decimals, rest);
}

void time_control_write(struct string_builder *out, const struct time_control *control) {
    if (control->moves > 0)
        output_format(out, "%u/", control->moves);
    clock_write_seconds(out, control->base);
    if (control->increment > 0) {
        output_char(out, '+');
        clock_write_seconds(out, control->increment);
    }
}

/* ---- in a game ---------------------------------------------------------------------------- */

struct match_clock match_clock_begin(const struct time_control *control) {
    return (struct match_clock){
        .control = *control, .left = control->base, .moves_to_go = control->moves};
}

bool match_clock_spend(struct match_clock *clock, int64_t spent) {
    const struct time_control *control = &clock->control;
    if (control->base == 0)
        return true;
    clock->left -= spent;
    if (clock->left <= 0)
        return false;
    clock->left += control->increment;
    if (clock->moves_to_go > 0 && --clock->moves_to_go == 0) {
        clock->left += control->base;
        clock->moves_to_go = control->moves;
    }
    return true;
}
