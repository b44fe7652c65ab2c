// cli/prediction_record.cpp - writing a record of predictions point by point.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "cli/prediction_record.h"

#include <array>
#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "plumb/base/error.h"

namespace plumb::cli {
namespace {

[[noreturn]] void fail() {
  throw Error(ErrorKind::check_failed,
              fmt::format("cannot keep the record in a temporary file: {}", std::strerror(errno)));
}

}  // namespace

PredictionRecord::PredictionRecord(const std::string& path, bool prints,
                                   const Provenance& provenance) {
  if (!path.empty()) file_.emplace(path);
  if (prints) {
    printed_.reset(std::tmpfile());
    if (printed_ == nullptr) fail();
  }
  write(text_.begin(provenance));
}

void PredictionRecord::write(std::string_view text) {
  if (file_) file_->write(text);
  if (printed_ == nullptr) return;
  if (std::fwrite(text.data(), 1, text.size(), printed_.get()) != text.size()) fail();
}

void PredictionRecord::finish(const std::optional<BreakEvenAnswer>& break_even,
                              const std::vector<std::string>& notes) {
  write(text_.end(break_even, notes));
  if (file_) file_->finish();
  if (printed_ == nullptr) return;
  if (std::fseek(printed_.get(), 0, SEEK_SET) != 0) fail();
  std::array<char, 1U << 16U> piece{};
  while (const std::size_t length = std::fread(piece.data(), 1, piece.size(), printed_.get())) {
    if (std::fwrite(piece.data(), 1, length, stdout) != length) fail();
  }
  if (std::ferror(printed_.get()) != 0) fail();
}

}  // namespace plumb::cli
