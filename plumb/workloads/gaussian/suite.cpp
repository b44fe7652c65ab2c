// plumb/workloads/gaussian/suite.cpp - the sizes of paper 004, table 5.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/gaussian/gaussian.h"

namespace plumb::gaussian {

NamedTexts suite_lists(const NamedTexts& chosen) {
  const NamedTexts lists{{"size", chosen_or(chosen, "size", "256x256,512x512,768x768,1024x1024")},
                         {"pixel", chosen_or(chosen, "pixel", "uchar4")},
                         {"variant", chosen_or(chosen, "variant", "two_pass,one_pass")}};
  return with_others(lists, chosen);
}

std::vector<TableLayout> suite_layouts(const NamedTexts&, const std::string& device) {
  return {{.title = "gaussian on " + device,
           .columns = {{"size", ColumnKind::setting, "size"},
                       {"pixel", ColumnKind::setting, "pixel"},
                       {"taps", ColumnKind::setting, "taps"},
                       {"variant", ColumnKind::setting, "variant"},
                       {"time", ColumnKind::time, "", "us", 4},
                       {"bandwidth", ColumnKind::bandwidth, "", "GB/s", 4},
                       {"rate", ColumnKind::rate, "", "GFLOPS", 4},
                       {"result", ColumnKind::verdict}}}};
}

}  // namespace plumb::gaussian
