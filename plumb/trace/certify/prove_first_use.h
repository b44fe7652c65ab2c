// plumb/trace/certify/prove_first_use.h - the proof for a stamp at the first use of what was
// loaded.
//
// The readings show how long a warp still waits for the data. For each place it is shown that
//   1. the access lies before the first reading, whoever comes there came by it, and nothing up to
//      that reading waits for it: neither another instruction nor the reading itself;
//   2. between the readings an instruction reads what the access wrote, and waits for its barrier;
//   3. nothing between the readings waits for anything else, and every instruction there is known;
//   4. the record keeps the two readings, as that of every stamp.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "plumb/records/stamp.h"
#include "plumb/trace/certify/function_code.h"
#include "plumb/trace/log_layout.h"

namespace plumb::trace {

struct UsePlace {
  CertifiedPlace place;
  std::vector<std::size_t>
      accesses;  // indices of the instructions that were found to be the access
};

// `first` and `second` are the indices of the clock readings.
UsePlace prove_first_use(const FunctionCode& code, const Stamp& stamp, const LogLayout& layout,
                         std::size_t first, std::size_t second);

}  // namespace plumb::trace
