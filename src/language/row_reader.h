/* Reads the rows of the ordered tables: lap ends, duties, ends of the game. */
#ifndef KOMWE_LANGUAGE_ROW_READER_H
#define KOMWE_LANGUAGE_ROW_READER_H

#include "language/rule_text.h"

/* A clause in brackets, if one is next; else that with the usual id. */
bool row_cite(struct scanner *scanner, struct rule_text *book, const char *usual, uint8_t *clause);

/* CONDITION: ACTION; ACTION ... */
bool row_end(struct scanner *scanner, struct rule_text *book, struct lap_end *end);
/* feed|capture|not slam ... */
bool row_duty(struct scanner *scanner, struct rule_text *book, struct duty *duty);
/* stuck|both stuck|own|opponent|either empty|store N or more|left N or fewer: rest to WHOM */
bool row_over(struct scanner *scanner, struct rule_text *book, struct over *over);
/* rest to owner|mover|opponent|nobody|halves */
bool row_rest(struct scanner *scanner, uint8_t *rest);

#endif
