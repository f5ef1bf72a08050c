#include <zint.h>

/* Swift does not see arrays of this size: whether a module of an encoded symbol is dark. */
static inline int zint_module_is_dark(const struct zint_symbol *symbol, int row, int column) {
    return (symbol->encoded_data[row][column >> 3] >> (column & 7)) & 1;
}
