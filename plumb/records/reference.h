// plumb/records/reference.h - what the buffers of a Program must hold after one execution.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace plumb {

// Writes the expected scalars [first, first + out.size()) of `buffer`. Asked piece by piece and in
// order, so that checking a large buffer needs no second copy of it. Empty: there is no reference.
using Reference =
    std::function<void(std::string_view buffer, std::uint64_t first, std::span<double> out)>;

// Reads the same scalars back from the device.
using Reader =
    std::function<void(std::string_view buffer, std::uint64_t first, std::span<double> out)>;

// What the host has computed for one point and others need, too: the variants of one size have the
// same solution. Each is made when it is first asked for.
class ReferenceStore {
 public:
  using Arrays = std::vector<std::vector<double>>;

  ReferenceStore() = default;
  explicit ReferenceStore(std::function<bool()> interrupted)
      : interrupted_(std::move(interrupted)) {}

  // Called now and then by references that compute for long: throws ErrorKind::interrupted.
  void refuse_if_interrupted() const;

  // The arrays of `problem` in that `form`. They are large, so those of another problem go first:
  // what was returned for it is gone.
  const Arrays& of(const std::string& problem, const std::string& form,
                   const std::function<Arrays()>& make);

 private:
  std::function<bool()> interrupted_ = [] { return false; };
  std::string problem_;
  std::map<std::string, Arrays> forms_;
};

}  // namespace plumb
