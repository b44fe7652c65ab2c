// plumb/application/demand_parts.h - what a pass of an application demands, as expressions.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "plumb/application/application.h"
#include "plumb/application/expression.h"
#include "plumb/application/toml_tree.h"

namespace plumb {

struct AccessPart {
  Expression references{1};
  Expression bytes{4};
  Expression width{4};
  Expression streams{1};
  Expression footprint;
  Expression row_bytes;
  Expression dependent;
  Expression executed;
  Expression ahead;
  Pattern pattern = Pattern::self;
  Use use = Use::read;
  Reuse reuse = Reuse::unit;
  Sampler sampler = Sampler::none;
};

// Operations of one point, by kind.
struct OperationPart {
  double Operations::* kind = nullptr;
  std::string_view name;
  Expression count;
};

struct OperationsPart {
  Scalar type = Scalar::f32;
  std::vector<OperationPart> kinds;
};

// The accesses of a pass: its [[pass.access]] tables, or the one that stands in the pass itself.
std::vector<AccessPart> read_accesses(const TomlView& pass, Application::Parts& parts);
OperationsPart read_operations(const TomlView& view, Application::Parts& parts);

// With the values that the variables have now.
Access access_of(const AccessPart& part);
Operations operations_of(const OperationsPart& part);

}  // namespace plumb
