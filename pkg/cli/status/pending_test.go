// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package status

import (
	"fmt"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	testclock "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	cligarden "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/clitest"
)

var _ = Describe("A Shoot without the present configuration", func() {
	config := func(branch string) map[string]string {
		return map[string]string{"repositoryUrl": "https://github.com/o/r", "repositoryBranch": branch}
	}
	// status of a Shoot that is ready with the branch.
	with := func(branch string, pending *fluxv1alpha1.PendingConfiguration) fluxv1alpha1.ShootStatus {
		status := readyShoot("uid-a")
		status.Configuration, status.Pending = rollout.ConfigurationID(&document.ConfigMap{Data: config(branch)}), pending
		return status
	}
	garden := func(status fluxv1alpha1.ShootStatus, funcs interceptor.Funcs) *testGarden {
		return &testGarden{namespace: testProject, funcs: funcs, objects: []client.Object{
			shootNamed("a", "uid-a"), clitest.StatusConfigMap(testProject, map[string]string{"a": encode(status)}),
			&corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: testProject, Name: "flux-config"}, Data: config("new")},
		}}
	}
	inWindow := &fluxv1alpha1.PendingConfiguration{Reason: fluxv1alpha1.PendingWindow, Message: "the window begins at 22:00"}
	refused := &fluxv1alpha1.PendingConfiguration{Reason: fluxv1alpha1.PendingRefused}
	earlier := readyShoot("uid-a")

	DescribeTable("has not reached the goal of wait at the timeout",
		func(ctx SpecContext, status fluxv1alpha1.ShootStatus, args, message string) {
			clitest.AtTimeout(300*time.Millisecond, func(timeout time.Duration) {
				waiter := garden(status, interceptor.Funcs{}).wait(ctx, fmt.Sprintf("--timeout %s %s", timeout, args))
				var err error
				Eventually(ctx, waiter.ended).WithTimeout(2 * time.Minute).Should(Receive(&err))
				Expect(err).To(MatchError(ContainSubstring(message)))
				Expect(printer.ExitCode(err)).To(Equal(3))
				Expect(waiter.out.String()).NotTo(BeEmpty(), "the reason is printed at once")
			})
		},
		Entry("reported with the earlier configuration", with("old", nil), "--shoot a", "Pending, NotReported: the seed has not reported the Shoot with the present flux-config yet"),
		Entry("an entry of an earlier version of the extension", earlier, "--shoot a", "Pending, NotReported"),
		Entry("waiting for its window", with("old", inWindow), "--shoot a", "Pending, WaitingForMaintenanceWindow: the window begins at 22:00"),
		Entry("one of several", with("old", inWindow), "--all", ". Pending, WaitingForMaintenanceWindow: the window begins at 22:00"),
		Entry("the root Kustomization", with("old", nil), "--shoot a --for applied", "Pending"),
		Entry("a version", with("old", nil), "--shoot a --for version=v2.9", "Pending"),
	)

	DescribeTable("has reached the goal of wait",
		func(ctx SpecContext, status fluxv1alpha1.ShootStatus, funcs interceptor.Funcs, args string) {
			var err error
			Eventually(garden(status, funcs).wait(ctx, args).ended).Should(Receive(&err))
			Expect(err).NotTo(HaveOccurred())
		},
		Entry("with the present configuration", with("new", nil), interceptor.Funcs{}, "--shoot a"),
		Entry("with an accepted earlier configuration", with("old", inWindow), interceptor.Funcs{}, "--shoot a --allow-pending"),
		Entry("with a revision, which is independent of the configuration", with("old", nil), interceptor.Funcs{}, "--shoot a --for revision=4f1d2c3"),
		Entry("without the permission to read flux-config", with("old", nil), refusing(clitest.Forbidden, "get configmaps"), "--shoot a"),
	)

	outcomeOf := func(status fluxv1alpha1.ShootStatus) outcome {
		g := &gate{goal: goal{text: goalReady}, least: intstr.FromInt32(1), selection: selection{names: []string{"a"}}}
		return g.judge([]*cligarden.Shoot{{Namespace: testProject, Name: "a", ShootStatus: status}}).Shoots[0].Outcome
	}

	It("has not seen a request to reconcile that waits for its window", func() {
		judge := func(status fluxv1alpha1.ShootStatus) outcome {
			g := &gate{goal: goal{text: goalReady, requested: "2026-11-26T12:00:00Z"}, least: intstr.FromInt32(1), selection: selection{names: []string{"a"}}}
			return g.judge([]*cligarden.Shoot{{Namespace: testProject, Name: "a", ShootStatus: status}}).Shoots[0].Outcome
		}
		Expect(judge(with("old", inWindow))).To(Equal(outcomePending))
		Expect(judge(with("new", nil))).To(Equal(outcomeWaiting), "its seed has not answered the request yet")
	})

	It("is pending, not waiting, while it is hibernated and selected by name", func() {
		asleep := with("old", &fluxv1alpha1.PendingConfiguration{Reason: fluxv1alpha1.PendingHibernated})
		asleep.State = fluxv1alpha1.ShootHibernated
		Expect(outcomeOf(asleep)).To(Equal(outcomePending))
	})

	It("is named with its reason at once, also if it is selected by name", func(ctx SpecContext) {
		waiter := garden(with("old", inWindow), interceptor.Funcs{}).wait(ctx, "--timeout 1m a")
		Eventually(waiter.out.String).Should(And(ContainSubstring("1 pending (a); a: Ready, main@sha1:4f1d2c3"), ContainSubstring(". Pending, WaitingForMaintenanceWindow: the window begins at 22:00")))
	})

	It("has not failed while a change may fix it, unless the change was refused", func() {
		failed := failedShoot("uid-a", fluxv1alpha1.CauseRevisionNotFound, "branch not found")
		failed.Pending = inWindow
		Expect(outcomeOf(failed)).To(Equal(outcomeWaiting))
		failed.Pending = refused
		Expect(outcomeOf(failed)).To(Equal(outcomeFailed))
	})

	It("has a column and is counted above the table", func(ctx SpecContext) {
		out, _, err := garden(with("old", inWindow), interceptor.Funcs{}).status(ctx, "")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(HavePrefix("1 of 1 Shoots do not have the present flux-config: 1 WaitingForMaintenanceWindow\n"))
		Expect(out).To(MatchRegexp(`(?m)^SHOOT .* PENDING +MESSAGE$`))
		Expect(out).To(MatchRegexp(`(?m)^a .* WaitingForMaintenanceWindow`))
		out, _, err = garden(with("new", nil), interceptor.Funcs{}).status(ctx, "")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).NotTo(ContainSubstring("PENDING"))
	})
})

var _ = Describe("reconcile", func() {
	run := func(ctx SpecContext, g *testGarden, args ...string) (string, error) {
		r := &reconcileCommand{waitCommand: waitCommand{Access: g.access(), clock: testclock.NewFakePassiveClock(testNow), times: quickTimes(), goal: goalReady, minReady: "100%"}}
		command, out := r.command(), &clitest.Output{}
		command.SetArgs(args)
		command.SetOut(out)
		command.SetErr(out)
		return out.String(), command.ExecuteContext(ctx)
	}
	configMap := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: testProject, Name: "flux-config"}, Data: map[string]string{"fluxVersion": "v2.9"}}
	request := func(ctx SpecContext, g *testGarden) string {
		stored := &corev1.ConfigMap{}
		Expect(g.connected().Get(ctx, client.ObjectKeyFromObject(configMap), stored)).To(Succeed())
		Expect(stored.Data).To(Equal(configMap.Data))
		return stored.Annotations["flux.extensions.gardener.cloud/reconcile"]
	}

	DescribeTable("sets the annotation of flux-config",
		func(ctx SpecContext, args []string, want string) {
			g := &testGarden{namespace: testProject, objects: []client.Object{configMap.DeepCopy(), shootNamed("a", "uid-a")}}
			_, err := run(ctx, g, args...)
			Expect(err).NotTo(HaveOccurred())
			Expect(request(ctx, g)).To(MatchJSON(want))
		},
		Entry("one Shoot", []string{"a"}, `{"at":"2026-11-22T00:00:00Z","shoots":["a"]}`),
		Entry("all Shoots", []string{"--all"}, `{"at":"2026-11-22T00:00:00Z"}`),
		Entry("labels, outside of time windows", []string{"-l", "env=prod", "--outside-window"}, `{"at":"2026-11-22T00:00:00Z","selector":"env=prod","outsideWindow":true}`),
	)

	DescribeTable("is refused",
		func(ctx SpecContext, objects []client.Object, funcs interceptor.Funcs, args []string, message string) {
			_, err := run(ctx, &testGarden{namespace: testProject, objects: objects, funcs: funcs}, args...)
			Expect(err).To(MatchError(ContainSubstring(message)))
		},
		Entry("without a Shoot", []client.Object{configMap.DeepCopy()}, interceptor.Funcs{}, nil, "--all"),
		Entry("with a mistyped name", []client.Object{configMap.DeepCopy(), shootNamed("a", "uid-a")}, interceptor.Funcs{}, []string{"aa"}, `there is no Shoot "aa" in namespace garden-blue; see: kubectl shoot-flux status`),
		Entry("for a Shoot without the extension", []client.Object{configMap.DeepCopy(), withoutExtension(shootNamed("a", "uid-a"))}, interceptor.Funcs{}, []string{"a"}, "Shoot a has no extension of type shoot-flux"),
		Entry("without flux-config", []client.Object{shootNamed("a", "uid-a")}, interceptor.Funcs{}, []string{"a"}, "there is no ConfigMap flux-config in namespace garden-blue; set the namespace of the project with -n"),
	)
})
