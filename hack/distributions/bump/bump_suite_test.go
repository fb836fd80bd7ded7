// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"flag"
	"path/filepath"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var updateGolden = flag.Bool("update-golden", false, "rewrite the golden file")

func TestBump(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Flux Bump Suite")
}

// tree runs commands in this repository.
func tree() commands {
	return commands{root: filepath.Join("..", "..", ".."), output: GinkgoWriter}
}
