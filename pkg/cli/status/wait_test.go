// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package status

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/watch"
	testclock "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/revision"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/clitest"
)

// waiter is a command that waits.
type waiter struct {
	out, notes *clitest.Output
	ended      chan error
}

func (g *testGarden) wait(ctx context.Context, args string) *waiter {
	GinkgoHelper()
	w := &waitCommand{Access: g.access(), clock: testclock.NewFakePassiveClock(testNow), times: quickTimes()}
	command := w.command() //nolint:contextcheck // the command gets it when it runs
	waiter := &waiter{out: &clitest.Output{}, notes: &clitest.Output{}, ended: make(chan error, 1)}
	command.SetArgs(strings.Fields(args))
	command.SetOut(waiter.out)
	command.SetErr(waiter.notes)
	go func() { waiter.ended <- command.ExecuteContext(ctx) }()
	return waiter
}

const commit = "4f1d2c3b4a5968778695a4b3c2d1e0f123456789"

var _ = Describe("wait", func() {
	garden := func(status fluxv1alpha1.ShootStatus, funcs interceptor.Funcs) *testGarden {
		return &testGarden{namespace: testProject, funcs: funcs, objects: []client.Object{shootNamed("a", "uid-a"), clitest.StatusConfigMap(testProject, map[string]string{"a": encode(status)})}}
	}
	suspended := readyShoot("uid-a")
	suspended.State, suspended.Ready, suspended.Reason, suspended.Message = fluxv1alpha1.ShootSuspended, false, "Suspended", "suspended by the configuration"
	longBranch := strings.Repeat("feature/", 30)
	long := readyShoot("uid-a")
	long.AppliedRevision = revision.Cut(longBranch+"@sha1:"+commit, revision.Longest)
	nothing := fluxv1alpha1.ShootStatus{UID: "uid-a", Ready: true, State: fluxv1alpha1.ShootNoRepository}
	broken := failedShoot("uid-a", fluxv1alpha1.CauseBuild, "kustomization path not found; correct spec.path")
	broken.AppliedRevision = "main@sha1:0000000000000000000000000000000000000000"

	degraded := degradedShoot("uid-a", "1 of 9 objects are not ready. HelmRelease podinfo/podinfo: Helm upgrade failed")
	correcting := degraded
	correcting.RootReady = false
	settling := degradedShoot("uid-a", "2 of 9 objects are not ready yet")
	settling.State, settling.Cause, settling.Reason = fluxv1alpha1.ShootProgressing, "", "ObjectsProgressing"

	DescribeTable("ends when the goal is reached",
		func(ctx SpecContext, status fluxv1alpha1.ShootStatus, args string) {
			waiter := garden(status, interceptor.Funcs{}).wait(ctx, "--shoot a "+args)
			Eventually(waiter.ended).Should(Receive(BeNil()))
			Expect(waiter.out.String()).To(MatchRegexp(`^2026-11-22T00:00:00Z  (Ready|NoRepository|Suspended|Degraded|Progressing)[^\n]*\n$`))
			Expect(waiter.notes.String()).To(BeEmpty())
		},
		Entry("ready", readyShoot("uid-a"), ""),
		Entry("ready by name", readyShoot("uid-a"), "--for ready"),
		Entry("no repository", nothing, "--for ready"),
		Entry("an applied root Kustomization with a failed object", degraded, "--for applied --fail-fast"),
		Entry("an applied root Kustomization with objects in progress", settling, "--for applied"),
		Entry("an applied root Kustomization reported without rootReady", readyShoot("uid-a"), "--for applied"),
		Entry("no root Kustomization without a repository", nothing, "--for applied"),
		Entry("an applied commit with a failed object", degraded, "--fail-fast --for revision="+commit),
		Entry("a commit", readyShoot("uid-a"), "--for revision="+commit),
		Entry("the first digits of a commit", readyShoot("uid-a"), "--for revision=4f1d2c3"),
		Entry("a full revision", readyShoot("uid-a"), "--for revision=main@sha1:"+commit),
		Entry("an applied revision with a later failure", suspended, "--for revision="+commit),
		Entry("a commit of a branch with a truncated name", long, "--for revision="+commit),
		Entry("a full revision of a branch with a truncated name", long, "--for revision="+longBranch+"@sha1:"+commit),
		Entry("the revision in flux-status", long, "--for revision="+long.AppliedRevision),
		Entry("the revision in the command's output", long, "--for revision="+revisionsOf(long.AppliedRevision, "", 64)),
	)

	DescribeTable("ends at the timeout with the last status",
		func(ctx SpecContext, garden *testGarden, args, message string) {
			clitest.AtTimeout(300*time.Millisecond, func(timeout time.Duration) {
				waiter := garden.wait(ctx, fmt.Sprintf("--timeout %s --shoot a %s", timeout, args))
				var err error
				Eventually(ctx, waiter.ended).WithTimeout(2 * time.Minute).Should(Receive(&err))
				Expect(err).To(MatchError(And(HavePrefix("timed out after %s waiting for Shoot garden-blue/a ", timeout), ContainSubstring(message))))
				Expect(strings.Count(waiter.out.String(), "\n")).To(BeNumerically("<=", 1), "a line for each change alone")
			})
		},
		Entry("a failure, with its fix", garden(broken, interceptor.Funcs{}), "",
			"to be ready: Failed, BuildFailed, main@sha1:0000000 -> 4f1d2c3: kustomization path not found; correct spec.path"),
		Entry("a failed object below the root Kustomization", garden(degraded, interceptor.Funcs{}), "",
			"to be ready: Degraded, ReleaseFailed, main@sha1:4f1d2c3: 1 of 9 objects are not ready. HelmRelease podinfo/podinfo: Helm upgrade failed"),
		Entry("a failure of the root Kustomization", garden(broken, interceptor.Funcs{}), "--for applied", "to have its root Kustomization applied: Failed, BuildFailed"),
		Entry("a failure below the root Kustomization with another revision", garden(degraded, interceptor.Funcs{}), "--fail-fast --for revision=abcdef0", "Degraded"),
		Entry("a failure below a root Kustomization that applies a correction", garden(correcting, interceptor.Funcs{}), "--fail-fast", "to be ready: Degraded"),
		Entry("progress below the root Kustomization", garden(settling, interceptor.Funcs{}), "--fail-fast", "to be ready: Progressing, main@sha1:4f1d2c3: 2 of 9 objects are not ready yet"),
		Entry("another revision", garden(readyShoot("uid-a"), interceptor.Funcs{}), "--for revision=abcdef0", "to apply abcdef0: Ready, main@sha1:4f1d2c3"),
		Entry("another branch", garden(readyShoot("uid-a"), interceptor.Funcs{}), "--for revision=dev@sha1:"+commit, "to apply dev@sha1:4f1d2c3b"),
		Entry("a failure of an earlier revision", garden(broken, interceptor.Funcs{}), "--fail-fast --for revision=abcdef0", "BuildFailed"),
		Entry("the status of an earlier Shoot", garden(readyShoot("uid-0"), interceptor.Funcs{}), "", "the reported status is of an earlier Shoot of this name"),
		Entry("a failure of an earlier Shoot", garden(failedShoot("uid-0", fluxv1alpha1.CauseBuild, "x"), interceptor.Funcs{}), "--fail-fast", "the reported status is of an earlier Shoot of this name"),
		Entry("no Shoot", &testGarden{namespace: testProject, objects: []client.Object{clitest.StatusConfigMap(testProject, map[string]string{"a": encode(readyShoot("uid-0"))})}}, "", "NotReported: there is no such Shoot"),
		Entry("an entry of the garden controller", garden(unreportedShoot("uid-a"), interceptor.Funcs{}), "--fail-fast", "to be ready: NotReported, SeedDoesNotReport: Seed my-seed does not report the Shoot"),
		Entry("no ConfigMap", &testGarden{namespace: testProject, objects: []client.Object{shootNamed("a", "uid-a")}}, "", "no status yet. Gardener's operation Create is in state Processing at 43 %"),
		Entry("an unavailable garden", garden(readyShoot("uid-a"), refusing(func(string) error { return errors.New("connection refused") }, "list configmaps")), "",
			"the garden could not be read. failed to read ConfigMap garden-blue/flux-status: connection refused"),
		Entry("a Shoot that cannot be read", garden(readyShoot("uid-a"), refusing(func(string) error { return errors.New("connection refused") }, "get shoots")), "",
			"failed to read Shoot garden-blue/a: connection refused"),
	)

	It("uses the unchecked status with a note if the user may not read the Shoot", func(ctx SpecContext) {
		waiter := garden(readyShoot("uid-0"), refusing(clitest.Forbidden, "get shoots")).wait(ctx, "--shoot a")
		Eventually(waiter.ended).Should(Receive(BeNil()))
		Expect(waiter.notes.String()).To(ContainSubstring("Note: cannot check whether the reported status is of an earlier Shoot of the same name"))
	})

	DescribeTable("never uses the status of an earlier Shoot if the Shoot can be checked, or may be soon",
		func(ctx SpecContext, answers ...error) {
			var asked atomic.Int32
			funcs := interceptor.Funcs{Get: func(ctx context.Context, c client.WithWatch, key client.ObjectKey, object client.Object, options ...client.GetOption) error {
				if _, ok := object.(*gardencorev1beta1.Shoot); !ok {
					return c.Get(ctx, key, object, options...)
				}
				if err := answers[min(int(asked.Add(1)), len(answers))-1]; err != nil {
					return err
				}
				return c.Get(ctx, key, object, options...)
			}}
			clitest.AtTimeout(500*time.Millisecond, func(timeout time.Duration) {
				asked.Store(0)
				waiter := garden(readyShoot("uid-0"), funcs).wait(ctx, fmt.Sprintf("--timeout %s --shoot a", timeout))
				var err error
				Eventually(ctx, waiter.ended).WithTimeout(2 * time.Minute).Should(Receive(&err))
				Expect(err).To(MatchError(HavePrefix("timed out")))
				Expect(asked.Load()).To(BeNumerically(">", len(answers)), "it continues to ask")
				Expect(waiter.out.String()).NotTo(ContainSubstring("Ready"))
			})
		},
		Entry("invalid credentials", apierrors.NewUnauthorized("x")),
		Entry("an unavailable Gardener API server", notServedError()),
		Entry("expired credentials", nil, apierrors.NewUnauthorized("x")),
		Entry("a revoked permission", nil, clitest.Forbidden("shoots")),
		Entry("a permission that is revoked before the Shoot is created",
			apierrors.NewNotFound(schema.GroupResource{Resource: "shoots"}, "a"), clitest.Forbidden("shoots")),
		Entry("a Gardener API server that becomes unavailable", nil, notServedError()),
		Entry("an API server that has just started", clitest.Forbidden("shoots"), clitest.Forbidden("shoots"), nil),
		Entry("an API server that has just started and fails once",
			clitest.Forbidden("shoots"), clitest.Forbidden("shoots"), clitest.Forbidden("shoots"), errors.New("connection refused"), clitest.Forbidden("shoots"), clitest.Forbidden("shoots"), nil),
	)

	It("ends at a failure with --fail-fast", func(ctx SpecContext) {
		for _, goal := range []string{"ready", "applied", "revision=" + commit} {
			waiter := garden(broken, interceptor.Funcs{}).wait(ctx, "--shoot a --fail-fast --for "+goal)
			Eventually(waiter.ended).Should(Receive(MatchError("Shoot garden-blue/a has failed: Failed, BuildFailed, main@sha1:0000000 -> 4f1d2c3: kustomization path not found; correct spec.path")))
		}
	})

	It("ends at a failure below the root Kustomization with --fail-fast and goal ready", func(ctx SpecContext) {
		waiter := garden(degraded, interceptor.Funcs{}).wait(ctx, "--shoot a --fail-fast --for ready")
		Eventually(waiter.ended).Should(Receive(MatchError(HavePrefix("Shoot garden-blue/a has failed: Degraded, ReleaseFailed, main@sha1:4f1d2c3: 1 of 9 objects"))))
	})

	DescribeTable("returns an error that names the cause at once",
		func(ctx SpecContext, garden *testGarden, args, message string) {
			waiter := garden.wait(ctx, args)
			Eventually(waiter.ended).Should(Receive(MatchError(ContainSubstring(message))))
		},
		Entry("no selection", &testGarden{namespace: testProject}, "", "set the Shoots in one way"),
		Entry("no namespace", &testGarden{}, "--shoot a", "set the namespace of the project with -n"),
		Entry("an unknown goal", &testGarden{namespace: testProject}, "--shoot a --for deleted", `--for must be one of ready, applied, revision=<revision>, version=<version>, not "deleted"`),
		Entry("a branch instead of a revision", &testGarden{namespace: testProject}, "--shoot a --for revision=main", `"main" is not a revision`),
		Entry("too few digits", &testGarden{namespace: testProject}, "--shoot a --for revision=4f1d2c", "at least 7 digits of the commit"),
		Entry("a timeout of zero", &testGarden{namespace: testProject}, "--shoot a --timeout 0s", "--timeout 0s is not positive"),
		Entry("no permission", &testGarden{namespace: testProject, funcs: refusing(clitest.Forbidden, "list configmaps", "get configmaps")}, "--shoot a", "you may not read ConfigMap flux-status in namespace garden-blue"),
	)

	DescribeTable("follows a Shoot that is created later",
		func(ctx SpecContext, funcs interceptor.Funcs) {
			garden := &testGarden{namespace: testProject, funcs: funcs}
			waiter := garden.wait(ctx, "--shoot a")
			Eventually(waiter.out.String).Should(ContainSubstring("there is no such Shoot"))
			Expect(garden.client.Create(ctx, shootNamed("a", "uid-a"))).To(Succeed())
			Eventually(waiter.out.String).Should(ContainSubstring("no status yet"))
			clitest.ApplyStatus(ctx, garden.client, testProject, map[string]string{"a": encode(broken)})
			Eventually(waiter.out.String).Should(ContainSubstring("Failed, BuildFailed"))
			clitest.ApplyStatus(ctx, garden.client, testProject, map[string]string{"a": encode(readyShoot("uid-a"))})
			Eventually(waiter.ended).Should(Receive(BeNil()))
			Expect(strings.Count(waiter.out.String(), "\n")).To(Equal(4))
		},
		Entry("with a watch", listVersion(interceptor.Funcs{})),
		Entry("with polling, without permission to watch", listVersion(refusing(clitest.Forbidden, "watch configmaps"))),
		Entry("with polling, with permission to get only", refusing(clitest.Forbidden, "watch configmaps", "list configmaps")),
	)

	It("survives a restart of the garden, with pauses between requests", func(ctx SpecContext) {
		var away atomic.Bool
		var requests atomic.Int32
		watched := make(chan *watch.FakeWatcher, 1)
		funcs := listVersion(interceptor.Funcs{
			List: func(ctx context.Context, c client.WithWatch, list client.ObjectList, options ...client.ListOption) error {
				requests.Add(1)
				if away.Load() {
					return clitest.Forbidden("configmaps")
				}
				return c.List(ctx, list, options...)
			},
			Get: func(ctx context.Context, c client.WithWatch, key client.ObjectKey, object client.Object, options ...client.GetOption) error {
				if away.Load() {
					return apierrors.NewServiceUnavailable("starting")
				}
				return c.Get(ctx, key, object, options...)
			},
			Watch: func(context.Context, client.WithWatch, client.ObjectList, ...client.ListOption) (watch.Interface, error) {
				watcher := watch.NewFake()
				watched <- watcher
				return watcher, nil
			},
		})
		garden := garden(broken, funcs)
		waiter := garden.wait(ctx, "--shoot a")
		var watcher *watch.FakeWatcher
		Eventually(watched).Should(Receive(&watcher))
		away.Store(true)
		watcher.Stop()
		Eventually(waiter.notes.String).Should(ContainSubstring("starting"))
		before := requests.Load()
		Consistently(func() int32 { return requests.Load() - before }, "200ms").Should(BeNumerically("<", 60))
		clitest.ApplyStatus(ctx, garden.client, testProject, map[string]string{"a": encode(readyShoot("uid-a"))})
		away.Store(false)
		Eventually(waiter.ended).Should(Receive(BeNil()))
	})

	DescribeTable("does not take an old report as proof",
		func(ctx SpecContext, confirmed, applied time.Duration, isOld bool) {
			reported := readyShoot("uid-a")
			if reported.ConfirmedAt = metav1.NewTime(testNow.Add(-confirmed)); confirmed == 0 {
				reported.ConfirmedAt = metav1.Time{}
			}
			reported.ObservedAt = metav1.NewTime(testNow.Add(-24 * time.Hour))
			at := metav1.NewTime(testNow.Add(-applied))
			garden := &testGarden{namespace: testProject, objects: []client.Object{shootNamed("a", "uid-a"), clitest.StatusConfigMapAt(testProject, &at, map[string]string{"a": encode(reported)})}}
			out, _, err := garden.status(ctx, "--exit-code")
			one, _, oneErr := garden.status(ctx, "a")
			Expect(oneErr).NotTo(HaveOccurred())
			waiter := garden.wait(ctx, "--timeout 300ms --shoot a")
			all := garden.wait(ctx, "--timeout 300ms --all")
			if !isOld {
				Expect(err).NotTo(HaveOccurred())
				Expect(out + one).NotTo(Or(ContainSubstring("REPORTED"), ContainSubstring("ld report")))
				Eventually(waiter.ended, "20s").Should(Receive(BeNil()))
				Eventually(all.ended, "20s").Should(Receive(BeNil()))
				return
			}
			const note = "seed seed-1 last reported it at 2026-11-21T23:23:00Z; check that the extension runs on the seed in the present version, and reaches the shoot and the garden"
			Expect(err).To(MatchError("1 of 1 Shoots are not ready"))
			Expect(out).To(And(HavePrefix("1 of 1 Shoots have an old report, and may be in another state now. a: "+note+"\n"), MatchRegexp(`REPORTED +MESSAGE\n`), MatchRegexp(`a +Ready .* 37m ago`)))
			Expect(one).To(ContainSubstring("Old report: " + note))
			for _, ended := range []chan error{waiter.ended, all.ended} {
				var err error
				Eventually(ended, "20s").Should(Receive(&err))
				Expect(err).To(MatchError(And(HavePrefix("timed out"), ContainSubstring("Ready, main@sha1:4f1d2c3"), HaveSuffix("Old report: "+note))))
			}
		},
		Entry("confirmed three periods ago", 30*time.Minute, time.Minute, false),
		Entry("confirmed longer ago, in an entry that was written later", 37*time.Minute, time.Minute, true),
		Entry("confirmed in the future, by a seed whose clock is ahead", -time.Hour, 37*time.Minute, true),
		Entry("written in the future, for the clock of the user", -time.Hour, -time.Hour, false),
		Entry("not confirmed, by an earlier version of the extension that is silent", time.Duration(0), 37*time.Minute, true),
		Entry("not confirmed, by an earlier version of the extension", time.Duration(0), time.Minute, false),
	)

	It("does not believe an entry that a member of the project has written", func(ctx SpecContext) {
		forged := clitest.StatusConfigMap(testProject, map[string]string{"a": encode(readyShoot("uid-a"))})
		forged.ManagedFields[0].Manager = "kubectl-edit"
		garden := &testGarden{namespace: testProject, objects: []client.Object{shootNamed("a", "uid-a"), forged}}
		for _, args := range []string{"--shoot a", "a", "--all"} {
			waiter := garden.wait(ctx, "--timeout 300ms "+args)
			var err error
			Eventually(waiter.ended, "20s").Should(Receive(&err))
			Expect(err).To(MatchError(And(HavePrefix("timed out"), ContainSubstring("NotReported: a client other than its seed has changed the entry of the Shoot in ConfigMap flux-status"))))
		}
		out, _, err := garden.status(ctx, "--exit-code -o wide")
		Expect(err).To(MatchError("1 of 1 Shoots are not ready"))
		Expect(out).To(And(MatchRegexp(`a +NotReported .* +a client other than its seed has changed the entry`), ContainSubstring("1 Shoot: 1 not reported")))
	})

	It("continues after a failed watch", func(ctx SpecContext) {
		var watches atomic.Int32
		garden := garden(broken, listVersion(interceptor.Funcs{
			Watch: func(context.Context, client.WithWatch, client.ObjectList, ...client.ListOption) (watch.Interface, error) {
				watches.Add(1)
				watcher := watch.NewFakeWithChanSize(1, false)
				watcher.Error(&metav1.Status{Status: metav1.StatusFailure, Code: 410, Reason: metav1.StatusReasonExpired})
				return watcher, nil
			},
		}))
		waiter := garden.wait(ctx, "--shoot a")
		Eventually(watches.Load).Should(BeNumerically(">", 2))
		clitest.ApplyStatus(ctx, garden.client, testProject, map[string]string{"a": encode(readyShoot("uid-a"))})
		Eventually(waiter.ended).Should(Receive(BeNil()))
	})

	It("reports each outage of the garden, and a lasting one in the result", func(ctx SpecContext) {
		var away atomic.Bool
		funcs := refusing(func(string) error {
			if away.Load() {
				return errors.New("connection refused")
			}
			return nil
		}, "list configmaps")
		garden := garden(broken, funcs)
		waiter := garden.wait(ctx, "--timeout 2s --shoot a")
		outages := func() int { return strings.Count(waiter.notes.String(), "connection refused.\n") }
		Eventually(waiter.out.String).Should(ContainSubstring("BuildFailed"))
		away.Store(true)
		Eventually(outages).Should(Equal(1))
		clitest.ApplyStatus(ctx, garden.client, testProject, map[string]string{"a": encode(suspended)})
		away.Store(false)
		Eventually(waiter.out.String).Should(ContainSubstring("Suspended"))
		away.Store(true)
		Eventually(outages).Should(Equal(2))
		var err error
		Eventually(waiter.ended, "20s").Should(Receive(&err))
		Expect(err).To(MatchError(And(HavePrefix("timed out"), HaveSuffix("suspended by the configuration. The status may be outdated: failed to read ConfigMap garden-blue/flux-status: connection refused"))))
		Expect(outages()).To(Equal(2), "once for each")
	})

	It("omits a past outage in the result", func(ctx SpecContext) {
		var asked atomic.Int32
		waiter := garden(broken, refusing(func(string) error {
			if asked.Add(1) == 1 {
				return errors.New("connection refused")
			}
			return nil
		}, "get shoots")).wait(ctx, "--timeout 300ms --shoot a")
		var err error
		Eventually(waiter.ended, "20s").Should(Receive(&err))
		Expect(err).To(MatchError(And(HavePrefix("timed out"), HaveSuffix("correct spec.path"))))
		Expect(waiter.notes.String()).To(ContainSubstring("connection refused"))
	})

	It("reports an interrupt", func(ctx SpecContext) {
		interrupted, interrupt := context.WithCancel(ctx)
		waiter := garden(broken, interceptor.Funcs{}).wait(interrupted, "--shoot a")
		Eventually(waiter.out.String).Should(ContainSubstring("BuildFailed"))
		interrupt()
		Eventually(waiter.ended, 5*time.Second).Should(Receive(MatchError(HavePrefix("interrupted while waiting for Shoot garden-blue/a to be ready: Failed"))))
	})
})

// notServedError is the answer of an API server to a kind that it does not know.
func notServedError() error {
	return apierrors.NewGenericServerResponse(404, "get", schema.GroupResource{Resource: "shoots"}, "a", "404 page not found", 0, true)
}

// listVersion has lists return a version to watch from, as a real API server does.
func listVersion(funcs interceptor.Funcs) interceptor.Funcs {
	list := funcs.List
	funcs.List = func(ctx context.Context, c client.WithWatch, objects client.ObjectList, options ...client.ListOption) error {
		if list == nil {
			list = func(ctx context.Context, c client.WithWatch, objects client.ObjectList, options ...client.ListOption) error {
				return c.List(ctx, objects, options...)
			}
		}
		if err := list(ctx, c, objects, options...); err != nil {
			return err
		}
		objects.SetResourceVersion("1")
		return nil
	}
	return funcs
}
