package agent;

import static agent.Test.equal;
import static agent.Test.refusal;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;

final class AgentTest {
    private AgentTest() {}

    static final List<Test> TESTS = List.of(
        new Test("every observation gets one line", () -> {
            String answers = answers(observation("2024-01-01", 11) + "\n" + observation("2024-01-02", 9) + "\n");
            equal(answers.lines().count(), 2L);
            assert answers.endsWith("}\n") : answers;
        }),
        new Test("an observation that comes again gets the same answer, byte for byte", () -> {
            String line = observation("2024-01-01", 20) + "\n";
            List<String> answers = answers(line + line).lines().toList();
            assert answers.get(0).contains("\"action\":\"buy\"") : answers;
            equal(answers.get(1), answers.get(0));
        }),
        new Test("a symbol comes back as it was written", () ->
            assertContains(answers(observation("2024-01-01", 20) + "\n"), "\"symbol\":\"Ü\u2028\"")),
        new Test("a last line without a line feed is answered", () ->
            equal(answers(observation("2024-01-01", 20)).lines().count(), 1L)),
        new Test("no input is no answer", () -> equal(answers(""), "")),
        new Test("a line that is no observation ends the agent", () -> {
            for (String line : List.of("\n", "[]\n", "{}\n", "{\"date\":1}\n")) {
                refusal(() -> answers(line));
            }
        }),
        new Test("bytes that are no UTF-8 end the agent", () -> {
            try {
                new Agent().run(new ByteArrayInputStream(new byte[] {'"', (byte) 0xff, '"', '\n'}), new ByteArrayOutputStream());
            } catch (CharacterCodingException expected) {
                return;
            }
            throw new AssertionError("accepted");
        }));

    private static String answers(String input) throws IOException {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        new Agent().run(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)), output);
        return output.toString(StandardCharsets.UTF_8);
    }

    private static String observation(String date, int lastClose) {
        return "{\"date\":\"" + date + "\",\"cash\":1000.0,\"symbols\":[{\"symbol\":\"Ü\u2028\",\"close_history\":"
            + "[10.0,10.0,10.0,10.0,10.0,10.0,10.0,10.0,10.0," + lastClose + ".0],\"fundamentals\":{},\"news\":[]}],"
            + "\"portfolio\":[{\"symbol\":\"Ü\u2028\",\"shares\":1.0,\"avg_price\":10.0}]}";
    }

    private static void assertContains(String text, String part) {
        assert text.contains(part) : text;
    }
}
