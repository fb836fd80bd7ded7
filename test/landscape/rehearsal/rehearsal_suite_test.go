// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package rehearsal_test rehearses a release: it builds a version as the workflow release does, pushes it to a registry
// of the landscape, installs it with the commands of docs/operations/installation.md, upgrades to a second version and
// rolls back. Provenance is not made: it needs the identity of the workflow.
//
// The second version is the first one with testdata/second.patch, which adds a field to FluxConfig and renames another
// one, and with a newer Flux version.
package rehearsal_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-logr/logr"
	"github.com/go-logr/logr/funcr"
	"github.com/google/go-containerregistry/pkg/registry"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/binaries"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/documents"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/node/sandbox"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/ociimage"
)

const (
	// firstSeed also runs admission and garden controller. It is upgraded before secondSeed.
	firstSeed, secondSeed = "alpha", "beta"
	// page is the page whose commands the rehearsal runs.
	page = "docs/operations/installation.md"

	patience = 3 * time.Minute
	// gardenletPatience is for the real gardenlet, which creates a Shoot in minutes.
	gardenletPatience = 6 * time.Minute
)

// isReal returns whether the real gardenlet is rehearsed with, in the network of package bridge.
func isReal() bool { return os.Getenv("GARDENLET") == "real" }

func TestMain(m *testing.M) {
	sandbox.Init()
	os.Exit(m.Run())
}

func TestRehearsal(t *testing.T) {
	RegisterFailHandler(Fail)
	SetDefaultEventuallyTimeout(patience)
	if isReal() {
		SetDefaultEventuallyTimeout(gardenletPatience)
	}
	SetDefaultEventuallyPollingInterval(500 * time.Millisecond)
	EnforceDefaultTimeoutsWhenUsingContexts()
	RunSpecs(t, "Rehearsal Suite")
}

// stage is what the rehearsal runs on.
type stage struct {
	// dir holds all data. repository is the checkout that is released.
	dir, repository string
	// registry is the host and port of the registry for images and charts.
	registry  string
	commands  documents.Page
	landscape *landscape.Landscape
	log       logr.Logger
	began     time.Time
	// ran contains the lines of the blocks of the page that were run.
	ran map[int]bool
}

// newStage starts the registry, and reads the page.
func newStage() *stage {
	GinkgoHelper()
	repository, err := filepath.Abs(filepath.Join("..", "..", ".."))
	Expect(err).NotTo(HaveOccurred())
	dir, err := os.MkdirTemp("", "shoot-flux-rehearsal-")
	Expect(err).NotTo(HaveOccurred())
	Expect(os.Chmod(dir, 0o755)).To(Succeed()) //nolint:gosec // containers run as other users
	content, err := os.ReadFile(filepath.Join(repository, page))
	Expect(err).NotTo(HaveOccurred())
	commands, err := documents.Parse(page, content)
	Expect(err).NotTo(HaveOccurred())
	server := httptest.NewServer(registry.New(registry.Logger(log.New(io.Discard, "", 0))))
	DeferCleanup(server.Close)
	messages, err := os.Create(filepath.Join(dir, "landscape.log"))
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(messages.Close)
	logger := funcr.New(func(prefix, args string) {
		_, _ = fmt.Fprintln(messages, time.Now().Format(time.TimeOnly), prefix, args)
	}, funcr.Options{})
	logf.SetLogger(logger)
	s := &stage{
		dir: dir, repository: repository, registry: strings.TrimPrefix(server.URL, "http://"),
		commands: commands, log: logger, began: time.Now(), ran: map[int]bool{},
	}
	DeferCleanup(func() {
		if CurrentSpecReport().Failed() || os.Getenv("E2E_KEEP_DIR") != "" {
			_, _ = fmt.Fprintln(os.Stdout, "\nLogs and kubeconfigs are kept in", dir)
			return
		}
		// Go's module cache is not below it, so that all of it can be removed.
		Expect(os.RemoveAll(dir)).To(Succeed())
	})
	// The landscape outlives the act that starts it.
	DeferCleanup(func() {
		if s.landscape != nil {
			s.landscape.Stop()
		}
	})
	return s
}

// say reports progress.
func (s *stage) say(format string, args ...any) {
	GinkgoWriter.Printf("%6.1f s  %s\n", time.Since(s.began).Seconds(), fmt.Sprintf(format, args...))
}

// startLandscape starts garden and seeds without the extension, whose pods come from the registry.
func (s *stage) startLandscape(ctx SpecContext) {
	GinkgoHelper()
	pinned, err := binaries.Ensure(ctx, GinkgoWriter, append(binaries.Landscape(), binaries.Helm)...)
	Expect(err).NotTo(HaveOccurred())
	// Pods start after this act too.
	puller := ociimage.New(s.registry, filepath.Join(s.dir, "images"), s.log.WithName("images"))
	images := puller.Images(context.WithoutCancel(ctx))
	executables := landscape.Executables{Pinned: pinned}
	if isReal() {
		Expect(landscape.BuildGardenlet(ctx, &executables, s.repository, s.path("bin"), GinkgoWriter)).To(Succeed())
	}
	s.landscape, err = landscape.Start(ctx, landscape.Options{
		Dir: filepath.Join(s.dir, "landscape"), ProjectDir: s.repository, Executables: executables,
		Seeds: []string{firstSeed, secondSeed}, Log: s.log, LogLevel: "debug", Uninstalled: true,
		Images: images, RealGardenlet: isReal(),
		Progress: func(step string) { s.say("%s", step) },
	})
	Expect(err).NotTo(HaveOccurred())
	for name, path := range map[string]string{"kubectl": pinned[binaries.Kubectl], "helm": pinned[binaries.Helm]} {
		Expect(os.Symlink(path, s.path("bin", name))).To(Succeed())
	}
}

// path returns a path below the directory of the rehearsal, whose parent exists.
func (s *stage) path(elements ...string) string {
	GinkgoHelper()
	path := filepath.Join(append([]string{s.dir}, elements...)...)
	Expect(os.MkdirAll(filepath.Dir(path), 0o755)).To(Succeed()) //nolint:gosec // containers run as other users
	return path
}
