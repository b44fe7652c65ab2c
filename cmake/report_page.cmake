# report_page.cmake - the style and the script that reports contain, built into module report.
#
#   PLUMB_REPORT_JS=AUTO   bundled from report-ui/ where its packages can be had (chart_packages.cmake)
#                   ON     the same, an error where that fails
#                   OFF    no script: reports have tables and say how charts are added
#                   PATH   a bundle that was made elsewhere, with notices.txt beside it
# SPDX-FileCopyrightText: The Plumbline authors
# SPDX-License-Identifier: Apache-2.0
set(PLUMB_REPORT_JS AUTO CACHE STRING "charts of reports: AUTO, ON, OFF, or a bundle that was made elsewhere")
set(report_ui ${PROJECT_SOURCE_DIR}/report-ui)
set(report_build ${PROJECT_BINARY_DIR}/report-ui)
file(MAKE_DIRECTORY ${report_build})
set(report_script ${report_build}/none.js)
set(report_notices ${report_build}/none.txt)
set(report_licence "")  # of the script, for packages
file(TOUCH ${report_script} ${report_notices})

set(bundler_machine x64)
if(CMAKE_HOST_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
  set(bundler_machine arm64)
endif()
set(PLUMB_BUNDLER_PACKAGE @esbuild/linux-${bundler_machine})
include(${PROJECT_SOURCE_DIR}/cmake/chart_packages.cmake)

if(PLUMB_REPORT_JS STREQUAL "OFF")
  message(STATUS "charts of reports: left out")
elseif(PLUMB_REPORT_JS MATCHES "^(AUTO|ON)$")
  plumb_chart_packages(lack)
  if(lack STREQUAL "")
    set(report_script ${report_build}/report.js)
    set(report_notices ${report_build}/notices.txt)
    set(packages ${report_build}/node_modules)
    set(report_licence ${packages}/echarts/LICENSE)
    # The sources are bundled beside the packages, where imports find them.
    add_custom_command(OUTPUT ${report_script} ${report_notices}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${report_build}/source
      COMMAND ${CMAKE_COMMAND} -E copy ${report_ui}/report.js ${report_ui}/options.js ${report_ui}/timeline.js ${report_build}/source
      COMMAND ${packages}/${PLUMB_BUNDLER_PACKAGE}/bin/esbuild ${report_build}/source/report.js --bundle --minify --format=iife
        --target=es2020 --charset=ascii --legal-comments=none --log-level=warning --outfile=${report_script}
      COMMAND ${CMAKE_COMMAND} -E cat ${packages}/echarts/NOTICE ${report_ui}/separator.txt ${packages}/zrender/LICENSE
        ${report_ui}/separator.txt ${packages}/echarts/licenses/LICENSE-d3
        ${report_ui}/separator.txt ${packages}/tslib/LICENSE.txt > ${report_notices}
      DEPENDS ${report_ui}/report.js ${report_ui}/options.js ${report_ui}/timeline.js ${report_ui}/package-lock.json VERBATIM)
    message(STATUS "charts of reports: Apache ECharts")
  elseif(PLUMB_REPORT_JS STREQUAL "ON")
    message(FATAL_ERROR "PLUMB_REPORT_JS=ON, but ${lack}")
  else()
    message(STATUS "charts of reports: left out, ${lack}; reports have tables")
  endif()
elseif(EXISTS ${PLUMB_REPORT_JS})
  get_filename_component(report_script ${PLUMB_REPORT_JS} ABSOLUTE)
  get_filename_component(folder ${report_script} DIRECTORY)
  if(EXISTS ${folder}/notices.txt)
    set(report_notices ${folder}/notices.txt)
  endif()
  message(STATUS "charts of reports: ${report_script}")
else()
  message(FATAL_ERROR "PLUMB_REPORT_JS=${PLUMB_REPORT_JS}: no such file; AUTO, ON, OFF or the path of a bundle")
endif()

set(page_source ${PROJECT_BINARY_DIR}/embedded/report_page_texts.cpp)
set(page_style ${PROJECT_SOURCE_DIR}/plumb/report/html/page.css)
add_custom_command(OUTPUT ${page_source}
  COMMAND ${CMAKE_COMMAND} -DSTYLE=${page_style} -DSCRIPT=${report_script} -DNOTICES=${report_notices} -DOUT=${page_source}
    -P ${PROJECT_SOURCE_DIR}/cmake/embed_page.cmake
  DEPENDS ${page_style} ${report_script} ${report_notices} ${PROJECT_SOURCE_DIR}/cmake/embed_page.cmake VERBATIM)
target_sources(plumb_report PRIVATE ${page_source})
set_source_files_properties(${page_source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON
  COMPILE_OPTIONS "-Wno-pedantic")
