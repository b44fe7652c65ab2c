// plumb/study/break_even_search.cpp - predicting size after size on two devices.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/break_even_search.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/study/sweep.h"

namespace plumb::study {
namespace {

[[noreturn]] void refuse_range(const std::string& why) {
  throw Error(ErrorKind::input, fmt::format("--break-even{}", why));
}

struct SizeRange {
  std::string name;
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

SizeRange size_range_in(const std::string& text) {
  const std::size_t equals = text.find('=');
  const std::size_t colon = text.find(':');
  if (equals == std::string::npos || colon == std::string::npos || colon < equals)
    refuse_range(fmt::format(" {}: expected NAME=FIRST:LAST", text));
  const auto size = [&](const std::string& digits) {
    const double value = number_in("--break-even", digits);
    if (!(value >= 1 && value <= 0x1p53 && value == std::floor(value)))
      refuse_range(fmt::format(" {}: '{}' is not a size", text, digits));
    return static_cast<std::uint64_t>(value);
  };
  const SizeRange range{text.substr(0, equals), size(text.substr(equals + 1, colon - equals - 1)),
                        size(text.substr(colon + 1))};
  if (range.first > range.last)
    refuse_range(fmt::format(" {}: the range is reversed; did you mean {}={}:{}?", text, range.name,
                             range.last, range.first));
  return range;
}

const Prediction* prediction_by(std::span<const Prediction> all, const std::string& model) {
  const auto found = std::ranges::find(all, model, &Prediction::model);
  return found == all.end() ? nullptr : &*found;
}

bool abstains(const Prediction& prediction) {
  return prediction.refusal == Refusal::abstention || prediction.refusal == Refusal::no_room;
}

// The models that can predict both, the one that decides first; refused where there is none. One
// that abstains here still decides: the others cannot know better.
std::vector<std::string> models_for_both(std::span<const Prediction> own,
                                         std::span<const Prediction> rival) {
  std::string reasons;
  std::vector<std::string> models;
  for (const Prediction& one : own) {
    const Prediction* other = prediction_by(rival, one.model);
    if (other == nullptr) continue;
    if ((one.reason.empty() && other->reason.empty()) || abstains(one) || abstains(*other)) {
      models.push_back(one.model);
    } else {
      reasons += fmt::format("; {}", one.reason.empty() ? other->reason : one.reason);
    }
  }
  if (models.empty())
    refuse_range(fmt::format(": no model can predict on both profiles{}", reasons));
  return models;
}

// Predicts sizes as they are asked for; remembers the first that the program refuses.
class SizesOnBoth {
 public:
  SizesOnBoth(ProgramSource& program, const BreakEvenRequest& request, std::string name)
      : program_(&program), request_(&request), name_(std::move(name)) {}

  // The model that decides: one that predicts the ends of the range where any does, for a model
  // that abstains from most sizes would compare the others alone.
  void choose_model(std::uint64_t first, std::uint64_t last) {
    std::vector<std::string> models;
    for (const std::uint64_t size : {first, last}) {
      try {
        const std::vector<std::string> here =
            models_for_both(predictions(*program_, request_->own, size),
                            predictions(request_->rival_program, request_->rival, size));
        if (models.empty()) models = here;
        std::erase_if(
            models, [&](const std::string& model) { return std::ranges::count(here, model) == 0; });
      } catch (const Error& error) {
        if (kind_of(error) != ErrorKind::input) throw;  // another size may be accepted
      }
    }
    if (!models.empty()) model_ = models.front();
  }

  // Seconds by which the rival takes longer; absent where the program refuses the size, or where
  // the model that decides abstains.
  std::optional<double> advantage(std::uint64_t size) {
    std::vector<Prediction> own;
    std::vector<Prediction> rival;
    try {
      own = predictions(*program_, request_->own, size);
      rival = predictions(request_->rival_program, request_->rival, size);
    } catch (const Error& error) {
      if (kind_of(error) != ErrorKind::input) throw;
      note_refused(size, explain(error));
      return std::nullopt;
    }
    if (model_.empty()) model_ = models_for_both(own, rival).front();
    const Prediction& first = *prediction_by(own, model_);
    const Prediction& second = *prediction_by(rival, model_);
    for (const Prediction* one : {&first, &second}) {
      if (one->reason.empty()) continue;
      note_refused(size, one->reason);
      abstained_ = true;
      return std::nullopt;
    }
    return (second.total() - first.total()).count();
  }

  [[nodiscard]] const std::string& model() const { return model_; }
  [[nodiscard]] bool abstained() const { return abstained_; }
  [[nodiscard]] const std::string& first_refused() const { return refused_; }

 private:
  void note_refused(std::uint64_t size, const std::string& why) {
    if (refused_.empty()) refused_ = fmt::format("{} = {}: {}", name_, size, why);
  }

  std::vector<Prediction> predictions(ProgramSource& program, const Profile& profile,
                                      std::uint64_t size) {
    NamedTexts at = request_->chosen;
    std::erase_if(at, [&](const auto& pair) { return pair.first == name_; });
    at.emplace_back(name_, program.size_text(name_, size));
    return program.predict(profile, request_->options, at).predictions;
  }

  ProgramSource* program_;
  const BreakEvenRequest* request_;
  std::string name_;
  std::string model_;       // that decides; empty before the first size
  std::string refused_;     // the first, and why
  bool abstained_ = false;  // the model, from some size
};

}  // namespace

FoundBreakEven find_break_even(ProgramSource& program, const BreakEvenRequest& request) {
  const SizeRange range = size_range_in(request.range);
  during("--break-even " + request.range, [&] { program.require_parameter(range.name); });
  SizesOnBoth sizes(program, request, range.name);
  sizes.choose_model(range.first, range.last);
  const BreakEven found = break_even(range.first, range.last,
                                     [&](std::uint64_t size) { return sizes.advantage(size); });
  if (found.accepted == 0 && !sizes.abstained()) {
    refuse_range(
        fmt::format(" {}: every size is refused: {}", request.range, sizes.first_refused()));
  }
  return {.parameter = range.name,
          .first = range.first,
          .last = range.last,
          .model = sizes.model(),
          .sizes = found,
          .first_refused = sizes.first_refused()};
}

}  // namespace plumb::study
