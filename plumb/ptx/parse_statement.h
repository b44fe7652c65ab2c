// plumb/ptx/parse_statement.h - reading one statement: an instruction, a label, a directive.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/ptx/module.h"
#include "plumb/ptx/tokens.h"

namespace plumb::ptx {

Statement parse_statement(Tokens& tokens, const Module& module);

}  // namespace plumb::ptx
