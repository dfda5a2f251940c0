/* The letters of base64url (RFC 4648), for numbers in text files. */
#ifndef KOMWE_BASE_BASE64_H
#define KOMWE_BASE_BASE64_H

/* 64 letters: that of digit d at d. */
extern const char base64_letters[];

/* The digit of a letter, 0..63; -1 if it is none. */
int base64_digit(char letter);

#endif
