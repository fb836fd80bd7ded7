// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package operator_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/go-logr/logr/funcr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/artifacts"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/binaries"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/node/sandbox"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/operator"
)

func TestMain(m *testing.M) {
	sandbox.Init()
	os.Exit(m.Run())
}

const (
	// patience is how long it is waited for what should come about: a rollout with leader election and probes, on a busy machine.
	patience = 3 * time.Minute
	// interval is how often it is looked.
	interval = 200 * time.Millisecond
)

func TestOperator(t *testing.T) {
	RegisterFailHandler(Fail)
	SetDefaultEventuallyTimeout(patience)
	SetDefaultEventuallyPollingInterval(interval)
	EnforceDefaultTimeoutsWhenUsingContexts()
	RunSpecs(t, "gardener-operator Suite")
}

// dataDir holds everything that is written.
var dataDir string

// start starts a garden with gardener-operator, and returns it with the release that is to be installed.
func start(ctx SpecContext) (*operator.Operator, artifacts.Directory) {
	GinkgoHelper()
	var err error
	dataDir, err = os.MkdirTemp("", "shoot-flux-operator-")
	Expect(err).NotTo(HaveOccurred())
	// Containers run as other users. gardener-operator writes its token into a temporary file, which goes with the directory.
	Expect(os.Chmod(dataDir, 0o755)).To(Succeed())
	temporary := filepath.Join(dataDir, "tmp")
	Expect(os.Mkdir(temporary, 0o700)).To(Succeed())
	GinkgoT().Setenv("TMPDIR", temporary)

	project := filepath.Join("..", "..", "..")
	paths, err := binaries.Ensure(ctx, GinkgoWriter, operator.Binaries()...)
	Expect(err).NotTo(HaveOccurred())
	extension, err := landscape.BuildExtension(ctx, project, filepath.Join(dataDir, "bin"), GinkgoWriter)
	Expect(err).NotTo(HaveOccurred())
	release, err := artifacts.Write(ctx, project, filepath.Join(dataDir, "artifacts"))
	Expect(err).NotTo(HaveOccurred())
	_, gardener, err := landscape.GardenerModule(ctx)
	Expect(err).NotTo(HaveOccurred())

	log, err := os.Create(filepath.Join(dataDir, "operator.log"))
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(log.Close)
	logger := funcr.New(func(prefix, args string) {
		_, _ = fmt.Fprintln(log, time.Now().Format(time.TimeOnly), prefix, args)
	}, funcr.Options{})
	logf.SetLogger(logger)

	began := time.Now()
	started, err := operator.Start(ctx, operator.Options{
		Dir: dataDir, Binaries: paths, Extension: extension, GardenerDir: gardener, Log: logger,
		Progress: func(step string) { GinkgoWriter.Printf("%6.2f s  %s\n", time.Since(began).Seconds(), step) },
	})
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(started.Stop)
	return started, release
}

// It runs after everything has been stopped.
var _ = ReportAfterSuite("data directory", func(report Report) {
	switch {
	case dataDir == "":
	case !report.SuiteSucceeded || os.Getenv("E2E_KEEP_DIR") != "":
		_, _ = fmt.Fprintf(os.Stderr, "everything that was written is in %s\n", dataDir)
	default:
		_ = os.RemoveAll(dataDir)
	}
})
