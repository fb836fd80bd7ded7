// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package binaries

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	// reportInterval is the interval between reports of a running build.
	reportInterval = 10 * time.Second
	// packageTime is the average processor time for a package, including linking: measured as 1,600 s for 5,000 packages.
	packageTime = 300 * time.Millisecond
	// worthEstimating is the minimum estimate that is printed.
	worthEstimating = 30 * time.Second
)

// progress reports the progress of a build from the output of the go command. It prints whole lines, which suit logs
// and terminals.
type progress struct {
	printf  func(format string, args ...any)
	started time.Time

	mutex sync.Mutex
	// executables are the paths of the programs to link.
	executables []string
	// modules is the number of downloaded modules, packages the number of compiled packages, and expected the number
	// of packages to compile.
	modules, packages, expected int
	// module and pkg are the names of the last module and package.
	module, pkg string
	// messages are the lines of output that are not progress, and line is the beginning of an incomplete line.
	messages []string
	line     string
}

// Write parses the go command's output: modules that it downloads, packages that it compiles (with -v), and messages.
func (p *progress) Write(output []byte) (int, error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	lines := strings.Split(p.line+string(output), "\n")
	for _, line := range lines[:len(lines)-1] {
		p.take(line)
	}
	p.line = lines[len(lines)-1]
	return len(output), nil
}

func (p *progress) take(line string) {
	if module, found := strings.CutPrefix(line, "go: downloading "); found {
		p.modules++
		p.module = module
		return
	}
	if line != "" && !strings.ContainsAny(line, " \t") {
		p.packages++
		p.pkg = line
		return
	}
	p.messages = append(p.messages, line)
}

// last returns the last n messages.
func (p *progress) last(n int) string {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	all := p.messages
	if p.line != "" {
		all = slices.Concat(all, []string{p.line})
	}
	return strings.Join(all[max(0, len(all)-n):], "\n")
}

// link sets the paths of the programs to link.
func (p *progress) link(executables []string) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.executables = executables
}

// expect sets and prints the number of packages to compile.
func (p *progress) expect(packages int) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.expected = packages
	cores := runtime.GOMAXPROCS(0)
	takes := time.Duration(packages) * packageTime / time.Duration(cores)
	estimate := ""
	if takes >= worthEstimating {
		estimate = fmt.Sprintf(", about %d min on %d idle cores", int(takes.Round(time.Minute).Minutes()), cores)
	}
	p.printf("  %s packages to compile%s", grouped(packages), estimate)
}

// every calls a function periodically until the returned function is called.
func every(interval time.Duration, do func()) (stop func()) {
	stopped := make(chan struct{})
	var running sync.WaitGroup
	running.Go(func() {
		ticker := time.NewTicker(interval)
		defer ticker.Stop()
		for {
			select {
			case <-stopped:
				return
			case <-ticker.C:
				do()
			}
		}
	})
	return func() {
		close(stopped)
		running.Wait()
	}
}

// print prints the current status.
func (p *progress) print() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.printf("  %s", p.status())
}

func (p *progress) elapsed() string {
	return time.Since(p.started).Round(time.Second).String()
}

// status returns the status in one line. The mutex must be held.
func (p *progress) status() string {
	switch {
	case p.packages == 0 && p.expected == 0 && p.modules == 0:
		return "resolving packages, " + p.elapsed()
	case p.packages == 0 && p.expected == 0:
		return fmt.Sprintf("%d modules downloaded, %s, %s", p.modules, p.elapsed(), p.module)
	}
	status := grouped(p.packages)
	if p.expected > 0 {
		status += " of " + grouped(max(p.packages, p.expected))
	}
	status += " packages"
	if len(p.executables) > 0 {
		status += fmt.Sprintf(" and %d of %d programs", p.linked(), len(p.executables))
	}
	return strings.TrimSuffix(fmt.Sprintf("%s, %s, %s", status, p.elapsed(), p.pkg), ", ")
}

func (p *progress) linked() int {
	linked := 0
	for _, executable := range p.executables {
		if _, err := os.Stat(executable); err == nil {
			linked++
		}
	}
	return linked
}

// grouped formats a number with commas between thousands.
func grouped(n int) string {
	if n < 1000 {
		return strconv.Itoa(n)
	}
	return fmt.Sprintf("%s,%03d", grouped(n/1000), n%1000)
}

// describe returns the names of the binaries and programs, with the pinned versions of binaries.
func describe(binaries []Binary, programs []Program) []string {
	names := make([]string, 0, len(binaries)+len(programs))
	for _, binary := range binaries {
		names = append(names, binary.Name+" "+binary.Version)
	}
	for _, program := range programs {
		names = append(names, program.name())
	}
	return names
}

// some returns the first names of a list, and the number of other names.
func some(names []string) string {
	const enough = 3
	if len(names) <= enough {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:enough], ", "), len(names)-enough)
}
