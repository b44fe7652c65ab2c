// plumb/report/html/section.h - what a page is made of: sections of sentences, tables and charts.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "plumb/report/html/chart.h"
#include "plumb/report/table.h"

namespace plumb {

// A question of a reader with what the records answer.
struct Answer {
  std::string id;  // of the element
  std::string question;
  std::vector<std::string> lines;
};

struct Sentence {
  std::string text;
};

// Tables that are long or of interest to few are folded: a click, a key or printing opens them.
struct Folded {
  std::string title;
  std::vector<Table> tables;
};

using Block = std::variant<Sentence, Answer, Table, Folded, Chart>;

struct Section {
  std::string id;
  std::string title;
  std::vector<Block> blocks = {};
};

// A table, folded where it has more rows than a screen.
Block table_block(Table table);

// The section as HTML. Charts are put behind each other into `charts`, where the script finds them;
// without a script to draw them there is the table alone.
std::string html_section(const Section& section, bool drawn, std::vector<Json>& charts);

}  // namespace plumb
