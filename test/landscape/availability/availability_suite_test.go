// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package availability_test shows what becomes of hundreds of Extensions when the process that leads goes away: killed, or replaced by
// another version. Nothing may be lost, and nothing done twice. How long it takes is printed and not judged.
package availability_test

import (
	"testing"
	"time"

	"github.com/go-logr/logr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	logf "sigs.k8s.io/controller-runtime/pkg/log"
)

func TestAvailability(t *testing.T) {
	RegisterFailHandler(Fail)
	SetDefaultEventuallyTimeout(4 * time.Minute)
	SetDefaultEventuallyPollingInterval(50 * time.Millisecond)
	EnforceDefaultTimeoutsWhenUsingContexts()
	// The libraries of the landscape's parts log nothing that would help.
	logf.SetLogger(logr.Discard())
	RunSpecs(t, "Availability Suite")
}
