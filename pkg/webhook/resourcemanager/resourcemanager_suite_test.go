// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package resourcemanager

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestResourceManager(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Webhook ResourceManager Suite")
}
