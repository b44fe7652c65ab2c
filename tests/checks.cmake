# tests/checks.cmake - what is checked without running the program: architecture, headers, format,
# kernels, lint, fuzzing. Label `static`: needed once, not again under the sanitizers. Label `all`:
# run by ./test --all alone. Label `sample`: a part of a check that ./test --all runs whole.
# SPDX-FileCopyrightText: The Plumbline authors
# SPDX-License-Identifier: Apache-2.0

# plumb_check(<name> LABELS <label>... COMMAND <word>...): exit code 77 means skipped. The limit ends what
# waits without end: ten times what the longest check takes on two idle cores.
function(plumb_check name)
  cmake_parse_arguments(PARSE_ARGV 1 C "" "" "LABELS;COMMAND")
  add_test(NAME ${name} COMMAND ${C_COMMAND} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES LABELS "${C_LABELS}" SKIP_RETURN_CODE 77 TIMEOUT 10800)
endfunction()

# What is installed beside the program: the schema of every record, as it stands in the tree.
set(installed ${CMAKE_CURRENT_BINARY_DIR}/installed)
plumb_check(installed_schemas LABELS static COMMAND sh -c
  "rm -rf ${installed} && ${CMAKE_COMMAND} --install ${PROJECT_BINARY_DIR} --prefix ${installed} >${installed}.log && diff -r schemas ${installed}/${CMAKE_INSTALL_DATADIR}/plumbline/schemas")

# The packages, and what other programs and shells make of an installed tree.
plumb_check(packages LABELS static all COMMAND tests/scripts/package_test ${PROJECT_BINARY_DIR})
# The .deb on a Debian that has nothing else.
plumb_check(bare_debian LABELS static all COMMAND tests/scripts/bare_debian_test ${PROJECT_BINARY_DIR})

# The architecture: no module includes what its DEPENDS line does not name.
get_property(rules GLOBAL PROPERTY PLUMB_INCLUDE_RULES)
plumb_check(include_rules LABELS static
  COMMAND ${CMAKE_COMMAND} -DROOT=. "-DRULES=${rules}" -P cmake/check_includes.cmake)
plumb_check(include_rules_can_fail LABELS static
  COMMAND ${CMAKE_COMMAND} -DROOT=. "-DRULES=base:;records:;run:base" -P cmake/check_includes.cmake)
set_tests_properties(include_rules_can_fail PROPERTIES WILL_FAIL ON)

plumb_check(headers_stand_alone LABELS static all COMMAND scripts/check headers ${PROJECT_BINARY_DIR})

plumb_check(format LABELS static COMMAND scripts/check format)
plumb_check(file_lengths LABELS static COMMAND scripts/check lengths)
plumb_check(own_words LABELS static COMMAND scripts/check words)
plumb_check(clang_tidy LABELS static all COMMAND scripts/check tidy ${PROJECT_BINARY_DIR})
plumb_check(fuzz LABELS static all COMMAND scripts/check fuzz 60)

# The scripts of the build, of the tests themselves and of the benchmarks.
foreach(script IN ITEMS setup progress count_tests pass_bytes plot_accuracy)
  plumb_check(scripts.${script} LABELS static COMMAND tests/scripts/${script}_test)
endforeach()

# What a newcomer's build draws charts with, fetched anew.
plumb_check(scripts.chart_packages LABELS static all COMMAND tests/scripts/chart_packages_test ${PROJECT_BINARY_DIR})

# Reports in a real browser; screenshots stay in the build folder. All of the stored records with --all.
plumb_check(report_in_browser LABELS static sample COMMAND tests/scripts/report_in_browser
  $<TARGET_FILE:plumb> $<TARGET_FILE:write_made_up_pages> ${PROJECT_BINARY_DIR}/report-pages few)
plumb_check(report_in_browser_can_fail LABELS static COMMAND tests/scripts/report_in_browser
  $<TARGET_FILE:plumb> $<TARGET_FILE:write_made_up_pages> ${PROJECT_BINARY_DIR}/report-pages-broken broken)
plumb_check(reports_in_browser LABELS static all COMMAND tests/scripts/report_in_browser
  $<TARGET_FILE:plumb> $<TARGET_FILE:write_made_up_pages> ${PROJECT_BINARY_DIR}/report-pages-all all)

# Reports that are kept, that hold very much, and that a program without charts makes.
plumb_check(scripts.stored_reports LABELS static COMMAND tests/scripts/stored_reports_test
  $<TARGET_FILE:plumb> $<TARGET_FILE:write_page_without_script> ${PROJECT_BINARY_DIR}/stored-reports)

# The labels by which people choose tests reach every test.
plumb_check(labels LABELS static COMMAND scripts/check labels ${PROJECT_BINARY_DIR})

# One program for every machine: no GPU's library is linked, staged headers are enough.
plumb_check(links LABELS static COMMAND scripts/check links $<TARGET_FILE:plumb>)
plumb_check(staged LABELS static all COMMAND scripts/check staged)

# A new workload is a folder and two lines.
plumb_check(recipe LABELS static all COMMAND scripts/check recipe)

# Kernels as OpenCL C 1.2, the way every workload builds them.
get_property(kernels GLOBAL PROPERTY PLUMB_KERNELS)
plumb_check(kernels_have_headers LABELS static COMMAND scripts/check kernel-headers ${kernels})

# A kernel is right or wrong the first time.
set(once --no-timing)
# Memory errors and data races inside kernels, at small odd sizes; an empty log is the only success.
plumb_check(oclgrind.stream LABELS static COMMAND scripts/check oclgrind $<TARGET_FILE:plumb>
  run stream --variant all --precision f32,f64 --elements 1,1003 --groups 3 --chunk 100
  ${once})
plumb_check(oclgrind.himeno LABELS static COMMAND scripts/check oclgrind $<TARGET_FILE:plumb>
  run himeno --variant wide,blocked,plane,naive,row,base,barrier,swap,shape,resident,threads,padding --size 3x4x5,5x6x19 --iterations 2
  ${once})
plumb_check(oclgrind.lu LABELS static COMMAND scripts/check oclgrind $<TARGET_FILE:plumb>
  run lu --variant all --form tiles,loops --size 3,37 --block 32 --panel 16 ${once})
plumb_check(oclgrind.sparse LABELS static COMMAND scripts/check oclgrind $<TARGET_FILE:plumb>
  run sparse --variant all --form wide,loop --matrix banded,random --size 1,67 --nonzeros 5 --chunk 16
  ${once})
plumb_check(oclgrind.poisson LABELS static COMMAND scripts/check oclgrind $<TARGET_FILE:plumb>
  run poisson --variant jacobi,red_black,thesis --form items,rows --values 1,4 --n 2x9,7 --norm sum --tolerance 1 --check 4 --max-iterations 8 ${once})
plumb_check(oclgrind.poisson_tiles LABELS static COMMAND scripts/check oclgrind $<TARGET_FILE:plumb>
  run poisson --variant blocked,on_chip --steps 2 --strip 4 --form items --n 13x9 --norm sum --tolerance 1 --check 4 --max-iterations 8 ${once})
plumb_check(oclgrind.poisson_3d LABELS static COMMAND scripts/check oclgrind $<TARGET_FILE:plumb>
  run poisson --variant jacobi,red_black,slices --dim 3 --form items,rows --n 5x9x4 --rhs random --boundary random --iterations 3 ${once})
plumb_check(oclgrind.poisson_cg LABELS static COMMAND scripts/check oclgrind $<TARGET_FILE:plumb>
  run poisson --variant cg,cg_multigrid --precision f32 --form items,rows --n 3x10 --iterations 2 ${once})
plumb_check(oclgrind.poisson_multigrid LABELS static COMMAND scripts/check oclgrind $<TARGET_FILE:plumb>
  run poisson --variant multigrid,refinement --precision mixed --form items,rows --n 3x10,13 --rhs random --iterations 2 ${once})
plumb_check(oclgrind.poisson_boxes LABELS static COMMAND scripts/check oclgrind $<TARGET_FILE:plumb>
  run poisson --variant multigrid,cg,refinement --dim 3 --form items,rows --n 3x4x5 --rhs random --iterations 1 ${once})
plumb_check(oclgrind.poisson_source LABELS static COMMAND scripts/check oclgrind $<TARGET_FILE:plumb>
  run poisson --variant cg,blocked --steps 2 --strip 4 --form items --n 5x4 --rhs random --tolerance 1e-9 --check 2 --max-iterations 3 --no-verify ${once})
plumb_check(oclgrind.poisson_cycles LABELS static COMMAND scripts/check oclgrind $<TARGET_FILE:plumb>
  run poisson --variant multigrid --form items --n 5x4 --rhs random --tolerance 1e-9 --max-iterations 3 --no-verify ${once})
plumb_check(oclgrind.poisson_rounds LABELS static COMMAND scripts/check oclgrind $<TARGET_FILE:plumb>
  run poisson --variant jacobi --form rows --n 2x3 --iterations 4098 --no-verify ${once})
if(TARGET muparser::muparser)
  plumb_check(oclgrind.norm LABELS static COMMAND scripts/check oclgrind $<TARGET_FILE:plumb>
    run docs/applications/norm.toml --n 1,1003 --groups 2 ${once})
  plumb_check(oclgrind.rod LABELS static COMMAND scripts/check oclgrind $<TARGET_FILE:plumb>
    run docs/applications/rod.toml --n 1,131 --loss 1 ${once})
endif()
plumb_check(oclgrind.livermore LABELS static COMMAND scripts/check oclgrind $<TARGET_FILE:plumb>
  run livermore --kernel 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24 --data random --span 67 --chunk 1,16
  --precision f64 ${once})
plumb_check(oclgrind.livermore_tiles LABELS static COMMAND scripts/check oclgrind $<TARGET_FILE:plumb>
  run livermore --kernel 5,14,17,20,23 --scatter atomic --data hard --span 2500 --chunk 1,16
  ${once})
plumb_check(oclgrind.morphology LABELS static COMMAND scripts/check oclgrind $<TARGET_FILE:plumb>
  run morphology --variant all --kernels gpu,cpu --pixel uchar4,float --element 9x5 --operation open --size 37x19,36x19
  ${once})
plumb_check(oclgrind.morphology_long LABELS static COMMAND scripts/check oclgrind $<TARGET_FILE:plumb>
  run morphology --variant decomposed --kernels gpu --pixel uchar4,float --element 33x31 --size 77x63
  ${once})
plumb_check(oclgrind.morphology_long_rows LABELS static COMMAND scripts/check oclgrind $<TARGET_FILE:plumb>
  run morphology --variant decomposed --kernels gpu --pixel uchar4,float --element 300x1 --size 703x3
  ${once})
plumb_check(oclgrind.morphology_long_columns LABELS static COMMAND scripts/check oclgrind $<TARGET_FILE:plumb>
  run morphology --variant decomposed --kernels gpu --pixel uchar4,float --element 1x290 --size 3x611
  ${once})
plumb_check(oclgrind.morphology_small LABELS static COMMAND scripts/check oclgrind $<TARGET_FILE:plumb>
  run morphology --variant decomposed --kernels cpu --pixel uchar4,float --element 5x3 --size 37x19
  ${once})
plumb_check(oclgrind.gaussian LABELS static COMMAND scripts/check oclgrind $<TARGET_FILE:plumb>
  run gaussian --variant all --kernels gpu,cpu --pixel uchar4,float,float4 --taps 5 --size 37x19,36x19
  ${once})
plumb_check(oclgrind.gaussian_image LABELS static COMMAND scripts/check oclgrind $<TARGET_FILE:plumb>
  run gaussian --variant two_pass --source image --kernels gpu --pixel uchar4,float,float4 --taps 5 --size 37x19
  ${once})
plumb_check(oclgrind.volume LABELS static COMMAND scripts/check oclgrind $<TARGET_FILE:plumb>
  run volume --variant all --size 5x7x3 --pixels 9x5 --block 4x2 --view 0:0:0,90:0:90,20:-35:10 ${once})
plumb_check(oclgrind.cache_flush LABELS static COMMAND scripts/check oclgrind
  $<TARGET_FILE:measure_test> --gtest_filter=*CacheFlushOnDevice.the_kernel*)
# Programs kept as binaries: PoCL keeps its kernels itself, so on a machine without a GPU this driver alone
# shows what becomes of them.
plumb_check(oclgrind.program_cache LABELS static COMMAND scripts/check oclgrind
  $<TARGET_FILE:device_test> --gtest_filter=*ProgramCacheOnDevice.*:*ParametersOfKernels.*)

# The probes of kernels with many forms in less memory: each form counts, not its size.
plumb_check(oclgrind.probe LABELS static COMMAND scripts/check oclgrind
  $<TARGET_FILE:plumb> probe --brief -q --only latency,bandwidth,compute,overlap,mix --max-memory 64Ki)
plumb_check(oclgrind.probe_copies LABELS static COMMAND scripts/check oclgrind
  $<TARGET_FILE:plumb> probe --brief -q --only barrier,contention,launch,streams,threads --max-memory 2100Ki)
plumb_check(oclgrind.probe_patterns LABELS static COMMAND scripts/check oclgrind
  $<TARGET_FILE:plumb> probe --brief -q --only patterns --max-memory 64Ki)

plumb_check(sanitizer LABELS static gpu COMMAND scripts/check sanitizer ${PROJECT_BINARY_DIR})
set_tests_properties(sanitizer PROPERTIES RUN_SERIAL ON)

# Leaks, in this one test only: the scan costs ten seconds per process.
if(PLUMB_SANITIZE)
  plumb_check(leaks LABELS leaks COMMAND scripts/check leaks $<TARGET_FILE:plumb>)
endif()
