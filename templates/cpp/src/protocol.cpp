#include "protocol.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "json.hpp"

namespace {

SymbolObservation read_symbol(json::Reader& reader) {
    SymbolObservation symbol;
    reader.object([&](const std::string& key) {
        if (key == "symbol") {
            symbol.symbol = reader.string();
        } else if (key == "close_history") {
            reader.array([&] { symbol.close_history.push_back(reader.number_or_nan()); });
        } else if (key == "fundamentals") {
            reader.object([&](const std::string& name) {
                symbol.fundamentals[name] = reader.number_or_nan();
            });
        } else if (key == "news") {
            reader.array([&] { symbol.news.push_back(reader.string()); });
        } else {
            reader.skip();
        }
    });
    return symbol;
}

Position read_position(json::Reader& reader) {
    Position position;
    reader.object([&](const std::string& key) {
        if (key == "symbol") {
            position.symbol = reader.string();
        } else if (key == "shares") {
            position.shares = reader.number_or_nan();
        } else if (key == "avg_price") {
            position.avg_price = reader.number_or_nan();
        } else {
            reader.skip();
        }
    });
    return position;
}

const char* name_of(Action action) {
    switch (action) {
        case Action::buy: return "buy";
        case Action::sell: return "sell";
        case Action::hold: return "hold";
        case Action::close: return "close";
    }
    throw std::runtime_error("not an action");
}

void check(const Order& order, const Observation& observation, std::set<std::string>& ordered) {
    const auto fail = [&](const std::string& why) {
        throw std::runtime_error("order for \"" + order.symbol + "\": " + why);
    };
    const auto& symbols = observation.symbols;
    const auto is_ordered = [&](const SymbolObservation& each) { return each.symbol == order.symbol; };
    if (std::none_of(symbols.begin(), symbols.end(), is_ordered)) fail("no such symbol in the observation");
    if (!ordered.insert(order.symbol).second) fail("ordered twice");
    // Written so that NaN fails.
    if (!(order.target_weight >= -1.0 && order.target_weight <= 1.0)) fail("target_weight is not in [-1, 1]");
    if (order.confidence && !(*order.confidence >= 0.0 && *order.confidence <= 1.0)) fail("confidence is not in [0, 1]");
}

void write_order(std::string& into, const Order& order) {
    into += "{\"symbol\":";
    json::write_string(into, order.symbol);
    into += ",\"action\":";
    json::write_string(into, name_of(order.action));
    into += ",\"target_weight\":";
    json::write_number(into, order.target_weight);
    if (order.confidence) {
        into += ",\"confidence\":";
        json::write_number(into, *order.confidence);
    }
    into += ",\"rationale\":";
    json::write_string(into, order.rationale);
    into += '}';
}

}  // namespace

Observation read_observation(std::string_view line) {
    json::Reader reader(line);
    Observation observation;
    bool has_symbols = false;
    reader.object([&](const std::string& key) {
        if (key == "date") {
            observation.date = reader.string();
        } else if (key == "cash") {
            observation.cash = reader.number_or_nan();
        } else if (key == "symbols") {
            has_symbols = true;
            reader.array([&] { observation.symbols.push_back(read_symbol(reader)); });
        } else if (key == "portfolio") {
            reader.array([&] { observation.portfolio.push_back(read_position(reader)); });
        } else {
            reader.skip();  // a later contract may say more
        }
    });
    reader.end();
    if (observation.date.empty() || !has_symbols) throw std::runtime_error("an observation without date or symbols");
    return observation;
}

std::string write_decision(const Decision& decision, const Observation& observation) {
    std::string line = "{\"orders\":[";
    std::set<std::string> ordered;
    for (const Order& order : decision.orders) {
        check(order, observation, ordered);
        if (ordered.size() > 1) line += ',';
        write_order(line, order);
    }
    line += "],\"reasoning\":";
    json::write_string(line, decision.reasoning);
    line += '}';
    return line;
}
