// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package seed_test

import (
	"os"
	"path/filepath"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
)

var _ = Describe("OwnKubeconfig", func() {
	It("answers with a kubeconfig for the cluster of the process, which names the file with the token", func(ctx SpecContext) {
		file := filepath.Join(GinkgoT().TempDir(), "ca.crt")
		Expect(os.WriteFile(file, []byte("certificate"), 0o600)).To(Succeed())
		kubeconfigs, err := seed.OwnKubeconfig(&rest.Config{
			Host: "https://10.4.0.1:443", BearerToken: "read once", BearerTokenFile: "/var/run/secrets/kubernetes.io/serviceaccount/token",
			TLSClientConfig: rest.TLSClientConfig{CAFile: file},
		})
		Expect(err).NotTo(HaveOccurred())

		for _, name := range []string{"gardener-internal", "gardener"} {
			secret := &corev1.Secret{}
			Expect(kubeconfigs.Get(ctx, client.ObjectKey{Namespace: "kube-system", Name: name}, secret)).To(Succeed())
			read, err := clientcmd.RESTConfigFromKubeConfig(secret.Data["kubeconfig"])
			Expect(err).To(MatchError(ContainSubstring("no such file")), "the token is read from the file, which is not there")
			Expect(read).To(BeNil())
			loaded, err := clientcmd.Load(secret.Data["kubeconfig"])
			Expect(err).NotTo(HaveOccurred())
			Expect(loaded.Clusters["shoot"].Server).To(Equal("https://10.4.0.1:443"))
			Expect(loaded.Clusters["shoot"].CertificateAuthorityData).To(Equal([]byte("certificate")))
			Expect(loaded.AuthInfos["shoot"].TokenFile).To(Equal("/var/run/secrets/kubernetes.io/serviceaccount/token"))
			Expect(loaded.AuthInfos["shoot"].Token).To(BeEmpty(), "it would expire")
		}
	})

	DescribeTable("has no other Secrets:",
		func(ctx SpecContext, namespace, name string) {
			kubeconfigs, err := seed.OwnKubeconfig(&rest.Config{Host: "https://10.4.0.1:443"})
			Expect(err).NotTo(HaveOccurred())
			err = kubeconfigs.Get(ctx, client.ObjectKey{Namespace: namespace, Name: name}, &corev1.Secret{})
			Expect(apierrors.IsNotFound(err)).To(BeTrue(), "%v", err)
		},
		Entry("the kubeconfig of another shoot", "shoot--local--other", "gardener-internal"),
		Entry("another Secret of the control plane", "kube-system", "ca"),
	)
})
