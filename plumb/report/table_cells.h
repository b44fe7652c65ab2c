// plumb/report/table_cells.h - what all formats of a table share: texts of cells, alignment, notes.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "plumb/report/table.h"

namespace plumb {

// Refuses (check_failed) a row of the wrong length.
void require_shape(const Table& table);

// Why there is no value in `cell`; nothing where there is one.
std::optional<std::string> missing_reason(const Cell& cell);

// The table's notes, then each reason for missing values once per column.
std::vector<std::string> all_notes(const Table& table);

// As people see it, rounded; "-" is missing.
std::string display(const Cell& cell);

bool is_right_aligned(const Table& table, std::size_t column);

}  // namespace plumb
