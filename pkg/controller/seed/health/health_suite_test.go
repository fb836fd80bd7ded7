// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestHealthController(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Health Controller Suite")
}
