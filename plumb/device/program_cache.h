// plumb/device/program_cache.h - compiled programs kept under the XDG cache folder.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace plumb::device {

// The binary that `backend` stored for exactly this key (source, definitions, device, compiler), if
// there is one.
std::optional<std::string> cached_binary(std::string_view backend, std::string_view key);

// Stores it. A folder that cannot be written is not an error: the next run compiles again.
void store_binary(std::string_view backend, std::string_view key, std::string_view binary);

// $XDG_CACHE_HOME/plumbline/<backend>, else ~/.cache/plumbline/<backend>; empty when neither is
// set.
std::string cache_folder(std::string_view backend);

}  // namespace plumb::device
