// Edit this: what the agent decides.
//
// "Steady trend": hold an equal share of every symbol whose last close stands clearly
// above the mean of its history, leave it when it stands clearly below, and in between
// keep what was decided before. It reads prices and its own last targets, never the cash
// or the portfolio that it is shown: those may be stale, and the targets are not.
package agent;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

final class Strategy {
    /** The part of the net asset value that all symbols share when every one is held. */
    private static final double INVESTED = 0.9;
    /** Closes needed before a symbol is judged. */
    private static final int HISTORY = 10;
    /** Last close over the mean above which a symbol is held, and below which it is left. */
    private static final double ENTER = 1.01;
    private static final double LEAVE = 0.99;

    private final Map<String, Holding> holdings = new HashMap<>();

    /** What is remembered of one symbol. */
    private static final class Holding {
        boolean in = false;
        double targetWeight = 0.0;
    }

    /** Called once for every date, in order. */
    Decision decide(Observation observation) {
        double share = INVESTED / observation.symbols().size();
        List<Decision.Order> orders = new ArrayList<>();
        for (Observation.SymbolView view : observation.symbols()) {
            Holding holding = holdings.computeIfAbsent(view.symbol(), symbol -> new Holding());
            orders.add(order(view, holding, share));
        }
        return new Decision(orders, "steady trend");
    }

    private static Decision.Order order(Observation.SymbolView view, Holding holding, double share) {
        double[] closes = view.closeHistory();
        double mean = mean(closes);
        boolean enough = closes.length >= HISTORY;
        boolean usable = mean > 0.0 && Double.isFinite(mean);
        Double confidence = null;
        if (enough && usable) {
            double last = closes[closes.length - 1];
            if (last > mean * ENTER) {
                holding.in = true;
            } else if (last < mean * LEAVE) {
                holding.in = false;
            }
            confidence = Math.min(0.5 + Math.abs(last / mean - 1.0) * 2.0, 0.9);
        }
        double before = holding.targetWeight;
        holding.targetWeight = holding.in ? share : 0.0;
        String rationale = !enough ? "too little history"
            : !usable ? "no usable price"
            : holding.in ? "trend up" : "trend down";
        return new Decision.Order(
            view.symbol(), action(before, holding.targetWeight), holding.targetWeight, confidence, rationale);
    }

    private static double mean(double[] closes) {
        double sum = 0.0; // oldest first: floating-point sums depend on their order
        for (double close : closes) {
            sum += close;
        }
        return sum / closes.length;
    }

    /** The audit label of a change of target; what is executed is the target weight alone. */
    private static Decision.Action action(double before, double after) {
        if (after > before) {
            return Decision.Action.BUY;
        }
        if (after < before) {
            return after == 0.0 ? Decision.Action.CLOSE : Decision.Action.SELL;
        }
        return Decision.Action.HOLD;
    }
}
