// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package observe_test

import (
	"time"

	"github.com/fluxcd/pkg/apis/meta"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
)

var _ = Describe("ReadKey", func() {
	const publicKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIazEu89wgQZ4bqs3d63QSMzYVa0MuJ2e2gKTKqu+UUO"

	It("returns the public parts of the deploy key's Secret", func(ctx SpecContext) {
		source := &sourcev1.GitRepository{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "flux-system"}}
		source.Spec.URL, source.Spec.SecretRef = "ssh://git@git.example.com:2222/o/r", &meta.LocalObjectReference{Name: "flux-system"}
		shoot := fake.NewClientBuilder().WithScheme(toolkit.ClientOptions().Scheme).WithObjects(source, &corev1.Secret{
			ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "flux-system"},
			Data: map[string][]byte{
				"identity": []byte("s3cret"), "identity.pub": []byte(publicKey + " me@laptop"),
				"known_hosts": []byte("[git.example.com]:2222 " + publicKey + "\ngit.example.org ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl\n" +
					"github.com ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBEmKSENjQEezOmxkZMy7opKgwFB9nkt5YRrYMjNuG5N87uRgg6CLrbo5wAdT/y6v0mKV0U2w0WZ2YB/++Tpockg=\n"),
			},
		}).Build()
		name := types.NamespacedName{Namespace: "flux-system", Name: "flux-system"}

		sync := observe.Sync{SourceKind: "GitRepository", Source: name, Root: name, DeployKey: true}
		seen, err := observe.ReadShoot(ctx, shoot, sync)
		Expect(err).NotTo(HaveOccurred())
		observed, err := observe.ReadKey(ctx, shoot, sync, seen.Source)
		Expect(err).NotTo(HaveOccurred())
		Expect(observed.PublicKey).To(Equal(publicKey))
		Expect(observed.HostKeys).To(ConsistOf(MatchRegexp(`^ssh-ed25519 SHA256:[A-Za-z0-9+/]{43}$`)))
		Expect(observed.ForeignTypes).To(ConsistOf("ecdsa-sha2-nistp256"))

		By("returns nothing for a source without credentials")
		observed, err = observe.ReadKey(ctx, shoot, sync, &observe.Source{})
		Expect(err).NotTo(HaveOccurred())
		Expect(observed).To(BeZero())
	})
})

var _ = Describe("ReadShoot", func() {
	DescribeTable("returns the timeout that source-controller uses",
		func(ctx SpecContext, spec map[string]any, want time.Duration) {
			source := &unstructured.Unstructured{Object: map[string]any{"spec": spec}}
			source.SetGroupVersionKind(sourcev1.GroupVersion.WithKind("OCIRepository"))
			name := types.NamespacedName{Namespace: "flux-system", Name: "flux-system"}
			source.SetNamespace(name.Namespace)
			source.SetName(name.Name)
			shoot := fake.NewClientBuilder().WithScheme(toolkit.ClientOptions().Scheme).WithObjects(source).Build()
			seen, err := observe.ReadShoot(ctx, shoot, observe.Sync{SourceKind: "OCIRepository", Source: name, Root: name})
			Expect(err).NotTo(HaveOccurred())
			Expect(seen.Source.Timeout).To(Equal(want))
		},
		Entry("of the source", map[string]any{"url": "oci://r/a", "interval": "1m", "timeout": "20s"}, 20*time.Second),
		Entry("of a source that sets none, and for which v2.10 has no default", map[string]any{"url": "oci://r/a"}, time.Minute),
	)
})
