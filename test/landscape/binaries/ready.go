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
	// AssetsVariable names the directory in which envtest keeps ready-made programs.
	AssetsVariable = "KUBEBUILDER_ASSETS"
	// checksumSuffix is that of the file which Kubernetes publishes beside each of its programs.
	checksumSuffix = ".sha256"
	// versionTimeout bounds how long a program may take to print its version.
	versionTimeout = 10 * time.Second
)

// versionOf has, for each program that is published ready-made, the arguments with which it prints its version, and what is before that in the line.
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

// ReadyDirs are the directories in which the user may have ready-made programs: that of envtest, and those in which programs are searched.
func ReadyDirs() []string {
	dirs := filepath.SplitList(os.Getenv("PATH"))
	if assets := os.Getenv(AssetsVariable); assets != "" {
		dirs = append([]string{assets}, dirs...)
	}
	return slices.DeleteFunc(dirs, func(dir string) bool { return !filepath.IsAbs(dir) })
}

// takeReady copies those of the missing binaries into the cache that the user has ready-made, and returns the others. One is taken only if the
// checksum is beside it and it prints the very version that is pinned. The lock must be held.
func (b Builder) takeReady(ctx context.Context, missing []Binary) ([]Binary, error) {
	var others []Binary
	for _, binary := range missing {
		taken, err := b.takeFirst(ctx, binary)
		if err != nil {
			return nil, fmt.Errorf("copying a ready-made %s into the cache: %w", binary.Name, err)
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

// copyVerified copies a program beside the binaries and returns the copy, or the reason for which it is not used. It is the copy that is verified: the
// original may change.
func (b Builder) copyVerified(ctx context.Context, binary Binary, path string) (copied, reason string, err error) {
	published, err := os.ReadFile(path + checksumSuffix)
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Sprintf("its checksum is not beside it, in %s%s", binary.Name, checksumSuffix), nil
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
		return "", fmt.Sprintf("its SHA-256 is %s, which is not that in %s%s", checksum, binary.Name, checksumSuffix), nil
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
		return "", fmt.Sprintf("it is %.60q, wanted is %q", strings.TrimSpace(first), line), nil
	}
	return copied, "", nil
}

// copyProgram copies a program and returns the SHA-256 of what it has copied.
func copyProgram(from, to string) (string, error) {
	source, err := os.Open(from)
	if err != nil {
		return "", err
	}
	// It is only read.
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
