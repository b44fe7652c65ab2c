// plumb/model/plumbline/caches.h - what the caches of a profile hold.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plumb/records/profile.h"

namespace plumb {

// Bytes of the cache behind which memory lies; 0 where none was found.
double largest_cache(const Profile& profile);

}  // namespace plumb
