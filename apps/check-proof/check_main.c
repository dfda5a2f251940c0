/* The program komwe-check-proof: its command line. */
#include "check_proof.h"

#include "base/file.h"
#include "base/text.h"
#include "proof_reader.h"

#include <komwe.h>

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum { FAILED = 1, MISUSED = 2 };

static const char usage[] =
    "usage: komwe-check-proof FILE\n"
    "\n"
    "Follows every game that a proof of `komwe prove` allows, and prints what it proves.\n"
    "FILE is described in komwe-proof(5); - is standard input.\n";

static int check_main_print(const char *line) {
    fputs("komwe-check-proof: ", stderr);
    text_show(line, strlen(line), TEXT_ONE_LINE, text_file, stderr);
    fputs("\n", stderr);
    return FAILED;
}

static int check_main_fail(const char *path, const char *why) {
    char line[2 * PROOF_SENTENCE];
    snprintf(line, sizeof line, "%s: %s", path, why);
    return check_main_print(line);
}

/* Prints the answer only if the whole proof is good. */
static int check_main_check(const char *path, FILE *proof) {
    char *text = NULL, fault[PROOF_SENTENCE + 32];
    size_t length = 0;
    FILE *answer = open_memstream(&text, &length);
    if (answer == NULL)
        return check_main_fail(path, strerror(errno));
    bool good = check_proof(proof, answer, fault);
    if (fclose(answer) != 0 || text == NULL) { /* glibc says 0 if the last piece finds no memory */
        free(text);
        return check_main_fail(path, "not enough memory");
    }
    if (good)
        text_show(text, length, TEXT_LINES, text_file, stdout);
    free(text);
    if (!good)
        return check_main_fail(path, fault);
    return fflush(stdout) == 0 && !ferror(stdout)
               ? 0
               : check_main_fail(path, "cannot write the answer");
}

int main(int words, char **word) {
    char fault[KW_TEXT];
    signal(SIGXFSZ, SIG_IGN); /* an output beyond the limit of its size is an error of the write */
    if (words == 2 && (strcmp(word[1], "--help") == 0 || strcmp(word[1], "-h") == 0)) {
        fputs(usage, stdout);
        return 0;
    }
    if (words == 2 && strcmp(word[1], "--version") == 0) {
        printf("komwe-check-proof %s\n", kw_version());
        return 0;
    }
    if (words != 2 || (word[1][0] == '-' && word[1][1] != '\0')) {
        fputs(usage, stderr);
        return MISUSED;
    }
    if (strcmp(word[1], "-") == 0)
        return check_main_check("standard input", stdin);
    const struct file_kind kind = {.name = "a proof", .most = PROOF_MOST};
    FILE *proof = file_stream(word[1], &kind);
    if (proof == NULL)
        return check_main_print(file_fault(word[1], &kind, errno, fault));
    int status = check_main_check(word[1], proof);
    fclose(proof);
    return status;
}
