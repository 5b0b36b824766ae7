package main

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"
)

const (
	monday = `{"date":"2024-01-01","cash":1.0,"symbols":[{"symbol":"Zürich & Co","close_history":[187.2,null,1e-7],` +
		`"fundamentals":{"pe":12.5},"news":["a \"b\""]}],"portfolio":[{"symbol":"Z","shares":-0.5,"avg_price":2.0}]}`
	tuesday = `{"date":"2024-01-02","cash":null,"symbols":[],"portfolio":[],"later":1}`
)

func answer(input string, decide func(*Observation) Decision) (string, error) {
	var output bytes.Buffer
	err := run(strings.NewReader(input), &output, decide)
	return output.String(), err
}

func sell(symbol string, weight float64, confidence *float64) func(*Observation) Decision {
	return func(*Observation) Decision {
		return Decision{Orders: []Order{{symbol, Sell, weight, confidence, "a\nb"}}}
	}
}

func TestRepeatedObservationGetsTheSameLineWithoutAsking(t *testing.T) {
	asked := 0
	got, err := answer(monday+"\n"+monday+"\r\n"+tuesday, func(*Observation) Decision {
		asked++
		return Decision{Reasoning: fmt.Sprint(asked)}
	})
	want := `{"orders":[],"reasoning":"1"}` + "\n" + `{"orders":[],"reasoning":"1"}` + "\n" + `{"orders":[],"reasoning":"2"}` + "\n"
	if err != nil || got != want {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
}

func TestObservationsKeepEveryBitAndEveryByte(t *testing.T) {
	observation, err := readObservation([]byte(monday))
	if err != nil {
		t.Fatal(err)
	}
	symbol := observation.Symbols[0]
	if symbol.Symbol != "Zürich & Co" || symbol.Fundamentals["pe"] != 12.5 || symbol.News[0] != `a "b"` {
		t.Errorf("%+v", symbol)
	}
	closes := symbol.CloseHistory
	if closes[0] != 187.2 || !math.IsNaN(float64(closes[1])) || closes[2] != 1e-7 {
		t.Errorf("closes are %v", closes)
	}
	if observation.Portfolio[0].Shares != -0.5 {
		t.Errorf("%+v", observation.Portfolio)
	}
}

func TestDecisionIsOneLineWithoutNull(t *testing.T) {
	got, err := answer(monday, sell("Zürich & Co", 0.1, nil))
	want := `{"orders":[{"symbol":"Zürich & Co","action":"sell","target_weight":0.1,"rationale":"a\nb"}],"reasoning":""}` + "\n"
	if err != nil || got != want {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
}

func TestWhatTheHarnessWouldRefuseIsNotSent(t *testing.T) {
	infinite := math.Inf(1)
	twice := func(*Observation) Decision {
		order := Order{"Zürich & Co", Buy, 0.1, nil, ""}
		return Decision{Orders: []Order{order, order}}
	}
	for fact, decide := range map[string]func(*Observation) Decision{
		"not a number":      sell("Zürich & Co", math.NaN(), nil),
		"above 1":           sell("Zürich & Co", 1.5, nil),
		"infinitely sure":   sell("Zürich & Co", 0.1, &infinite),
		"an unknown symbol": sell("DUNE", 0.1, nil),
		"a symbol twice":    twice,
	} {
		if got, err := answer(monday, decide); err == nil || got != "" {
			t.Errorf("%s: %q, %v", fact, got, err)
		}
	}
}

func TestLineThatIsNoObservationEndsTheLoop(t *testing.T) {
	for _, line := range []string{"\n", "{}\n", "[1]\n", `{"date":"x"`, "\n\n"} {
		if _, err := answer(line, sell("Z", 0, nil)); err == nil {
			t.Errorf("%q was taken", line)
		}
	}
}

func TestHistoryMayBeLong(t *testing.T) {
	long := strings.Replace(monday, "187.2", strings.Repeat("187.2,", 100_000)+"187.2", 1)
	got, err := answer(long, sell("Zürich & Co", 0.1, nil))
	if err != nil || !strings.HasSuffix(got, "\n") {
		t.Errorf("%q, %v", got, err)
	}
}
