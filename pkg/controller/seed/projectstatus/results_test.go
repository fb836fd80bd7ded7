// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package projectstatus

import (
	"errors"
	"fmt"
	"strings"
	"time"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

var _ = Describe("Reports that a rollout waits for", func() {
	var (
		store *fakeGarden
		s     *reportingSeed
	)
	commit := func(n int) string { return strings.Repeat(fmt.Sprint(n), 40) }
	// in sets the status of a Shoot of a ring with a commit.
	in := func(ring string, n int, state func(*extensionsv1alpha1.Extension)) func(*extensionsv1alpha1.Extension) {
		return func(ex *extensionsv1alpha1.Extension) {
			state(ex)
			ex.Status.State = &runtime.RawExtension{Raw: fmt.Appendf(nil, `{"flux":true,"version":"v2.9.3","sync":true,"namespace":"flux-system","seen":{"ring":%q,"revision":"r"}}`, ring)}
			ex.Status.ProviderStatus = &runtime.RawExtension{Raw: fmt.Appendf(nil, `{"shoot":{"revision":"r","appliedRevision":"main@sha1:%s","removed":{"before":5}}}`, commit(n))}
		}
	}
	promote := func(targets map[string]int) {
		state := &rollout.State{Rollout: fluxv1alpha1.Rollout{Source: ptr.To(fluxv1alpha1.RolloutSourcePromote)}, Rings: []rollout.Ring{{Name: "canary"}, {Name: "rest"}}, Members: map[string]rollout.Record{}}
		for name, n := range targets {
			target := rollout.Target{Revision: "r"}
			if n > 0 {
				target.Commit = "sha1:" + commit(n)
			}
			state.Members[name] = rollout.Record{UID: types.UID(name), Target: target}
		}
		s.projects.States = map[string]garden.State{"garden-demo": {Rollout: state}}
	}
	// change lets a second pass after a change.
	change := func(ctx SpecContext, name string, change func(*extensionsv1alpha1.Extension)) time.Duration {
		GinkgoHelper()
		s.change(ctx, "shoot--demo--"+name, change)
		s.advance(time.Second)
		return s.reportNow(ctx)
	}

	BeforeEach(func(ctx SpecContext) {
		store = newFakeGarden()
		s = newReportingSeed(store, "alpha", append(shootOn("alpha", "a", "a", in("rest", 1, ready)), shootOn("alpha", "b", "b", in("rest", 1, ready))...)...)
		promote(map[string]int{"a": 1, "b": 1})
		s.report(ctx)
		store.content(ctx)
	})

	It("are sent as soon as the last Shoot of the ring has a result, with one write", func(ctx SpecContext) {
		promote(map[string]int{"a": 2, "b": 2})
		Expect(change(ctx, "a", in("rest", 1, progressing))).To(Equal(9*time.Second), "the beginning need not be reported soon")
		Expect(change(ctx, "a", in("rest", 2, ready))).To(Equal(8*time.Second), "the other has not begun, although it is ready")
		Expect(change(ctx, "b", in("rest", 1, progressing))).To(Equal(7 * time.Second))
		Expect([]int{store.reads, store.writes}).To(Equal([]int{0, 0}))
		change(ctx, "b", in("rest", 2, ready))
		Expect(store.writes).To(Equal(1))
		Expect(store.content(ctx)).To(HaveEach(And(HaveField("State", fluxv1alpha1.ShootReady), HaveField("AppliedRevision", HaveSuffix(commit(2))))))

		By("nothing more, for the usual interval")
		s.advance(time.Second)
		Expect(s.reportNow(ctx)).To(Equal(9 * time.Second))
		Expect([]int{store.reads, store.writes}).To(Equal([]int{0, 0}))
	})

	It("are sent if the last Shoot fails", func(ctx SpecContext) {
		promote(map[string]int{"a": 2, "b": 1})
		change(ctx, "a", in("rest", 2, failing))
		Expect(store.writes).To(Equal(1))
	})

	It("are not sent while the removed objects of the last Shoot are not known yet", func(ctx SpecContext) {
		promote(map[string]int{"a": 2, "b": 1})
		change(ctx, "a", func(ex *extensionsv1alpha1.Extension) {
			in("rest", 2, ready)(ex)
			ex.Status.ProviderStatus.Raw = []byte(strings.Replace(string(ex.Status.ProviderStatus.Raw), `"before":5`, `"unknown":"`+fluxv1alpha1.RemovedUnsettled+`"`, 1))
		})
		Expect(store.writes).To(BeZero())
		change(ctx, "a", in("rest", 2, ready))
		Expect(store.writes).To(Equal(1))
	})

	It("of a ring that follows the source are sent when all of its Shoots have the same commit", func(ctx SpecContext) {
		change(ctx, "a", in("canary", 1, ready))
		s.report(ctx)
		change(ctx, "b", in("canary", 1, ready))
		s.report(ctx)
		promote(map[string]int{"a": 0, "b": 0})
		s.report(ctx)
		store.content(ctx)
		change(ctx, "a", in("canary", 2, ready))
		Expect(store.writes).To(BeZero())
		change(ctx, "b", in("canary", 2, ready))
		Expect(store.writes).To(Equal(1))
	})

	It("are few, however often results change", func(ctx SpecContext) {
		s.advance(10 * time.Second)
		for n := range 600 {
			promote(map[string]int{"a": 1 + n%2, "b": 1})
			change(ctx, "a", in("rest", 1+n%2, ready))
		}
		Expect(store.writes).To(And(BeNumerically(">", 60), BeNumerically("<=", 60+60+3)), "twice as many as usual in ten minutes, and three")
	})

	It("wait for the usual interval without a rollout, and for the end of the backoff", func(ctx SpecContext) {
		s.projects.States = nil
		Expect(change(ctx, "a", in("rest", 2, ready))).To(Equal(9 * time.Second))
		promote(map[string]int{"a": 2, "b": 1})
		store.failure = errors.New("refused")
		Expect(s.reportNow(ctx)).To(Equal(10 * time.Second))
		Expect(change(ctx, "a", in("rest", 2, failing))).To(Equal(9 * time.Second))
	})
})
