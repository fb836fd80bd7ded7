// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extensionstatus_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/types"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
)

var _ = Describe("State.Due without a rollout", func() {
	config := func(content string) *document.ConfigMap {
		return &document.ConfigMap{Namespace: "garden-demo", Data: map[string]string{
			"config.yaml": "apiVersion: flux.extensions.gardener.cloud/v1alpha1\nkind: FluxConfig\n" + content,
		}}
	}
	var (
		immediate = config("project: {propagation: Immediate}")
		changed   = config("project: {propagation: Immediate}\nflux: {version: v2.9}")
		mistaken  = config("project: {propagation: Immediate}\nflux: {verion: v2.9}")
		later     = config("project: {propagation: OnShootReconcile}")
		unsaid    = config("flux: {version: v2.9}")
		broken    = config("project: {propagation: Immediate")
		emptied   = &document.ConfigMap{Namespace: "garden-demo", Data: map[string]string{"config.yaml": " \n"}}
	)
	isDue := func(delivered State, project *document.ConfigMap, key string, annotations map[string]string) bool {
		return delivered.Due(PresentOf(project, nil, key, annotations), rollout.PermitRequest{}, false)
	}
	withKey := func(seen ObservedProject, key string) ObservedProject {
		seen.Key = key
		return seen
	}

	DescribeTable("compares the project with immediate propagation:",
		func(seen ObservedProject, project *document.ConfigMap, key string, want bool) {
			Expect(isDue(State{Observed: seen}, project, key, nil)).To(Equal(want))
		},
		Entry("no change", ObserveProject(immediate), immediate, "", false),
		Entry("changed content", ObserveProject(immediate), changed, "", true),
		Entry("new configuration error", ObserveProject(immediate), mistaken, "", true),
		Entry("corrected configuration error", ObserveProject(mistaken), immediate, "", true),
		Entry("no recorded observation", ObservedProject{}, immediate, "", true),
		Entry("propagation changed to immediate", ObserveProject(later), immediate, "", true),
		Entry("another deploy key", withKey(ObserveProject(immediate), "7"), immediate, "8", true),
		Entry("the same deploy key", withKey(ObserveProject(immediate), "7"), immediate, "7", false),
		Entry("unused deploy key", ObserveProject(immediate), immediate, "8", false),
		Entry("deleted deploy key", withKey(ObserveProject(immediate), "7"), immediate, "", false),
		Entry("deleted ConfigMap", ObserveProject(immediate), nil, "", true),
		Entry("emptied ConfigMap", ObserveProject(immediate), emptied, "", true),
		Entry("recorded deletion of the ConfigMap", ObserveProject(nil), nil, "", false),
	)

	DescribeTable("returns false without immediate propagation:",
		func(seen ObservedProject, project *document.ConfigMap) {
			Expect(isDue(State{Observed: seen}, project, "8", nil)).To(BeFalse())
		},
		Entry("changed content", ObserveProject(later), unsaid),
		Entry("propagation changed to OnShootReconcile", ObserveProject(immediate), later),
		Entry("removed propagation setting", ObserveProject(immediate), unsaid),
		Entry("invalid document", ObserveProject(immediate), broken),
		Entry("deleted ConfigMap", ObserveProject(later), nil),
		Entry("emptied ConfigMap", ObserveProject(later), emptied),
		Entry("missing ConfigMap", ObservedProject{}, nil),
		Entry("another deploy key", withKey(ObserveProject(later), "7"), later),
		Entry("flat keys", ObserveProject(immediate), &document.ConfigMap{Data: map[string]string{"repositoryUrl": "https://github.com/o/r"}}),
	)

	rotated := func(at string) map[string]string {
		return map[string]string{"flux.extensions.gardener.cloud/rotated-at": at}
	}
	DescribeTable("compares the rotation of the deploy key:",
		func(delivered State, annotations map[string]string, want bool) {
			for _, project := range []*document.ConfigMap{later, unsaid, nil, broken} {
				delivered.Observed = ObservedProject{Config: project.Checksum(), Key: "7", Rotation: delivered.Observed.Rotation}
				Expect(isDue(delivered, project, "8", annotations)).To(Equal(want))
			}
		},
		Entry("first rotation", State{DeployKey: true}, rotated("one"), true),
		Entry("another rotation", State{DeployKey: true, Observed: ObservedProject{Rotation: "one"}}, rotated("two"), true),
		Entry("delivered rotation", State{DeployKey: true, Observed: ObservedProject{Rotation: "one"}}, rotated("one"), false),
		Entry("no rotation", State{DeployKey: true}, map[string]string{"other": "annotation"}, false),
		Entry("unknown or deleted key", State{DeployKey: true, Observed: ObservedProject{Rotation: "one"}}, nil, false),
		Entry("recreated Secret", State{DeployKey: true, Observed: ObservedProject{Rotation: "one"}}, map[string]string{}, false),
		Entry("source without the deploy key", State{}, rotated("one"), false),
	)

	It("returns true for a change without a rotation", func() {
		Expect(isDue(State{Observed: ObserveProject(immediate)}, changed, "", nil)).To(BeTrue())
		Expect(isDue(State{Observed: ObserveProject(immediate)}, immediate, "", nil)).To(BeFalse())
	})

	It("ignores the order of keys in the ConfigMap", func() {
		one := &document.ConfigMap{Data: map[string]string{"a": "1", "b": "2"}, BinaryData: map[string][]byte{"c": []byte("3")}}
		same := &document.ConfigMap{Namespace: "garden-other", Data: map[string]string{"b": "2", "a": "1"}, BinaryData: map[string][]byte{"c": []byte("3")}}
		Expect(one.Checksum()).To(HaveLen(16))
		Expect(one.Checksum()).To(Equal(same.Checksum()))
		for _, other := range []*document.ConfigMap{
			{Data: map[string]string{"a": "1"}, BinaryData: map[string][]byte{"c": []byte("3")}},
			{Data: map[string]string{"a": "1", "b": "2"}},
			{Data: map[string]string{"a": "2", "b": "1"}, BinaryData: map[string][]byte{"c": []byte("3")}},
		} {
			Expect(other.Checksum()).NotTo(Equal(one.Checksum()))
		}
		Expect((*document.ConfigMap)(nil).Checksum()).To(BeEmpty())
	})
})

var _ = Describe("SourceKeys", func() {
	a, b := types.NamespacedName{Namespace: "flux-system", Name: "a"}, types.NamespacedName{Namespace: "apps", Name: "b"}

	It("are recorded independent of their order", func() {
		keys := []SourceKey{{Source: b}, {Source: a, Fingerprint: "SHA256:a+/="}}
		recorded := SourceKeysOf(keys)
		Expect(SourceKeysOf([]SourceKey{keys[1], keys[0]})).To(Equal(recorded))
		Expect(recorded.All()).To(ConsistOf(keys))
		Expect(recorded.Of(a)).To(Equal("SHA256:a+/="))
		Expect(recorded.Of(types.NamespacedName{Namespace: "apps", Name: "a"})).To(BeEmpty())
		Expect(SourceKeysOf(nil)).To(BeEmpty())
		Expect(SourceKeys("").All()).To(BeEmpty())
	})

	DescribeTable("trigger a reconciliation after a rotation:",
		func(recorded SourceKeys, annotations map[string]string, due bool) {
			Expect(State{SourceKeys: recorded}.Due(PresentOf(nil, nil, "", nil).WithSourceKeys(annotations), rollout.PermitRequest{}, false)).To(Equal(due))
		},
		Entry("delivered key", SourceKeys("flux-system/a=SHA256:a"), map[string]string{"a.flux.extensions.gardener.cloud/fingerprint": "SHA256:a"}, false),
		Entry("rotated key", SourceKeys("flux-system/a=SHA256:a"), map[string]string{"a.flux.extensions.gardener.cloud/fingerprint": "SHA256:b"}, true),
		Entry("rotated key of another source", SourceKeys("flux-system/a=SHA256:a"), map[string]string{"b.flux.extensions.gardener.cloud/fingerprint": "SHA256:b"}, false),
		Entry("rotated key of the project", SourceKeys("flux-system/a=SHA256:a"), map[string]string{"flux.extensions.gardener.cloud/fingerprint": "SHA256:b"}, false),
		Entry("generated key of a waiting source", SourceKeys("flux-system/a="), map[string]string{"a.flux.extensions.gardener.cloud/fingerprint": "SHA256:a"}, true),
		Entry("missing key of a waiting source", SourceKeys("flux-system/a="), nil, false),
		Entry("deleted key", SourceKeys("flux-system/a=SHA256:a"), nil, false),
	)
})
