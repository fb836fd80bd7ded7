// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extensionstatus_test

import (
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/reconcilerequest"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
)

var _ = Describe("State.Urgency without a rollout", func() {
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
		edited    = config("project: {propagation: OnShootReconcile}\nflux: {version: v2.9}")
		unsaid    = config("flux: {version: v2.9}")
		broken    = config("project: {propagation: Immediate")
		emptied   = &document.ConfigMap{Namespace: "garden-demo", Data: map[string]string{"config.yaml": " \n"}}
	)
	urgency := func(delivered State, project *document.ConfigMap, key string, annotations map[string]string) Urgency {
		return delivered.Urgency(PresentOf(project, nil, key, annotations), rollout.PermitRequest{}, false)
	}
	withKey := func(seen ObservedProject, key string) ObservedProject {
		seen.Key = key
		return seen
	}

	DescribeTable("compares the project:",
		func(seen ObservedProject, project *document.ConfigMap, key string, want Urgency) {
			Expect(urgency(State{Observed: seen}, project, key, nil)).To(Equal(want))
		},
		Entry("no change", ObserveProject(immediate), immediate, "", UpToDate),
		Entry("changed content", ObserveProject(immediate), changed, "", InWindow),
		Entry("immediate propagation is the default", ObserveProject(immediate), unsaid, "", InWindow),
		Entry("flat keys", ObserveProject(immediate), &document.ConfigMap{Data: map[string]string{"repositoryUrl": "https://github.com/o/r"}}, "", InWindow),
		Entry("new configuration error", ObserveProject(immediate), mistaken, "", InWindow),
		Entry("corrected configuration error", ObserveProject(mistaken), immediate, "", InWindow),
		Entry("unreadable document, whose error is reported at once", ObserveProject(later), broken, "", InWindow),
		Entry("no recorded observation", ObservedProject{}, immediate, "", InWindow),
		Entry("changed propagation, which does not affect Shoots", ObserveProject(later), immediate, "", UpToDate),
		Entry("another deploy key", withKey(ObserveProject(immediate), "7"), immediate, "8", AtOnce),
		Entry("the same deploy key", withKey(ObserveProject(immediate), "7"), immediate, "7", UpToDate),
		Entry("unused deploy key", ObserveProject(immediate), immediate, "8", UpToDate),
		Entry("deleted deploy key", withKey(ObserveProject(immediate), "7"), immediate, "", UpToDate),
		Entry("deleted ConfigMap, which is reported at once", ObserveProject(immediate), nil, "", AtOnce),
		Entry("emptied ConfigMap", ObserveProject(immediate), emptied, "", AtOnce),
		Entry("recorded deletion of the ConfigMap", ObserveProject(nil), nil, "", UpToDate),
		Entry("changed content with OnShootReconcile", ObserveProject(later), edited, "8", OnReconcile),
		Entry("deleted ConfigMap after OnShootReconcile", ObserveProject(later), nil, "8", UpToDate),
		Entry("emptied ConfigMap after OnShootReconcile", ObserveProject(later), emptied, "8", UpToDate),
		Entry("missing ConfigMap", ObservedProject{}, nil, "8", UpToDate),
		Entry("another deploy key with OnShootReconcile", withKey(ObserveProject(later), "7"), later, "8", UpToDate),
	)

	DescribeTable("follows a request of a project member:",
		func(seen ObservedProject, project *document.ConfigMap, request reconcilerequest.Request, want Urgency) {
			request.At = metav1.NewTime(time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC))
			read, err := reconcilerequest.Parse(request.String(), request.At.Time)
			Expect(err).NotTo(HaveOccurred())
			gate := rollout.PermitRequest{Member: rollout.Identity{Name: "one"}}
			Expect(State{Observed: seen}.Urgency(PresentOf(project, nil, "", nil).WithRequest(&read), gate, false)).To(Equal(want))
		},
		Entry("no change: Flux fetches and applies", ObserveProject(later), later, reconcilerequest.Request{}, AtOnce),
		Entry("a change that waits for a reconciliation", ObserveProject(later), edited, reconcilerequest.Request{}, InWindow),
		Entry("a change that may wait for a time window", ObserveProject(immediate), changed, reconcilerequest.Request{}, InWindow),
		Entry("a change outside of the time window", ObserveProject(immediate), changed, reconcilerequest.Request{OutsideWindow: true}, AtOnce),
		Entry("another Shoot", ObserveProject(later), edited, reconcilerequest.Request{Shoots: []string{"two"}}, OnReconcile),
		Entry("an answered request", func() ObservedProject {
			seen := ObserveProject(later)
			seen.Requested = "2026-11-26T12:00:00Z"
			return seen
		}(), later, reconcilerequest.Request{}, UpToDate),
	)

	rotated := func(at string) map[string]string {
		return map[string]string{"flux.extensions.gardener.cloud/rotated-at": at}
	}
	DescribeTable("compares the rotation of the deploy key:",
		func(delivered State, annotations map[string]string, want bool) {
			for _, project := range []*document.ConfigMap{later, nil} {
				observed := ObserveProject(project)
				observed.Key, observed.Rotation = "", delivered.Observed.Rotation
				delivered.Observed = observed
				atOnce := urgency(delivered, project, "8", annotations) == AtOnce
				Expect(atOnce).To(Equal(want))
			}
		},
		Entry("first rotation", State{DeployKey: true}, rotated("one"), true),
		Entry("another rotation", State{DeployKey: true, Observed: ObservedProject{Rotation: "one"}}, rotated("two"), true),
		Entry("delivered rotation", State{DeployKey: true, Observed: ObservedProject{Rotation: "one"}}, rotated("one"), false),
		Entry("delivered rotation with a long annotation, which is recorded cut", State{DeployKey: true, Observed: ObservedProject{Rotation: strings.Repeat("x", 61) + "…"}},
			rotated(strings.Repeat("x", 200<<10)), false),
		Entry("no rotation", State{DeployKey: true}, map[string]string{"other": "annotation"}, false),
		Entry("unknown or deleted key", State{DeployKey: true, Observed: ObservedProject{Rotation: "one"}}, nil, false),
		Entry("recreated Secret", State{DeployKey: true, Observed: ObservedProject{Rotation: "one"}}, map[string]string{}, false),
		Entry("source without the deploy key", State{}, rotated("one"), false),
	)

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
			atOnce := State{SourceKeys: recorded}.Urgency(PresentOf(nil, nil, "", nil).WithSourceKeys(annotations), rollout.PermitRequest{}, false) == AtOnce
			Expect(atOnce).To(Equal(due))
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
