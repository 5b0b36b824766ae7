# Between lines of JSON and R lists. You should not need to edit this.

# Answers every line until the input ends. An error ends the script with exit code 1.
run <- function(input, output, decide) {
  on.exit(close(input))
  date <- NULL
  answer <- NULL
  while (length(line <- readLines(input, n = 1, warn = FALSE, encoding = "UTF-8")) > 0) {
    observation <- read_observation(line)
    # The same date again is the same step, asked again: it gets the same answer, and the
    # strategy does not count it twice.
    if (!identical(observation$date, date)) {
      answer <- write_decision(decide(observation), observation)
      date <- observation$date
    }
    # useBytes: in a C locale anything else would turn letters beyond ASCII into <U+00FC>.
    writeLines(answer, output, useBytes = TRUE)
    flush(output)
  }
  invisible(NULL)
}

# A list as the contract names it: date, cash, symbols, portfolio. Closes and fundamentals
# are numeric vectors; NaN stands where the observation has null, for a number that is not
# finite.
read_observation <- function(line) {
  # Not fromJSON: that takes a text which is no JSON for the name of a file or an address.
  observation <- jsonlite::parse_json(line)
  if (!is.list(observation) || !is.character(observation$date) || !is.list(observation$symbols)) {
    stop("not an observation: date or symbols are missing")
  }
  observation$symbols <- lapply(observation$symbols, function(each) {
    each$close_history <- numbers(each$close_history)
    each$fundamentals <- numbers(each$fundamentals)
    each$news <- as.character(each$news)
    each
  })
  observation
}

numbers <- function(values) {
  vapply(as.list(values), function(value) if (is.null(value)) NaN else as.double(value), numeric(1))
}

# One line of JSON in UTF-8. Refuses what the harness would refuse, so that a slip in the
# strategy stops here, with its name, and not as a lost decision in a run.
write_decision <- function(decision, observation) {
  check_keys(decision, c("orders", "reasoning"), "decision")
  observed <- vapply(observation$symbols, function(each) each$symbol, character(1))
  ordered <- vapply(decision$orders, function(each) each$symbol, character(1))
  if (anyDuplicated(ordered)) stop("ordered twice: ", ordered[anyDuplicated(ordered)])
  if (!all(ordered %in% observed)) stop("not in the observation: ", setdiff(ordered, observed)[1])
  orders <- vapply(decision$orders, write_order, character(1))
  sprintf("{\"orders\":[%s],\"reasoning\":%s}", paste(orders, collapse = ","), text(decision$reasoning))
}

write_order <- function(order) {
  of <- paste("order for", order$symbol)
  check_keys(order, c("symbol", "action", "target_weight", "confidence", "rationale"), of)
  if (!isTRUE(order$action %in% c("buy", "sell", "hold", "close"))) stop(of, ": not an action")
  members <- c(
    symbol = text(order$symbol),
    action = text(order$action),
    target_weight = number(order$target_weight, -1, paste(of, "target_weight", sep = ": ")),
    # The contract refuses null: what is not stated is left out.
    confidence = if (!is.null(order$confidence)) number(order$confidence, 0, paste(of, "confidence", sep = ": ")),
    rationale = text(order$rationale)
  )
  sprintf("{%s}", paste0("\"", names(members), "\":", members, collapse = ","))
}

check_keys <- function(list, known, what) {
  unknown <- setdiff(names(list), known)
  if (length(unknown) > 0) stop(what, ": the contract has no ", unknown[1])
}

text <- function(value) {
  if (is.null(value)) return("\"\"")
  if (!is.character(value) || length(value) != 1 || is.na(value)) stop("not one text: ", deparse(value)[1])
  enc2utf8(as.character(jsonlite::toJSON(value, auto_unbox = TRUE)))
}

# 17 digits always bring the same number back; toJSON would print 15 at most.
number <- function(value, least, what) {
  if (!is.numeric(value) || length(value) != 1 || !isTRUE(value >= least && value <= 1)) {
    stop(what, " is not in [", least, ", 1]")
  }
  sprintf("%.17g", value)
}
