// plumb/device/user_folder.h - where this user's files are kept: the XDG base directories.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace plumb::device {

// $variable/plumbline, else ~/below_home/plumbline; empty when neither is an absolute path: the
// specification of the base directories asks to ignore others.
//
//   user_folder("XDG_CACHE_HOME", ".cache")
std::string user_folder(const char* variable, const char* below_home);

}  // namespace plumb::device
