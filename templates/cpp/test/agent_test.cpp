// A test program without a framework: prints what failed, exits 1 if anything did.
// (assert() would be compiled out of a release build.)

#include <cmath>
#include <iostream>
#include <limits>
#include <stdexcept>
#include <string>

#include "json.hpp"
#include "protocol.hpp"
#include "strategy.hpp"

namespace {

int failures = 0;

void check(bool holds, const std::string& fact) {
    if (holds) return;
    ++failures;
    std::cerr << "FAILED: " << fact << "\n";
}

template <typename Call>
void check_refused(Call call, const std::string& fact) {
    try {
        call();
    } catch (const std::runtime_error&) {
        return;
    }
    check(false, fact);
}

Observation observe(const std::string& date, std::vector<double> closes) {
    Observation observation;
    observation.date = date;
    observation.symbols.push_back({"ALBA", std::move(closes), {}, {}});
    return observation;
}

std::vector<double> closes_ending_with(double last, std::size_t length = 10) {
    std::vector<double> closes(length, 100.0);
    closes.back() = last;
    return closes;
}

void strategy_follows_the_trend() {
    Strategy strategy;
    const auto order = [&](const char* date, std::vector<double> closes) {
        return strategy.decide(observe(date, std::move(closes))).orders.at(0);
    };
    const Order young = order("2024-01-01", closes_ending_with(200.0, 9));
    check(young.rationale == "too little history" && !young.confidence, "nine closes are too few");
    check(young.action == Action::hold && young.target_weight == 0.0, "without history nothing is bought");

    const Order up = order("2024-01-02", closes_ending_with(110.0));
    check(up.action == Action::buy && up.target_weight == 0.9, "a close above the band is bought");
    check(up.confidence == 0.6782178217821784, "confidence grows with the distance");
    check(up.rationale == "trend up", "the rationale names the state");

    const Order flat = order("2024-01-03", closes_ending_with(100.0));
    check(flat.action == Action::hold && flat.target_weight == 0.9, "inside the band the target is restated");

    const Order broken = order("2024-01-04", closes_ending_with(std::numeric_limits<double>::quiet_NaN()));
    check(broken.rationale == "no usable price" && !broken.confidence, "a missing price states no confidence");
    check(broken.target_weight == 0.9, "a missing price changes nothing");

    const Order down = order("2024-01-05", closes_ending_with(50.0));
    check(down.action == Action::close && down.target_weight == 0.0, "a close below the band is closed");
    check(down.confidence == 0.9, "confidence ends at 0.9");
}

void observations_are_read() {
    const Observation read = read_observation(
        R"({"date":"2024-01-02","cash":1.0,"symbols":[{"symbol":"Z\u00fcrich \ud83d\ude00","close_history":[1e-7,null,187.2],)"
        R"("fundamentals":{"pe":12.5},"news":["a \"b\""]}],"portfolio":[{"symbol":"Z","shares":-0.5,"avg_price":2.0}],"new":[{}]})"
        "\r");
    const SymbolObservation& symbol = read.symbols.at(0);
    check(symbol.symbol == "Z\xc3\xbcrich \xf0\x9f\x98\x80", "escapes become UTF-8");
    check(symbol.close_history.at(0) == 1e-7 && symbol.close_history.at(2) == 187.2, "closes keep every bit");
    check(std::isnan(symbol.close_history.at(1)), "null is not a number");
    check(symbol.fundamentals.at("pe") == 12.5 && symbol.news.at(0) == "a \"b\"", "sidecars are read");
    check(read.portfolio.at(0).shares == -0.5, "positions are read");
    for (const char* wrong : {"", "{}", R"({"date":"x","symbols":[]} {})", R"({"date":"x","symbols":[01]})",
                              R"({"date":"\ud800","symbols":[]})", "{\"date\":\"\t\",\"symbols\":[]}"}) {
        check_refused([&] { read_observation(wrong); }, std::string("refused: ") + wrong);
    }
    check_refused([] { read_observation("{\"x\":" + std::string(100000, '[')); }, "endless nesting is refused");
}

void decisions_are_written() {
    const Observation observation = observe("2024-01-02", {});
    const auto line = [&](double weight, const char* symbol = "ALBA") {
        Order order{symbol, Action::sell, weight, 0.1, "a\n\"b\\"};
        return write_decision({{order}, "why"}, observation);
    };
    check(line(0.3) == R"({"orders":[{"symbol":"ALBA","action":"sell","target_weight":0.3,"confidence":0.1,)"
                       R"("rationale":"a\u000a\"b\\"}],"reasoning":"why"})",
          "a decision is one line of JSON");
    check_refused([&] { line(std::nan("")); }, "a weight that is not a number is refused");
    check_refused([&] { line(1.5); }, "a weight above 1 is refused");
    check_refused([&] { line(0.1, "DUNE"); }, "an unknown symbol is refused");
    const Order once{"ALBA", Action::hold, 0.0, std::nullopt, ""};
    check_refused([&] { write_decision({{once, once}, ""}, observation); }, "a symbol is ordered once");
}

void numbers_come_back() {
    for (const double value : {0.1, 0.9 / 7, 1.0 / 3, 5e-324, 1e22, -0.0, 123456789.123456789}) {
        std::string text;
        json::write_number(text, value);
        check(json::Reader(text).number() == value, text + " is the same double when read again");
    }
}

}  // namespace

int main() {
    strategy_follows_the_trend();
    observations_are_read();
    decisions_are_written();
    numbers_come_back();
    if (failures == 0) std::cout << "all tests passed\n";
    return failures == 0 ? 0 : 1;
}
