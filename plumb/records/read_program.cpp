// plumb/records/read_program.cpp - Programs from JSON; every refusal names its place.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "plumb/base/error.h"
#include "plumb/records/names.h"
#include "plumb/records/program.h"
#include "plumb/records/program_names.h"

namespace plumb {
namespace {

constexpr std::uint64_t most_local_bytes = 1ULL << 30U;

// A name of one of our enumerations or types; a refusal says where it stands.
template <class FromName>
auto named_at(const JsonView& view, FromName from_name) {
  const std::string word = view.text();
  try {
    return from_name(word);
  } catch (const Error& error) {
    view.refuse(explain(error));
  }
}

// Each kind has its own members; those of another kind are refused, not ignored.
Fill fill_from(const JsonView& view) {
  Fill fill;
  fill.kind = named_at(view.at("kind"), [](std::string_view name) {
    return value_in<FillKind>(fill_names, name, "fill");
  });
  switch (fill.kind) {
    case FillKind::constant:
      view.only({"kind", "value"});
      fill.low = view.at("value").number();
      break;
    case FillKind::random:
      view.only({"kind", "low", "high", "seed"});
      fill.low = view.number_or("low", 0);
      fill.high = view.number_or("high", 1);
      fill.seed = view.count_or("seed", 1);
      break;
    case FillKind::blobs: {
      view.only({"kind", "low", "high", "seed", "extent"});
      fill.low = view.number_or("low", 0);
      fill.high = view.number_or("high", 1);
      fill.seed = view.count_or("seed", 1);
      const std::vector<JsonView> extents = view.at("extent").list();
      if (extents.size() != 3) view.at("extent").refuse("expected three extents");
      for (std::size_t i = 0; i < 3; ++i) {
        fill.extent.at(i) = extents[i].count(1U << 20U);
        if (fill.extent.at(i) == 0) extents[i].refuse("expected at least 1");
      }
      break;
    }
    case FillKind::values:
      view.only({"kind", "values"});
      fill.values = view.at("values").numbers();
      break;
    case FillKind::none:
    case FillKind::zero:
    case FillKind::index:
      view.only({"kind"});
      break;
  }
  return fill;
}

Range range_from(const JsonView& view) {
  const auto items = view.list();
  if (items.empty() || items.size() > 3) view.refuse("expected one to three numbers");
  Range range{1, 1, 1};
  for (std::size_t d = 0; d < items.size(); ++d) range.at(d) = items[d].count(1ULL << 40U);
  return range;
}

Argument argument_from(const JsonView& view) {
  if (view.has("buffer")) {
    view.only({"buffer"});
    return BufferArgument{view.at("buffer").text()};
  }
  if (view.has("image")) {
    view.only({"image"});
    return ImageArgument{view.at("image").text()};
  }
  if (view.has("local_bytes")) {
    view.only({"local_bytes"});
    return LocalArgument{Bytes{view.at("local_bytes").count(most_local_bytes)}};
  }
  view.only({"buffer", "image", "local_bytes", "type", "value"});
  const Type type = named_at(view.at("type"), type_from_name);
  if (type.width != 1) view.refuse("an argument is a scalar, not a vector");
  return ScalarArgument{type.scalar, view.at("value").number()};
}

Launch launch_from(const JsonView& view) {
  view.only(
      {"kernel", "global", "local", "arguments", "local_bytes", "cooperative", "cluster", "pass"});
  Launch launch{.kernel = view.text_or("kernel", ""),
                .global = range_from(view.at("global")),
                .local = range_from(view.at("local")),
                .arguments = {},
                .pass = {},
                .local_bytes = Bytes{view.count_or("local_bytes", 0)},
                .cooperative = view.flag_or("cooperative", false),
                .cluster = view.has("cluster") ? range_from(view.at("cluster")) : Range{1, 1, 1}};
  for (const JsonView& item : view.at("arguments").list())
    launch.arguments.push_back(argument_from(item));
  if (view.has("pass")) launch.pass = pass_from_json(view.at("pass"));
  return launch;
}

Transfer transfer_from(const JsonView& view) {
  view.only({"direction", "buffer", "to", "count", "from_offset", "to_offset"});
  Transfer transfer;
  transfer.direction = named_at(view.at("direction"), [](std::string_view name) {
    return value_in<Direction>(direction_names, name, "direction");
  });
  transfer.buffer = view.at("buffer").text();
  if (transfer.direction == Direction::within) {
    transfer.to = view.at("to").text();
  } else if (view.has("to")) {
    view.at("to").refuse("only a transfer 'within' the device names another buffer");
  }
  transfer.count = view.count_or("count", 0);
  transfer.from_offset = view.count_or("from_offset", 0);
  transfer.to_offset = view.count_or("to_offset", 0);
  return transfer;
}

Exchange exchange_from(const JsonView& view) {
  view.only({"send", "receive", "count", "send_offset", "receive_offset", "neighbour"});
  const double neighbour = view.number_or("neighbour", 1);
  if (neighbour != std::round(neighbour) || std::fabs(neighbour) > 1e6)
    view.at("neighbour").refuse("expected a whole number of at most a million");
  return {.send = view.at("send").text(),
          .receive = view.at("receive").text(),
          .count = view.at("count").count(),
          .send_offset = view.count_or("send_offset", 0),
          .receive_offset = view.count_or("receive_offset", 0),
          .neighbour = static_cast<std::int64_t>(neighbour)};
}

std::vector<Step> steps_from(const JsonView& view);

Until until_from(const JsonView& view) {
  view.only({"steps", "buffer", "element", "comparison", "value", "check_every", "limit",
             "expected", "deadline"});
  return {.steps = steps_from(view.at("steps")),
          .buffer = view.at("buffer").text(),
          .element = view.count_or("element", 0),
          .comparison = named_at(view.at("comparison"),
                                 [](std::string_view name) {
                                   return value_in<Comparison>(comparison_names, name,
                                                               "comparison");
                                 }),
          .value = view.at("value").number(),
          .check_every = view.count_or("check_every", 1),
          .limit = view.count_or("limit", 1000000),
          .expected = view.count_or("expected", 1),
          .deadline = Seconds{view.has("deadline") ? view.at("deadline").number() : 0}};
}

// The one member of a step that says what it does.
std::string action_of(const JsonView& view) {
  view.only({"name", "queue", "after", "transfer", "exchange", "launch", "wait", "batch", "repeat",
             "until"});
  std::string action;
  for (const std::string& name : view.member_names()) {
    if (name == "name" || name == "queue" || name == "after") continue;
    if (!action.empty()) view.refuse(fmt::format("says both '{}' and '{}'", action, name));
    action = name;
  }
  if (action.empty())
    view.refuse("says no action: transfer, exchange, launch, wait, batch, repeat or until");
  return action;
}

Step step_from(const JsonView& view) {
  const std::string action = action_of(view);
  const JsonView inner = view.at(action);
  Step step{.name = view.text_or("name", ""),
            .action = Wait{},
            .queue = view.text_or("queue", ""),
            .after = {}};
  if (view.has("after")) {
    for (const JsonView& item : view.at("after").list()) step.after.push_back(item.text());
  }
  if (action == "launch") {
    step.action = launch_from(inner);
  } else if (action == "transfer") {
    step.action = transfer_from(inner);
  } else if (action == "exchange") {
    step.action = exchange_from(inner);
  } else if (action == "batch") {
    inner.only({"replays", "steps"});
    step.action = Batch{inner.count_or("replays", 1), steps_from(inner.at("steps"))};
  } else if (action == "repeat") {
    inner.only({"count", "steps"});
    step.action = Repeat{inner.count_or("count", 1), steps_from(inner.at("steps"))};
  } else if (action == "until") {
    step.action = until_from(inner);
  } else {
    inner.only({});
  }
  return step;
}

std::vector<Step> steps_from(const JsonView& view) {
  std::vector<Step> steps;
  for (const JsonView& item : view.list()) steps.push_back(step_from(item));
  return steps;
}

template <class Read>
auto list_from(const JsonView& view, std::string_view member, const Read& read) {
  std::vector<decltype(read(view))> things;
  if (!view.has(member)) return things;
  for (const JsonView& item : view.at(member).list()) things.push_back(read(item));
  return things;
}

std::size_t device_place(const JsonView& view) {
  return view.has("device") ? view.at("device").count(most_devices - 1) : 0;
}

Buffer buffer_from(const JsonView& view) {
  view.only({"name", "type", "count", "fill", "device"});
  return {.name = view.at("name").text(),
          .type = named_at(view.at("type"), type_from_name),
          .count = view.at("count").count(),
          .fill = view.has("fill") ? fill_from(view.at("fill")) : Fill{},
          .device = device_place(view)};
}

ImageSlot image_from(const JsonView& view) {
  view.only({"name", "shape", "fill", "device"});
  view.at("shape").only({"type", "width", "height", "depth", "normalized"});
  return {.name = view.at("name").text(),
          .shape = image_shape_from_json(view.at("shape")),
          .fill = view.has("fill") ? fill_from(view.at("fill")) : Fill{},
          .device = device_place(view)};
}

QueueSlot queue_from(const JsonView& view) {
  view.only({"name", "device"});
  return {.name = view.at("name").text(), .device = device_place(view)};
}

Source source_from(const JsonView& view) {
  view.only({"name", "language", "text"});
  const auto language = [](std::string_view name) {
    return value_in<Language>(language_names, name, "language");
  };
  return {.name = view.at("name").text(),
          .language = named_or(view, "language", language, Language::opencl_c),
          .text = view.at("text").text()};
}

Kernel kernel_from(const JsonView& view) {
  view.only({"name", "source", "entry", "definitions"});
  Kernel kernel{.name = view.at("name").text(),
                .source = view.at("source").text(),
                .entry = view.at("entry").text(),
                .definitions = {}};
  if (view.has("definitions")) kernel.definitions = named_texts_from_json(view.at("definitions"));
  return kernel;
}

Check check_from(const JsonView& view) {
  view.only({"buffer", "absolute", "relative", "expected"});
  return {.buffer = view.at("buffer").text(),
          .absolute = view.number_or("absolute", 0),
          .relative = view.number_or("relative", 0),
          .expected = view.has("expected") ? view.at("expected").numbers() : std::vector<double>{}};
}

Reading reading_from(const JsonView& view) {
  view.only({"name", "unit", "buffer", "element", "count"});
  return {.name = view.at("name").text(),
          .unit = view.text_or("unit", "1"),
          .buffer = view.at("buffer").text(),
          .element = view.count_or("element", 0),
          .count = view.count_or("count", 1)};
}

}  // namespace

Credit credit_from_json(const JsonView& view) {
  view.only({"flops", "bytes", "iterations", "steps"});
  Credit credit{.flops = Flops{view.at("flops").number()},
                .bytes = Bytes{view.at("bytes").count()},
                .iterations = view.count_or("iterations", 1),
                .steps = view.count_or("steps", 1)};
  if (credit.iterations == 0) view.at("iterations").refuse("expected at least one");
  if (credit.steps == 0) view.at("steps").refuse("expected at least one");
  return credit;
}

Program program_from_json(const JsonView& view) {
  view.require_schema(program_schema);
  view.only({"schema", "name", "settings", "buffers", "images", "sources", "kernels", "steps",
             "verification", "readings", "credit", "queues", "restore", "check", "labels"});
  // An earlier form had the labels of its tables, which a workload gives to the point of a result.
  if (view.has("labels")) (void)named_texts_from_json(view.at("labels"));
  Program program{.name = view.at("name").text(),
                  .settings = {},
                  .buffers = list_from(view, "buffers", buffer_from),
                  .images = list_from(view, "images", image_from),
                  .sources = list_from(view, "sources", source_from),
                  .kernels = list_from(view, "kernels", kernel_from),
                  .steps = steps_from(view.at("steps")),
                  .verification = list_from(view, "verification", check_from),
                  .readings = list_from(view, "readings", reading_from),
                  .credit = {},
                  .queues = list_from(view, "queues", queue_from),
                  .restore = {},
                  .check = {}};
  if (view.has("restore")) program.restore = steps_from(view.at("restore"));
  if (view.has("check")) program.check = steps_from(view.at("check"));
  if (view.has("credit")) program.credit = credit_from_json(view.at("credit"));
  if (view.has("settings")) program.settings = named_texts_from_json(view.at("settings"));
  try {
    check(program);
  } catch (const Error& error) {
    view.refuse(explain(error));
  }
  return program;
}

}  // namespace plumb
