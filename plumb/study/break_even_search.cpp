// plumb/study/break_even_search.cpp - predicting size after size on two devices.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/break_even_search.h"

#include <cmath>
#include <optional>

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
  return {text.substr(0, equals), size(text.substr(equals + 1, colon - equals - 1)),
          size(text.substr(colon + 1))};
}

// The first model that can predict both.
std::size_t model_for_both(std::span<const Prediction> own, std::span<const Prediction> rival) {
  std::string reasons;
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (own[i].reason.empty() && rival[i].reason.empty()) return i;
    reasons += fmt::format("; {}", own[i].reason.empty() ? rival[i].reason : own[i].reason);
  }
  refuse_range(fmt::format(": no model can predict on both profiles{}", reasons));
}

// Predicts sizes as they are asked for; remembers the first that the program refuses.
class SizesOnBoth {
 public:
  SizesOnBoth(ProgramSource& program, const BreakEvenRequest& request, std::string name)
      : program_(&program), request_(&request), name_(std::move(name)) {}

  // Seconds by which the rival takes longer; absent where the program refuses the size.
  std::optional<double> advantage(std::uint64_t size) {
    std::vector<Prediction> own;
    std::vector<Prediction> rival;
    try {
      own = predictions(request_->own, size);
      rival = predictions(request_->rival, size);
    } catch (const Error& error) {
      if (kind_of(error) != ErrorKind::input) throw;
      if (refused_.empty()) refused_ = fmt::format("{} = {}: {}", name_, size, explain(error));
      return std::nullopt;
    }
    if (!model_) model_ = model_for_both(own, rival);
    model_name_ = own[*model_].model;
    return (rival[*model_].total() - own[*model_].total()).count();
  }

  [[nodiscard]] const std::string& model() const { return model_name_; }
  [[nodiscard]] const std::string& first_refused() const { return refused_; }

 private:
  std::vector<Prediction> predictions(const Profile& profile, std::uint64_t size) {
    NamedTexts at = request_->chosen;
    std::erase_if(at, [&](const auto& pair) { return pair.first == name_; });
    at.emplace_back(name_, fmt::format("{}", size));
    return program_->predict(profile, request_->options, at).predictions;
  }

  ProgramSource* program_;
  const BreakEvenRequest* request_;
  std::string name_;
  std::optional<std::size_t> model_;
  std::string model_name_;
  std::string refused_;  // the first, and why
};

}  // namespace

FoundBreakEven find_break_even(ProgramSource& program, const BreakEvenRequest& request) {
  const SizeRange range = size_range_in(request.range);
  during("--break-even " + request.range, [&] { program.require_parameter(range.name); });
  SizesOnBoth sizes(program, request, range.name);
  const BreakEven found = break_even(range.first, range.last,
                                     [&](std::uint64_t size) { return sizes.advantage(size); });
  if (found.accepted == 0) {
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
