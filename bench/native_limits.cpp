// bench/native_limits.cpp - compiled for this very processor, by the compiler's vectors.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/native_limits.h"

#include <algorithm>
#include <chrono>
#include <random>

namespace plumb::bench {
namespace {

#if defined(__AVX512F__)
constexpr std::size_t vector_bytes = 64;
#elif defined(__AVX__)
constexpr std::size_t vector_bytes = 32;
#else
constexpr std::size_t vector_bytes = 16;
#endif

constexpr std::size_t line = 64;
constexpr std::size_t window = (4U << 20U) / line;
constexpr std::size_t words = line / sizeof(void*);

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// The best of several numbers of chains: which one fills the pipes is the processor's secret.
template <class Real, int chains>
double fma_once(std::uint64_t steps) {
  using Vector [[gnu::vector_size(vector_bytes)]] = Real;
  double keep = 0;
  double threads = 0;
  const double start = now();
#pragma omp parallel reduction(+ : keep, threads)
  {
    threads += 1;
    Vector x[chains];
    Vector y = Vector{} + static_cast<Real>(1);
    const Vector m = Vector{} + static_cast<Real>(1.0009765625);
    const Vector c = Vector{} + static_cast<Real>(0.0009765625);
    for (int k = 0; k < chains; ++k) x[k] = y + static_cast<Real>(k);
    for (std::uint64_t i = 0; i < steps; ++i) {
      for (int turn = 0; turn < 4; ++turn) {
        for (int k = 0; k < chains; ++k) x[k] = y * m + x[k];
#if defined(__aarch64__)
        asm volatile("" : "+w"(y));  // the products must not be shared between the turns
#elif defined(__x86_64__)
        asm volatile("" : "+v"(y));
#endif
      }
      y = c - y;
    }
    for (int k = 0; k < chains; ++k) keep += static_cast<double>(x[k][0]);
  }
  const double seconds = now() - start;
  volatile double kept = keep;
  (void)kept;
  constexpr std::size_t lanes = vector_bytes / sizeof(Real);
  return 2.0 * 4 * chains * lanes * static_cast<double>(steps) * threads / seconds;
}

}  // namespace

template <class Real>
double native_fma() {
  constexpr std::uint64_t steps = 200000;
  double best = 0;
  for (int i = 0; i < 3; ++i)
    best = std::max(
        {best, fma_once<Real, 8>(steps), fma_once<Real, 12>(steps), fma_once<Real, 16>(steps)});
  return best;
}

template double native_fma<float>();
template double native_fma<double>();

NativeChain::NativeChain(std::size_t footprint)
    : memory_(footprint / sizeof(void*) + words), nodes_(footprint / line) {
  const auto misaligned = reinterpret_cast<std::uintptr_t>(memory_.data()) % line;
  void** first = memory_.data() + (misaligned == 0 ? 0 : (line - misaligned) / sizeof(void*));
  std::vector<std::size_t> order(nodes_);
  for (std::size_t i = 0; i < nodes_; ++i) order[i] = i;
  std::mt19937_64 random(1);
  for (std::size_t at = 0; at < nodes_; at += window)
    std::shuffle(order.begin() + static_cast<std::ptrdiff_t>(at),
                 order.begin() + static_cast<std::ptrdiff_t>(std::min(at + window, nodes_)),
                 random);
  for (std::size_t i = 0; i < nodes_; ++i)
    first[order[i] * words] = static_cast<void*>(&first[order[(i + 1) % nodes_] * words]);
  start_ = first + order[0] * words;
}

double NativeChain::hop_time() {
  const auto walk = [&](std::uint64_t hops) {
    void** p = start_;
    const double begin = now();
    for (std::uint64_t i = 0; i < hops; ++i) p = static_cast<void**>(*p);
    const double seconds = now() - begin;
    start_ = p;
    return seconds;
  };
  (void)walk(nodes_);
  const std::uint64_t hops = std::max<std::uint64_t>(100000, nodes_ / 4);
  double best = 1;
  for (int i = 0; i < 5; ++i) best = std::min(best, walk(hops) / static_cast<double>(hops));
  return best;
}

}  // namespace plumb::bench
