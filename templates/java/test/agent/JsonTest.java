package agent;

import static agent.Test.equal;
import static agent.Test.refusal;

import java.util.List;
import java.util.Map;

final class JsonTest {
    private JsonTest() {}

    static final List<Test> TESTS = List.of(
        new Test("a text that is read and written is the same text", () -> {
            String text = "{\"a\":[1.0,-0.0,1.5E-7,true,false,null],\"b\":{},\"c\":[],\"d\":\"\\\"\\\\ é 😀\"}";
            equal(Json.write(Json.parse(text)), text);
        }),
        new Test("space around values is no part of them", () ->
            equal(Json.parse(" {\t\"a\" :\r\n[ 1 , 2 ] } "), Map.of("a", List.of(1.0, 2.0)))),
        new Test("numbers are read as the nearest double", () -> {
            equal(Json.parse("187.2"), 187.2);
            equal(Json.parse("1e-6"), 1e-6);
            equal(Json.parse("5e-324"), Double.MIN_VALUE);
            equal(Json.parse("9007199254740993"), 9007199254740992.0);
        }),
        new Test("what is written parses back to the same double", () -> {
            for (double number : List.of(0.9 / 7, 1e21, 2e-3, 1e23, 1.0 / 3, 4.9e-324, Double.MAX_VALUE)) {
                equal(Json.parse(Json.write(number)), number);
            }
        }),
        new Test("escapes are understood", () ->
            equal(Json.parse("\"\\u00e9\\ud83d\\ude00\\n\\/\""), "é😀\n/")),
        new Test("control characters are written as escapes", () ->
            equal(Json.write("a\nb\u0001\u001f"), "\"a\\u000ab\\u0001\\u001f\"")),
        new Test("numbers that are not finite are never written", () -> {
            for (double number : List.of(Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY)) {
                refusal(() -> Json.write(List.of(number)));
            }
        }),
        new Test("what is no JSON is refused", () -> {
            for (String text : List.of(
                    "", " ", "{", "[1,", "[1,]", "{\"a\":1,}", "{a:1}", "{\"a\" 1}", "'a'", "\"a", "\"\t\"", "\"\\x\"",
                    "\"\\u12g4\"", "nul", "NaN", "-Infinity", "+1", "01", "1.", ".5", "-", "1e", "1e400", "1 2",
                    "[1] x", "{\"a\":1,\"a\":2}", "\ufeff1", "\uffff")) {
                refusal(() -> Json.parse(text));
            }
        }),
        new Test("a text is at most 127 levels deep", () -> {
            Json.parse("[".repeat(127) + "]".repeat(127));
            refusal(() -> Json.parse("[".repeat(128) + "]".repeat(128)));
        }),
        new Test("a refusal names the place", () ->
            equal(refusal(() -> Json.parse("[1,x]")), "JSON, character 3: expected a JSON value, found 'x'")));
}
