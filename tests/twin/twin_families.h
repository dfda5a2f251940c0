/* Every family of the slow twin. */
#ifndef KOMWE_TESTS_TWIN_FAMILIES_H
#define KOMWE_TESTS_TWIN_FAMILIES_H

#include "twin/twin.h"

static const struct twin_family *const twin_families[] = {
    &twin_kiothi, &twin_bulto, &twin_adji_boto, &twin_giuthi, &twin_bao, &twin_kalah, &twin_oware};

enum { TWIN_FAMILIES = sizeof twin_families / sizeof twin_families[0] };

#endif
