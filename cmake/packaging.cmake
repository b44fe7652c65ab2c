# packaging.cmake - what is installed, and the packages made of it: cpack --config build/release/CPackConfig.cmake
# Two components: `runtime` is the program with its manual, completion and schemas; `development` the modules as libraries with
# their headers. All data that the program needs is embedded, so that an installed tree can be moved.
# SPDX-FileCopyrightText: The Plumbline authors
# SPDX-License-Identifier: Apache-2.0
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# Modules as Plumbline::<module>.
get_property(rules GLOBAL PROPERTY PLUMB_INCLUDE_RULES)
foreach(rule IN LISTS rules)
  string(REGEX REPLACE ":.*" "" module ${rule})
  set_target_properties(plumb_${module} PROPERTIES EXPORT_NAME ${module})
  install(TARGETS plumb_${module} EXPORT PlumblineTargets COMPONENT development
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
endforeach()
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/Plumbline)
install(EXPORT PlumblineTargets NAMESPACE Plumbline:: DESTINATION ${package_folder} COMPONENT development)
set(PLUMB_PACKAGE_LIBRARIES "")
if(TARGET muparser::muparser)
  list(APPEND PLUMB_PACKAGE_LIBRARIES muparser)
endif()
if(TARGET PNG::PNG)
  list(APPEND PLUMB_PACKAGE_LIBRARIES PNG)
endif()
list(JOIN PLUMB_PACKAGE_LIBRARIES " " PLUMB_PACKAGE_LIBRARIES)
configure_package_config_file(cmake/PlumblineConfig.cmake.in ${PROJECT_BINARY_DIR}/PlumblineConfig.cmake
  INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/PlumblineConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/PlumblineConfig.cmake ${PROJECT_BINARY_DIR}/PlumblineConfigVersion.cmake
  DESTINATION ${package_folder} COMPONENT development)

install(TARGETS plumb COMPONENT runtime)
# The forms of every record, for validators of other programs; each has its version in "$id".
install(DIRECTORY schemas/ DESTINATION ${CMAKE_INSTALL_DATADIR}/plumbline/schemas COMPONENT runtime
  FILES_MATCHING PATTERN "*.json")
install(FILES README.md CHANGELOG.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT runtime)
# The program holds Apache ECharts where reports have charts.
if(report_licence)
  install(FILES ${report_licence} DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME LICENSE-echarts COMPONENT runtime)
endif()
if(NOT report_notices MATCHES "/none.txt$")
  install(FILES ${report_notices} DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME NOTICE-echarts COMPONENT runtime)
endif()

# The manual: each page of docs/commands by scripts/man-page; completion by the program itself.
file(GLOB pages CONFIGURE_DEPENDS docs/commands/*.md)
set(installed_texts "")
foreach(page IN LISTS pages)
  get_filename_component(name ${page} NAME_WE)
  string(REGEX REPLACE "^plumb-plumb$" "plumb" manual "plumb-${name}")
  set(manual ${PROJECT_BINARY_DIR}/man/${manual}.1)
  add_custom_command(OUTPUT ${manual}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/man
    COMMAND ${PROJECT_SOURCE_DIR}/scripts/man-page -v version=${PROJECT_VERSION} ${page} > ${manual}
    DEPENDS ${page} scripts/man-page VERBATIM)
  install(FILES ${manual} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT runtime)
  list(APPEND installed_texts ${manual})
endforeach()
foreach(shell IN ITEMS bash zsh)
  set(script ${PROJECT_BINARY_DIR}/completion/${shell})
  add_custom_command(OUTPUT ${script}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/completion
    # A sanitized program must not look for leaks here: that needs rights which a build may not have.
    COMMAND ${CMAKE_COMMAND} -E env ASAN_OPTIONS=detect_leaks=0 $<TARGET_FILE:plumb> completion ${shell} > ${script}
    DEPENDS plumb VERBATIM)
  list(APPEND installed_texts ${script})
endforeach()
install(FILES ${PROJECT_BINARY_DIR}/completion/bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
  RENAME plumb COMPONENT runtime)
install(FILES ${PROJECT_BINARY_DIR}/completion/zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions
  RENAME _plumb COMPONENT runtime)
add_custom_target(installed_texts ALL DEPENDS ${installed_texts})

set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_NAME plumbline)
set(CPACK_PACKAGE_VENDOR "The Plumbline authors")
set(CPACK_PACKAGE_CONTACT "The Plumbline authors <plumbline@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "measures, predicts and explains GPU performance")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL runtime development)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME plumbline)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_RECOMMENDS "ocl-icd-libopencl1, pocl-opencl-icd")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME plumbline-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libfmt-dev, nlohmann-json3-dev, libeigen3-dev")
if(TARGET muparser::muparser)
  string(APPEND CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS ", libmuparser-dev")
endif()
if(TARGET PNG::PNG)
  string(APPEND CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS ", libpng-dev")
endif()
include(CPack)
