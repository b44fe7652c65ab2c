// plumb/trace/stamp/address_text.h - the PTX that keeps the address of every lane beside a record.
//
// The lane that writes for the others takes a number for the record and gives it to them; from it
// all find the same slot, and each stores its own address there. No two lanes store to one word,
// and each word carries the low bits of the number, so that the reader knows whose it is.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plumb/trace/log_layout.h"
#include "plumb/trace/stamp/find_accesses.h"

namespace plumb::trace {

// %plumb_at := the address that this lane accesses, as its text has it. For before the first
// reading: the access may overwrite the register. Nothing where the access has none.
std::string lane_address(const FoundAccess& access);

// %plumb_number := that of the first lane of %plumb_m; where it has none (0xffffffff) all go to
// `done`. Uses %plumb_r and %plumb_q.
std::string number_given(const std::string& done);

// Stores the address in the slot that %plumb_s names; 0 where the access has none. Uses %plumb_i,
// %plumb_r, %plumb_g and %plumb_a.
std::string address_stored(const FoundAccess& access, const LogLayout& layout,
                           const std::string& log);

}  // namespace plumb::trace
