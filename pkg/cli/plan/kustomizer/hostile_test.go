// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package kustomizer

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"sigs.k8s.io/kustomize/api/krusty"
	kustypes "sigs.k8s.io/kustomize/api/types"
	"sigs.k8s.io/kustomize/kyaml/filesys"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/plan/confine"
)

// hostileCommand is the argument with which this program builds hostile sources.
const hostileCommand = "build-hostile"

// allLayers stands for all layers.
const allLayers = "all"

// outcome is the result of a build without the reader.
type outcome struct {
	Name  string `json:"name"`
	Error string `json:"error"`
}

// buildHostile builds the sources in the subdirectories of a directory with kustomize alone, in a process with the given
// layers, and prints the outcomes.
func buildHostile(directory string, names []string) {
	for _, layer := range confine.Layers() {
		if slices.Contains(names, layer.Name) || slices.Contains(names, allLayers) {
			if err := layer.Apply(directory); err != nil {
				fmt.Fprintln(os.Stderr, layer.Name+": "+err.Error())
				os.Exit(2)
			}
		}
	}
	found, err := os.ReadDir(directory)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	encoder := json.NewEncoder(os.Stdout)
	for _, entry := range found {
		_ = encoder.Encode(outcome{Name: entry.Name(), Error: fmt.Sprint(kustomizeAlone(filesys.MakeFsOnDisk(), filepath.Join(directory, entry.Name(), "cluster")))})
	}
}

// kustomizeAlone builds like Flux's library, which resets the schemas each time: that takes most of the time.
func kustomizeAlone(from filesys.FileSystem, directory string) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	options := &krusty.Options{LoadRestrictions: kustypes.LoadRestrictionsNone, PluginConfig: kustypes.DisabledPluginConfig()}
	_, err = krusty.MakeKustomizer(options).Run(from, directory)
	return err
}

// trap sees whether git is started, and whether anybody connects.
type trap struct {
	// sources is the directory of the sources, and programs that of a program git.
	sources, programs string
	started           string
	host              string
	connections       *atomic.Int64
}

// newTrap writes all hostile sources.
func newTrap() trap {
	GinkgoHelper()
	directory, err := filepath.EvalSymlinks(GinkgoT().TempDir())
	Expect(err).NotTo(HaveOccurred())
	t := trap{sources: filepath.Join(directory, "sources"), programs: filepath.Join(directory, "bin"), started: filepath.Join(directory, "started"), connections: &atomic.Int64{}}
	Expect(os.MkdirAll(t.programs, 0o700)).To(Succeed())
	script := "#!/bin/sh\necho started >> " + t.started + "\nexit 1\n"
	Expect(os.WriteFile(filepath.Join(t.programs, "git"), []byte(script), 0o700)).To(Succeed()) //nolint:gosec // a program
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		t.connections.Add(1)
		if request.URL.Path == "/absent" {
			response.WriteHeader(http.StatusNotFound) // A schema would stay in this process.
		}
		_, _ = response.Write([]byte("s3cret"))
	}))
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			t.connections.Add(1)
		}
	}
	server.Start()
	DeferCleanup(server.Close)
	t.host = server.Listener.Addr().String()
	for i, h := range corpus() {
		for name, text := range h.content {
			file := filepath.Join(t.source(i), name)
			Expect(os.MkdirAll(filepath.Dir(file), 0o700)).To(Succeed())
			Expect(os.WriteFile(file, []byte(strings.ReplaceAll(text, "$HOST", t.host)), 0o600)).To(Succeed())
		}
	}
	GinkgoT().Setenv("PATH", t.programs)
	return t
}

func (t trap) source(i int) string { return filepath.Join(t.sources, fmt.Sprintf("%03d", i)) }

// sprung returns whether git was started, and whether somebody has connected, since the last call.
func (t trap) sprung() (started, connected bool) {
	GinkgoHelper()
	_, err := os.Stat(t.started)
	started = err == nil
	if started {
		Expect(os.Remove(t.started)).To(Succeed())
	}
	return started, t.connections.Swap(0) > 0
}

// alone builds all sources with kustomize alone, in a process with the layers, and returns the errors. in is a command
// in front, or nil.
func (t trap) alone(ctx SpecContext, in []string, layers ...string) []string {
	GinkgoHelper()
	program, err := os.Executable()
	Expect(err).NotTo(HaveOccurred())
	args := slices.Concat(in, []string{program, hostileCommand, t.sources}, layers)
	command := exec.CommandContext(ctx, args[0], args[1:]...) //nolint:gosec // this program
	command.Dir = GinkgoT().TempDir()
	stderr := &bytes.Buffer{}
	command.Stderr = stderr
	out, err := command.Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && exit.ExitCode() == 2 {
		Skip("this machine has no such layer: " + stderr.String())
	}
	Expect(err).NotTo(HaveOccurred(), stderr.String())
	var found []string
	for decoder := json.NewDecoder(bytes.NewReader(out)); decoder.More(); {
		var own outcome
		Expect(decoder.Decode(&own)).To(Succeed())
		found = append(found, own.Error)
	}
	Expect(found).To(HaveLen(len(corpus())))
	return found
}

var _ = Describe("Hostile sources", func() {
	It("make kustomize start git and send requests without any layer, so that they show something", func() {
		t := newTrap()
		for i, h := range corpus() {
			err := kustomizeAlone(filesys.MakeFsOnDisk(), filepath.Join(t.source(i), "cluster"))
			started, connected := t.sprung()
			Expect([]bool{started, connected}).To(Equal([]bool{h.starts, h.requests}), "%s: git was started, somebody has connected: %v", h.name, err)
		}
	})

	It("are refused by the reader alone, with file and value", func() {
		t := newTrap()
		for i, h := range corpus() {
			reading := &recorder{FileSystem: filesys.MakeFsOnDisk(), root: t.source(i), reads: newReads()}
			Expect(kustomizeAlone(reading, filepath.Join(t.source(i), "cluster"))).To(HaveOccurred(), h.name)
			if refused := (*RefusedError)(nil); h.starts || h.requests {
				Expect(errors.As(reading.refused, &refused)).To(BeTrue(), "%s: %v", h.name, reading.refused)
				Expect(filepath.Join(t.source(i), refused.File)).To(BeARegularFile(), h.name)
			}
		}
		started, connected := t.sprung()
		Expect([]bool{started, connected}).To(Equal([]bool{false, false}), "git was started, somebody has connected")
	})

	It("are refused by the process that builds", func(ctx SpecContext) {
		t := newTrap()
		confined := NewConfined(ctx, t.sources)
		DeferCleanup(confined.Close)
		const some = 5 // Each build of Flux's library takes a while.
		for i, h := range corpus() {
			if i%some != 0 {
				continue
			}
			_, err := build(confined, t.source(i), "cluster")
			Expect(err).To(HaveOccurred(), h.name)
			Expect(err).NotTo(MatchError(ContainSubstring("s3cret")), h.name)
		}
		started, connected := t.sprung()
		Expect([]bool{started, connected}).To(Equal([]bool{false, false}), "git was started, somebody has connected")
	})

	// The last two see each system call, so that their own errors are the witness.
	DescribeTable("are stopped without the reader by the layer alone:",
		func(ctx SpecContext, layer string, stopsStart, stopsRequest string) {
			t := newTrap()
			errs := t.alone(ctx, nil, layer)
			started, connected := t.sprung()
			for i, h := range corpus() {
				if h.starts && !h.requests && stopsStart != "" {
					Expect(errs[i]).To(ContainSubstring(stopsStart), h.name)
				}
				if h.requests && !h.starts && stopsRequest != "" {
					Expect(errs[i]).To(ContainSubstring(stopsRequest), h.name)
				}
			}
			Expect(started && stopsStart != "").To(BeFalse(), "git was started")
			Expect(connected && stopsRequest != "").To(BeFalse(), "somebody has connected")
		},
		Entry("no transport", "no transport", "", "plan makes no network connections while it builds"),
		Entry("no variables", "no variables", "no 'git' program on path", ""),
		Entry("Landlock", "Landlock", "permission denied", "connect: permission denied"),
		Entry("seccomp", "seccomp", "operation not permitted", "operation not permitted"),
	)

	It("start no program and open no connection in a process with all layers, according to strace", func(ctx SpecContext) {
		strace, err := exec.LookPath("strace")
		if err != nil || runtime.GOOS != "linux" {
			Skip("strace is not installed")
		}
		t := newTrap()
		log := filepath.Join(GinkgoT().TempDir(), "strace")
		t.alone(ctx, []string{strace, "-f", "-qq", "-e", "trace=execve,execveat,socket,connect,clone,clone3,fork,vfork", "-o", log}, allLayers)
		started, connected := t.sprung()
		Expect([]bool{started, connected}).To(Equal([]bool{false, false}), "git was started, somebody has connected")
		text, err := os.ReadFile(log) //nolint:gosec // a file of this spec
		Expect(err).NotTo(HaveOccurred())
		succeeded := map[string]int{}
		for line := range strings.Lines(string(text)) {
			call := regexp.MustCompile(`(?:^| )([a-z]+[0-9]?)\(`).FindStringSubmatch(line)
			if call != nil && !strings.Contains(line, " = -1 ") && !strings.Contains(line, "CLONE_THREAD") {
				succeeded[call[1]]++
			}
		}
		Expect(succeeded).To(Equal(map[string]int{"execve": 1}), "this program only: %s", slices.Sorted(maps.Keys(succeeded)))
	})
})
