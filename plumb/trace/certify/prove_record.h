// plumb/trace/certify/prove_record.h - the proof that the two readings of a stamp are what its
// record keeps.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "plumb/records/stamp.h"
#include "plumb/trace/certify/function_code.h"
#include "plumb/trace/log_layout.h"

namespace plumb::trace {

struct RecordProof {
  std::string complaint;  // empty: it keeps them
  std::size_t last = 0;   // the last store of the record
};

// Behind the second reading both readings are stored, the first as the first, once or with staging
// twice, the high word of the second with the record's check added; the other half of the record,
// with the number of the stamp, goes to the same place and under the same guard; and no other store
// of the stamp, and none to that place, follows before the registers of the address are used for
// something else.
RecordProof prove_record(const FunctionCode& code, const Stamp& stamp, const LogLayout& layout,
                         std::size_t first, std::size_t second);

}  // namespace plumb::trace
