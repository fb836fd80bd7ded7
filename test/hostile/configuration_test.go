// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package hostile_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/yaml"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
)

// documents are the configurations of a project and a Shoot, and the Shoot's labels.
type documents struct {
	project, shoot map[string]any
	labels         map[string]string
	// asYAML is true if the project is written as YAML, and damage changes the text.
	asYAML bool
	damage []damage
}

// damage is an inserted text at a fraction of the document.
type damage struct {
	at   float64
	text string
}

// largestObject exceeds the limit of an API server.
const largestObject = 2 << 20

const labelPrefix = "info.example.com/"

// mostElements leaves the document below the limit of values.
const mostElements = 3900

var allPlaces = places()

func base() map[string]any {
	return map[string]any{
		"apiVersion": "flux.extensions.gardener.cloud/v1alpha1", "kind": "FluxConfig",
		"source": map[string]any{"template": map[string]any{"kind": "GitRepository", "spec": map[string]any{"url": "https://github.com/o/r"}}},
	}
}

// change changes some fields, or the text.
func changeDocuments(random *rand.Rand, d documents) documents {
	d.project, d.shoot = runtime.DeepCopyJSON(normal(d.project)), runtime.DeepCopyJSON(normal(d.shoot))
	for range 1 + random.IntN(4) {
		document := d.project
		if random.IntN(3) == 0 {
			document = d.shoot
		}
		switch random.IntN(13) {
		case 0:
			d.asYAML = !d.asYAML
		case 1:
			d.damage = append(d.damage[:len(d.damage):len(d.damage)], damage{random.Float64(), randomText(random)})
		case 2:
			d.damage = nil
		case 3:
			labels := map[string]string{}
			for i := range random.IntN(2000) {
				labels[fmt.Sprint(labelPrefix, "key-", i)] = fmt.Sprint("value-", strings.Repeat("v", random.IntN(50)))
			}
			d.labels = labels
		case 4:
			d.project["project"] = map[string]any{"overrides": randomOverrides(random)}
		default:
			p := allPlaces[random.IntN(len(allPlaces))]
			most := 1 + random.IntN(mostElements)
			p.set(document, randomTyped(random, p.of, most))
		}
	}
	return d
}

// randomOverrides returns overrides for the Shoot with a field each.
func randomOverrides(random *rand.Rand) []any {
	var entries []any
	count := 1 + random.IntN(22)
	for range count {
		p, config := allPlaces[random.IntN(len(allPlaces))], map[string]any{}
		p.set(config, randomTyped(random, p.of, max(1, mostElements/count-20)))
		entries = append(entries, overrideOf(len(entries), config))
	}
	return entries
}

func overrideOf(i int, config map[string]any) any {
	return map[string]any{"name": fmt.Sprint("entry-", i), "purposes": []any{"evaluation"}, "config": config}
}

// overridden returns overrides for the Shoot with a list of the elements in a field each, and a project with a long
// text.
func overridden(p place, element any, text int) documents {
	d, entries := documents{project: base(), shoot: base()}, []any{}
	d.project["kustomization"] = map[string]any{"template": map[string]any{"spec": map[string]any{"commonMetadata": map[string]any{"annotations": map[string]any{"text": strings.Repeat("a", text)}}}}}
	for i := range mostOverrides {
		config, list := map[string]any{}, []any{}
		for range mostElements/mostOverrides - 20 {
			list = append(list, element)
		}
		p.set(config, list)
		entries = append(entries, overrideOf(i, config))
	}
	d.project["project"] = map[string]any{"overrides": entries}
	return d
}

// mostOverrides is the maximum number of overrides of a project.
const mostOverrides = 20

// normal converts numbers to the number types of JSON.
func normal(object map[string]any) map[string]any {
	raw, err := json.Marshal(object)
	Expect(err).NotTo(HaveOccurred())
	var same map[string]any
	Expect(json.Unmarshal(raw, &same)).To(Succeed())
	return same
}

func (d documents) texts() (project, shoot string) {
	project, shoot = encode(d.project, d.asYAML), encode(d.shoot, false)
	for _, damage := range d.damage {
		at := int(damage.at * float64(len(project)))
		project = project[:at] + damage.text + project[at:]
	}
	return project[:min(len(project), largestObject)], shoot[:min(len(shoot), largestObject)]
}

func encode(object map[string]any, asYAML bool) string {
	raw, err := json.Marshal(object)
	Expect(err).NotTo(HaveOccurred())
	if asYAML {
		raw, err = yaml.JSONToYAML(raw)
		Expect(err).NotTo(HaveOccurred())
	}
	return string(raw)
}

func newResolver() *configuration.Resolver {
	config := configv1alpha1.ControllerConfiguration{ShootInfo: &configv1alpha1.ShootInfo{LabelPrefixes: []string{labelPrefix}}, Limits: &configv1alpha1.Limits{Patches: []string{"Deployment", "ServiceAccount"}}}
	scheme := runtime.NewScheme()
	Expect(configv1alpha1.AddToScheme(scheme)).To(Succeed())
	scheme.Default(&config)
	resolver, err := configuration.NewResolver(flux.NewCatalog(flux.NewLibrary(distributions.Embedded())), config)
	Expect(err).NotTo(HaveOccurred())
	return resolver
}

// resolve resolves the documents for the project alone, and for the Shoot.
func resolve(ctx context.Context, resolver *configuration.Resolver, d documents) cost {
	project, providerConfig := d.texts()
	configMap := &document.ConfigMap{Namespace: "garden-hostile", Data: map[string]string{"config.yaml": project}}
	purpose := gardencorev1beta1.ShootPurposeEvaluation
	object := &gardencorev1beta1.Shoot{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-hostile", Name: "hostile", Labels: d.labels}, Spec: gardencorev1beta1.ShootSpec{Purpose: &purpose}}
	shoot := configuration.ShootFrom(object, configuration.ShootInfo(object, "seed", "garden", resolver.LabelPrefixes()))
	shoot.ProviderConfig = []byte(providerConfig)
	var worst cost
	for _, s := range []*configuration.Shoot{nil, shoot} {
		var errs document.Errors
		c := measure(func() {
			var err error
			_, errs, err = resolver.Resolve(ctx, configMap, s)
			Expect(err).NotTo(HaveOccurred())
		})
		c.written = 0
		if len(errs.Error()) > longestMessage {
			c.written = uint64(len(errs.Error()))
		}
		worst = cost{processor: max(c.processor, worst.processor), allocated: max(c.allocated, worst.allocated), written: max(c.written, worst.written)}
	}
	return worst
}

// costlyPatches are lists of maximum size with slow patches.
func costlyPatches() [][]any {
	patch := func(text string) any {
		return map[string]any{"target": map[string]any{"kind": "Deployment", "name": "kustomize-controller"}, "patch": text}
	}
	operations := func(size int, operation string) string {
		return "[" + strings.TrimSuffix(strings.Repeat(operation+",", size/(len(operation)+1)), ",") + "]"
	}
	const label = "metadata: {labels: {team: a}}"
	var many []any
	for range 32 {
		many = append(many, patch(label+" #"+strings.Repeat("a", 480)))
	}
	return [][]any{
		many,
		{patch(operations(16000, `{"op":"copy","from":"/spec","path":"/a"}`))},
		{patch(operations(16000, `{"op":"move","from":"/spec","path":"/spec"}`))},
		{patch(operations(16000, `{"op":"add","path":"/spec/template/spec/containers/0/args/0","value":"a"}`))},
		{patch(operations(16000, `{"op":"test","path":"/spec/replicas","value":1}`) + "\n")},
		{patch("spec: {template: {spec: {containers: [" + strings.Repeat("{name: a},", 1500) + "]}}}")},
		{patch("spec: {template: {spec: {volumes: [" + strings.Repeat("{$patch: delete},", 900) + "]}}}")},
	}
}

// longestMessage is the maximum length of a message in the status of a Shoot.
const longestMessage = 100_000

var _ = Describe("ConfigMap flux-config and providerConfig", func() {
	It("are read within the budget of time and memory", func(ctx SpecContext) {
		resolver := newResolver()
		var start []documents
		for _, p := range allPlaces {
			for _, element := range []any{map[string]any{}, "", "${SHOOT_INFO_X}", nil} {
				d := documents{project: base(), shoot: base()}
				list := []any{}
				for range mostElements {
					list = append(list, element)
				}
				p.set(d.project, list)
				start = append(start, d)
			}
			start = append(start, overridden(p, "", 0), overridden(p, map[string]any{}, 100<<10))
		}
		for _, patches := range costlyPatches() {
			d := documents{project: base(), shoot: base()}
			d.project["flux"] = map[string]any{"patches": patches}
			start = append(start, d)
		}
		door[documents]{
			budget: cost{processor: 200 * time.Millisecond, allocated: 128 << 20, written: longestMessage},
			start:  start,
			change: changeDocuments,
			work:   func(d documents) cost { return resolve(ctx, resolver, d) },
			describe: func(d documents) string {
				project, shoot := d.texts()
				return fmt.Sprintf("flux-config (%d bytes):\n%s\nproviderConfig (%d bytes):\n%s\nlabels: %v", len(project), project, len(shoot), shoot, len(d.labels))
			},
		}.search(searchSeed())
	})
})
