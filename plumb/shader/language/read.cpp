// plumb/shader/language/read.cpp - the reader: one statement per line.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/shader/language/read.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/shader/language/rules.h"
#include "plumb/shader/language/tokens.h"

namespace plumb::shader {
namespace {

constexpr int largest_index = 4096;  // larger than any register file; the rules name the real limit

constexpr std::array<std::pair<std::string_view, File>, 4> single_registers{
    {{"opos", File::position},
     {"ofog", File::fog},
     {"opts", File::point_size},
     {"odepth", File::depth}}};

std::optional<int> component_of(char letter) {
  const std::size_t at = std::string_view("xyzwrgba").find(letter);
  if (at == std::string_view::npos) return std::nullopt;
  return static_cast<int>(at % 4);
}

std::optional<Profile> profile_in(std::string_view word) {
  if (word == "vs_1_1" || word == "vs.1.1") return Profile::vs_1_1;
  if (word == "vs_2_0" || word == "vs.2.0") return Profile::vs_2_0;
  if (word == "ps_2_0" || word == "ps.2.0") return Profile::ps_2_0;
  return std::nullopt;
}

class Reader {
 public:
  Reader(std::string_view text, std::string_view name) : text_(text), name_(name) {
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
      line_ = &statement;
      at_ = 0;
      read_statement(&statement == &statements.front());
      if (at_ < line_->size()) {
        refuse(fmt::format("unexpected '{}' after the statement", here().text));
      }
    }
    return std::move(shader_);
  }

 private:
  [[noreturn]] void refuse(const std::string& message) const {
    refuse_at(text_, name_, at_ < line_->size() ? here().place : end_place(), message);
  }
  [[nodiscard]] const Token& here() const { return (*line_)[at_]; }
  [[nodiscard]] bool at_end() const { return at_ >= line_->size(); }
  [[nodiscard]] bool is(std::string_view sign) const { return !at_end() && here().text == sign; }
  [[nodiscard]] Place end_place() const {
    Place place = line_->back().place;
    place.column += static_cast<int>(line_->back().text.size());
    return place;
  }
  bool accept(std::string_view sign) {
    if (!is(sign)) return false;
    ++at_;
    return true;
  }
  void expect(std::string_view sign) {
    if (!accept(sign)) refuse(fmt::format("expected '{}'{}", sign, found()));
  }
  [[nodiscard]] std::string found() const {
    return at_end() ? " before the end of the line" : fmt::format(", found '{}'", here().text);
  }
  const Token& word(const char* what) {
    if (at_end() || here().kind != TokenKind::word) {
      refuse(fmt::format("expected {}{}", what, found()));
    }
    return (*line_)[at_++];
  }

  void read_statement(bool first) {
    const Token& token = word("an instruction");
    const std::optional<Profile> profile = profile_in(token.text);
    if (first != profile.has_value()) {
      --at_;
      refuse(first ? fmt::format("'{}' is no version that is known; expected vs_1_1, vs_2_0 or "
                                 "ps_2_0 first",
                                 token.text)
                   : "the version stands once, at the start");
    }
    if (profile) {
      shader_.profile = *profile;
    } else if (token.text == "def") {
      read_definition(token.place);
    } else if (token.text == "dcl" || token.text.starts_with("dcl_")) {
      read_declaration(token);
    } else {
      read_instruction(token);
    }
  }

  void read_definition(Place place) {
    Definition definition{.place = place};
    const Register reg = read_register().reg;
    if (reg.file != File::constant) refuse("def defines a constant c#");
    definition.index = reg.index;
    for (float& value : definition.values) {
      expect(",");
      value = read_float();
    }
    if (!shader_.instructions.empty()) {
      refuse_at(text_, name_, place, "def stands before the first instruction [rule: order]");
    }
    shader_.definitions.push_back(definition);
  }

  float read_float() {
    const bool negative = accept("-");
    if (!negative) (void)accept("+");
    if (at_end() || here().kind != TokenKind::number) {
      refuse(fmt::format("expected a number{}", found()));
    }
    const float value = std::strtof(here().text.c_str(), nullptr);
    if (!std::isfinite(value)) refuse(fmt::format("{} is too large for a float", here().text));
    ++at_;
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
    const RegisterToken reg = read_register();
    declaration.reg = reg.reg;
    declaration.mask = read_mask();
    if (!shader_.instructions.empty()) {
      refuse_at(text_, name_, token.place, "dcl stands before the first instruction [rule: order]");
    }
    shader_.declarations.push_back(declaration);
  }

  void read_usage(std::string_view part, Declaration& declaration) {
    if (part == "2d" || part == "cube" || part == "volume") {
      declaration.usage = std::string(part);
      return;
    }
    const std::size_t digits = part.find_last_not_of("0123456789") + 1;
    declaration.usage = std::string(part.substr(0, digits));
    if (digits < part.size()) declaration.usage_index = index_in(part.substr(digits));
    if (declaration.usage.empty()) {
      --at_;
      refuse("expected a usage after dcl_");
    }
  }

  int index_in(std::string_view digits) {
    int value = 0;
    const auto [end, code] = std::from_chars(digits.begin(), digits.end(), value);
    if (code != std::errc() || end != digits.end() || value > largest_index) {
      if (at_ > 0) --at_;
      refuse(fmt::format("'{}' is no number of a register", digits));
    }
    return value;
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
    if (writes(instruction)) instruction.destination = read_destination();
    const int count = info_of(*op).sources;
    for (int i = 0; i < count; ++i) {
      if (i > 0 || writes(instruction)) {
        expect(",");
      }
      instruction.sources.push_back(read_source());
    }
    shader_.instructions.push_back(std::move(instruction));
  }

  [[noreturn]] void refuse_opcode(const Token& token) {
    --at_;
    constexpr std::array<std::string_view, 15> flow{"if",    "else",   "endif", "loop",  "endloop",
                                                    "rep",   "endrep", "call",  "ret",   "callnz",
                                                    "label", "defi",   "defb",  "break", "setp"};
    for (const std::string_view one : flow) {
      if (token.text == one) {
        refuse(fmt::format("'{}': flow control is not supported; programs are straight lines",
                           token.text));
      }
    }
    if (token.text == "cnd")
      refuse("'cnd' exists in ps_1_1 to ps_1_4 only, use cmp [rule: opcode]");
    std::vector<std::string> known;
    for (int i = 0; i < opcode_count; ++i) known.emplace_back(info_of(static_cast<Opcode>(i)).name);
    refuse(fmt::format("unknown instruction '{}'{} [rule: opcode]", token.text,
                       did_you_mean(token.text, known)));
  }

  struct RegisterToken {
    Register reg;
    Place place;
    bool relative = false;
    int address = 0;
  };

  RegisterToken read_register() {
    const Token& token = word("a register");
    RegisterToken out{{}, token.place};
    const std::string_view text = token.text;
    for (const auto& [name, file] : single_registers) {
      if (text != name) continue;
      out.reg = {file, 0};
      return out;
    }
    if (text == "c" && accept("[")) {
      read_index(out);
      return out;
    }
    const std::size_t digits = text.find_last_not_of("0123456789") + 1;
    const std::optional<File> file = file_in(text.substr(0, digits));
    if (!file || digits == text.size()) {
      --at_;
      refuse(fmt::format("'{}' is no register", text));
    }
    out.reg = {*file, index_in(text.substr(digits))};
    if (out.reg.file == File::constant && accept("[")) refuse("write c[n], not c#[n]");
    return out;
  }

  static std::optional<File> file_in(std::string_view name) {
    constexpr std::array<std::pair<std::string_view, File>, 9> files{{{"r", File::temporary},
                                                                      {"v", File::input},
                                                                      {"c", File::constant},
                                                                      {"a", File::address},
                                                                      {"t", File::coordinate},
                                                                      {"s", File::sampler},
                                                                      {"od", File::color_out},
                                                                      {"ot", File::coordinate_out},
                                                                      {"oc", File::target}}};
    for (const auto& [known, file] : files) {
      if (known == name) return file;
    }
    return std::nullopt;
  }

  // c[ 4 ], c[ a0.x + NAME + 1 ]; NAME is a number by now.
  void read_index(RegisterToken& out) {
    out.reg.file = File::constant;
    bool negative = false;
    int sum = 0;
    do {
      if (is("a0")) {
        if (out.relative || negative) refuse("a0 stands once in an index, added");
        ++at_;
        out.relative = true;
        if (accept(".")) out.address = component(word("a component of a0"));
      } else {
        if (at_end() || here().kind != TokenKind::number) {
          refuse(fmt::format("expected a number or a0.x{}", found()));
        }
        const Token& token = (*line_)[at_++];
        sum += negative ? -index_in(token.text) : index_in(token.text);
      }
      negative = is("-");
    } while (accept("+") || accept("-"));
    expect("]");
    if (sum < 0 || sum > largest_index) {
      --at_;
      refuse(fmt::format("{} is no number of a constant", sum));
    }
    out.reg.index = sum;
  }

  int component(const Token& token) {
    const std::optional<int> found_one =
        token.text.size() == 1 ? component_of(token.text[0]) : std::nullopt;
    if (!found_one) {
      --at_;
      refuse(fmt::format("'{}' is no component", token.text));
    }
    return *found_one;
  }

  int read_mask() {
    if (!accept(".")) return 15;
    const Token& token = word("a mask");
    int mask = 0;
    for (const char letter : token.text) {
      const std::optional<int> at = component_of(letter);
      if (!at || (mask >> *at) != 0) {
        --at_;
        refuse(
            fmt::format("'.{}' is no mask; components stand once, in the order xyzw [rule: "
                        "write mask]",
                        token.text));
      }
      mask |= 1 << *at;
    }
    return mask;
  }

  Destination read_destination() {
    const RegisterToken token = read_register();
    if (token.relative) refuse("a constant cannot be written [rule: register access]");
    return {token.reg, read_mask(), token.place};
  }

  Source read_source() {
    Source source;
    const Place start = at_end() ? end_place() : here().place;
    source.negate = accept("-");
    const RegisterToken token = read_register();
    source.reg = token.reg;
    source.relative = token.relative;
    source.address = token.address;
    source.place = start;
    if (!accept(".")) return source;
    const Token& letters = word("a swizzle");
    if (letters.text.size() > 4) refuse(fmt::format("'.{}' is no swizzle", letters.text));
    source.letters = static_cast<int>(letters.text.size());
    for (std::size_t i = 0; i < 4; ++i) {
      const std::optional<int> at =
          component_of(letters.text[std::min(i, letters.text.size() - 1)]);
      if (!at) {
        --at_;
        refuse(fmt::format("'.{}' is no swizzle", letters.text));
      }
      source.swizzle[i] = static_cast<std::uint8_t>(*at);
    }
    return source;
  }

  std::string_view text_;
  std::string_view name_;
  Shader shader_;
  const Statement* line_ = nullptr;
  std::size_t at_ = 0;
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
