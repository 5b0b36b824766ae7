# Run from the project's folder: Rscript --vanilla tests/run.R
# stopifnot stops at the first fact that does not hold, and names it.

source("protocol.R")
source("strategy.R")

refused <- function(expression) inherits(try(expression, silent = TRUE), "try-error")
same <- function(found, ...) identical(found[names(list(...))], list(...))

# --- strategy ---------------------------------------------------------------------------

order_after <- function(strategy, last, flat = 9) {
  symbol <- list(symbol = "ALBA", close_history = c(rep(100, flat), last))
  strategy$decide(list(date = "2024-01-02", symbols = list(symbol)))$orders[[1]]
}
risen <- function() {
  strategy <- new_strategy()
  order_after(strategy, 110)
  strategy
}

young <- order_after(new_strategy(), 200, flat = 8)
up <- order_after(new_strategy(), 110)
flat <- order_after(risen(), 100)
down <- order_after(risen(), 50)
broken <- order_after(risen(), NaN)
stopifnot(
  "nine closes are too few" = same(young, action = "hold", target_weight = 0, rationale = "too little history"),
  "too little history states no confidence" = is.null(young$confidence),
  "a close above the band is bought" = same(up, action = "buy", target_weight = 0.9, rationale = "trend up"),
  "confidence grows with the distance" = up$confidence == 0.6782178217821784,
  "inside the band the target is restated" = same(flat, action = "hold", target_weight = 0.9, confidence = 0.5),
  "a close below the band is closed" = same(down, action = "close", target_weight = 0, rationale = "trend down"),
  "confidence ends at 0.9" = down$confidence == 0.9,
  "a missing price changes nothing" = same(broken, action = "hold", target_weight = 0.9),
  "a missing price states no confidence" = is.null(broken$confidence),
  "a smaller target is a sale" = action_between(0.5, 0.2) == "sell"
)

# --- protocol ---------------------------------------------------------------------------

monday <- paste0(
  "{\"date\":\"2024-01-01\",\"cash\":1.0,\"symbols\":[{\"symbol\":\"Z\\u00fcrich\",",
  "\"close_history\":[187.2,null,1e-7,1],\"fundamentals\":{\"pe\":12.5},\"news\":[\"a \\\"b\\\"\"]}],",
  "\"portfolio\":[{\"symbol\":\"Z\",\"shares\":-0.5,\"avg_price\":2.0}]}"
)
tuesday <- "{\"date\":\"2024-01-02\",\"cash\":null,\"symbols\":[],\"portfolio\":[],\"later\":1}"
zurich <- "Z\u00fcrich"

observation <- read_observation(monday)
symbol <- observation$symbols[[1]]
stopifnot(
  "escapes become letters" = symbol$symbol == zurich,
  "closes keep every bit" = identical(symbol$close_history, c(187.2, NaN, 1e-7, 1)),
  "fundamentals keep their names" = identical(symbol$fundamentals, c(pe = 12.5)),
  "news is read" = identical(symbol$news, "a \"b\""),
  "positions are read" = observation$portfolio[[1]]$shares == -0.5
)
for (line in c("", "{}", "[1]", "1", "{\"date\":\"x\"", "agent.R")) {
  if (!refused(read_observation(line))) stop("taken for an observation: ", line)
}

order <- list(symbol = zurich, action = "sell", target_weight = 0.1, rationale = "a\n\"b\\")
answer <- function(...) write_decision(list(orders = list(...), reasoning = "why"), observation)
stopifnot(
  "a decision is one line of JSON, without null" = identical(
    answer(order),
    paste0(
      "{\"orders\":[{\"symbol\":\"", zurich, "\",\"action\":\"sell\",\"target_weight\":0.10000000000000001,",
      "\"rationale\":\"a\\n\\\"b\\\\\"}],\"reasoning\":\"why\"}"
    )
  ),
  "a hold is an empty list of orders" = answer() == "{\"orders\":[],\"reasoning\":\"why\"}",
  "a number comes back" = jsonlite::parse_json(number(1 / 3, 0, "third")) == 1 / 3,
  "a weight that is not a number is refused" = refused(answer(modifyList(order, list(target_weight = NaN)))),
  "a weight that is not known is refused" = refused(answer(modifyList(order, list(target_weight = NA)))),
  "a weight above 1 is refused" = refused(answer(modifyList(order, list(target_weight = 1.5)))),
  "a confidence below 0 is refused" = refused(answer(modifyList(order, list(confidence = -0.1)))),
  "an unknown symbol is refused" = refused(answer(modifyList(order, list(symbol = "DUNE")))),
  "an unknown action is refused" = refused(answer(modifyList(order, list(action = "wait")))),
  "an unknown key is refused" = refused(answer(modifyList(order, list(weight = 1)))),
  "a symbol is ordered once" = refused(answer(order, order))
)

asked <- 0
count <- function(observation) {
  asked <<- asked + 1
  list(orders = list(), reasoning = as.character(asked))
}
output <- textConnection("written", "w", local = TRUE)
run(textConnection(c(monday, monday, tuesday)), output, count)
close(output)
reasons <- vapply(written, function(line) jsonlite::parse_json(line)$reasoning, "", USE.NAMES = FALSE)
stopifnot("a repeated observation gets the same line, without asking" = identical(reasons, c("1", "1", "2")))

cat("all tests passed\n")
