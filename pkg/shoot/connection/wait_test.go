// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package connection_test

import (
	"context"
	"errors"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/connection"
)

// silentSeed does not answer until it is released.
type silentSeed struct {
	client.Reader

	asked, released chan struct{}
}

func (s silentSeed) Get(context.Context, client.ObjectKey, client.Object, ...client.GetOption) error {
	s.asked <- struct{}{}
	<-s.released
	return errors.New("etcdserver: request timed out")
}

var _ = Describe("A question to a shoot", func() {
	It("does not wait for the kubeconfig of another question for longer than for its own answer", func(ctx SpecContext) {
		seed := silentSeed{asked: make(chan struct{}), released: make(chan struct{})}
		shoots := NewClients(seed, seed, clock.RealClock{}, Options{Timeout: time.Minute, Recheck: time.Minute, Retry: time.Minute})
		ask := func(ctx context.Context) error {
			return shoots.Ask(ctx, only, func(context.Context, client.Reader) error { return nil })
		}
		first := make(chan error)
		go func() { first <- ask(ctx) }()
		<-seed.asked
		ended, end := context.WithCancel(ctx)
		end()
		Expect(ask(ended)).To(MatchError(context.Canceled))
		close(seed.released)
		Expect(<-first).To(MatchError(ContainSubstring("request timed out")))
	}, SpecTimeout(time.Minute))
})
