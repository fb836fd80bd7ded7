// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package binaries

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const (
	// AssetsVariable is the environment variable with the directory of envtest's prebuilt programs.
	AssetsVariable = "KUBEBUILDER_ASSETS"
	// checksumSuffix is the suffix of the checksum files that Kubernetes publishes for its programs.
	checksumSuffix = ".sha256"
	// versionTimeout limits the time in which a program prints its version.
	versionTimeout = 10 * time.Second
)

// versionOf returns the arguments with which a published program prints its version, and the expected first line of the
// output. Both are empty for other programs.
func versionOf(binary Binary) (arguments []string, line string) {
	switch binary.Name {
	case KubeAPIServer, KubeControllerManager, KubeScheduler:
		return []string{"--version"}, "Kubernetes " + binary.Version
	case Kubectl:
		return []string{"version", "--client"}, "Client Version: " + binary.Version
	case Etcd:
		return []string{"--version"}, "etcd Version: " + strings.TrimPrefix(binary.Version, "v")
	}
	return nil, ""
}

// ReadyDirs returns the directories that may contain prebuilt programs: envtest's directory and the directories in
// PATH.
func ReadyDirs() []string {
	dirs := filepath.SplitList(os.Getenv("PATH"))
	if assets := os.Getenv(AssetsVariable); assets != "" {
		dirs = append([]string{assets}, dirs...)
	}
	return slices.DeleteFunc(dirs, func(dir string) bool { return !filepath.IsAbs(dir) })
}

// takeReady copies prebuilt binaries into the cache, and returns the binaries that are still missing. It uses a binary
// only if its checksum file matches and it prints the pinned version. The caller must hold the lock.
func (b Builder) takeReady(ctx context.Context, missing []Binary) ([]Binary, error) {
	var others []Binary
	for _, binary := range missing {
		taken, err := b.takeFirst(ctx, binary)
		if err != nil {
			return nil, fmt.Errorf("copying a prebuilt %s into the cache: %w", binary.Name, err)
		}
		if !taken {
			others = append(others, binary)
		}
	}
	return others, nil
}

func (b Builder) takeFirst(ctx context.Context, binary Binary) (bool, error) {
	if arguments, _ := versionOf(binary); arguments == nil {
		return false, nil
	}
	for _, dir := range b.Ready {
		path := filepath.Join(dir, binary.Name)
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
			continue
		}
		copied, reason, err := b.copyVerified(ctx, binary, path)
		if err != nil {
			return false, err
		}
		if reason != "" {
			b.printf("%s is not used: %s", path, reason)
			continue
		}
		if err := os.Rename(copied, b.path(binary)); err != nil {
			return false, err
		}
		b.printf("using %s, %s", path, binary.Version)
		return true, nil
	}
	return false, nil
}

// copyVerified copies a program into the directory for unfinished files, and returns the path of the copy, or the
// reason why the program is not used. It verifies the copy, because the original may change.
func (b Builder) copyVerified(ctx context.Context, binary Binary, path string) (copied, reason string, err error) {
	published, err := os.ReadFile(path + checksumSuffix)
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Sprintf("its checksum file %s%s is missing", binary.Name, checksumSuffix), nil
	}
	if err != nil {
		return "", "", err
	}
	dir := filepath.Join(b.dir(), unfinished)
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return "", "", err
	}
	copied = filepath.Join(dir, binary.Name)
	checksum, err := copyProgram(path, copied)
	if err != nil {
		return "", "", err
	}
	if fields := strings.Fields(string(published)); len(fields) == 0 || !strings.EqualFold(fields[0], checksum) {
		return "", fmt.Sprintf("its SHA-256 %s differs from %s%s", checksum, binary.Name, checksumSuffix), nil
	}
	ctx, cancel := context.WithTimeout(ctx, versionTimeout)
	defer cancel()
	arguments, line := versionOf(binary)
	printed, err := exec.CommandContext(ctx, copied, arguments...).Output()
	if err != nil {
		return "", "it does not print its version: " + err.Error(), nil
	}
	first, _, _ := strings.Cut(string(printed), "\n")
	if strings.TrimSpace(first) != line {
		return "", fmt.Sprintf("its version is %.60q instead of %q", strings.TrimSpace(first), line), nil
	}
	return copied, "", nil
}

// copyProgram copies a program, and returns the SHA-256 of the copy.
func copyProgram(from, to string) (string, error) {
	source, err := os.Open(from)
	if err != nil {
		return "", err
	}
	// An error does not matter, because the file is only read.
	defer func() { _ = source.Close() }()
	target, err := os.OpenFile(to, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o755) //nolint:gosec // containers run as other users and start it
	if err != nil {
		return "", err
	}
	hash := sha256.New()
	_, copyErr := io.Copy(io.MultiWriter(target, hash), source)
	if err := errors.Join(copyErr, target.Close()); err != nil {
		return "", err
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}
