// edit this: "steady trend". Holds an equal share of every symbol that stands clearly above
// its own average close, and nothing of those that stand clearly below it.

#include "strategy.hpp"

#include <algorithm>
#include <cmath>

namespace {

constexpr std::size_t shortest_history = 10;
constexpr double invested = 0.9;  // the rest stays cash
// Between these multiples of the average nothing changes: no trade on noise.
constexpr double upper_edge = 1.01;
constexpr double lower_edge = 0.99;

// Added up oldest first: another order would round differently.
double average(const std::vector<double>& closes) {
    double sum = 0.0;
    for (const double close : closes) sum += close;
    return sum / static_cast<double>(closes.size());
}

Action action_of(double target, double before) {
    if (target > before) return Action::buy;
    if (target < before) return target == 0.0 ? Action::close : Action::sell;
    return Action::hold;
}

}  // namespace

Decision Strategy::decide(const Observation& observation) {
    const double share = invested / static_cast<double>(observation.symbols.size());
    Decision decision;
    decision.reasoning = "steady trend";
    for (const SymbolObservation& observed : observation.symbols) {
        decision.orders.push_back(order_for(observed, share));
    }
    return decision;
}

Order Strategy::order_for(const SymbolObservation& observed, double share) {
    Holding& holding = holdings_[observed.symbol];
    const std::vector<double>& closes = observed.close_history;
    Order order;
    order.symbol = observed.symbol;
    if (closes.size() < shortest_history) {
        order.rationale = "too little history";
    } else if (const double mean = average(closes); !(mean > 0.0 && std::isfinite(mean))) {
        order.rationale = "no usable price";
    } else {
        const double last = closes.back();
        if (last > mean * upper_edge) {
            holding.in = true;
        } else if (last < mean * lower_edge) {
            holding.in = false;
        }
        order.confidence = std::min(0.5 + std::abs(last / mean - 1.0) * 2.0, 0.9);
        order.rationale = holding.in ? "trend up" : "trend down";
    }
    // Every symbol is ordered every time, from its own last target: what the portfolio
    // shows may be stale, and is not needed.
    order.target_weight = holding.in ? share : 0.0;
    order.action = action_of(order.target_weight, holding.target);
    holding.target = order.target_weight;
    return order;
}
