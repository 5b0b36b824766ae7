package agent;

import static agent.Test.equal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;

final class StrategyTest {
    private StrategyTest() {}

    static final List<Test> TESTS = List.of(
        new Test("a rise is bought with an equal share", () -> {
            Decision.Order order = new Strategy().decide(day(1, rising(10), falling(10))).orders().get(0);
            equal(order, new Decision.Order("S0", Decision.Action.BUY, 0.45, order.confidence(), "trend up"));
        }),
        new Test("a fall is closed", () -> {
            Strategy strategy = new Strategy();
            strategy.decide(day(1, rising(10)));
            Decision.Order order = strategy.decide(day(2, falling(10))).orders().get(0);
            equal(order.action(), Decision.Action.CLOSE);
            equal(order.targetWeight(), 0.0);
            equal(order.rationale(), "trend down");
        }),
        new Test("near the mean nothing changes", () -> {
            Strategy strategy = new Strategy();
            strategy.decide(day(1, rising(10)));
            Decision.Order order = strategy.decide(day(2, flat(10))).orders().get(0);
            equal(order, new Decision.Order("S0", Decision.Action.HOLD, 0.9, 0.5, "trend up"));
        }),
        new Test("more symbols mean a smaller share, which is a sale", () -> {
            Strategy strategy = new Strategy();
            strategy.decide(day(1, rising(10)));
            Decision.Order order = strategy.decide(day(2, rising(11), flat(11))).orders().get(0);
            equal(order.action(), Decision.Action.SELL);
            equal(order.targetWeight(), 0.45);
        }),
        new Test("confidence grows with the distance from the mean, up to 0.9", () -> {
            double[] closes = flat(10);
            closes[9] = 111.0; // mean 101.1
            equal(new Strategy().decide(day(1, closes)).orders().get(0).confidence(),
                0.5 + Math.abs(111.0 / 101.1 - 1.0) * 2.0);
            equal(new Strategy().decide(day(1, rising(100))).orders().get(0).confidence(), 0.9);
        }),
        new Test("nine closes are too little, and state no confidence", () ->
            equal(new Strategy().decide(day(1, rising(9))).orders().get(0),
                new Decision.Order("S0", Decision.Action.HOLD, 0.0, null, "too little history"))),
        new Test("prices without a positive mean change nothing", () -> {
            for (double bad : List.of(Double.NaN, 0.0)) {
                double[] closes = new double[10];
                Arrays.fill(closes, bad);
                equal(new Strategy().decide(day(1, closes)).orders().get(0),
                    new Decision.Order("S0", Decision.Action.HOLD, 0.0, null, "no usable price"));
            }
        }),
        new Test("the shown book changes nothing", () -> {
            Observation shown = day(1, rising(10));
            Observation stale = new Observation(
                shown.date(), -1.0, shown.symbols(), List.of(new Observation.Position("S0", -5.0, 1.0)));
            equal(new Strategy().decide(stale), new Strategy().decide(shown));
        }),
        new Test("no symbols are no orders", () ->
            equal(new Strategy().decide(day(1)).orders(), List.of())));

    private static Observation day(int number, double[]... closes) {
        List<Observation.SymbolView> views = new ArrayList<>();
        for (double[] history : closes) {
            views.add(new Observation.SymbolView("S" + views.size(), history, Map.of(), List.of()));
        }
        return new Observation("2024-01-0" + number, 1000.0, views, List.of());
    }

    private static double[] rising(int count) {
        return DoubleStream.iterate(100.0, close -> close + 1.0).limit(count).toArray();
    }

    private static double[] falling(int count) {
        return DoubleStream.iterate(100.0, close -> close - 1.0).limit(count).toArray();
    }

    private static double[] flat(int count) {
        return DoubleStream.generate(() -> 100.0).limit(count).toArray();
    }
}
