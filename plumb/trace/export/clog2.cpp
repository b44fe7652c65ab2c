// plumb/trace/export/clog2.cpp - writing ranks, states and events, block by block.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/trace/export/clog2.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace plumb::trace {
namespace {

using clog2::RecordType;

// From 600 on each state has two numbers for events; from 5000 on they mean something else. What
// is beyond shares the last state.
constexpr std::uint32_t most_states = 2200;
constexpr std::uint32_t first_state = 300;
constexpr std::uint32_t first_event = 600;

// The viewer stops at a name that is not in its list of X11 colours.
constexpr std::array<std::string_view, 8> colours{"red",    "green",  "blue",  "yellow",
                                                  "orange", "purple", "brown", "pink"};
constexpr std::string_view cargo_format = "sm=%d grid=%d block=%d warp=%d lanes=%x";
static_assert(cargo_format.size() < 40);

double seconds_of(std::uint64_t picoseconds) { return static_cast<double>(picoseconds) * 1e-12; }

}  // namespace

// Every record's size is known before: so is where the table behind the blocks will stand.
Clog2Exporter::Clog2Exporter(const EventSurvey& survey, Sink sink)
    : survey_(&survey), sink_(std::move(sink)) {
  for (const std::uint16_t lines : survey.lines) {
    first_ranks_.push_back(ranks_);
    ranks_ += lines;
  }
  states_ = std::min(static_cast<std::uint32_t>(survey.stamps.size()), most_states);
  clog2::BlockCount blocks;
  for (std::uint32_t i = 0; i < ranks_; ++i) blocks.add(clog2::communicator_bytes);
  for (std::uint32_t i = 0; i < states_; ++i) blocks.add(clog2::state_definition_bytes);
  for (std::uint64_t i = 0; i < 2 * survey.events; ++i) blocks.add(clog2::event_with_cargo_bytes);
  sink_(clog2::text_of(
      {.ranks = std::max(ranks_, 1U),
       .states = states_,
       .communicators_at = clog2::preamble_bytes + blocks.blocks() * clog2::block_bytes}));
  write_definitions();
}

void Clog2Exporter::make_room(std::size_t bytes) {
  if (count_.add(bytes)) close_block(RecordType::end_of_block);
}

void Clog2Exporter::close_block(RecordType type) {
  clog2::append_head(block_, seconds_of(latest_), 0, type);
  block_.resize(clog2::block_bytes, '\0');
  sink_(block_);
  block_.clear();
}

void Clog2Exporter::write_definitions() {
  for (std::uint32_t rank = 0; rank < ranks_; ++rank) {
    make_room(clog2::communicator_bytes);
    clog2::append_head(block_, 0, rank, RecordType::communicator);
    clog2::append_word(block_, 0);  // the world is made
    clog2::append_word(block_, 0);
    clog2::append_word(block_, rank);
    clog2::append_word(block_, rank);
    clog2::append_identity(block_);
  }
  for (std::uint32_t i = 0; i < states_; ++i) {
    make_room(clog2::state_definition_bytes);
    clog2::append_head(block_, 0, 0, RecordType::state_definition);
    clog2::append_word(block_, first_state + i);
    clog2::append_word(block_, first_event + 2 * i);
    clog2::append_word(block_, first_event + 2 * i + 1);
    clog2::append_word(block_, 0);
    clog2::append_text(block_, colours[i % colours.size()], 24);
    const bool shared = i + 1 == most_states && survey_->stamps.size() > most_states;
    clog2::append_text(block_, shared ? "further stamps" : shown_name(survey_->stamps[i]), 32);
    clog2::append_text(block_, cargo_format, 40);
  }
}

void Clog2Exporter::begin_part(const Trace& record) {
  const TracedPoint& point = record.points.front();
  clock_.begin_part(point);
  lines_.clear();
  stamps_ = survey_->stamps_of(point);
}

void Clog2Exporter::write_event(std::uint64_t picoseconds, std::uint32_t event,
                                const OpenAccess& access) {
  make_room(clog2::event_with_cargo_bytes);
  latest_ = picoseconds;
  std::array<char, clog2::event_with_cargo_bytes> record{};
  const auto time = std::bit_cast<std::uint64_t>(seconds_of(picoseconds));
  clog2::put_word(&record[0], static_cast<std::uint32_t>(time >> 32U));
  clog2::put_word(&record[4], static_cast<std::uint32_t>(time));
  clog2::put_word(&record[12], access.rank);
  clog2::put_word(&record[20], static_cast<std::uint32_t>(RecordType::event_with_cargo));
  clog2::put_word(&record[24], event);
  for (std::size_t i = 0; i < access.cargo.size(); ++i)
    clog2::put_word(&record[32 + 4 * i], access.cargo[i]);
  block_.append(record.data(), record.size());
}

void Clog2Exporter::close_until(std::uint64_t picoseconds) {
  while (!open_.empty() && open_.top().end <= picoseconds) {
    const OpenAccess access = open_.top();
    open_.pop();
    write_event(access.end, first_event + 2 * access.state + 1, access);
  }
}

// At one moment ends come before begins: states of one line that follow each other do not overlap.
void Clog2Exporter::add(std::span<const TraceEvent> events) {
  for (const TraceEvent& event : events) {
    const std::uint64_t begin = clock_.picoseconds(event.begin);
    close_until(begin);
    const OpenAccess access{
        .end = clock_.picoseconds(event.end),
        .rank = first_ranks_[place_of(event)] + lines_.line_of(event),
        .state = std::min(stamps_[event.stamp], states_ - 1),
        .cargo = {event.processor, event.launch, event.block, event.warp, event.lanes}};
    write_event(begin, first_event + 2 * access.state, access);
    open_.push(access);
  }
}

void Clog2Exporter::end_part() { close_until(UINT64_MAX); }

void Clog2Exporter::finish() {
  close_until(UINT64_MAX);
  latest_ += 1000;  // the viewer does not show what lies at the very end
  close_block(RecordType::end_of_log);
  clog2::append_word(block_, 1);
  clog2::append_identity(block_);
  clog2::append_word(block_, 0);
  clog2::append_word(block_, 1);  // within one group of ranks
  sink_(block_);
}

}  // namespace plumb::trace
