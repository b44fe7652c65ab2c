# bench/accuracy/predicting.cmake - which sources predictions depend on: the model, and the passes and kernels.
# SPDX-FileCopyrightText: The Plumbline authors
# SPDX-License-Identifier: Apache-2.0
set(predicting_patterns "")
foreach(suffix IN ITEMS cpp h cl clh cu cuh)
  list(APPEND predicting_patterns plumb/model/*.${suffix} plumb/workloads/*.${suffix})
endforeach()
list(APPEND predicting_patterns docs/applications/*.toml docs/applications/*.cl)
