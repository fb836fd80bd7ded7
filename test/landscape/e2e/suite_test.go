// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package e2e_test holds the end-to-end tests: each acts as users and operators do, on a landscape with the real Gardener
// components and Flux's real controllers, and looks at what they would look at.
package e2e_test

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/go-logr/logr/funcr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/node/sandbox"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
)

const (
	// seedName is the seed on which most tests run; otherSeedName is started with it for those that need two.
	seedName      = "alpha"
	otherSeedName = "beta"
)

var (
	// world is the landscape that all tests share. Each test has a project of its own in it.
	world *landscape.Landscape
	// dataDir holds everything the landscape writes.
	dataDir string
	// giteaAddresses are where Gitea listens for its API and for ssh, if it is started.
	giteaAddresses [2]string
	// receiverAddress is where a receiver of messages listens, if it is started.
	receiverAddress string
	// realGardenlet has the stories run with the real gardenlet, in the network of package bridge.
	realGardenlet = os.Getenv("GARDENLET") == "real"
	// suiteBaseline has the stories run beside a baseline in all Shoots.
	suiteBaseline = os.Getenv("E2E_BASELINE") != ""
	// onlooker finds secrets that get out.
	onlooker *hygiene
)

func TestMain(m *testing.M) {
	sandbox.Init()
	os.Exit(m.Run())
}

// patience is how long it is waited for what should come about.
const patience = 90 * time.Second

// gardenletPatience is how long it is waited with the real gardenlet for what no operation brings about.
const gardenletPatience = 6 * time.Minute

// unlimited is a time that no wait takes: another limit ends it.
const unlimited = 24 * time.Hour

func TestE2E(t *testing.T) {
	RegisterFailHandler(Fail)
	if realGardenlet {
		SetDefaultEventuallyTimeout(gardenletPatience)
	} else {
		SetDefaultEventuallyTimeout(patience)
	}
	SetDefaultEventuallyPollingInterval(200 * time.Millisecond)
	EnforceDefaultTimeoutsWhenUsingContexts()
	RunSpecs(t, "End-to-End Suite")
}

var _ = BeforeSuite(func(ctx SpecContext) {
	var err error
	dataDir, err = os.MkdirTemp("", "shoot-flux-e2e-")
	Expect(err).NotTo(HaveOccurred())
	Expect(os.Chmod(dataDir, 0o755)).To(Succeed())

	executables, err := landscape.Build(ctx, filepath.Join("..", "..", ".."), filepath.Join(dataDir, "bin"), GinkgoWriter)
	Expect(err).NotTo(HaveOccurred())
	if realGardenlet {
		Expect(landscape.BuildGardenlet(ctx, &executables, filepath.Join("..", "..", ".."), filepath.Join(dataDir, "bin"), GinkgoWriter)).To(Succeed())
	}
	log, err := os.Create(filepath.Join(dataDir, "landscape.log"))
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(log.Close)
	logger := funcr.New(func(prefix, args string) {
		_, _ = fmt.Fprintln(log, time.Now().Format(time.TimeOnly), prefix, args)
	}, funcr.Options{})
	logf.SetLogger(logger)

	for i := range giteaAddresses {
		port, err := process.FreePort()
		Expect(err).NotTo(HaveOccurred())
		giteaAddresses[i] = net.JoinHostPort("127.0.0.1", strconv.Itoa(port))
	}
	port, err := process.FreePort()
	Expect(err).NotTo(HaveOccurred())
	receiverAddress = net.JoinHostPort("127.0.0.1", strconv.Itoa(port))
	started := time.Now()
	world, err = landscape.Start(ctx, landscape.Options{
		Dir: filepath.Join(dataDir, "landscape"), ProjectDir: filepath.Join("..", "..", ".."), Executables: executables,
		Seeds: seedNames(), RealGardenlet: realGardenlet, GitHosts: giteaAddresses[:], NotificationHosts: []string{receiverAddress}, CheckHosts: []string{receiverAddress}, Images: movedClockImages, Access: os.Getenv("E2E_ACCESS"), Log: logger, LogLevel: "debug",
		Progress: func(step string) { GinkgoWriter.Printf("%6.2f s  %s\n", time.Since(started).Seconds(), step) },
	})
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(world.Stop)

	if suiteBaseline {
		Expect(world.GitHost.CreateRepository(ctx, "suite-baseline", true)).To(Succeed())
		commit(ctx, "suite-baseline", "suite-policy", "present")
		Expect(world.ConfigureBaseline(ctx, baselineOf("suite-baseline", nil)["baseline"].(map[string]any))).To(Succeed())
	}
	onlooker, err = newHygiene(dataDir)
	Expect(err).NotTo(HaveOccurred())
	looking, end := context.WithCancel(context.WithoutCancel(ctx))
	DeferCleanup(end)
	Expect(onlooker.begin(looking)).To(Succeed())
	scrape(ctx)
})

// scrape has the metrics of all pods collected into the file that METRICS_OUT names, which make monitoring-pictures does.
func scrape(ctx context.Context) {
	GinkgoHelper()
	path := os.Getenv("METRICS_OUT")
	if path == "" {
		return
	}
	file, err := os.Create(path)
	Expect(err).NotTo(HaveOccurred())
	scraping, end := context.WithCancel(context.WithoutCancel(ctx))
	ended := make(chan error, 1)
	go func() { ended <- world.Scrape(scraping, 10*time.Second, file) }()
	DeferCleanup(func() {
		end()
		Expect(<-ended).To(Succeed())
		Expect(file.Close()).To(Succeed())
	})
}

// It runs after everything has been stopped.
var _ = ReportAfterSuite("data directory", func(report Report) {
	switch {
	case dataDir == "":
	case !report.SuiteSucceeded || os.Getenv("E2E_KEEP_DIR") != "":
		_, _ = fmt.Fprintln(os.Stdout, "\nLogs and kubeconfigs are kept in", dataDir)
	default:
		Expect(os.RemoveAll(dataDir)).To(Succeed())
	}
})

// seedNames are the seeds of the landscape.
func seedNames() []string {
	if realGardenlet {
		return []string{seedName}
	}
	return []string{seedName, otherSeedName}
}

// needsOtherSeed starts the other seed, unless the landscape has it already.
func needsOtherSeed(ctx context.Context) {
	GinkgoHelper()
	if world.Seed(otherSeedName) == nil {
		Expect(world.AddSeed(ctx, otherSeedName)).To(Succeed())
	}
}

func seed(name string) *landscape.Seed {
	return world.Seed(name)
}

func inGarden(ctx context.Context) gardenUser { return gardenUser{ctx: ctx} }
