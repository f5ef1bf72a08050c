// Debian's libxml2 is built with ICU and its header would bring ICU's in, which clash with those of Foundation. Nothing
// used here knows of ICU.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
