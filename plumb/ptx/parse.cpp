// plumb/ptx/parse.cpp - the grammar of PTX modules and functions.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/ptx/parse.h"

#include <charconv>
#include <limits>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/ptx/parse_statement.h"
#include "plumb/ptx/tokens.h"

namespace plumb::ptx {
namespace {

// A file of zeros or a photograph shows itself in its first bytes. The program binary of NVIDIA's
// OpenCL is PTX with a closing zero.
void require_text(const Module& module) {
  if (module.text.size() >= std::numeric_limits<std::uint32_t>::max())
    throw Error(ErrorKind::input, fmt::format("{}: more than 4 GiB of text", module.name));
  const std::size_t zero = module.text.find('\0');
  if (zero != std::string::npos && zero < module.end())
    refuse(module, static_cast<std::uint32_t>(zero), "not PTX: a zero byte in the text");
}

Version read_version(Tokens& tokens, const Module& module) {
  if (!tokens.at(".version")) tokens.refuse("not PTX: it does not begin with .version");
  tokens.take();
  const Token number = tokens.expect(TokenKind::number, "the version");
  const std::string_view text = module.view(number.range);
  Version version;
  const char* begin = text.data();
  const char* end = begin + text.size();
  const auto major = std::from_chars(begin, end, version.major);
  const bool dotted = major.ec == std::errc() && major.ptr != end && *major.ptr == '.';
  const auto minor = dotted ? std::from_chars(major.ptr + 1, end, version.minor) : major;
  if (!dotted || minor.ec != std::errc() || minor.ptr != end)
    refuse(module, number.range.begin, fmt::format("'{}' is not a version of PTX", text));
  if (version.major > newest_version) {
    refuse(module, number.range.begin,
           fmt::format("PTX {} is newer than what is known here (up to {}.x); compile for an "
                       "older one",
                       text, newest_version));
  }
  return version;
}

// .section .debug_str { ... }: data of the debugger; .metadata_section { .metadata 0 { ... } }:
// attributes of OpenCL kernels. Kept as they are.
void skip_section(Tokens& tokens) {
  const bool named = tokens.at(".section");
  const std::string_view what = tokens.view();
  tokens.take();
  if (named) tokens.expect(TokenKind::word, "a section's name");
  tokens.expect("{");
  for (std::size_t open = 1; open > 0; tokens.take()) {
    if (tokens.next().kind == TokenKind::end)
      tokens.refuse(fmt::format("the text ends inside a {}", what));
    if (tokens.at("{")) ++open;
    if (tokens.at("}")) --open;
  }
}

// Behind the linkage words stands .entry or .func: reads up to the body or the semicolon.
class FunctionReader {
 public:
  FunctionReader(Tokens& tokens, Module& module) : tokens_(&tokens), module_(&module) {}

  void read(std::uint32_t begin) {
    function_.entry = tokens_->at(".entry");
    tokens_->take();
    if (tokens_->at("(")) skip_brackets();
    function_.name = tokens_->expect(TokenKind::word, "a function's name").range;
    header_end_ = function_.name.end;
    if (tokens_->at("(")) skip_brackets();
    read_rest_of_header();
    function_.header = {begin, header_end_};
    if (tokens_->at(";")) {
      function_.body = tokens_->take().range;
    } else {
      function_.has_body = true;
      read_body();
    }
    module_->functions.push_back(std::move(function_));
  }

 private:
  void skip_brackets() {
    while (!tokens_->at(")")) {
      if (tokens_->next().kind == TokenKind::end || tokens_->at("{") || tokens_->at(";"))
        tokens_->expect(")");
      tokens_->take();
    }
    header_end_ = tokens_->take().range.end;
  }

  // .maxntid 128, 1, 1 and the like; a .pragma has a semicolon of its own.
  void read_rest_of_header() {
    while (!tokens_->at("{") && !tokens_->at(";")) {
      if (tokens_->next().kind == TokenKind::end)
        tokens_->refuse("the text ends before the body of a function");
      const bool pragma = tokens_->at(".pragma");
      header_end_ = tokens_->take().range.end;
      while (pragma && !tokens_->at(";")) tokens_->expect(TokenKind::text, "a text in quotes");
      if (pragma) header_end_ = tokens_->take().range.end;
    }
  }

  void read_body() {
    function_.body.begin = tokens_->expect("{").range.begin;
    std::size_t depth = 1;
    while (depth > 0) {
      if (tokens_->next().kind == TokenKind::end) {
        tokens_->refuse(fmt::format("the text ends inside '{}'", module_->view(function_.name)));
      }
      if (depth == 1 && tokens_->at("}")) break;
      Statement statement = parse_statement(*tokens_, *module_);
      if (statement.kind == StatementKind::open_block) ++depth;
      if (statement.kind == StatementKind::close_block) --depth;
      function_.statements.push_back(std::move(statement));
    }
    function_.body.end = tokens_->take().range.end;
    function_.statements.shrink_to_fit();  // of a large module they are most of the memory
  }

  Tokens* tokens_;
  Module* module_;
  Function function_;
  std::uint32_t header_end_ = 0;
};

bool is_linkage(std::string_view word) {
  return word == ".visible" || word == ".extern" || word == ".weak" || word == ".common";
}

void read_target(Tokens& tokens, Module& module) {
  tokens.take();
  module.target = module.view(tokens.expect(TokenKind::word, "a target").range);
  while (tokens.at(",")) {
    tokens.take();
    tokens.expect(TokenKind::word, "a target");
  }
}

void read_address_size(Tokens& tokens, Module& module) {
  tokens.take();
  const Range number = tokens.expect(TokenKind::number, "32 or 64").range;
  if (module.view(number) != "32" && module.view(number) != "64")
    refuse(module, number.begin, fmt::format("addresses of {} bits", module.view(number)));
  module.address_size = module.view(number) == "64" ? 64 : 32;
}

// One thing outside functions.
void read_item(Tokens& tokens, Module& module) {
  const Range first = tokens.next().range;
  Statement statement;
  statement.word = first;
  statement.text.begin = first.begin;
  if (tokens.at(".target")) {
    read_target(tokens, module);
  } else if (tokens.at(".address_size")) {
    read_address_size(tokens, module);
  } else if (tokens.at(".section") || tokens.at(".metadata_section")) {
    skip_section(tokens);
  } else if (tokens.at(".file") || tokens.at(".loc")) {
    module.directives.push_back(parse_statement(tokens, module));
    return;
  } else {
    while (is_linkage(tokens.view())) tokens.take();
    if (tokens.at(".entry") || tokens.at(".func")) {
      FunctionReader(tokens, module).read(first.begin);
      return;
    }
    if (tokens.at(";")) tokens.refuse("a declaration is due before this semicolon");
    statement = parse_statement(tokens, module);
    if (statement.kind != StatementKind::directive)
      refuse(module, first.begin, "only directives may stand outside functions");
    statement.text.begin = first.begin;
    module.directives.push_back(std::move(statement));
    return;
  }
  statement.text.end = tokens.next().range.begin;
  module.directives.push_back(std::move(statement));
}

}  // namespace

Module parse_module(std::string text, std::string name) {
  Module module;
  module.name = std::move(name);
  module.text = std::move(text);
  require_text(module);
  Tokens tokens(module, 0);
  module.version = read_version(tokens, module);
  while (tokens.next().kind != TokenKind::end) read_item(tokens, module);
  if (module.target.empty()) tokens.refuse("the text ends without a .target");
  return module;
}

}  // namespace plumb::ptx
