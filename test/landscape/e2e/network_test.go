// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
)

// trace is what strace sees of the processes of a program, from their first system calls on.
type trace struct {
	program  os.FileInfo
	dir      string
	traced   map[int]bool
	straces  []*exec.Cmd
	stop     context.CancelFunc
	stopped  sync.WaitGroup
	failures []error
}

// traceNew traces each process of the program that is started from now on.
func traceNew(ctx context.Context, program string) *trace {
	GinkgoHelper()
	info, err := os.Stat(program)
	Expect(err).NotTo(HaveOccurred())
	t := &trace{program: info, dir: GinkgoT().TempDir(), traced: map[int]bool{}}
	for _, pid := range t.processes() {
		t.traced[pid] = true
	}
	ctx, t.stop = context.WithCancel(context.WithoutCancel(ctx))
	t.stopped.Go(func() {
		ticker := time.NewTicker(time.Millisecond)
		defer ticker.Stop()
		for ctx.Err() == nil {
			for _, pid := range t.processes() {
				if !t.traced[pid] {
					t.traced[pid] = true
					t.attach(ctx, pid)
				}
			}
			<-ticker.C
		}
	})
	DeferCleanup(t.end)
	return t
}

// processes are those that run the program now.
func (t *trace) processes() []int {
	executables, _ := filepath.Glob("/proc/[0-9]*/exe")
	var found []int
	for _, executable := range executables {
		if info, err := os.Stat(executable); err == nil && os.SameFile(info, t.program) {
			pid, _ := strconv.Atoi(strings.Split(executable, "/")[2])
			found = append(found, pid)
		}
	}
	return found
}

// attach keeps a process from going on until strace sees it.
func (t *trace) attach(ctx context.Context, pid int) {
	if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
		return // It has ended already.
	}
	defer func() { _ = syscall.Kill(pid, syscall.SIGCONT) }()
	command := exec.Command("strace", "-f", "-q", "-e", "trace=bind,connect,sendto,sendmsg,sendmmsg",
		"-o", filepath.Join(t.dir, strconv.Itoa(pid)), "-p", strconv.Itoa(pid))
	if err := command.Start(); err != nil {
		t.failures = append(t.failures, err)
		return
	}
	t.straces = append(t.straces, command)
	bounded, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	if err := process.Until(bounded, fmt.Sprintf("strace to attach to process %d", pid), time.Millisecond, func(context.Context) error {
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
		if err == nil && !bytes.Contains(status, fmt.Appendf(nil, "TracerPid:\t%d\n", command.Process.Pid)) {
			return errors.New("it is not traced yet")
		}
		return nil // It has ended, if there is no status.
	}); err != nil && ctx.Err() == nil {
		t.failures = append(t.failures, err)
	}
}

// end detaches from all processes.
func (t *trace) end() {
	t.stop()
	t.stopped.Wait()
	for _, command := range t.straces {
		_ = command.Process.Signal(syscall.SIGINT)
		_ = command.Wait() // It ends by the signal, or has ended with the process.
	}
	t.straces = nil
}

// destination is how strace writes the address of a system call.
var destination = regexp.MustCompile(`sa_family=AF_(?:INET, sin_port=htons\((\d+)\), sin_addr=inet_addr\("([^"]+)"\)|INET6, sin6_port=htons\((\d+)\),.*inet_pton\(AF_INET6, "([^"]+)"|(\w+))`)

// itself is a destination that the process has bound itself.
const itself = "itself"

// destinations counts the system calls by the addresses that they were for, and the processes that made them.
func (t *trace) destinations() (counts map[string]int, processes int) {
	GinkgoHelper()
	t.end()
	Expect(t.failures).To(BeEmpty())
	files, err := filepath.Glob(filepath.Join(t.dir, "*"))
	Expect(err).NotTo(HaveOccurred())
	counts = map[string]int{}
	for _, file := range files {
		content, err := os.ReadFile(file)
		Expect(err).NotTo(HaveOccurred())
		bound := map[string]bool{}
		for line := range strings.Lines(string(content)) {
			address := addressIn(line)
			switch {
			case address == "":
			case strings.Contains(line, " bind("):
				bound[address] = true
			case bound[address]:
				counts[itself]++
			default:
				counts[address]++
			}
		}
	}
	return counts, len(files)
}

// addressIn returns the address in a line of strace, or the family of one that has neither host nor port.
func addressIn(line string) string {
	GinkgoHelper()
	found := destination.FindStringSubmatch(line)
	switch {
	case found == nil:
		Expect(line).NotTo(ContainSubstring("sa_family"), "an address that is not understood")
		return ""
	case found[2] != "":
		return net.JoinHostPort(found[2], found[1])
	case found[4] != "":
		return net.JoinHostPort(found[4], found[3])
	default:
		return found[5]
	}
}

var _ = Describe("The extension, cut off from all networks and under a trace of its system calls", Serial, Label("network"), func() {
	It("connects to nothing but API servers and itself", func(ctx SpecContext) {
		interfaces, err := net.Interfaces()
		Expect(err).NotTo(HaveOccurred())
		Expect(interfaces).To(ConsistOf(HaveField("Name", "lo")), "'make test-no-network' runs this where there is no other")

		t := traceNew(ctx, world.Extension)
		killExtension(ctx, seedName)

		By("a shoot from beginning to end: installed, synced with a deploy key, upgraded, its configuration changed, removed, deleted")
		user := inGarden(ctx)
		config := with(repository(ctx, "cutoff", false), "fluxVersion", "v2.8.8")
		user.project("cutoff", config)
		s := user.shoot("cutoff", "only", seedName, false)
		Expect(world.GitHost.AddDeployKey("cutoff", "flux", user.publicKey("cutoff"), true)).To(Succeed())
		s.succeeds()
		s.pullUntilShown("from-git", "first")
		user.configure("cutoff", with(config, "fluxVersion", "v2.9.5"))
		s.reconcile()
		s.isTakenOver()
		commit(ctx, "cutoff", "from-git", "second")
		s.pull()
		s.shows("from-git", "second")
		shootCluster, err := world.ShootCluster(s.key().Namespace, s.name)
		Expect(err).NotTo(HaveOccurred())
		// Whether its webhook is ready is asked for by a connection to itself.
		known := map[string]string{itself: itself}
		for name, address := range map[string]string{
			"garden": world.Garden.Cluster.Config.Host, "seed": seed(seedName).Cluster.Config.Host, "shoot": shootCluster.Config.Host,
		} {
			parsed, err := url.Parse(address)
			Expect(err).NotTo(HaveOccurred())
			known[parsed.Host] = name
		}
		s.removeExtension()
		s.delete()
		s.isGone()
		s.isDeleted()

		counts, processes := t.destinations()
		By(fmt.Sprintf("%d processes of the extension were traced", processes))
		seen := map[string]int{}
		for _, address := range slices.Sorted(maps.Keys(counts)) {
			name, isKnown := known[address]
			GinkgoWriter.Printf("  %4d system calls to %s (%s)\n", counts[address], address, name)
			Expect(isKnown).To(BeTrue(), "%d system calls to %s, which is no API server", counts[address], address)
			seen[name] += counts[address]
		}
		Expect(seen).To(And(HaveKey("garden"), HaveKey("seed"), HaveKey("shoot")))
	}, SpecTimeout(6*time.Minute))
})
