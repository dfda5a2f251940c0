/* Memory for tables that are read at random. */
#ifndef KOMWE_BASE_HUGE_PAGES_H
#define KOMWE_BASE_HUGE_PAGES_H

#include <stddef.h>
#include <stdint.h>

/*
 * Zeroed memory, aligned to 64 bytes, in huge pages where the system has them: random reads then
 * miss the cache but not the TLB.  NULL if there is not enough memory, or if it is more than the
 * machine has.  Freed with free().
 */
void *huge_pages_alloc(size_t bytes);

/* Bytes of physical memory; UINT64_MAX if the system does not report them. */
uint64_t machine_memory(void);

#endif
