// All of it is in one header.
#pragma once
#include <catch2/catch_test_macros.hpp>
