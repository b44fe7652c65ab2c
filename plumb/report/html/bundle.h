// plumb/report/html/bundle.h - the page's style and script as they were built into the program.
//
// report-ui/ holds the script; where it could not be bundled it is empty, and pages have
// tables alone. The generated source is made by cmake/embed_page.cmake.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace plumb::embedded {

std::string_view report_style();
std::string_view report_script();
std::string_view report_notices();  // of the libraries in the script

// Their SHA-256 in hexadecimal digits, by which the page's policy admits them.
std::string_view report_style_sha256();
std::string_view report_script_sha256();

}  // namespace plumb::embedded
