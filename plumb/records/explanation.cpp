// plumb/records/explanation.cpp - the names of terms.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/explanation.h"

#include <array>

#include "plumb/records/names.h"

namespace plumb {
namespace {

constexpr std::array<std::string_view, 10> term_names{
    "none",    "clocks",    "queueing",   "transfers", "level",
    "pattern", "occupancy", "arithmetic", "volume",    "host"};

}  // namespace

std::string name_of(Term term) { return name_in(term_names, term); }

}  // namespace plumb
