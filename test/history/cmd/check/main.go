// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Command check prints what a recorded history has violated of the documentation. Its exit code is 3 if there is
// something, and 1 if the file cannot be read.
package main

import (
	"fmt"
	"io"
	"os"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history/check"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go run ./test/history/cmd/check FILE")
		os.Exit(1)
	}
	found, err := run(os.Args[1], os.Stdout)
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	case found > 0:
		os.Exit(3)
	}
}

// run prints the violations of the history in a file, and returns their number.
func run(name string, to io.Writer) (int, error) {
	file, err := os.Open(name)
	if err != nil {
		return 0, err
	}
	defer func() { _ = file.Close() }()
	observations, err := history.Read(file)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", name, err)
	}
	violations := check.History(observations)
	if err := check.Print(to, violations); err != nil {
		return 0, err
	}
	_, err = fmt.Fprintf(to, "%d observations, %d rules, %d violations\n", len(observations), len(check.Rules()), len(violations))
	return len(violations), err
}
