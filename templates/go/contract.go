package main

import (
	"encoding/json"
	"math"
)

// What goes over the wire, as Go values: an Observation comes in, a Decision goes out.

type Observation struct {
	Date      string              `json:"date"`
	Cash      Number              `json:"cash"`    // may be stale, as the portfolio
	Symbols   []SymbolObservation `json:"symbols"` // in the order of the market
	Portfolio []Position          `json:"portfolio"`
}

type SymbolObservation struct {
	Symbol       string            `json:"symbol"`
	CloseHistory []Number          `json:"close_history"` // oldest first
	Fundamentals map[string]Number `json:"fundamentals"`  // often empty
	News         []string          `json:"news"`          // often empty
}

type Position struct {
	Symbol   string `json:"symbol"`
	Shares   Number `json:"shares"`
	AvgPrice Number `json:"avg_price"`
}

// Number is NaN where the observation says null, which stands for a number that is not
// finite. (A plain float64 would silently become 0.)
type Number float64

func (number *Number) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*number = Number(math.NaN())
		return nil
	}
	return json.Unmarshal(text, (*float64)(number))
}

type Decision struct {
	Orders    []Order `json:"orders"`
	Reasoning string  `json:"reasoning"`
}

type Order struct {
	Symbol       string   `json:"symbol"`
	Action       Action   `json:"action"`
	TargetWeight float64  `json:"target_weight"`        // part of the book, in [-1, 1]
	Confidence   *float64 `json:"confidence,omitempty"` // in [0, 1]; nil when there is none
	Rationale    string   `json:"rationale"`
}

type Action string

const (
	Buy   Action = "buy"
	Sell  Action = "sell"
	Hold  Action = "hold"
	Close Action = "close"
)
