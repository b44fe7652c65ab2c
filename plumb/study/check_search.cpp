// plumb/study/check_search.cpp - predicting interval after interval.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/study/check_search.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

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
      : changed_(program),
        profile_(&profile),
        kept_(profile),
        options_{.models = {"plumbline"},
                 .paths = options.paths,
                 .interrupted = options.interrupted,
                 .kept = &kept_} {}

  std::optional<BestCheck> best(const std::string& loop, const Until& first) {
    BestCheck best{.loop = loop, .taken = first.check_every};
    const std::optional<Seconds> as_it_stands = mean_time(loop, first.check_every);
    if (!as_it_stands) return std::nullopt;
    best.every = best.taken;
    best.time = best.time_as_it_stands = *as_it_stands;
    std::uint64_t most = 1;
    each_loop(changed_.steps, loop, [&](const Until& until) {
      most = std::max(most, std::min(until.limit, until.expected));
    });
    for (std::uint64_t every = 1; every <= most; every = next_count(every)) {
      const std::optional<Seconds> time = mean_time(loop, every);
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
  // In the mean x = (I + (m - 1)/2) / m checks of a loop, straight between the whole numbers around
  // x; of several loops by the mean of what they have beyond the lower ones.
  std::optional<Seconds> mean_time(const std::string& loop, std::uint64_t every) {
    double beyond = 0;
    double loops = 0;
    each_loop(changed_.steps, loop, [&](const Until& until) {
      const double checks = checks_of(until, every);
      beyond += checks - std::floor(checks);
      loops += 1;
    });
    const std::optional<Seconds> low = time_of(loop, every, 0);
    const std::optional<Seconds> high = time_of(loop, every, 1);
    if (!low || !high) return std::nullopt;
    return *low + beyond / loops * (*high - *low);
  }

  static double checks_of(const Until& until, std::uint64_t every) {
    const auto rounds = static_cast<double>(every);
    const auto needed = static_cast<double>(std::min(until.expected, until.limit));
    return std::max(1.0, (needed + (rounds - 1) / 2) / rounds);
  }

  // `more`: checks beyond the lower whole number.
  std::optional<Seconds> time_of(const std::string& loop, std::uint64_t every, std::uint64_t more) {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> kept;
    each_loop(changed_.steps, loop, [&](Until& until) {
      kept.emplace_back(until.check_every, until.expected);
      const auto checks = static_cast<std::uint64_t>(checks_of(until, every)) + more;
      until.check_every = every;
      until.expected = times_product(every, checks);
    });
    const auto restore = [&] {
      std::size_t next = 0;
      each_loop(changed_.steps, loop,
                [&](Until& until) { std::tie(until.check_every, until.expected) = kept[next++]; });
    };
    PredictedPoint point;
    try {
      point = predict(*profile_, changed_, options_);
    } catch (...) {
      restore();
      throw;
    }
    restore();
    const Prediction& predicted = point.predictions.front();
    if (!predicted.reason.empty()) return std::nullopt;
    return predicted.total();
  }

  Program changed_;  // as it stands between two predictions
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
