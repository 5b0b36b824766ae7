# edit this: "steady trend". Holds an equal share of every symbol that stands clearly above
# its own average close, and nothing of those that stand clearly below it.

SHORTEST_HISTORY <- 10
INVESTED <- 0.9 # the rest stays cash

# Between these multiples of the average nothing changes: no trade on noise.
UPPER_EDGE <- 1.01
LOWER_EDGE <- 0.99

# What the strategy remembers lives as long as one run. `decide` is asked once for each date,
# in order.
new_strategy <- function() {
  symbols <- character()
  held <- logical()
  targets <- numeric() # the weights asked for last, whatever the portfolio shows

  order_for <- function(observed, share) {
    at <- match(observed$symbol, symbols)
    if (is.na(at)) {
      at <- length(symbols) + 1
      symbols[at] <<- observed$symbol
      held[at] <<- FALSE
      targets[at] <<- 0
    }
    view <- follow(observed$close_history, held[at])
    # Every symbol is ordered every time, from its own last target: what the portfolio shows
    # may be stale, and is not needed.
    target <- if (view$held) share else 0
    action <- action_between(targets[at], target)
    held[at] <<- view$held
    targets[at] <<- target
    list(
      symbol = observed$symbol,
      action = action,
      target_weight = target,
      confidence = view$confidence, # NULL: none is stated
      rationale = view$rationale
    )
  }

  decide <- function(observation) {
    share <- INVESTED / length(observation$symbols)
    list(orders = lapply(observation$symbols, order_for, share), reasoning = "steady trend")
  }

  list(decide = decide)
}

# In or out by the closes, how sure (NULL: not at all), and why.
follow <- function(closes, held) {
  if (length(closes) < SHORTEST_HISTORY) {
    return(list(held = held, confidence = NULL, rationale = "too little history"))
  }
  average <- plain_mean(closes)
  if (!is.finite(average) || average <= 0) {
    return(list(held = held, confidence = NULL, rationale = "no usable price"))
  }
  last <- closes[length(closes)]
  if (last > average * UPPER_EDGE) {
    held <- TRUE
  } else if (last < average * LOWER_EDGE) {
    held <- FALSE
  }
  list(
    held = held,
    confidence = min(0.5 + abs(last / average - 1) * 2, 0.9),
    rationale = if (held) "trend up" else "trend down"
  )
}

# Added up oldest first. R's sum and mean use a wider number where the machine has one, so
# their last digit would depend on the machine.
plain_mean <- function(closes) {
  total <- 0
  for (close in closes) total <- total + close
  total / length(closes)
}

action_between <- function(before, target) {
  if (target > before) {
    "buy"
  } else if (target < before) {
    if (target == 0) "close" else "sell"
  } else {
    "hold"
  }
}
