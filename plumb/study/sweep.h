// plumb/study/sweep.h - the values of parameters that a command line asks for, in all combinations.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plumb/records/named_texts.h"

namespace plumb::study {

// "64Mi" -> "67108864" (k, M, G: powers of 1000; Ki, Mi, Gi: powers of 1024); other texts
// unchanged.
std::string size_as_digits(const std::string& text);

// "--elements 1Mi,2Mi", "--elements=1Mi" and "--set elements=1Mi": the name and the text behind it.
// Of a name that is given twice the last one counts, an option of its own before --set.
NamedTexts assignments_from(std::span<const std::string> settings,
                            std::span<const std::string> words);

std::vector<std::string> split(std::string_view text, char separator);

// Every item of every list by size_as_digits: "16Mi,1k" -> "16777216,1000".
NamedTexts in_digits(const NamedTexts& lists);

// "a,b" -> {"a", "b"}; "4:1024:x2" -> 4, 8, ... 1024; "10:20:5" -> 10, 15, 20; "1:3" -> 1, 2, 3.
// The last value belongs to a range although rounding may have put a step beyond it: "0:0.3:0.1"
// has four. Suffixes of sizes as in size_as_digits. Refuses an empty range and more than 10^6
// values.
std::vector<std::string> expand_values(const std::string& text);

// All combinations, the last parameter changing fastest; refuses more than 10^6.
using ValueLists = std::vector<std::pair<std::string, std::vector<std::string>>>;
std::vector<NamedTexts> combinations(const ValueLists& lists);

// Takes points out that stand before already, 8 and 8.0 being the same value, and says how many.
std::size_t drop_repeated(std::vector<NamedTexts>& points);

// "morphology K=4 side=1024"
std::string label_of(std::string_view name, const NamedTexts& chosen);

// The number in a text; a refusal names the parameter.
double number_in(const std::string& parameter, const std::string& text);

}  // namespace plumb::study
