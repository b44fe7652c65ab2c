// plumb/study/check_search.cpp - predicting interval after interval.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/check_search.h"

#include <algorithm>
#include <functional>
#include <optional>

#include "plumb/base/error.h"
#include "plumb/records/walk.h"
#include "plumb/study/next_count.h"

namespace plumb::study {
namespace {

// So many times the shortest time: more rounds for nothing only add.
constexpr double too_long = 1.5;

// The loops of that name.
void each_loop(std::vector<Step>& steps, const std::string& name,
               const std::function<void(Until&)>& use) {
  for (Step& step : steps) {
    std::visit(Cases{[](Transfer&) {}, [](Launch&) {}, [](Wait&) {}, [](Exchange&) {},
                     [&](Batch& batch) { each_loop(batch.steps, name, use); },
                     [&](Repeat& repeat) { each_loop(repeat.steps, name, use); },
                     [&](Until& until) {
                       each_loop(until.steps, name, use);
                       if (step.name == name) use(until);
                     }},
               step.action);
  }
}

class CheckSearch {
 public:
  CheckSearch(const Program& program, const Profile& profile, const PredictOptions& options)
      : program_(&program),
        profile_(&profile),
        kept_(profile),
        options_{.models = {"plumbline"},
                 .paths = options.paths,
                 .interrupted = options.interrupted,
                 .kept = &kept_} {}

  std::optional<BestCheck> best(const std::string& loop, const Until& first) {
    BestCheck best{.loop = loop, .taken = first.check_every};
    const std::optional<Seconds> as_it_stands = mean_time(loop, first, first.check_every);
    if (!as_it_stands) return std::nullopt;
    best.every = best.taken;
    best.time = best.time_as_it_stands = *as_it_stands;
    const std::uint64_t most = std::min(first.limit, std::max<std::uint64_t>(1, first.expected));
    for (std::uint64_t every = 1; every <= most; every = next_count(every)) {
      const std::optional<Seconds> time = mean_time(loop, first, every);
      if (!time) break;
      if (*time < best.time) {
        best.every = every;
        best.time = *time;
      }
      if (*time > too_long * best.time && every > best.every) break;
    }
    return best;
  }

 private:
  // In the mean x = (I + (m - 1)/2) / m checks, straight between the whole numbers around x.
  std::optional<Seconds> mean_time(const std::string& loop, const Until& first,
                                   std::uint64_t every) {
    const auto rounds = static_cast<double>(every);
    const double checks =
        std::max(1.0, (static_cast<double>(first.expected) + (rounds - 1) / 2) / rounds);
    const auto fewer = static_cast<std::uint64_t>(checks);
    const std::optional<Seconds> low = time_of(loop, every, fewer);
    const std::optional<Seconds> high = time_of(loop, every, fewer + 1);
    if (!low || !high) return std::nullopt;
    return *low + (checks - static_cast<double>(fewer)) * (*high - *low);
  }

  std::optional<Seconds> time_of(const std::string& loop, std::uint64_t every,
                                 std::uint64_t checks) {
    Program changed = *program_;
    each_loop(changed.steps, loop, [&](Until& until) {
      until.check_every = every;
      until.expected = times_product(every, checks);
      until.limit = std::max(until.limit, until.expected);
    });
    const PredictedPoint point = predict(*profile_, changed, options_);
    const Prediction& predicted = point.predictions.front();
    if (!predicted.reason.empty()) return std::nullopt;
    return predicted.total();
  }

  const Program* program_;
  const Profile* profile_;
  KeptModels kept_;
  PredictOptions options_;
};

}  // namespace

std::vector<BestCheck> best_checks(const Program& program, const Profile& profile,
                                   const PredictOptions& options) {
  std::vector<BestCheck> found;
  CheckSearch search(program, profile, options);
  walk(program.steps,
       Cases{[&](const Until& until, const StepContext& context) {
               const std::string& name = context.step->name;
               if (std::ranges::find(found, name, &BestCheck::loop) != found.end()) return;
               try {
                 if (const auto best = search.best(name, until)) found.push_back(*best);
               } catch (const Error& error) {  // a profile without what the model needs
                 if (kind_of(error) != ErrorKind::input) throw;
               }
             },
             PassOver<Transfer, Exchange, Launch, Wait, Batch, Repeat>{}});
  return found;
}

}  // namespace plumb::study
