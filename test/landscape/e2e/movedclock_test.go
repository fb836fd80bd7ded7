// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/node"
)

// movedClockImage is the image of a garden controller whose clock a story moves.
const movedClockImage = "registry.example.com/shoot-flux/moved-clock"

// movedClockSource is the source of a clock that differs from the one of the machine by the duration in a file.
const movedClockSource = `package app

import (
	"os"
	"time"

	"k8s.io/utils/clock"
)

type movedClock struct{ clock.RealClock }

func (c movedClock) Now() time.Time {
	content, err := os.ReadFile(%q)
	if err != nil {
		panic(err)
	}
	moved, err := time.ParseDuration(string(content))
	if err != nil {
		panic(err)
	}
	return c.RealClock.Now().Add(moved)
}

func (c movedClock) Since(t time.Time) time.Duration { return c.Now().Sub(t) }
`

// movedClockDir is the directory of the program with the moved clock. Its directory clock has the file with the duration.
func movedClockDir() string { return filepath.Join(dataDir, "moved-clock") }

// movedClockImages finds the image of the garden controller with the moved clock. Its program exists in a story that has
// called newMovedClock.
func movedClockImages(reference string) (node.Image, bool) {
	if reference != movedClockImage {
		return node.Image{}, false
	}
	const command = "/usr/local/bin/gardener-extension-shoot-flux"
	clock := filepath.Join(movedClockDir(), "clock")
	return node.Image{Command: []string{command}, User: 65532, Files: map[string]string{command: filepath.Join(movedClockDir(), "program"), clock: clock}}, true
}

// movedClock is the clock of the garden controller.
type movedClock struct{ ctx context.Context }

// newMovedClock runs the garden controller with a clock that shows the time of the machine, until the test ends. All
// clocks of its controllers are replaced when its program is built; nothing else is.
func newMovedClock(ctx context.Context) movedClock {
	GinkgoHelper()
	m := movedClock{ctx}
	m.moves(0)
	project, err := filepath.Abs(filepath.Join("..", "..", ".."))
	Expect(err).NotTo(HaveOccurred())
	app := filepath.Join(project, "cmd", "gardener-extension-shoot-flux", "app")
	sources, err := filepath.Glob(filepath.Join(app, "gardencontroller*.go"))
	Expect(err).NotTo(HaveOccurred())
	replaced := map[string]string{}
	replace := func(name, content string) {
		path := filepath.Join(movedClockDir(), filepath.Base(name))
		Expect(os.WriteFile(path, []byte(content), 0o600)).To(Succeed())
		replaced[filepath.Join(app, filepath.Base(name))] = path
	}
	replace("movedclock.go", fmt.Sprintf(movedClockSource, filepath.Join(movedClockDir(), "clock", "moved")))
	for _, source := range sources {
		content, err := os.ReadFile(source)
		Expect(err).NotTo(HaveOccurred())
		if moved := strings.ReplaceAll(string(content), "clock.RealClock{}", "movedClock{clock.RealClock{}}"); moved != string(content) {
			replace(source, moved)
		}
	}
	Expect(len(replaced)).To(BeNumerically(">", 1))
	overlay, err := json.Marshal(map[string]any{"Replace": replaced})
	Expect(err).NotTo(HaveOccurred())
	file := filepath.Join(movedClockDir(), "overlay.json")
	Expect(os.WriteFile(file, overlay, 0o600)).To(Succeed())
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-overlay", file, "-o", filepath.Join(movedClockDir(), "program"), "./cmd/gardener-extension-shoot-flux")
	build.Dir, build.Env = project, append(os.Environ(), "CGO_ENABLED=0", "GOWORK=off", "GOFLAGS=-buildvcs=false")
	output, err := build.CombinedOutput()
	Expect(err).NotTo(HaveOccurred(), string(output))

	former := m.runs(ctx, movedClockImage)
	DeferCleanup(func(ctx context.Context) { m.runs(ctx, former) }, NodeTimeout(3*time.Minute))
	return m
}

// runs has the garden controller run an image, and returns the one before.
func (movedClock) runs(ctx context.Context, image string) string {
	GinkgoHelper()
	deployment := &appsv1.Deployment{}
	key := client.ObjectKey{Namespace: "garden", Name: "gardener-extension-shoot-flux-garden-controller"}
	Expect(seed(seedName).Client.Get(ctx, key, deployment)).To(Succeed())
	container := &deployment.Spec.Template.Spec.Containers[0]
	former := container.Image
	container.Image = image
	Expect(seed(seedName).Client.Update(ctx, deployment)).To(Succeed())
	Expect(world.StartGardenController(ctx)).To(Succeed())
	return former
}

// moves sets the difference to the clock of the machine.
func (m movedClock) moves(by time.Duration) {
	GinkgoHelper()
	clock := filepath.Join(movedClockDir(), "clock")
	Expect(os.MkdirAll(clock, 0o755)).To(Succeed())
	unfinished := filepath.Join(clock, "unfinished")
	Expect(os.WriteFile(unfinished, []byte(by.String()), 0o644)).To(Succeed())
	Expect(os.Rename(unfinished, filepath.Join(clock, "moved"))).To(Succeed())
}

// shows moves the clock so that it shows that time.
func (m movedClock) shows(at time.Time) {
	GinkgoHelper()
	m.moves(time.Until(at))
}
