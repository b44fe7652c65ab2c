// plumb/report/html/fit_page.h - sections of very many records in a page that still opens at once.
//
// What goes, in this order, until the page is below its size: every second, then three of four,
// then seven of eight points of long curves, in charts and their tables; then the folded tables,
// and three of four cells of large maps. A page whose records ask for still more stays as large as
// it is. Timelines keep all bars and do not count.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "plumb/report/html/section.h"

namespace plumb {

inline constexpr std::size_t most_page_bytes = 2000000;

// Takes as much from `sections` as is needed for `size_of` them to be below `most` bytes. Returns a
// sentence that says what was left out; empty: nothing.
std::string fit_sections(std::vector<Section>& sections, std::size_t most,
                         const std::function<std::size_t(const std::vector<Section>&)>& size_of);

}  // namespace plumb
