// plumb/probe/elements.cpp - what one launch over n elements takes, by reads, writes and width.
//
// The time of a whole launch, from a few elements to memory that no cache holds: it has the start
// of a kernel, the levels between launches and the rate of memory in one curve, for kernels as
// users write them, with one element per work-item.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/probe/copies.h"
#include "plumb/probe/embedded.h"
#include "plumb/probe/probes.h"

namespace plumb {
namespace {

using device::grid;
using device::scalar;

constexpr std::uint64_t element_group = 256;
constexpr std::uint32_t element_value = 7;

struct ElementForm {
  std::uint64_t reads;
  std::uint64_t width;  // bytes of an element
};

std::string name_of(const ElementForm& form) {
  return fmt::format("elements.r{}w1.{}B", form.reads, form.width);
}

// Between two forms a model interpolates: three shares of writes, the narrowest and widest element.
std::vector<ElementForm> element_forms(const ProbeOptions& options) {
  std::vector<ElementForm> forms;
  for (const std::uint64_t width : {4U, 8U, 16U}) {
    for (const std::uint64_t reads : {0U, 1U, 2U, 4U, 8U}) {
      if (options.full || (width != 8 && (reads == 0 || reads == 1 || reads == 4)))
        forms.push_back({reads, width});
    }
  }
  return forms;
}

class Elements {
 public:
  Elements(Probing& probing, std::uint64_t most)
      : probing_(&probing),
        in_(probing.allocate(Bytes{most})),
        out_(probing.allocate(Bytes{most})) {
    words_.resize(checked_words);
    std::iota(words_.begin(), words_.end(), 3U);
    choose_kernel({.reads = 0, .width = 16});
    launch(most / 16, *in_);  // pages that nobody wrote are not read from memory
    probing.queue().write(*in_, {}, std::as_bytes(std::span(words_)));
    probing.queue().wait();
  }

  void choose(const ElementForm& form) {
    choose_kernel(form);
    check();
  }

  void launch(std::uint64_t n) { launch(n, *out_); }

 private:
  static constexpr std::uint64_t checked_words = 4ULL * 1003 * 8;

  void choose_kernel(const ElementForm& form) {
    form_ = form;
    kernel_ = probing_
                  ->module("probe/elements.cl", embedded::probe_elements_cl(),
                           {{"READS", std::to_string(form.reads)},
                            {"LANES", std::to_string(form.width / 4)}})
                  .kernel("probe_elements");
  }

  void launch(std::uint64_t n, const device::Buffer& to) {
    const device::Argument arguments[] = {in_.get(), &to, scalar(n), scalar(element_value)};
    probing_->queue().launch(*kernel_, grid((n + element_group - 1) / element_group, element_group),
                             arguments);
  }

  void check() {
    constexpr std::uint64_t n = 1003;
    launch(n);
    const std::uint64_t lanes = form_.width / 4;
    std::vector<std::uint32_t> found(n * lanes);
    probing_->queue().read(std::as_writable_bytes(std::span(found)), *out_, {});
    probing_->queue().wait();
    for (std::size_t i = 0; i < found.size(); ++i) {
      std::uint32_t expected = element_value;
      for (std::uint64_t k = 0; k < form_.reads; ++k) expected += words_[k * n * lanes + i];
      if (found[i] != expected)
        throw Error(ErrorKind::check_failed, fmt::format("the kernel of {} gave {} for {} at {}",
                                                         name_of(form_), found[i], expected, i));
    }
  }

  Probing* probing_;
  ProbeBuffer in_;
  ProbeBuffer out_;
  ElementForm form_{};
  std::vector<std::uint32_t> words_;
  std::unique_ptr<device::Kernel> kernel_;
};

}  // namespace

void probe_elements(Probing& probing) {
  const std::uint64_t wanted = probing.on_cpu() ? 256U << 20U : 4ULL << 30U;
  const std::uint64_t most =
      std::min({wanted, probing.most_memory().count / 2, probing.info().largest_allocation.count});
  require_arrays_of(least_copies, most);
  Elements elements(probing, most);
  for (const ElementForm& form : element_forms(probing.options())) {
    elements.choose(form);
    Curve curve{.name = name_of(form), .x_name = "bytes", .x_unit = "B", .points = {}};
    const std::uint64_t each = (form.reads + 1) * form.width;
    const std::uint64_t largest = most / std::max<std::uint64_t>(1, form.reads) / form.width;
    const std::vector<std::uint64_t> sizes = log_spaced(element_group, largest, 1, element_group);
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      // The largest two give the rate of memory.
      if (!probing.options().full && i % 2 == 1 && i + 2 < sizes.size()) continue;
      const std::uint64_t n = sizes[i];
      probing.options().progress(fmt::format("{} over {}", curve.name, to_text(Bytes{n * each})));
      const Quantity time = probing.device_time([&] { elements.launch(n); });
      curve.points.push_back({.x = static_cast<double>(n * each), .y = time});
    }
    probing.add(
        curve.name, rate_of(curve.points.back().x, curve.points.back().y, "B/s"),
        fmt::format("{} arrays read and one written, {} bytes per work-item, {} in all", form.reads,
                    form.width, to_text(Bytes{static_cast<std::uint64_t>(curve.points.back().x)})));
    probing.add(std::move(curve));
  }
}

}  // namespace plumb
