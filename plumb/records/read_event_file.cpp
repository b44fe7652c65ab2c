// plumb/records/read_event_file.cpp - reading section by section, up to where a file is whole.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "plumb/base/error.h"
#include "plumb/base/printable.h"
#include "plumb/records/event_file.h"
#include "plumb/records/event_sections.h"

namespace plumb {
namespace {

std::uint64_t number_in(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;)
    value = value << 8U | static_cast<unsigned char>(bytes[i]);
  return value;
}

// Up to `count` bytes; fewer at the end. Memory grows with what is there, not with what a damaged
// length asks for.
std::string bytes_from(std::istream& stream, std::size_t count) {
  constexpr std::size_t largest_read = 1U << 20U;
  std::string bytes;
  while (bytes.size() < count && stream) {
    const std::size_t before = bytes.size();
    bytes.resize(before + std::min(largest_read, count - before));
    stream.read(bytes.data() + before, static_cast<std::streamsize>(bytes.size() - before));
    bytes.resize(before + static_cast<std::size_t>(stream.gcount()));
  }
  return bytes;
}

std::unique_ptr<std::istream> opened(const std::string& path) {
  std::error_code code;
  if (std::filesystem::is_directory(path, code))
    throw Error(ErrorKind::input, fmt::format("cannot read '{}': it is a folder", path));
  auto file = std::make_unique<std::ifstream>(path, std::ios::binary);
  if (!*file)
    throw Error(ErrorKind::input, fmt::format("cannot read '{}': {}", path, std::strerror(errno)));
  return file;
}

std::size_t most_bytes_of(char letter) {
  switch (letter) {
    case 'P':
    case 'C':
      return most_record_bytes;
    case 'A':
    case 'E':
      return most_event_bytes;
    case 'Z':
      return 8;
    default:
      return 0;
  }
}

}  // namespace

EventFileReader::EventFileReader(const std::string& path) : EventFileReader(opened(path), path) {}

EventFileReader::EventFileReader(std::unique_ptr<std::istream> stream, std::string name)
    : stream_(std::move(stream)), name_(std::move(name)) {
  read_signature();
}

void EventFileReader::refuse(std::string_view why) const {
  throw Error(ErrorKind::input, fmt::format("{}: {}", name_, why));
}

void EventFileReader::read_signature() {
  const std::string found = bytes_from(*stream_, event_signature.size());
  position_ = found.size();
  if (found == event_signature) return;
  if (found.empty()) refuse("an empty file, not a trace with events");
  if (event_signature.starts_with(found)) refuse("cut off in its first line: nothing can be read");
  constexpr std::string_view any_version = "plumbline.trace/";
  if (found.starts_with(any_version)) {
    const std::string line = printable_line(found.substr(0, found.find('\n')));
    refuse(
        fmt::format("a trace of another version, '{}'; this program reads '{}': use the version "
                    "of plumb that wrote it, or a newer one",
                    line, event_signature.substr(0, event_signature.size() - 1)));
  }
  const std::size_t text = found.find_first_not_of(" \t\r\n");
  if (text != std::string::npos && found[text] == '{')
    refuse("a record without events; plumb trace run --events FILE writes one that has them");
  refuse("not a trace with events: the first line is another");
}

// Absent: the file ends here, or is damaged; then `cut_` says where.
std::optional<EventFileReader::Section> EventFileReader::read_section() {
  const std::uint64_t start = position_;
  const auto stop = [&](const char* why) {
    cut_ = fmt::format("{}: {} at byte {}; what comes before it is complete", name_, why, start);
    return std::nullopt;
  };
  const std::string head = bytes_from(*stream_, section_head_bytes);
  position_ += head.size();
  if (head.empty()) return std::nullopt;
  if (head.size() < section_head_bytes) return stop("cut off");
  const std::uint64_t length = number_in(std::string_view(head).substr(1));
  if (length > most_bytes_of(head[0])) return stop("damaged");
  std::string bytes = bytes_from(*stream_, length + 4);
  position_ += bytes.size();
  if (bytes.size() < length + 4) return stop("cut off");
  const std::uint64_t checksum = number_in(std::string_view(bytes).substr(length));
  bytes.resize(length);
  if (checksum != checksum_of(bytes, checksum_of(head))) return stop("damaged");
  return Section{head[0], std::move(bytes)};
}

void EventFileReader::read_record(const Section& section) {
  const std::string place = fmt::format("{} (record {})", name_, parts_);
  const Json json = parse_json(section.bytes, place);
  Trace trace = trace_from_json(JsonView(json, place));
  if (trace.points.size() != 1) refuse("a part with another number of points than one");
  const bool closes = section.letter == 'C';
  if (closes && trace.points.front().stamps.size() != point().stamps.size())
    refuse("a part that ends with other stamps than it began with");
  record_ = std::move(trace);
}

void EventFileReader::read_events(const Section& section, const std::optional<Section>& addresses) {
  events_.clear();
  addresses_.clear();
  try {
    decoder_->decode(section.bytes, events_);
    if (addresses) addresses_ = addresses_from(addresses->bytes, events_);
  } catch (const Error& error) {
    refuse(fmt::format("the events before byte {}: {}", position_, error.what()));
  }
  seen_ += events_.size();
}

EventFileReader::Found EventFileReader::ended() {
  if (parts_ == 0 && (!cut_.empty() || !complete_))
    refuse("cut off before its first part is complete: nothing can be read");
  if (cut_.empty() && !complete_)
    cut_ =
        fmt::format("{}: cut off at byte {}; what comes before it is complete", name_, position_);
  events_.clear();
  return Found::end;
}

EventFileReader::Found EventFileReader::next() {
  if (complete_ || !cut_.empty()) return ended();
  std::optional<Section> section = read_section();
  std::optional<Section> addresses;
  if (section && section->letter == 'A') {
    addresses = std::move(section);
    section = read_section();
    if (section && section->letter != 'E') refuse("addresses without the events that they are of");
  }
  if (!section) return ended();
  switch (section->letter) {
    case 'P':
      if (decoder_) refuse("a part begins before the one before it ends");
      read_record(*section);
      decoder_.emplace(point().stamps.size());
      ++parts_;
      return Found::part;
    case 'E':
      if (!decoder_) refuse("events outside of a part");
      read_events(*section, addresses);
      return Found::events;
    case 'C':
      if (!decoder_) refuse("a part ends that did not begin");
      read_record(*section);
      decoder_.reset();
      return Found::closed;
    default:
      if (decoder_) refuse("the file ends within a part");
      if (section->bytes.size() != 8 || number_in(section->bytes) != seen_)
        refuse(fmt::format("it has {} events, and its end counts others", seen_));
      if (stream_->peek() != std::istream::traits_type::eof())
        refuse("more follows behind its end");
      complete_ = true;
      return ended();
  }
}

}  // namespace plumb
