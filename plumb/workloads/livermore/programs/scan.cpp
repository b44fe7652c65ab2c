// plumb/workloads/livermore/programs/scan.cpp - recurrences as scans: 5, 11, 19, 23, and 17,
// 20 in sweeps.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "plumb/workloads/livermore/programs/parts.h"

namespace plumb::livermore {
namespace {

constexpr std::uint64_t controls = 128;  // the ticket; from word 64 on counts of changes
constexpr std::uint64_t tiles_per_block = 32;

// A CPU's item takes a few rows beside each other.
constexpr std::uint64_t strands = 2;
constexpr std::uint64_t row_length = 4000;

// What a GPU's group takes. scan_tiles.cl: one tile of doubles that fits the 32 KiB of local memory
// that every OpenCL device has.
struct Shape {
  std::uint64_t group = 128;
  std::uint64_t items = 16;  // steps that an item takes in a row
  std::uint64_t arrays = 0;  // that scan_stream.cu reads; 0: scan_tiles.cl
  const char* nap = "100";   // ns

  [[nodiscard]] std::uint64_t tile() const { return group * items; }
};

constexpr const char* resident = "4";  // groups of scan_tiles.cl on a multiprocessor
constexpr std::uint64_t stages = 3;    // tiles of scan_stream.cu that a group has at once
// Of an H200: with fewer, groups follow later and find no tile; with more, some have none.
constexpr std::uint64_t processors = 132;

std::uint64_t arrays_of(unsigned form) {
  if (form == 5 || form == 190 || form == 191) return 2;
  return form == 11 ? 1 : 0;
}

// Streamed tiles have about 60 KiB, so that all stages fill a multiprocessor.
Shape shape_of(const Parts& parts, unsigned form) {
  const std::uint64_t arrays = arrays_of(form);
  if (!parts.streams_scans() || arrays == 0) return {};
  const std::uint64_t step_bytes = arrays * size_of(Type{parts.scalar(), 1}).count;
  return {.group = 256, .items = 256 / step_bytes - 1, .arrays = arrays, .nap = "20"};
}

// Rows of scan_stream.cu have 16 bytes more than their tile.
Bytes local_bytes_of(const Parts& parts, const Shape& shape) {
  const std::uint64_t row = shape.tile() * size_of(Type{parts.scalar(), 1}).count + 16;
  return {stages * shape.arrays * row};
}

std::vector<std::pair<std::string, std::string>> definitions_of(const Parts& parts, unsigned form) {
  const bool wide = parts.scalar() == Scalar::f64;
  std::vector<std::pair<std::string, std::string>> definitions{{"CLOSE", wide ? "5e-14" : "2e-6"},
                                                               {"FORM", std::to_string(form)}};
  if (parts.on_cpu()) {
    definitions.emplace_back("STRANDS", std::to_string(strands));
    definitions.emplace_back("LENGTH", std::to_string(row_length));
  } else {
    const Shape shape = shape_of(parts, form);
    definitions.emplace_back("WORDS", wide ? "2" : "1");
    definitions.emplace_back("GROUP", std::to_string(shape.group));
    definitions.emplace_back("ITEMS", std::to_string(shape.items));
    definitions.emplace_back("NAP", shape.nap);
    if (shape.arrays == 0) {
      definitions.emplace_back("RESIDENT", resident);
    } else {
      definitions.emplace_back("STAGES", std::to_string(stages));
    }
  }
  return definitions;
}

struct Scan {
  unsigned form = 5;
  std::uint64_t ordinal = 0;  // among the sweeps of this program
  std::vector<Argument> arguments;
  std::string start;  // buffer that holds x before the first step
  std::uint64_t start_at = 0;
  std::string last = "carry";  // receives x after the last step
  std::uint64_t count = 0;
  double words = 0;
  double flops = 0;
  bool emits = true;  // false: only x after the last step is wanted
};

// Scans of one shape and up to `count` steps, one after the other.
class Scans {
 public:
  Scans(Parts& parts, unsigned form, std::uint64_t count)
      : parts_(&parts), shape_(shape_of(parts, form)) {
    const std::uint64_t tiles = pieces(count);
    const std::uint64_t blocks = (tiles + tiles_per_block - 1) / tiles_per_block;
    parts.scratch("control", Scalar::u32, controls);
    parts.scratch("carry", parts.scalar(), 1);
    if (parts.on_cpu()) {
      parts.scratch("maps", parts.scalar(), 2 * strands * tiles);
    } else {
      parts.scratch("words", Scalar::u32, 8 * tiles + 12 * blocks);
    }
  }

  void add(const Scan& scan) {
    if (shape_.arrays != 0) return add_launch(scan, "livermore_scan_stream", scan.words);
    if (!parts_->on_cpu()) return add_launch(scan, "livermore_scan", scan.words);
    add_launch(scan, "livermore_rows_join", scan.emits ? scan.words - 1 : scan.words);
    std::vector<Argument> arguments = start_of(scan);
    for (const Argument& buffer : parts_->buffers("maps " + scan.last)) arguments.push_back(buffer);
    arguments.push_back(Parts::count(strands * pieces(scan.count)));
    parts_->add({.step = "hand",
                 .source = "scan_rows",
                 .entry = "livermore_rows_hand",
                 .arguments = std::move(arguments),
                 .demands = {strands * pieces(scan.count), 3, 2},
                 .definitions = definitions_of(*parts_, scan.form)});
    if (scan.emits) add_launch(scan, "livermore_rows_apply", scan.words);
  }

  // For scans in sweeps: forgets what the last execution changed.
  void reset(std::uint64_t pending) {
    std::vector<Argument> arguments = parts_->buffers("control");
    arguments.push_back(Parts::number(pending));
    parts_->add({.step = "reset",
                 .source = "sweeps",
                 .entry = "livermore_sweeps_reset",
                 .items = {controls / 2, 1, 1},
                 .group = controls / 2,
                 .arguments = std::move(arguments),
                 .demands = {controls / 2}});
  }

  // Compares what is `behind` each row of `chunk` of all `count` steps with the state before the
  // next.
  void compare_borders(std::uint64_t count, std::uint64_t first, bool down, std::uint64_t chunk) {
    const std::uint64_t rows = (count + chunk - 1) / chunk;
    std::vector<Argument> arguments = parts_->buffers("state behind control");
    arguments.insert(arguments.end(), {Parts::count(first), Parts::number(down ? 1 : 0),
                                       Parts::count(chunk), Parts::count(count)});
    parts_->add({.step = "borders",
                 .source = "sweeps",
                 .entry = "livermore_sweeps_borders",
                 .items = {rows, 1, 1},
                 .arguments = std::move(arguments),
                 .demands = {rows, 2}});
  }

 private:
  // Tiles of a GPU, items of a CPU.
  [[nodiscard]] std::uint64_t pieces(std::uint64_t count) const {
    const std::uint64_t steps = parts_->on_cpu() ? strands * row_length : shape_.tile();
    return std::max<std::uint64_t>(1, (count + steps - 1) / steps);
  }
  [[nodiscard]] const char* source() const {
    if (shape_.arrays != 0) return "scan_stream";
    return parts_->on_cpu() ? "scan_rows" : "scan_tiles";
  }
  // A group of scan_stream.cu takes tiles until none is left.
  [[nodiscard]] std::uint64_t groups(std::uint64_t count) const {
    return shape_.arrays != 0 ? std::min(pieces(count), processors) : pieces(count);
  }
  static std::vector<Argument> start_of(const Scan& scan) {
    return {BufferArgument{scan.start}, Parts::count(scan.start_at)};
  }
  void add_launch(const Scan& scan, const char* entry, double words) {
    const std::uint64_t width = parts_->on_cpu() ? 1 : shape_.group;
    Work work{.step = std::string(entry).substr(10),
              .source = source(),
              .entry = entry,
              .items = {groups(scan.count) * width, 1, 1},
              .group = width,
              .arguments = scan.arguments,
              .demands = {scan.count, words, scan.flops, Pattern::multiple},
              .definitions = definitions_of(*parts_, scan.form),
              .local_bytes = local_bytes_of(*parts_, shape_)};
    const std::vector<Argument> shared =
        parts_->buffers(parts_->on_cpu() ? "maps control" : scan.last + " control words");
    for (const auto& more : {start_of(scan), shared})
      work.arguments.insert(work.arguments.end(), more.begin(), more.end());
    work.arguments.push_back(Parts::number(scan.ordinal));
    work.arguments.push_back(Parts::count(scan.count));
    parts_->add(work);
  }

  Parts* parts_;
  Shape shape_;
};

void build_two_sweeps(Parts& parts) {
  for (const char* name : {"B5", "SA", "SB", "STB5"}) parts.array(name);
  Scans scans(parts, 190, parts.n());
  scans.add({.form = 190,
             .ordinal = 0,
             .arguments = parts.buffers("SA SB"),
             .start = "STB5",
             .last = "carry",
             .count = parts.n(),
             .words = 2,
             .flops = 3,
             .emits = false});
  scans.add({.form = 191,
             .ordinal = 1,
             .arguments = parts.buffers("B5 SA SB"),
             .start = "carry",
             .last = "STB5",
             .count = parts.n(),
             .words = 3,
             .flops = 3});
}

// The new ZA is an array of its own, so that no tile overwrites what another still reads.
void build_columns(Parts& parts) {
  for (const char* name : {"ZA", "ZR", "ZB", "ZU", "ZV", "ZZ"}) parts.array(name);
  parts.array_as("ZA", "ZA_new");
  if (parts.n() < 2) return;
  Scans scans(parts, 23, parts.n() - 1);
  const std::uint64_t leading = parts.size().l2;
  for (std::uint64_t column = 1; column <= 5; ++column) {
    std::vector<Argument> arguments = parts.buffers("ZA_new ZA ZR ZB ZU ZV ZZ");
    arguments.insert(arguments.end(), {Parts::count(leading), Parts::count(column * leading)});
    scans.add({.form = 23,
               .ordinal = column - 1,
               .arguments = std::move(arguments),
               .start = "ZA_new",
               .start_at = column * leading,
               .count = parts.n() - 1,
               .words = 9,
               .flops = 11});
  }
}

// Steps after which a loop has forgotten where it began; a CPU's long rows can afford more.
std::uint64_t warm_up_of(const Parts& parts) { return parts.on_cpu() ? 512 : 64; }

void build_conditional(Parts& parts) {
  const std::uint64_t n = parts.n();
  for (const char* name : {"VXNE", "VXND", "VE3", "VLR", "VLIN", "VSP", "VSTP", "XNM"})
    parts.array(name);
  parts.constant("start", 1.0 / 3.0);
  parts.scratch("branch", Scalar::i32, n);
  parts.scratch("state", parts.scalar(), n);
  Scans scans(parts, 17, n);
  const std::uint64_t warm_up = warm_up_of(parts);
  const std::uint64_t chunk = std::max(parts.chunk(), warm_up);
  parts.scratch("behind", parts.scalar(), n / chunk + 2);
  scans.reset(parts.sweeps() == 0 ? 1 : 0);
  std::vector<Argument> arguments = parts.buffers("branch state behind VXNE VLR VLIN VSP VSTP");
  arguments.insert(arguments.end(), {Parts::count(n), Parts::count(chunk), Parts::count(warm_up)});
  parts.add({.step = "guess",
             .source = "conditional",
             .entry = "livermore_conditional_guess",
             .items = {(n + chunk - 1) / chunk, 1, 1},
             .arguments = arguments,
             .demands = {n, 7}});
  if (n > 1) scans.compare_borders(n - 1, n - 1, true, chunk);
  for (std::uint64_t sweep = 1; n > 1 && sweep <= parts.sweeps(); ++sweep) {
    scans.add({.form = 17,
               .ordinal = sweep,
               .arguments = parts.buffers("branch state VXNE VLR VLIN VSP VSTP"),
               .start = "start",
               .count = n - 1,
               .words = 0});
  }
  arguments = parts.buffers("VXNE VXND VE3 VLR VLIN VSP VSTP state branch XNM control");
  arguments.insert(arguments.end(),
                   {Parts::number(parts.sweeps()), Parts::count(n), Parts::count(parts.chunk())});
  parts.add({.step = "finish",
             .source = "conditional",
             .entry = "livermore_conditional_finish",
             .items = {parts.items(n), 1, 1},
             .arguments = arguments,
             .demands = {n, 9, 9}});
  arguments = parts.buffers("VXNE VXND VE3 VLR VLIN VSP VSTP XNM control");
  arguments.insert(arguments.end(),
                   {Parts::number(parts.sweeps()), Parts::number(0), Parts::count(n)});
  parts.add({.step = "sequential order if not settled",
             .source = "conditional",
             .entry = "livermore_conditional_sequential",
             .arguments = arguments,
             .demands = {1}});
}

void build_transport(Parts& parts) {
  const std::uint64_t n = parts.n();
  for (const char* name : {"X", "XX", "U", "V", "W", "Y", "Z", "G", "VX"}) parts.array(name);
  parts.scratch("state", parts.scalar(), n);
  Scans scans(parts, 20, n);
  const std::vector<Argument> scalars{parts.real("DK"), parts.real("S"), parts.real("T")};
  const std::uint64_t warm_up = warm_up_of(parts);
  const std::uint64_t chunk = std::max(parts.chunk(), warm_up);
  parts.scratch("behind", parts.scalar(), n / chunk + 2);
  scans.reset(parts.sweeps() == 0 ? 1 : 0);
  const auto with = [&](std::string_view buffers, const std::vector<Argument>& more) {
    std::vector<Argument> arguments = parts.buffers(buffers);
    arguments.insert(arguments.end(), scalars.begin(), scalars.end());
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  };
  parts.add({.step = "guess",
             .source = "transport",
             .entry = "livermore_transport_guess",
             .items = {(n + chunk - 1) / chunk, 1, 1},
             .arguments = with("state behind U V W Y Z G VX XX",
                               {Parts::count(n), Parts::count(chunk), Parts::count(warm_up)}),
             .demands = {n, 8}});
  scans.compare_borders(n, 0, false, chunk);
  for (std::uint64_t sweep = 1; sweep <= parts.sweeps(); ++sweep) {
    scans.add({.form = 20,
               .ordinal = sweep,
               .arguments = with("state U V W Y Z G VX", {}),
               .start = "XX",
               .count = n,
               .words = 0});
  }
  const auto control = parts.buffers("control");
  parts.add({.step = "finish",
             .source = "transport",
             .entry = "livermore_transport_finish",
             .items = {parts.items(n), 1, 1},
             .arguments =
                 with("X XX U V W Y Z G VX state", {control[0], Parts::number(parts.sweeps()),
                                                    Parts::count(n), Parts::count(parts.chunk())}),
             .demands = {n, 10, 26}});
  parts.add({.step = "sequential order if not settled",
             .source = "transport",
             .entry = "livermore_transport_sequential",
             .arguments = with("X XX U V W Y Z G VX", {control[0], Parts::number(parts.sweeps()),
                                                       Parts::number(0), Parts::count(n)}),
             .demands = {1}});
}

}  // namespace

void build_scan(Parts& parts, unsigned kernel) {
  const std::uint64_t n = parts.n();
  if (kernel == 19) return build_two_sweeps(parts);
  if (kernel == 23) return build_columns(parts);
  parts.array("X");
  parts.array("Y");
  if (kernel == 5) parts.array("Z");
  if (kernel == 11) parts.constant("start", 0);
  if (kernel == 5 && n < 2) return;
  Scans scans(parts, kernel, n);
  if (kernel == 5) {
    scans.add({.form = 5,
               .arguments = parts.buffers("X Y Z"),
               .start = "X",
               .count = n - 1,
               .words = 3,
               .flops = 2});
  } else {
    scans.add({.form = 11,
               .arguments = parts.buffers("X Y"),
               .start = "start",
               .count = n,
               .words = 2,
               .flops = 1});
  }
}

void build_iteration(Parts& parts, unsigned kernel) {
  if (kernel == 17) build_conditional(parts);
  if (kernel == 20) build_transport(parts);
}

}  // namespace plumb::livermore
