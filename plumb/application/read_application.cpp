// plumb/application/read_application.cpp - application files: parameters, buffers, sources, checks.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <limits>

#include <fmt/format.h>

#include "plumb/application/application_parts.h"
#include "plumb/application/toml_tree.h"
#include "plumb/base/json.h"
#include "plumb/records/fill.h"

namespace plumb {
namespace {

constexpr std::size_t largest_fill = 1U << 24U;  // scalars of a file

// A value, or a table with it and with what others may know of it. Each meaning is that of one.
void read_parameter(const TomlView& member, std::size_t index, Application::Parts& parts) {
  ParameterPart& parameter = parts.parameters[index];
  if (!member.is_table()) {
    parameter.value = expression_of(member, parts);
    return;
  }
  member.only({"value", "meaning"});
  parameter.value = expression_of(member.at("value"), parts);
  const TomlView meaning = member.at("meaning");
  parameter.meaning = word_of(meaning, meaning_from_name);
  if (parameter.meaning == Meaning::own) return;
  for (std::size_t i = 0; i < index; ++i) {
    if (parts.parameters[i].meaning == parameter.meaning)
      meaning.refuse(fmt::format("'{}' already means {}", parts.parameters[i].name,
                                 name_of(parameter.meaning)));
  }
}

// Names first, so that a value may use a parameter that stands below it.
void read_parameters(const TomlView& root, Application::Parts& parts) {
  if (!root.has("parameters")) return;
  const std::vector<TomlView> members = root.at("parameters").members();
  for (const TomlView& member : members) {
    parts.parameters.push_back({member.name(), parts.scope.add(member.name(), member.place()), {}});
  }
  for (std::size_t i = 0; i < members.size(); ++i) {
    read_parameter(members[i], i, parts);
  }
}

// Parameters in an order in which each stands after those that it uses. Depth first; a parameter
// met again on its own way is circular.
class EvaluationOrder {
 public:
  explicit EvaluationOrder(const std::vector<ParameterPart>& parameters)
      : parameters_(&parameters), states_(parameters.size(), State::unseen) {}

  std::vector<std::size_t> find() && {
    for (std::size_t i = 0; i < states_.size(); ++i) visit(i);
    return std::move(order_);
  }

 private:
  enum class State { unseen, open, done };
  static constexpr std::size_t deepest = 1000;

  void visit(std::size_t index) {
    const ParameterPart& parameter = (*parameters_)[index];
    if (states_[index] == State::done) return;
    way_.push_back(parameter.name);
    if (states_[index] == State::open) {
      const std::span<const std::string> end =
          std::span(way_).last(std::min<std::size_t>(way_.size(), 10));
      refuse_at(parameter.value.place(), fmt::format("parameter '{}' is circular: {}",
                                                     parameter.name, fmt::join(end, " uses ")));
    }
    if (way_.size() > deepest) {
      refuse_at(parameter.value.place(),
                fmt::format("parameters use each other more than {} deep", deepest));
    }
    states_[index] = State::open;
    for (const std::size_t slot : parameter.value.slots()) visit(slot);  // slots start with them
    states_[index] = State::done;
    way_.pop_back();
    order_.push_back(index);
  }

  const std::vector<ParameterPart>* parameters_;
  std::vector<State> states_;
  std::vector<std::string> way_;
  std::vector<std::size_t> order_;
};

// The whole range of small integers, 24 bits of larger ones, [0, 1) of real types.
Fill whole_range(Scalar scalar) {
  if (is_real(scalar)) return random_fill(0, 1, 1);
  const int bits = with_scalar(
      scalar, [](auto zero) { return std::min(std::numeric_limits<decltype(zero)>::digits, 24); });
  return random_fill(0, std::ldexp(1.0, bits), 1);
}

Fill file_fill(const TomlView& view, const std::string& path, Type type, const ReadFile& read) {
  std::string bytes;
  try {
    bytes = read(path);
  } catch (const Error& error) {
    view.refuse(explain(error));
  }
  const std::size_t size = size_of(Type{type.scalar, 1}).count;
  if (bytes.empty() || bytes.size() % size != 0 || bytes.size() / size > largest_fill) {
    view.refuse(fmt::format("'{}' has {} bytes; expected one to {} scalars of {} bytes", path,
                            bytes.size(), largest_fill, size));
  }
  std::vector<double> values(bytes.size() / size);
  values_of(std::as_bytes(std::span(bytes)), type.scalar, values);
  return {.kind = FillKind::values, .values = std::move(values)};
}

FillPart constant_fill(Expression value) {
  return {.fill = {.kind = FillKind::constant, .values = {}},
          .low = std::move(value),
          .high = {},
          .values = {}};
}

FillPart without_numbers(Fill fill) {
  return {.fill = std::move(fill), .low = {}, .high = {}, .values = {}};
}

FillPart listed_fill(const TomlView& view, Application::Parts& parts) {
  FillPart part = without_numbers({.kind = FillKind::values, .values = {}});
  for (const TomlView& item : view.list()) part.values.push_back(expression_of(item, parts));
  if (part.values.empty()) view.refuse("expected at least one number");
  return part;
}

// A word that is not known is refused as one; what cannot be a word is an expression.
FillPart computed_fill(const TomlView& fill, Application::Parts& parts) {
  const std::string& text = fill.text();
  try {
    return constant_fill(expression_of(fill, parts));
  } catch (const Error&) {
    const bool is_word = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz") == std::string::npos;
    if (!is_word) throw;
  }
  const std::vector<std::string> known{"random", "zero", "index", "file:PATH"};
  fill.refuse(fmt::format("unknown fill '{}'; known are {}, a number and a list of numbers{}", text,
                          fmt::join(known, ", "), did_you_mean(text, known)));
}

// A number, or beyond 2^53, where numbers of the file lose digits, a text of digits.
std::uint64_t seed_in(const TomlView& view) {
  std::uint64_t seed = 0;
  if (view.is_text()) {
    const std::string& digits = view.text();
    const char* end = digits.data() + digits.size();
    const auto [stop, problem] = std::from_chars(digits.data(), end, seed);
    if (problem == std::errc() && stop == end && !digits.empty()) return seed;
  } else if (const double value = view.number();
             value >= 0 && value <= 0x1p53 && value == std::floor(value)) {
    return static_cast<std::uint64_t>(value);
  }
  view.refuse("expected a whole number, beyond 2^53 and up to 2^64 - 1 in quotes");
}

FillPart drawn_fill(const TomlView& view, Type type, Application::Parts& parts) {
  Fill made = whole_range(type.scalar);
  if (view.has("seed")) made.seed = seed_in(view.at("seed"));
  FillPart part{.fill = made,
                .low = expression_or(view, "low", made.low, parts),
                .high = expression_or(view, "high", made.high, parts),
                .values = {}};
  if (!view.has("high")) part.high.set_place(view.at("fill").place());
  return part;
}

FillPart fixed_fill(const TomlView& view, Type type, const ReadFile& read,
                    Application::Parts& parts) {
  if (!view.has("fill")) return without_numbers({});
  const TomlView fill = view.at("fill");
  if (fill.is_number()) return constant_fill(expression_of(fill, parts));
  if (fill.is_list()) return listed_fill(fill, parts);
  const std::string& word = fill.text();
  if (word == "zero") return without_numbers({.kind = FillKind::zero, .values = {}});
  if (word == "index") return without_numbers({.kind = FillKind::index, .values = {}});
  if (word.starts_with("file:"))
    return without_numbers(file_fill(fill, word.substr(5), type, read));
  return computed_fill(fill, parts);
}

// A word that is no fill is named before what only a random one has.
FillPart fill_of(const TomlView& view, Type type, const ReadFile& read, Application::Parts& parts) {
  if (view.has("fill") && view.at("fill").is_text() && view.at("fill").text() == "random")
    return drawn_fill(view, type, parts);
  FillPart part = fixed_fill(view, type, read, parts);
  for (const char* member : {"low", "high", "seed"})
    if (view.has(member)) view.at(member).refuse("only a random fill has it");
  return part;
}

Moves moves_of(const TomlView& view) {
  const std::vector<std::string> known{"none", "in", "out", "both"};
  const std::string word = view.text_or("transfer", "none");
  const auto found = std::ranges::find(known, word);
  if (found == known.end()) {
    view.at("transfer")
        .refuse(fmt::format("unknown transfer '{}'; known are {}{}", word, fmt::join(known, ", "),
                            did_you_mean(word, known)));
  }
  return static_cast<Moves>(found - known.begin());
}

Type type_in(const TomlView& view) {
  try {
    return type_from_name(view.text());
  } catch (const Error& error) {
    view.refuse(explain(error));
  }
}

// A place among the devices of a run.
std::size_t device_of(const TomlView& view) {
  if (!view.has("device")) return 0;
  const double value = view.at("device").number();
  if (value != std::floor(value) || value < 0 || value > 63)
    view.at("device").refuse("expected the place of a device: 0, 1, ...");
  return static_cast<std::size_t>(value);
}

void read_buffers(const TomlView& root, const ReadFile& read, Application::Parts& parts) {
  for (const TomlView& view : root.list_or_none("buffer")) {
    view.only({"name", "type", "count", "fill", "low", "high", "seed", "transfer", "device"});
    const std::string name = view.at("name").text();
    if (name.empty()) view.at("name").refuse("expected a name");
    if (std::ranges::find(parts.buffers, name, &BufferPart::name) != parts.buffers.end()) {
      view.at("name").refuse(fmt::format("buffer '{}' is named twice", name));
    }
    if (parts.queues.size() > 1 && view.has("transfer")) {
      view.at("transfer")
          .refuse("with several queues a transfer is a pass of its own: [[pass]] with 'transfer'");
    }
    const Type type = type_in(view.at("type"));
    parts.buffers.push_back({.name = name,
                             .type = type,
                             .count = expression_of(view.at("count"), parts),
                             .fill = fill_of(view, type, read, parts),
                             .moves = moves_of(view),
                             .device = device_of(view)});
  }
}

void read_queues(const TomlView& root, Application::Parts& parts) {
  for (const TomlView& view : root.list_or_none("queue")) {
    view.only({"name", "device"});
    const std::string name = view.at("name").text();
    if (name.empty()) view.at("name").refuse("expected a name");
    if (std::ranges::find(parts.queues, name, &QueueSlot::name) != parts.queues.end())
      view.at("name").refuse(fmt::format("queue '{}' is named twice", name));
    parts.queues.push_back({.name = name, .device = device_of(view)});
  }
}

void read_checks(const TomlView& root, Application::Parts& parts) {
  for (const TomlView& view : root.list_or_none("check")) {
    view.only({"buffer", "absolute", "relative", "expected"});
    CheckPart check{.buffer = view.at("buffer").text(),
                    .absolute = expression_or(view, "absolute", 0, parts),
                    .relative = expression_or(view, "relative", 0, parts),
                    .expected = {}};
    require_buffer(view.at("buffer"), check.buffer, parts);
    for (const TomlView& item : view.at("expected").list()) {
      check.expected.push_back(expression_of(item, parts));
    }
    if (check.expected.empty()) view.at("expected").refuse("expected at least one value");
    parts.checks.push_back(std::move(check));
  }
}

}  // namespace

Expression expression_of(const TomlView& view, Application::Parts& parts) {
  if (view.is_number()) {
    Expression constant(view.number());
    constant.set_place(view.place());
    return constant;
  }
  if (!view.is_text()) view.refuse("expected a number or an expression");
  return {view.text(), parts.scope, view.place()};
}

Expression expression_or(const TomlView& view, std::string_view member, double otherwise,
                         Application::Parts& parts) {
  return view.has(member) ? expression_of(view.at(member), parts) : Expression(otherwise);
}

void require_buffer(const TomlView& view, const std::string& name,
                    const Application::Parts& parts) {
  std::vector<std::string> known;
  for (const BufferPart& buffer : parts.buffers) known.push_back(buffer.name);
  if (std::ranges::find(known, name) != known.end()) return;
  view.refuse(fmt::format("unknown buffer '{}'{}", name, did_you_mean(name, known)));
}

Application read_application(std::string_view text, const std::string& file, const ReadFile& read) {
  require_expressions();
  const TomlDocument document = parse_toml(text, file);
  const TomlView root(document);
  root.only({"name", "parameters", "buffer", "queue", "source", "kernel", "loop", "pass", "check"});
  auto parts = std::make_unique<Application::Parts>();
  parts->name = root.at("name").text();
  read_parameters(root, *parts);
  parts->evaluation_order = EvaluationOrder(parts->parameters).find();
  read_queues(root, *parts);
  read_buffers(root, read, *parts);
  read_steps(root, read, *parts);
  read_checks(root, *parts);
  return Application(std::move(parts));
}

Application read_application_file(const std::string& path, std::vector<std::string>& files) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  files.push_back(path);
  return read_application(read_text_file(path), path, [&](const std::string& name) {
    files.push_back((folder / name).string());
    return read_text_file(files.back());
  });
}

}  // namespace plumb
