// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package integration_test

import (
	"context"

	"github.com/go-logr/logr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
)

var _ = Describe("project.Watcher", func() {
	var (
		c         client.Client
		namespace string
	)

	BeforeEach(func(ctx SpecContext) {
		c = newClient()
		object := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{GenerateName: "garden-"}}
		Expect(c.Create(ctx, object)).To(Succeed())
		namespace = object.Name
	})

	// start runs a watcher and returns the namespaces that it reports.
	start := func(ctx context.Context, config *rest.Config) (*garden.Watcher, <-chan string) {
		GinkgoHelper()
		mapper := meta.NewDefaultRESTMapper(nil)
		mapper.Add(corev1.SchemeGroupVersion.WithKind("ConfigMap"), meta.RESTScopeNamespace)
		mapper.Add(corev1.SchemeGroupVersion.WithKind("Secret"), meta.RESTScopeNamespace)
		watcher, err := garden.NewWatcher(ctx, config, mapper, logr.Discard())
		Expect(err).NotTo(HaveOccurred())
		reported := make(chan string, 100)
		running, stop := context.WithCancel(ctx)
		ended := make(chan error, 1)
		Expect(watcher.Follow(running, func(namespace string) { reported <- namespace })).To(Succeed())
		go func() { ended <- watcher.Start(running) }()
		DeferCleanup(func() {
			stop()
			Eventually(ended, "5s").Should(Receive(BeNil()))
		})
		return watcher, reported
	}
	named := func(name string) metav1.ObjectMeta { return metav1.ObjectMeta{Namespace: namespace, Name: name} }

	It("provides the state of projects, and reports changes only", func(ctx SpecContext) {
		configMap := &corev1.ConfigMap{ObjectMeta: named("flux-config"), Data: map[string]string{"a": "b"}, BinaryData: map[string][]byte{"c": []byte("d")}}
		Expect(c.Create(ctx, configMap)).To(Succeed())
		watcher, reported := start(ctx, restConfig)
		Eventually(reported, "10s").Should(Receive(Equal(metav1.NamespaceAll)), "for each of the three names, or for several together")
		var state garden.State
		Eventually(func(g Gomega) {
			var known bool
			var err error
			state, known, err = watcher.State(ctx, namespace)
			g.Expect(err).NotTo(HaveOccurred())
			g.Expect(known).To(BeTrue())
		}, "10s").Should(Succeed())
		Expect(state).To(Equal(garden.State{ConfigMap: &document.ConfigMap{Namespace: namespace, Data: configMap.Data, BinaryData: configMap.BinaryData}}))

		By("objects of other names")
		Expect(c.Create(ctx, &corev1.ConfigMap{ObjectMeta: named("other")})).To(Succeed())
		Expect(c.Create(ctx, &corev1.Secret{ObjectMeta: named("other")})).To(Succeed())

		By("a deploy key")
		key := &corev1.Secret{ObjectMeta: named("flux-source"), Data: map[string][]byte{"identity": []byte("secret")}}
		Expect(c.Create(ctx, key)).To(Succeed())
		Eventually(reported, "10s").Should(Receive(Equal(namespace)))
		key.Data["identity"] = []byte("another")
		Expect(c.Update(ctx, key)).To(Succeed())
		Eventually(reported, "10s").Should(Receive(Equal(namespace)))
		state, _, err := watcher.State(ctx, namespace)
		Expect(err).NotTo(HaveOccurred())
		Expect(state.KeyVersion).To(Equal(key.ResourceVersion))

		By("the deploy keys of additional sources, without what is no annotation of the extension")
		keys := &corev1.Secret{ObjectMeta: named("flux-source-keys"), Data: map[string][]byte{"a.identity": []byte("secret")}}
		keys.Annotations = map[string]string{"a.flux.extensions.gardener.cloud/fingerprint": "SHA256:a", "example.com/a": "b"}
		Expect(c.Create(ctx, keys)).To(Succeed())
		Eventually(reported, "10s").Should(Receive(Equal(namespace)))
		state, _, err = watcher.State(ctx, namespace)
		Expect(err).NotTo(HaveOccurred())
		Expect(state.SourceKeys.Version).To(Equal(keys.ResourceVersion))
		Expect(state.SourceKeys.Annotations).To(Equal(map[string]string{"a.flux.extensions.gardener.cloud/fingerprint": "SHA256:a"}))

		By("a configuration that is changed and deleted")
		configMap.Data["a"] = "z"
		Expect(c.Update(ctx, configMap)).To(Succeed())
		Eventually(reported, "10s").Should(Receive(Equal(namespace)))
		state, _, err = watcher.State(ctx, namespace)
		Expect(err).NotTo(HaveOccurred())
		Expect(state.ConfigMap.Data).To(HaveKeyWithValue("a", "z"))
		Expect(c.Delete(ctx, configMap)).To(Succeed())
		Eventually(reported, "10s").Should(Receive(Equal(namespace)))
		state, known, err := watcher.State(ctx, namespace)
		Expect(err).NotTo(HaveOccurred())
		Expect(known).To(BeTrue())
		Expect(state.ConfigMap).To(BeNil())
		Expect(reported).To(BeEmpty())
	})

	It("does not wait for an unreachable garden, and does not report an empty state", func(ctx SpecContext) {
		watcher, reported := start(ctx, &rest.Config{Host: "https://127.0.0.1:1"})
		Consistently(reported, "1s").ShouldNot(Receive())
		_, known, err := watcher.State(ctx, namespace)
		Expect(err).NotTo(HaveOccurred())
		Expect(known).To(BeFalse())
	})
})
