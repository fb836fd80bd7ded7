// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestToolkit(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Toolkit Suite")
}
