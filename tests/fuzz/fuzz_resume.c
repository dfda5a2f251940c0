/*
 * The reader of a match's records: what it accepts adds up.  The first line is read as an
 * adjudication too, as it stands in the header Adjudicated.
 */
#include "fuzz.h"
#include "match/match_resume.h"

enum { PAIRS = 3 };

/* An adjudication that can be read is written as the same. */
static void adjudication_check(const char *text) {
    struct adjudication adjudication, again;
    char written[KW_TEXT];
    if (!adjudication_read(&adjudication, text))
        return;
    fuzz_promise(adjudication.by != BY_RULES && adjudication.outcome != KW_GOING_ON,
                 "an adjudication is one");
    fuzz_promise(adjudication_read(&again, adjudication_text(&adjudication, written)),
                 "it can be read again");
    fuzz_promise(again.outcome == adjudication.outcome && again.narrow == adjudication.narrow &&
                     again.by == adjudication.by,
                 "and is the same");
}

/* What stays after a repair needs none, and holds the same pairs. */
static void repaired_check(const struct match_runner *before, const char *text, size_t size) {
    struct match_runner runner = *before;
    char fault[KW_TEXT];
    struct match_resumption resumption;
    match_runner_open(&runner);
    bool good = match_resume(&runner, text, size, &resumption, fault);
    fuzz_promise(good && resumption.length == size, "a repair is whole");
    for (size_t i = 0; i < runner.pairings * PAIRS; i++)
        fuzz_promise(runner.done[i] == before->done[i], "and loses no pair");
    output_free(&resumption.notes);
    match_runner_close(&runner);
}

static void resume_check(const char *text, size_t size) {
    static const struct match_player_spec spec[] = {{.name = "a"}, {.name = "b"}, {.name = "c"}};
    struct kw_position start;
    struct match_runner runner = {.game = kw_game_find("kiothi"),
                                  .start = &start,
                                  .spec = spec,
                                  .players = 3,
                                  .pairs = PAIRS,
                                  .narrow = 2};
    char fault[KW_TEXT] = "";
    struct match_resumption resumption;
    kw_start(runner.game, &start);
    match_runner_open(&runner);
    bool good = match_resume(&runner, text, size, &resumption, fault);
    fuzz_promise(good || fault[0] != '\0', "a refusal has a reason");
    fuzz_promise(!good || resumption.length <= size, "nothing is added");
    if (good && resumption.length < size)
        repaired_check(&runner, text, resumption.length);
    output_free(&resumption.notes);
    for (size_t i = 0; good && i < runner.pairings; i++) {
        const struct pairing *pairing = &runner.pairing[i];
        uint64_t done = 0, pairs = pairs_count(&pairing->pairs);
        for (size_t k = 0; k < PAIRS; k++)
            done += runner.done[i * PAIRS + k];
        fuzz_promise(pairs == done, "each pair is counted once");
        fuzz_promise(pairing->wins + pairing->draws + pairing->losses == 2 * pairs,
                     "and both of its games");
    }
    match_runner_close(&runner);
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
    adjudication_check(fuzz_line(&rest));
    return 0;
}
