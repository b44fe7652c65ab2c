// plumb/report/artifact_table.h - what became of an artifact's records when they were measured
// again.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/records/verified_record.h"
#include "plumb/report/table.h"

namespace plumb {

Table artifact_table(const VerifiedArtifact& verified);

}  // namespace plumb
