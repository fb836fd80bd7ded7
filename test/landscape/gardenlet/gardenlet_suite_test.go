// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package gardenlet

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestGardenlet(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Gardenlet Stand-In Suite")
}
