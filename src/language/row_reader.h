/* Reads the rows of the ordered tables: lap ends, duties, ends of the game. */
#ifndef KOMWE_LANGUAGE_ROW_READER_H
#define KOMWE_LANGUAGE_ROW_READER_H

#include "language/reader.h"

/* CONDITION, CONDITION ...: ACTION; ACTION ... */
bool row_end(struct reader *reader, struct lap_end *end);
/* The same of a seed that falls, of a hole about to be lifted, and of the end of a move. */
bool row_drop(struct reader *reader, struct lap_end *end);
bool row_before(struct reader *reader, struct lap_end *end);
bool row_after(struct reader *reader, struct lap_end *end);
/* CONDITION, CONDITION ...; `dropped`: of a place where a seed has just fallen */
bool row_condition(struct reader *reader, bool dropped, struct condition *condition);
/* DUTY [empty] [possible] [from CONDITION ...] */
bool row_duty(struct reader *reader, struct duty *duty);
/* OVER [SEEDS or more | SEEDS or fewer | more than half]: rest to REST | WINNER */
bool row_over(struct reader *reader, struct over *over);
/* [:] rest to REST */
bool row_rest(struct reader *reader, uint8_t *rest);

#endif
