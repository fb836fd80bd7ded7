// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package noticeboard

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestNoticeBoard(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Notice Boards of the Garden Controller Suite")
}
