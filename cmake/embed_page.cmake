# embed_page.cmake - cmake -DSTYLE=<file> -DSCRIPT=<file> -DNOTICES=<file> -DOUT=<cpp> -P: what a report
# contains beside its records, as C++ functions with the SHA-256 by which the page's policy knows it.
# The assembler takes the files in: a string literal of that size costs the compiler seconds.
# SPDX-FileCopyrightText: The Plumbline authors
# SPDX-License-Identifier: Apache-2.0
cmake_policy(VERSION 3.25)
set(parts "")
foreach(name IN ITEMS style script notices)
  string(TOUPPER ${name} upper)
  set(file "${${upper}}")
  file(SHA256 ${file} digest)
  string(APPEND parts "
__asm__(\".pushsection .rodata\\n\"
        \".globl plumb_report_${name}, plumb_report_${name}_end\\n\"
        \"plumb_report_${name}: .incbin \\\"${file}\\\"\\n\"
        \"plumb_report_${name}_end: .byte 0\\n\"
        \".popsection\\n\");
extern \"C\" const char plumb_report_${name}[];
extern \"C\" const char plumb_report_${name}_end[];
namespace plumb::embedded {
std::string_view report_${name}() {
  return {plumb_report_${name}, static_cast<std::size_t>(plumb_report_${name}_end - plumb_report_${name})};
}
std::string_view report_${name}_sha256() { return \"${digest}\"; }
}  // namespace plumb::embedded
")
endforeach()
file(WRITE ${OUT} "#include \"plumb/report/html/bundle.h\"

#include <cstddef>
${parts}")
