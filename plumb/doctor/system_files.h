// plumb/doctor/system_files.h - what Linux says in /proc and /sys, below a folder that can be
// chosen.
//
//   const SystemFiles files("/");
//   files.first_line("proc/loadavg");   // "0.41 0.38 0.35 2/118 5166"
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumb::doctor {

class SystemFiles {
 public:
  explicit SystemFiles(std::string root) : root_(std::move(root)) {}

  // Without its line break; absent where the file does not exist, cannot be read or is empty.
  [[nodiscard]] std::optional<std::string> first_line(const std::string& path) const;

  // What follows "name:" in a file of such lines, without blanks around it.
  [[nodiscard]] std::optional<std::string> field(const std::string& path,
                                                 std::string_view name) const;

  // The names in a folder, sorted; none where it cannot be read.
  [[nodiscard]] std::vector<std::string> names_in(const std::string& folder) const;

 private:
  std::string root_;
};

// The numbers of a list as Linux writes it, "0-3,8"; empty where the text is not such a list.
std::vector<unsigned> numbers_in_list(std::string_view text);

}  // namespace plumb::doctor
