/* The commands perft, divide and playout. */
#include "cli/number_limits.h"
#include "cli/position_args.h"
#include "text/move_list.h"

#include <inttypes.h>

/* Reads the second operand. */
static enum status perft_read_number(struct call *call, const char *name, enum limit limit,
                                     uint64_t *number) {
    const struct number_limit *bounds = number_limit(limit);
    char text[KW_TEXT];
    if (number_limit_read(bounds, call->arguments.operand[1], number))
        return STATUS_OK;
    return call_misuse(call, "%s is a whole number from %s, not '%s'", name,
                       number_limit_text(bounds, text), call->arguments.operand[1]);
}

/* Opens the call's game after its moves and reads DEPTH. */
static enum status perft_read_depth(struct call *call, struct position_args *args, enum limit limit,
                                    unsigned *depth) {
    uint64_t number;
    enum status status = perft_read_number(call, "DEPTH", limit, &number);
    if (status != STATUS_OK)
        return status;
    *depth = (unsigned)number;
    return position_args_play(call, args, 2);
}

/* Counts from a position; fails if there is no memory. */
static enum status perft_count(struct call *call, const struct kw_game *game,
                               const struct kw_position *position, unsigned depth,
                               uint64_t *leaves) {
    *leaves = kw_perft(game, position, depth);
    return *leaves == UINT64_MAX ? call_fail(call, "there is not enough memory to count")
                                 : STATUS_OK;
}

enum status perft_run(struct call *call) {
    struct position_args args = {0};
    unsigned depth = 0;
    uint64_t leaves = 0;
    enum status status = perft_read_depth(call, &args, LIMIT_PERFT_DEPTH, &depth);
    if (status == STATUS_OK)
        status = perft_count(call, args.game, kw_session_position(args.session), depth, &leaves);
    output_format(&call->out, "%" PRIu64 "\n", leaves);
    position_args_close(&args);
    return status;
}

static enum status perft_divide(struct call *call, const struct kw_game *game,
                                const struct kw_position *position, unsigned depth) {
    struct moves moves = {0};
    uint64_t total = 0, leaves = 0;
    enum status status = STATUS_OK;
    moves_name(&moves, game, position);
    const struct kw_child *child = moves_children(&moves, game, position);
    for (size_t i = 0; i < moves.count && status == STATUS_OK; i++) {
        const struct named_move *named = &moves.named[i];
        status = perft_count(call, game, &child[named->index].position, depth - 1, &leaves);
        output_format(&call->out, "%s: %" PRIu64 "\n", named->text, leaves);
        total += leaves;
    }
    output_format(&call->out, "total: %" PRIu64 "\n", total);
    moves_free(&moves);
    return status;
}

enum status divide_run(struct call *call) {
    struct position_args args = {0};
    unsigned depth = 0;
    enum status status = perft_read_depth(call, &args, LIMIT_DIVIDE_DEPTH, &depth);
    if (status == STATUS_OK)
        status = perft_divide(call, args.game, kw_session_position(args.session), depth);
    position_args_close(&args);
    return status;
}

/* Moves are drawn in byte order of their texts, so that other programs can draw the same ones. */
static enum status perft_playout(struct call *call, struct position_args *args, uint64_t seed) {
    struct kw_session *session = args->session;
    struct moves moves = {0};
    struct kw_random random;
    struct kw_result result;
    struct kw_error error;
    char text[KW_TEXT];
    bool played = true;
    kw_random_seed(&random, seed);
    while (played && !kw_session_result(session, &result)) {
        moves_name(&moves, args->game, kw_session_position(session));
        const struct named_move *named =
            &moves.named[kw_random_below(&random, (uint32_t)moves.count)];
        played = kw_session_play(session, named->move, &error);
        output_format(&call->out, "%zu %s | %s\n", kw_session_plies(session), named->text,
                      kw_position_text(args->game, kw_session_position(session), text));
    }
    moves_free(&moves);
    if (!played)
        return call_fail(call, "%s", error.message);
    output_format(&call->out, "%s\n", kw_result_text(&result, text));
    return STATUS_OK;
}

enum status playout_run(struct call *call) {
    struct position_args args = {0};
    uint64_t seed = 0;
    enum status status = perft_read_number(call, "SEED", LIMIT_PLAYOUT_SEED, &seed);
    if (status == STATUS_OK)
        status = position_args_play(call, &args, 2);
    if (status == STATUS_OK)
        status = perft_playout(call, &args, seed);
    position_args_close(&args);
    return status;
}
