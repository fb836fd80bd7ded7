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

var _ = Describe("Seen", func() {
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

	DescribeTable("Due, with immediate propagation",
		func(seen ObservedProject, project *document.ConfigMap, key string, want bool) {
			Expect(isDue(State{Observed: seen}, project, key, nil)).To(Equal(want))
		},
		Entry("nothing has changed", ObserveProject(immediate), immediate, "", false),
		Entry("the content has changed", ObserveProject(immediate), changed, "", true),
		Entry("a mistake has come in: the shoot has to say so", ObserveProject(immediate), mistaken, "", true),
		Entry("the mistake was corrected", ObserveProject(mistaken), immediate, "", true),
		Entry("nobody has looked since the extension notes it", ObservedProject{}, immediate, "", true),
		Entry("it wanted changes later until now", ObserveProject(later), immediate, "", true),
		Entry("another key", withKey(ObserveProject(immediate), "7"), immediate, "8", true),
		Entry("the same key", withKey(ObserveProject(immediate), "7"), immediate, "7", false),
		Entry("another key, which the shoot does not use", ObserveProject(immediate), immediate, "8", false),
		Entry("a key that is gone: a new one would lock all shoots out", withKey(ObserveProject(immediate), "7"), immediate, "", false),
		Entry("the ConfigMap is gone", ObserveProject(immediate), nil, "", true),
		Entry("the ConfigMap was emptied", ObserveProject(immediate), emptied, "", true),
		Entry("it is gone, and somebody has looked since", ObserveProject(nil), nil, "", false),
	)

	DescribeTable("Due, without immediate propagation",
		func(seen ObservedProject, project *document.ConfigMap) {
			Expect(isDue(State{Observed: seen}, project, "8", nil)).To(BeFalse())
		},
		Entry("the content has changed", ObserveProject(later), unsaid),
		Entry("it has wanted them at once until now", ObserveProject(immediate), later),
		Entry("it says nothing about it any more", ObserveProject(immediate), unsaid),
		Entry("nobody can read what it wants", ObserveProject(immediate), broken),
		Entry("the ConfigMap is gone", ObserveProject(later), nil),
		Entry("the ConfigMap was emptied", ObserveProject(later), emptied),
		Entry("there never was one", ObservedProject{}, nil),
		Entry("another key", withKey(ObserveProject(later), "7"), later),
		Entry("flat keys can say nothing about it", ObserveProject(immediate), &document.ConfigMap{Data: map[string]string{"repositoryUrl": "https://github.com/o/r"}}),
	)

	rotated := func(at string) map[string]string {
		return map[string]string{"flux.extensions.gardener.cloud/rotated-at": at}
	}
	DescribeTable("Due, after a rotation of the deploy key",
		func(delivered State, annotations map[string]string, want bool) {
			for _, project := range []*document.ConfigMap{later, unsaid, nil, broken} {
				delivered.Observed = ObservedProject{Config: project.Checksum(), Key: "7", Rotation: delivered.Observed.Rotation}
				Expect(isDue(delivered, project, "8", annotations)).To(Equal(want))
			}
		},
		Entry("the first one, whatever the project wants of its configuration", State{DeployKey: true}, rotated("one"), true),
		Entry("another one", State{DeployKey: true, Observed: ObservedProject{Rotation: "one"}}, rotated("two"), true),
		Entry("the one that it has", State{DeployKey: true, Observed: ObservedProject{Rotation: "one"}}, rotated("one"), false),
		Entry("none", State{DeployKey: true}, map[string]string{"other": "annotation"}, false),
		Entry("nothing is known of the key, or it is gone", State{DeployKey: true, Observed: ObservedProject{Rotation: "one"}}, nil, false),
		Entry("somebody has written the Secret anew", State{DeployKey: true, Observed: ObservedProject{Rotation: "one"}}, map[string]string{}, false),
		Entry("the shoot's source is not read with the key", State{}, rotated("one"), false),
	)

	It("is due for a change of the project without a rotation", func() {
		Expect(isDue(State{Observed: ObserveProject(immediate)}, changed, "", nil)).To(BeTrue())
		Expect(isDue(State{Observed: ObserveProject(immediate)}, immediate, "", nil)).To(BeFalse())
	})

	It("distinguishes contents and not the order in which they are written", func() {
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

var _ = Describe("Deploy keys of additional sources", func() {
	a, b := types.NamespacedName{Namespace: "flux-system", Name: "a"}, types.NamespacedName{Namespace: "apps", Name: "b"}

	It("are recorded in any order alike, and read again", func() {
		keys := []SourceKey{{Source: b}, {Source: a, Fingerprint: "SHA256:a+/="}}
		recorded := SourceKeysOf(keys)
		Expect(SourceKeysOf([]SourceKey{keys[1], keys[0]})).To(Equal(recorded))
		Expect(recorded.All()).To(ConsistOf(keys))
		Expect(recorded.Of(a)).To(Equal("SHA256:a+/="))
		Expect(recorded.Of(types.NamespacedName{Namespace: "apps", Name: "a"})).To(BeEmpty())
		Expect(SourceKeysOf(nil)).To(BeEmpty())
		Expect(SourceKeys("").All()).To(BeEmpty())
	})

	DescribeTable("trigger a reconciliation",
		func(recorded SourceKeys, annotations map[string]string, due bool) {
			Expect(State{SourceKeys: recorded}.Due(PresentOf(nil, nil, "", nil).WithSourceKeys(annotations), rollout.PermitRequest{}, false)).To(Equal(due))
		},
		Entry("which has the key", SourceKeys("flux-system/a=SHA256:a"), map[string]string{"a.flux.extensions.gardener.cloud/fingerprint": "SHA256:a"}, false),
		Entry("whose key was rotated", SourceKeys("flux-system/a=SHA256:a"), map[string]string{"a.flux.extensions.gardener.cloud/fingerprint": "SHA256:b"}, true),
		Entry("for which another key was rotated", SourceKeys("flux-system/a=SHA256:a"), map[string]string{"b.flux.extensions.gardener.cloud/fingerprint": "SHA256:b"}, false),
		Entry("for which the first key was rotated", SourceKeys("flux-system/a=SHA256:a"), map[string]string{"flux.extensions.gardener.cloud/fingerprint": "SHA256:b"}, false),
		Entry("which has waited for its key", SourceKeys("flux-system/a="), map[string]string{"a.flux.extensions.gardener.cloud/fingerprint": "SHA256:a"}, true),
		Entry("which waits for its key", SourceKeys("flux-system/a="), nil, false),
		Entry("whose key is gone: another one would lock it out", SourceKeys("flux-system/a=SHA256:a"), nil, false),
	)
})
