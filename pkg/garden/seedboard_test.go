// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden_test

import (
	"context"
	"errors"
	"maps"

	"github.com/go-logr/logr"
	"github.com/go-logr/logr/funcr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/noticeboard"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/landscape"
)

// versionsOfBoard are the versions of a board, in order.
type versionsOfBoard []map[string]string

func (v versionsOfBoard) Watch(_ context.Context, changed func(*noticeboard.Board)) error {
	for _, data := range v {
		changed(noticeboard.Decode(data))
	}
	return nil
}

var _ = Describe("Releases of the operator", func() {
	const first, next = "sha256-aaaaaaaaaaaa", "sha256-bbbbbbbbbbbb"
	content := &configv1alpha1.Baseline{Namespace: "flux-baseline"}
	released := func(revision string, baseline *configv1alpha1.Baseline) map[string]string {
		data := map[string]string{}
		Expect(noticeboard.PostBaseline(data, landscape.BaselineRelease{Target: rollout.Target{Revision: revision}, Baseline: baseline})).To(Succeed())
		return data
	}

	DescribeTable("hand on each baseline once its content is known, and again after a failure:",
		func(ctx SpecContext, refused int, expected []string, last string, boards ...map[string]string) {
			handedOn := []string{}
			releases := NewReleases(versionsOfBoard(boards), func(release landscape.BaselineRelease) error {
				handedOn = append(handedOn, release.Revision)
				if len(handedOn) <= refused {
					return errors.New("refused")
				}
				return nil
			}, logr.Discard())
			Expect(releases.Start(ctx)).To(Succeed())
			Expect(handedOn).To(Equal(expected))
			release, _ := releases.Baseline()
			Expect(release.Revision).To(Equal(last))
		},
		Entry("content and target together", 0, []string{first}, first, released(first, content), released(first, content)),
		Entry("the content after its target", 0, []string{first}, first, released(first, nil), released(first, content)),
		Entry("the content after its target, for the next baseline", 0, []string{first, next}, next, released(first, content), released(next, nil), released(next, content)),
		Entry("a target without content in between", 0, []string{first}, first, released(first, content), released(next, nil), released(first, content)),
		Entry("content that is known before and missing for a time", 0, []string{first}, first, released(first, content), released(first, nil), released(first, content)),
		Entry("a target without content", 0, []string{}, first, released(first, nil)),
		Entry("a board without release", 0, []string{first}, first, released(first, content), map[string]string{}),
		Entry("content that is refused", 1, []string{first, first}, first, released(first, content), released(first, content)),
	)

	DescribeTable("keep the last one if a newer version has added a field, and say so once",
		func(ctx SpecContext, key, value string) {
			known := released(first, content)
			noticeboard.Post(known, landscape.VersionRelease{Version: "v2.9.3", Released: 5})
			newer := maps.Clone(known)
			newer[key] = value
			var said []string
			log := funcr.New(func(_, args string) { said = append(said, args) }, funcr.Options{})
			releases := NewReleases(versionsOfBoard{known, newer, newer}, func(landscape.BaselineRelease) error { return nil }, log)
			Expect(releases.Start(ctx)).To(Succeed())
			Expect(releases.Release()).To(Equal(landscape.VersionRelease{Version: "v2.9.3", Released: 5}))
			baseline, has := releases.Baseline()
			Expect(has).To(BeTrue())
			Expect(baseline).To(Equal(landscape.BaselineRelease{Target: rollout.Target{Revision: first}, Baseline: content}))
			Expect(said).To(ConsistOf(ContainSubstring("this version of the extension cannot read")))
		},
		Entry("in the default Flux version", "flux-version", "v2.9.4 released=100000000 only=x"),
		Entry("in the selector of the baseline", "baseline", `{"revision":"sha256-bbbbbbbbbbbb","baseline":{"namespace":"flux-baseline","shoots":{"notIn":["x"]}}}`),
	)
})
