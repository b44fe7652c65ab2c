// plumb/report/table.h - the one table that every command prints, as text, CSV, Markdown or JSON.
//
// Tables are made from records by the other headers of this module (prediction_table.h,
// profile_tables.h, ...), so that what a command prints can be printed again from its file.
//
//   Table table{.title = "copy", .columns = {{"size", "MiB"}, {"rate", "GB/s"}, {"limited by"}}};
//   table.rows.push_back({64, fixed(93.21, 1), "memory"});
//   table.rows.push_back({128, Missing{"out of memory"}, Missing{}});
//   table.notes.push_back("cold caches");
//   fmt::print("{}", render(table, Format::text));
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "plumb/report/number.h"

namespace plumb {

// A value that does not exist, and why. Every format but CSV lists the reasons below the table.
struct Missing {
  std::string reason;
};

// One value of a row. A number that is not finite is shown as missing.
struct Cell {
  std::variant<std::string, std::int64_t, std::uint64_t, Number, Missing> value;

  Cell(std::string text) : value(std::move(text)) {}
  Cell(std::string_view text) : value(std::string(text)) {}
  Cell(const char* text) : value(std::string(text)) {}
  Cell(Number number) : value(number) {}
  Cell(Missing missing) : value(std::move(missing)) {}
  template <std::signed_integral Whole>
  Cell(Whole whole) : value(std::int64_t{whole}) {}
  template <std::unsigned_integral Whole>
  Cell(Whole whole) : value(std::uint64_t{whole}) {}
  Cell(bool) = delete;  // write what it means: "yes", "verified", ...
  Cell(char) = delete;
};

// Automatic: right where the column has a unit or shows a number, else left.
enum class Alignment { automatic, left, right };

struct Column {
  std::string name;
  std::string unit = {};  // "GB/s"; empty for none
  Alignment alignment = Alignment::automatic;
};

struct Table {
  std::string title = {};  // empty for none
  std::vector<Column> columns = {};
  std::vector<std::vector<Cell>> rows = {};  // each as long as `columns`
  std::vector<std::string> notes = {};       // lines below the table
};

enum class Format { text, csv, md, json };

// The format called `name`; an unknown name is an input error that lists the known ones.
[[nodiscard]] Format format_from_name(std::string_view name);

// The whole text, with a final line break. A row of the wrong length is refused (check_failed).
//   text  title, names, units, a rule, rows, notes; "-" is missing. Columns are as wide as their
//         longest cell in code points; control characters become blanks, lines end without blanks.
//   csv   RFC 4180 with plain line feeds: a header `name [unit]`, then the rows. Missing is an
//         empty field, an empty text is "". Title and notes are left out, so any reader works.
//   md    a heading, a pipe table, the notes as a list.
//   json  {"schema": "plumbline.tables/1", "tables": [{"title", "columns": [{"name", "unit"}],
//         "rows": [[...]], "notes": [...]}]}; missing is null.
[[nodiscard]] std::string render(const Table& table, Format format);

// Several tables as one document. Text and Markdown put a blank line between them; JSON is the
// same for one as for several. CSV puts a blank line between them, too, each has its own header,
// and a first column `table` holds the title (without one the position, from 1), so that rows say
// where they belong.
[[nodiscard]] std::string render(std::span<const Table> tables, Format format);

}  // namespace plumb
