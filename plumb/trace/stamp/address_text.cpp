// plumb/trace/stamp/address_text.cpp - writing the PTX of addresses.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/stamp/address_text.h"

#include <fmt/format.h>

namespace plumb::trace {

std::string lane_address(const FoundAccess& access) {
  if (!access.address) return {};
  const AccessAddress& address = *access.address;
  const std::string base = address.copied ? "%plumb_k" : std::string(address.base);
  std::string text = address.bits == 32 ? fmt::format("cvt.u64.u32 %plumb_at, {};\n", base)
                                        : fmt::format("mov.b64 %plumb_at, {};\n", base);
  if (!address.offset.empty())
    text += fmt::format("add.s64 %plumb_at, %plumb_at, {};\n", address.offset.substr(1));
  return text;
}

std::string number_given(const std::string& done) {
  return fmt::format(
      "brev.b32 %plumb_r, %plumb_m;\nclz.b32 %plumb_r, %plumb_r;\n"
      "shfl.sync.idx.b32 %plumb_number, %plumb_number, %plumb_r, 31, %plumb_m;\n"
      "setp.eq.u32 %plumb_q, %plumb_number, 0xffffffff;\n@%plumb_q bra {};\n",
      done);
}

std::string address_stored(const FoundAccess& access, const LogLayout& layout,
                           const std::string& log) {
  const std::string none = access.address ? "" : "mov.u64 %plumb_at, 0;\n";
  return none + fmt::format(
                    "{{\n.reg .b64 %plumb_t, %plumb_u;\nmad.lo.u32 %plumb_i, %plumb_place, {0}, "
                    "%plumb_s;\n"
                    "mov.u64 %plumb_g, {1};\nmad.wide.u32 %plumb_a, %plumb_i, {2}, %plumb_g;\n"
                    "cvt.u64.u32 %plumb_t, %plumb_number;\nshl.b64 %plumb_t, %plumb_t, {3};\n"
                    "and.b64 %plumb_at, %plumb_at, {4};\nor.b64 %plumb_at, %plumb_at, %plumb_t;\n"
                    "mov.u32 %plumb_r, %laneid;\nmad.wide.u32 %plumb_u, %plumb_r, 8, %plumb_a;\n"
                    "st.global.u64 [%plumb_u+{5}], %plumb_at;\n}}\n",
                    layout.slots, log, slot_bytes(layout), address_bits,
                    (std::uint64_t{1} << address_bits) - 1, addresses_offset(layout));
}

}  // namespace plumb::trace
