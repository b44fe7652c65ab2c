// plumb/workloads/stream/suite.cpp - the operations one by one, and their table.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/stream/stream.h"

namespace plumb::stream {

NamedTexts suite_lists(const NamedTexts& chosen) {
  const NamedTexts lists{{"elements", chosen_or(chosen, "elements", "33554432")},
                         {"precision", chosen_or(chosen, "precision", "f32")},
                         {"operation", chosen_or(chosen, "operation", "copy,scale,add,triad,dot")}};
  return with_others(lists, chosen);
}

std::vector<TableLayout> suite_layouts(const NamedTexts&, const std::string& device) {
  return {{.title = "stream on " + device,
           .columns = {{"operation", ColumnKind::setting, "operation"},
                       {"elements", ColumnKind::setting, "elements"},
                       {"precision", ColumnKind::setting, "precision"},
                       {"time", ColumnKind::time, "", "us", 4},
                       {"bandwidth", ColumnKind::bandwidth, "", "GB/s", 4},
                       {"of copy", ColumnKind::of_copy, "", "", 3},
                       {"result", ColumnKind::verdict}}}};
}

std::vector<ChartLayout> charts() {
  const ColumnLayout bandwidth{"bandwidth", ColumnKind::bandwidth, "", "GB/s", 4};
  return {{.kind = ChartKind::steps,
           .title = "bandwidth of each operation",
           .value = bandwidth,
           .by = {"elements", "precision", "variant"}},
          {.kind = ChartKind::curve,
           .title = "bandwidth by the length of the arrays",
           .across = {"elements"},
           .value = bandwidth,
           .by = {"operation", "precision", "variant"}}};
}

}  // namespace plumb::stream
