// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package noticeboard

import (
	"encoding/json"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/boundedjson"
)

// readCache reads without a cache.
type readCache struct {
	client.Reader
	cache.Informers
}

var _ = Describe("Caches", func() {
	DescribeTable("read a rollout of the operator strictly, because a board releases by it:",
		func(ctx SpecContext, fields string, matcher OmegaMatcher) {
			content := json.RawMessage(`{"rollout":{"rings":[{"name":"rest"}]},"target":"a","rings":[{"name":"rest","target":{"revision":"a"},"passed":{"revision":"a"}}]` + fields + "}")
			state, _, err := boundedjson.Limits{Bytes: 1 << 10}.Compress(content)
			Expect(err).NotTo(HaveOccurred())
			stored := func(name string) *corev1.ConfigMap {
				return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden", Name: name}, BinaryData: map[string][]byte{"state": state}}
			}
			garden := fake.NewClientBuilder().WithObjects(stored("shoot-flux"), stored("shoot-flux-baseline")).Build()
			caches := &Caches{boards: readCache{Reader: garden}, baselines: readCache{Reader: garden}}
			_, err = caches.VersionRollout(ctx)
			Expect(err).To(matcher)
			_, err = caches.BaselineRollout(ctx)
			Expect(err).To(matcher)
		},
		Entry("that this version has written", "", Succeed()),
		Entry("whose new field could hold it back", `,"notBefore":"x"`, MatchError(ContainSubstring("unknown field"))),
	)
})
