// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package integration_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"sync"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	"github.com/gardener/gardener/pkg/client/kubernetes"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/rest"
	"k8s.io/utils/clock"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/content"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/managedresource"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/statuswriter"
)

var _ = Describe("Delivery in the seed", func() {
	var (
		c         client.Client
		namespace string
	)

	BeforeEach(func(ctx SpecContext) {
		c = newClient()
		object := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{GenerateName: "shoot--"}}
		Expect(c.Create(ctx, object)).To(Succeed())
		namespace = object.Name
	})

	It("delivers a whole distribution within the size limit of Secrets, and writes nothing the second time", func(ctx SpecContext) {
		bundle := render(map[string]string{"config.yaml": fluxConfig(`
flux: {componentsExtra: [image-reflector-controller, image-automation-controller, source-watcher]}
source: {template: {spec: {url: "https://github.com/o/r"}}}`)})
		manifests := []content.Manifests{
			{Name: "extension-shoot-flux-crds", YAML: bundle.CRDs},
			{Name: "extension-shoot-flux-controllers", YAML: bundle.Controllers},
			{Name: "extension-shoot-flux-config", YAML: bundle.Config},
		}
		versions := func() map[string]string {
			result := map[string]string{}
			resources := &resourcesv1alpha1.ManagedResourceList{}
			Expect(c.List(ctx, resources, client.InNamespace(namespace))).To(Succeed())
			for _, resource := range resources.Items {
				result[resource.Name] = resource.ResourceVersion
			}
			secrets := &corev1.SecretList{}
			Expect(c.List(ctx, secrets, client.InNamespace(namespace))).To(Succeed())
			for _, secret := range secrets.Items {
				result[secret.Name] = secret.ResourceVersion
			}
			return result
		}

		Expect(managedresource.NewDeliverer(c).Deploy(ctx, namespace, manifests)).To(Succeed())
		before := versions()
		Expect(before).To(HaveLen(6))
		Expect(managedresource.NewDeliverer(c).Deploy(ctx, namespace, manifests)).To(Succeed())
		Expect(versions()).To(Equal(before))
	})

	It("creates Secrets with an empty response, like a client", func(ctx SpecContext) {
		answers := &answerCounter{}
		config := rest.CopyConfig(restConfig)
		config.Wrap(func(next http.RoundTripper) http.RoundTripper { answers.RoundTripper = next; return answers })
		httpClient, err := rest.HTTPClientFor(config)
		Expect(err).NotTo(HaveOccurred())
		createSecret, err := seed.CreateSecrets(config, httpClient, kubernetes.SeedScheme)
		Expect(err).NotTo(HaveOccurred())
		secret := func(name string) *corev1.Secret {
			return &corev1.Secret{
				ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name, Labels: map[string]string{"a": "b"}}, Immutable: ptr.To(true),
				Type: corev1.SecretTypeOpaque, Data: map[string][]byte{"data": bytes.Repeat([]byte{0, 1, 2, 3}, 10_000)},
			}
		}
		stored := func(name string) *corev1.Secret {
			object := &corev1.Secret{}
			Expect(c.Get(ctx, client.ObjectKey{Namespace: namespace, Name: name}, object)).To(Succeed())
			object.ObjectMeta = metav1.ObjectMeta{Labels: object.Labels}
			return object
		}

		given := secret("created")
		Expect(createSecret(ctx, given)).To(Succeed())
		Expect(given).To(Equal(secret("created")))
		Expect(answers.bytes).To(And(BeNumerically(">", 100), BeNumerically("<", 2000)), "metadata, of a Secret of 40,000 bytes")
		Expect(c.Create(ctx, secret("by-client"))).To(Succeed())
		Expect(stored("created")).To(Equal(stored("by-client")))

		Expect(createSecret(ctx, given)).To(MatchError(apierrors.IsAlreadyExists, "IsAlreadyExists"), "on which the delivery decides")
		given.Namespace = "absent"
		Expect(createSecret(ctx, given)).To(MatchError(apierrors.IsNotFound, "IsNotFound"))
	})

	It("keeps the conditions of concurrent writers", func(ctx SpecContext) {
		ex := &extensionsv1alpha1.Extension{
			ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "shoot-flux"},
			Spec:       extensionsv1alpha1.ExtensionSpec{DefaultSpec: extensionsv1alpha1.DefaultSpec{Type: "shoot-flux"}},
		}
		Expect(c.Create(ctx, ex)).To(Succeed())

		var writers sync.WaitGroup
		for i := range 4 {
			conditions := statuswriter.NewWriter(c, c, clock.RealClock{})
			conditionType := gardencorev1beta1.ConditionType(fmt.Sprintf("Type%d", i))
			writers.Go(func() {
				defer GinkgoRecover()
				verdicts := []health.Verdict{{Type: conditionType, Status: "True", Reason: "Good", Message: "good"}}
				Expect(conditions.Apply(ctx, ex.DeepCopy(), statuswriter.Update{Verdicts: verdicts, Owned: []gardencorev1beta1.ConditionType{conditionType}})).To(Succeed())
			})
		}
		writers.Wait()

		Expect(c.Get(ctx, client.ObjectKeyFromObject(ex), ex)).To(Succeed())
		Expect(ex.Status.Conditions).To(HaveLen(4))

		By("nothing is written if nothing has changed, and a condition without verdict is removed")
		conditions := statuswriter.NewWriter(c, c, clock.RealClock{})
		same := []health.Verdict{{Type: "Type0", Status: "True", Reason: "Good", Message: "good"}}
		version := ex.ResourceVersion
		Expect(conditions.Apply(ctx, ex, statuswriter.Update{Verdicts: same, Owned: []gardencorev1beta1.ConditionType{"Type0"}})).To(Succeed())
		Expect(c.Get(ctx, client.ObjectKeyFromObject(ex), ex)).To(Succeed())
		Expect(ex.ResourceVersion).To(Equal(version))
		Expect(conditions.Apply(ctx, ex, statuswriter.Update{Owned: []gardencorev1beta1.ConditionType{"Type0"}})).To(Succeed())
		Expect(c.Get(ctx, client.ObjectKeyFromObject(ex), ex)).To(Succeed())
		Expect(ex.Status.Conditions).To(HaveLen(3))
	})
})

// answerCounter counts the bytes of the API server's responses.
type answerCounter struct {
	http.RoundTripper
	bytes int
}

// RoundTrip sends the request.
func (a *answerCounter) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := a.RoundTripper.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(response.Body)
	response.Body = io.NopCloser(bytes.NewReader(body))
	a.bytes += len(body)
	return response, err
}
