package agent;

/** One fact, and the code that fails by an exception or an assertion when it does not hold. */
record Test(String fact, Body body) {

    interface Body {
        void run() throws Exception;
    }

    /** Fails unless {@code body} throws an IllegalArgumentException; returns its message. */
    static String refusal(Body body) throws Exception {
        try {
            body.run();
        } catch (IllegalArgumentException refused) {
            return refused.getMessage();
        }
        throw new AssertionError("accepted");
    }

    static void equal(Object found, Object expected) {
        assert expected.equals(found) : "expected " + expected + ", found " + found;
    }
}
