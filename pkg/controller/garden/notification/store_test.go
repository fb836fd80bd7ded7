// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package notification

import (
	"context"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("Concurrent decoding", func() {
	It("is bounded, because a state may take much memory", func(ctx SpecContext) {
		var (
			d     decoders
			leave func()
			err   error
		)
		for range mostDecoding {
			leave, err = d.enter(ctx)
			Expect(err).NotTo(HaveOccurred())
		}
		ended, end := context.WithCancel(ctx)
		end()
		_, err = d.enter(ended)
		Expect(err).To(MatchError(context.Canceled))
		leave()
		_, err = d.enter(ctx)
		Expect(err).NotTo(HaveOccurred())
	})
})
