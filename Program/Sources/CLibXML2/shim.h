#include <libxml/xmlversion.h>
// Debian's libxml2 is built with ICU and includes its headers, which clash with those of Foundation's own ICU.
#undef LIBXML_ICU_ENABLED
#include <string.h>
#include <libxml/parser.h>
#include <libxml/dict.h>
#include <libxml/encoding.h>
#include <libxml/xmlerror.h>
