// bench/predict_bench.cpp - how long predictions take, and how much memory they need.
//
//   predict_bench [--applications FOLDER] [--profile FILE] [--rounds N] [--require] [--format F]
//   [-o FILE]
//
// Processor time, which other work on the machine lengthens less than the host clock's; medians
// over the rounds, the long ones once. With --require exit code 1 if a limit is missed: 1 ms for
// 1000 passes and 100 ns for each launch more, 20 ms for LU with N = 2048 and its file, 2 s for
// 10,000 points, 50 MiB in all. The notes have the time of a launch beyond those of half the size,
// of a program most of whose launches come again and of one whose launches all differ.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0

#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench/limits.h"
#include "bench/run_bench.h"
#include "plumb/application/application.h"
#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/model/predict.h"
#include "plumb/study/profiles.h"

namespace plumb::bench {
namespace {

struct BenchOptions : Options {
  BenchOptions() : Options{.rounds = 51} {}
  std::string applications = "docs/applications";
  std::string profile = "h200-cuda";
};

constexpr const char* head =
    "name = 'thousand'\n[[buffer]]\nname = 'x'\ntype = 'float'\ncount = 1000\ntransfer = 'both'\n";

// One pass over a range, or a thousand passes with names of their own.
std::string one_range() {
  return fmt::format(
      "{}[[pass]]\nname = 'p'\nover = ['u = 1 .. 1000']\npoints = 'u*u'\nreferences = 3\nbytes = "
      "4\n",
      head);
}
std::string thousand_names() {
  std::string text = head;
  for (int i = 1; i <= 1000; ++i) {
    text +=
        fmt::format("[[pass]]\nname = 'p{0}'\npoints = '{0}*{0}'\nreferences = 3\nbytes = 4\n", i);
  }
  return text;
}

// No launch comes again.
std::string all_different() {
  return fmt::format(
      "{}[parameters]\nN = 1\n[[pass]]\nname = 'p'\nover = ['u = 1 .. N']\npoints = '100*u'\n"
      "references = 3\nbytes = 4\n",
      head);
}

double launches_of(const PredictedPoint& point) {
  double launches = 0;
  for (const PartPrediction& part : point.predictions.front().passes)
    launches += static_cast<double>(part.calls);
  return launches;
}

WalkedProgram walked_counted(const Application& application) { return application.walked(); }

// Every launch by itself, as a prediction would see it without counting.
WalkedProgram walked_in_order(const Application& application) {
  WalkedProgram walked = application.walked();
  walked.each_step = [&](const EachCountedStep& use, const Interrupted& interrupted) {
    application.each_step(
        [&](std::size_t, const std::string& name, const Step& step) { use(name, step, 1); },
        interrupted);
  };
  return walked;
}

// Seconds of processor time per launch between N = `half` and twice that.
double launch_more(const Profile& profile, Application& application, double half,
                   WalkedProgram (*walked)(const Application&)) {
  std::array<double, 2> times{};
  std::array<double, 2> launches{};
  for (std::size_t i = 0; i < 2; ++i) {
    application.choose(Chosen{{"N", i == 0 ? half : 2 * half}});
    const WalkedProgram program = walked(application);
    times.at(i) =
        processor_seconds([&] { launches.at(i) = launches_of(predict(profile, program, {})); });
  }
  return (times[1] - times[0]) / (launches[1] - launches[0]);
}

void measure_all(Limits& bench, const BenchOptions& options) {
  const Profile profile = study::find_profile(options.profile);
  const auto from_text = [](const std::string& text) {
    return read_application(text, "text", [](const std::string&) -> std::string { return {}; });
  };
  for (const auto& [text, kind] : {std::pair(one_range(), "of one range"),
                                   std::pair(thousand_names(), "with names of their own")}) {
    const Application application = from_text(text);
    const Program program = application.program();
    bench.measure(fmt::format("1000 passes {}, program in memory", kind), 1e-3, false,
                  [&] { (void)predict(profile, program, {}); });
    bench.measure(fmt::format("1000 passes {}, application in memory", kind), 1e-3, false,
                  [&] { (void)predict(profile, application.walked(), {}); });
  }

  const std::string lu_file = options.applications + "/lu.toml";
  bench.measure("LU, N = 2048, file read and predicted", 20e-3, false, [&] {
    Application lu = read_application_file(lu_file);
    lu.choose(Chosen{{"N", 2048}});
    (void)predict(profile, lu.walked(), {});
  });

  Application morphology = read_application_file(options.applications + "/morphology.toml");
  bench.measure("10,000 points of morphology", 2, true, [&] {
    KeptModels kept(profile);
    for (int point = 1; point <= 10000; ++point) {
      morphology.choose(Chosen{{"K", static_cast<double>(point)}});
      (void)predict(profile, morphology.walked(), {.models = {}, .paths = {}, .kept = &kept});
    }
  });

  Application lu = read_application_file(lu_file);
  lu.choose(Chosen{{"N", 131072}});
  const double launches = launches_of(predict(profile, lu.walked(), {}));
  bench.measure(fmt::format("LU, N = 131072, {:.3g} million launches", 1e-6 * launches),
                1e-3 + 100e-9 * launches, true, [&] { (void)predict(profile, lu.walked(), {}); });
  bench.note(fmt::format("a launch more of LU takes {:.0f} ns, in order and uncounted {:.0f} ns",
                         1e9 * launch_more(profile, lu, 65536, walked_counted),
                         1e9 * launch_more(profile, lu, 65536, walked_in_order)));
  Application different = from_text(all_different());
  bench.note(fmt::format("a launch more that differs from all others takes {:.0f} ns",
                         1e9 * launch_more(profile, different, 500000, walked_counted)));
}

int run(Arguments arguments) {
  BenchOptions options;
  OptionLine line(options);
  line.text("--applications", options.applications);
  line.text("--profile", options.profile);
  line.flag("--require", options.require);
  line.parse(arguments);
  Limits bench("predictions", options.rounds, processor_seconds);
  measure_all(bench, options);
  return bench.finish(50, options);
}

}  // namespace

const Bench this_bench{"predict_bench", run};

}  // namespace plumb::bench
