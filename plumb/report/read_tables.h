// plumb/report/read_tables.h - tables that were written as JSON, read back.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "plumb/base/json.h"
#include "plumb/report/table.h"

namespace plumb {

// Of a document plumbline.tables/1, or of a table alone. Whole numbers come back as such, others
// with four digits shown. Refuses (input error) a row that is not as long as its table is wide.
std::vector<Table> tables_from_json(const JsonView& view);

}  // namespace plumb
