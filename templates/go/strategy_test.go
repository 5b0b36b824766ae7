package main

import (
	"math"
	"testing"
)

// orderAfter gives the order after `flat` closes of 100 and a last one.
func orderAfter(strategy *Strategy, flat int, last float64) Order {
	closes := make([]Number, 0, flat+1)
	for i := 0; i < flat; i++ {
		closes = append(closes, 100)
	}
	closes = append(closes, Number(last))
	symbols := []SymbolObservation{{Symbol: "ALBA", CloseHistory: closes}}
	return strategy.Decide(&Observation{Date: "2024-01-02", Symbols: symbols}).Orders[0]
}

func TestStrategy(t *testing.T) {
	const none = -1.0 // no confidence
	type step struct {
		flat       int
		last       float64
		action     Action
		target     float64
		confidence float64
		rationale  string
	}
	rise := step{9, 110, Buy, 0.9, 0.6782178217821784, "trend up"}
	for fact, steps := range map[string][]step{
		"nine closes are too few":                    {{8, 200, Hold, 0, none, "too little history"}},
		"a close above the band is bought":           {rise},
		"inside the band the target is restated":     {rise, {9, 100, Hold, 0.9, 0.5, "trend up"}},
		"a close below the band is closed":           {rise, {9, 50, Close, 0, 0.9, "trend down"}},
		"a missing price changes nothing":            {rise, {9, math.NaN(), Hold, 0.9, none, "no usable price"}},
		"too little history later changes nothing":   {rise, {3, 50, Hold, 0.9, none, "too little history"}},
		"without a trend nothing is bought at first": {{9, 100, Hold, 0, 0.5, "trend down"}},
	} {
		t.Run(fact, func(t *testing.T) {
			strategy := NewStrategy()
			for _, want := range steps {
				got := orderAfter(strategy, want.flat, want.last)
				confidence := none
				if got.Confidence != nil {
					confidence = *got.Confidence
				}
				if got.Action != want.action || got.TargetWeight != want.target ||
					confidence != want.confidence || got.Rationale != want.rationale {
					t.Errorf("after %v: %+v with confidence %v, want %+v", want.last, got, confidence, want)
				}
			}
		})
	}
}

func TestActionBetween(t *testing.T) {
	for _, each := range []struct {
		before, target float64
		want           Action
	}{{0, 0.5, Buy}, {0.5, 0.2, Sell}, {0.5, 0, Close}, {0.5, 0.5, Hold}} {
		if got := actionBetween(each.before, each.target); got != each.want {
			t.Errorf("from %v to %v: %s, want %s", each.before, each.target, got, each.want)
		}
	}
}
