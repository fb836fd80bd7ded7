// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package versionrollout_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestVersionRollout(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Version Rollout Suite")
}
