#include "json.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <stdexcept>

namespace json {

namespace {

constexpr int deepest = 64;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

void append_utf8(std::string& into, unsigned code_point) {
    const auto byte = [&](unsigned value) { into += static_cast<char>(value); };
    if (code_point < 0x80) {
        byte(code_point);
    } else if (code_point < 0x800) {
        byte(0xC0 | code_point >> 6);
        byte(0x80 | (code_point & 0x3F));
    } else if (code_point < 0x10000) {
        byte(0xE0 | code_point >> 12);
        byte(0x80 | (code_point >> 6 & 0x3F));
        byte(0x80 | (code_point & 0x3F));
    } else {
        byte(0xF0 | code_point >> 18);
        byte(0x80 | (code_point >> 12 & 0x3F));
        byte(0x80 | (code_point >> 6 & 0x3F));
        byte(0x80 | (code_point & 0x3F));
    }
}

}  // namespace

void Reader::fail(const std::string& wanted) const {
    throw std::runtime_error("byte " + std::to_string(at_) + ": expected " + wanted);
}

void Reader::blanks() {
    while (peek() == ' ' || peek() == '\t' || peek() == '\r' || peek() == '\n') ++at_;
}

bool Reader::take(char wanted) {
    blanks();
    if (peek() != wanted) return false;
    ++at_;
    return true;
}

bool Reader::take_word(std::string_view word) {
    blanks();
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
}

void Reader::expect(char wanted) {
    if (!take(wanted)) fail(std::string("'") + wanted + "'");
}

void Reader::open(char bracket) {
    expect(bracket);
    if (++depth_ > deepest) fail("at most " + std::to_string(deepest) + " levels");
}

void Reader::end() {
    blanks();
    if (at_ != text_.size()) fail("the end of the line");
}

std::string Reader::string() {
    expect('"');
    std::string value;
    for (;;) {
        if (at_ == text_.size()) fail("a closing '\"'");
        const char c = text_[at_++];
        if (c == '"') return value;
        if (c == '\\') {
            escape(value);
        } else if (static_cast<unsigned char>(c) < 0x20) {
            fail("no raw control character in a string");
        } else {
            value += c;
        }
    }
}

void Reader::escape(std::string& into) {
    constexpr std::string_view letters = "\"\\/bfnrt";
    constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
    const char c = peek();
    ++at_;
    if (c != 'u') {
        const std::size_t index = letters.find(c);
        if (index == std::string_view::npos) fail("an escape of JSON");
        into += meanings[index];
        return;
    }
    unsigned code_point = code_unit();
    if (code_point >= 0xD800 && code_point < 0xE000) {
        // Beyond U+FFFF a character is escaped as two halves, the higher one first.
        if (code_point >= 0xDC00 || text_.substr(at_, 2) != "\\u") fail("a surrogate pair");
        at_ += 2;
        const unsigned low = code_unit();
        if (low < 0xDC00 || low > 0xDFFF) fail("a surrogate pair");
        code_point = 0x10000 + ((code_point - 0xD800) << 10) + (low - 0xDC00);
    }
    append_utf8(into, code_point);
}

unsigned Reader::code_unit() {
    unsigned value = 0;
    for (int i = 0; i < 4; ++i, ++at_) {
        constexpr std::string_view lower = "0123456789abcdef";
        const char c = peek();
        const std::size_t digit = lower.find(c >= 'A' && c <= 'F' ? static_cast<char>(c + ('a' - 'A')) : c);
        if (digit == std::string_view::npos) fail("four hexadecimal digits");
        value = value * 16 + static_cast<unsigned>(digit);
    }
    return value;
}

void Reader::digits() {
    if (!is_digit(peek())) fail("a digit");
    while (is_digit(peek())) ++at_;
}

double Reader::number() {
    blanks();
    const std::size_t start = at_;
    if (peek() == '-') ++at_;
    if (peek() == '0') {
        ++at_;
    } else {
        digits();
    }
    if (peek() == '.') {
        ++at_;
        digits();
    }
    if (peek() == 'e' || peek() == 'E') {
        ++at_;
        if (peek() == '+' || peek() == '-') ++at_;
        digits();
    }
    // strtod rounds correctly, and its decimal point is '.' as long as nobody calls
    // setlocale. (std::from_chars for double is still missing in some libraries.)
    return std::strtod(std::string(text_.substr(start, at_ - start)).c_str(), nullptr);
}

double Reader::number_or_nan() {
    return take_word("null") ? std::numeric_limits<double>::quiet_NaN() : number();
}

void Reader::skip() {
    blanks();
    const char c = peek();
    if (c == '{') {
        object([this](const std::string&) { skip(); });
    } else if (c == '[') {
        array([this] { skip(); });
    } else if (c == '"') {
        string();
    } else if (!take_word("true") && !take_word("false") && !take_word("null")) {
        number();
    }
}

void write_string(std::string& into, std::string_view text) {
    into += '"';
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            into += '\\';
            into += c;
        } else if (static_cast<unsigned char>(c) < 0x20) {
            char escaped[8];
            std::snprintf(escaped, sizeof escaped, "\\u%04x", static_cast<unsigned>(c));
            into += escaped;
        } else {
            into += c;  // UTF-8 passes through untouched
        }
    }
    into += '"';
}

void write_number(std::string& into, double value) {
    if (!std::isfinite(value)) throw std::runtime_error("a number that is not finite is no JSON");
    // 17 digits always bring the same double back; fewer often do, and read better.
    char text[32];
    for (int precision = 15; precision <= 17; ++precision) {
        std::snprintf(text, sizeof text, "%.*g", precision, value);
        if (std::strtod(text, nullptr) == value) break;
    }
    into += text;
}

}  // namespace json
