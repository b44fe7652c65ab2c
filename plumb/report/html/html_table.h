// plumb/report/html/html_table.h - the one table of all commands as HTML.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plumb/report/table.h"

namespace plumb {

// <table> with its title as caption, scrolled sideways where it is too wide, then its notes. A
// rounded number keeps all its digits in data-value.
std::string html_table(const Table& table);

}  // namespace plumb
