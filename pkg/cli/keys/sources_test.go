// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package keys

import (
	"regexp"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/clitest"
)

var _ = Describe("Deploy keys of additional sources", func() {
	const own = "my-app.flux.extensions.gardener.cloud/"
	var g *testGarden
	BeforeEach(func() {
		g = &testGarden{objects: []client.Object{
			deployKey("garden-demo", nil),
			&corev1.Secret{
				ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-source-keys", Annotations: map[string]string{
					own + "public-key": secondKey, own + "fingerprint": fingerprint(secondKey), own + "generated-at": "2026-11-21T00:00:00Z", own + "unused": "true",
				}},
				Data: map[string][]byte{"my-app.identity": []byte("s3cret")},
			},
			clitest.StatusConfigMap("garden-demo", map[string]string{
				"one": `{"uid":"u","sourceKeys":{"my-app":"` + fingerprint(secondKey) + `"},"observedAt":"2026-11-21T23:00:00Z"}`,
				"two": shootHas(firstKey),
			}),
		}}
	})

	It("are shown after the project's deploy key", func(ctx SpecContext) {
		for _, scope := range []string{"--namespace=garden-demo", "--all-namespaces"} {
			out, _, err := g.keys(ctx, "list", scope)
			Expect(err).NotTo(HaveOccurred())
			Expect(out).To(And(MatchRegexp(`NAMESPACE +SOURCE +FINGERPRINT`), MatchRegexp(`garden-demo +- +%s .* InUse +- +1 shoot\n`, regexp.QuoteMeta(fingerprint(firstKey))),
				MatchRegexp(`garden-demo +my-app +%s .* InUse, unused +- +1 shoot\n`, regexp.QuoteMeta(fingerprint(secondKey)))))
		}
		out, _, err := g.keys(ctx, "show", "-n", "garden-demo", "--source", "my-app")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(Equal(secondKey + "\n"))
		out, _, err = g.keys(ctx, "show", "-n", "garden-demo", "--source", "my-app", "-o", "wide")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(And(MatchRegexp("Source +my-app"), ContainSubstring("one has the current key"), Not(ContainSubstring("two"))))
	})

	It("are shown without the project's deploy key", func(ctx SpecContext) {
		g.objects = g.objects[1:]
		out, _, err := g.keys(ctx, "list", "-n", "garden-demo")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(ContainSubstring(fingerprint(secondKey)))
	})

	It("are rotated by name", func(ctx SpecContext) {
		out, _, err := g.keys(ctx, "rotate", "start", "-n", "garden-demo", "--source", "my-app")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(ContainSubstring("keys rotate complete -n garden-demo --source my-app"))
		secret := &corev1.Secret{}
		Expect(g.client.Get(ctx, client.ObjectKey{Namespace: "garden-demo", Name: "flux-source-keys"}, secret)).To(Succeed())
		Expect(secret.Annotations).To(HaveKeyWithValue(own+"operation", "rotate-deploy-key-start"))
		Expect(g.client.Get(ctx, client.ObjectKey{Namespace: "garden-demo", Name: "flux-source"}, secret)).To(Succeed())
		Expect(secret.Annotations).NotTo(HaveKey("flux.extensions.gardener.cloud/operation"))
	})

	It("are refused for an unknown source", func(ctx SpecContext) {
		_, _, err := g.keys(ctx, "rotate", "start", "-n", "garden-demo", "--source", "other")
		Expect(err).To(MatchError(ContainSubstring("there is no deploy key of an additional source other in namespace garden-demo")))
	})
})
