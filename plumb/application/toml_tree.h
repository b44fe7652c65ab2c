// plumb/application/toml_tree.h - a TOML file as a tree of values with their places, and a checked
// view.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "plumb/application/expression.h"
#include "plumb/base/error.h"

namespace plumb {

struct TomlValue;
struct TomlMember;
using TomlList = std::vector<TomlValue>;
using TomlTable = std::vector<TomlMember>;  // in the order of the file

struct TomlValue {
  std::size_t line = 0;
  std::size_t column = 0;
  std::variant<std::string, double, bool, TomlList, TomlTable> content;
};

struct TomlMember {
  std::string name;
  TomlValue value;
  std::size_t line = 0;  // of the name
  std::size_t column = 0;
};

struct TomlDocument {
  std::string file;  // its name in messages
  std::vector<std::string> lines;
  TomlValue root;
};

// A syntax error names `file:line:column` and shows the line.
TomlDocument parse_toml(std::string_view text, const std::string& file);

// A value with its document. Readers ask it for what they expect; a refusal is an input error at
// the value's place that names the member.
class TomlView {
 public:
  explicit TomlView(const TomlDocument& document) : document_(&document), value_(&document.root) {}

  [[nodiscard]] bool has(std::string_view member) const { return find(member) != nullptr; }
  [[nodiscard]] TomlView at(std::string_view member) const;
  [[nodiscard]] std::vector<TomlView> list() const;
  [[nodiscard]] std::vector<TomlView> list_or_none(std::string_view member) const;
  [[nodiscard]] std::vector<TomlView> members() const;
  [[nodiscard]] const std::string& name() const { return name_; }  // of the member that it is

  [[nodiscard]] bool is_text() const {
    return std::holds_alternative<std::string>(value_->content);
  }
  [[nodiscard]] bool is_number() const { return std::holds_alternative<double>(value_->content); }
  [[nodiscard]] bool is_table() const { return std::holds_alternative<TomlTable>(value_->content); }
  [[nodiscard]] bool is_list() const { return std::holds_alternative<TomlList>(value_->content); }
  [[nodiscard]] const std::string& text() const;
  [[nodiscard]] double number() const;
  [[nodiscard]] bool flag() const;
  [[nodiscard]] std::string text_or(std::string_view member, std::string_view otherwise) const;
  [[nodiscard]] bool flag_or(std::string_view member, bool otherwise) const;

  // Refuses members that are not among `known`, naming the nearest known one.
  void only(std::initializer_list<std::string_view> known) const;

  [[nodiscard]] Place place() const;
  [[noreturn]] void refuse(const std::string& why) const;

 private:
  TomlView(const TomlDocument& document, const TomlValue& value, std::string name)
      : document_(&document), value_(&value), name_(std::move(name)) {}
  [[nodiscard]] const TomlTable& table() const;
  [[nodiscard]] const TomlValue* find(std::string_view member) const;

  const TomlDocument* document_;
  const TomlValue* value_;
  std::string name_;
};

// The table [KIND.NAME] of the file whose NAME is `word`; refused at the place of the word where
// there is none.
TomlView table_named(const TomlView& root, std::string_view kind, const TomlView& word);

// Without blanks at its ends.
std::string trimmed(std::string_view text);

// A word as `from_name` reads it; what it refuses is refused at the place of the word.
template <class FromName>
auto word_of(const TomlView& view, FromName from_name) {
  const std::string& word = view.text();
  try {
    return from_name(word);
  } catch (const Error& error) {
    view.refuse(explain(error));
  }
}

}  // namespace plumb
