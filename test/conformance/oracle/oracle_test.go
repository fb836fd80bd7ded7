// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package oracle_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/conformance/oracle"
)

func TestOracle(t *testing.T) {
	RegisterFailHandler(Fail)
	EnforceDefaultTimeoutsWhenUsingContexts()
	RunSpecs(t, "Oracle Suite")
}

// atATime is the number of trials at a time. Most of a trial is waiting for Flux, even with two cores.
const atATime = 3

// world is what all trials share, and dataDir holds its files.
var (
	world   *oracle.World
	dataDir string
)

// rows returns the rows of the table, or those that ORACLE_CASES names, with commas between.
func rows() []oracle.Row {
	table, err := oracle.Table()
	if err != nil {
		panic(err) // Ginkgo's tree is being built; there is no test yet that could fail.
	}
	names := os.Getenv("ORACLE_CASES")
	if names == "" {
		return table
	}
	return slices.DeleteFunc(table, func(row oracle.Row) bool { return !slices.Contains(strings.Split(names, ","), row.Name) })
}

// answer is what one trial of a case did.
type answer struct {
	outcome *oracle.Outcome
	err     error
}

var _ = Describe("A commit", Ordered, ContinueOnFailure, func() {
	answers := map[string]chan answer{}
	for _, row := range rows() {
		answers[row.Name] = make(chan answer, row.Trials)
	}

	BeforeAll(func(ctx SpecContext) {
		plugin, err := filepath.Abs(os.Getenv("PLUGIN"))
		Expect(err).NotTo(HaveOccurred())
		Expect(plugin).To(BeAnExistingFile(), "PLUGIN must be the path of the built kubectl-shoot_flux")
		dataDir, err = os.MkdirTemp("", "shoot-flux-oracle-")
		Expect(err).NotTo(HaveOccurred())
		dataDir, err = filepath.EvalSymlinks(dataDir)
		Expect(err).NotTo(HaveOccurred())
		world, err = oracle.Start(ctx, oracle.Options{
			Dir: dataDir, Plugin: plugin, Shoot: filepath.Join("..", "..", "..", "example", "20-shoot.yaml"), Log: GinkgoWriter,
		})
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(world.Stop)
		begin(ctx, selected(), answers)
	}, NodeTimeout(5*time.Minute))

	for _, row := range rows() {
		It("does what plan says: "+row.Name, label(row), func(ctx SpecContext) {
			By(row.Why)
			said, err := world.Plan(ctx, row.Case)
			Expect(err).NotTo(HaveOccurred())
			for trial := range row.Trials {
				By("trial " + strconv.Itoa(trial+1))
				select {
				case own := <-answers[row.Name]:
					Expect(own.err).NotTo(HaveOccurred())
					Expect(row.CheckFlux(own.outcome)).To(Succeed(), "Flux:\n%splan:\n%s", own.outcome, said)
				case <-ctx.Done():
					Fail("it has not ended")
				}
			}
			Expect(row.CheckPlan(said)).To(Succeed(), "plan:\n%s", said)
		}, SpecTimeout(20*time.Minute))
	}
})

func label(row oracle.Row) Labels {
	if row.Long {
		return Label("long")
	}
	return nil
}

// selected returns the rows that this run asks for.
func selected() []oracle.Row {
	filter := GinkgoLabelFilter()
	return slices.DeleteFunc(rows(), func(row oracle.Row) bool { return !Label(label(row)...).MatchesLabelFilter(filter) })
}

// begin starts the trials of all rows in their order, some at a time, and sends what they did to answers.
func begin(ctx context.Context, rows []oracle.Row, answers map[string]chan answer) {
	running, end := context.WithCancel(context.WithoutCancel(ctx))
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		oracle.Together(atATime, rows, func(row oracle.Row) {
			outcome, err := world.Try(running, row.Case)
			answers[row.Name] <- answer{outcome: outcome, err: err}
		})
	}()
	DeferCleanup(func() {
		end()
		<-ended
	})
}

// It runs after everything has been stopped.
var _ = ReportAfterSuite("data directory", func(report Report) {
	switch {
	case dataDir == "":
	case !report.SuiteSucceeded:
		AddReportEntry("logs", dataDir)
	default:
		Expect(os.RemoveAll(dataDir)).To(Succeed())
	}
})
