// tests/shader/oracle/expression.h - what the host computes, for the oracle.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "tests/shader/oracle/program.h"

namespace plumb::oracle {

// The value of "mul(rcp(c3.x), 2)" with these constants; an unknown operation throws.
double value_of(const std::string& expression, const std::map<int, Four>& constants);

}  // namespace plumb::oracle
