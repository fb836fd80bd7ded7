// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package image tests what a release is made of: the image as ko builds it, its bill of materials, and that the same commit gives the
// same bytes wherever it is built.
//
// The base image comes from a registry that the tests run: nothing outside of this machine is reached.
package image

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestImage(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Image Suite")
}
