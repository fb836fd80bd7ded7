// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package gardenlet

import (
	"os"
	"path/filepath"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/rest"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	fakeclient "sigs.k8s.io/controller-runtime/pkg/client/fake"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"github.com/gardener/gardener/pkg/client/kubernetes"
)

var _ = Describe("namespace", func() {
	It("should rewrite the labels of extensions and keep those of others", func(ctx SpecContext) {
		seed := fakeclient.NewClientBuilder().WithScheme(kubernetes.SeedScheme).WithObjects(&corev1.Namespace{ObjectMeta: metav1.ObjectMeta{
			Name:   "shoot--demo--a",
			Labels: map[string]string{"extensions.gardener.cloud/removed": "true", "foreign": "kept"},
		}}).Build()
		o := &operation{namespace: "shoot--demo--a", extensionTypes: []string{"shoot-flux"}, shoot: &gardencorev1beta1.Shoot{}, seed: &gardencorev1beta1.Seed{}}
		o.shoot.Status.UID = "some-uid"
		o.shoot.Spec.Provider.Type = "shoot-provider"
		o.shoot.Spec.Networking = &gardencorev1beta1.Networking{Type: ptr.To("calico")}
		o.seed.Spec.Provider.Type = "seed-provider"

		Expect((&Gardenlet{seed: seed}).deployNamespace(ctx, o)).To(Succeed())

		namespace := &corev1.Namespace{}
		Expect(seed.Get(ctx, client.ObjectKey{Name: "shoot--demo--a"}, namespace)).To(Succeed())
		Expect(namespace.Annotations).To(HaveKeyWithValue("shoot.gardener.cloud/uid", "some-uid"))
		Expect(namespace.Labels).To(Equal(map[string]string{
			"foreign":                                                    "kept",
			"gardener.cloud/role":                                        "shoot",
			"extensions.gardener.cloud/shoot-flux":                       "true",
			"seed.gardener.cloud/provider":                               "seed-provider",
			"backup.gardener.cloud/provider":                             "seed-provider",
			"shoot.gardener.cloud/provider":                              "shoot-provider",
			"networking.shoot.gardener.cloud/provider":                   "calico",
			"pod-security.kubernetes.io/enforce":                         "privileged",
			"high-availability-config.resources.gardener.cloud/consider": "true",
		}))
	})

	It("should write kubeconfigs that extensions accept", func() {
		certFile := filepath.Join(GinkgoT().TempDir(), "tls.crt")
		Expect(os.WriteFile(certFile, []byte("cert"), 0o600)).To(Succeed())
		kubeconfig, err := kubeconfigFor("shoot", &rest.Config{
			Host:            "https://127.0.0.1:1",
			TLSClientConfig: rest.TLSClientConfig{CAData: []byte("ca"), CertFile: certFile, KeyData: []byte("key")},
		})
		Expect(err).NotTo(HaveOccurred())

		config, err := kubernetes.RESTConfigFromKubeconfig(kubeconfig)
		Expect(err).NotTo(HaveOccurred())
		Expect(config.Host).To(Equal("https://127.0.0.1:1"))
		Expect(string(config.CAData)).To(Equal("ca"))
		Expect(string(config.CertData)).To(Equal("cert"))
		Expect(string(config.KeyData)).To(Equal("key"))
	})
})
