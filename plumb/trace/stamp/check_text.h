// plumb/trace/stamp/check_text.h - the PTX of a record's check (log_layout.h).
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace plumb::trace {

// %plumb_word3 := what a record has in the place of its word 3. Needs words 0 to 3 in %plumb_word0
// and so on, word 4 in %plumb_i, and %plumb_m, %plumb_block and %plumb_tag; `numbered`: and
// the record's number in %plumb_taken, whose low bits its addresses carry. Uses %plumb_check.
std::string check_added(bool numbered);

// The high word of %plumb_2 := the same; `first` is the register of the first reading.
std::string second_reading_checked(const std::string& first, bool numbered);

}  // namespace plumb::trace
