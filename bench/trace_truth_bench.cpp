// bench/trace_truth_bench.cpp - what stamps say about one access, against a chain of such accesses.
//
//   trace_truth_bench [--steps N] [--rounds N] [--require] [-d DEV] [--format F] [-o FILE]
//
// The reference is the time of a chain of dependent loads over its steps. The stamped kernel walks
// the same chain (in memory: its next part, so that nothing is in a cache yet) and its intervals
// are averaged over all rounds, of a long chain those of a sample: the log keeps 4096 of a warp,
// and two standard errors of their mean stand beside it. The stamp's own cycles, which its
// certificate states, are subtracted, as `plumb trace run` does. That stall counts are such cycles
// is tried on the same stamp around a move in the place of the load: it must take what the stalls
// between its readings say. All loads of the first level and L2 are walked once before. Exit code 1
// with --require if the dependence method is further off than 1 % and 3 cycles (texture: 5), or the
// empty stamp than half a cycle (texture: 5, since it writes the coordinates while the stamp's
// prefetch may still read them: see docs/papers/kanda2012.md).
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <iterator>
#include <numeric>
#include <random>
#include <regex>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench/run_bench.h"
#include "plumb/base/error.h"
#include "plumb/base/json.h"
#include "plumb/base/statistics.h"
#include "plumb/bench_trace/embedded.h"
#include "plumb/device/open.h"
#include "plumb/measure/cache_flush.h"
#include "plumb/ptx/parse.h"
#include "plumb/trace/certify/certify.h"
#include "plumb/trace/certify/machine_code.h"
#include "plumb/trace/collect/log.h"
#include "plumb/trace/stamp/instrument.h"
#include "plumb/trace/stamp/toolchain.h"
#include "plumb/trace/stamp_table.h"

namespace plumb::bench {
namespace {

struct BenchOptions : Options {
  BenchOptions() : Options{.rounds = 5} {}
  std::uint64_t steps = 4096;
};

template <class Value>
device::ScalarValue scalar(Value value) {
  device::ScalarValue made{.bytes = {}, .size = sizeof value};
  std::memcpy(made.bytes.data(), &value, sizeof value);
  return made;
}

struct Level {
  const char* name;
  std::uint64_t nodes;  // of the chain, 128 bytes apart
  bool warm;            // walked once before
};

constexpr std::uint64_t node_bytes = 128;
constexpr std::array global_levels{Level{"L1", 128, true}, Level{"L2", 1U << 16U, true},
                                   Level{"memory", 1U << 23U, false}};
constexpr std::array texture_levels{Level{"L1", 128, true}, Level{"L2", 1U << 14U, true},
                                    Level{"memory", 1U << 21U, false}};
constexpr std::uint64_t most_slots = 4096;

// next[i] for a random cycle through all nodes.
std::vector<std::uint32_t> random_cycle(std::uint64_t nodes) {
  std::vector<std::uint32_t> order(nodes);
  std::iota(order.begin(), order.end(), 0U);
  std::mt19937 random(1);
  std::shuffle(order.begin() + 1, order.end(), random);
  std::vector<std::uint32_t> next(nodes);
  for (std::uint64_t i = 0; i < nodes; ++i) next[order[i]] = order[(i + 1) % nodes];
  return next;
}

// A chain in the memory of the device, and a kernel's arguments to walk it.
class Chain {
 public:
  virtual ~Chain() = default;
  [[nodiscard]] virtual std::string entry() const = 0;
  [[nodiscard]] virtual std::string opcode() const = 0;  // of the access that is measured
  // From where the walk before ended.
  [[nodiscard]] virtual std::vector<device::Argument> arguments(std::uint32_t warm,
                                                                std::uint32_t steps,
                                                                const device::Buffer& out) = 0;
  virtual void continue_at(std::uint64_t place) = 0;
  // PTX in which the access is a move: what is left is the stamp.
  [[nodiscard]] virtual std::string without_access(const std::string& ptx) const = 0;
};

class GlobalChain final : public Chain {
 public:
  GlobalChain(device::Device& device, device::Queue& queue, std::uint64_t nodes)
      : memory_(device.allocate(Bytes{nodes * node_bytes})) {
    const std::uint64_t base = address_of(device, queue);
    const std::vector<std::uint32_t> next = random_cycle(nodes);
    std::vector<std::uint64_t> words(nodes * node_bytes / 8);
    for (std::uint64_t i = 0; i < nodes; ++i)
      words[i * node_bytes / 8] = base + next[i] * node_bytes;
    queue.write(*memory_, {}, std::as_bytes(std::span(words)));
    queue.wait();
    at_ = base;
  }
  [[nodiscard]] std::string entry() const override { return "truth_global"; }
  [[nodiscard]] std::string opcode() const override { return "ld.global.u64"; }
  [[nodiscard]] std::vector<device::Argument> arguments(std::uint32_t warm, std::uint32_t steps,
                                                        const device::Buffer& out) override {
    return {scalar(at_), scalar(warm), scalar(steps), &out};
  }
  void continue_at(std::uint64_t place) override { at_ = place; }
  [[nodiscard]] std::string without_access(const std::string& ptx) const override {
    return std::regex_replace(ptx, std::regex(R"(ld\.global\.u64 ([^,]+), \[([^\]]+)\];)"),
                              "mov.u64 $1, $2;");
  }

 private:
  // A kernel that stores its argument says where a buffer lies.
  std::uint64_t address_of(device::Device& device, device::Queue& queue) {
    const auto module = device.load({.name = "address.ptx",
                                     .language = device::Language::ptx,
                                     .text = ".version 7.0\n.target sm_70\n.address_size 64\n"
                                             ".visible .entry address(.param .u64 a)\n{\n"
                                             ".reg .b64 %a;\nld.param.u64 %a, [a];\n"
                                             "st.global.u64 [%a], %a;\nret;\n}\n",
                                     .definitions = {}});
    const auto kernel = module->kernel("address");
    const device::Argument argument = memory_.get();
    queue.launch(*kernel, {}, {&argument, 1});
    std::uint64_t address = 0;
    queue.read(std::as_writable_bytes(std::span(&address, 1)), *memory_, {});
    queue.wait();
    return address;
  }

  std::unique_ptr<device::Buffer> memory_;
  std::uint64_t at_ = 0;
};

class TextureChain final : public Chain {
 public:
  static constexpr std::uint64_t pixel_bytes = 16;
  static constexpr std::uint64_t pixels_per_node = node_bytes / pixel_bytes;
  static constexpr std::uint64_t row_nodes = 1U << 14U;  // a row has at most 131072 pixels

  TextureChain(device::Device& device, device::Queue& queue, std::uint64_t nodes)
      : image_(device.image({.component = device::Component::u32,
                             .components = 4,
                             .width = std::min(nodes, row_nodes) * pixels_per_node,
                             .height = (nodes + row_nodes - 1) / row_nodes})) {
    const std::vector<std::uint32_t> next = random_cycle(nodes);
    std::vector<std::uint32_t> words(nodes * node_bytes / 4);
    for (std::uint64_t i = 0; i < nodes; ++i) {
      words[i * node_bytes / 4] = static_cast<std::uint32_t>(next[i] % row_nodes * pixels_per_node);
      words[i * node_bytes / 4 + 1] = static_cast<std::uint32_t>(next[i] / row_nodes);
    }
    queue.write(*image_, std::as_bytes(std::span(words)));
    queue.wait();
  }
  [[nodiscard]] std::string entry() const override { return "truth_texture"; }
  [[nodiscard]] std::string opcode() const override { return "tex.2d.v4.u32.s32"; }
  [[nodiscard]] std::vector<device::Argument> arguments(std::uint32_t warm, std::uint32_t steps,
                                                        const device::Buffer& out) override {
    return {image_.get(), scalar(at_), scalar(warm), scalar(steps), &out};
  }
  void continue_at(std::uint64_t place) override { at_ = place; }
  [[nodiscard]] std::string without_access(const std::string& ptx) const override {
    return std::regex_replace(
        ptx,
        std::regex(
            R"(tex\.2d\.v4\.u32\.s32 \{([^,]+), ([^,]+), ([^,]+), ([^}]+)\}, \[[^,]+, \{([^,]+), ([^}]+)\}\];)"),
        "mov.u32 $1, $5; mov.u32 $2, $6; mov.u32 $3, $5; mov.u32 $4, $5;");
  }

 private:
  std::unique_ptr<device::Image> image_;
  std::uint64_t at_ = 0;
};

struct Measured {
  double mean = 0;
  double sampling = 0;  // two standard errors of the mean: the log keeps a sample
  double median = 0;
  bool certified = false;
  OwnCycles own;        // of the stamp
  unsigned stalls = 0;  // between its readings, all together
};

class Truth {
 public:
  Truth(device::Device& device, const BenchOptions& options)
      : device_(&device),
        queue_(device.queue()),
        flush_(device),
        options_(&options),
        out_(device.allocate(Bytes{64})) {
    architecture_ = static_cast<unsigned>(std::stoul(device.info().architecture.substr(3)));
    source_ = ptx::parse_module(
        tools_.compiler.ptx({.name = "trace_truth.cu",
                             .language = device::Language::cuda,
                             .text = std::string(embedded::bench_trace_trace_truth_cu()),
                             .definitions = {}},
                            architecture_),
        "trace_truth.cu");
    layout_.processors = static_cast<std::uint32_t>(device.info().compute_units);
    layout_.slots = static_cast<std::uint32_t>(std::min(options.steps, most_slots));
  }

  // Cycles per step of the chain: the median over the rounds.
  double reference(Chain& chain, const Level& level) {
    const auto module = device_->load({.name = "trace_truth.ptx",
                                       .language = device::Language::ptx,
                                       .text = source_.text,
                                       .definitions = {}});
    const auto kernel = module->kernel(chain.entry());
    std::vector<double> cycles;
    for (std::uint64_t i = 0; i < options_->rounds; ++i)
      cycles.push_back(walk(*kernel, chain, level) / static_cast<double>(options_->steps));
    return median(cycles);
  }

  Measured stamped(Chain& chain, const Level& level, StampMethod method, bool empty) {
    trace::InstrumentOptions chosen;
    chosen.method = method;
    chosen.layout = layout_;
    chosen.selection.kernels = {chain.entry()};
    chosen.selection.opcodes = {chain.opcode()};
    const trace::Instrumented made = trace::instrument(source_, chosen);
    std::string text = made.ptx;
    if (empty) text = chain.without_access(text);
    const std::vector<std::byte> code =
        tools_.linker.cubin(text, "trace_truth.ptx", architecture_, true);
    const auto module = device_->load({.name = "trace_truth.ptx",
                                       .language = device::Language::ptx,
                                       .text = text,
                                       .definitions = {},
                                       .machine_code = code});
    const auto kernel = module->kernel(chain.entry());
    const auto log = module->global(made.log);
    std::vector<double> cycles;
    for (std::uint64_t i = 0; i < options_->rounds; ++i) {
      trace::clear_log(*queue_, *log, layout_);
      (void)walk(*kernel, chain, level);
      std::ranges::copy(intervals(*log), std::back_inserter(cycles));
    }
    const double mean = std::accumulate(cycles.begin(), cycles.end(), 0.0) / size_of(cycles);
    double squares = 0;
    for (const double one : cycles) squares += (one - mean) * (one - mean);
    const trace::Cubin cubin = trace::read_cubin(code, "truth");
    const trace::Certification certification = trace::certify(cubin);
    return {.mean = mean,
            .sampling = 2 * std::sqrt(squares) / size_of(cycles),
            .median = median(cycles),
            .certified = certification.complete(),
            .own = own_cycles(certification.certificates.front()),
            .stalls = stalls_between(cubin, certification.certificates.front())};
  }

 private:
  static double size_of(const std::vector<double>& cycles) {
    return static_cast<double>(cycles.size());
  }

  static unsigned stalls_between(const trace::Cubin& cubin, const Certificate& certificate) {
    unsigned cycles = 0;
    for (const trace::MachineFunction& function : cubin.functions) {
      const CertifiedPlace& place = certificate.places.front();
      if (function.name != place.function) continue;
      const auto code = trace::decode_all(function.code, cubin.architecture);
      std::size_t i = place.offset / 16;
      do {
        cycles += code.at(i).stall;
      } while (code.at(++i).operation != trace::Operation::clock);
    }
    return cycles;
  }

  double walk(const device::Kernel& kernel, Chain& chain, const Level& level) {
    if (!level.warm) flush_.flush(*queue_);
    const auto warm = static_cast<std::uint32_t>(level.warm ? level.nodes : 1);
    const std::vector<device::Argument> arguments =
        chain.arguments(warm, static_cast<std::uint32_t>(options_->steps), *out_);
    device::Launch one_warp;
    one_warp.global[0] = one_warp.local[0] = 32;
    queue_->launch(kernel, one_warp, arguments);
    std::array<std::uint64_t, 3> words{};
    queue_->read(std::as_writable_bytes(std::span(words)), *out_, {});
    queue_->wait();
    chain.continue_at(words[2]);
    return static_cast<double>(words[0]);
  }

  std::vector<double> intervals(const device::Buffer& log_memory) {
    const trace::Log log = trace::fetch_log(*queue_, log_memory, layout_);
    if (log.made != options_->steps || log.records.size() != layout_.slots ||
        log.lost + log.misplaced + log.unfinished > 0) {
      throw Error(ErrorKind::check_failed,
                  fmt::format("{} records of {} steps, {} kept, {} lost", log.made, options_->steps,
                              log.records.size(), log.lost + log.misplaced + log.unfinished));
    }
    std::vector<double> cycles;
    for (const trace::Record& record : log.records)
      cycles.push_back(static_cast<double>(record.second - record.first));
    return cycles;
  }

  device::Device* device_;
  std::unique_ptr<device::Queue> queue_;
  CacheFlush flush_;
  const BenchOptions* options_;
  std::unique_ptr<device::Buffer> out_;
  trace::Toolchain tools_;
  ptx::Module source_;
  unsigned architecture_ = 0;
  trace::LogLayout layout_;
};

struct Tolerance {
  double cycles;  // of an access
  double empty;   // of a stamp around nothing
};

// Rows for one kind of memory; false when the dependence method is off.
template <class Memory, std::size_t n>
bool measure(Truth& truth, device::Device& device, const char* space, Tolerance tolerance,
             const std::array<Level, n>& levels, Table& table) {
  bool good = true;
  const std::unique_ptr<device::Queue> queue = device.queue();
  for (const Level& level : levels) {
    Memory chain(device, *queue, level.nodes);
    for (const StampMethod method :
         {StampMethod::dependence, StampMethod::naive, StampMethod::fence, StampMethod::paper_fence,
          StampMethod::paper_dummy}) {
      const double reference = truth.reference(chain, level);
      const Measured found = truth.stamped(chain, level, method, false);
      Memory idle(device, *queue, levels[0].nodes);
      const Measured empty = truth.stamped(idle, levels[0], method, true);
      const double own = found.own.before + found.own.behind;
      const double corrected = found.mean - own;
      const double error = corrected - reference;
      const bool right =
          std::fabs(error) <= tolerance.cycles || std::fabs(error) <= 0.01 * reference;
      const bool counted = std::fabs(empty.mean - empty.stalls) <= tolerance.empty;
      if (method == StampMethod::dependence) good = good && right && counted && found.certified;
      table.rows.push_back({space, level.name, name_of(method), fixed(reference, 1),
                            fixed(found.mean, 1), fixed(found.sampling, 1), fixed(found.median, 0),
                            fixed(empty.mean, 1), std::uint64_t{empty.stalls}, fixed(own, 0),
                            fixed(corrected, 1), fixed(error, 1), fixed(100 * error / reference, 1),
                            found.certified ? "certified" : "not certified"});
    }
  }
  return good;
}

int run(Arguments arguments) {
  BenchOptions options;
  OptionLine line(options);
  line.count("--steps", options.steps);
  line.flag("--require", options.require);
  line.parse(arguments);
  const std::unique_ptr<device::Device> device = device::open_device(options.device);
  Truth truth(*device, options);
  Table table{.title = "stamps against a chain of dependent loads",
              .columns = {{"memory"},
                          {"level"},
                          {"method"},
                          {"chain", "cycles"},
                          {"stamps", "cycles"},
                          {"sampled +-", "cycles"},
                          {"median", "cycles"},
                          {"empty", "cycles"},
                          {"its stalls", "cycles"},
                          {"stamp", "cycles"},
                          {"corrected", "cycles"},
                          {"error", "cycles"},
                          {"error", "%"},
                          {"verdict"}}};
  bool good = measure<GlobalChain>(truth, *device, "global", {3, 0.5}, global_levels, table);
  good = measure<TextureChain>(truth, *device, "texture", {5, 5}, texture_levels, table) && good;
  show_and_keep(table, *device, options);
  return options.require && !good ? 1 : 0;
}

}  // namespace

const Bench this_bench{"trace_truth_bench", run};

}  // namespace plumb::bench
