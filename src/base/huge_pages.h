/* Memory for tables that are read at random. */
#ifndef KOMWE_BASE_HUGE_PAGES_H
#define KOMWE_BASE_HUGE_PAGES_H

#include <stddef.h>
#include <stdint.h>

/*
 * Memory filled with zeros that begins at a multiple of 64 bytes, in large pages where the system
 * has them: random reads then miss the cache but not the page tables.  NULL if there is none, or
 * it is more than the machine has.  Given back with free().
 */
void *large_new(size_t bytes);

/* Bytes of memory that the machine has; UINT64_MAX if it does not say. */
uint64_t large_machine(void);

#endif
