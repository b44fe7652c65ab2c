// plumb/probe/copies.cpp - filling and comparing, piece by piece.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/probe/copies.h"

#include <algorithm>

#include <fmt/format.h>

#include "plumb/base/error.h"

namespace plumb {

void require_arrays_of(std::uint64_t least, std::uint64_t bytes_each) {
  if (bytes_each < least)
    throw Error(ErrorKind::unavailable,
                fmt::format("each of its arrays takes at least {}, together more than may be used",
                            to_text(Bytes{least})));
}
namespace {

constexpr std::uint64_t piece_bytes = 4U << 20U;

}  // namespace

Copies::Copies(Probing& probing, std::uint64_t bytes)
    : probing_(&probing),
      bytes_(bytes),
      from_(probing.allocate(Bytes{bytes})),
      to_(probing.allocate(Bytes{bytes})) {
  std::vector<float> values(std::min(piece_bytes, bytes) / 4);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 8191);
  for (std::uint64_t at = 0; at < bytes; at += piece_bytes) {
    const std::uint64_t size = std::min(piece_bytes, bytes - at);
    probing.queue().write(*from_, Bytes{at}, std::as_bytes(std::span(values)).first(size));
  }
  probing.queue().wait();
}

void Copies::clear() {
  const std::vector<std::byte> zeros(std::min(piece_bytes, bytes_));
  for (std::uint64_t at = 0; at < bytes_; at += piece_bytes)
    probing_->queue().write(*to_, Bytes{at},
                            std::span(zeros).first(std::min(piece_bytes, bytes_ - at)));
  probing_->queue().wait();
}

void Copies::require_same(std::uint64_t bytes, const std::string& what) {
  std::vector<std::byte> a(std::min(piece_bytes, bytes));
  std::vector<std::byte> b(a.size());
  for (std::uint64_t at = 0; at < bytes; at += piece_bytes) {
    const std::uint64_t size = std::min(piece_bytes, bytes - at);
    probing_->queue().read(std::span(a).first(size), *from_, Bytes{at});
    probing_->queue().read(std::span(b).first(size), *to_, Bytes{at});
    probing_->queue().wait();
    if (!std::equal(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(size), b.begin()))
      throw Error(ErrorKind::check_failed, fmt::format("{} did not copy all of it", what));
  }
}

}  // namespace plumb
