// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package hostile_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/boundedjson"
)

// rolloutText is a ConfigMap flux-rollout of a project.
type rolloutText struct {
	state jsonText
	// revisions are repeated revisions. They have valid names while they are named.
	revisions []revisionText
}

type revisionText struct {
	content filler
	count   int
	named   bool
}

const (
	rolloutHead = `"target":"t","rollout":{"rings":[{"name":"a","shoots":{"matchLabels":{"ring":"a"}}},{"name":"rest"}]},"rings":[{"name":"a"},{"name":"rest"}]`
	configHead  = "apiVersion: flux.extensions.gardener.cloud/v1alpha1\nkind: FluxConfig\n"
)

// rolloutMembers are known and unknown members of a State.
var rolloutMembers = slices.Concat(oddMembers, []filler{
	{`"rings":[{}`, ",{}", "]", 0}, {`"rings":[null`, ",null", "]", 0}, {`"rings":[{"name":"a"},{"name":"rest"}`, `,{"name":"%"}`, "]", 0},
	{`"rollout":{"rings":[{}`, ",{}", "]}", 0}, {`"rollout":{"rings":[{"name":"a"},{"name":"rest"}`, `,{"name":"%"}`, "]}", 0},
	{`"rollout":{"rings":[{"name":"a","shoots":{"matchExpressions":[{"key":"a","operator":"In","values":["a"`, `,"%"`, `]}]}},{"name":"rest"}]}`, 0},
	{`"rollout":{"rings":[{"name":"a","shoots":{"matchExpressions":[{"key":"a","operator":"Exists"}`, `,{"key":"a%","operator":"Exists"}`, `]}},{"name":"rest"}]}`, 0},
	{`"rollout":{"rings":[{"name":"a","shoots":{"matchLabels":{"a":"b"`, `,"a%":"b"`, `}}},{"name":"rest"}]}`, 0},
	{`"rollout":{"rings":[{"name":"a","purposes":["a"`, `,"a%"`, `]},{"name":"rest"}]}`, 0}, {`"rollout":{"source":"Promote","rings":[{"name":"a"`, `,"soak":"1h"`, `},{"name":"rest"}]}`, 0},
	{`"rollout":{"progressDeadline":"1h`, "1h", `"}`, 0}, {`"rollout":{"source":null,"onFailure":null,"progressDeadline":null,"rings":[{"name":"a"},{"name":"rest"}]}`, "", "", 0},
	{`"shoots":{"a":{}`, `,"%":{}`, "}", 0}, {`"shoots":{"a":null`, `,"s%":null`, "}", 0},
	{`"shoots":{"s-0":{"uid":"uid"}`, `,"s-%":{"uid":"uid-%","revision":"t","commit":"sha1:0123456789012345678901234567890123456789","started":"2026-01-01T00:00:00Z","missing":"2026-01-01T00:00:00Z","notWell":true}`, "}", 0},
	{`"skipped":["a"`, `,"s-%"`, "]", 0}, {`"skipped":["`, "n", `"]`, 0}, {`"history":[{}`, ",{}", "]", 0}, {`"history":[{}`, `,{"since":"2026-01-01T00:00:00Z","until":"2026-01-01T00:00:00Z"}`, "]", 0},
	{`"since":"`, "1", `"`, 0}, {`"since":`, "1", "", 0}, {`"target":"`, "t", `"`, 0}, {`"operation":"`, "o", `"`, 0}, {`"rings":[{"name":"a","commit":"`, "c", `"},{"name":"rest"}]`, 0},
})

// revisionContents are contents of a revision: a config.yaml, or its keys.
var revisionContents = []filler{
	{"", "a", "", 0}, {"", "\x01", "", 0}, {configHead + "project: {overrides: [", "{name: a, config: {}},", "]}\n", 0},
	{configHead + "project: {overrides: [{name: a, config: {kustomization: {template: {spec: {components: [", "a, ", "a]}}}}}]}\n", 0},
	{configHead + "# overrides\n", "[", "", 0}, {configHead + "# overrides\n", "- a\n", "", 0}, {configHead + "# overrides\n", "a%: b\n", "", 0}, {"keys", "%", "", 0}, {`{"overrides":[`, "{},", "{}]}", 0},
}

// revision returns a revision with the content.
func (r revisionText) revision(i int) rollout.Revision {
	content := rollout.Revision{FluxVersion: "v2.9.0", Data: map[string]string{"number": fmt.Sprint(i)}}
	if r.content.before == "keys" {
		for j := range min(r.content.repeat, 100_000) {
			content.Data[fmt.Sprint(j)] = ""
		}
		return content
	}
	r.content.repeat = min(r.content.repeat, (4<<20)/(len(r.content.part)+1))
	content.Data["config.yaml"] = r.content.text()
	return content
}

// values returns the values of the ConfigMap. Revisions without a valid name share a value.
func (r rolloutText) values() map[string][]byte {
	values := map[string][]byte{"state": r.state.compressed()}
	for k, of := range r.revisions {
		var shared []byte
		for i := range of.count {
			key := fmt.Sprintf("revision.%d-%d", k, i)
			if of.named || shared == nil {
				content := of.revision(i)
				key = "revision." + content.ID()
				shared = jsonText{first: strings.TrimSuffix(strings.TrimPrefix(encode(map[string]any{"data": content.Data, "fluxVersion": content.FluxVersion}, false), "{"), "}")}.compressed()
			}
			values[key] = shared
		}
	}
	return fitting(values)
}

func changeRolloutText(random *rand.Rand, r rolloutText) rolloutText {
	r.revisions = slices.Clone(r.revisions)
	switch random.IntN(4) {
	case 0:
		if len(r.revisions) > 0 {
			r.revisions = r.revisions[1:]
		}
	case 1:
		of := revisionText{content: revisionContents[random.IntN(len(revisionContents))], count: 1 + random.IntN(250), named: random.IntN(2) == 0}
		if of.content.repeat = sized(random, of.content.part); of.named {
			of.count = min(of.count, 1+(8<<20)/(1+of.content.repeat*len(of.content.part)))
		}
		r.revisions = append(r.revisions[:min(len(r.revisions), 2)], of)
	default:
		r.state = r.state.change(random, rolloutMembers)
	}
	return r
}

// readRollout handles the ConfigMap like a seed and the garden controller, for the given number of Shoots, and returns
// the objects that a seed keeps.
func readRollout(configMap *corev1.ConfigMap, project *document.ConfigMap, shoots []rollout.Member, now time.Time) any {
	state, err := rollout.Decode(configMap)
	if err != nil {
		Expect(len(err.Error())).To(BeNumerically("<", 1<<10))
		return nil
	}
	present := extensionstatus.PresentOf(project, state, "", nil)
	for _, shoot := range shoots {
		gate := rollout.PermitRequest{Member: shoot.Identity, Carries: func(string) bool { return true }, Newest: "v2.9.0"}
		extensionstatus.State{Flux: true}.Urgency(present, gate, false)
	}
	for i := range state.Rings {
		state.WaitsForApproval(i)
		state.IsRejected(i)
	}
	decision := rollout.Decide(state, rollout.Input{Target: rollout.NewRevision(project, "v2.9.0"), Members: shoots, Now: now})
	if _, err := decision.State.Encode(); err != nil {
		Expect(boundedjson.IsExceeded(err)).To(BeTrue())
	}
	return present
}

var _ = Describe("ConfigMap flux-rollout", func() {
	It("is read within the budget of time and memory", func(ctx SpecContext) {
		project := &document.ConfigMap{Data: map[string]string{"config.yaml": configHead + "project: {propagation: Immediate, rollout: {rings: [{name: a, shoots: {matchLabels: {ring: a}}}]}}\n"}}
		now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		var shoots []rollout.Member
		for i := range 100 {
			status := rollout.StatusOf(&fluxv1alpha1.ShootStatus{State: fluxv1alpha1.ShootReady, Revision: "t", ObservedAt: metav1.NewTime(now)})
			shoots = append(shoots, rollout.Member{Identity: rollout.Identity{Name: fmt.Sprint("s-", i), UID: types.UID(fmt.Sprint("uid-", i)), Labels: map[string]string{"ring": "a"}}, Status: status})
		}
		start := []rolloutText{{state: jsonText{first: rolloutHead}}}
		for _, member := range repeated(rolloutMembers, 9_000, 70_000, largestText) {
			start = append(start, rolloutText{state: jsonText{first: rolloutHead, members: []filler{member}}})
		}
		for _, content := range repeated(revisionContents, 20_000/10, 1<<20, 2<<20) {
			start = append(start, rolloutText{state: jsonText{first: rolloutHead}, revisions: []revisionText{{content: content, count: 200}}})
		}
		door[rolloutText]{
			// A seed reads each version once, and the garden controller reads the ConfigMap with each decision.
			budget: cost{processor: 2 * time.Second, heap: 96 << 20, kept: 24 << 20},
			start:  start,
			change: changeRolloutText,
			work: func(r rolloutText) cost {
				values := r.values()
				c := measureKept(ctx, func() any { return readRollout(&corev1.ConfigMap{BinaryData: values}, project, shoots, now) })
				c.read = sizeOf(values)
				return c
			},
			describe: func(r rolloutText) string { return fmt.Sprintf("%s\n%+v", r.state, r.revisions) },
		}.search(searchSeed())
	})
})
