// tests/records/example_records.cpp - one record of each kind with every feature.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/records/example_records.h"

#include "plumb/records/quantity.h"

namespace plumb {
namespace {

Pass example_pass() {
  return {.name = "blur",
          .points = 1000,
          .accesses = {{.references = 2.5,
                        .bytes = Bytes{16},
                        .width = 8,
                        .pattern = Pattern::neighbourhood,
                        .streams = 3,
                        .footprint = Bytes{4096},
                        .row_bytes = Bytes{256},
                        .use = Use::both,
                        .dependent = 1},
                       {.references = 1, .bytes = Bytes{4}, .pattern = Pattern::scatter}},
          .flops = Flops{0.5},
          .operations = {.type = Scalar::f64, .fma = 2, .sqrt = 0.5},
          .group = 64,
          .context = LaunchContext::after_wait};
}

Launch example_launch() {
  return {
      .kernel = "blur",
      .global = {64, 6, 2},
      .local = {16, 3, 1},
      .arguments = {BufferArgument{"in"}, ImageArgument{"texture"}, ScalarArgument{Scalar::i32, -3},
                    ScalarArgument{Scalar::f64, 0.1}, LocalArgument{Bytes{4096}}},
      .pass = example_pass(),
      .local_bytes = Bytes{512},
      .cooperative = true,
      .cluster = {2, 1, 1}};
}

Launch predicted_launch() {
  Launch launch;
  launch.pass = {.name = "only predicted", .points = 7, .accesses = {}};
  return launch;
}

std::vector<Step> example_steps() {
  const Step moved{"move in", Transfer{.direction = Direction::in, .buffer = "in", .to = {}}};
  const Step copied{"copy",
                    Transfer{.direction = Direction::within, .buffer = "in", .to = "listed"}};
  const Step blurred{"blur", example_launch()};
  const Step settled{"settle", Until{.steps = {blurred, {"wait", Wait{}}},
                                     .buffer = "residual",
                                     .element = 3,
                                     .comparison = Comparison::less_equal,
                                     .value = 1e-3,
                                     .check_every = 2,
                                     .limit = 50,
                                     .expected = 8}};
  return {moved,
          {"recorded", Batch{.replays = 3, .steps = {copied, blurred}}},
          {"twice", Repeat{.count = 2, .steps = {settled, {"predict", predicted_launch()}}}},
          {"move out", Transfer{.direction = Direction::out, .buffer = "listed", .to = {}}},
          {"part",
           Transfer{.direction = Direction::within,
                    .buffer = "index",
                    .to = "far",
                    .count = 2,
                    .from_offset = 3,
                    .to_offset = 1},
           "copies",
           {"move out"}},
          {"halo",
           Exchange{.send = "far",
                    .receive = "far",
                    .count = 1,
                    .send_offset = 2,
                    .receive_offset = 4,
                    .neighbour = -1},
           "far",
           {"part"}}};
}

std::vector<Buffer> example_buffers() {
  return {{"in", {Scalar::f32, 4}, 3, random_fill(-1, 1, 9223372036854775807ULL)},
          {"listed", {Scalar::u16, 8}, 3, {.kind = FillKind::values, .values = {1, 2.5, -3}}},
          {"constant", {Scalar::i8, 1}, 5, {.kind = FillKind::constant, .low = 7, .values = {}}},
          {"index", {Scalar::u64, 1}, 5, {.kind = FillKind::index, .values = {}}},
          {"zero", {Scalar::i64, 2}, 5, {.kind = FillKind::zero, .values = {}}},
          {"residual", {Scalar::f64, 2}, 2, {}},
          {"far", {Scalar::u64, 1}, 5, {}, 1}};
}

Point measured_point() {
  Point point;
  point.workload = "stream";
  point.settings = {{"variant", "loop"}, {"elements", "1000"}};
  point.max_noise = 0.005;
  point.cut_short = true;
  point.caches = CacheState::cold;
  point.steps = {{.name = "copy",
                  .bytes = Bytes{8000},
                  .flops = Flops{0},
                  .launches = 1,
                  .time = quantity_of(std::vector{2e-6, 1e-6, 9e-6}, "s"),
                  .outliers = {2}},
                 {.name = "settle",
                  .bytes = Bytes{16000},
                  .flops = Flops{12},
                  .launches = 24,
                  .time = quantity_of(std::vector{3e-6, 4e-6, 3e-6}, "s"),
                  .outliers = {},
                  .moved = Bytes{4000},
                  .loops = {{.name = "loop",
                             .entered = 2,
                             .rounds = quantity_of(std::vector{24.0, 24.0, 26.0}, "1")}}}};
  point.whole = quantity_of(std::vector{1.5e-5, 1e-5, 2e-5}, "s");
  point.memory = Bytes{12000};
  point.verification = {.checked = true, .elements = 3000, .worst_error = 0.25, .complaint = {}};
  point.device_state = {.clock = Hertz{1.98e9},
                        .memory_clock = Hertz{3.201e9},
                        .power_watts = 612.5,
                        .temperature_celsius = 61,
                        .slowed_by = {"power cap"}};
  point.warnings = {"the machine was busy: load 3.1 on 2 cores"};
  return point;
}

// What a workload that has more to say adds to its point, and a roof.
Point credited_point() {
  Point point = measured_point();
  point.roof = true;
  point.labels = {{"form", "cpu"}};
  point.compilers = {{"blur.cl", "NVRTC 13.0"}};
  point.credit = {.flops = Flops{34000}, .bytes = Bytes{56000}, .iterations = 2};
  point.readings = {{.name = "gosa", .unit = "1", .values = {0.5, 0.25}, .expected = {0.5, 0.2}},
                    {.name = "digits", .unit = "1", .values = {16}}};
  point.host = quantity_of(std::vector{1e-3, 2e-3}, "s");
  return point;
}

TableLayout example_layout() {
  return {.kind = TableKind::beside,
          .title = "the thesis's passes beside ours",
          .columns = {{"kernel", ColumnKind::setting, "kernel"},
                      {"time", ColumnKind::time, "", "us", 4}},
          .where = {{"variant", "thesis"}},
          .against = {{"variant", "best"}},
          .sides = {"its", "our"},
          .notes = {"a note"}};
}

RaceResult example_race() {
  return {
      .title = "tuning",
      .work = 1e9,
      .unit = "flop",
      .candidates = {{.settings = {{"variant", "wide"}}, .times = {1e-3, 2e-3}, .standing = "best"},
                     {.settings = {{"variant", "two_step"}},
                      .times = {},
                      .standing = "refused",
                      .refused = "no bulk copies"}},
      .notes = {"kept nowhere"}};
}

Point wrong_point() {
  Point point = measured_point();
  point.status = Status::wrong;
  point.reason = "c[7] is 1, the reference says 2";
  point.caches = CacheState::warm;
  point.verification.complaint = point.reason;
  point.verification.worst_error = 1e300;
  point.device_state = {};
  point.steps.clear();
  point.whole = {};
  return point;
}

Point failed_point() {
  Point point;
  point.workload = "stream";
  point.status = Status::error;
  point.reason = "building kernel 'copy': no such file";
  return point;
}

Provenance example_provenance() {
  return {.version = "0.1.0",
          .command = "plumb run stream -o 'my result.json'",
          .time = "2008-05-14T09:30:00Z",
          .host = {.name = "host",
                   .system = "Linux 6.1.0",
                   .processor = "aarch64 part 0xd0c",
                   .cores = 2,
                   .memory = Bytes{8ULL << 30U}},
          .device = {.backend = "opencl",
                     .platform = "Portable Computing Language",
                     .name = "cpu-neoverse-n1",
                     .vendor = "ARM",
                     .driver = "3.1",
                     .kind = "cpu",
                     .compute_units = 2,
                     .memory = Bytes{6ULL << 30U},
                     .clock = Hertz{2.5e9}}};
}

// As a file has it: without samples.
Quantity example_point(double seconds) {
  Quantity point = exactly(seconds, "s");
  point.samples.clear();
  return point;
}

MeasuredPath example_path(double bandwidth, double latency) {
  return {.bandwidth = quantity_of(std::vector{bandwidth}, "B/s"),
          .latency = quantity_of(std::vector{latency}, "s")};
}

PartPrediction example_part(const char* step, const char* name, Cost cost) {
  return {.step = step,
          .name = name,
          .calls = 3,
          .bytes = Bytes{4096},
          .flops = Flops{12.5},
          .cost = cost};
}

}  // namespace

Program example_program() {
  return {
      .name = "example",
      .settings = {{"variant", "wide"}, {"elements", "12"}, {"a/b", "~"}},
      .buffers = example_buffers(),
      .images =
          {{"texture",
            {.type = {Scalar::u8, 4}, .width = 5, .height = 3, .depth = 2, .normalized = true},
            random_fill(0, 256, 2)}},
      .sources = {{"blur.cl", Language::opencl_c, "__kernel void blur() {}\n\"\\ü"},
                  {"blur.cu", Language::cuda, "extern \"C\" __global__ void blur() {}"},
                  {"blur.ptx", Language::ptx, ".version 7.0"}},
      .kernels = {{"blur", "blur.cl", "blur", {{"REAL", "float"}, {"_2", ""}}},
                  {"other", "blur.cu", "blur", {}}},
      .steps = example_steps(),
      .verification = {{.buffer = "listed",
                        .absolute = 1e-6,
                        .relative = 0.25,
                        .expected = std::vector<double>(24, -1.5)},
                       {.buffer = "in", .expected = {}}},
      .readings = {{.name = "gosa", .unit = "Pa", .buffer = "listed", .element = 3, .count = 2}},
      .credit = Credit{.flops = Flops{34}, .bytes = Bytes{56}, .iterations = 2},
      .queues = {{"main", 0}, {"copies", 0}, {"far", 1}},
      .restore = {{"put back",
                   Transfer{.direction = Direction::within, .buffer = "in", .to = "listed"}}},
      .check = {
          {"put there", Transfer{.direction = Direction::within, .buffer = "listed", .to = "in"}}}};
}

Program small_program() {
  Launch launch;
  launch.kernel = "k";
  launch.arguments = {BufferArgument{"a"}};
  return {.name = "small",
          .settings = {},
          .buffers = {{"a", {Scalar::f32, 1}, 4, {}}},
          .images = {},
          .sources = {{"k.cl", Language::opencl_c, "__kernel void k(__global float* a) {}"}},
          .kernels = {{"k", "k.cl", "k", {}}},
          .steps = {{"s", launch}},
          .verification = {}};
}

Result example_result() {
  return {.provenance = example_provenance(),
          .points = {measured_point(), wrong_point(), failed_point(), credited_point()},
          .layouts = {example_layout()},
          .published = {{.what = "base implementation",
                         .settings = {{"variant", "base"}},
                         .values = {{"8800 GTX", 14.4}}}},
          .races = {example_race()}};
}

Profile example_profile() {
  return {.name = "example",
          .source = "made up",
          .provenance = example_provenance(),
          .paths = {{.name = "wide",
                     .note = "all paths",
                     .types = {{Scalar::u8, 4}, {Scalar::f32, 1}},
                     .transfer_in = example_path(1e9, 1e-5),
                     .memory = example_path(1e11, 3e-5),
                     .transfer_out = example_path(5e8, 0)},
                    {.name = "any",
                     .note = {},
                     .types = {},
                     .transfer_in = {},
                     .memory = example_path(1e10, 1e-6),
                     .transfer_out = {}}},
          .peak = {.bandwidth = quantity_of(std::vector{2e11}, "B/s"),
                   .flops = quantity_of(std::vector{1e12}, "flop/s")},
          .parameters = {{.name = "latency.level1.time",
                          .value = quantity_of(std::vector{1.6e-9, 1.7e-9}, "s"),
                          .method = "dependent loads",
                          .confidence = Confidence::sure,
                          .note = {}},
                         {.name = "overlap.exponent",
                          .value = quantity_of(std::vector{1.5}, "1"),
                          .method = "fit",
                          .confidence = Confidence::unreliable,
                          .note = "two rounds differ by 12.0 %"}},
          .curves = {{.name = "latency.random",
                      .x_name = "footprint",
                      .x_unit = "B",
                      .points = {{.x = 4096, .y = example_point(1.6e-9)}}}},
          .probes =
              {{.probe = "latency", .status = ProbeStatus::done, .reason = {}, .took = Seconds{2}},
               {.probe = "compute of f64",
                .status = ProbeStatus::skipped,
                .reason = "the device has no double precision",
                .took = {}}},
          .notes = {"load average 3.1 on 2 cores: other programs disturb the times"}};
}

Answers example_answers() {
  return {.verdict = AgainstVerdict{.against = "old",
                                    .known = {},
                                    .decision = {.choice = Choice::port,
                                                 .model = "ito2007",
                                                 .ratio = 2.5,
                                                 .probability = 0.75,
                                                 .in_place_of_plumbline = true},
                                    .text = "example is faster, 75 %"},
          .savings = {{.change = "10 % more bandwidth", .share = 0.0625}},
          .best_chunks = BestChunks{.parameter = "chunks", .count = 4, .time = Seconds{0.5}},
          .best_checks = {{.loop = "until it settles",
                           .every = 8,
                           .time = Seconds{0.5},
                           .taken = 1,
                           .time_as_it_stands = Seconds{0.75}}},
          .best_split = SplitAnswer{.text = "best split: 25 %",
                                    .model = "ito2007",
                                    .fraction = 0.25,
                                    .time = Seconds{1.5},
                                    .gain = 1.5,
                                    .least_gain = 1.25},
          .notes = {"ito2007: 'add' is faster than any rate of the profile"}};
}

Predictions example_predictions() {
  const Prediction full{
      .model = "ito2007",
      .reason = {},
      .transfer_in =
          example_part("", "transfer in", {.time = Seconds{0.5}, .movement = Seconds{0.5}}),
      .passes = {example_part(
                     "blur", "blur",
                     {.time = Seconds{0.75}, .movement = Seconds{0.25}, .latency = Seconds{0.5}}),
                 example_part("blur", "add", {.time = Seconds{1}, .arithmetic = Seconds{1}})},
      .transfer_out = example_part("", "transfer out", {})};
  Prediction none;
  none.model = "roofline";
  none.reason = "profile 'example' has no peak flops, which model 'roofline' needs";
  return {.provenance = example_provenance(),
          .points = {{.application = "example",
                      .settings = {{"N", "12"}, {"a/b", "~"}},
                      .profile = "example",
                      .paths = "wide",
                      .predictions = {full, none},
                      .answers = example_answers()}},
          .break_even = BreakEvenAnswer{.text = "break-even at N = 64",
                                        .parameter = "N",
                                        .first = 2,
                                        .last = 4096,
                                        .model = "ito2007",
                                        .at = 64,
                                        .before = "old",
                                        .after = "example",
                                        .changes = 1,
                                        .refused = 0},
          .notes = {"profile example: 1 of 2 parameters are unreliable"}};
}

Allocation example_allocation() {
  return {
      .provenance = example_provenance(),
      .mode = "optimal",
      .vertex_file = "a.vs.asm",
      .fragment_file = "a.ps.asm",
      .before = {.vertex = 2, .arithmetic = 13, .texture = 3},
      .after = {.vertex = 6, .arithmetic = 4, .texture = 3},
      .proved = true,
      .without_gain = "N2",
      .instructions = {{.line = 5,
                        .text = "add r0.xy, t0, c0",
                        .condition = "moved",
                        .reason = {},
                        .chain = {}},
                       {.line = 7,
                        .text = "mul r2, r2, c0.x",
                        .condition = "C4",
                        .reason = "needs the result of an instruction that stays",
                        .chain = {6}}},
      .constants = {{.vertex = 5, .component = "x", .value = "rcp(c3.x)"},
                    {.fragment = 6, .to_fragment = true, .component = "w", .value = "neg(c0.y)"},
                    {.vertex = 4, .fragment = 3},
                    {.vertex = 5, .fragment = 6, .to_fragment = true}}};
}

Tuning example_tuning() {
  return {.provenance = example_provenance(),
          .workload = "himeno",
          .problem = {{"size", "9x10x20"}, {"precision", "f32"}},
          .settings = {{"variant", "two_step"}, {"tile", "128x9"}},
          .rate = 4.25e12,
          .unit = "flop/s"};
}

namespace {

Stamp example_stamp() {
  return {.id = 1,
          .kernel = "blur",
          .access = AccessKind::atomic,
          .space = MemorySpace::shared,
          .method = StampMethod::paper_dummy,
          .guarded = true,
          .registers = 4,
          .opcode = "atom.shared.add.u32",
          .ptx_line = 49,
          .source = "blur.cu:7",
          .chain = {"/src/blur.cu:7"}};
}

CodeFigures example_figures(std::uint64_t instructions) {
  CodeFigures figures;
  figures.instructions = instructions;
  figures.loads = 7;
  figures.loads_in_flight = 4;
  figures.wait_groups = 3;
  figures.registers = 18;
  figures.shared = Bytes{2176};
  figures.frame = Bytes{16};
  figures.resident_blocks = 8;
  return figures;
}

TracedPoint example_traced_point() {
  TracedPoint point;
  point.label = "example N=12";
  point.workload = "example";
  point.settings = {{"N", "12"}, {"a/b", "~"}};
  point.interrupted = true;
  point.changed = {"out"};
  point.lost = 1;
  point.misplaced = 2;
  point.unfinished = 3;
  point.stamped = {.blocks = 16, .warps = 2, .records = 4, .least_blocks = 32};
  point.window = {.from = Seconds{0}, .to = Seconds{1.5e-3}, .run = Seconds{0.25}};
  point.sampling = {.made = 900, .kept = 3};
  point.times = {{.stamp = 1, .without = Seconds{1e-5}, .with = Seconds{1.25e-5}}};
  point.axis = {.clock_hz = 1.98e9, .skew = 40};
  point.skipped = {{.stamp = example_stamp(), .reason = "asynchronous"}};
  point.builds = {{.stamp = 1,
                   .architecture = 90,
                   .kernels = {{"blur", example_figures(28), example_figures(309)}},
                   .threads = 256,
                   .dynamic = Bytes{512},
                   .staging = "records are kept in shared memory"}};
  const CertifiedPlace place{.function = "blur",
                             .offset = 0x120,
                             .complaint = "a branch enters",
                             .accesses = 2,
                             .foreign_before = 1,
                             .foreign_behind = 5,
                             .shared_barrier = true,
                             .cycles_before = 1,
                             .cycles_behind = 8};
  point.stamps = {
      {.module = "blur.cl#0",
       .certificate = {.stamp = example_stamp(),
                       .verdict = CertificateVerdict::not_certified,
                       .places = {place},
                       .complaint = "at 0x120 of 'blur': a branch enters"},
       .time = quantity_of(std::vector<double>{668, 282, 694}, "cycles"),
       .weights = {64, 12, 64},
       .reversed = 4,
       .addresses =
           AddressFigures{
               .records = 3, .sectors = 5.5, .fewest = 4, .on_a_line = 0.75, .stride = -4}},
      {.module = "blur.cl#0",
       .certificate =
           {.stamp = {.id = 2, .kernel = "blur", .opcode = "ld.global.f32", .source = {}},
            .verdict = CertificateVerdict::shared_barrier,
            .places = {},
            .complaint = {}},
       .time = {},
       .weights = {},
       .reversed = 0}};
  return point;
}

}  // namespace

Trace example_trace() {
  TracedPoint failed;
  failed.label = "example N=13";
  failed.workload = "example";
  failed.failure = "building kernel 'blur': no such type";
  return {.provenance = example_provenance(), .points = {example_traced_point(), failed}};
}

Image example_image() {
  return {.shape = {.type = {Scalar::u8, 2}, .width = 2, .normalized = true},
          .pixels = {std::byte{0}, std::byte{1}, std::byte{127}, std::byte{255}}};
}

}  // namespace plumb
