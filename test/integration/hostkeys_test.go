// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package integration_test

import (
	"crypto/rand"
	"fmt"
	"sync"
	"sync/atomic"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets"
)

var _ = Describe("Host keys", func() {
	const (
		url     = "ssh://git@git.example.com/o/r"
		hostKey = "git.example.com ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIazEu89wgQZ4bqs3d63QSMzYVa0MuJ2e2gKTKqu+UUO"
	)

	It("are pinned once by concurrent callers, without other changes of the Secret", func(ctx SpecContext) {
		c := newClient()
		namespace := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{GenerateName: "garden-"}}
		Expect(c.Create(ctx, namespace)).To(Succeed())
		_, _, err := getOrCreate(ctx, secrets.NewStore(c, rand.Reader, clock.RealClock{}), namespace.Name, "ed25519")
		Expect(err).NotTo(HaveOccurred())
		before := &corev1.Secret{}
		Expect(c.Get(ctx, client.ObjectKey{Namespace: namespace.Name, Name: "flux-source"}, before)).To(Succeed())

		var (
			pinned  atomic.Int32
			start   = make(chan struct{})
			callers sync.WaitGroup
		)
		clients := []client.Client{newClient(), newClient()}
		for i := range 100 {
			store := secrets.NewStore(clients[i%len(clients)], rand.Reader, clock.RealClock{})
			callers.Go(func() {
				defer GinkgoRecover()
				<-start
				own, err := store.PinHostKeys(ctx, namespace.Name, url, fmt.Appendf(nil, "%s %d\n", hostKey, i))
				Expect(err).NotTo(HaveOccurred())
				if own {
					pinned.Add(1)
				}
			})
		}
		close(start)
		callers.Wait()

		Expect(pinned.Load()).To(BeEquivalentTo(1))
		after := &corev1.Secret{}
		Expect(c.Get(ctx, client.ObjectKeyFromObject(before), after)).To(Succeed())
		Expect(string(after.Data["known_hosts"])).To(MatchRegexp(`^git\.example\.com ssh-ed25519 \S+ \d+\n$`))
		Expect(after.Annotations).To(Equal(before.Annotations))
		delete(after.Data, "known_hosts")
		Expect(after.Data).To(Equal(before.Data))
	})
})
