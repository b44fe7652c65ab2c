// plumb/study/data_folder.h - where this user's profiles and tunings are kept.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace plumb::study {

// $XDG_DATA_HOME/plumbline/`kind`, ~/.local/share by default.
std::string data_folder(std::string_view kind);

}  // namespace plumb::study
