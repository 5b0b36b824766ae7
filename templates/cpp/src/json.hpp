// Just enough JSON for the contract: a reader that walks a text once, and two writers.
// The standard library has none. You should not need to edit this.
#pragma once

#include <string>
#include <string_view>

namespace json {

// Walks one JSON text. Every method throws std::runtime_error, with the byte at which it
// stopped, if the text is not what was asked for.
class Reader {
public:
    explicit Reader(std::string_view text) : text_(text) {}

    // Calls `member(key)` for each member of an object; it has to read or skip the value.
    template <typename Member>
    void object(Member member) {
        open('{');
        if (!take('}')) {
            do {
                const std::string key = string();
                expect(':');
                member(key);
            } while (take(','));
            expect('}');
        }
        --depth_;
    }

    // Calls `item()` before each item of an array; it has to read or skip it.
    template <typename Item>
    void array(Item item) {
        open('[');
        if (!take(']')) {
            do {
                item();
            } while (take(','));
            expect(']');
        }
        --depth_;
    }

    std::string string();
    double number();
    double number_or_nan();  // NaN for null: how a price that is not finite is written
    void skip();             // any value
    void end();              // nothing but white space is left

private:
    void open(char bracket);
    bool take(char wanted);
    bool take_word(std::string_view word);
    void expect(char wanted);
    void blanks();
    void digits();
    unsigned code_unit();
    void escape(std::string& into);
    char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
    [[noreturn]] void fail(const std::string& wanted) const;

    std::string_view text_;
    std::size_t at_ = 0;
    int depth_ = 0;
};

// Each adds to the end of `into`.
void write_string(std::string& into, std::string_view text);
void write_number(std::string& into, double value);  // throws if it is not finite

}  // namespace json
