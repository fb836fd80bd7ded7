// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package conformance_test runs the cases in shoots with one or several Flux versions, each with its mutation as well.
//
//	CONFORMANCE_FLUX   versions, or minor versions, with commas between; the newest that the extension carries, if empty
//	CONFORMANCE_CASES  names of cases, with commas between; fast: those that are run with every change; all, and the lifecycle of a shoot, if empty
//	CONFORMANCE_OUT    a file to which a line of JSON is written for each run
package conformance_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/conformance/cases"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/conformance/report"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/conformance/runner"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/node/sandbox"
)

var (
	// world is the landscape that all share.
	world *runner.World
	// dataDir holds all that it writes.
	dataDir string
	// commit is the commit under test.
	commit string
)

func TestMain(m *testing.M) {
	sandbox.Init()
	os.Exit(m.Run())
}

func TestConformance(t *testing.T) {
	RegisterFailHandler(Fail)
	SetDefaultEventuallyTimeout(3 * time.Minute)
	SetDefaultEventuallyPollingInterval(time.Second)
	EnforceDefaultTimeoutsWhenUsingContexts()
	RunSpecs(t, "Conformance Suite")
}

var _ = BeforeSuite(func(ctx SpecContext) {
	var err error
	commit = head(ctx)
	dataDir, err = os.MkdirTemp("", "shoot-flux-conformance-")
	Expect(err).NotTo(HaveOccurred())
	Expect(os.Chmod(dataDir, 0o755)).To(Succeed()) //nolint:gosec // containers run as other users and read below it
	world, err = runner.Start(ctx, runner.Options{
		ProjectDir: filepath.Join("..", ".."), Dir: filepath.Join(dataDir, "world"), Seeds: seeds(), Out: GinkgoWriter,
	})
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(world.Stop)
})

// It runs after everything has been stopped.
var _ = ReportAfterSuite("data directory", func(report Report) {
	switch {
	case dataDir == "":
	case !report.SuiteSucceeded:
		_, _ = fmt.Fprintln(os.Stdout, "\nLogs and kubeconfigs are kept in", dataDir)
	default:
		Expect(os.RemoveAll(dataDir)).To(Succeed())
	}
})

// wanted are the names of the cases to run; none if all are.
func wanted() []string {
	if names := os.Getenv("CONFORMANCE_CASES"); names != "" {
		return strings.Split(names, ",")
	}
	return nil
}

// seeds returns a second one for the lifecycle of a shoot.
func seeds() []string {
	if wanted() != nil {
		return []string{runner.SeedName}
	}
	return []string{runner.SeedName, otherSeedName}
}

// versions are the Flux versions to run with, by default the newest.
func versions() []string {
	if wanted := os.Getenv("CONFORMANCE_FLUX"); wanted != "" {
		return strings.Split(wanted, ",")
	}
	return []string{newest()}
}

// selected are the cases to run.
func selected() []cases.Case {
	all, err := cases.All()
	if err != nil {
		panic(err) // Ginkgo's tree is being built; there is no test yet that could fail.
	}
	names := wanted()
	if names == nil {
		return all
	}
	for _, name := range names {
		if name != "fast" && !slices.ContainsFunc(all, func(c cases.Case) bool { return c.Name == name }) {
			panic("CONFORMANCE_CASES: there is no case " + name) // A run without it would be taken for one with it.
		}
	}
	isFast := slices.Contains(names, "fast")
	return slices.DeleteFunc(all, func(c cases.Case) bool { return !slices.Contains(names, c.Name) && (!isFast || !c.Fast) })
}

var _ = Describe("Flux in a shoot", func() {
	for i, version := range versions() {
		Describe(version, Ordered, ContinueOnFailure, func() {
			var shoot *runner.Shoot
			ended := map[string]chan runner.Result{}
			BeforeAll(func(ctx SpecContext) {
				var err error
				shoot, err = world.NewShoot(ctx, fmt.Sprintf("flux-%d", i), version)
				Expect(err).NotTo(HaveOccurred())
				// Cleanups run in reverse order: the runs end before their shoot does.
				DeferCleanup(func(ctx SpecContext) { Expect(shoot.Release(ctx)).To(Succeed()) }, NodeTimeout(2*time.Minute))
				begin(ctx, shoot, ended)
			}, NodeTimeout(10*time.Minute))
			for _, c := range selected() {
				for _, mutated := range []bool{false, true} {
					It(title(c, mutated), func(ctx SpecContext) {
						if !c.Can(version) {
							Skip("needs Flux " + c.Since.Version + ": " + c.Since.Reason)
						}
						select {
						case result := <-ended[title(c, mutated)]:
							record(ctx, shoot, result)
							Expect(result.Err).NotTo(HaveOccurred(), result.Run.Transcript())
						case <-ctx.Done():
							Fail("it has not ended")
						}
					}, SpecTimeout(time.Hour))
				}
			}
		})
	}
})

func title(c cases.Case, mutated bool) string {
	if mutated {
		return c.Chapter + "/" + c.Name + " fails with its mutation"
	}
	return c.Chapter + "/" + c.Name
}

// begin runs all cases that the version supports, several at a time, and sends their results to ended.
func begin(ctx SpecContext, shoot *runner.Shoot, ended map[string]chan runner.Result) {
	GinkgoHelper()
	var runs []*runner.Run
	for _, c := range selected() {
		if !c.Can(shoot.FluxVersion) {
			continue
		}
		for _, mutated := range []bool{false, true} {
			runs = append(runs, shoot.NewRun(c, mutated))
			ended[title(c, mutated)] = make(chan runner.Result, 1)
		}
	}
	running, end := context.WithCancel(context.WithoutCancel(ctx))
	over := make(chan struct{})
	go func() {
		defer close(over)
		err := shoot.Together(running, runs, func(result runner.Result) {
			result.Err = errors.Join(result.Err, result.Run.Suspend(running))
			ended[title(result.Run.Case, result.Run.Mutated)] <- result
		})
		if err != nil {
			for _, r := range runs {
				select {
				case ended[title(r.Case, r.Mutated)] <- runner.Result{Run: r, Err: err}:
				default: // It has ended before.
				}
			}
		}
	}()
	DeferCleanup(func() {
		end()
		<-over
	})
}

// record appends the result of a run to CONFORMANCE_OUT, from which the page is generated.
func record(ctx context.Context, shoot *runner.Shoot, result runner.Result) {
	GinkgoHelper()
	out := os.Getenv("CONFORMANCE_OUT")
	if out == "" {
		return
	}
	standIns, err := shoot.StandIns(ctx)
	Expect(err).NotTo(HaveOccurred())
	line, err := json.Marshal(report.Result{
		Flux: shoot.FluxVersion, Programs: standIns, Chapter: result.Run.Case.Chapter, Case: result.Run.Case.Name,
		Mutated: result.Run.Mutated, Passed: result.Err == nil, Seconds: float64(int(result.Seconds)),
		Commit: commit, Date: time.Now().UTC().Format(time.DateOnly),
	})
	Expect(err).NotTo(HaveOccurred())
	file, err := os.OpenFile(out, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644) //nolint:gosec // no secret
	Expect(err).NotTo(HaveOccurred())
	defer file.Close()
	_, err = fmt.Fprintln(file, string(line))
	Expect(err).NotTo(HaveOccurred())
}

func head(ctx context.Context) string {
	output, err := exec.CommandContext(ctx, "git", "rev-parse", "--short=12", "HEAD").Output()
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(string(output))
}
