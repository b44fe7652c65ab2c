// plumb/application/application_parts.h - an application between reader and walker, as parts.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "plumb/application/application.h"
#include "plumb/application/demand_parts.h"
#include "plumb/application/expression.h"
#include "plumb/application/interruption.h"
#include "plumb/application/toml_tree.h"

namespace plumb {

inline constexpr std::size_t deepest_loops = 6;  // loops in loops, and ranges of one step

// "u = 0 .. N-2": both ends included.
struct RangePart {
  std::size_t slot = 0;
  Expression first;
  Expression last;
  bool varies = false;  // something inside depends on the variable
};

// An argument of a kernel: a buffer's name, an expression with its scalar type, or the bytes of
// local memory.
struct ArgumentPart {
  std::string buffer;
  bool local = false;
  Scalar type = Scalar::u32;
  Expression value;
};

struct LaunchPart {
  std::size_t index = 0;  // among all launches of the application
  Expression points;
  std::vector<AccessPart> accesses;
  Expression flops;
  OperationsPart operations;
  Expression barriers;
  Expression cluster_barriers;
  Expression local_traffic;
  Expression turns;
  Expression longest;
  Expression local_memory;
  Expression registers;
  Expression alone;
  Expression group;
  LaunchContext context = LaunchContext::derived;
  std::string kernel;  // empty: can be predicted, not run
  std::vector<Expression> global;
  std::vector<Expression> local;
  std::vector<ArgumentPart> arguments;
  Expression local_bytes;
};

struct UntilPart {
  std::string buffer;
  Expression element;
  Comparison comparison = Comparison::less;
  Expression value;
  Expression check_every{1};
  Expression limit{1000000};
  Expression expected{1};
};

// A transfer of a whole buffer, or of `count` elements of it.
struct TransferPart {
  Transfer named;  // direction and buffers
  bool is_part = false;
  Expression count;
  Expression from_offset;
  Expression to_offset;
};

struct StepPart;

struct LoopPart {
  std::vector<StepPart> body;
  bool recorded = false;
  std::optional<UntilPart> until;
};

// What a step of the file is for. Only steps of the program are timed and predicted.
enum class Role {
  program,
  restore,  // before every execution
  check,    // after the first one, before the checks are read
};

// A pass, a transfer, a wait of the host or a loop, with how often it happens.
struct StepPart {
  std::string name;
  Place place;
  std::vector<RangePart> ranges;  // outermost first
  Expression repeat{1};           // inside all ranges
  bool wait = false;              // the host waits after each
  Role role = Role::program;
  std::string queue;  // empty: that around it
  std::vector<std::string> after;
  std::variant<LaunchPart, TransferPart, Wait, LoopPart> action;
};

enum class Moves { none, in, out, both };

// What a buffer holds at first; the numbers of it that may be expressions stand beside it.
struct FillPart {
  Fill fill;
  Expression low, high;            // of a random fill; low alone of a constant one
  std::vector<Expression> values;  // of a list
};

struct BufferPart {
  std::string name;
  Type type;
  Expression count;
  FillPart fill;
  Moves moves = Moves::none;
  std::size_t device = 0;
};

struct CheckPart {
  std::string buffer;
  Expression absolute;
  Expression relative;
  std::vector<Expression> expected;
};

struct ParameterPart {
  std::string name;
  std::size_t slot = 0;
  Expression value;
  Meaning meaning = Meaning::own;
};

struct Application::Parts {
  std::string name;
  Scope scope;
  std::vector<ParameterPart> parameters;      // in the order of the file
  std::vector<std::size_t> evaluation_order;  // each after those that it uses
  std::vector<BufferPart> buffers;
  std::vector<Source> sources;
  std::vector<Kernel> kernels;
  std::vector<QueueSlot> queues;
  std::vector<StepPart> steps;
  std::vector<StepPart> restore;
  std::vector<StepPart> check;
  std::vector<CheckPart> checks;
};

// The ends of a range now.
struct Bounds {
  double first = 0;
  double last = 0;
  [[nodiscard]] double count() const { return last - first + 1; }
};

// Refuses ends that are not whole, and an empty range, with the values that lead there.
Bounds bounds_of(const RangePart& range, const Scope& scope);

// Refuses (input error) more than 2^24 different passes without making one of them: only the ranges
// are evaluated, and of an innermost one only its ends.
void refuse_too_many_passes(Application::Parts& parts, Interruption& interruption);

// The passes and loops of a file, in execution order, with the kernels that they name. Needs the
// buffers and parameters in `parts`.
void read_steps(const TomlView& root, const ReadFile& read, Application::Parts& parts);

// A number or a text, over what `parts` makes visible.
Expression expression_of(const TomlView& view, Application::Parts& parts);
Expression expression_or(const TomlView& view, std::string_view member, double otherwise,
                         Application::Parts& parts);

// Refuses, at the place of `view`, a name that no buffer has.
void require_buffer(const TomlView& view, const std::string& name, const Application::Parts& parts);

// Whether the step, its ranges or anything inside depends on the variable in `slot`.
bool depends(const StepPart& step, std::size_t slot);

// "repeat: expression 'N - 4' with N = 4 is 0", or "repeat is 0" where it is a number.
std::string described(std::string_view what, const Expression& expression, double value);

// The value as a whole number in [least, most]; a refusal names `what`, the expression and the
// values in it.
std::uint64_t whole(const Expression& expression, std::string_view what, std::uint64_t least,
                    std::uint64_t most);

// The value, zero or larger.
double amount(const Expression& expression, std::string_view what);

}  // namespace plumb
