package agent;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A strict reader of one JSON text (RFC 8259) by recursive descent. */
final class JsonReader {
    private static final int DEPTH_MAX = 127; // as the harness: a deeper text is refused, no stack is spent
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");
    private static final Pattern UNICODE_ESCAPE = Pattern.compile("u([0-9a-fA-F]{4})");
    private static final char END = '\uffff'; // stands for the end of the text; it is no JSON syntax

    private final String text;
    private int at = 0;
    private int depth = 0;

    JsonReader(String text) {
        this.text = text;
    }

    Object read() {
        Object value = readValue();
        skipSpace();
        if (at < text.length()) {
            throw error("the end of the text");
        }
        return value;
    }

    private Object readValue() {
        skipSpace();
        return switch (peek()) {
            case '{' -> nested('{', '}');
            case '[' -> nested('[', ']');
            case '"' -> readString();
            case 't' -> readWord("true", Boolean.TRUE);
            case 'f' -> readWord("false", Boolean.FALSE);
            case 'n' -> readWord("null", null);
            default -> readNumber();
        };
    }

    private Object nested(char open, char close) {
        if (++depth > DEPTH_MAX) {
            throw error("at most " + DEPTH_MAX + " levels");
        }
        expect(open);
        Object value = open == '{' ? readMembers(close) : readElements(close);
        depth--;
        return value;
    }

    private Map<String, Object> readMembers(char close) {
        Map<String, Object> members = new LinkedHashMap<>();
        if (take(close)) {
            return members;
        }
        do {
            skipSpace();
            String key = readString();
            expect(':');
            if (members.containsKey(key)) {
                throw error("each key once, not \"" + key + "\" again");
            }
            members.put(key, readValue());
        } while (take(','));
        expect(close);
        return members;
    }

    private List<Object> readElements(char close) {
        List<Object> elements = new ArrayList<>();
        if (take(close)) {
            return elements;
        }
        do {
            elements.add(readValue());
        } while (take(','));
        expect(close);
        return elements;
    }

    private Double readNumber() {
        Matcher matcher = NUMBER.matcher(text).region(at, text.length());
        if (!matcher.lookingAt()) {
            throw error("a JSON value");
        }
        double number = Double.parseDouble(matcher.group());
        if (!Double.isFinite(number)) {
            throw error("a number that fits a double");
        }
        at = matcher.end();
        return number;
    }

    private Object readWord(String word, Object value) {
        if (!text.startsWith(word, at)) {
            throw error(word);
        }
        at += word.length();
        return value;
    }

    private String readString() {
        if (peek() != '"') {
            throw error("a string");
        }
        at++;
        StringBuilder out = new StringBuilder();
        while (true) {
            if (at >= text.length()) {
                throw error("the end of the string");
            }
            char each = text.charAt(at);
            if (each < ' ') {
                throw error("an escape in place of a control character");
            }
            at++;
            if (each == '"') {
                return out.toString();
            }
            out.append(each == '\\' ? readEscape() : each);
        }
    }

    private char readEscape() {
        int index = "\"\\/bfnrt".indexOf(peek());
        if (index >= 0) {
            at++;
            return "\"\\/\b\f\n\r\t".charAt(index);
        }
        Matcher matcher = UNICODE_ESCAPE.matcher(text).region(at, text.length());
        if (!matcher.lookingAt()) {
            throw error("an escape");
        }
        at = matcher.end();
        return (char) Integer.parseInt(matcher.group(1), 16);
    }

    private void expect(char wanted) {
        if (!take(wanted)) {
            throw error("'" + wanted + "'");
        }
    }

    /** Steps over {@code wanted} if it comes next, spaces apart. */
    private boolean take(char wanted) {
        skipSpace();
        if (peek() != wanted) {
            return false;
        }
        at++;
        return true;
    }

    private char peek() {
        return at < text.length() ? text.charAt(at) : END;
    }

    private void skipSpace() {
        while (" \t\r\n".indexOf(peek()) >= 0) {
            at++;
        }
    }

    private IllegalArgumentException error(String wanted) {
        String found = at < text.length() ? "'" + text.charAt(at) + "'" : "the end of the text";
        return new IllegalArgumentException("JSON, character " + at + ": expected " + wanted + ", found " + found);
    }
}
