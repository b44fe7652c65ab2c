# embed_text.cmake - cmake -DIN=<text> -DOUT=<cpp> -DSYMBOL=<name> -P: a text file as a C++ function.
# A function, not an object: no dynamic initialisation, so no order of initialisation to get wrong.
# SPDX-FileCopyrightText: The Plumbline authors
# SPDX-License-Identifier: Apache-2.0
file(READ ${IN} hex HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
file(WRITE ${OUT} "#include <string_view>
namespace plumb::embedded {
static const unsigned char bytes[] = {${bytes}0};
std::string_view ${SYMBOL}();
std::string_view ${SYMBOL}() {
  return {reinterpret_cast<const char*>(bytes), sizeof bytes - 1};
}
}
")
