package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// run answers every line until the input ends. What cannot be read, decided or written ends
// it with an error. It writes each answer at once: os.Stdout has no buffer to flush.
func run(input io.Reader, output io.Writer, decide func(*Observation) Decision) error {
	lines := bufio.NewReader(input) // not a Scanner: that gives up at 64 KiB, and histories grow
	var date string
	var answer []byte
	for {
		line, end := lines.ReadBytes('\n')
		if end != nil && end != io.EOF {
			return end
		}
		if len(line) == 0 {
			return nil
		}
		observation, err := readObservation(line)
		if err != nil {
			return err
		}
		// The same date again is the same step, asked again: it gets the same answer, and
		// the strategy does not count it twice.
		if answer == nil || observation.Date != date {
			if answer, err = encode(decide(observation), observation); err != nil {
				return err
			}
			date = observation.Date
		}
		if _, err := output.Write(answer); err != nil {
			return err
		}
	}
}

func readObservation(line []byte) (*Observation, error) {
	observation := &Observation{}
	if err := json.Unmarshal(line, observation); err != nil {
		return nil, fmt.Errorf("not an observation: %w", err)
	}
	if observation.Date == "" || observation.Symbols == nil {
		return nil, errors.New("not an observation: date or symbols are missing")
	}
	return observation, nil
}

// encode makes one line of a decision. It refuses what the harness would refuse, so that a
// slip in the strategy stops here, with its name, and not as a lost decision in a run.
func encode(decision Decision, observation *Observation) ([]byte, error) {
	if decision.Orders == nil {
		decision.Orders = []Order{} // nil would be written as null
	}
	if err := check(decision.Orders, observation); err != nil {
		return nil, err
	}
	var line bytes.Buffer
	encoder := json.NewEncoder(&line)
	encoder.SetEscapeHTML(false) // a symbol such as "A&B" stays readable
	if err := encoder.Encode(decision); err != nil {
		return nil, err
	}
	return line.Bytes(), nil // Encode has ended the line
}

func check(orders []Order, observation *Observation) error {
	observed := map[string]bool{}
	for _, each := range observation.Symbols {
		observed[each.Symbol] = true
	}
	for _, order := range orders {
		fail := func(why string) error { return fmt.Errorf("order for %q: %s", order.Symbol, why) }
		if !observed[order.Symbol] {
			return fail("no such symbol in the observation, or ordered twice")
		}
		delete(observed, order.Symbol)
		switch order.Action {
		case Buy, Sell, Hold, Close:
		default:
			return fail(fmt.Sprintf("%q is no action", order.Action))
		}
		// Written so that NaN fails.
		if !(order.TargetWeight >= -1 && order.TargetWeight <= 1) {
			return fail("target_weight is not in [-1, 1]")
		}
		if order.Confidence != nil && !(*order.Confidence >= 0 && *order.Confidence <= 1) {
			return fail("confidence is not in [0, 1]")
		}
	}
	return nil
}
