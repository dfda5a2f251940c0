#include "match/match_clock.h"

#include "cli/number_limits.h"

#include <inttypes.h>
#include <string.h>

enum { SECOND = 1000000, DECIMALS = 6 };

/* ---- as text ------------------------------------------------------------------------------ */

/* Reads a part of a clock; seconds become microseconds. */
static bool clock_read_part(enum limit limit, const char *text, size_t length, int64_t *number) {
    return number_limit_read_signed(number_limit(limit), text, length, number);
}

bool time_control_read(const char *text, struct time_control *control) {
    int64_t moves = 0;
    const char *slash = strchr(text, '/');
    *control = (struct time_control){.base = 0};
    if (slash != NULL && !clock_read_part(LIMIT_CLOCK_MOVES, text, (size_t)(slash - text), &moves))
        return false;
    control->moves = (unsigned)moves;
    text = slash != NULL ? slash + 1 : text;
    size_t length = strcspn(text, "+");
    if (!clock_read_part(LIMIT_CLOCK_SECONDS, text, length, &control->base))
        return false;
    text += length;
    return *text == '\0' ||
           clock_read_part(LIMIT_CLOCK_INCREMENT, text + 1, strlen(text + 1), &control->increment);
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
