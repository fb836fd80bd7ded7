// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Command mutate runs the tests with mutants of the product, and prints for each which test fails. Its exit code is 3
// if a mutant survives, and 1 if something else fails.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"strings"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/mutation"
)

func main() {
	o := options{}
	flag.IntVar(&o.number, "n", 60, "number of mutants, distributed evenly over the subjects")
	flag.Uint64Var(&o.seed, "seed", 1, "draws the mutants")
	flag.StringVar(&o.subject, "subject", "", "only the mutants that are drawn for this subject")
	flag.StringVar(&o.only, "only", "", "only the drawn mutants whose place, FILE:LINE:COLUMN, matches this regular expression")
	flag.BoolVar(&o.list, "list", false, "list the drawn mutants without running tests; some may not compile")
	output := flag.String("output", "", "a file for the output of failed tests")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	survived, err := o.run(ctx, os.Stdout, *output)
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	case survived > 0:
		os.Exit(3)
	}
}

type options struct {
	number        int
	seed          uint64
	subject, only string
	list          bool
}

// run draws the mutants, prints a table with the verdicts on them, and returns how many survive.
func (o options) run(ctx context.Context, to io.Writer, output string) (survived int, err error) {
	only, err := regexp.Compile(o.only)
	if err != nil {
		return 0, err
	}
	root, err := os.Getwd()
	if err != nil {
		return 0, err
	}
	scratch, err := os.MkdirTemp("", "mutation")
	if err != nil {
		return 0, err
	}
	defer func() { _ = os.RemoveAll(scratch) }()
	runner := mutation.Runner{Root: root, Scratch: scratch, Output: io.Discard}
	if output != "" {
		file, err := os.Create(output)
		if err != nil {
			return 0, err
		}
		defer func() { _ = file.Close() }()
		runner.Output = file
	}
	fmt.Fprintln(to, "| Subject | Place | Before | After | Killed by |\n|---|---|---|---|---|")
	subjects := mutation.Subjects()
	for i, subject := range subjects {
		left := o.number*(i+1)/len(subjects) - o.number*i/len(subjects)
		if o.subject != "" && o.subject != subject.Name {
			continue
		}
		mutants, err := subject.Mutants(root, o.seed)
		if err != nil {
			return survived, err
		}
		for _, m := range mutants {
			if left == 0 {
				break
			}
			err := runner.Compile(ctx, m)
			if errors.Is(err, mutation.ErrNotCompiled) {
				continue
			}
			left--
			if err == nil && !only.MatchString(m.Place()) {
				continue
			}
			verdict := ""
			if err == nil && !o.list {
				verdict, err = runner.Judge(ctx, subject, m)
			}
			if err != nil {
				return survived, err
			}
			fmt.Fprintf(to, "| %s | %s | %s | %s | %s |\n", subject.Name, m.Place(), code(m.Before), code(m.After), cell(verdict))
			if verdict == mutation.Survived {
				survived++
			}
		}
	}
	return survived, nil
}

// code returns the text as code in a cell of a table.
func code(text string) string {
	if text == "" {
		return "(removed)"
	}
	return "`" + cell(text) + "`"
}

// cell returns the text as one line in a cell of a table.
func cell(text string) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(text), " "), "|", "\\|")
}
