// plumb/device/cuda/opencl_ptx.cpp - finding what the rules speak of, and the edits.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/device/cuda/opencl_ptx.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "plumb/ptx/parse.h"
#include "plumb/ptx/print.h"
#include "plumb/ptx/tokens.h"

namespace plumb::device::cuda {
namespace {

constexpr const char* local_array = "plumb_local_memory";
constexpr const char* copy_prefix = "plumb_global_";
constexpr unsigned least_alignment = 16;

constexpr std::array<std::string_view, 9> image_instructions{
    "tex", "tld4", "txq", "suld", "sust", "sured", "suq", "istypep", "tensormap"};

template <class List, class Value>
bool contains(const List& list, const Value& value) {
  return std::ranges::find(list, value) != std::ranges::end(list);
}

// Whether `use` holds for a name that the operand consists of.
template <class Use>
bool any_name(const ptx::Operand& operand, const Use& use) {
  if (operand.kind == ptx::OperandKind::name) return use(operand.text);
  return std::ranges::any_of(operand.parts,
                             [&](const ptx::Operand& part) { return any_name(part, use); });
}

bool is_name(const ptx::Operand& operand) { return operand.kind == ptx::OperandKind::name; }

// "%envreg7" is 7.
std::optional<unsigned> environment_register(std::string_view name) {
  constexpr std::string_view prefix = "%envreg";
  if (!name.starts_with(prefix)) return std::nullopt;
  unsigned number = 0;
  std::from_chars(name.data() + prefix.size(), name.data() + name.size(), number);
  return number;
}

// What the parameters of an entry are that CUDA passes in another way.
struct ForeignParameters {
  std::set<std::string_view> local;
  std::set<std::string_view> constant;
  std::vector<ptx::Range> spaces;        // ".ptr .shared .align 4"
  unsigned alignment = least_alignment;  // of what the local ones point to
  bool images = false;
};

// Reads one declaration, up to the comma or bracket behind it.
void read_parameter(ptx::Tokens& tokens, const ptx::Module& module, ForeignParameters& found) {
  bool local = false;
  bool constant = false;
  ptx::Range space;
  std::string_view name;
  while (!tokens.at(",") && !tokens.at(")") && tokens.next().kind != ptx::TokenKind::end) {
    const ptx::Token token = tokens.take();
    const std::string_view word = module.view(token.range);
    if (word == ".texref" || word == ".surfref" || word == ".samplerref") found.images = true;
    if (word == ".ptr") space = token.range;
    if (word == ".shared") local = true;
    if (word == ".const") constant = true;
    if (word == ".align" && space.end > 0) {
      unsigned alignment = 0;
      const std::string_view digits = tokens.view();
      std::from_chars(digits.data(), digits.data() + digits.size(), alignment);
      if (local) found.alignment = std::max(found.alignment, alignment);
      tokens.take();
    }
    if (token.kind == ptx::TokenKind::word && !word.starts_with('.')) {
      name = word;
      space.end = token.range.begin;
    }
  }
  if (local) found.local.insert(name);
  if (constant) found.constant.insert(name);
  if (local || constant) found.spaces.push_back(space);
}

ForeignParameters foreign_parameters(const ptx::Module& module, const ptx::Function& function) {
  ForeignParameters found;
  ptx::Tokens tokens(module, function.name.end);
  if (!tokens.at("(")) return found;
  while (!tokens.at(")") && tokens.next().kind != ptx::TokenKind::end) {
    tokens.take();
    read_parameter(tokens, module, found);
  }
  return found;
}

// A variable in constant memory: where its words stand.
struct Constant {
  ptx::Range space;  // ".const"
  ptx::Range name;
  ptx::Range text;       // the whole declaration
  bool copyable = true;  // its contents name no other variable
};

class OpenClPtx {
 public:
  explicit OpenClPtx(const ptx::Module& module) : module_(&module) {}

  CudaPtx rewritten() {
    for (const ptx::Statement& directive : module_->directives) read_directive(directive);
    for (const ptx::Function& function : module_->functions) look_into(function);
    leave_out_callers();
    for (const ptx::Function& function : module_->functions) edit(function);
    add_variables();
    return {.text = ptx::print(*module_, edits_),
            .left_out = std::move(left_out_),
            .original = module_->text};
  }

 private:
  // What is known of a function before anything is edited.
  struct Known {
    ForeignParameters parameters;
    bool defined = false;
    bool entry = false;
    bool reads_constants = false;
    std::set<std::string_view> calls;
    std::string why_not;  // empty: it can be had on CUDA
  };

  void replace(ptx::Range range, std::string text) { edits_.push_back({range, std::move(text)}); }
  std::string_view view(ptx::Range range) const { return module_->view(range); }

  void read_directive(const ptx::Statement& directive) {
    ptx::Tokens tokens(*module_, directive.text.begin);
    if (tokens.at(".target")) return edit_target(tokens);
    if (tokens.at(".metadata_section")) return replace(directive.text, "");
    Constant constant;
    bool in_constants = false;
    bool opaque = false;
    std::size_t words = 0;
    while (tokens.next().range.begin < directive.text.end && !tokens.at("=") && !tokens.at(";")) {
      const ptx::Token token = tokens.take();
      const std::string_view word = view(token.range);
      if (word == ".const") constant.space = token.range;
      in_constants = in_constants || word == ".const";
      opaque = opaque || word == ".samplerref" || word == ".texref" || word == ".surfref";
      if (token.kind == ptx::TokenKind::word && !word.starts_with('.')) constant.name = token.range;
      ++words;
    }
    if (opaque) return replace(directive.text, "");
    if (!in_constants || words < 2) return;
    for (; tokens.next().range.begin < directive.text.end; tokens.take())
      if (tokens.next().kind == ptx::TokenKind::word) constant.copyable = false;
    constant.text = directive.text;
    constants_[view(constant.name)] = constant;
  }

  void edit_target(ptx::Tokens& tokens) {
    tokens.take();
    tokens.take();
    while (tokens.at(",")) {
      const std::uint32_t comma = tokens.take().range.begin;
      const ptx::Token option = tokens.take();
      if (view(option.range).starts_with("texmode_")) replace({comma, option.range.end}, "");
    }
  }

  void look_into(const ptx::Function& function) {
    Known& known = known_[view(function.name)];
    if (!function.has_body) return;
    known.defined = true;
    known.entry = function.entry;
    if (function.entry) known.parameters = foreign_parameters(*module_, function);
    if (known.parameters.images) known.why_not = images;
    for (const ptx::Statement& statement : function.statements) {
      if (statement.kind != ptx::StatementKind::instruction) continue;
      look_into(statement, known);
    }
  }

  void look_into(const ptx::Statement& instruction, Known& known) const {
    const std::string_view opcode = view(instruction.word);
    const std::string_view base = ptx::base_of(opcode);
    if (contains(image_instructions, base)) known.why_not = images;
    if (ptx::has_modifier(opcode, "const")) known.reads_constants = true;
    for (std::size_t i = 0; i < instruction.operands.size(); ++i) {
      any_name(instruction.operands[i], [&](ptx::Range range) {
        const std::string_view name = view(range);
        if (base == "call") known.calls.insert(name);
        if (constants_.contains(name)) {
          known.reads_constants = true;
          if (!known.parameters.constant.empty() && !constants_.at(name).copyable)
            refuse(known, fmt::format("reads the constant '{}', which holds addresses", name));
        }
        if (const auto number = environment_register(name))
          if (base != "mov" || *number > 9 || i != 1 || !is_name(instruction.operands[1]))
            refuse(known, fmt::format("uses {} in '{}'", name, opcode));
        if (known.parameters.local.contains(name) && !loads_parameter(instruction))
          refuse(known, fmt::format("uses the pointer to local memory {} in '{}'", name, opcode));
        return false;
      });
    }
  }

  static void refuse(Known& known, const std::string& what) {
    if (known.why_not.empty())
      known.why_not = fmt::format("{}, for which CUDA has no substitute", what);
  }

  // ld.param.u64 %rd1, [name]
  [[nodiscard]] bool loads_parameter(const ptx::Statement& instruction) const {
    const std::string_view opcode = view(instruction.word);
    const std::vector<ptx::Operand>& operands = instruction.operands;
    return ptx::base_of(opcode) == "ld" && ptx::has_modifier(opcode, "param") &&
           opcode.ends_with("64") && operands.size() == 2 && is_name(operands[0]) &&
           operands[1].kind == ptx::OperandKind::address && operands[1].parts.size() == 1 &&
           is_name(operands[1].parts[0]);
  }

  // What calls a function that is left out is left out; so is a kernel with pointers to constants
  // whose functions read constants: they would need a copy for each kind of kernel.
  void leave_out_callers() {
    for (auto& [name, known] : known_) {
      std::set<std::string_view> reached;
      reach(known, reached);
      for (const std::string_view callee : reached) {
        const Known& called = known_.at(callee);
        if (known.why_not.empty() && !called.why_not.empty()) known.why_not = called.why_not;
        if (!known.parameters.constant.empty() && called.reads_constants)
          refuse(known, fmt::format("calls '{}', which reads constants", callee));
      }
    }
    for (const ptx::Function& function : module_->functions) {
      const Known& known = known_.at(view(function.name));
      if (function.entry && !known.why_not.empty())
        left_out_.push_back({std::string(view(function.name)), known.why_not});
    }
  }

  void reach(const Known& from, std::set<std::string_view>& reached) const {
    for (const std::string_view name : from.calls) {
      const auto called = known_.find(name);
      if (called != known_.end() && reached.insert(name).second) reach(called->second, reached);
    }
  }

  void edit(const ptx::Function& function) {
    const Known& known = known_.at(view(function.name));
    if (!known.why_not.empty()) return replace({function.header.begin, function.body.end}, "");
    const std::string_view header = view(function.header);
    if (function.entry && header.starts_with(".entry"))
      replace({function.header.begin, function.header.begin}, ".visible ");
    if (!known.defined && header.starts_with(".func"))
      replace({function.header.begin, function.header.begin}, ".extern ");
    if (!function.has_body) return;
    for (const ptx::Range space : known.parameters.spaces) replace(space, "");
    if (!known.parameters.local.empty())
      local_alignment_ = std::max(local_alignment_, known.parameters.alignment);
    for (const ptx::Statement& statement : function.statements)
      if (statement.kind == ptx::StatementKind::instruction) edit(statement, known);
  }

  void edit(const ptx::Statement& instruction, const Known& known) {
    if (!known.parameters.constant.empty()) read_as_global(instruction);
    for (const ptx::Operand& operand : instruction.operands) {
      any_name(operand, [&](ptx::Range range) {
        const std::string_view name = view(range);
        if (const auto number = environment_register(name)) {
          edit_environment(instruction, range, *number);
        } else if (known.parameters.local.contains(name)) {
          add_address(instruction);
        }
        return false;
      });
    }
  }

  void edit_environment(const ptx::Statement& instruction, ptx::Range name, unsigned number) {
    constexpr std::array<const char*, 3> groups{"%nctaid.x", "%nctaid.y", "%nctaid.z"};
    if (number < 6) return replace(name, "0");
    if (number < 9) return replace(name, groups.at(number - 6));
    const std::string guard = guard_of(instruction);
    replace(instruction.text, fmt::format("{{\n"
                                          "\t.reg .pred \t%plumb_p;\n"
                                          "\t.reg .b32 \t%plumb_a, %plumb_b;\n"
                                          "\tmov.u32 \t%plumb_a, %nctaid.y;\n"
                                          "\tmov.u32 \t%plumb_b, %ntid.y;\n"
                                          "\tmul.lo.u32 \t%plumb_a, %plumb_a, %plumb_b;\n"
                                          "\tsetp.gt.u32 \t%plumb_p, %plumb_a, 1;\n"
                                          "\tselp.b32 \t%plumb_b, 2, 1, %plumb_p;\n"
                                          "\tmov.u32 \t%plumb_a, %nctaid.z;\n"
                                          "\tsetp.gt.u32 \t%plumb_p, %plumb_a, 1;\n"
                                          "\tselp.b32 \t%plumb_b, 3, %plumb_b, %plumb_p;\n"
                                          "\tmov.u32 \t%plumb_a, %ntid.z;\n"
                                          "\tsetp.gt.u32 \t%plumb_p, %plumb_a, 1;\n"
                                          "\tselp.b32 \t%plumb_b, 3, %plumb_b, %plumb_p;\n"
                                          "\t{}mov.b32 \t{}, %plumb_b;\n"
                                          "\t}}",
                                          guard, view(instruction.operands.front().text)));
  }

  [[nodiscard]] std::string guard_of(const ptx::Statement& instruction) const {
    if (!instruction.guard) return {};
    return fmt::format("@{}{} ", instruction.guard->negated ? "!" : "",
                       view(instruction.guard->name));
  }

  void add_address(const ptx::Statement& instruction) {
    const std::string_view pointer = view(instruction.operands.front().text);
    replace({instruction.text.end, instruction.text.end},
            fmt::format("\n\t{{\n"
                        "\t.reg .b64 \t%plumb_local;\n"
                        "\tmov.u64 \t%plumb_local, {};\n"
                        "\t{}add.s64 \t{}, {}, %plumb_local;\n"
                        "\t}}",
                        local_array, guard_of(instruction), pointer, pointer));
  }

  void read_as_global(const ptx::Statement& instruction) {
    const std::string_view opcode = view(instruction.word);
    if (ptx::has_modifier(opcode, "const")) {
      const bool load = ptx::base_of(opcode) == "ld" && !ptx::has_modifier(opcode, "volatile");
      const auto at = instruction.word.begin + static_cast<std::uint32_t>(opcode.find(".const"));
      replace({at, at + static_cast<std::uint32_t>(std::string_view(".const").size())},
              load ? ".global.nc" : ".global");
    }
    for (const ptx::Operand& operand : instruction.operands) {
      any_name(operand, [&](ptx::Range range) {
        if (constants_.contains(view(range))) {
          copied_.insert(view(range));
          replace({range.begin, range.begin}, copy_prefix);
        }
        return false;
      });
    }
  }

  // Before the first function: variables are declared before they are used.
  void add_variables() {
    if (module_->functions.empty()) return;
    const std::uint32_t begin = module_->functions.front().header.begin;
    std::string text;
    if (local_alignment_ > 0)
      text += fmt::format(".extern .shared .align {} .b8 {}[];\n", local_alignment_, local_array);
    for (const std::string_view name : copied_) {
      const Constant& constant = constants_.at(name);
      text += fmt::format("{}.global{}{}{}\n", view({constant.text.begin, constant.space.begin}),
                          view({constant.space.end, constant.name.begin}), copy_prefix,
                          view({constant.name.begin, constant.text.end}));
    }
    edits_.insert(edits_.begin(), {{begin, begin}, std::move(text)});
  }

  static constexpr const char* images =
      "uses images or samplers, which only the OpenCL driver can bind to this code";

  const ptx::Module* module_;
  std::map<std::string_view, Constant> constants_;
  std::map<std::string_view, Known> known_;
  std::set<std::string_view> copied_;
  std::vector<LeftOutKernel> left_out_;
  std::vector<ptx::Edit> edits_;
  unsigned local_alignment_ = 0;  // 0: no kernel has a pointer to local memory
};

}  // namespace

CudaPtx cuda_ptx_of_opencl(std::string ptx, const std::string& name) {
  ptx.resize(ptx.find_last_not_of('\0') + 1);  // the driver's binary ends with a zero
  const ptx::Module module = ptx::parse_module(std::move(ptx), name);
  return OpenClPtx(module).rewritten();
}

}  // namespace plumb::device::cuda
