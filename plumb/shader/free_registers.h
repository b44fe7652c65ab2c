// plumb/shader/free_registers.h - constants and temporaries that a program does not use.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <set>
#include <vector>

#include "plumb/shader/check.h"
#include "plumb/shader/language/shader.h"

namespace plumb::shader {

// Gives out constants of a vertex program that it does not read (M1). A constant with a relative
// index may be any of them, so then none is free.
class FreeConstants {
 public:
  FreeConstants(const Shader& vertex, const Shader& fragment);

  // The vertex constant that holds the fragment program's c[index]; the same number where free.
  // Empty when all are taken.
  std::optional<int> copy_of(int fragment_index);

  // A constant for numbers that the program defines itself; empty when all are taken.
  std::optional<int> fresh();

  // What the host must upload, and what the program defines.
  std::vector<ConstantCopy> copies;
  std::vector<Definition> definitions;

 private:
  const Shader& fragment_;
  std::set<int> taken_;
  int count_ = 0;
  std::vector<std::pair<int, int>> known_;  // fragment index, vertex index
};

// The temporaries that appear in the program.
std::set<int> temporaries_of(const Shader& shader);

// The constants of a fragment program that it neither reads nor defines.
std::vector<int> unused_constants(const Shader& fragment);

}  // namespace plumb::shader
