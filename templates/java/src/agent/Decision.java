package agent;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What the agent answers: target weights for the symbols it orders; no orders is a hold. */
record Decision(List<Order> orders, String reasoning) {

    enum Action { BUY, SELL, HOLD, CLOSE }

    /** {@code targetWeight} is a part of the net asset value in [-1, 1]; {@code confidence} is null or in [0, 1]. */
    record Order(String symbol, Action action, double targetWeight, Double confidence, String rationale) {
        private Map<String, Object> toJson() {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("symbol", symbol);
            members.put("action", action.name().toLowerCase(Locale.ROOT));
            members.put("target_weight", targetWeight);
            if (confidence != null) { // the contract knows no null: what is not stated is left out
                members.put("confidence", confidence);
            }
            members.put("rationale", rationale);
            return members;
        }
    }

    Map<String, Object> toJson() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("orders", orders.stream().map(Order::toJson).toList());
        members.put("reasoning", reasoning);
        return members;
    }
}
