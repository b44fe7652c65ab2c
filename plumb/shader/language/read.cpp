// plumb/shader/language/read.cpp - the reader: one statement per line.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/language/read.h"

#include <array>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/shader/language/operands.h"
#include "plumb/shader/language/rules.h"

namespace plumb::shader {
namespace {

std::optional<Profile> profile_in(std::string_view word) {
  if (word == "vs_1_1" || word == "vs.1.1") return Profile::vs_1_1;
  if (word == "vs_2_0" || word == "vs.2.0") return Profile::vs_2_0;
  if (word == "ps_2_0" || word == "ps.2.0") return Profile::ps_2_0;
  return std::nullopt;
}

class Reader {
 public:
  Reader(std::string_view text, std::string_view name)
      : text_(text), name_(name), cursor_(text, name) {
    shader_.name = std::string(name);
  }

  Shader read() {
    const std::vector<Statement> statements = statements_of(text_, name_);
    if (statements.empty()) {
      throw Error(ErrorKind::input, fmt::format("{}: the program is empty; expected vs_1_1, "
                                                "vs_2_0 or ps_2_0 first",
                                                name_));
    }
    for (const Statement& statement : statements) {
      cursor_.start(statement);
      read_statement(&statement == &statements.front());
      if (!cursor_.at_end()) {
        cursor_.refuse(fmt::format("unexpected '{}' after the statement", cursor_.here().text));
      }
    }
    return std::move(shader_);
  }

 private:
  void read_statement(bool first) {
    const Token& token = cursor_.word("an instruction");
    const std::optional<Profile> profile = profile_in(token.text);
    if (first != profile.has_value()) {
      cursor_.refuse_last(first ? fmt::format("'{}' is not a known version; expected vs_1_1, "
                                              "vs_2_0 or ps_2_0 first",
                                              token.text)
                                : "the version stands once, at the start");
    }
    if (profile) {
      shader_.profile = *profile;
      shader_.place = token.place;
    } else if (token.text == "def") {
      read_definition(token.place);
    } else if (token.text == "defi") {
      read_integer(token.place);
    } else if (token.text == "defb") {
      read_boolean(token.place);
    } else if (token.text == "dcl" || token.text.starts_with("dcl_")) {
      read_declaration(token);
    } else {
      read_instruction(token);
    }
  }

  // The register that a def, defi or defb defines.
  int read_defined(File file, const char* what) {
    const RegisterWords words = read_register(cursor_);
    if (words.reg.file != file || words.relative) cursor_.refuse(what);
    return words.reg.index;
  }

  void require_start(Place place, const char* what) const {
    if (shader_.instructions.empty()) return;
    cursor_.refuse_place(place,
                         fmt::format("{} stands before the first instruction [rule: order]", what));
  }

  void read_definition(Place place) {
    Definition definition{.index = read_defined(File::constant, "def defines a constant c#"),
                          .place = place};
    for (float& value : definition.values) {
      cursor_.expect(",");
      value = read_float();
    }
    require_start(place, "def");
    shader_.definitions.push_back(definition);
  }

  void read_integer(Place place) {
    IntegerDefinition definition{.index = read_defined(File::integer, "defi defines a constant i#"),
                                 .place = place};
    for (int& value : definition.values) {
      cursor_.expect(",");
      const float number = read_float();
      value = static_cast<int>(std::fabs(number) < 1e6F ? number : 1e6F);
      if (static_cast<float>(value) != number) cursor_.refuse_last("expected an integer");
    }
    require_start(place, "defi");
    shader_.integers.push_back(definition);
  }

  void read_boolean(Place place) {
    BooleanDefinition definition{.index = read_defined(File::boolean, "defb defines a constant b#"),
                                 .place = place};
    cursor_.expect(",");
    const Token& token = cursor_.word("true or false");
    definition.value = token.text == "true";
    if (!definition.value && token.text != "false") {
      cursor_.refuse_last(fmt::format("expected true or false, found '{}'", token.text));
    }
    require_start(place, "defb");
    shader_.booleans.push_back(definition);
  }

  float read_float() {
    const bool negative = cursor_.accept("-");
    if (!negative) (void)cursor_.accept("+");
    if (!cursor_.at_number()) {
      cursor_.refuse(fmt::format("expected a number{}", cursor_.found()));
    }
    const std::string& text = cursor_.here().text;
    const float value = std::strtof(text.c_str(), nullptr);
    if (!std::isfinite(value)) cursor_.refuse(fmt::format("{} is too large for a float", text));
    (void)cursor_.next();
    return negative ? -value : value;
  }

  void read_declaration(const Token& token) {
    Declaration declaration{.reg = {}, .place = token.place};
    std::string_view rest = std::string_view(token.text).substr(3);
    while (!rest.empty()) {  // _pp, _centroid, _2d, _texcoord1
      const std::size_t end = std::min(rest.find('_', 1), rest.size());
      const std::string_view part = rest.substr(1, end - 1);
      rest.remove_prefix(end);
      if (part == "pp") {
        declaration.partial = true;
      } else if (part == "centroid") {
        declaration.centroid = true;
      } else {
        read_usage(part, declaration);
      }
    }
    declaration.reg = read_register(cursor_).reg;
    declaration.mask = read_mask(cursor_);
    require_start(token.place, "dcl");
    shader_.declarations.push_back(declaration);
  }

  void read_usage(std::string_view part, Declaration& declaration) {
    if (part == "2d" || part == "cube" || part == "volume") {
      declaration.usage = std::string(part);
      return;
    }
    const std::size_t digits = part.find_last_not_of("0123456789") + 1;
    declaration.usage = std::string(part.substr(0, digits));
    if (digits < part.size()) declaration.usage_index = read_index(cursor_, part.substr(digits));
    if (declaration.usage.empty()) cursor_.refuse_last("expected a usage after dcl_");
  }

  void read_instruction(const Token& token) {
    Instruction instruction{.place = token.place};
    std::string_view mnemonic = token.text;
    for (bool again = true; again;) {
      again = false;
      if (mnemonic.ends_with("_sat")) {
        again = instruction.saturate = true;
        mnemonic.remove_suffix(4);
      } else if (mnemonic.ends_with("_pp")) {
        again = instruction.partial = true;
        mnemonic.remove_suffix(3);
      }
    }
    const std::optional<Opcode> op = opcode_from_name(mnemonic);
    if (!op) refuse_opcode(token);
    instruction.op = *op;
    if (writes(instruction)) instruction.destination = read_destination(cursor_);
    const int count = info_of(*op).sources;
    for (int i = 0; i < count; ++i) {
      if (i > 0 || writes(instruction)) cursor_.expect(",");
      instruction.sources.push_back(read_source(cursor_));
    }
    shader_.instructions.push_back(std::move(instruction));
  }

  [[noreturn]] void refuse_opcode(const Token& token) {
    for (const std::string_view one : {"break", "breakp", "setp", "if_", "break_", "setp_"}) {
      if (token.text == one || (one.ends_with('_') && token.text.starts_with(one))) {
        cursor_.refuse_last(fmt::format(
            "'{}' exists from vs_2_x on; vs_2_0 branches on constants alone [rule: opcode]",
            token.text));
      }
    }
    if (token.text == "cnd") {
      cursor_.refuse_last("'cnd' exists in ps_1_1 to ps_1_4 only, use cmp [rule: opcode]");
    }
    std::vector<std::string> known;
    for (int i = 0; i < opcode_count; ++i) known.emplace_back(info_of(static_cast<Opcode>(i)).name);
    cursor_.refuse_last(fmt::format("unknown instruction '{}'{} [rule: opcode]", token.text,
                                    did_you_mean(token.text, known)));
  }

  std::string_view text_;
  std::string_view name_;
  Cursor cursor_;
  Shader shader_;
};

}  // namespace

Shader parse_shader(std::string_view text, std::string_view name) {
  return Reader(text, name).read();
}

Shader read_shader(std::string_view text, std::string_view name) {
  Shader shader = parse_shader(text, name);
  const std::vector<Violation> violations = broken_rules(shader);
  if (violations.empty()) return shader;
  const Violation& first = violations.front();
  if (first.place.line == 0) {
    throw Error(ErrorKind::input,
                fmt::format("{}: {} [rule: {}]", name, first.message, first.rule));
  }
  refuse_at(text, name, first.place, fmt::format("{} [rule: {}]", first.message, first.rule));
}

}  // namespace plumb::shader
