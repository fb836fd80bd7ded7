// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package clitest

import (
	"time"

	. "github.com/onsi/gomega"
)

// longestTimeout is the last timeout with which AtTimeout runs a command.
const longestTimeout = time.Minute

// AtTimeout runs a command that has to end at its timeout, and asserts what it has printed until then. It repeats both
// with longer timeouts if an assertion fails, because on a busy machine, a short one may end before the command has read
// anything.
func AtTimeout(shortest time.Duration, run func(timeout time.Duration)) {
	for timeout := shortest; ; timeout *= 4 {
		if err := InterceptGomegaFailure(func() { run(timeout) }); err == nil || timeout > longestTimeout {
			ExpectWithOffset(1, err).NotTo(HaveOccurred())
			return
		}
	}
}
