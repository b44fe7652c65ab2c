// plumb/workloads/livermore/programs/parts.h - buffers, launches and passes of a Livermore program.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "plumb/records/program.h"
#include "plumb/workloads/livermore/data/arrays.h"
#include "plumb/workloads/settings.h"

namespace plumb::livermore {

using Definition = std::pair<std::string, std::string>;

// What a pass moves and computes, per point.
struct Demands {
  std::uint64_t points = 0;
  double words = 0;  // REAL
  double flops = 0;
  Pattern pattern = Pattern::self;
  // Of the words, those that are written; absent: one, and none by a reduction.
  std::optional<double> written = {};
  double barriers = 0;   // of a work-item
  double dependent = 0;  // words that are read and wait for the one before
  double in_turn = 0;    // references of a work-item one after another, beyond the first
  // As they are executed; none: the flops, half of them additions, half multiplications.
  Operations operations = {};
  std::vector<Access> besides = {};  // references of other kinds than these words
};

// References that the kernel makes and no rate credits: `count` per point, of `bytes` each.
Access uncredited(double count, Bytes bytes, Use use = Use::read);

struct Work {
  std::string step;
  std::string source;  // "maps"
  std::string entry;   // "livermore_hydro"
  Range items{1, 1, 1};
  std::uint64_t group = 0;  // 0: whatever suits the device, and the items are rounded up to it
  std::vector<Argument> arguments;
  Demands demands;
  std::vector<Definition> definitions = {};
  Bytes local_bytes{};  // dynamic local memory
};

class Parts {
 public:
  // The arrays are made at the latest when a buffer is filled.
  using MakeArrays = std::function<const Arrays<double>&()>;
  Parts(const Settings& settings, Outline outline, MakeArrays arrays);

  void array(std::string_view name);                              // with its initial contents
  void arrays(std::string_view names);                            // "X Y Z"
  void array_as(std::string_view name, std::string_view buffer);  // a copy under another name
  void scratch(const std::string& name, Scalar type, std::uint64_t count);
  void constant(const std::string& name, double value);  // a buffer of one REAL
  void add(const Work& work);                            // a launch behind the others
  void add(Step step) { steps_.push_back(std::move(step)); }

  // The buffers "X Y Z" as arguments, then `more`.
  [[nodiscard]] static std::vector<Argument> arguments(std::string_view buffers,
                                                       const std::vector<Argument>& more = {});
  [[nodiscard]] Argument real(double value) const { return ScalarArgument{real_, value}; }
  [[nodiscard]] Argument real(std::string_view scalar) const {
    return real(outline_.scalars.find(scalar)->second);
  }
  [[nodiscard]] static Argument count(std::uint64_t value) {
    return ScalarArgument{Scalar::u64, static_cast<double>(value)};
  }
  [[nodiscard]] static Argument number(std::uint64_t value) {
    return ScalarArgument{Scalar::u32, static_cast<double>(value)};
  }

  // Scalars by their names, "Q R T".
  [[nodiscard]] std::vector<Argument> reals(std::string_view names) const;

  // From here on one work-item takes all iterations of a launch.
  void in_one_item() { chunk_ = 1ULL << 40U; }

  // Items that take `chunk` of n iterations each, and what they take.
  [[nodiscard]] std::uint64_t items(std::uint64_t n) const;
  [[nodiscard]] std::uint64_t chunk() const { return chunk_; }
  [[nodiscard]] bool on_cpu() const { return chunk_ > 1; }
  [[nodiscard]] std::uint64_t group() const { return on_cpu() ? 1 : 256; }
  [[nodiscard]] Definition group_definition() const { return {"GROUP", std::to_string(group())}; }
  [[nodiscard]] unsigned kernel() const { return outline_.kernel; }
  [[nodiscard]] std::uint64_t n() const { return outline_.span; }
  [[nodiscard]] const Dimensions& size() const { return outline_.size; }
  [[nodiscard]] std::uint64_t row_length() const;  // of arrays with the long axis contiguous
  [[nodiscard]] Scalar scalar() const { return real_; }
  [[nodiscard]] std::uint64_t sweeps() const { return sweeps_; }
  [[nodiscard]] bool atomic_scatter() const { return atomic_scatter_; }
  [[nodiscard]] bool streams_scans() const { return streams_scans_ && !on_cpu(); }
  [[nodiscard]] std::uint64_t zones() const { return outline_.zones; }
  [[nodiscard]] std::uint64_t compute_units() const { return compute_units_; }  // 0: not known

  // What was added since the last one becomes a step that is timed by itself; `recorded` as a batch
  // that is replayed in one submission.
  void close(const std::string& step, bool recorded);
  // Closes the last step.
  [[nodiscard]] Program finish(const std::string& name, bool recorded);

 private:
  Outline outline_;
  MakeArrays make_;
  Scalar real_;
  std::uint64_t chunk_;
  std::uint64_t sweeps_;
  bool atomic_scatter_;
  bool streams_scans_;
  std::uint64_t compute_units_;
  Program program_;
  std::vector<Step> steps_;
};

// "livermore_first_sum" -> "first_sum", the name of a step.
std::string step_of(std::string_view entry);

// What a row names as turned with the long axis contiguous, each row padded with zeros to whole
// lines of a cache; other arrays unchanged.
std::vector<double> device_layout(const Arrays<double>& arrays, std::string_view name);
// The same from element `first` on.
void copy_device_layout(const Arrays<double>& arrays, std::string_view name, std::uint64_t first,
                        std::span<double> out);
void from_device_layout(Arrays<double>& arrays, std::string_view name,
                        std::span<const double> values);

}  // namespace plumb::livermore
