package agent;

import java.util.List;
import java.util.Map;

/** What the agent is shown before a step. */
record Observation(String date, double cash, List<SymbolView> symbols, List<Position> portfolio) {

    /** One symbol: its closes, oldest first (NaN where the market has no number), and what else is known of it. */
    record SymbolView(String symbol, double[] closeHistory, Map<String, Object> fundamentals, List<Object> news) {
        private static SymbolView of(Object value) {
            Map<String, Object> members = Json.object(value);
            return new SymbolView(
                Json.string(members.get("symbol")),
                Json.array(members.get("close_history")).stream().mapToDouble(Json::number).toArray(),
                Json.object(members.getOrDefault("fundamentals", Map.of())),
                Json.array(members.getOrDefault("news", List.of())));
        }
    }

    /** A holding as it is shown, which may be stale: decide from your own last targets instead. */
    record Position(String symbol, double shares, double averagePrice) {
        private static Position of(Object value) {
            Map<String, Object> members = Json.object(value);
            return new Position(
                Json.string(members.get("symbol")),
                Json.number(members.get("shares")),
                Json.number(members.get("avg_price")));
        }
    }

    /** Throws IllegalArgumentException for text that is no observation. */
    static Observation parse(String text) {
        Map<String, Object> members = Json.object(Json.parse(text));
        return new Observation(
            Json.string(members.get("date")),
            Json.number(members.get("cash")),
            Json.array(members.get("symbols")).stream().map(SymbolView::of).toList(),
            Json.array(members.get("portfolio")).stream().map(Position::of).toList());
    }
}
