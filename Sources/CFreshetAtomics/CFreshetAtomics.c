// The header has all functions; a C target needs a source file.
#include "CFreshetAtomics.h"
