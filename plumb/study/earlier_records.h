// plumb/study/earlier_records.h - records of another version of plumb that lie where a survey
// writes its own: they are put into a folder beside, so that nothing is lost and nothing is in the
// way.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "plumb/base/json.h"

namespace plumb::study {

// Whether a record is of the kind of `schema`, but of another version of it, and so not readable.
bool is_of_another_schema(const Json& record, std::string_view schema);
// That, or written by another version of the program than `here`.
bool is_of_another_version(const Json& record, std::string_view schema, std::string_view here);

// Moves the files, all of them in `folder`, into a folder within it that is new, and gives its
// name: "survey-results/earlier-1".
std::string put_aside(const std::string& folder, std::span<const std::string> files);

}  // namespace plumb::study
