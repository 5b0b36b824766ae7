// Between lines of JSON and the values of contract.hpp. You should not need to edit this.
#pragma once

#include <string>
#include <string_view>

#include "contract.hpp"

// Both throw std::runtime_error and say what is wrong.
Observation read_observation(std::string_view line);

// One line without its end. Refuses what the harness would refuse, so that a slip in the
// strategy stops here, with its name, and not as a lost decision in a run.
std::string write_decision(const Decision& decision, const Observation& observation);
