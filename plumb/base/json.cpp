// plumb/base/json.cpp - parsing with positions, checked views, files written whole.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/base/json.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <set>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "plumb/base/error.h"

namespace plumb {
namespace {

constexpr int deepest = 200;

// Counts brackets outside strings: cheaper and simpler than a parser callback.
void refuse_deep_nesting(std::string_view text, std::string_view name) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      if (++depth > deepest) {
        throw Error(ErrorKind::input,
                    fmt::format("{}: nested deeper than {} levels", name, deepest));
      }
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
}

[[noreturn]] void refuse_syntax(std::string_view text, std::string_view name, std::size_t byte,
                                std::string_view why) {
  const std::size_t at = std::min(byte == 0 ? 0 : byte - 1, text.size());
  const std::string_view before = text.substr(0, at);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t start =
      before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  const std::string_view whole = text.substr(start, text.find('\n', start) - start);
  const bool is_blank = whole.find_first_not_of(" \t\r") == std::string_view::npos;
  throw Error(ErrorKind::input, fmt::format("{}:{}:{}: {}", name, line, at - start + 1, why),
              std::string(is_blank ? "" : whole.substr(0, 200)));
}

// A member that stands twice: whoever wrote it meant one of them, and readers take different ones.
// `text` is correct JSON: a text in front of a colon is a member's name.
void refuse_members_named_twice(std::string_view text, std::string_view name) {
  std::vector<std::set<std::string, std::less<>>> open;  // names of the objects around this place
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '{' || text[i] == '[') open.emplace_back();
    if (text[i] == '}' || text[i] == ']') open.pop_back();
    if (text[i] != '"') continue;
    const std::size_t start = i++;
    bool has_escapes = false;
    for (; text[i] != '"'; ++i) {
      if (text[i] != '\\') continue;
      has_escapes = true;
      ++i;
    }
    const std::size_t next = text.find_first_not_of(" \t\r\n", i + 1);
    if (next == std::string_view::npos || text[next] != ':') continue;
    const std::string_view quoted = text.substr(start, i + 1 - start);
    std::string member(quoted.substr(1, quoted.size() - 2));
    if (has_escapes) member = Json::parse(quoted).get<std::string>();
    if (!open.back().insert(member).second)
      refuse_syntax(text, name, start + 1, fmt::format("member '{}' stands twice", member));
  }
}

// A member's name as a part of a JSON pointer (RFC 6901): "a/b~c" -> "a~1b~0c".
std::string escaped(std::string_view member) {
  std::string text;
  for (const char c : member) {
    if (c == '~') {
      text += "~0";
    } else if (c == '/') {
      text += "~1";
    } else {
      text += c;
    }
  }
  return text;
}

void refuse_non_finite(const Json& value) {
  if (value.is_number_float() && !std::isfinite(value.get<double>())) {
    throw Error(ErrorKind::check_failed, "a number to be written is not finite");
  }
  if (value.is_structured()) {
    for (const Json& inner : value) refuse_non_finite(inner);
  }
}

}  // namespace

Json parse_json(std::string_view text, std::string_view name) {
  refuse_deep_nesting(text, name);
  // The parser takes a zero byte for the end and would not look at the rest.
  if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos)
    refuse_syntax(text, name, zero + 1, "a zero byte");
  try {
    Json parsed = Json::parse(text);
    refuse_members_named_twice(text, name);
    return parsed;
  } catch (const Json::parse_error& error) {
    std::string_view why = error.what();  // "[json.exception...] parse error at line ...: <why>"
    if (const auto colon = why.find(": "); colon != std::string_view::npos)
      why.remove_prefix(colon + 2);
    if (error.byte > text.size())
      why =
          text.empty() ? "the file is empty" : "the text ends in the middle: the file was cut off";
    refuse_syntax(text, name, error.byte, why);
  } catch (const Json::out_of_range& error) {
    throw Error(ErrorKind::input, fmt::format("{}: a number is out of range", name), error.what());
  }
}

std::string read_text_file(const std::string& path) {
  std::error_code code;
  if (std::filesystem::is_directory(path, code)) {
    throw Error(ErrorKind::input, fmt::format("cannot read '{}': it is a folder", path));
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    throw Error(ErrorKind::input, fmt::format("cannot read '{}': {}", path, std::strerror(errno)));
  }
  if (const auto size = std::filesystem::file_size(path, code); !code && size > (1ULL << 30)) {
    throw Error(ErrorKind::input, fmt::format("cannot read '{}': larger than 1 GiB", path));
  }
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::string end_of_links(const std::string& path) {
  constexpr int most = 40;  // as many as Linux follows: then it is a circle, and the path stays
  std::filesystem::path end = path;
  std::error_code code;
  for (int i = 0; i < most; ++i) {
    if (!std::filesystem::is_symlink(end, code)) return end.string();
    const std::filesystem::path named = std::filesystem::read_symlink(end, code);
    if (code) break;
    end = named.is_absolute() ? named : end.parent_path() / named;
  }
  return path;
}

void WholeFile::fail(const std::string& why) const {
  throw Error(ErrorKind::check_failed, fmt::format("cannot write '{}': {}", path_, why));
}

WholeFile::WholeFile(const std::string& path) : path_(path), target_(path) {
  std::error_code code;
  if (std::filesystem::is_directory(path, code)) fail("it is a folder");
  // A device or pipe (/dev/null) is written into; only plain files can be replaced.
  const bool replaces =
      !std::filesystem::exists(path, code) || std::filesystem::is_regular_file(path, code);
  if (code == std::errc::too_many_symbolic_link_levels) fail(code.message());
  if (replaces) {
    target_ = end_of_links(path);
    temporary_ = fmt::format("{}.{}.part", target_, ::getpid());
  }
  file_ = std::fopen(replaces ? temporary_.c_str() : path.c_str(), "wb");
  if (file_ == nullptr) fail(std::strerror(errno));
}

WholeFile::~WholeFile() {
  if (file_ != nullptr) static_cast<void>(std::fclose(file_));
  std::error_code code;
  if (!temporary_.empty()) std::filesystem::remove(temporary_, code);
}

void WholeFile::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) fail(std::strerror(errno));
}

void WholeFile::finish() {
  if (std::fclose(std::exchange(file_, nullptr)) != 0) fail(std::strerror(errno));
  if (temporary_.empty()) return;
  std::error_code code;
  std::filesystem::rename(temporary_, target_, code);
  if (code) fail(code.message());
  temporary_.clear();
}

void write_whole(const std::string& path, std::string_view text) {
  WholeFile file(path);
  file.write(text);
  file.finish();
}

void require_writable(const std::string& path) {
  if (path.empty()) return;
  const std::filesystem::path parent = std::filesystem::path(end_of_links(path)).parent_path();
  const std::string folder = parent.empty() ? "." : parent.string();
  const auto refuse = [&](const std::string& why) {
    throw Error(ErrorKind::check_failed,
                fmt::format("cannot write '{}': {}; nothing was run", path, why));
  };
  std::error_code code;
  if (std::filesystem::is_directory(path, code)) refuse("it is a folder");
  if (code == std::errc::too_many_symbolic_link_levels) refuse(code.message());
  if (::access(folder.c_str(), W_OK | X_OK) != 0) refuse(std::strerror(errno));
}

void require_not_input(const std::string& path, std::span<const std::string> inputs) {
  for (const std::string& input : inputs) {
    std::error_code code;
    if (path.empty() || !std::filesystem::equivalent(path, input, code) || code) continue;
    throw Error(ErrorKind::input,
                fmt::format("cannot write '{}': this command reads it; name another file", path));
  }
}

std::string to_text(const Json& value) {
  refuse_non_finite(value);
  return value.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

void JsonView::refuse(std::string_view why) const {
  throw Error(ErrorKind::input,
              fmt::format("{}: {}: {}", document_, pointer_.empty() ? "/" : pointer_, why));
}

void JsonView::require_object() const {
  if (!value_->is_object()) refuse("expected an object");
}

bool JsonView::has(std::string_view member) const {
  require_object();
  return value_->contains(std::string(member));
}

JsonView JsonView::at(std::string_view member) const {
  require_object();
  const auto found = value_->find(std::string(member));
  if (found == value_->end()) refuse(fmt::format("member '{}' is missing", member));
  return {*found, document_, fmt::format("{}/{}", pointer_, escaped(member))};
}

std::vector<JsonView> JsonView::list() const {
  if (!value_->is_array()) refuse("expected a list");
  std::vector<JsonView> items;
  items.reserve(value_->size());
  for (std::size_t i = 0; i < value_->size(); ++i) {
    items.push_back({(*value_)[i], document_, fmt::format("{}/{}", pointer_, i)});
  }
  return items;
}

std::vector<double> JsonView::numbers() const {
  if (!value_->is_array()) refuse("expected a list");
  std::vector<double> values;
  values.reserve(value_->size());
  for (const Json& item : *value_) {
    if (!item.is_number()) list()[values.size()].refuse("expected a number");
    values.push_back(item.get<double>());
  }
  return values;
}

std::vector<std::string> JsonView::member_names() const {
  require_object();
  std::vector<std::string> names;
  for (const auto& [name, value] : value_->items()) names.push_back(name);
  return names;
}

std::string JsonView::text() const {
  if (!value_->is_string()) refuse("expected a text");
  return value_->get<std::string>();
}

double JsonView::number() const {
  if (!value_->is_number()) refuse("expected a number");
  return value_->get<double>();
}

bool JsonView::flag() const {
  if (!value_->is_boolean()) refuse("expected true or false");
  return value_->get<bool>();
}

bool JsonView::is_text() const { return value_->is_string(); }
bool JsonView::is_number() const { return value_->is_number(); }
bool JsonView::is_null() const { return value_->is_null(); }

std::uint64_t JsonView::count(std::uint64_t most) const {
  if (!value_->is_number_unsigned()) refuse("expected a whole number, zero or larger");
  const auto found = value_->get<std::uint64_t>();
  if (found > most) refuse(fmt::format("{} is more than {}", found, most));
  return found;
}

std::string JsonView::text_or(std::string_view member, std::string_view otherwise) const {
  return has(member) ? at(member).text() : std::string(otherwise);
}
double JsonView::number_or(std::string_view member, double otherwise) const {
  return has(member) ? at(member).number() : otherwise;
}
std::uint64_t JsonView::count_or(std::string_view member, std::uint64_t otherwise) const {
  return has(member) ? at(member).count() : otherwise;
}
bool JsonView::flag_or(std::string_view member, bool otherwise) const {
  return has(member) ? at(member).flag() : otherwise;
}

void JsonView::only(std::initializer_list<std::string_view> known) const {
  for (const std::string& name : member_names()) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    const std::vector<std::string> names(known.begin(), known.end());
    refuse(fmt::format("unknown member '{}'{}", name, did_you_mean(name, names)));
  }
}

void JsonView::require_schema(std::string_view name) const {
  const std::string found = has("schema") ? at("schema").text() : "none";
  if (found == name) return;
  // "plumbline.result/": the same record, of another version.
  const std::string_view record = name.substr(0, name.find('/') + 1);
  const std::string_view version = std::string_view(found).substr(
      std::string_view(found).starts_with(record) ? record.size() : found.size());
  const bool other_version =
      !version.empty() && version.find_first_not_of("0123456789") == std::string_view::npos;
  const std::string_view known = name.substr(record.size());
  const bool is_older =
      version.size() < known.size() || (version.size() == known.size() && version < known);
  const char* way_out = "";
  if (other_version)
    way_out = is_older ? "; an older plumb wrote the file: make it anew with this one"
                       : "; use the version of plumb that wrote the file, or a newer one";
  refuse(fmt::format("expected schema '{}', found '{}'{}", name, found, way_out));
}

}  // namespace plumb
