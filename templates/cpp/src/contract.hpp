// What goes over the wire, as C++ values: an observation comes in, a decision goes out.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

struct SymbolObservation {
    std::string symbol;                          // UTF-8, given back byte for byte
    std::vector<double> close_history;           // oldest first; NaN where there was no price
    std::map<std::string, double> fundamentals;  // often empty
    std::vector<std::string> news;               // often empty
};

struct Position {
    std::string symbol;
    double shares = 0.0;
    double avg_price = 0.0;
};

struct Observation {
    std::string date;
    double cash = 0.0;                       // may be stale, as the portfolio
    std::vector<SymbolObservation> symbols;  // in the order of the market
    std::vector<Position> portfolio;
};

enum class Action { buy, sell, hold, close };

struct Order {
    std::string symbol;
    Action action = Action::hold;
    double target_weight = 0.0;        // part of the book, in [-1, 1]
    std::optional<double> confidence;  // in [0, 1]; left out when there is none
    std::string rationale;
};

struct Decision {
    std::vector<Order> orders;
    std::string reasoning;
};
