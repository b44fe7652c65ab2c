// cli/report_timelines.h - events of traces as the timelines of a report.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plumb/report/html/page.h"

namespace plumb::cli {

// Whether the file is one of events, which plumb trace run --events writes: they are not JSON.
bool holds_events(const std::string& path);

// Of such a file. Its bars are those that plumb trace export --format timeline writes; what is
// whole of a file that was cut off, with a note.
ReportedTimeline timeline_of_events(const std::string& path);

}  // namespace plumb::cli
