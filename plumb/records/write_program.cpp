// plumb/records/write_program.cpp - Programs as JSON (schemas/program.json).
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "plumb/records/names.h"
#include "plumb/records/program.h"
#include "plumb/records/program_names.h"
#include "plumb/records/walk.h"

namespace plumb {
namespace {

Json to_json(const Fill& fill) {
  Json json = {{"kind", name_in(fill_names, fill.kind)}};
  if (fill.kind == FillKind::constant) json["value"] = fill.low;
  if (fill.kind == FillKind::random) {
    json.update({{"low", fill.low}, {"high", fill.high}, {"seed", fill.seed}});
  }
  if (fill.kind == FillKind::blobs) {
    json.update(
        {{"low", fill.low}, {"high", fill.high}, {"seed", fill.seed}, {"extent", fill.extent}});
  }
  if (fill.kind == FillKind::values) json["values"] = fill.values.all();
  return json;
}

Json to_json(const Argument& argument) {
  if (const auto* buffer = std::get_if<BufferArgument>(&argument))
    return {{"buffer", buffer->buffer}};
  if (const auto* image = std::get_if<ImageArgument>(&argument)) return {{"image", image->image}};
  if (const auto* local = std::get_if<LocalArgument>(&argument))
    return {{"local_bytes", local->size.count}};
  const auto& scalar = std::get<ScalarArgument>(argument);
  return {{"type", name_of(Type{scalar.type, 1})}, {"value", scalar.value}};
}

Json to_json(const Launch& launch) {
  Json json = {{"kernel", launch.kernel}, {"global", launch.global}, {"local", launch.local}};
  Json& arguments = json["arguments"] = Json::array();
  for (const Argument& argument : launch.arguments) arguments.push_back(to_json(argument));
  if (launch.local_bytes.count != 0) json["local_bytes"] = launch.local_bytes.count;
  if (launch.cooperative) json["cooperative"] = true;
  if (launch.cluster != Range{1, 1, 1}) json["cluster"] = launch.cluster;
  json["pass"] = to_json(launch.pass);
  return json;
}

Json to_json(const std::vector<Step>& steps);

Json to_json(const Until& until) {
  Json json = {{"buffer", until.buffer},
               {"element", until.element},
               {"comparison", name_in(comparison_names, until.comparison)},
               {"value", until.value},
               {"check_every", until.check_every},
               {"limit", until.limit},
               {"expected", until.expected},
               {"steps", to_json(until.steps)}};
  if (until.deadline > Seconds{0}) json["deadline"] = until.deadline.count();
  return json;
}

Json to_json(const Transfer& transfer) {
  Json json = {{"direction", name_in(direction_names, transfer.direction)},
               {"buffer", transfer.buffer}};
  if (transfer.direction == Direction::within) json["to"] = transfer.to;
  if (transfer.count == 0) return json;
  json.update({{"count", transfer.count},
               {"from_offset", transfer.from_offset},
               {"to_offset", transfer.to_offset}});
  return json;
}

Json to_json(const Exchange& exchange) {
  return {{"send", exchange.send},
          {"receive", exchange.receive},
          {"count", exchange.count},
          {"send_offset", exchange.send_offset},
          {"receive_offset", exchange.receive_offset},
          {"neighbour", exchange.neighbour}};
}

Json to_json(const Step& step) {
  Json json = {{"name", step.name}};
  visit_action(
      step, Cases{[&](const Transfer& transfer) { json["transfer"] = to_json(transfer); },
                  [&](const Exchange& exchange) { json["exchange"] = to_json(exchange); },
                  [&](const Launch& launch) { json["launch"] = to_json(launch); },
                  [&](const Wait&) { json["wait"] = Json::object(); },
                  [&](const Batch& batch) {
                    json["batch"] = {{"replays", batch.replays}, {"steps", to_json(batch.steps)}};
                  },
                  [&](const Repeat& repeat) {
                    json["repeat"] = {{"count", repeat.count}, {"steps", to_json(repeat.steps)}};
                  },
                  [&](const Until& until) { json["until"] = to_json(until); }});
  if (!step.queue.empty()) json["queue"] = step.queue;
  if (!step.after.empty()) json["after"] = step.after;
  return json;
}

Json to_json(const std::vector<Step>& steps) {
  Json json = Json::array();
  for (const Step& step : steps) json.push_back(to_json(step));
  return json;
}

template <class Thing, class Write>
Json listed(const std::vector<Thing>& things, const Write& write) {
  Json json = Json::array();
  for (const Thing& thing : things) json.push_back(write(thing));
  return json;
}

Json to_json(const Reading& reading) {
  return {{"name", reading.name},
          {"unit", reading.unit},
          {"buffer", reading.buffer},
          {"element", reading.element},
          {"count", reading.count}};
}

}  // namespace

Json to_json(const Credit& credit) {
  Json json{{"flops", credit.flops.count},
            {"bytes", credit.bytes.count},
            {"iterations", credit.iterations}};
  if (credit.steps != 1) json["steps"] = credit.steps;
  return json;
}

Json to_json(const Program& program) {
  Json json = {
      {"schema", program_schema}, {"name", program.name}, {"settings", json_of(program.settings)}};
  json["buffers"] = listed(program.buffers, [](const Buffer& buffer) -> Json {
    Json one = {{"name", buffer.name},
                {"type", name_of(buffer.type)},
                {"count", buffer.count},
                {"fill", to_json(buffer.fill)}};
    if (buffer.device != 0) one["device"] = buffer.device;
    return one;
  });
  json["images"] = listed(program.images, [](const ImageSlot& image) -> Json {
    Json one = {
        {"name", image.name}, {"shape", to_json(image.shape)}, {"fill", to_json(image.fill)}};
    if (image.device != 0) one["device"] = image.device;
    return one;
  });
  json["sources"] = listed(program.sources, [](const Source& source) -> Json {
    return {{"name", source.name},
            {"language", name_in(language_names, source.language)},
            {"text", source.text}};
  });
  json["kernels"] = listed(program.kernels, [](const Kernel& kernel) -> Json {
    return {{"name", kernel.name},
            {"source", kernel.source},
            {"entry", kernel.entry},
            {"definitions", json_of(kernel.definitions)}};
  });
  if (!program.queues.empty()) {
    json["queues"] = listed(program.queues, [](const QueueSlot& queue) -> Json {
      return {{"name", queue.name}, {"device", queue.device}};
    });
  }
  if (!program.restore.empty()) json["restore"] = to_json(program.restore);
  json["steps"] = to_json(program.steps);
  if (!program.check.empty()) json["check"] = to_json(program.check);
  json["verification"] = listed(program.verification, [](const Check& wanted) {
    Json check = {
        {"buffer", wanted.buffer}, {"absolute", wanted.absolute}, {"relative", wanted.relative}};
    if (!wanted.expected.empty()) check["expected"] = wanted.expected;
    return check;
  });
  if (!program.readings.empty())
    json["readings"] = listed(program.readings, [](const Reading& each) { return to_json(each); });
  if (program.credit) json["credit"] = to_json(*program.credit);
  return json;
}

}  // namespace plumb
