/*
 * The reader of a match's records: what it accepts adds up.  The first line is read as a verdict
 * too, as it stands in the header Adjudicated.
 */
#include "fuzz.h"
#include "match/match_resume.h"

enum { PAIRS = 3 };

/* A verdict that can be read is written as the same. */
static void verdict_check(const char *text) {
    struct verdict verdict, again;
    char written[KW_TEXT];
    if (!verdict_read(&verdict, text))
        return;
    fuzz_promise(verdict.by != BY_RULES && verdict.outcome != KW_GOING_ON, "a verdict is one");
    fuzz_promise(verdict_read(&again, verdict_text(&verdict, written)), "it can be read again");
    fuzz_promise(again.outcome == verdict.outcome && again.narrow == verdict.narrow &&
                     again.by == verdict.by,
                 "and is the same");
}

/* What stays after a repair needs none, and holds the same pairs. */
static void repaired_check(const struct contest *before, const char *text, size_t size) {
    struct contest contest = *before;
    char fault[KW_TEXT];
    struct resumption resumption;
    contest_open(&contest);
    bool good = contest_resume(&contest, text, size, &resumption, fault);
    fuzz_promise(good && resumption.length == size, "a repair is whole");
    for (size_t i = 0; i < contest.meetings * PAIRS; i++)
        fuzz_promise(contest.done[i] == before->done[i], "and loses no pair");
    output_free(&resumption.notes);
    contest_close(&contest);
}

static void resume_check(const char *text, size_t size) {
    static const struct contestant_spec spec[] = {{.name = "a"}, {.name = "b"}, {.name = "c"}};
    struct kw_position start;
    struct contest contest = {.game = kw_game_find("kiothi"),
                              .start = &start,
                              .spec = spec,
                              .players = 3,
                              .pairs = PAIRS,
                              .narrow = 2};
    char fault[KW_TEXT] = "";
    struct resumption resumption;
    kw_start(contest.game, &start);
    contest_open(&contest);
    bool good = contest_resume(&contest, text, size, &resumption, fault);
    fuzz_promise(good || fault[0] != '\0', "a refusal has a reason");
    fuzz_promise(!good || resumption.length <= size, "nothing is added");
    if (good && resumption.length < size)
        repaired_check(&contest, text, resumption.length);
    output_free(&resumption.notes);
    for (size_t i = 0; good && i < contest.meetings; i++) {
        const struct meeting *meeting = &contest.meeting[i];
        uint64_t done = 0, pairs = pairs_count(&meeting->pairs);
        for (size_t k = 0; k < PAIRS; k++)
            done += contest.done[i * PAIRS + k];
        fuzz_promise(pairs == done, "each pair is counted once");
        fuzz_promise(meeting->wins + meeting->draws + meeting->losses == 2 * pairs,
                     "and both of its games");
    }
    contest_close(&contest);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char input[FUZZ_INPUT], *rest = input;
    char *text = malloc(size + 1);
    if (text == NULL)
        abort();
    memcpy(text, data, size);
    resume_check(text, size);
    free(text);
    fuzz_text(data, size, input);
    verdict_check(fuzz_line(&rest));
    return 0;
}
