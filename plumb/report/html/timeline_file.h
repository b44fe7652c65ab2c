// plumb/report/html/timeline_file.h - reading plumbline.timeline/1, which plumb trace export
// writes.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plumb/base/json.h"
#include "plumb/report/html/page.h"

namespace plumb {

// Refuses (input error) another version and bars of tracks or stamps that are not there.
ReportedTimeline timeline_from_json(const JsonView& view, const std::string& path);

}  // namespace plumb
