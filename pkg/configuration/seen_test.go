// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
)

var _ = Describe("Seen", func() {
	config := func(content string) *ConfigMap {
		return &ConfigMap{Namespace: "garden-demo", Data: map[string]string{
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
		emptied   = &ConfigMap{Namespace: "garden-demo", Data: map[string]string{"config.yaml": " \n"}}
	)
	withKey := func(seen Seen, key string) Seen {
		seen.Key = key
		return seen
	}

	DescribeTable("Behind, in a project that wants changes at once",
		func(seen Seen, project *ConfigMap, key string, want bool) {
			Expect(seen.Behind(project, key)).To(Equal(want))
		},
		Entry("nothing has changed", See(immediate), immediate, "", false),
		Entry("the content has changed", See(immediate), changed, "", true),
		Entry("a mistake has come in: the shoot has to say so", See(immediate), mistaken, "", true),
		Entry("the mistake was corrected", See(mistaken), immediate, "", true),
		Entry("nobody has looked since the extension notes it", Seen{}, immediate, "", true),
		Entry("it wanted changes later until now", See(later), immediate, "", true),
		Entry("another key", withKey(See(immediate), "7"), immediate, "8", true),
		Entry("the same key", withKey(See(immediate), "7"), immediate, "7", false),
		Entry("another key, which the shoot does not use", See(immediate), immediate, "8", false),
		Entry("a key that is gone: a new one would lock all shoots out", withKey(See(immediate), "7"), immediate, "", false),
		Entry("the ConfigMap is gone", See(immediate), nil, "", true),
		Entry("the ConfigMap was emptied", See(immediate), emptied, "", true),
		Entry("it is gone, and somebody has looked since", See(nil), nil, "", false),
	)

	DescribeTable("Behind, in a project that wants no changes at once",
		func(seen Seen, project *ConfigMap) {
			Expect(seen.Behind(project, "8")).To(BeFalse())
		},
		Entry("the content has changed", See(later), unsaid),
		Entry("it has wanted them at once until now", See(immediate), later),
		Entry("it says nothing about it any more", See(immediate), unsaid),
		Entry("nobody can read what it wants", See(immediate), broken),
		Entry("the ConfigMap is gone", See(later), nil),
		Entry("the ConfigMap was emptied", See(later), emptied),
		Entry("there never was one", Seen{}, nil),
		Entry("another key", withKey(See(later), "7"), later),
		Entry("flat keys can say nothing about it", See(immediate), &ConfigMap{Data: map[string]string{"repositoryUrl": "https://github.com/o/r"}}),
	)

	rotated := func(at string) map[string]string {
		return map[string]string{"flux.extensions.gardener.cloud/rotated-at": at}
	}
	DescribeTable("Behind, after a rotation of the deploy key",
		func(delivered Delivered, annotations map[string]string, want bool) {
			for _, project := range []*ConfigMap{later, unsaid, nil, broken} {
				delivered.Seen = Seen{Config: project.Checksum(), Key: "7", Rotation: delivered.Seen.Rotation}
				Expect(delivered.Behind(project, "8", annotations)).To(Equal(want))
			}
		},
		Entry("the first one, whatever the project wants of its configuration", Delivered{DeployKey: true}, rotated("one"), true),
		Entry("another one", Delivered{DeployKey: true, Seen: Seen{Rotation: "one"}}, rotated("two"), true),
		Entry("the one that it has", Delivered{DeployKey: true, Seen: Seen{Rotation: "one"}}, rotated("one"), false),
		Entry("none", Delivered{DeployKey: true}, map[string]string{"other": "annotation"}, false),
		Entry("nothing is known of the key, or it is gone", Delivered{DeployKey: true, Seen: Seen{Rotation: "one"}}, nil, false),
		Entry("somebody has written the Secret anew", Delivered{DeployKey: true, Seen: Seen{Rotation: "one"}}, map[string]string{}, false),
		Entry("the shoot's source is not read with the key", Delivered{}, rotated("one"), false),
	)

	It("is Behind what the project says, also without a rotation", func() {
		Expect(Delivered{Seen: See(immediate)}.Behind(changed, "", nil)).To(BeTrue())
		Expect(Delivered{Seen: See(immediate)}.Behind(immediate, "", nil)).To(BeFalse())
	})

	It("tells contents apart and not the order in which they are written", func() {
		one := &ConfigMap{Data: map[string]string{"a": "1", "b": "2"}, BinaryData: map[string][]byte{"c": []byte("3")}}
		same := &ConfigMap{Namespace: "garden-other", Data: map[string]string{"b": "2", "a": "1"}, BinaryData: map[string][]byte{"c": []byte("3")}}
		Expect(one.Checksum()).To(HaveLen(16))
		Expect(one.Checksum()).To(Equal(same.Checksum()))
		for _, other := range []*ConfigMap{
			{Data: map[string]string{"a": "1"}, BinaryData: map[string][]byte{"c": []byte("3")}},
			{Data: map[string]string{"a": "1", "b": "2"}},
			{Data: map[string]string{"a": "2", "b": "1"}, BinaryData: map[string][]byte{"c": []byte("3")}},
		} {
			Expect(other.Checksum()).NotTo(Equal(one.Checksum()))
		}
		Expect((*ConfigMap)(nil).Checksum()).To(BeEmpty())
	})
})
