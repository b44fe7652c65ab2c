// plumb/base/json.h - JSON: texts in and out, a checked view for readers, files written whole.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstdio>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace plumb {

using Json = nlohmann::ordered_json;  // keeps the order in which members were written

// Parses `text`; a syntax error names `name:line:column` and shows the line. Nesting deeper than
// 200 levels is refused, so that a hostile file cannot exhaust the stack.
Json parse_json(std::string_view text, std::string_view name);

// The whole file as text; refuses a folder, an unreadable file or one above 1 GiB.
std::string read_text_file(const std::string& path);

// A file that is written piece by piece and appears whole or not at all: until finish() it lies
// beside its place as a temporary, then it is renamed; without finish() the temporary is removed.
class WholeFile {
 public:
  explicit WholeFile(const std::string& path);
  ~WholeFile();
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;

  void write(std::string_view text);
  void finish();

 private:
  [[noreturn]] void fail(const std::string& why) const;

  std::string path_;
  std::string target_;     // through a link to the file it names, so that the link stays
  std::string temporary_;  // empty: written into directly, see the constructor
  std::FILE* file_ = nullptr;
};

// The same at once.
void write_whole(const std::string& path, std::string_view text);

// The file that writing to `path` makes or replaces: links are followed, also to a file that is not
// there yet; of links in a circle the path itself.
std::string end_of_links(const std::string& path);

// Fails at once, before any measuring, if `path` could not be written later. Empty: nothing is to
// be written.
void require_writable(const std::string& path);

// Refuses (input error) a path that is one of the files which the command reads.
void require_not_input(const std::string& path, std::span<const std::string> inputs);

// Indented JSON with a final line break. Non-finite numbers are refused: a missing value is left
// out by the writer, never printed as null.
std::string to_text(const Json& value);

// A value with its place in the document. Readers ask it for what they expect; every refusal is an
// input error that names the JSON pointer: `result.json: /points/0/samples: expected a list`.
class JsonView {
 public:
  JsonView(const Json& value, std::string document)
      : value_(&value), document_(std::move(document)) {}

  [[nodiscard]] bool has(std::string_view member) const;
  [[nodiscard]] JsonView at(std::string_view member) const;
  [[nodiscard]] std::vector<JsonView> list() const;
  [[nodiscard]] std::vector<double> numbers() const;  // a list of numbers; no view for each
  [[nodiscard]] std::vector<std::string> member_names() const;

  [[nodiscard]] std::string text() const;
  [[nodiscard]] double number() const;
  [[nodiscard]] bool flag() const;
  [[nodiscard]] bool is_text() const;
  [[nodiscard]] bool is_number() const;
  [[nodiscard]] bool is_null() const;
  [[nodiscard]] std::uint64_t count(std::uint64_t most = UINT64_MAX) const;

  // The optional member's value, or `otherwise`.
  [[nodiscard]] std::string text_or(std::string_view member, std::string_view otherwise) const;
  [[nodiscard]] double number_or(std::string_view member, double otherwise) const;
  [[nodiscard]] std::uint64_t count_or(std::string_view member, std::uint64_t otherwise) const;
  [[nodiscard]] bool flag_or(std::string_view member, bool otherwise) const;

  // Refuses members that are not among `known`, naming the nearest known one.
  void only(std::initializer_list<std::string_view> known) const;

  // Requires member "schema" to be `name`; says which one was found.
  void require_schema(std::string_view name) const;

  // An input error at this place.
  [[noreturn]] void refuse(std::string_view why) const;

 private:
  JsonView(const Json& value, std::string document, std::string pointer)
      : value_(&value), document_(std::move(document)), pointer_(std::move(pointer)) {}
  void require_object() const;

  const Json* value_;
  std::string document_;
  std::string pointer_;
};

}  // namespace plumb
