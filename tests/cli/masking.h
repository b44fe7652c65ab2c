// tests/cli/masking.h - the output of a command without what differs between machines and runs.
//
// What was measured becomes #, names of this machine become <device> and the like; all else stays:
//   mask("copy  58.17 GB/s on cpu-7\n", {{"cpu-7", "<device>"}}) == "copy # GB/s on <device>\n"
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace plumb {

// A name that only this machine has, and what stands for it.
struct LocalName {
  std::string name;
  std::string token;
};

// Masks text, CSV, Markdown and JSON, each recognised by its form. Runs of blanks become one and
// the rule below the headings of a table one dash, so that the widths of columns do not matter.
std::string mask(const std::string& output, const std::vector<LocalName>& names);

// What happens to the cells of a column.
enum class Treatment {
  exact,     // but for digits beyond the twelfth
  measured,  // a number becomes #; a dash stays, for it says that there is none
  varying,   // # whatever it is: the driver may not even report it
  rounded,   // to 4 digits: the last ones depend on how a processor fuses products and sums
  digits,    // "13+" or "6+": what double and single precision reach everywhere
  verdict,   // without the noise
};
// By the headings of a table, which may end with a unit: "time [ms]".
std::vector<Treatment> treatments_of(const std::vector<std::string>& headings);
std::string treated(Treatment treatment, const std::string& cell);

// One line of text or one note: times, rates, versions and what follows from the number of cores.
// Empty where the line exists only on a busy machine.
std::string masked_line(std::string line);

// A document: measured quantities, what the machine is, notes, and the cells of tables.
std::string masked_json(const std::string& document);

}  // namespace plumb
