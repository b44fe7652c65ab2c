// plumb/study/chunk_search.cpp - predicting number after number of chunks.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/chunk_search.h"

#include <algorithm>

#include <fmt/format.h>

#include "plumb/base/error.h"

namespace plumb::study {
namespace {

constexpr std::string_view by_model = "model";
// So many times the shortest time: more chunks only add.
constexpr double hopeless = 1.5;

// 1, 2, 3, 4, 6, 8, 12, ...
std::uint64_t next_count(std::uint64_t count) {
  if (count == 1) return 2;
  const bool is_power = (count & (count - 1)) == 0;
  return is_power ? count + count / 2 : count + count / 3;
}

}  // namespace

bool leaves_chunks_to_model(const std::string& application, const NamedTexts& chosen) {
  const auto workload = std::ranges::find(catalogue(), application, &Workload::name);
  if (workload == catalogue().end()) return false;
  const Parameter* chunks = parameter_of(*workload, Meaning::chunks);
  if (chunks == nullptr) return false;
  const std::string* text = text_named(chosen, chunks->name);
  return text != nullptr && text->find(by_model) != std::string::npos;
}

std::optional<BestChunks> best_chunks(const Workload& workload, const DeviceTraits& traits,
                                      const Profile& profile, const PredictOptions& options,
                                      const NamedTexts& chosen) {
  const Parameter* chunks = parameter_of(workload, Meaning::chunks);
  if (chunks == nullptr) return std::nullopt;
  const PredictOptions by_plumbline{
      .models = {"plumbline"}, .paths = options.paths, .interrupted = options.interrupted};
  std::optional<BestChunks> best;
  for (std::uint64_t count = 1; count <= chunks->most; count = next_count(count)) {
    PredictedPoint point;
    try {
      const Program program = workload.program(settings_for(
          workload, traits, with_text(chosen, chunks->name, fmt::format("{}", count))));
      if (program.queues.size() < 2 || devices_of(program) > 1) return std::nullopt;
      point = predict(profile, program, by_plumbline);
    } catch (const Error& error) {
      if (kind_of(error) != ErrorKind::input) throw;
      break;  // more chunks than rows, or a profile without what the model needs
    }
    const Prediction& predicted = point.predictions.front();
    if (!predicted.reason.empty()) break;
    if (!best || predicted.total() < best->time)
      best = {std::string(chunks->name), count, predicted.total()};
    if (predicted.total() > hopeless * best->time) break;
  }
  return best;
}

NamedTexts with_best_chunks(const Workload& workload, const DeviceTraits& traits,
                            const Profile& profile, const PredictOptions& options,
                            const NamedTexts& chosen) {
  const Parameter* chunks = parameter_of(workload, Meaning::chunks);
  if (chunks == nullptr) return chosen;
  const std::string* text = text_named(chosen, chunks->name);
  if (text == nullptr || *text != by_model) return chosen;
  const std::optional<BestChunks> best = best_chunks(workload, traits, profile, options, chosen);
  return with_text(chosen, chunks->name,
                   best ? fmt::format("{}", best->count) : std::string(chunks->default_value));
}

}  // namespace plumb::study
