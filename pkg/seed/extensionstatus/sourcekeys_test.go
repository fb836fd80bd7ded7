// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extensionstatus_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/types"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
)

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

	DescribeTable("have a shoot reconciled at once",
		func(recorded SourceKeys, annotations map[string]string, due bool) {
			Expect(State{SourceKeys: recorded}.Due(PresentOf(nil, nil, "", nil).WithSourceKeys(annotations), rollout.Gate{}, false)).To(Equal(due))
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
