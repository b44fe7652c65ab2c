// plumb/application/write_application.cpp - Programs as TOML.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/application/write_application.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "plumb/application/application_parts.h"
#include "plumb/base/error.h"
#include "plumb/records/program_names.h"
#include "plumb/records/walk.h"

namespace plumb {
namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorKind::input, fmt::format("{} cannot be written in an application file", what));
}

std::string toml_text(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      out += fmt::format("\\u{:04X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    } else {
      out += c;
    }
  }
  return out + '"';
}

// A whole number beyond 2^53 is written as a real one, which application files may hold.
std::string number_text(double value) {
  std::string text = fmt::format("{}", value);
  if (std::fabs(value) > 0x1p53 && text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}
std::string number_list(const std::vector<double>& values) {
  std::string text;
  for (const double value : values) text += (text.empty() ? "" : ", ") + number_text(value);
  return text;
}

// A comment ends with its line.
std::string in_comment(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, ' ');
  return text;
}

// Kernels are easier to read over several lines.
std::string block(const std::string& text) {
  const bool plain = text.find("'''") == std::string::npos && !text.ends_with('\'') &&
                     std::ranges::all_of(text, [](char c) {
                       return static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t';
                     });
  return plain ? fmt::format("'''\n{}'''", text) : toml_text(text);
}

std::string key(const std::string& name) {
  const std::string_view bare = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
  const bool plain = !name.empty() && name.find_first_not_of(bare) == std::string::npos;
  return plain ? name : toml_text(name);
}

std::string fill_text(const Fill& fill) {
  switch (fill.kind) {
    case FillKind::none:
      return {};
    case FillKind::zero:
      return "fill = \"zero\"\n";
    case FillKind::index:
      return "fill = \"index\"\n";
    case FillKind::constant:
      return fmt::format("fill = {}\n", number_text(fill.low));
    case FillKind::values:
      return fmt::format("fill = [{}]\n", number_list(fill.values.all()));
    case FillKind::blobs:
      throw Error(ErrorKind::input,
                  "contents of kind 'blobs' cannot be written in an application file; "
                  "write the program instead (--resolve)");
    case FillKind::random:
      break;
  }
  const bool exact = fill.seed <= 1ULL << 53U;
  return fmt::format("fill = \"random\"\nlow = {}\nhigh = {}\nseed = {}\n", number_text(fill.low),
                     number_text(fill.high),
                     exact ? fmt::format("{}", fill.seed) : fmt::format("\"{}\"", fill.seed));
}

std::string range_text(const Range& range) {
  std::size_t used = range.size();
  while (used > 1 && range.at(used - 1) == 1) --used;
  return fmt::format("[{}]", fmt::join(range.begin(), range.begin() + used, ", "));
}

std::string access_text(const Access& access) {
  std::string text = fmt::format("references = {}\nbytes = {}\nwidth = {}\npattern = \"{}\"\n",
                                 number_text(access.references), access.bytes.count, access.width,
                                 name_of(access.pattern));
  if (access.streams != 1) text += fmt::format("streams = {}\n", access.streams);
  if (access.footprint.count != 0) text += fmt::format("footprint = {}\n", access.footprint.count);
  if (access.row_bytes.count != 0 || access.pattern == Pattern::strided)
    text += fmt::format("row_bytes = {}\n", access.row_bytes.count);
  if (access.use != Use::read) text += fmt::format("use = \"{}\"\n", name_of(access.use));
  if (access.dependent != 0) text += fmt::format("dependent = {}\n", number_text(access.dependent));
  if (access.executed != 0) text += fmt::format("executed = {}\n", number_text(access.executed));
  if (access.reuse != Reuse::unit) text += fmt::format("reuse = \"{}\"\n", name_of(access.reuse));
  if (access.ahead != 0) text += fmt::format("ahead = {}\n", number_text(access.ahead));
  if (access.sampler != Sampler::none)
    text += fmt::format("sampler = \"{}\"\n", name_of(access.sampler));
  return text;
}

std::string operations_text(const Operations& operations) {
  std::string text = fmt::format("operations = {{type = \"{}\"", name_of(Type{operations.type, 1}));
  for (const auto& [name, count] : operation_counts()) {
    if (operations.*count != 0)
      text += fmt::format(", {} = {}", name, number_text(operations.*count));
  }
  return text + "}\n";
}

class Writer {
 public:
  explicit Writer(const Program& program) : program_(&program) {}

  std::string write() {
    if (!program_->queues.empty()) refuse(fmt::format("queue '{}'", program_->queues[0].name));
    if (!program_->restore.empty()) refuse(fmt::format("what '{}' restores", program_->name));
    if (!program_->check.empty()) refuse(fmt::format("what '{}' checks by", program_->name));
    if (!program_->images.empty()) refuse(fmt::format("image '{}'", program_->images[0].name));
    std::string head = fmt::format("name = {}\n", toml_text(program_->name));
    for (const auto& [name, value] : program_->settings) {
      head += fmt::format("# {} {}\n", in_comment(name), in_comment(value));
    }
    for (const Buffer& buffer : program_->buffers) {
      head += fmt::format("\n[[buffer]]\nname = {}\ntype = \"{}\"\ncount = {}\n{}",
                          toml_text(buffer.name), name_of(buffer.type), buffer.count,
                          fill_text(buffer.fill));
    }
    steps(program_->steps, "");
    std::string sources;
    for (const Source& source : program_->sources) {
      if (source.language != Language::opencl_c) refuse("a source that is not OpenCL C");
      sources += fmt::format("\n[[source]]\nname = {}\ntext = {}\n", toml_text(source.name),
                             block(source.text));
    }
    return head + loops_ + passes_ + kernels_ + checks() + sources;
  }

 private:
  void steps(const std::vector<Step>& steps, const std::string& loop) {
    for (const Step& step : steps) one(step, loop);
  }

  void one(const Step& step, const std::string& loop) {
    if (!step.queue.empty() || !step.after.empty())
      refuse(fmt::format("the queue of step '{}'", step.name));
    visit_action(
        step, Cases{[&](const Launch& launch) { write_launch(step, launch, loop); },
                    [&](const Transfer& transfer) { write_transfer(step, transfer, loop); },
                    [&](const Exchange&) { refuse(fmt::format("the exchange '{}'", step.name)); },
                    [&](const Wait&) {
                      begin(step.name, loop);
                      passes_ += "wait = true\n";
                    },
                    [&](const Repeat& repeat) {
                      if (repeat.count == 0 || repeat.steps.empty()) return;
                      steps(repeat.steps,
                            enter(step.name, loop, fmt::format("repeat = {}\n", repeat.count)));
                    },
                    [&](const Batch& batch) {
                      if (batch.replays == 0 || batch.steps.empty()) return;
                      steps(batch.steps,
                            enter(step.name, loop,
                                  fmt::format("repeat = {}\nrecorded = true\n", batch.replays)));
                    },
                    [&](const Until& until) {
                      if (until.deadline > Seconds{0})
                        refuse(fmt::format("the deadline of '{}'", step.name));
                      steps(until.steps, enter(step.name, loop, until_text(until)));
                    }});
  }

  void write_transfer(const Step& step, const Transfer& transfer, const std::string& loop) {
    if (transfer.count != 0) refuse(fmt::format("the part that '{}' moves", step.name));
    begin(step.name, loop);
    passes_ += fmt::format("transfer = \"{}\"\nbuffer = {}\n",
                           direction_names.at(static_cast<std::size_t>(transfer.direction)),
                           toml_text(transfer.buffer));
    if (transfer.direction == Direction::within)
      passes_ += fmt::format("to = {}\n", toml_text(transfer.to));
  }

  static std::string until_text(const Until& until) {
    const std::string condition =
        fmt::format("{}[{}] {} {}", until.buffer, until.element,
                    comparison_names.at(static_cast<std::size_t>(until.comparison)), until.value);
    return fmt::format("until = {}\nexpected = {}\ncheck_every = {}\nlimit = {}\n",
                       toml_text(condition), until.expected, until.check_every, until.limit);
  }

  // A name of its own for a loop or kernel.
  static std::string fresh(const std::string& name, std::set<std::string>& taken) {
    std::string free = name;
    for (int i = 2; !taken.insert(free).second; ++i) free = fmt::format("{} {}", name, i);
    return free;
  }

  std::string enter(const std::string& name, const std::string& outer, const std::string& text) {
    std::string loop = fresh(name, loop_names_);
    const std::size_t depth = outer.empty() ? 1 : depths_.at(outer) + 1;
    if (depth > deepest_loops)
      refuse(fmt::format("'{}', more than {} loops deep,", name, deepest_loops));
    depths_[loop] = depth;
    loops_ += fmt::format("\n[loop.{}]\n", key(loop));
    if (!outer.empty()) loops_ += fmt::format("loop = {}\n", toml_text(outer));
    loops_ += text;
    return loop;
  }

  void begin(const std::string& name, const std::string& loop) {
    passes_ += fmt::format("\n[[pass]]\nname = {}\n", toml_text(name));
    if (!loop.empty()) passes_ += fmt::format("loop = {}\n", toml_text(loop));
  }

  void write_launch(const Step& step, const Launch& launch, const std::string& loop) {
    const Pass& pass = launch.pass;
    if (launch.cooperative || launch.cluster != Range{1, 1, 1}) {
      refuse(fmt::format("the cooperative launch or cluster of '{}'", step.name));
    }
    begin(pass.name.empty() ? step.name : pass.name, loop);
    passes_ += fmt::format("points = {}\n", pass.points);
    if (pass.flops.count != 0)
      passes_ += fmt::format("flops = {}\n", number_text(pass.flops.count));
    if (has_operations(pass.operations)) passes_ += operations_text(pass.operations);
    if (pass.barriers != 0) passes_ += fmt::format("barriers = {}\n", number_text(pass.barriers));
    if (pass.cluster_barriers != 0)
      passes_ += fmt::format("cluster_barriers = {}\n", number_text(pass.cluster_barriers));
    if (pass.local_traffic != 0)
      passes_ += fmt::format("local_traffic = {}\n", number_text(pass.local_traffic));
    if (pass.turns != 0) passes_ += fmt::format("turns = {}\n", number_text(pass.turns));
    if (pass.alone != 0) passes_ += fmt::format("alone = {}\n", number_text(pass.alone));
    if (pass.longest != 0) passes_ += fmt::format("longest = {}\n", number_text(pass.longest));
    if (pass.local_memory != 0) passes_ += fmt::format("local_memory = {}\n", pass.local_memory);
    if (pass.registers != 0) passes_ += fmt::format("registers = {}\n", pass.registers);
    if (pass.group != 0) passes_ += fmt::format("group = {}\n", pass.group);
    if (pass.context != LaunchContext::derived) {
      passes_ += fmt::format("context = \"{}\"\n", name_of(pass.context));
    }
    if (!launch.kernel.empty()) {
      passes_ += fmt::format("kernel = {}\n", toml_text(write_kernel(launch)));
    }
    if (pass.accesses.size() == 1) passes_ += access_text(pass.accesses.front());
    if (pass.accesses.size() < 2) return;
    for (const Access& access : pass.accesses) {
      passes_ += "[[pass.access]]\n" + access_text(access);
    }
  }

  std::string write_kernel(const Launch& launch) {
    const Kernel& kernel = kernel_named(*program_, launch.kernel);
    std::string name = fresh(kernel.name, kernel_names_);
    kernels_ += fmt::format("\n[kernel.{}]\nfile = {}\nentry = {}\nglobal = {}\nlocal = {}\n",
                            key(name), toml_text(kernel.source), toml_text(kernel.entry),
                            range_text(launch.global), range_text(launch.local));
    std::vector<std::string> arguments;
    for (const Argument& argument : launch.arguments) {
      if (const auto* buffer = std::get_if<BufferArgument>(&argument)) {
        arguments.push_back(toml_text(buffer->buffer));
      } else if (const auto* local = std::get_if<LocalArgument>(&argument)) {
        arguments.push_back(toml_text(typed_text(fmt::format("{}", local->size.count), "local")));
      } else {
        const auto& scalar = std::get<ScalarArgument>(argument);
        arguments.push_back(
            toml_text(typed_text(fmt::format("{}", scalar.value), name_of(Type{scalar.type, 1}))));
      }
    }
    kernels_ += fmt::format("arguments = [{}]\n", fmt::join(arguments, ", "));
    if (launch.local_bytes.count != 0) {
      kernels_ += fmt::format("local_bytes = {}\n", launch.local_bytes.count);
    }
    if (!kernel.definitions.empty()) {
      std::vector<std::string> definitions;
      for (const auto& [macro, text] : kernel.definitions) {
        definitions.push_back(fmt::format("{} = {}", key(macro), toml_text(text)));
      }
      kernels_ += fmt::format("definitions = {{{}}}\n", fmt::join(definitions, ", "));
    }
    return name;
  }

  // "5:uint", in brackets where a buffer has that name.
  [[nodiscard]] std::string typed_text(const std::string& value, const std::string& type) const {
    const std::string text = fmt::format("{}:{}", value, type);
    const bool taken = std::ranges::count(program_->buffers, text, &Buffer::name) > 0;
    return taken ? fmt::format("({}):{}", value, type) : text;
  }

  std::string checks() const {
    std::string text;
    for (const Check& check : program_->verification) {
      if (check.expected.empty()) {
        text += fmt::format("\n# what '{}' must hold is known to the workload alone\n",
                            in_comment(check.buffer));
        continue;
      }
      text +=
          fmt::format("\n[[check]]\nbuffer = {}\nabsolute = {}\nrelative = {}\nexpected = [{}]\n",
                      toml_text(check.buffer), number_text(check.absolute),
                      number_text(check.relative), number_list(check.expected));
    }
    return text;
  }

  const Program* program_;
  std::string loops_;
  std::string passes_;
  std::string kernels_;
  std::set<std::string> loop_names_;
  std::map<std::string, std::size_t> depths_;  // of the loops
  std::set<std::string> kernel_names_;
};

}  // namespace

std::string application_text(const Program& program) { return Writer(program).write(); }

}  // namespace plumb
