// plumb/workloads/morphology/suite.cpp - the sweep over K of paper 000, table 5.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/morphology/morphology.h"

namespace plumb::morphology {

NamedTexts suite_lists(const NamedTexts& chosen) {
  const NamedTexts lists{
      {"size", chosen_or(chosen, "size", "1024x1024")},
      {"pixel", chosen_or(chosen, "pixel", "uchar4")},
      {"references", chosen_or(chosen, "references", "4,8,16,32,64,128,256,512,1024")}};
  return with_others(lists, chosen);
}

std::vector<TableLayout> suite_layouts(const NamedTexts&, const std::string& device) {
  return {{.title = "morphology on " + device,
           .columns = {{"K", ColumnKind::setting, "references"},
                       {"size", ColumnKind::setting, "size"},
                       {"pixel", ColumnKind::setting, "pixel"},
                       {"variant", ColumnKind::setting, "variant"},
                       {"time", ColumnKind::time, "", "us", 4},
                       {"bandwidth", ColumnKind::bandwidth, "", "GB/s", 4},
                       {"result", ColumnKind::verdict}}}};
}

}  // namespace plumb::morphology
