// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package noticeboard

import (
	"context"
	"encoding/json"
	"errors"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

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

	It("do not know a rollout of the baseline that does not exist", func(ctx SpecContext) {
		Expect((&Caches{baselines: readCache{Reader: fake.NewFakeClient()}}).BaselineRollout(ctx)).To(BeNil())
	})

	It("know no versions of a project whose objects cannot be read, so that its line on the board stays", func(ctx SpecContext) {
		read := readCache{Reader: fake.NewFakeClient()}
		caches := &Caches{versions: read, rollouts: read, sourceKeys: read}
		Expect(caches.Versions(ctx, "garden-one")).To(BeZero())
		caches.rollouts = readCache{Reader: fake.NewClientBuilder().WithInterceptorFuncs(interceptor.Funcs{
			Get: func(context.Context, client.WithWatch, client.ObjectKey, client.Object, ...client.GetOption) error {
				return apierrors.NewInternalError(errors.New("stopped"))
			},
		}).Build()}
		_, err := caches.Versions(ctx, "garden-one")
		Expect(err).To(MatchError(ContainSubstring("stopped")))
	})
})
