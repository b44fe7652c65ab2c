// plumb/records/trace.cpp - traces as JSON (schemas/trace.json).
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/trace.h"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

namespace plumb {
namespace {

constexpr std::string_view trace_schema = "plumbline.trace/1";
constexpr std::string_view cycles = "cycles";

std::uint32_t short_count(const JsonView& view) {
  return static_cast<std::uint32_t>(view.count(UINT32_MAX));
}

Json to_json(const CodeFigures& figures) {
  Json json = {{"instructions", figures.instructions},
               {"loads", figures.loads},
               {"loads_in_flight", figures.loads_in_flight},
               {"wait_groups", figures.wait_groups}};
  if (figures.registers) json["registers"] = *figures.registers;
  json["shared"] = figures.shared.count;
  json["frame"] = figures.frame.count;
  if (figures.resident_blocks) json["resident_blocks"] = *figures.resident_blocks;
  return json;
}

CodeFigures figures_from(const JsonView& view) {
  view.only({"instructions", "loads", "loads_in_flight", "wait_groups", "registers", "shared",
             "frame", "resident_blocks"});
  CodeFigures figures;
  figures.instructions = view.at("instructions").count();
  figures.loads = view.at("loads").count();
  figures.loads_in_flight = view.at("loads_in_flight").count();
  figures.wait_groups = view.at("wait_groups").count();
  if (view.has("registers")) figures.registers = short_count(view.at("registers"));
  figures.shared = Bytes{view.at("shared").count()};
  figures.frame = Bytes{view.at("frame").count()};
  if (view.has("resident_blocks")) figures.resident_blocks = view.at("resident_blocks").count();
  return figures;
}

Json to_json(const BuildChange& build) {
  Json json = Json::object();
  if (build.stamp) json["stamp"] = *build.stamp;
  json["architecture"] = build.architecture;
  if (build.threads > 0) json["threads"] = build.threads;
  json["dynamic"] = build.dynamic.count;
  json["staging"] = build.staging;
  if (build.first_use) json["first_use"] = true;
  json["kernels"] = Json::array();
  for (const Perturbation& kernel : build.kernels) {
    json["kernels"].push_back({{"kernel", kernel.kernel},
                               {"before", to_json(kernel.before)},
                               {"after", to_json(kernel.after)}});
  }
  return json;
}

BuildChange build_from(const JsonView& view) {
  view.only({"stamp", "architecture", "threads", "dynamic", "staging", "first_use", "kernels"});
  BuildChange build{.stamp = {},
                    .architecture = short_count(view.at("architecture")),
                    .kernels = {},
                    .threads = view.count_or("threads", 0),
                    .dynamic = Bytes{view.at("dynamic").count()},
                    .staging = view.at("staging").text(),
                    .first_use = view.flag_or("first_use", false)};
  if (view.has("stamp")) build.stamp = short_count(view.at("stamp"));
  for (const JsonView& item : view.at("kernels").list()) {
    item.only({"kernel", "before", "after"});
    build.kernels.push_back({.kernel = item.at("kernel").text(),
                             .before = figures_from(item.at("before")),
                             .after = figures_from(item.at("after"))});
  }
  return build;
}

Json to_json(const AddressFigures& figures) {
  Json json = {{"records", figures.records},
               {"sectors", figures.sectors},
               {"fewest", figures.fewest},
               {"on_a_line", figures.on_a_line}};
  if (figures.stride) json["stride"] = *figures.stride;
  return json;
}

AddressFigures address_figures_from(const JsonView& view) {
  view.only({"records", "sectors", "fewest", "on_a_line", "stride"});
  const auto positive = [&](const char* name) {
    const double value = view.at(name).number();
    if (!(value >= 0)) view.at(name).refuse("expected 0 or more");
    return value;
  };
  AddressFigures figures{.records = view.at("records").count(),
                         .sectors = positive("sectors"),
                         .fewest = positive("fewest"),
                         .on_a_line = positive("on_a_line"),
                         .stride = {}};
  if (figures.on_a_line > 1) view.at("on_a_line").refuse("expected 1 or less");
  if (!view.has("stride")) return figures;
  const double stride = view.at("stride").number();
  if (std::trunc(stride) != stride || std::abs(stride) > 0x1p53)
    view.at("stride").refuse("expected a whole number");
  figures.stride = static_cast<std::int64_t>(stride);
  return figures;
}

Json to_json(const ExposedStall& stall) {
  Json json = Json::object();
  if (stall.certificate) json["certificate"] = to_json(*stall.certificate);
  if (!stall.time.samples.empty()) json["time"] = to_json(stall.time);
  if (!stall.reason.empty()) json["reason"] = stall.reason;
  return json;
}

Quantity cycles_from(const JsonView& view) {
  Quantity time = quantity_from_json(view);
  if (time.unit != cycles) view.at("unit").refuse("expected cycles");
  return time;
}

ExposedStall stall_from(const JsonView& view) {
  view.only({"certificate", "time", "reason"});
  ExposedStall stall;
  if (view.has("certificate")) stall.certificate = certificate_from_json(view.at("certificate"));
  if (view.has("time")) stall.time = cycles_from(view.at("time"));
  stall.reason = view.text_or("reason", "");
  return stall;
}

Json to_json(const TracedStamp& stamp) {
  Json json = {{"module", stamp.module}, {"certificate", to_json(stamp.certificate)}};
  // A stamp without a record has no time: it is left out, not zero.
  if (!stamp.time.samples.empty()) json["time"] = to_json(stamp.time);
  if (!stamp.weights.empty()) json["weights"] = stamp.weights;
  json["reversed"] = stamp.reversed;
  if (stamp.addresses) json["addresses"] = to_json(*stamp.addresses);
  if (stamp.stall) json["stall"] = to_json(*stamp.stall);
  return json;
}

// One for all samples or one each.
std::vector<double> weights_from(const JsonView& view, const Quantity& time) {
  std::vector<double> weights = view.numbers();
  if (weights.size() != 1 && weights.size() != time.samples.size())
    view.refuse("neither one number nor as many as there are samples");
  if (!std::ranges::all_of(weights, [](double weight) { return weight > 0; }))
    view.refuse("expected numbers above 0");
  return weights;
}

TracedStamp stamp_from(const JsonView& view) {
  view.only({"module", "certificate", "time", "weights", "reversed", "addresses", "stall"});
  TracedStamp stamp{.module = view.at("module").text(),
                    .certificate = certificate_from_json(view.at("certificate")),
                    .time = {},
                    .weights = {},
                    .reversed = view.at("reversed").count()};
  if (view.has("time")) stamp.time = cycles_from(view.at("time"));
  if (view.has("stall")) stamp.stall = stall_from(view.at("stall"));
  if (view.has("addresses")) stamp.addresses = address_figures_from(view.at("addresses"));
  if (view.has("weights") && !view.has("time"))
    view.at("weights").refuse("stand for samples of 'time', which is missing");
  if (view.has("weights")) stamp.weights = weights_from(view.at("weights"), stamp.time);
  return stamp;
}

Json to_json(const TimeAxis& axis) {
  Json json = {{"clock", axis.clock_hz}};
  if (axis.skew) json["skew"] = *axis.skew;
  return json;
}

TimeAxis axis_from(const JsonView& view) {
  view.only({"clock", "skew"});
  TimeAxis axis{.clock_hz = view.at("clock").number(), .skew = {}};
  if (!(axis.clock_hz > 0)) view.at("clock").refuse("expected more than 0");
  if (view.has("skew")) axis.skew = view.at("skew").count();
  return axis;
}

LogSampling sampling_from(const JsonView& view) {
  view.only({"made", "kept"});
  return {.made = view.at("made").count(), .kept = view.at("kept").count()};
}

Json to_json(const StampedShare& stamped) {
  Json json = {{"blocks", stamped.blocks},
               {"warps", stamped.warps},
               {"records", stamped.records},
               {"least_blocks", stamped.least_blocks}};
  if (stamped.block) json["block"] = *stamped.block;
  if (stamped.warp) json["warp"] = *stamped.warp;
  return json;
}

StampedShare stamped_from(const JsonView& view) {
  view.only({"blocks", "warps", "records", "least_blocks", "block", "warp"});
  for (const char* name : {"blocks", "warps", "records"}) {
    if (view.at(name).count() == 0) view.at(name).refuse("expected at least 1");
  }
  const auto chosen = [&](const char* name) -> std::optional<std::uint32_t> {
    if (!view.has(name)) return std::nullopt;
    return short_count(view.at(name));
  };
  return {.blocks = short_count(view.at("blocks")),
          .warps = short_count(view.at("warps")),
          .records = short_count(view.at("records")),
          .least_blocks = short_count(view.at("least_blocks")),
          .block = chosen("block"),
          .warp = chosen("warp")};
}

Json to_json(const TimeWindow& window) {
  Json json = {{"from", window.from.count()}, {"to", window.to.count()}};
  if (window.run) json["run"] = window.run->count();
  return json;
}

TimeWindow window_from(const JsonView& view) {
  view.only({"from", "to", "run"});
  TimeWindow window{
      .from = Seconds{view.at("from").number()}, .to = Seconds{view.at("to").number()}, .run = {}};
  if (!(window.from >= Seconds{0})) view.at("from").refuse("expected 0 or more");
  if (!(window.to > window.from)) view.at("to").refuse("not behind 'from'");
  if (view.has("run")) {
    window.run = Seconds{view.at("run").number()};
    if (!(*window.run >= Seconds{0})) view.at("run").refuse("expected 0 or more");
  }
  return window;
}

Json to_json(const BuildTime& time) {
  Json json = {{"without", time.without.count()}, {"with", time.with.count()}};
  if (time.stamp) json["stamp"] = *time.stamp;
  return json;
}

BuildTime build_time_from(const JsonView& view) {
  view.only({"stamp", "without", "with"});
  BuildTime time{.stamp = {},
                 .without = Seconds{view.at("without").number()},
                 .with = Seconds{view.at("with").number()}};
  if (view.has("stamp")) time.stamp = short_count(view.at("stamp"));
  for (const char* name : {"without", "with"}) {
    if (!(view.at(name).number() > 0)) view.at(name).refuse("expected more than 0");
  }
  return time;
}

Json to_json(const TracedPoint& point) {
  Json json = {{"label", point.label}, {"workload", point.workload}, {"settings", Json::object()}};
  for (const auto& [name, value] : point.settings) json["settings"][name] = value;
  if (!point.failure.empty()) json["failure"] = point.failure;
  if (point.interrupted) json["interrupted"] = true;
  json["changed"] = point.changed;
  json["lost"] = point.lost;
  json["misplaced"] = point.misplaced;
  json["unfinished"] = point.unfinished;
  if (point.stamped) json["stamped"] = to_json(*point.stamped);
  if (point.window) json["window"] = to_json(*point.window);
  if (point.sampling)
    json["sampling"] = {{"made", point.sampling->made}, {"kept", point.sampling->kept}};
  if (point.axis) json["axis"] = to_json(*point.axis);
  for (const BuildTime& time : point.times) json["times"].push_back(to_json(time));
  json["skipped"] = Json::array();
  for (const SkippedAccess& skipped : point.skipped) json["skipped"].push_back(to_json(skipped));
  json["builds"] = Json::array();
  for (const BuildChange& build : point.builds) json["builds"].push_back(to_json(build));
  json["stamps"] = Json::array();
  for (const TracedStamp& stamp : point.stamps) json["stamps"].push_back(to_json(stamp));
  return json;
}

TracedPoint traced_point_from(const JsonView& view) {
  view.only({"label", "workload", "settings", "failure", "interrupted", "changed", "lost",
             "misplaced", "unfinished", "stamped", "window", "sampling", "axis", "times", "skipped",
             "builds", "stamps"});
  TracedPoint point;
  point.label = view.at("label").text();
  point.workload = view.at("workload").text();
  const JsonView settings = view.at("settings");
  for (const std::string& name : settings.member_names())
    point.settings.emplace_back(name, settings.at(name).text());
  point.failure = view.text_or("failure", "");
  point.interrupted = view.flag_or("interrupted", false);
  for (const JsonView& item : view.at("changed").list()) point.changed.push_back(item.text());
  point.lost = view.at("lost").count();
  point.misplaced = view.at("misplaced").count();
  point.unfinished = view.at("unfinished").count();
  if (view.has("stamped")) point.stamped = stamped_from(view.at("stamped"));
  if (view.has("window")) point.window = window_from(view.at("window"));
  if (view.has("sampling")) point.sampling = sampling_from(view.at("sampling"));
  if (view.has("axis")) point.axis = axis_from(view.at("axis"));
  if (view.has("times")) {
    for (const JsonView& item : view.at("times").list())
      point.times.push_back(build_time_from(item));
  }
  for (const JsonView& item : view.at("skipped").list())
    point.skipped.push_back(skipped_access_from_json(item));
  for (const JsonView& item : view.at("builds").list()) point.builds.push_back(build_from(item));
  for (const JsonView& item : view.at("stamps").list()) point.stamps.push_back(stamp_from(item));
  return point;
}

}  // namespace

bool is_sound(const TracedPoint& point) {
  return point.failure.empty() && point.changed.empty() &&
         std::ranges::all_of(point.stamps, [](const TracedStamp& stamp) {
           return stamp.certificate.verdict != CertificateVerdict::not_certified;
         });
}

Json to_json(const Trace& trace) {
  Json json = {{"schema", trace_schema}, {"provenance", to_json(trace.provenance)}};
  json["points"] = Json::array();
  for (const TracedPoint& point : trace.points) json["points"].push_back(to_json(point));
  return json;
}

Trace trace_from_json(const JsonView& view) {
  view.require_schema(trace_schema);
  view.only({"schema", "provenance", "points"});
  Trace trace{.provenance = provenance_from_json(view.at("provenance")), .points = {}};
  for (const JsonView& item : view.at("points").list())
    trace.points.push_back(traced_point_from(item));
  return trace;
}

}  // namespace plumb
