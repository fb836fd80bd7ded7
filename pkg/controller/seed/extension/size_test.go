// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension_test

import (
	"context"
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"strings"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	reconcilerutils "github.com/gardener/gardener/pkg/controllerutils/reconciler"
	"github.com/go-logr/logr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	autoscalingv1 "k8s.io/api/autoscaling/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/extensiontest"
)

// incompressible returns the given number of random bytes.
func incompressible(count int) []byte {
	random := rand.New(rand.NewPCG(1, rand.Uint64())) //nolint:gosec // no secret
	data := make([]byte, count)
	for i := range data {
		data[i] = byte(random.UintN(256))
	}
	return data
}

// controlCharacters returns a text of the given length that grows when encoded as YAML.
func controlCharacters(count int) string {
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // no secret
	data := make([]byte, count)
	for i := range data {
		data[i] = byte(1 + random.UintN(31))
		if random.UintN(4) == 0 {
			data[i] = byte(' ' + random.UintN(95))
		}
	}
	return string(data)
}

var _ = Describe("Delivery that exceeds the limit of the seed's API server", func() {
	const mebibyte = 1 << 20

	shootWith := func(ctx context.Context, config string, resources ...client.Object) *extensiontest.ActuatorFixture {
		GinkgoHelper()
		w := extensiontest.NewActuatorFixture(map[string]string{"config.yaml": string(controllertest.FluxConfig(config))}, func(shoot *gardencorev1beta1.Shoot, _ *extensionsv1alpha1.Extension) {
			for _, resource := range resources {
				kind := "Secret"
				if _, ok := resource.(*corev1.ConfigMap); ok {
					kind = "ConfigMap"
				}
				shoot.Spec.Resources = append(shoot.Spec.Resources, gardencorev1beta1.NamedResourceReference{
					Name: resource.GetName(), ResourceRef: autoscalingv1.CrossVersionObjectReference{APIVersion: "v1", Kind: kind, Name: resource.GetName()},
				})
			}
		})
		for _, resource := range resources {
			resource.SetNamespace(controllertest.TechnicalID)
			resource.SetName("ref-" + resource.GetName())
			Expect(w.Seed.Create(ctx, resource)).To(Succeed())
		}
		return w
	}
	secret := func(name string, size int) client.Object {
		return &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: name}, Data: map[string][]byte{"data": incompressible(size)}}
	}
	knownHosts := func(size int) string {
		var lines strings.Builder
		for written := 0; written < size; written += 4 << 10 {
			key := append([]byte("\x00\x00\x00\x0bssh-ed25519\x00\x00\x00\x20"), incompressible(32)...)
			fmt.Fprintf(&lines, "    git.example.com ssh-ed25519 %s %s\n", base64.StdEncoding.EncodeToString(key), base64.StdEncoding.EncodeToString(incompressible(3<<10)))
		}
		return lines.String()
	}
	const copies = "additionalSecretResources: [{name: a}, {name: b}]\n"

	DescribeTable("is a configuration error that names the largest parts",
		func(ctx SpecContext, config string, resources []client.Object, message string) {
			w := shootWith(ctx, config, resources...)
			err := w.Actuator.Reconcile(ctx, logr.Discard(), w.Ex)
			secrets := &corev1.SecretList{}
			Expect(w.Seed.List(ctx, secrets, client.InNamespace(controllertest.TechnicalID), client.HasLabels{"resources.gardener.cloud/garbage-collectable-reference"})).To(Succeed())
			for _, stored := range secrets.Items {
				size := 0
				for _, value := range stored.Data {
					size += len(value)
				}
				Expect(size).To(BeNumerically("<=", mebibyte), "what the API server takes of Secret %s", stored.Name)
			}
			Expect(err).To(MatchError(ContainSubstring(message)))
			requeue, ok := err.(*reconcilerutils.RequeueAfterError) //nolint:errorlint // the extension library asserts the type as well
			Expect(ok).To(BeTrue())
			Expect(v1beta1helper.ExtractErrorCodes(requeue.Cause)).To(ConsistOf(gardencorev1beta1.ErrorRetryableConfigurationProblem))
			Expect(secrets.Items).To(BeEmpty())
		},
		Entry("image pull Secret", "flux: {imagePullSecretResourceName: pull}", []client.Object{&corev1.Secret{
			ObjectMeta: metav1.ObjectMeta{Name: "pull"}, Type: corev1.SecretTypeDockerConfigJson, Data: map[string][]byte{corev1.DockerConfigJsonKey: incompressible(mebibyte)},
		}}, "flux.imagePullSecretResourceName"),
		Entry("copies", copies, []client.Object{secret("a", 500<<10), secret("b", 401<<10)}, "additionalSecretResources[0].name"),
		Entry("text that grows when encoded as YAML", "additionalConfigMapResources: [{name: a}]", []client.Object{&corev1.ConfigMap{
			ObjectMeta: metav1.ObjectMeta{Name: "a"}, Data: map[string]string{"a": controlCharacters(899 << 10)},
		}}, "additionalConfigMapResources[0].name"),
	)

	It("does not count known_hosts lines of other hosts and comments", func(ctx SpecContext) {
		w := shootWith(ctx, copies+"source:\n  template: {spec: {url: 'ssh://git@git.example.com/o/r'}}\n  knownHosts: |\n"+knownHosts(150<<10), secret("a", 480<<10), secret("b", 400<<10))
		Expect(w.Actuator.Reconcile(ctx, logr.Discard(), w.Ex)).To(Succeed())
	})

	It("leaves the last delivery unchanged without failing the reconciliation", func(ctx SpecContext) {
		w := shootWith(ctx, copies, secret("a", 10), secret("b", 10))
		Expect(w.Actuator.Reconcile(ctx, logr.Discard(), w.Ex)).To(Succeed())
		before := w.Resources(ctx)
		grown := secret("ref-a", mebibyte)
		grown.SetNamespace(controllertest.TechnicalID)
		Expect(w.Seed.Update(ctx, grown)).To(Succeed())
		Expect(w.Actuator.Reconcile(ctx, logr.Discard(), w.Ex)).To(Succeed())
		Expect(w.Resources(ctx)).To(Equal(before))
		Expect(w.Configured(ctx).Reason).To(Equal("InvalidConfiguration"))
	})

	It("does not count characters that YAML escapes", func(ctx SpecContext) {
		text := "DEL \x7f, control \u0080 \u0085 \u009f, line ends \u2028 \u2029, byte order mark \ufeff, no characters \ufffe \uffff, emoji \U0001f600"
		w := shootWith(ctx, "additionalConfigMapResources: [{name: a}]", &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "a"}, Data: map[string]string{"a": text}})
		Expect(w.Actuator.Reconcile(ctx, logr.Discard(), w.Ex)).To(Succeed())
		manifests := w.Manifests(ctx, "extension-shoot-flux-config")
		copied := &corev1.ConfigMap{}
		for document := range strings.SplitSeq(manifests, "---\n") {
			if strings.Contains(document, "name: a\n") {
				// gardener-resource-manager decodes manifests like this.
				Expect(yaml.NewYAMLOrJSONDecoder(strings.NewReader(document), 1024).Decode(copied)).To(Succeed())
			}
		}
		Expect(copied.Data).To(HaveKeyWithValue("a", text))
	})
})
