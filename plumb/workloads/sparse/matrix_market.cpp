// plumb/workloads/sparse/matrix_market.cpp - reading Matrix Market files.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <tuple>

#include <fmt/format.h>

#include "plumb/base/error.h"
#include "plumb/workloads/sparse/matrix.h"

namespace plumb::sparse {
namespace {

constexpr std::uint64_t largest_side = 1ULL << 31U;

struct Entry {
  std::uint32_t row = 0;
  std::uint32_t column = 0;
  double value = 0;
};

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

class MarketText {
 public:
  MarketText(std::string_view text, const std::string& name) : rest_(text), name_(&name) {}

  Matrix matrix() {
    read_header();
    read_sizes();
    for (std::uint64_t i = 0; i < announced_; ++i) read_entry(i);
    while (next_line()) {
      if (!words_.empty()) refuse(fmt::format("more than the {} elements announced", announced_));
    }
    return ordered();
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    throw Error(ErrorKind::input, fmt::format("{}:{}: {}", *name_, line_, why));
  }

  // The words of the next line; false at the end.
  bool next_line() {
    if (rest_.empty()) return false;
    std::string_view line = rest_.substr(0, rest_.find('\n'));
    rest_.remove_prefix(std::min(rest_.size(), line.size() + 1));
    ++line_;
    words_.clear();
    constexpr std::string_view blanks = " \t\r";
    for (std::size_t at = line.find_first_not_of(blanks); at != std::string_view::npos;
         at = line.find_first_not_of(blanks, at)) {
      const std::size_t end = std::min(line.find_first_of(blanks, at), line.size());
      words_.push_back(line.substr(at, end - at));
      at = end;
      if (words_.size() > most_words) refuse("too many words");
    }
    return true;
  }

  // That has something to say.
  void next_line_with_numbers(const std::string& missing) {
    while (next_line()) {
      if (!words_.empty() && words_.front().front() != '%') return;
    }
    refuse(missing);
  }

  template <class Number>
  [[nodiscard]] Number number(std::size_t word, std::string_view what) const {
    if (word >= words_.size()) refuse(fmt::format("{} is missing", what));
    std::string_view text = words_[word];
    if (text.size() > 1 && text.front() == '+') text.remove_prefix(1);
    Number value{};
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code == std::errc::result_out_of_range)
      refuse(fmt::format("{} is beyond the range of its type", what));
    if (code != std::errc{} || end != text.data() + text.size())
      refuse(fmt::format("{} is not a number", what));
    return value;
  }

  void read_header() {
    if (!next_line() || words_.empty() || lower_case(words_[0]) != "%%matrixmarket")
      refuse("is not a Matrix Market file: the first line does not begin with %%MatrixMarket");
    if (words_.size() != 5) refuse("expected %%MatrixMarket matrix coordinate FIELD SYMMETRY");
    if (lower_case(words_[1]) != "matrix" || lower_case(words_[2]) != "coordinate")
      refuse("only 'matrix coordinate' is sparse");
    const std::string field = lower_case(words_[3]);
    if (field != "real" && field != "integer" && field != "pattern")
      refuse(fmt::format("field '{}': must be real, integer or pattern", field));
    pattern_ = field == "pattern";
    const std::string symmetry = lower_case(words_[4]);
    if (symmetry != "general" && symmetry != "symmetric" && symmetry != "skew-symmetric")
      refuse(fmt::format("symmetry '{}': must be general, symmetric or skew-symmetric", symmetry));
    if (symmetry != "general") mirrored_ = symmetry == "symmetric" ? 1.0 : -1.0;
  }

  void read_sizes() {
    next_line_with_numbers("the line with the sizes is missing");
    rows_ = number<std::uint64_t>(0, "the number of rows");
    columns_ = number<std::uint64_t>(1, "the number of columns");
    announced_ = number<std::uint64_t>(2, "the number of elements");
    if (rows_ == 0 || columns_ == 0 || rows_ > largest_side || columns_ > largest_side)
      refuse(fmt::format("{} x {}: a side must be 1 to {}", rows_, columns_, largest_side));
    // A few bytes must not ask for gigabytes: most rows and columns have an element.
    const std::uint64_t most = (1ULL << 20U) + 64 * announced_;
    if (announced_ <= largest_side && std::max(rows_, columns_) > most)
      refuse(fmt::format("{} x {} with {} elements: a side may be {}", rows_, columns_, announced_,
                         most));
    if (mirrored_ && rows_ != columns_)
      refuse(fmt::format("{} x {} is not square, so it cannot be symmetric", rows_, columns_));
    // An element takes two numbers at least: what is announced is believed only so far.
    if (announced_ > rest_.size() / 3)
      refuse(fmt::format("{} elements are announced, the file has no room for them", announced_));
  }

  void read_entry(std::uint64_t number_of_entry) {
    next_line_with_numbers(fmt::format("{} of the {} elements announced are missing",
                                       announced_ - number_of_entry, announced_));
    const auto row = number<std::uint64_t>(0, "the row");
    const auto column = number<std::uint64_t>(1, "the column");
    if (row < 1 || row > rows_) refuse(fmt::format("row {}: must be 1 to {}", row, rows_));
    if (column < 1 || column > columns_)
      refuse(fmt::format("column {}: must be 1 to {}", column, columns_));
    const double value = pattern_ ? 1.0 : number<double>(2, "the value");
    if (!std::isfinite(value)) refuse("the value is not finite");
    if (words_.size() != (pattern_ ? 2U : 3U)) refuse("expected the end of the line");
    const auto i = static_cast<std::uint32_t>(row - 1);
    const auto j = static_cast<std::uint32_t>(column - 1);
    entries_.push_back({i, j, value});
    if (mirrored_ && i != j) entries_.push_back({j, i, *mirrored_ * value});
  }

  Matrix ordered() {
    // By value, too: entries of one place have the same sum in whatever order they stand.
    std::ranges::sort(entries_, {}, [](const Entry& entry) {
      return std::tuple(entry.row, entry.column, entry.value);
    });
    Matrix matrix{.rows = rows_, .columns = columns_, .starts = {}};
    std::uint64_t row = 0;
    const Entry* before = nullptr;
    for (const Entry& entry : entries_) {
      if (before != nullptr && before->row == entry.row && before->column == entry.column) {
        matrix.values.back() += entry.value;
        continue;
      }
      for (; row <= entry.row; ++row) matrix.starts.push_back(matrix.places.size());
      matrix.places.push_back(entry.column);
      matrix.values.push_back(entry.value);
      before = &entry;
    }
    matrix.starts.resize(rows_ + 1, matrix.places.size());
    return matrix;
  }

  static constexpr std::size_t most_words = 16;

  std::string_view rest_;
  const std::string* name_;
  std::size_t line_ = 0;
  std::vector<std::string_view> words_;
  bool pattern_ = false;
  std::optional<double> mirrored_;
  std::uint64_t rows_ = 0;
  std::uint64_t columns_ = 0;
  std::uint64_t announced_ = 0;
  std::vector<Entry> entries_;
};

}  // namespace

Matrix matrix_from_text(std::string_view text, const std::string& name) {
  return MarketText(text, name).matrix();
}

}  // namespace plumb::sparse
