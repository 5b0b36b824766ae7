package agent;

import java.util.List;
import java.util.Map;

/**
 * JSON as plain values: Map (in the order of its keys), List, String, Double, Boolean, null.
 * The JDK has no JSON of its own, and an agent needs no more than this.
 */
final class Json {
    private Json() {}

    /** Throws IllegalArgumentException, with the place, for text that is no JSON value. */
    static Object parse(String text) {
        return new JsonReader(text).read();
    }

    /** Compact, on one line. Throws IllegalArgumentException for NaN, an infinity, or a type that JSON lacks. */
    static String write(Object value) {
        StringBuilder out = new StringBuilder();
        writeValue(value, out);
        return out.toString();
    }

    @SuppressWarnings("unchecked") // keys of a parsed object are strings
    static Map<String, Object> object(Object value) {
        if (value instanceof Map<?, ?>) {
            return (Map<String, Object>) value;
        }
        throw unexpected("an object", value);
    }

    @SuppressWarnings("unchecked")
    static List<Object> array(Object value) {
        if (value instanceof List<?>) {
            return (List<Object>) value;
        }
        throw unexpected("an array", value);
    }

    static String string(Object value) {
        if (value instanceof String text) {
            return text;
        }
        throw unexpected("a string", value);
    }

    /** The harness writes a number that is not finite as null; here that is NaN. */
    static double number(Object value) {
        if (value == null) {
            return Double.NaN;
        }
        if (value instanceof Double number) {
            return number;
        }
        throw unexpected("a number", value);
    }

    private static IllegalArgumentException unexpected(String wanted, Object found) {
        String type = found == null ? "nothing" : found.getClass().getSimpleName();
        return new IllegalArgumentException("expected " + wanted + ", found " + type);
    }

    private static void writeValue(Object value, StringBuilder out) {
        if (value instanceof Map<?, ?> members) {
            String separator = "{";
            for (Map.Entry<?, ?> member : members.entrySet()) {
                out.append(separator);
                writeString((String) member.getKey(), out);
                out.append(':');
                writeValue(member.getValue(), out);
                separator = ",";
            }
            out.append(members.isEmpty() ? "{}" : "}");
        } else if (value instanceof List<?> elements) {
            String separator = "[";
            for (Object element : elements) {
                out.append(separator);
                writeValue(element, out);
                separator = ",";
            }
            out.append(elements.isEmpty() ? "[]" : "]");
        } else if (value instanceof String text) {
            writeString(text, out);
        } else if (value instanceof Double number) {
            if (!Double.isFinite(number)) {
                throw new IllegalArgumentException(number + " is no JSON number");
            }
            out.append(number.doubleValue()); // parses back to the same double
        } else if (value == null || value instanceof Boolean || value instanceof Integer || value instanceof Long) {
            out.append(value);
        } else {
            throw unexpected("a value that JSON has", value);
        }
    }

    private static void writeString(String text, StringBuilder out) {
        out.append('"');
        for (int at = 0; at < text.length(); at++) {
            char each = text.charAt(at);
            if (each == '"' || each == '\\') {
                out.append('\\').append(each);
            } else if (each < ' ') {
                out.append("\\u00").append(Character.forDigit(each >> 4, 16)).append(Character.forDigit(each & 15, 16));
            } else {
                out.append(each);
            }
        }
        out.append('"');
    }
}
