// plumb/artifact/sha256.h - the checksum of a file, as sha256sum prints it.
//
// Written out (FIPS 180-4) because no library that the program needs anyway has it.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace plumb::artifact {

// 64 hexadecimal digits.
std::string sha256(std::string_view bytes);

}  // namespace plumb::artifact
