// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	testclock "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
	"sigs.k8s.io/yaml"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	cligarden "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/clitest"
)

var _ = Describe("rollout", func() {
	const (
		head  = "apiVersion: flux.extensions.gardener.cloud/v1alpha1\nkind: FluxConfig\n"
		rings = "project: {rollout: {rings: [{name: canary, shoots: {matchLabels: {ring: canary}}}, {name: production, soak: 0s}]}}\n"
	)
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	config := func(text string) *corev1.ConfigMap {
		return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-blue", Name: "flux-config"}, Data: map[string]string{"config.yaml": text}}
	}
	stored := func() *corev1.ConfigMap { return clitest.StoppedRollout("garden-blue", head, rings, now) }
	times := cligarden.Times{Poll: time.Millisecond, Refresh: time.Millisecond, Watch: time.Minute, FirstPause: time.Millisecond, LastPause: time.Millisecond}
	// target is the flux-config of the stored rollout.
	const target = head + "flux: {logLevel: debug}\n" + rings
	changed := func(change func(*rollout.Progress)) *corev1.ConfigMap {
		GinkgoHelper()
		configMap := stored()
		progress, err := OfProject("garden-blue").StatusIn(configMap.Data)
		Expect(err).NotTo(HaveOccurred())
		change(&progress.Progress)
		text, err := yaml.Marshal(progress)
		Expect(err).NotTo(HaveOccurred())
		configMap.Data["status.yaml"] = string(text)
		return configMap
	}
	phase := func(phase rollout.Phase) *corev1.ConfigMap {
		return changed(func(p *rollout.Progress) {
			p.Phase, p.Message, p.Rings[0].OnTheirWay, p.Rings[0].Failed = phase, "", 0, 0
		})
	}
	var garden client.WithWatch
	run := func(ctx context.Context, args ...string) (string, error) {
		out := &bytes.Buffer{}
		command := (&rolloutCommand{Access: clitest.NewAccess(garden, "garden-blue"), clock: testclock.NewFakePassiveClock(now), times: times}).command()
		command.SetArgs(args)
		command.SetOut(out)
		command.SetErr(out)
		err := command.ExecuteContext(ctx)
		return out.String(), err
	}
	operation := func(ctx context.Context) string {
		GinkgoHelper()
		configMap := &corev1.ConfigMap{}
		Expect(garden.Get(ctx, client.ObjectKey{Namespace: "garden-blue", Name: "flux-config"}, configMap)).To(Succeed())
		return configMap.Annotations[fluxv1alpha1.AnnotationRollout]
	}
	BeforeEach(func() {
		garden = clitest.NewClient([]client.Object{config(head + rings), stored()}, interceptor.Funcs{})
	})

	It("shows the progress of a rollout by ring", func(ctx SpecContext) {
		out, err := run(ctx, "status")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(MatchRegexp(`^Revision [0-9a-f]{16} with Flux v2.9.3, since 10m ago: Stopped, ring canary: canary: path not found
RING        PHASE    REVISION  COMMIT  SHOOTS  READY  ON THEIR WAY  FAILED  WAITING  NOT COUNTED  WAITS FOR
canary      Stopped  [0-9a-f]{8}  -       1       0      0             1       0        0            canary: path not found
production  Waiting  [0-9a-f]{8}  -       1       1      0             0       0        0            ring canary
$`))
	})

	DescribeTable("shows since when the rollout is in its phase",
		func(ctx SpecContext, since time.Duration, expected string) {
			garden = clitest.NewClient([]client.Object{config(target), changed(func(p *rollout.Progress) { p.Since = metav1.NewTime(now.Add(since)) })}, interceptor.Funcs{})
			Expect(run(ctx, "status")).To(MatchRegexp(`, since ` + expected + `: Stopped`))
		},
		Entry("as a duration", -10*time.Minute, "10m ago"),
		Entry("with a clock of the garden controller that is a little ahead", 20*time.Second, "0s ago"),
		Entry("as a time if that clock is far ahead", time.Hour, now.Add(time.Hour).UTC().Format("2006-01-02 15:04 UTC")),
	)

	It("says how long it is until a hold ends", func(ctx SpecContext) {
		garden = clitest.NewClient([]client.Object{config(target), changed(func(p *rollout.Progress) {
			p.Rings[0].WaitsFor, p.Rings[0].Until = "window office, opens Mon 7 Dec 09:00 CET", metav1.NewTime(now.Add(14*time.Hour))
		})}, interceptor.Funcs{})
		Expect(run(ctx, "status")).To(ContainSubstring("  window office, opens Mon 7 Dec 09:00 CET (in 14h)\n"))
	})

	DescribeTable("shortens a long reason to wait",
		func(ctx SpecContext, phase rollout.Phase, expected string) {
			garden = clitest.NewClient([]client.Object{config(target), changed(func(p *rollout.Progress) {
				p.Rings[0].Phase, p.Rings[0].WaitsFor = phase, "check errors: "+strings.Repeat("metrics ", 20)+"; it goes on when the check passes, or with operation approve=canary"
			})}, interceptor.Funcs{})
			out, err := run(ctx, "status")
			Expect(err).NotTo(HaveOccurred())
			Expect(out).To(MatchRegexp(`\ncanary .* ` + expected + `\n`))
		},
		Entry("at its end while it waits for a check: the name of the check is at the start", rollout.PhaseWaitingForCheck, `check errors: metrics .*metri…`),
		Entry("likewise during the soak", rollout.PhaseSoaking, `check errors: metrics .*metri…`),
		Entry("at its start otherwise: the fix is at the end", rollout.PhaseStopped, `…metrics .*; it goes on when the check passes, or with operation approve=canary`),
	)

	DescribeTable("watches a rollout until it ends:",
		func(ctx SpecContext, stored func() *corev1.ConfigMap, code int, message string) {
			garden = clitest.NewClient([]client.Object{config(target), stored()}, interceptor.Funcs{})
			out, err := run(ctx, "status", "--watch")
			Expect(printer.ExitCode(err)).To(Equal(code))
			if message != "" {
				Expect(err).To(MatchError(message))
			}
			Expect(out).To(ContainSubstring("RING "))
		},
		Entry("complete", func() *corev1.ConfigMap { return phase(rollout.PhaseComplete) }, 0, ""),
		Entry("complete, with a Shoot that has failed since", func() *corev1.ConfigMap {
			return changed(func(p *rollout.Progress) { p.Phase, p.Message, p.Rings[0].Failed = rollout.PhaseComplete, "", 1 })
		}, 2, "the rollout is Complete, but 1 of the Shoots of ring canary have failed"),
		Entry("not ready, with failed Shoots", func() *corev1.ConfigMap {
			return changed(func(p *rollout.Progress) {
				p.Phase, p.Message, p.Rings[0].Failed = rollout.PhaseNotReady, "ring canary: canary to be ready", 1
			})
		}, 2, "the rollout is NotReady, ring canary: canary to be ready"),
		Entry("stopped, with the reason", stored, 2, "the rollout is Stopped, ring canary: canary: path not found"),
		Entry("rolled back", func() *corev1.ConfigMap { return phase(rollout.PhaseRolledBack) }, 2, "the rollout is RolledBack"),
		Entry("waiting for an approval", func() *corev1.ConfigMap { return phase(rollout.PhaseWaitingForApproval) }, 3, "the rollout is WaitingForApproval"),
		Entry("paused", func() *corev1.ConfigMap { return phase(rollout.PhasePaused) }, 3, "the rollout is Paused"),
		Entry("without a Shoot that proves it", func() *corev1.ConfigMap { return phase(rollout.PhaseHolding) }, 3, "the rollout is Holding"),
		Entry("at a ring that has lost too much", func() *corev1.ConfigMap { return phase(rollout.PhaseGuarded) }, 3, "the rollout is Guarded"),
		Entry("at a ring without Shoots", func() *corev1.ConfigMap { return phase(rollout.PhaseEmpty) }, 3, "the rollout is Empty"),
	)

	DescribeTable("watches a rollout that has not ended:",
		func(ctx SpecContext, message string, objects ...client.Object) {
			garden = clitest.NewClient(objects, interceptor.Funcs{})
			clitest.AtTimeout(50*time.Millisecond, func(timeout time.Duration) {
				_, err := run(ctx, "status", "--watch", "--timeout", timeout.String())
				Expect(printer.ExitCode(err)).To(Equal(1))
				Expect(err).To(MatchError(fmt.Sprintf("timed out after %s waiting for the end of the rollout in namespace garden-blue: %s", timeout, message)))
			})
		},
		Entry("one in progress", "Progressing", config(target), phase(rollout.PhaseProgressing)),
		Entry("one that waits for a time window", "WaitingForWindow", config(target), phase(rollout.PhaseWaitingForWindow)),
		Entry("one of which a Shoot is not ready yet", "Complete", config(target), changed(func(p *rollout.Progress) {
			p.Phase, p.Message, p.Rings[0].OnTheirWay, p.Rings[0].Failed = rollout.PhaseComplete, "", 1, 0
		})),
		Entry("one whose Shoots are not ready and do not fail", "NotReady", config(target), changed(func(p *rollout.Progress) {
			p.Phase, p.Message, p.Rings[0].OnTheirWay, p.Rings[0].Failed = rollout.PhaseNotReady, "", 1, 0
		})),
		Entry("that of an earlier flux-config", "Complete", config(head+"flux: {logLevel: error}\n"+rings), phase(rollout.PhaseComplete)),
		Entry("that with former rings", "Empty", config(strings.Replace(target, "ring: canary", "ring: canaries", 1)), phase(rollout.PhaseEmpty)),
		Entry("one with a requested operation", "Paused", func() client.Object {
			requested := config(target)
			requested.Annotations = map[string]string{fluxv1alpha1.AnnotationRollout: "resume"}
			return requested
		}(), phase(rollout.PhasePaused)),
		Entry("one that has not begun", `the garden controller has not started the rollout yet; if this lasts longer than a minute, ask the operator of Gardener whether it is running: `+
			`failed to read ConfigMap garden-blue/flux-rollout: configmaps "flux-rollout" not found`, config(target)),
	)

	It("shows each change while it watches", func(ctx SpecContext) {
		garden = clitest.NewClient([]client.Object{config(target), phase(rollout.PhaseProgressing)}, interceptor.Funcs{})
		out := &clitest.Output{}
		command := (&rolloutCommand{Access: clitest.NewAccess(garden, "garden-blue"), clock: testclock.NewFakePassiveClock(now), times: times}).command()
		command.SetArgs([]string{"status", "-w"})
		command.SetOut(out)
		ended := make(chan error, 1)
		go func() { ended <- command.ExecuteContext(ctx) }()
		Eventually(out.String).Should(ContainSubstring(": Progressing\n"))
		next := phase(rollout.PhaseComplete)
		Expect(garden.Update(ctx, next)).To(Succeed())
		Eventually(ended).Should(Receive(BeNil()))
		Expect(strings.Count(out.String(), "RING ")).To(Equal(2))
		Expect(out.String()).To(ContainSubstring("\n\nRevision "))
	})

	DescribeTable("refuses a watch:",
		func(ctx SpecContext, message string, args ...string) {
			garden = clitest.NewClient([]client.Object{config(head)}, interceptor.Funcs{})
			_, err := run(ctx, append([]string{"status"}, args...)...)
			Expect(err).To(MatchError(ContainSubstring(message)))
		},
		Entry("of a project without a rollout", "the project has no rollout", "--watch"),
		Entry("of a namespace without flux-config", "namespace garden-red has no ConfigMap flux-config, and so no rollout; check that it is the namespace of the project", "--watch", "-n", "garden-red"),
		Entry("with an output format", "--watch cannot be used with -o", "--watch", "-o", "json"),
		Entry("with a timeout alone", "--timeout is a positive time for --watch", "--timeout", "1s"),
		Entry("with a negative timeout", "--timeout is a positive time for --watch", "--watch", "--timeout", "-1s"),
	)

	It("prints the progress as YAML and JSON", func(ctx SpecContext) {
		out, err := run(ctx, "status", "-o", "yaml")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(ContainSubstring("phase: Stopped"))
		out, err = run(ctx, "status", "-o", "json")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(ContainSubstring(`"phase": "Stopped"`))
		_, err = run(ctx, "status", "-o", "wide")
		Expect(err).To(MatchError(`--output must be one of json, yaml, not "wide"`))
	})

	It("shows earlier targets", func(ctx SpecContext) {
		out, err := run(ctx, "history")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(MatchRegexp(`^REVISION          FLUX    BEGAN    ENDED    OUTCOME
[0-9a-f]{16}  v2.9.3  10m ago  -        Stopped
[0-9a-f]{16}  v2.9.3  60m ago  10m ago  Complete
$`))
	})

	DescribeTable("refuses a second request before the first is done",
		func(ctx SpecContext, expected, next string, args ...string) {
			out, err := run(ctx, args...)
			Expect(err).NotTo(HaveOccurred())
			Expect(out).To(HavePrefix("Requested " + expected + " for the rollout in namespace garden-blue.\n" + next))
			Expect(operation(ctx)).To(Equal(expected))
			_, err = run(ctx, "resume")
			Expect(err).To(MatchError(And(ContainSubstring(expected+" was requested before and is not completed yet"), ContainSubstring("annotate configmap flux-config flux.extensions.gardener.cloud/rollout-"))))
		},
		Entry("pause", "pause", "No further Shoot", "pause"),
		Entry("resume", "resume", "The rollout continues", "resume"),
		Entry("approve", "approve=production", "The ring starts", "approve", "production"),
		Entry("rollback", "rollback", "All Shoots with", "rollback"),
		Entry("skip", "skip=canary", "The Shoot does not count", "skip", "canary"),
	)

	DescribeTable("refuses an operation that the garden controller would refuse",
		func(ctx SpecContext, message string, args ...string) {
			_, err := run(ctx, args...)
			Expect(err).To(MatchError(ContainSubstring(message)))
			Expect(operation(ctx)).To(BeEmpty())
		},
		Entry("an approval of an unknown ring", "with one of the rings canary, production", "approve", "staging"),
		Entry("an unknown Shoot", "the project has no Shoot nothing that uses Flux", "skip", "nothing"),
		Entry("an approval without a ring", "approve requires one ring, not 0 arguments; run: kubectl shoot-flux rollout approve RING", "approve"),
		Entry("no subcommand", "a subcommand is required"),
	)

	DescribeTable("reports a missing prerequisite",
		func(ctx SpecContext, message string, objects ...client.Object) {
			garden = clitest.NewClient(objects, interceptor.Funcs{})
			_, err := run(ctx, "status")
			Expect(err).To(MatchError(ContainSubstring(message)))
		},
		Entry("no flux-config", "namespace garden-blue has no ConfigMap flux-config, and so no rollout; check that it is the namespace of the project"),
		Entry("no rollout in flux-config", "the project has no rollout: ConfigMap garden-blue/flux-config has no project.rollout in key config.yaml", config(head)),
		Entry("no flux-rollout", "the garden controller has not started the rollout", config(head+rings)),
		Entry("no status in flux-rollout", "key status.yaml of ConfigMap flux-rollout is damaged", config(head+rings), func() client.Object {
			without := stored()
			without.Data = nil
			return without
		}()),
		Entry("an edited status", "is damaged", config(head+rings), &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-blue", Name: "flux-rollout"}}),
	)

	DescribeTable("reports damaged progress",
		func(status, message string) {
			_, err := OfProject("garden-blue").StatusIn(map[string]string{"status.yaml": status})
			Expect(err).To(MatchError("key status.yaml of ConfigMap flux-rollout is damaged: " + message))
		},
		Entry("no status", "", "it has no target, no rings, or a ring without a name"),
		Entry("a list", "[]", "it has no target, no rings, or a ring without a name"),
		Entry("null rings", "target: x\nrings: null\n", "it has no target, no rings, or a ring without a name"),
		Entry("no rings", "target: x\n", "it has no target, no rings, or a ring without a name"),
		Entry("a null ring", "target: x\nrings: [{name: a}, null]\n", "it has no target, no rings, or a ring without a name"),
		Entry("a string instead of rings", "target: x\nrings: a\n", "it has a value of the wrong type: json: cannot unmarshal string into Go struct field Status.Progress.rings of type []rollout.RingProgress"),
		Entry("more rings than allowed", "target: x\nrings: ["+strings.Repeat("{name: a},", 5000)+"]\n", "it has more than 4000 keys and values; shorten its lists and objects"),
		Entry("aliases", "target: &a x\nrings: [*a]\n", "it line 2 has an alias (*) or a merge key (<<), which are not supported; write the value out, or put it in quotes if it is text"),
	)

	It("shortens commits and digests", func() {
		Expect(shortCommit("sha1:0123456789abcdef")).To(Equal("01234567"))
		Expect(shortCommit("sha256:0123456789abcdef")).To(Equal("01234567"))
		Expect(shortCommit("")).To(BeEmpty())
	})

	It("reports a missing permission and a conflict", func(ctx SpecContext) {
		garden = clitest.NewClient([]client.Object{config(head + rings), stored()}, interceptor.Funcs{
			Patch: func(context.Context, client.WithWatch, client.Object, client.Patch, ...client.PatchOption) error {
				return clitest.Forbidden("configmaps")
			},
		})
		_, err := run(ctx, "pause")
		Expect(err).To(MatchError(ContainSubstring("requires the permission to patch ConfigMap flux-config")))
		garden = clitest.NewClient([]client.Object{config(head + rings), stored()}, interceptor.Funcs{
			Patch: func(ctx context.Context, c client.WithWatch, object client.Object, patch client.Patch, options ...client.PatchOption) error {
				changed := &corev1.ConfigMap{}
				Expect(c.Get(ctx, client.ObjectKeyFromObject(object), changed)).To(Succeed())
				changed.Labels = map[string]string{"a": "b"}
				Expect(c.Update(ctx, changed)).To(Succeed())
				return c.Patch(ctx, object, patch, options...)
			},
		})
		_, err = run(ctx, "pause")
		Expect(err).To(MatchError(ContainSubstring("ConfigMap garden-blue/flux-config was changed at the same time")))
	})
})
