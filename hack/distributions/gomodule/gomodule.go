// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package gomodule downloads Go modules to read their files.
package gomodule

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/version"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"
)

// ErrAbsent is returned for a module that the proxy does not have, or that the checksum database does not know. It says
// nothing about the content of the module. Other errors, such as a wrong checksum or a network failure, are not ErrAbsent.
var ErrAbsent = errors.New("the module is not available")

// Module is a module in the module cache.
type Module struct {
	// Dir is the directory with the files of the module, and Sum the hash of its zip, in the format of go.sum.
	Dir, Sum string
	// Go is the oldest version of Go that compiles the module, for instance 1.27.0, or empty if its go.mod has none.
	Go string
}

// CompilesWith returns whether a version of Go, such as that of runtime.Version, compiles the module.
func (m Module) CompilesWith(goVersion string) bool {
	return version.Compare("go"+m.Go, goVersion) <= 0
}

// Download downloads a module.
type Download func(context.Context, module.Version) (Module, error)

// Go returns a function that downloads a module with the go command. With record, the Go checksum database verifies the
// module. Otherwise, the caller has to compare its checksum with a recorded one, and the database may be unreachable.
func Go(record bool) Download {
	// GOTOOLCHAIN: the module is only read, so that the Go version that it requires does not matter. Without this, the
	// go command would download that version first, which GOSUMDB=off does not permit.
	environment := append(os.Environ(), "GO111MODULE=on", "GOFLAGS=", "GOWORK=off", "GOTOOLCHAIN=local")
	if !record {
		environment = append(environment, "GOSUMDB=off")
	}
	return func(ctx context.Context, m module.Version) (Module, error) {
		return download(ctx, environment, m)
	}
}

// downloaded has the fields of the output of `go mod download -json` that are used here.
type downloaded struct {
	Dir, GoMod, Zip, Sum string
	Error                string
}

// download runs the go command outside of any module, because it might add the download to the go.sum of that module.
func download(ctx context.Context, environment []string, m module.Version) (Module, error) {
	command := exec.CommandContext(ctx, "go", "mod", "download", "-json", m.String())
	command.Dir = os.TempDir()
	command.Env = environment
	var stderr bytes.Buffer
	command.Stderr = &stderr

	// The output also reports a failed download, so it is read before the exit status.
	output, runErr := command.Output()
	var found downloaded
	if err := json.Unmarshal(output, &found); err != nil {
		return Module{}, errors.Join(runErr, fmt.Errorf("output of go mod download: %w: %s", err, stderr.String()))
	}
	switch {
	case found.Error != "" && found.Zip != "" && found.Sum != "":
		// The go command has verified and unpacked the module before it refused it for its Go version.
		dir, err := unpacked(found.Zip, m)
		if err != nil {
			return Module{}, fmt.Errorf("%s: %w", found.Error, err)
		}
		found.Dir = dir
	case found.Error != "" && isAbsent(found.Error):
		return Module{}, fmt.Errorf("%w: %s", ErrAbsent, found.Error)
	case found.Error != "":
		return Module{}, errors.New(found.Error)
	case runErr != nil:
		return Module{}, runErr
	}
	required, err := requiredGo(found.GoMod)
	return Module{Dir: found.Dir, Sum: found.Sum, Go: required}, err
}

// isAbsent returns whether the error is the answer of a module proxy, of the checksum database or of a repository that
// does not have the version.
func isAbsent(message string) bool {
	return regexp.MustCompile(`: (403 Forbidden|404 Not Found|410 Gone)|reading file://.*: no such file or directory|unknown revision`).MatchString(message)
}

// unpacked returns the directory of a module in the module cache, which has a complete module or none.
func unpacked(zip string, m module.Version) (string, error) {
	cache, _, found := strings.Cut(filepath.ToSlash(zip), "/cache/download/")
	if !found {
		return "", fmt.Errorf("the zip is not in a module cache: %s", zip)
	}
	path, err := module.EscapePath(m.Path)
	if err != nil {
		return "", err
	}
	escaped, err := module.EscapeVersion(m.Version)
	if err != nil {
		return "", err
	}
	dir := filepath.Join(filepath.FromSlash(cache), filepath.FromSlash(path)+"@"+escaped)
	if _, err := os.Stat(dir); err != nil {
		return "", fmt.Errorf("the go command has not unpacked the module; use a Go version that it does not refuse: %w", err)
	}
	return dir, nil
}

// requiredGo returns the version in the go line of a go.mod.
func requiredGo(file string) (string, error) {
	content, err := os.ReadFile(file)
	if err != nil {
		return "", fmt.Errorf("reading the Go version of a module: %w", err)
	}
	line := regexp.MustCompile(`(?m)^go\s+(\S+)`).FindSubmatch(content)
	if line == nil {
		return "", nil
	}
	return string(line[1]), nil
}

// OlderPatches returns the version and the patches of its minor version before it, newest first.
func OlderPatches(of string) []string {
	minor := semver.MajorMinor(of)
	patch, err := strconv.Atoi(strings.TrimPrefix(of, minor+"."))
	if err != nil {
		return []string{of} // a pre-release
	}
	patches := make([]string, 0, patch+1)
	for ; patch >= 0; patch-- {
		patches = append(patches, minor+"."+strconv.Itoa(patch))
	}
	return patches
}
