// plumb/application/read_kernels.h - the kernels of an application file, with their sources.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

#include "plumb/application/application_parts.h"
#include "plumb/application/toml_tree.h"

namespace plumb {

class KernelReader {
 public:
  // Needs the buffers and parameters in `parts`, which gets kernels and sources.
  KernelReader(const TomlView& root, const ReadFile& read, Application::Parts& parts)
      : root_(root), read_(&read), parts_(&parts) {}

  // The texts in [[source]]; those of other files are read with the first kernel that names them.
  void read_sources();

  // Gives a launch the kernel that `word` names. To be called where its pass is read: the shape and
  // the arguments may use the variables of the pass.
  void add(const TomlView& word, LaunchPart& launch);

  [[nodiscard]] const std::set<std::string>& added() const { return added_; }

 private:
  std::vector<Expression> extents_of(const TomlView& view);
  ArgumentPart argument_of(const TomlView& view);
  [[nodiscard]] bool has_source(const std::string& name) const;
  std::string source_of(const TomlView& view);

  TomlView root_;
  const ReadFile* read_;
  Application::Parts* parts_;
  std::set<std::string> added_;
};

}  // namespace plumb
