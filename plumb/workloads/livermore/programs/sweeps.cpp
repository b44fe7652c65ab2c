// plumb/workloads/livermore/programs/sweeps.cpp - guess, scan, verify.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/workloads/livermore/programs/sweeps.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace plumb::livermore {
namespace {

// Steps after which a loop has forgotten where it began; a CPU's long rows can afford more.
std::uint64_t warm_up_of(const Parts& parts) { return parts.on_cpu() ? 512 : 64; }

std::vector<Argument> joined(std::vector<Argument> arguments, const std::vector<Argument>& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

}  // namespace

void add_in_order(Parts& parts, const LoopInOrder& loop) {
  parts.add({.step = loop.step,
             .source = loop.source,
             .entry = fmt::format("livermore_{}_sequential", loop.source),
             .arguments = joined(loop.arguments,
                                 {BufferArgument{"control"}, Parts::number(loop.last),
                                  Parts::number(loop.always ? 1 : 0), Parts::count(parts.n())}),
             .demands = loop.demands});
}

Sweeps::Sweeps(Parts& parts, const char* source)
    : parts_(&parts),
      source_(source),
      scans_(parts, parts.n()),
      chunk_(std::max(parts.chunk(), warm_up_of(parts))) {
  parts.scratch("behind", parts.scalar(), parts.n() / chunk_ + 2);
  scans_.reset(parts.sweeps() == 0 ? 1 : 0);
}

std::string Sweeps::entry(const char* part) const {
  return fmt::format("livermore_{}_{}", source_, part);
}

void Sweeps::guess(const std::vector<Argument>& arguments, const GuessedStep& step) {
  const std::uint64_t n = parts_->n();
  const Bytes real = size_of(Type{parts_->scalar(), 1});
  // The steps that warm up are computed twice; caches hold what the item before has read.
  const double steps = 1 + static_cast<double>(warm_up_of(*parts_)) / static_cast<double>(chunk_);
  // Neighbouring items lie a chunk apart.
  const auto access = [&](double references, Use use) {
    return Access{.references = references,
                  .bytes = real,
                  .width = real.count,
                  .pattern = parts_->on_cpu() ? Pattern::self : Pattern::strided,
                  .streams = static_cast<std::uint64_t>(std::ceil(references)),
                  .footprint = static_cast<std::uint64_t>(std::ceil(references)) * n * real,
                  .row_bytes = parts_->on_cpu() ? Bytes{} : chunk_ * real,
                  .use = use};
  };
  Operations operations = step.operations;
  for (const auto& [name, count] : operation_counts()) operations.*count *= steps;
  parts_->add(
      {.step = "guess",
       .source = source_,
       .entry = entry("guess"),
       .items = {(n + chunk_ - 1) / chunk_, 1, 1},
       .arguments = joined(
           arguments, {Parts::count(n), Parts::count(chunk_), Parts::count(warm_up_of(*parts_))}),
       .demands = {.points = n,
                   .in_turn = step.in_turn * steps * static_cast<double>(chunk_) - 1,
                   .operations = operations,
                   .besides = {access(step.read, Use::read), access(step.written, Use::write)}}});
}

void Sweeps::compare_borders(std::uint64_t count, std::uint64_t first, bool down) {
  scans_.compare_borders(count, first, down, chunk_);
}

void Sweeps::sweep(Scan scan) {
  for (scan.ordinal = 1; scan.ordinal <= parts_->sweeps(); ++scan.ordinal) scans_.add(scan);
}

void Sweeps::finish(const std::vector<Argument>& arguments, double words, double flops) {
  const std::uint64_t n = parts_->n();
  parts_->add(
      {.step = "finish",
       .source = source_,
       .entry = entry("finish"),
       .items = {parts_->items(n), 1, 1},
       .arguments = joined(arguments, {BufferArgument{"control"}, Parts::number(parts_->sweeps()),
                                       Parts::count(n), Parts::count(parts_->chunk())}),
       // What the last sweep left decides whether anything is read.
       .demands = {.points = n, .words = words, .flops = flops, .in_turn = 1}});
}

void Sweeps::take_order(const std::vector<Argument>& arguments) {
  add_in_order(*parts_, {.source = source_,
                         .arguments = arguments,
                         .step = "sequential order if not settled",
                         .last = parts_->sweeps(),
                         // What is pending, which is nothing.
                         .demands = {.points = 1,
                                     .operations = {.integer = 1},
                                     .besides = {uncredited(1, Bytes{4})}}});
}

}  // namespace plumb::livermore
