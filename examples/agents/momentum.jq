# Cross-sectional momentum: equal weight in every symbol that rose over ten bars.
#
# jq reads one observation per line and prints one decision per line: -c keeps a
# decision on one line, --unbuffered flushes it. `debug` goes to stderr.
# Run it: sbdev simulate --cmd "jq -c --unbuffered -f examples/agents/momentum.jq"

def lookback: 10;

def usable: type == "number" and . > 0 and (isinfinite | not);

# Last close over the close `lookback` bars earlier, less 1; null without usable closes.
def trailing_return:
  if length <= lookback then null
  else .[-1] as $last | .[-1 - lookback] as $base
    | if ($last | usable) and ($base | usable) then $last / $base - 1 else null end
  end;

# A fraction in thousandths, to the nearest, exact ties to even (as printf %.3f rounds).
# The product and its own rounding error, which fma gives exactly, make it exact.
def thousandths:
  (. * 1000) as $product
  | fma(.; 1000; -$product) as $error
  | if $product - ($product | floor) == 0.5 and $error != 0
    then if $error > 0 then $product | ceil else $product | floor end
    else $product | rint
    end;

def three_decimals:
  (if . < 0 then "-" else "" end) as $sign
  | (fabs | floor) as $whole
  | ((fabs - $whole) | thousandths) as $rest
  | if $rest == 1000 then "\($sign)\($whole + 1).000"
    else "\($sign)\($whole).\("00\($rest)" | .[-3:])"
    end;

def order($winners):
  if .r == null then
    ("\(.symbol): no \(lookback)-interval return yet, closing it" | debug) as $_
    | { symbol, action: "close", target_weight: 0 }
  else
    { symbol,
      action: (if .r > 0 then "buy" else "close" end),
      target_weight: (if .r > 0 then 1 / $winners else 0 end),
      confidence: ([0.5 + (.r | fabs), 1] | min),
      rationale: "\(lookback)-interval trailing return \(.r | three_decimals)" }
  end;

[.symbols[] | { symbol, r: (.close_history | trailing_return) }] as $returns
| ([$returns[] | select(.r != null and .r > 0)] | length) as $winners
| { orders: [$returns[] | order($winners)], reasoning: "cross-sectional momentum" }
