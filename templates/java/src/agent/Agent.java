// Protocol loop: reads one observation per line, writes one decision per line.
// You should not need to edit this; Strategy.java is yours.
package agent;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

final class Agent {
    private final Strategy strategy = new Strategy();
    private String lastDate = null;
    private byte[] lastAnswer = null;

    public static void main(String[] arguments) throws IOException {
        OutputStream decisions = new FileOutputStream(FileDescriptor.out);
        // stdout carries decisions alone: whatever is printed elsewhere in this program
        // goes to stderr, and in UTF-8 whatever the locale.
        System.setErr(new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8));
        System.setOut(System.err);
        new Agent().run(new BufferedInputStream(System.in), decisions);
    }

    /** Answers every line of {@code input} until it ends; throws on the first line that is no observation. */
    void run(InputStream input, OutputStream output) throws IOException {
        for (byte[] line = readLine(input); line != null; line = readLine(input)) {
            output.write(answer(line));
            output.flush();
        }
    }

    /** The bytes of one decision and its line feed. */
    private byte[] answer(byte[] line) throws IOException {
        Observation observation = Observation.parse(decodeUtf8(line));
        // An observation that comes again is the same step: the same answer, and no second decision.
        if (!observation.date().equals(lastDate)) {
            lastAnswer = encodeUtf8(Json.write(strategy.decide(observation).toJson()) + "\n");
            lastDate = observation.date();
        }
        return lastAnswer;
    }

    /** The bytes up to the next line feed or the end of the input; null when nothing is left. */
    private static byte[] readLine(InputStream input) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = input.read(); next != '\n'; next = input.read()) {
            if (next == -1) {
                return line.size() == 0 ? null : line.toByteArray();
            }
            line.write(next);
        }
        return line.toByteArray();
    }

    // String's own conversions would replace what they cannot convert by a question mark.

    private static String decodeUtf8(byte[] bytes) throws CharacterCodingException {
        return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    }

    private static byte[] encodeUtf8(String text) throws CharacterCodingException {
        ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
        byte[] bytes = new byte[encoded.remaining()];
        encoded.get(bytes);
        return bytes;
    }
}
