/**
 * @file
 * The version.
 */
#ifndef KOMWE_VERSION_H
#define KOMWE_VERSION_H

#include "komwe/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The version of the headers.  This is its only place: the build and the library read it from here.
 * docs/compatibility.md has the rules for changing it.
 */
/** Changes where programs must be changed or compiled anew. */
#define KW_VERSION_MAJOR 1
/** Changes with additions. */
#define KW_VERSION_MINOR 0
/** Changes with corrections. */
#define KW_VERSION_PATCH 0
/** The version as one number for the preprocessor to compare, which grows: 10203 is 1.2.3. */
#define KW_VERSION_NUMBER (KW_VERSION_MAJOR * 10000 + KW_VERSION_MINOR * 100 + KW_VERSION_PATCH)

/** The version of the library that is linked, "1.0.0"; never NULL, lives as long as the program. */
KW_API const char *kw_version(void);

#ifdef __cplusplus
}
#endif

#endif
