// plumb/artifact/application_files.h - what the commands of records read besides profiles.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace plumb::artifact {

// The application files that the commands of these records name by a relative path, as far as they
// are here, and the kernels and data that those read. An application file that cannot be read is an
// input error that names it.
std::vector<std::string> files_of_applications(const std::vector<std::string>& records);

}  // namespace plumb::artifact
