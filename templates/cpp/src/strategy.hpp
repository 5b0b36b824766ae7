// edit this: what the strategy remembers from one step to the next.
#pragma once

#include <map>
#include <string>

#include "contract.hpp"

class Strategy {
public:
    // Asked once for each date, in order.
    Decision decide(const Observation& observation);

private:
    struct Holding {
        bool in = false;
        double target = 0.0;  // the weight asked for last, whatever the portfolio shows
    };

    Order order_for(const SymbolObservation& observed, double share);

    std::map<std::string, Holding> holdings_;
};
