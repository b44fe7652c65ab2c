// plumb/study/chunk_search.cpp - predicting number after number of chunks.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/chunk_search.h"

#include <algorithm>

#include <fmt/format.h>

#include "plumb/application/application.h"
#include "plumb/base/error.h"
#include "plumb/study/next_count.h"

namespace plumb::study {
namespace {

constexpr std::string_view by_model = "model";
// So many times the shortest time: more chunks only add.
constexpr double hopeless = 1.5;

// Empty: it has none.
std::string chunks_of(const std::string& application) {
  if (application.ends_with(".toml"))
    return read_application_file(application).parameter_of(Meaning::chunks);
  const auto workload = std::ranges::find(catalogue(), application, &Workload::name);
  if (workload == catalogue().end()) return {};
  const Parameter* chunks = parameter_of(*workload, Meaning::chunks);
  return chunks == nullptr ? std::string() : std::string(chunks->name);
}

std::optional<ChunkedProgram> chunked_of(const Workload& workload, const DeviceTraits& traits) {
  const Parameter* chunks = parameter_of(workload, Meaning::chunks);
  if (chunks == nullptr) return std::nullopt;
  return ChunkedProgram{.parameter = std::string(chunks->name),
                        .most = chunks->most,
                        .otherwise = std::string(chunks->default_value),
                        .program = [&workload, traits](const NamedTexts& chosen) {
                          return workload.program(settings_for(workload, traits, chosen));
                        }};
}

}  // namespace

bool leaves_chunks_to_model(const std::string& application, const NamedTexts& chosen) {
  // A file is read only where a value may mean it.
  const bool is_named = std::ranges::any_of(
      chosen, [](const auto& value) { return value.second.find(by_model) != std::string::npos; });
  if (!is_named) return false;
  const std::string chunks = chunks_of(application);
  const std::string* text = chunks.empty() ? nullptr : text_named(chosen, chunks);
  return text != nullptr && text->find(by_model) != std::string::npos;
}

std::optional<BestChunks> best_chunks(const ChunkedProgram& chunked, const Profile& profile,
                                      const PredictOptions& options, const NamedTexts& chosen) {
  const PredictOptions by_plumbline{
      .models = {"plumbline"}, .paths = options.paths, .interrupted = options.interrupted};
  std::optional<BestChunks> best;
  for (std::uint64_t count = 1; count <= chunked.most; count = next_count(count)) {
    PredictedPoint point;
    try {
      const Program program =
          chunked.program(with_text(chosen, chunked.parameter, fmt::format("{}", count)));
      if (program.queues.size() < 2 || devices_of(program) > 1) return std::nullopt;
      point = predict(profile, program, by_plumbline);
    } catch (const Error& error) {
      if (kind_of(error) != ErrorKind::input) throw;
      break;  // more chunks than rows, or a profile without what the model needs
    }
    const Prediction& predicted = point.predictions.front();
    if (!predicted.reason.empty()) break;
    if (!best || predicted.total() < best->time)
      best = {chunked.parameter, count, predicted.total()};
    if (predicted.total() > hopeless * best->time) break;
  }
  return best;
}

std::optional<BestChunks> best_chunks(const Workload& workload, const DeviceTraits& traits,
                                      const Profile& profile, const PredictOptions& options,
                                      const NamedTexts& chosen) {
  const std::optional<ChunkedProgram> chunked = chunked_of(workload, traits);
  return chunked ? best_chunks(*chunked, profile, options, chosen) : std::nullopt;
}

NamedTexts with_best_chunks(const ChunkedProgram& chunked, const Profile& profile,
                            const PredictOptions& options, const NamedTexts& chosen) {
  const std::string* text = text_named(chosen, chunked.parameter);
  if (text == nullptr || *text != by_model) return chosen;
  if (const std::optional<BestChunks> best = best_chunks(chunked, profile, options, chosen))
    return with_text(chosen, chunked.parameter, fmt::format("{}", best->count));
  if (!chunked.otherwise.empty()) return with_text(chosen, chunked.parameter, chunked.otherwise);
  NamedTexts others = chosen;
  std::erase_if(others, [&](const auto& value) { return value.first == chunked.parameter; });
  return others;
}

NamedTexts with_best_chunks(const Workload& workload, const DeviceTraits& traits,
                            const Profile& profile, const PredictOptions& options,
                            const NamedTexts& chosen) {
  const std::optional<ChunkedProgram> chunked = chunked_of(workload, traits);
  return chunked ? with_best_chunks(*chunked, profile, options, chosen) : chosen;
}

}  // namespace plumb::study
