// plumb/trace/stamp/stamp_text.h - the PTX of the stamps: what stands before and behind an access.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "plumb/trace/stamp/find_accesses.h"
#include "plumb/trace/stamp/instrument.h"
#include "plumb/trace/stamp_table.h"

namespace plumb::trace {

// Writes with the number of the file whose lines mark the stamps. The word that is always 0 is a
// constant; `never_is_global` where there is no room for it.
class StampText {
 public:
  StampText(const InstrumentOptions& options, StampNames names, unsigned file, bool never_is_global)
      : options_(&options),
        names_(std::move(names)),
        file_(file),
        never_space_(never_is_global ? "global" : "const") {}

  // The constant, the log and the table, which is given as text, for the head of the module.
  void append_globals(const std::string& table, std::string& text) const;
  // For the start of a function's body; `regions` of its stamps are regions.
  [[nodiscard]] std::string prologue(const ptx::Function& function, std::uint32_t regions) const;
  // Warps that were not drawn run a copy of this function's body, which plain_body gives for the
  // end of it; else their records are left out.
  void split(const ptx::Function& function) { split_.insert(&function); }
  [[nodiscard]] std::string plain_body(const ptx::Module& module,
                                       const ptx::Function& function) const;
  // Around an access. `region` counts the regions of the function.
  [[nodiscard]] std::string before(const FoundAccess& access, std::uint32_t region) const;
  [[nodiscard]] std::string after(const FoundAccess& access, std::uint32_t region) const;
  // Of a stamp at the first use of what was loaded: around the load there is only its mark, and
  // this stands before the instruction that uses it.
  [[nodiscard]] std::string at_first_use(const FoundAccess& access) const;

 private:
  [[nodiscard]] std::string mark(std::uint32_t line) const;
  [[nodiscard]] std::string line_of_program(std::string_view location) const;
  [[nodiscard]] std::string wait(const FoundAccess& access) const;
  [[nodiscard]] std::string record(const FoundAccess& access, const std::string& first) const;
  // Whether it is one to be kept: else it goes to the label.
  [[nodiscard]] std::string record_wanted(const FoundAccess& access,
                                          const std::string& otherwise) const;
  [[nodiscard]] std::string record_stored(const FoundAccess& access,
                                          const std::string& first) const;
  [[nodiscard]] std::string record_with_addresses(const FoundAccess& access,
                                                  const std::string& first) const;

  const InstrumentOptions* options_;
  StampNames names_;
  unsigned file_;
  std::string_view never_space_;
  std::set<const ptx::Function*> split_;
};

}  // namespace plumb::trace
