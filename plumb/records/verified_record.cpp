// plumb/records/verified_record.cpp - the words for what a second measurement showed.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#include "plumb/records/verified_record.h"

namespace plumb {

std::string_view name_of(Reproduction reproduction) {
  switch (reproduction) {
    case Reproduction::same:
      return "same";
    case Reproduction::different:
      return "different";
    case Reproduction::ambiguous:
      return "ambiguous";
    case Reproduction::elsewhere:
      return "elsewhere";
    case Reproduction::failed:
      return "failed";
    case Reproduction::not_rerun:
      break;
  }
  return "not rerun";
}

}  // namespace plumb
