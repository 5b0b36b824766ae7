// edit this: "steady trend". Holds an equal share of every symbol that stands clearly above
// its own average close, and nothing of those that stand clearly below it.

package main

import "math"

const (
	shortestHistory = 10
	invested        = 0.9 // the rest stays cash

	// Between these multiples of the average nothing changes: no trade on noise.
	upperEdge = 1.01
	lowerEdge = 0.99
)

// Strategy lives as long as one run.
type Strategy struct {
	holdings map[string]*holding
}

type holding struct {
	in     bool
	target float64 // the weight asked for last, whatever the portfolio shows
}

func NewStrategy() *Strategy {
	return &Strategy{holdings: map[string]*holding{}}
}

// Decide is asked once for each date, in order.
func (s *Strategy) Decide(observation *Observation) Decision {
	share := invested / float64(len(observation.Symbols))
	orders := make([]Order, 0, len(observation.Symbols)) // not nil: that would be written as null
	for _, observed := range observation.Symbols {
		orders = append(orders, s.order(observed, share))
	}
	return Decision{Orders: orders, Reasoning: "steady trend"}
}

func (s *Strategy) order(observed SymbolObservation, share float64) Order {
	held, known := s.holdings[observed.Symbol]
	if !known {
		held = &holding{}
		s.holdings[observed.Symbol] = held
	}
	confidence, rationale := held.follow(observed.CloseHistory)
	// Every symbol is ordered every time, from its own last target: what the portfolio
	// shows may be stale, and is not needed.
	target := 0.0
	if held.in {
		target = share
	}
	action := actionBetween(held.target, target)
	held.target = target
	return Order{observed.Symbol, action, target, confidence, rationale}
}

// follow moves in or out by the closes, and says how sure it is (nil: not at all), and why.
func (h *holding) follow(closes []Number) (*float64, string) {
	if len(closes) < shortestHistory {
		return nil, "too little history"
	}
	mean := average(closes)
	if !(mean > 0) || math.IsInf(mean, 0) { // also if it is NaN
		return nil, "no usable price"
	}
	last := float64(closes[len(closes)-1])
	if last > mean*upperEdge {
		h.in = true
	} else if last < mean*lowerEdge {
		h.in = false
	}
	// Without the conversion some machines would multiply and add in one step, which rounds
	// once instead of twice: another last digit than elsewhere.
	confidence := math.Min(0.5+float64(math.Abs(last/mean-1)*2), 0.9)
	if h.in {
		return &confidence, "trend up"
	}
	return &confidence, "trend down"
}

// average adds up oldest first; another order would round differently.
func average(closes []Number) float64 {
	sum := 0.0
	for _, close := range closes {
		sum += float64(close)
	}
	return sum / float64(len(closes))
}

func actionBetween(before, target float64) Action {
	switch {
	case target > before:
		return Buy
	case target < before && target == 0:
		return Close
	case target < before:
		return Sell
	}
	return Hold
}
