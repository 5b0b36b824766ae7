package agent;

import java.util.List;

/** Runs every test; exits with 1 and a stack trace at the first that fails. */
final class AllTests {
    private AllTests() {}

    public static void main(String[] arguments) throws Exception {
        if (!AllTests.class.desiredAssertionStatus()) {
            throw new IllegalStateException("run the tests with java -ea: without it no assertion is checked");
        }
        int count = 0;
        for (List<Test> tests : List.of(JsonTest.TESTS, StrategyTest.TESTS, AgentTest.TESTS)) {
            for (Test test : tests) {
                test.body().run();
                System.out.println("ok " + ++count + " - " + test.fact());
            }
        }
    }
}
