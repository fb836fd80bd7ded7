// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package commitstatus_test

import (
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/commitstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

const (
	progressing = fluxv1alpha1.ShootProgressing
	hibernated  = fluxv1alpha1.ShootHibernated
)

func statuses(all []Status) []any {
	elements := make([]any, len(all))
	for i, status := range all {
		elements[i] = status
	}
	return elements
}

var _ = DescribeTable("The status of a project whose Shoots follow the source",
	func(reason string, in Input, expected ...Status) {
		Expect(Decide(nil, in).All).To(HaveExactElements(statuses(expected)...), reason)
	},
	Entry("none", "no Shoot reports a commit", input(shoot("a", "", fluxv1alpha1.ShootProgressing))),
	Entry("no repository", "such a Shoot applies no commit", input(shoot("a", "", fluxv1alpha1.ShootNoRepository))),
	Entry("success", "all that count are ready with the commit",
		input(ready("a", "", first), ready("b", "", first), shoot("c", "", hibernated, second)),
		Status{ofProject, first, StateSuccess, "2 of 2 Shoots"}),
	Entry("pending", "Shoots are on their way to the commit, or do not attempt it yet",
		input(ready("a", "", second), shoot("b", "", progressing, second, first), ready("c", "", first)),
		Status{ofProject, second, StateRunning, "1 of 3 Shoots"}),
	Entry("pending for a Shoot that fails with another commit", "the commit is not the cause",
		input(ready("a", "", second), func() rollout.Member {
			s := failing("b", "", first, "no access")
			s.Status.Since = metav1.NewTime(noon.Add(-2 * time.Hour))
			return s
		}()),
		Status{ofProject, second, StateRunning, "1 of 2 Shoots"}),
	Entry("failure with the cause", "one Shoot fails", input(failing("a", "", first, "kustomize build failed"), ready("b", "", first)),
		Status{ofProject, first, StateFailure, "1 of 2 Shoots failed: a: kustomize build failed"}),
	Entry("failure of several", "the first two are named, and the message of the first", input(failing("c", "", first, "other"), failing("b", "", first, "no CRD"), failing("a", "", first, "")),
		Status{ofProject, first, StateFailure, "3 of 3 Shoots failed: a, b and 1 more"}),
	Entry("a Shoot that is degraded", "the root was applied, and something below it fails", input(func() rollout.Member {
		s := shoot("a", "", fluxv1alpha1.ShootDegraded, first)
		s.Status.Message = "HelmRelease x fails"
		return s
	}()), Status{ofProject, first, StateFailure, "1 of 1 Shoots failed: a: HelmRelease x fails"}),
	Entry("a shortened or foreign revision", "no status can be written for it",
		input(shoot("a", "", progressing, "abcdef1"), func() rollout.Member {
			s := ready("b", "", first)
			s.Status.Attempted, s.Status.Applied = "latest@sha512:"+strings.Repeat("a", 128), "sha1:zz"
			return s
		}())),
	Entry("a commit with SHA-256", "repositories may use it", input(func() rollout.Member {
		s := ready("b", "", first)
		s.Status.Attempted = "main@sha256:" + strings.Repeat("d", 64)
		s.Status.Applied = s.Status.Attempted
		return s
	}()), Status{ofProject, strings.Repeat("d", 64), StateSuccess, "1 of 1 Shoots"}),
	Entry("a hostile message", "it becomes one line without credentials", input(failing("a", "", first, "fails\n\x1b[31mat https://user:hunter2@example.com/x\u202e")),
		Status{ofProject, first, StateFailure, "1 of 1 Shoots failed: a: fails [31mat https://example.com/x"}),
)

var _ = DescribeTable("The statuses of rings",
	func(reason string, written map[string]Written, in Input, expected ...Status) {
		Expect(Decide(&Record{Repository: in.Repository, Written: written}, in).All).To(Equal(expected), reason)
	},
	Entry("complete", "all rings have passed the commit", nil,
		promoting(nil, phases(rollout.PhaseComplete, rollout.PhaseComplete, rollout.PhaseComplete), ready("a", "canary", first), ready("b", "canary", first)),
		Status{ofCanary, first, StateSuccess, "2 of 2 Shoots"}, Status{ofStaging, first, StateSuccess, "4 of 9 Shoots"}, Status{ofProduction, first, StateSuccess, "10 of 10 Shoots"}),
	Entry("a new commit in the canary", "the later rings wait for it, so that the commit does not look complete", map[string]Written{
		ofStaging: {Commit: first, State: StateSuccess}, ofProduction: {Commit: first, State: StateSuccess},
	},
		promoting(nil, phases(rollout.PhaseProgressing, rollout.PhaseComplete, rollout.PhaseComplete), shoot("a", "canary", progressing, second, first), ready("b", "canary", first)),
		Status{ofCanary, second, StateRunning, "0 of 2 Shoots"}, Status{ofStaging, second, StatePending, "waits for ring canary"}, Status{ofProduction, second, StatePending, "waits for ring staging, then for approval"}),
	Entry("a new commit before the result of the last one was written", "that is written first", map[string]Written{ofStaging: {Commit: first, State: StateRunning}},
		promoting(nil, phases(rollout.PhaseProgressing, rollout.PhaseComplete, rollout.PhaseComplete), shoot("a", "canary", progressing, second, first)),
		Status{ofCanary, second, StateRunning, "0 of 1 Shoots"}, Status{ofStaging, first, StateSuccess, "4 of 9 Shoots"}, Status{ofProduction, first, StateSuccess, "10 of 10 Shoots"}),
	Entry("a canary that is ready with the commit", "its Shoots have to stay ready", map[string]Written{ofStaging: {Commit: second}, ofProduction: {Commit: second}},
		promoting(func(s *rollout.State) { s.Rings[0].Commit = "sha1:" + second }, phases(rollout.PhaseSoaking, rollout.PhaseComplete, rollout.PhaseComplete), ready("a", "canary", second)),
		Status{ofCanary, second, StateRunning, "1 of 1 Shoots, soaking"}, Status{ofStaging, second, StatePending, "waits for ring canary"}, Status{ofProduction, second, StatePending, "waits for ring staging, then for approval"}),
	Entry("staging on its way", "the numbers are those of the rollout", map[string]Written{ofProduction: {Commit: second}},
		promoting(onItsWay(second), phases(rollout.PhaseComplete, rollout.PhaseProgressing, rollout.PhaseComplete), ready("a", "canary", second)),
		Status{ofCanary, second, StateSuccess, "1 of 1 Shoots"}, Status{ofStaging, second, StateRunning, "4 of 9 Shoots"}, Status{ofProduction, second, StatePending, "waits for ring staging, then for approval"}),
	Entry("staging on its way while the canary has a newer commit", "the ring finishes with its own one", map[string]Written{ofProduction: {Commit: third}},
		promoting(onItsWay(second), phases(rollout.PhaseProgressing, rollout.PhaseProgressing, rollout.PhaseComplete), shoot("a", "canary", progressing, third, second)),
		Status{ofCanary, third, StateRunning, "0 of 1 Shoots"}, Status{ofStaging, second, StateRunning, "4 of 9 Shoots"}, Status{ofProduction, third, StatePending, "waits for ring staging, then for approval"}),
	Entry("production waits for approval", "the target is the next one, not the present one", nil,
		promoting(func(s *rollout.State) {
			onItsWay(second)(s)
			s.Rings[1].Passed = target(second)
		}, phases(rollout.PhaseComplete, rollout.PhaseComplete, rollout.PhaseWaitingForApproval), ready("a", "canary", second)),
		Status{ofCanary, second, StateSuccess, "1 of 1 Shoots"}, Status{ofStaging, second, StateSuccess, "4 of 9 Shoots"}, Status{ofProduction, second, StatePending, "waits for approval"}),
	Entry("a canary that stopped", "a Shoot fails with the commit", map[string]Written{ofStaging: {Commit: second}, ofProduction: {Commit: second}},
		promoting(func(s *rollout.State) {
			s.Rings[0].Failures, s.Rings[0].Stopped = []rollout.Failure{{Member: "a", Commit: "sha1:" + second}}, true
		}, []rollout.RingProgress{{Phase: rollout.PhaseStopped, Failed: 1, WaitsFor: "a: no CRD"}, {Phase: rollout.PhaseComplete}, {Phase: rollout.PhaseComplete}}, failing("a", "canary", second, "no CRD"), ready("b", "canary", first)),
		Status{ofCanary, second, StateFailure, "1 of 2 Shoots failed: a: no CRD"}, Status{ofStaging, second, StatePending, "waits for ring canary"}, Status{ofProduction, second, StatePending, "waits for ring staging, then for approval"}),
	Entry("a correction while the canary is stopped", "the failure belongs to the commit before", map[string]Written{ofStaging: {Commit: third}, ofProduction: {Commit: third}},
		promoting(func(s *rollout.State) {
			s.Rings[0].Failures, s.Rings[0].Stopped = []rollout.Failure{{Member: "a", Commit: "sha1:" + second}}, true
		}, []rollout.RingProgress{{Phase: rollout.PhaseStopped, Failed: 1, WaitsFor: "a: no CRD"}, {Phase: rollout.PhaseComplete}, {Phase: rollout.PhaseComplete}}, shoot("a", "canary", progressing, third, first)),
		Status{ofCanary, third, StateRunning, "0 of 1 Shoots, 1 failed"}, Status{ofStaging, third, StatePending, "waits for ring canary"}, Status{ofProduction, third, StatePending, "waits for ring staging, then for approval"}),
	Entry("a canary that degrades after it has passed", "the ring has passed the commit", nil,
		promoting(nil, phases(rollout.PhaseProgressing, rollout.PhaseComplete, rollout.PhaseComplete), failing("a", "canary", first, "node lost")),
		Status{ofCanary, first, StateSuccess, "0 of 1 Shoots"}, Status{ofStaging, first, StateSuccess, "4 of 9 Shoots"}, Status{ofProduction, first, StateSuccess, "10 of 10 Shoots"}),
	Entry("a staging ring that fails after it has passed", "the ring has passed the commit", nil,
		promoting(nil, phases(rollout.PhaseComplete, rollout.PhaseNotReady, rollout.PhaseComplete), ready("a", "canary", first)),
		Status{ofCanary, first, StateSuccess, "1 of 1 Shoots"}, Status{ofStaging, first, StateSuccess, "4 of 9 Shoots"}, Status{ofProduction, first, StateSuccess, "10 of 10 Shoots"}),
	Entry("a canary that is not ready after it has passed", "the ring has passed the commit", nil,
		promoting(nil, phases(rollout.PhaseNotReady, rollout.PhaseComplete, rollout.PhaseComplete), failing("a", "canary", first, "node lost")),
		Status{ofCanary, first, StateSuccess, "0 of 1 Shoots"}, Status{ofStaging, first, StateSuccess, "4 of 9 Shoots"}, Status{ofProduction, first, StateSuccess, "10 of 10 Shoots"}),
	Entry("staging that stopped, and a newer commit", "the failure is written, and then the ring waits for the newer commit", map[string]Written{ofStaging: {Commit: second, State: StateFailure}, ofProduction: {Commit: third}},
		promoting(func(s *rollout.State) {
			onItsWay(second)(s)
			s.Rings[1].Stopped = true
		}, []rollout.RingProgress{{Phase: rollout.PhaseProgressing}, {Phase: rollout.PhaseStopped, Members: 3, Failed: 1, WaitsFor: "b: x"}, {Phase: rollout.PhaseComplete}}, shoot("a", "canary", progressing, third, second)),
		Status{ofCanary, third, StateRunning, "0 of 1 Shoots"}, Status{ofStaging, third, StatePending, "waits for ring canary"}, Status{ofProduction, third, StatePending, "waits for ring staging, then for approval"}),
	Entry("a commit that staging has rolled back", "its Shoots report the cause until they have the previous commit", map[string]Written{ofStaging: {Commit: second, State: StateRunning}, ofProduction: {Commit: second}},
		promoting(func(s *rollout.State) {
			s.Rings[0].Passed, s.Rings[1].Rejected = target(second), target(second)
		}, []rollout.RingProgress{{Phase: rollout.PhaseComplete}, {Phase: rollout.PhaseRolledBack, WaitsFor: "another revision"}, {Phase: rollout.PhaseComplete}},
			ready("a", "canary", second), failing("b", "staging", second, "no CRD")),
		Status{ofCanary, second, StateSuccess, "1 of 1 Shoots"}, Status{ofStaging, second, StateFailure, "rolled back: b: no CRD"}, Status{ofProduction, second, StatePending, "waits for ring staging, then for approval"}),
	Entry("a commit that was rolled back a while ago", "the written cause stays", map[string]Written{ofStaging: {Commit: second, State: StateFailure, Description: "rolled back: b: no CRD"}, ofProduction: {Commit: second}},
		promoting(func(s *rollout.State) {
			s.Rings[0].Passed, s.Rings[1].Rejected = target(second), target(second)
		}, []rollout.RingProgress{{Phase: rollout.PhaseComplete}, {Phase: rollout.PhaseRolledBack, WaitsFor: "another revision"}, {Phase: rollout.PhaseComplete}}, ready("a", "canary", second)),
		Status{ofCanary, second, StateSuccess, "1 of 1 Shoots"}, Status{ofStaging, second, StateFailure, "rolled back: b: no CRD"}, Status{ofProduction, second, StatePending, "waits for ring staging, then for approval"}),
	Entry("a revision that was rolled back", "only a commit that was on its way fails", map[string]Written{ofCanary: {Commit: second, State: StateRunning}, ofStaging: {Commit: first, State: StateSuccess}},
		promoting(func(s *rollout.State) { s.RolledBack = true }, phases(rollout.PhaseRolledBack, rollout.PhaseRolledBack, rollout.PhaseRolledBack), ready("a", "canary", first)),
		Status{ofCanary, second, StateFailure, "rolled back: flux-config waits for another change"}),
	Entry("another revision in the canary", "later rings wait with the commit that the canary has", nil,
		promoting(func(s *rollout.State) { s.Target = "r2" }, phases(rollout.PhaseProgressing, rollout.PhaseWaiting, rollout.PhaseWaiting), ready("a", "canary", first)),
		Status{ofCanary, first, StateRunning, "1 of 1 Shoots"}, Status{ofStaging, first, StatePending, "waits for ring canary"}, Status{ofProduction, first, StatePending, "waits for ring staging, then for approval"}),
	Entry("paused, and a phase that is not known here", "each is pending with the reason of the rollout", map[string]Written{ofProduction: {Commit: second}},
		promoting(func(s *rollout.State) {
			onItsWay(second)(s)
			s.Rings[1].Passed = target(second)
			s.Rings[2].Target, s.Rings[2].Begun = target(second), true
		}, []rollout.RingProgress{
			{Phase: rollout.PhaseComplete}, {Phase: rollout.PhasePaused, WaitsFor: "operation resume"}, {Phase: rollout.Phase("GuardedAgain"), WaitsFor: "removes 1 Namespace"},
		}, ready("a", "canary", second)),
		Status{ofCanary, second, StateSuccess, "1 of 1 Shoots"}, Status{ofStaging, second, StatePending, "paused: operation resume"}, Status{ofProduction, second, StatePending, "guarded again: removes 1 Namespace"}),
	Entry("maintenance time windows", "the names of the Shoots would make too many statuses", map[string]Written{ofProduction: {Commit: second}},
		promoting(onItsWay(second), []rollout.RingProgress{{Phase: rollout.PhaseComplete}, {Phase: rollout.PhaseWaitingForWindow, Members: 3, Done: 1, WaitsFor: "the maintenance time window of b, c"}, {Phase: rollout.PhaseComplete}}, ready("a", "canary", second)),
		Status{ofCanary, second, StateSuccess, "1 of 1 Shoots"}, Status{ofStaging, second, StatePending, "1 of 3 Shoots, waits for the maintenance time window of b, c"}, Status{ofProduction, second, StatePending, "waits for ring staging, then for approval"}),
	Entry("a check", "its answer changes too often for a status", map[string]Written{ofProduction: {Commit: second}},
		promoting(onItsWay(second), []rollout.RingProgress{{Phase: rollout.PhaseComplete}, {Phase: rollout.PhaseWaitingForCheck, Members: 3, WaitsFor: "check errors: 0.014 > 0.01 since Mon 7 Dec 13:05 UTC"}, {Phase: rollout.PhaseComplete}}, ready("a", "canary", second)),
		Status{ofCanary, second, StateSuccess, "1 of 1 Shoots"}, Status{ofStaging, second, StatePending, "0 of 3 Shoots, waits for check errors"}, Status{ofProduction, second, StatePending, "waits for ring staging, then for approval"}),
	Entry("a check after its deadline", "no Shoot has failed", map[string]Written{ofProduction: {Commit: second}},
		promoting(onItsWay(second), []rollout.RingProgress{{Phase: rollout.PhaseComplete}, {Phase: rollout.PhaseStopped, Members: 3, Done: 3, WaitsFor: "check errors has not passed within 60m: no data; it goes on when the check passes, or with operation approve=staging"}, {Phase: rollout.PhaseComplete}}, ready("a", "canary", second)),
		Status{ofCanary, second, StateSuccess, "1 of 1 Shoots"}, Status{ofStaging, second, StateFailure, "3 of 3 Shoots, check errors has not passed within 60m"}, Status{ofProduction, second, StatePending, "waits for ring staging, then for approval"}),
	Entry("a canary that is away", "the newest commit is unknown, and the other rings keep their result", nil,
		promoting(nil, phases(rollout.PhaseHolding, rollout.PhaseComplete, rollout.PhaseComplete), shoot("a", "canary", hibernated, second)),
		Status{ofStaging, first, StateSuccess, "4 of 9 Shoots"}, Status{ofProduction, first, StateSuccess, "10 of 10 Shoots"}),
	Entry("no promoted commit yet", "only the canary has a commit", nil,
		promoting(func(s *rollout.State) {
			for i := range s.Rings {
				s.Rings[i].Target, s.Rings[i].Passed = rollout.Target{Revision: "r1"}, rollout.Target{Revision: "r1"}
			}
		}, phases(rollout.PhaseProgressing, rollout.PhaseComplete, rollout.PhaseComplete), shoot("a", "canary", progressing, first)),
		Status{ofCanary, first, StateRunning, "0 of 1 Shoots"}, Status{ofStaging, first, StatePending, "waits for ring canary"}, Status{ofProduction, first, StatePending, "waits for ring staging, then for approval"}),
	Entry("a tag", "the target of a ring contains it", nil,
		promoting(func(s *rollout.State) {
			for i := range s.Rings {
				s.Rings[i].Passed.Commit = "v1.2.3@sha1:" + first
			}
			s.Rings[1].Target, s.Rings[2].Target = s.Rings[1].Passed, s.Rings[2].Passed
		}, phases(rollout.PhaseComplete, rollout.PhaseComplete, rollout.PhaseComplete), ready("a", "canary", first)),
		Status{ofCanary, first, StateSuccess, "1 of 1 Shoots"}, Status{ofStaging, first, StateSuccess, "4 of 9 Shoots"}, Status{ofProduction, first, StateSuccess, "10 of 10 Shoots"}),
)

var _ = DescribeTable("Descriptions fit the host:",
	func(provider fluxv1alpha1.GitProvider, message string, matcher OmegaMatcher) {
		in := input(failing("a", "", first, message))
		in.Provider = provider
		Expect(Decide(nil, in).All).To(HaveExactElements(HaveField("Description", matcher)))
	},
	Entry("GitHub", fluxv1alpha1.GitProviderGitHub, strings.Repeat("ü", 500), WithTransform(func(s string) int { return len(s) }, BeNumerically("<=", 140))),
	Entry("GitLab", fluxv1alpha1.GitProviderGitLab, strings.Repeat("ü", 500), WithTransform(func(s string) int { return len(s) }, BeNumerically("<=", 255))),
	Entry("Gitea", fluxv1alpha1.GitProviderGitea, strings.Repeat("ü", 500), WithTransform(func(s string) int { return len(s) }, BeNumerically("~", 253, 2))),
)

var _ = Describe("The name of a status", func() {
	It("is cut to the limit of the hosts at the prefix", func() {
		in := input(ready("a", "", first))
		in.Prefix = strings.Repeat("p", 300)
		name := Decide(nil, in).All[0].Context
		Expect(name).To(HaveLen(255))
		Expect(name).To(HaveSuffix("p/garden-demo"))
	})
})
