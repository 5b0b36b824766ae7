// protocol loop: reads one observation per line, writes one decision per line; you should
// not need to edit this. The strategy is in strategy.cpp.

#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>

#include "protocol.hpp"
#include "strategy.hpp"

int main() try {
    Strategy strategy;
    std::string line, date, answer;
    while (std::getline(std::cin, line)) {
        const Observation observation = read_observation(line);
        // The same date again is the same step, asked again: it gets the same answer, and
        // the strategy does not count it twice.
        if (observation.date != date) {
            answer = write_decision(strategy.decide(observation), observation);
            date = observation.date;
        }
        // Without the flush the answer would wait in a buffer until stdin ends.
        std::cout << answer << '\n' << std::flush;
        if (!std::cout) throw std::runtime_error("stdout was closed");
    }
    return 0;
} catch (const std::exception& error) {
    std::cerr << "agent: " << error.what() << std::endl;
    return 1;
}
