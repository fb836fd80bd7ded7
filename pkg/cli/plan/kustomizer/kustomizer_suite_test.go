// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package kustomizer

import (
	"maps"
	"os"
	"path/filepath"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// TestMain makes this program the one that builds, or one that builds hostile sources with some layers only.
func TestMain(m *testing.M) {
	switch {
	case len(os.Args) > 2 && os.Args[1] == CommandName:
		command := NewCommand()
		command.SetArgs(os.Args[2:])
		if command.Execute() != nil {
			os.Exit(1)
		}
		os.Exit(0)
	case len(os.Args) > 2 && os.Args[1] == hostileCommand:
		buildHostile(os.Args[2], os.Args[3:])
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func TestKustomizer(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "CLI Plan Kustomizer Suite")
}

// files contains the content of files by their path in a source.
type files map[string]string

// with returns the files with another content of one of them.
func (f files) with(name, content string) files {
	all := maps.Clone(f)
	all[name] = content
	return all
}

// source writes a source, and returns its root.
func source(content files) string {
	GinkgoHelper()
	root, err := filepath.EvalSymlinks(GinkgoT().TempDir())
	Expect(err).NotTo(HaveOccurred())
	for name, text := range content {
		file := filepath.Join(root, name)
		Expect(os.MkdirAll(filepath.Dir(file), 0o700)).To(Succeed())
		Expect(os.WriteFile(file, []byte(text), 0o600)).To(Succeed())
	}
	return root
}

// build generates kustomization.yaml for a directory of a source, and builds it.
func build(by Kustomizer, root, directory string) (*Result, error) {
	of := Place{Root: root, Directory: filepath.Join(root, directory)}
	manifest, err := by.Generate(of, map[string]any{})
	if err != nil {
		return nil, err
	}
	return by.Build(of, manifest)
}
