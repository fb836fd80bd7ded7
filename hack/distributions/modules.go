// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"

	"github.com/shoot-flux/gardener-extension-shoot-flux/hack/distributions/gomodule"
)

// sums maps a module version to the hash of its zip, in the format of go.sum ("h1:…").
type sums map[module.Version]string

// readSums reads lines in the format "module version h1:hash".
func readSums(path string) (sums, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("reading checksums: %w", err)
	}
	result := sums{}
	for line := range strings.Lines(string(content)) {
		fields := strings.Fields(line)
		if len(fields) != 3 || !strings.HasPrefix(fields[2], "h1:") {
			return nil, fmt.Errorf("%s: malformed line %q, want: module version h1:hash", path, strings.TrimSpace(line))
		}
		result[module.Version{Path: fields[0], Version: fields[1]}] = fields[2]
	}
	return result, nil
}

// versions returns the versions of one module in ascending order.
func (s sums) versions(path string) []string {
	var result []string
	for m := range s {
		if m.Path == path {
			result = append(result, m.Version)
		}
	}
	semver.Sort(result)
	return result
}

// format returns the checksums in the format of readSums, sorted.
func (s sums) format() []byte {
	var lines bytes.Buffer
	for _, m := range s.modules() {
		fmt.Fprintln(&lines, m.Path, m.Version, s[m])
	}
	return lines.Bytes()
}

func (s sums) modules() []module.Version {
	result := make([]module.Version, 0, len(s))
	for m := range s {
		result = append(result, m)
	}
	slices.SortFunc(result, func(a, b module.Version) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), semver.Compare(a.Version, b.Version))
	})
	return result
}

// moduleSource downloads modules and verifies their checksums.
type moduleSource struct {
	recorded sums
	used     sums
	download gomodule.Download
	record   bool
}

// newModuleSource returns a moduleSource that requires the recorded checksum of each module. With record, it also
// accepts a module without a recorded checksum, verified by the Go checksum database. It always refuses a module that
// differs from its recorded checksum.
func newModuleSource(recorded sums, download gomodule.Download, record bool) *moduleSource {
	return &moduleSource{recorded: recorded, used: sums{}, download: download, record: record}
}

// dir downloads and verifies a module, and returns its directory in the module cache.
func (s *moduleSource) dir(ctx context.Context, m module.Version) (string, error) {
	want, known := s.recorded[m]
	if !known && !s.record {
		return "", fmt.Errorf("no checksum recorded for %s", m)
	}
	got, err := s.download(ctx, m)
	if err != nil {
		return "", fmt.Errorf("downloading %s: %w", m, err)
	}
	if known && got.Sum != want {
		return "", fmt.Errorf("%s has changed: checksum %s, recorded %s", m, got.Sum, want)
	}
	s.used[m] = got.Sum
	return got.Dir, nil
}

// pick returns the directory of the module at the given version, or at its newest recorded version if none is given.
func (s *moduleSource) pick(ctx context.Context, path, version string) (string, error) {
	if version == "" {
		versions := s.recorded.versions(path)
		if len(versions) == 0 {
			return "", fmt.Errorf("no checksum recorded for any version of %s", path)
		}
		version = versions[len(versions)-1]
	}
	return s.dir(ctx, module.Version{Path: path, Version: version})
}

// isRecorded returns whether the module has a recorded checksum.
func (s *moduleSource) isRecorded(m module.Version) bool {
	_, known := s.recorded[m]
	return known
}

// have returns whether all modules are available. With try, it downloads modules without a recorded checksum to find
// out, and prints why one is not available. A failed download is an error: it does not show that a module is not
// available.
func (s *moduleSource) have(ctx context.Context, wanted []module.Version, try bool) (bool, error) {
	for _, m := range wanted {
		if s.isRecorded(m) {
			continue
		}
		if !try {
			return false, nil
		}
		switch _, err := s.download(ctx, m); {
		case errors.Is(err, gomodule.ErrAbsent):
			fmt.Printf("%s is not available, its files are not compared: %v\n", m, err)
			return false, nil
		case err != nil:
			return false, fmt.Errorf("downloading %s: %w", m, err)
		}
	}
	return true, nil
}

// closest returns the module, or otherwise its newest available older patch, or otherwise its nearest recorded version.
// The version is empty if there is none.
func (s *moduleSource) closest(ctx context.Context, m module.Version, try bool) (module.Version, error) {
	for _, version := range gomodule.OlderPatches(m.Version) {
		candidate := module.Version{Path: m.Path, Version: version}
		if have, err := s.have(ctx, []module.Version{candidate}, try); err != nil || have {
			return candidate, err
		}
	}
	return s.nearest(m), nil
}

// nearest returns the newest recorded version of a module that is older than the given one, or otherwise the oldest
// recorded version. The version is empty if none is recorded.
func (s *moduleSource) nearest(to module.Version) module.Version {
	found := module.Version{Path: to.Path}
	for _, version := range s.recorded.versions(to.Path) {
		if found.Version == "" || semver.Compare(version, to.Version) < 0 {
			found.Version = version
		}
	}
	return found
}

// unused returns the modules with a recorded checksum that were not used.
func (s *moduleSource) unused() []module.Version {
	return slices.DeleteFunc(s.recorded.modules(), func(m module.Version) bool {
		_, used := s.used[m]
		return used
	})
}
