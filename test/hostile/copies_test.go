// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package hostile_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	autoscalingv1 "k8s.io/api/autoscaling/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/content"
)

// mostCopies is the number of copied Secrets, and of copied ConfigMaps, in a configuration.
const mostCopies = 25

// copies are the referenced Secrets and ConfigMaps of a configuration, by the names of their entries in
// Shoot.spec.resources.
type copies map[string]flux.Resource

// special are the resources whose content the extension reads.
var special = []string{"source", "decryption", "pull", "proxy"}

func copyNames() []string {
	names := append([]string{}, special...)
	for i := range mostCopies {
		names = append(names, fmt.Sprint("secret-", i), fmt.Sprint("config-", i))
	}
	return names
}

// copying is a configuration that references all resources.
func copying() (map[string]any, []gardencorev1beta1.NamedResourceReference) {
	config := base()
	config["source"] = map[string]any{"secretResourceName": "source", "template": map[string]any{"kind": "GitRepository", "spec": map[string]any{"url": "ssh://git@github.com/o/r"}}}
	config["decryption"] = map[string]any{"secretResourceName": "decryption"}
	config["flux"] = map[string]any{"imagePullSecretResourceName": "pull", "proxy": map[string]any{"httpsProxy": "http://proxy:3128", "secretResourceName": "proxy"}}
	var lists [2][]any
	var references []gardencorev1beta1.NamedResourceReference
	for _, name := range copyNames() {
		kind := "Secret"
		if strings.HasPrefix(name, "config-") {
			kind = "ConfigMap"
			lists[1] = append(lists[1], map[string]any{"name": name})
		} else if strings.HasPrefix(name, "secret-") {
			lists[0] = append(lists[0], map[string]any{"name": name})
		}
		references = append(references, gardencorev1beta1.NamedResourceReference{
			Name: name, ResourceRef: autoscalingv1.CrossVersionObjectReference{APIVersion: "v1", Kind: kind, Name: name},
		})
	}
	config["additionalSecretResources"], config["additionalConfigMapResources"] = lists[0], lists[1]
	return config, references
}

// effective resolves the configuration.
func effectiveWithCopies(ctx context.Context) (*resolved.Configuration, shootinfoOf) {
	config, references := copying()
	object := &gardencorev1beta1.Shoot{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-hostile", Name: "hostile"}}
	object.Spec.Resources = references
	object.Status.TechnicalID = shootNamespace
	info := configuration.ShootInfo(object, "seed", "garden", nil)
	shoot := configuration.ShootFrom(object, info)
	shoot.ProviderConfig = []byte(encode(config, false))
	effective, errs, err := newResolver().Resolve(ctx, &document.ConfigMap{Namespace: "garden-hostile"}, shoot)
	Expect(err).NotTo(HaveOccurred())
	Expect(errs).To(BeEmpty(), errs.Error())
	return effective, shootinfoOf(info)
}

type shootinfoOf map[string]string

func changeCopies(random *rand.Rand, c copies) copies {
	c = maps.Clone(c)
	names := copyNames()
	for range 1 + random.IntN(4) {
		name := names[random.IntN(len(names))]
		if random.IntN(2) == 0 {
			name = special[random.IntN(len(special))]
		}
		c[name] = changeResource(random, c[name], strings.HasPrefix(name, "config-"))
	}
	return c
}

func changeResource(random *rand.Rand, r flux.Resource, isConfigMap bool) flux.Resource {
	r.Data, r.Text, r.Labels = maps.Clone(r.Data), maps.Clone(r.Text), maps.Clone(r.Labels)
	if r.Data == nil {
		r.Data = map[string][]byte{}
	}
	key := []string{"identity", "known_hosts", "username", "password", "a.agekey", "sops.vault-token", corev1.DockerConfigJsonKey, randomText(random)}[random.IntN(8)]
	switch random.IntN(6) {
	case 0:
		r.Type = []corev1.SecretType{corev1.SecretTypeOpaque, corev1.SecretTypeDockerConfigJson, corev1.SecretTypeTLS, corev1.SecretType(randomText(random))}[random.IntN(4)]
	case 1:
		for i := range scaled(random, 50_000) {
			r.Data[fmt.Sprint("k", i)] = []byte(texts[random.IntN(len(texts))])
		}
	case 2:
		r.Labels, r.Annotations = map[string]string{}, map[string]string{fluxv1alpha1.AnnotationCopyLabels: "true"}
		for i := range scaled(random, 20_000) {
			r.Labels[fmt.Sprint("l", i)] = randomText(random)[:0]
		}
	case 3:
		// Random data cannot be compressed.
		value := make([]byte, scaled(random, largestSecret))
		for i := range value {
			value[i] = byte(random.IntN(256))
		}
		r.Data[key] = value
	default:
		text := texts[random.IntN(len(texts))]
		r.Data[key] = []byte(strings.Repeat(text, scaled(random, largestSecret/(len(text)+1))))
	}
	if isConfigMap && random.IntN(2) == 0 {
		r.Text = map[string]string{}
		for key, value := range r.Data {
			r.Text[key] = strings.ToValidUTF8(string(value), "?")
		}
		r.Data = nil
	}
	return fit(r)
}

// fit removes content that an API server would not store.
func fit(r flux.Resource) flux.Resource {
	size := 0
	for key, value := range r.Data {
		if size += len(key) + len(value); size > largestSecret {
			delete(r.Data, key)
		}
	}
	for key, value := range r.Text {
		if size += len(key) + len(value); size > largestSecret {
			delete(r.Text, key)
		}
	}
	return r
}

// deliver handles the resources until the delivery.
func deliver(effective *resolved.Configuration, info shootinfoOf, renderer *flux.Renderer, c copies) cost {
	in := flux.Input{Effective: effective, ShootInfo: map[string]string(info), Resources: c}
	written := 0
	work := measure(func() {
		errs := append(flux.CheckResources(effective, c), flux.CheckSize(in)...)
		for _, err := range errs {
			written = max(written, len(err.Error()))
		}
		if len(errs) > 0 {
			return
		}
		bundle, err := renderer.Render(in)
		if err == nil {
			err = content.CheckSize(content.Of(bundle))
		}
		if err != nil {
			written = max(written, len(err.Error()))
		}
	})
	work.written = uint64(written)
	return work
}

// usualCopies are valid resources.
func usualCopies() copies {
	c := copies{}
	for _, name := range copyNames() {
		c[name] = flux.Resource{Type: corev1.SecretTypeOpaque, Data: map[string][]byte{"a": []byte("b")}}
	}
	c["source"] = flux.Resource{Data: map[string][]byte{"identity": []byte("i"), "known_hosts": []byte("k")}}
	c["decryption"] = flux.Resource{Data: map[string][]byte{"a.agekey": []byte("k")}}
	c["pull"] = flux.Resource{Type: corev1.SecretTypeDockerConfigJson, Data: map[string][]byte{corev1.DockerConfigJsonKey: []byte("{}")}}
	c["proxy"] = flux.Resource{Data: map[string][]byte{"username": []byte("u"), "password": []byte("p")}}
	return c
}

var _ = Describe("Copies of Secrets and ConfigMaps of a project", func() {
	It("are rendered within the budget of time and memory", func(ctx SpecContext) {
		effective, info := effectiveWithCopies(ctx)
		renderer := flux.NewRenderer(flux.NewLibrary(distributions.Embedded()), flux.Images{})
		usual := usualCopies()
		// Shared content is rendered once for all shoots.
		_, err := renderer.Render(flux.Input{Effective: effective, ShootInfo: map[string]string(info), Resources: usual})
		Expect(err).NotTo(HaveOccurred())
		start := []copies{usual}
		random := rand.New(rand.NewPCG(searchSeed(), 1)) //nolint:gosec // a search has to be repeatable
		for range 20 {
			start = append(start, changeCopies(random, usual))
		}
		door[copies]{
			budget: cost{processor: time.Second, allocated: 256 << 20, written: 16 << 10},
			start:  start,
			change: changeCopies,
			work:   func(c copies) cost { return deliver(effective, info, renderer, c) },
			describe: func(c copies) string {
				var text strings.Builder
				for _, name := range copyNames() {
					size := 0
					for _, value := range c[name].Data {
						size += len(value)
					}
					fmt.Fprintf(&text, "%s: type %q, %d keys with %d bytes, %d texts, %d labels: %.2000s\n",
						name, c[name].Type, len(c[name].Data), size, len(c[name].Text), len(c[name].Labels), fmt.Sprintf("%q %q", c[name].Data, c[name].Text))
				}
				return text.String()
			},
		}.search(searchSeed())
	})
})
