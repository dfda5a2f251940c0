/*
 * komwe-check-proof: reads a proof of `komwe prove` and follows every game that it allows.
 *
 *      check_proof.c       the command line
 *      proof_reader.c      the text of the proof
 *      claim_walk.c        a claim, followed move by move
 *      conclusion.c        the value of the start that follows from the claims
 *      rulebook.h          the rules that it is checked by: rulebook_library.c
 *
 * It trusts only the proof's choice of the player's moves, and replays every line.
 */
#include "check_proof.h"

#include "claim_walk.h"
#include "conclusion.h"

#include <string.h>

static bool check_proof_claims(struct proof_reader *reader, const struct rulebook *rules,
                               FILE *answer) {
    struct walk walk = {.rules = rules, .reader = reader};
    static struct conclusion conclusion;
    struct claim claim;
    struct extent extent;
    char where[PROOF_LINE];
    size_t claims = 0;
    conclusion_begin(&conclusion, rules);
    while (reader_claim(reader, &claim)) {
        if (!rulebook_reads(rules, claim.position)) {
            reader_fault(reader, "the claim is about an impossible position");
        } else if (walk_claim(&walk, &claim, &extent)) {
            conclusion_add(&conclusion, &claim, where);
            fprintf(answer, "%s: %c %s, %zu position%s", where, claim.player,
                    claim.holds ? "holds" : "wins", extent.positions,
                    extent.positions == 1 ? "" : "s");
            if (!claim.holds)
                fprintf(answer, ", %u %s at most", extent.plies,
                        extent.plies == 1 ? "ply" : "plies");
            fputc('\n', answer);
            claims++;
        }
        if (reader->fault[0] != '\0')
            break;
    }
    walk_free(&walk);
    if (claims == 0)
        reader_fault(reader, "it claims nothing");
    const char *text = conclusion_text(&conclusion);
    if (text != NULL)
        fprintf(answer, "value of the start: %s\n", text);
    return reader->fault[0] == '\0';
}

/*
 * Opens the rules that the proof names, and writes them into the answer.  The proof must name them
 * in canonical form: "options width=8 width=4" would mislead a reader of the proof.
 */
static struct rulebook *check_proof_open_rules(struct proof_reader *reader, FILE *proof,
                                               FILE *answer) {
    char game[PROOF_LINE], options[PROOF_LINE], fault[RULEBOOK_TEXT];
    char id[RULEBOOK_TEXT], canonical[RULEBOOK_TEXT];
    if (!reader_begin(reader, proof, game, options))
        return NULL;
    struct rulebook *rules = rulebook_open(game, options, fault);
    if (rules == NULL) {
        reader_fault(reader, "%s", fault);
        return NULL;
    }
    rulebook_name(rules, id, canonical);
    if (strcmp(game, id) == 0 && strcmp(options, canonical) == 0) {
        fprintf(answer, "%s%s\n", id, canonical);
        return rules;
    }
    reader_fault(reader, "the rules are not in canonical form, which is 'game %s' and 'options%s'",
                 id, canonical);
    rulebook_close(rules);
    return NULL;
}

bool check_proof(FILE *proof, FILE *answer, char fault[PROOF_SENTENCE + 32]) {
    struct proof_reader reader;
    struct rulebook *rules = check_proof_open_rules(&reader, proof, answer);
    bool good = rules != NULL && check_proof_claims(&reader, rules, answer);
    rulebook_close(rules);
    snprintf(fault, PROOF_SENTENCE + 32, "line %zu: %s", reader.line, reader.fault);
    return good;
}
