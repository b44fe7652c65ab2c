// plumb/device/program_cache.cpp - one file per program: the whole key, then the binary.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/program_cache.h"

#include <cstdint>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/device/user_folder.h"

namespace plumb::device {
namespace {

// FNV-1a: names the file and notices damage; the key inside the file decides what it is.
std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return hash;
}

std::string file_of(std::string_view backend, std::string_view key) {
  return fmt::format("{}/{:016x}.bin", cache_folder(backend), hash_of(key));
}

// Some drivers abort on a damaged binary, so size and hash are checked before they see it.
std::string header_of(std::string_view key, std::string_view binary) {
  return fmt::format("plumbline {} {} {:016x}\n{}\n", key.size(), binary.size(), hash_of(binary),
                     key);
}

}  // namespace

std::string cache_folder(std::string_view backend) {
  const std::string folder = user_folder("XDG_CACHE_HOME", ".cache");
  return folder.empty() ? std::string() : fmt::format("{}/{}", folder, backend);
}

std::optional<std::string> cached_binary(std::string_view backend, std::string_view key) {
  if (cache_folder(backend).empty()) return std::nullopt;
  const std::string path = file_of(backend, key);
  std::error_code code;
  if (!std::filesystem::is_regular_file(path, code)) return std::nullopt;
  try {
    const std::string text = read_text_file(path);
    const std::size_t start = text.find('\n') + 1 + key.size() + 1;
    if (start > text.size()) return std::nullopt;
    std::string binary = text.substr(start);
    if (!text.starts_with(header_of(key, binary))) return std::nullopt;
    return binary;
  } catch (const Error&) {
    return std::nullopt;  // removed or unreadable meanwhile: as if it had not been there
  }
}

void store_binary(std::string_view backend, std::string_view key, std::string_view binary) {
  if (cache_folder(backend).empty()) return;
  std::error_code code;
  std::filesystem::create_directories(cache_folder(backend), code);
  try {
    write_whole(file_of(backend, key), header_of(key, binary) + std::string(binary));
  } catch (const Error&) {
    return;  // a read-only home must not stop a measurement
  }
}

}  // namespace plumb::device
