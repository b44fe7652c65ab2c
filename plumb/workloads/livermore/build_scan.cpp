// plumb/workloads/livermore/build_scan.cpp - recurrences as scans: 5, 11, 19, 23, and 17, 20 in
// sweeps.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "plumb/workloads/livermore/parts.h"

namespace plumb::livermore {
namespace {

constexpr std::uint64_t controls = 128;  // 64 tickets, 64 counts of changes
constexpr std::uint64_t tiles_per_block = 32;

// How a device walks: a CPU's item takes a long row in several strands, a GPU's group a tile of
// doubles that fits the 32 KiB of local memory that every OpenCL device has.
struct Shape {
  const char* source;
  std::uint64_t group;
  std::uint64_t items_in_a_row;
};

Shape shape_of(const Parts& parts) {
  return parts.on_cpu() ? Shape{"scan", 1, 1536} : Shape{"scan_tiles", 128, 16};
}

std::vector<std::pair<std::string, std::string>> definitions_of(const Parts& parts, unsigned form) {
  const bool wide = parts.scalar() == Scalar::f64;
  const Shape shape = shape_of(parts);
  return {{"WORDS", wide ? "2" : "1"},
          {"GROUP", std::to_string(shape.group)},
          {"ITEMS", std::to_string(shape.items_in_a_row)},
          {"STRANDS", "8"},
          {"DEPTH", "64"},
          {"WINDOW", "1"},
          {"RESIDENT", "4"},
          {"CLOSE", wide ? "5e-14" : "2e-6"},
          {"FORM", std::to_string(form)}};
}

// Scans of up to `count` steps, one after the other.
class Scans {
 public:
  Scans(Parts& parts, std::uint64_t count, unsigned first_form)
      : parts_(&parts), shape_(shape_of(parts)) {
    const std::uint64_t tiles = tiles_of(count);
    const std::uint64_t blocks = (tiles + tiles_per_block - 1) / tiles_per_block;
    parts.scratch("control", Scalar::u32, controls);
    parts.scratch("words", Scalar::u32, 8 * tiles + 12 * blocks);
    parts.scratch("carry", parts.scalar(), 1);
    if (parts.on_cpu()) parts.scratch("flags", Scalar::u32, tiles);
    const bool iterates = first_form == 17 || first_form == 20;
    if (!parts.on_cpu() && !iterates) return;  // tags count on from scan to scan
    std::vector<Argument> arguments = parts.buffers(parts.on_cpu() ? "control flags" : "control words");
    arguments.push_back(Parts::count(parts.on_cpu() ? tiles : 0));
    arguments.push_back(Parts::count(parts.on_cpu() ? 0 : controls / 2));
    const std::uint64_t words = parts.on_cpu() ? std::max(controls, tiles) : controls;
    parts.add({.step = "reset",
               .source = shape_.source,
               .entry = "livermore_scan_reset",
               .items = {(words + 63) / 64 * 64, 1, 1},
               .group = 64,
               .arguments = arguments,
               .demands = {words},
               .definitions = definitions_of(parts, first_form)});
  }

  struct Scan {
    unsigned form = 5;
    std::uint64_t ordinal = 0;  // among the scans of this program
    std::vector<Argument> arguments;
    std::string start;  // buffer that holds x before the first step
    std::uint64_t start_at = 0;
    std::string last = "carry";  // receives x after the last step
    std::uint64_t count = 0;
    double words = 0;
    double flops = 0;
  };
  void add(const Scan& scan) {
    Work work{.step = "scan",
              .source = shape_.source,
              .entry = "livermore_scan",
              .items = {tiles_of(scan.count) * shape_.group, 1, 1},
              .group = shape_.group,
              .arguments = scan.arguments,
              .demands = {scan.count, scan.words, scan.flops, Pattern::multiple},
              .definitions = definitions_of(*parts_, scan.form)};
    work.arguments.emplace_back(BufferArgument{scan.start});
    work.arguments.push_back(Parts::count(scan.start_at));
    work.arguments.emplace_back(BufferArgument{scan.last});
    for (const Argument& shared :
         parts_->buffers(parts_->on_cpu() ? "control flags words" : "control words"))
      work.arguments.push_back(shared);
    work.arguments.push_back(Parts::number(scan.ordinal));
    work.arguments.push_back(Parts::count(scan.count));
    parts_->add(work);
  }

 private:
  [[nodiscard]] std::uint64_t tiles_of(std::uint64_t count) const {
    const std::uint64_t tile = shape_.group * shape_.items_in_a_row;
    return std::max<std::uint64_t>(1, (count + tile - 1) / tile);
  }
  Parts* parts_;
  Shape shape_;
};

void build_two_sweeps(Parts& parts) {
  for (const char* name : {"B5", "SA", "SB", "STB5"}) parts.array(name);
  Scans scans(parts, parts.n(), 190);
  scans.add({.form = 190,
             .ordinal = 0,
             .arguments = parts.buffers("SA SB"),
             .start = "STB5",
             .last = "carry",
             .count = parts.n(),
             .words = 2,
             .flops = 3});
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
  Scans scans(parts, parts.n() - 1, 23);
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

constexpr std::uint64_t warm_up = 64;  // steps after which a loop has forgotten where it began

void build_conditional(Parts& parts) {
  const std::uint64_t n = parts.n();
  for (const char* name : {"VXNE", "VXND", "VE3", "VLR", "VLIN", "VSP", "VSTP", "XNM"})
    parts.array(name);
  parts.constant("start", 1.0 / 3.0);
  parts.scratch("branch", Scalar::i32, n);
  parts.scratch("state", parts.scalar(), n);
  Scans scans(parts, n, 17);
  const std::uint64_t chunk = std::max(parts.chunk(), warm_up);
  std::vector<Argument> arguments = parts.buffers("branch VXNE VLR VLIN VSP VSTP");
  arguments.insert(arguments.end(), {Parts::count(n), Parts::count(chunk), Parts::count(warm_up)});
  parts.add({.step = "guess",
             .source = "conditional",
             .entry = "livermore_conditional_guess",
             .items = {(n + chunk - 1) / chunk, 1, 1},
             .arguments = arguments,
             .demands = {n, 5}});
  for (std::uint64_t sweep = 1; n > 1 && sweep <= parts.sweeps(); ++sweep) {
    scans.add({.form = 17,
               .ordinal = sweep,
               .arguments = parts.buffers("branch state VXNE VLR VLIN VSP VSTP"),
               .start = "start",
               .count = n - 1,
               .words = sweep == 1 ? 7.0 : 0.0});
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
  Scans scans(parts, n, 20);
  const std::vector<Argument> scalars{parts.real("DK"), parts.real("S"), parts.real("T")};
  const std::uint64_t chunk = std::max(parts.chunk(), warm_up);
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
             .arguments = with("state U V W Y Z G VX XX",
                               {Parts::count(n), Parts::count(chunk), Parts::count(warm_up)}),
             .demands = {n, 8}});
  for (std::uint64_t sweep = 1; sweep <= parts.sweeps(); ++sweep) {
    scans.add({.form = 20,
               .ordinal = sweep,
               .arguments = with("state U V W Y Z G VX", {}),
               .start = "XX",
               .count = n,
               .words = sweep == 1 ? 9.0 : 0.0});
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
  Scans scans(parts, n, kernel);
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
