// protocol loop: reads one observation per line, writes one decision per line; you should
// not need to edit this. The strategy is in strategy.go.

package main

import (
	"log"
	"os"
)

func main() {
	log.SetFlags(0) // log writes to stderr; stdout is for decisions
	log.SetPrefix("agent: ")
	if err := run(os.Stdin, os.Stdout, NewStrategy().Decide); err != nil {
		log.Fatal(err)
	}
}
