// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	testclock "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	cligarden "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/landscape"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/clitest"
)

// ofOperator is what differs between the rollouts of the operator.
type ofOperator struct {
	landscape, configMap, title string
	one, two                    rollout.Revision
	// changes is what rollout diff shows below the table.
	changes string
	// rollback is the effect of a rollback.
	rollback string
}

func fluxVersion() ofOperator {
	return ofOperator{
		landscape: "fluxVersion", configMap: "shoot-flux", title: "the rollout of the default Flux version",
		one: landscape.VersionRevision("v2.8.6"), two: landscape.VersionRevision("v2.9.3"),
		changes:  "Flux version  v2.8.6 -> v2.9.3\n\nOnly the Flux version changes.\n",
		rollback: "Nothing changes, because an installed Flux version is never replaced by an older one; an Event and the history report this.",
	}
}

func baseline() ofOperator {
	of := func(path string) rollout.Revision {
		return rollout.Revision{Data: map[string]string{"baseline": `{"namespace":"flux-baseline","config":{"path":"` + path + `"}}`}}
	}
	b := ofOperator{landscape: "baseline", configMap: "shoot-flux-baseline", title: "the rollout of the baseline", one: of("./a"), two: of("./b"), rollback: "All seeds with the current revision get the previous one at once."}
	b.changes = "\n--- " + b.one.ID() + "/baseline\n+++ " + b.two.ID() + "/baseline\n@@ -1,3 +1,3 @@\n config:\n-  path: ./a\n+  path: ./b\n namespace: flux-baseline\n"
	return b
}

var _ = Describe("rollout --landscape", func() {
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	times := cligarden.Times{Poll: time.Millisecond, Refresh: time.Millisecond, Watch: time.Minute, FirstPause: time.Millisecond, LastPause: time.Millisecond}
	var garden client.WithWatch
	run := func(ctx context.Context, args ...string) (string, error) {
		out := &bytes.Buffer{}
		// The context selects the namespace of a project.
		command := (&rolloutCommand{Access: clitest.NewAccess(garden, "garden-blue"), clock: testclock.NewFakePassiveClock(now), times: times}).command()
		command.SetArgs(args)
		command.SetOut(out)
		command.SetErr(out)
		err := command.ExecuteContext(ctx)
		return out.String(), err
	}
	stored := func(own ofOperator) *corev1.ConfigMap {
		return clitest.StoppedLandscape(own.configMap, own.one, own.two, now)
	}
	serve := func(objects ...client.Object) { garden = clitest.NewClient(objects, interceptor.Funcs{}) }
	// changed changes the shown status.
	changed := func(own ofOperator, change func(*Status)) *corev1.ConfigMap {
		GinkgoHelper()
		configMap := stored(own)
		status, err := OfLandscape()[1].StatusIn(configMap.Data)
		Expect(err).NotTo(HaveOccurred())
		change(&status)
		text, err := json.Marshal(status)
		Expect(err).NotTo(HaveOccurred())
		// YAML must not contain control characters.
		configMap.Data["status.yaml"] = printer.EscapeJSON(string(text))
		return configMap
	}
	phase := func(own ofOperator, phase rollout.Phase) *corev1.ConfigMap {
		return changed(own, func(s *Status) { s.Phase, s.Message, s.Rings[0].OnTheirWay, s.Rings[0].Failed = phase, "", 0, 0 })
	}
	// operated returns the rollout with an executed operation.
	operated := func(own ofOperator, operation rollout.ExecutedOperation) *corev1.ConfigMap {
		GinkgoHelper()
		configMap := stored(own)
		state, err := rollout.Decode(configMap)
		Expect(err).NotTo(HaveOccurred())
		state.Operations = []rollout.ExecutedOperation{operation}
		configMap.BinaryData, err = state.Encode()
		Expect(err).NotTo(HaveOccurred())
		return configMap
	}

	for _, own := range []ofOperator{fluxVersion(), baseline()} {
		Describe(own.landscape, func() {
			of := []string{"--landscape", own.landscape}
			operation := func(ctx context.Context) string {
				GinkgoHelper()
				configMap := &corev1.ConfigMap{}
				Expect(garden.Get(ctx, client.ObjectKey{Namespace: "garden", Name: own.configMap}, configMap)).To(Succeed())
				return configMap.Annotations[fluxv1alpha1.AnnotationRollout]
			}
			with := func(args ...string) []string { return append(args, of...) }
			BeforeEach(func() { serve(stored(own)) })

			It("shows the seeds by ring, and the failing projects", func(ctx SpecContext) {
				out, err := run(ctx, with("status")...)
				Expect(err).NotTo(HaveOccurred())
				version := ""
				if own.two.FluxVersion != "" {
					version = " with Flux v2.9.3"
				}
				short := own.two.ID()[:8]
				Expect(out).To(Equal("Revision " + own.two.ID() + version + `, since 10m ago: Stopped, ring canary: canary: path not found
RING        PHASE    REVISION  COMMIT  SEEDS  READY  ON THEIR WAY  FAILED  WAITING  NOT COUNTED  WAITS FOR
canary      Stopped  ` + short + `  -       1      0      0             1       0        0            canary: path not found
production  Waiting  ` + own.one.ID()[:8] + `  -       1      1      0             0       0        0            ring canary

FAILING PROJECT  RING    REASON
garden-green     canary  Shoot garden-green/web: path not found
`))
			})

			DescribeTable("prints the status with seeds and failing projects as",
				func(ctx SpecContext, form string, expected ...string) {
					out, err := run(ctx, with("status", "-o", form)...)
					Expect(err).NotTo(HaveOccurred())
					for _, text := range expected {
						Expect(out).To(ContainSubstring(text))
					}
					Expect(out).NotTo(ContainSubstring("shoots"))
				},
				Entry("JSON", "json", `"seeds": 1`, `"failedSeeds": [`, `"failingProjects": [`, `"project": "garden-green"`),
				Entry("YAML", "yaml", "seeds: 1\n", "failedSeeds:\n", "failingProjects:\n- project: garden-green\n  reason: 'Shoot garden-green/web: path not found'\n  ring: canary\n"),
			)

			It("shows earlier targets, and executed operations", func(ctx SpecContext) {
				version := func(r rollout.Revision) string { return printer.OrDash(r.FluxVersion) }
				out, err := run(ctx, with("history")...)
				Expect(err).NotTo(HaveOccurred())
				Expect(strings.Join(strings.Fields(out), " ")).To(Equal(fmt.Sprintf("REVISION FLUX BEGAN ENDED OUTCOME %s %s 10m ago - Stopped %s %s 60m ago 10m ago Complete", own.two.ID(), version(own.two), own.one.ID(), version(own.one))))
				serve(operated(own, rollout.ExecutedOperation{Value: "skip=canary", Time: metav1.NewTime(now.Add(-5 * time.Minute)), Note: "Seed canary does not count"}))
				out, err = run(ctx, with("history")...)
				Expect(err).NotTo(HaveOccurred())
				Expect(out).To(HaveSuffix("\n\nOPERATION    EXECUTED  RESULT\nskip=canary  5m ago    Seed canary does not count\n"))
			})

			It("shows what a change changes", func(ctx SpecContext) {
				for _, ring := range []string{"canary", "production"} {
					out, err := run(ctx, with("diff", ring)...)
					Expect(err).NotTo(HaveOccurred())
					Expect(out).To(HavePrefix("Ring " + ring + " has not passed this change:\nRevision"))
					Expect(out).To(HaveSuffix(own.changes))
				}
				out, err := run(ctx, with("diff", "-o", "json")...)
				Expect(err).NotTo(HaveOccurred())
				var d Diff
				Expect(json.Unmarshal([]byte(out), &d)).To(Succeed())
				Expect(d.From).To(Equal(Version{Revision: own.one.ID(), FluxVersion: own.one.FluxVersion}))
			})

			DescribeTable("requests an operation once",
				func(ctx SpecContext, expected, next string, args ...string) {
					out, err := run(ctx, with(args...)...)
					Expect(err).NotTo(HaveOccurred())
					Expect(out).To(Equal("Requested " + expected + " for " + own.title + ".\n" + next + "\n"))
					Expect(operation(ctx)).To(Equal(expected))
					_, err = run(ctx, with("resume")...)
					Expect(err).To(MatchError(expected + " was requested before and is not completed yet; the garden controller completes it within seconds. To withdraw it: kubectl -n garden annotate configmap " +
						own.configMap + " flux.extensions.gardener.cloud/rollout-"))
				},
				Entry("pause", "pause", "No further seed gets a new revision until: kubectl shoot-flux rollout resume --landscape "+own.landscape, "pause"),
				Entry("resume", "resume", "The rollout continues. The deadline for failed seeds is reset.", "resume"),
				Entry("approve", "approve=production", "The ring starts when the previous ring has completed the current change, or the commit that the previous rings are proving; "+
					"another commit needs another approval. A ring in phase Stopped, Holding or Empty completes its change. "+
					"A window delays the start, and so does a freeze without --during-freeze.", "approve", "production"),
				Entry("rollback", "rollback", own.rollback, "rollback"),
				Entry("skip", "skip=canary", "The seed does not count for the current change unless it is ready. It gets the change after its ring has completed.", "skip", "canary"),
			)

			DescribeTable("refuses",
				func(ctx SpecContext, message string, args ...string) {
					_, err := run(ctx, with(args...)...)
					Expect(err).To(MatchError(message))
					Expect(printer.ExitCode(err)).To(Equal(1))
					Expect(operation(ctx)).To(BeEmpty())
				},
				Entry("an approval of an unknown ring", "approve=staging cannot be requested: it must be pause, resume, rollback, approve=<ring> or approve-during-freeze=<ring> with one of the rings canary, production, or skip=<seed> with a seed with Shoots that use Flux", "approve", "staging"),
				Entry("an unknown seed", own.title+" has no seed nothing with Shoots that use Flux; check the name with: kubectl get seeds", "skip", "nothing"),
				Entry("an unknown ring", `unknown ring "prod"; use one of: canary, production`, "diff", "prod"),
				Entry("a namespace beside", "--landscape cannot be used with -n or --project", "status", "-n", "garden"),
				Entry("a project beside", "--landscape cannot be used with -n or --project", "pause", "--project", "blue"),
				Entry("a namespace beside a watch", "--landscape cannot be used with -n or --project", "status", "--watch", "-n", "garden"),
				Entry("a seed as argument of status", `status does not take argument "canary": set the project with -n, or the operator's rollout with --landscape; see --help`, "status", "canary"),
			)

			DescribeTable("reports a missing prerequisite, and watches only what may start:",
				func(ctx SpecContext, waits bool, message string, objects func() []client.Object) {
					serve(objects()...)
					for _, args := range [][]string{{"status"}, {"history"}, {"diff"}, {"pause"}, {"skip", "canary"}} {
						_, err := run(ctx, with(args...)...)
						Expect(err).To(MatchError(HavePrefix(message)))
						Expect(printer.ExitCode(err)).To(Equal(1))
					}
					clitest.AtTimeout(50*time.Millisecond, func(timeout time.Duration) {
						_, err := run(ctx, with("status", "--watch", "--timeout", timeout.String())...)
						Expect(printer.ExitCode(err)).To(Equal(1))
						expected := message
						if waits {
							expected = fmt.Sprintf("timed out after %s waiting for the end of %s: %s", timeout, own.title, message)
						}
						Expect(err).To(MatchError(HavePrefix(expected)))
					})
				},
				Entry("no ConfigMap", false, own.title+" has not started; check that the operator's configuration has rollouts."+own.landscape+" and that the garden controller is running: "+
					"failed to read ConfigMap garden/"+own.configMap+`: configmaps "`+own.configMap+`" not found`, func() []client.Object { return nil }),
				Entry("the ConfigMap of an earlier version, without state", true, "the garden controller has not started the rollout yet: ConfigMap garden/"+own.configMap+" has no state of "+own.title+", or that of an earlier version; "+
					"check that the operator's configuration has rollouts."+own.landscape+" and that the garden controller is running", func() []client.Object {
					return []client.Object{&corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden", Name: own.configMap}, Data: map[string]string{"version-rollout": "{}"}}}
				}),
				Entry("a damaged state", true, "ConfigMap garden/"+own.configMap+" is damaged: ", func() []client.Object {
					damaged := stored(own)
					damaged.BinaryData["state"] = []byte("x")
					return []client.Object{damaged}
				}),
			)

			It("says who restores a damaged state and status", func(ctx SpecContext) {
				damaged := stored(own)
				damaged.BinaryData["state"] = nil
				serve(damaged)
				_, err := run(ctx, with("status")...)
				Expect(err).To(MatchError(HaveSuffix("; the garden controller restores it from the reports of the seeds with its next decision")))
				damaged = stored(own)
				damaged.Data["status.yaml"] = "failingProjects: x"
				serve(damaged)
				_, err = run(ctx, with("status")...)
				Expect(err).To(MatchError(HavePrefix("invalid ConfigMap garden/" + own.configMap + ", which the garden controller writes again with the next change of the rollout: key status.yaml of ConfigMap " + own.configMap +
					" is damaged: it has a value of the wrong type: ")))
			})

			DescribeTable("names a missing permission:",
				func(ctx SpecContext, message string, funcs interceptor.Funcs, args ...string) {
					garden = clitest.NewClient([]client.Object{stored(own)}, funcs)
					_, err := run(ctx, with(args...)...)
					Expect(err).To(MatchError(HavePrefix(message)))
					Expect(printer.ExitCode(err)).To(Equal(1))
				},
				Entry("to get", "you may not read "+own.title+", which requires the permission to get ConfigMap "+own.configMap+" in namespace garden, and to patch it for an operation: ", forbidGet(), "status"),
				Entry("to get, in a watch", "you may not read "+own.title+", which requires the permission to get ConfigMap "+own.configMap+" in namespace garden, and to patch it for an operation: ", forbidGet(), "status", "--watch"),
				Entry("to patch", "you may not request an operation in namespace garden, which requires the permission to patch ConfigMap "+own.configMap+": ", interceptor.Funcs{
					Patch: func(context.Context, client.WithWatch, client.Object, client.Patch, ...client.PatchOption) error {
						return clitest.Forbidden("configmaps")
					},
				}, "pause"),
			)

			It("reports another failure of a read", func(ctx SpecContext) {
				garden = clitest.NewClient(nil, interceptor.Funcs{Get: func(context.Context, client.WithWatch, client.ObjectKey, client.Object, ...client.GetOption) error {
					return errors.New("connection refused")
				}})
				_, err := run(ctx, with("status")...)
				Expect(err).To(MatchError("failed to read ConfigMap garden/" + own.configMap + ": connection refused"))
			})

			It("does not overwrite a change at the same time", func(ctx SpecContext) {
				garden = clitest.NewClient([]client.Object{stored(own)}, interceptor.Funcs{
					Patch: func(ctx context.Context, c client.WithWatch, object client.Object, patch client.Patch, options ...client.PatchOption) error {
						other := &corev1.ConfigMap{}
						Expect(c.Get(ctx, client.ObjectKeyFromObject(object), other)).To(Succeed())
						other.Labels = map[string]string{"a": "b"}
						Expect(c.Update(ctx, other)).To(Succeed())
						return c.Patch(ctx, object, patch, options...)
					},
				})
				_, err := run(ctx, with("pause")...)
				Expect(err).To(MatchError("ConfigMap garden/" + own.configMap + " was changed at the same time; check it and try again"))
				Expect(operation(ctx)).To(BeEmpty())
			})

			DescribeTable("watches until the rollout ends:",
				func(ctx SpecContext, configMap func() *corev1.ConfigMap, code int, message string) {
					serve(configMap())
					out, err := run(ctx, with("status", "--watch")...)
					Expect(printer.ExitCode(err)).To(Equal(code))
					if message != "" {
						Expect(err).To(MatchError(message))
					}
					Expect(strings.Count(out, "SEEDS ")).To(Equal(1))
				},
				Entry("complete", func() *corev1.ConfigMap { return phase(own, rollout.PhaseComplete) }, 0, ""),
				Entry("complete, with a seed that has failed since", func() *corev1.ConfigMap {
					return changed(own, func(s *Status) { s.Phase, s.Message, s.Rings[0].Failed = rollout.PhaseComplete, "", 1 })
				}, 2, "the rollout is Complete, but 1 of the seeds of ring canary have failed"),
				Entry("stopped, with the reason", func() *corev1.ConfigMap { return stored(own) }, 2, "the rollout is Stopped, ring canary: canary: path not found"),
				Entry("not ready, with failed seeds", func() *corev1.ConfigMap {
					return changed(own, func(s *Status) { s.Phase, s.Message, s.Rings[0].Failed = rollout.PhaseNotReady, "", 1 })
				}, 2, "the rollout is NotReady"),
				Entry("rolled back", func() *corev1.ConfigMap { return phase(own, rollout.PhaseRolledBack) }, 2, "the rollout is RolledBack"),
				Entry("waiting for an approval", func() *corev1.ConfigMap { return phase(own, rollout.PhaseWaitingForApproval) }, 3, "the rollout is WaitingForApproval"),
				Entry("paused", func() *corev1.ConfigMap { return phase(own, rollout.PhasePaused) }, 3, "the rollout is Paused"),
				Entry("without a seed that proves it", func() *corev1.ConfigMap { return phase(own, rollout.PhaseHolding) }, 3, "the rollout is Holding"),
				Entry("at a ring that has lost too much", func() *corev1.ConfigMap { return phase(own, rollout.PhaseGuarded) }, 3, "the rollout is Guarded"),
				Entry("at a ring without seeds", func() *corev1.ConfigMap { return phase(own, rollout.PhaseEmpty) }, 3, "the rollout is Empty"),
			)

			DescribeTable("watches a rollout that has not ended:",
				func(ctx SpecContext, message string, configMap func() *corev1.ConfigMap) {
					serve(configMap())
					clitest.AtTimeout(50*time.Millisecond, func(timeout time.Duration) {
						_, err := run(ctx, with("status", "--watch", "--timeout", timeout.String())...)
						Expect(printer.ExitCode(err)).To(Equal(1))
						Expect(err).To(MatchError(fmt.Sprintf("timed out after %s waiting for the end of %s: %s", timeout, own.title, message)))
					})
				},
				Entry("one in progress", "Progressing", func() *corev1.ConfigMap { return phase(own, rollout.PhaseProgressing) }),
				Entry("one of which a seed is not ready yet", "Complete", func() *corev1.ConfigMap {
					return changed(own, func(s *Status) {
						s.Phase, s.Message, s.Rings[0].OnTheirWay, s.Rings[0].Failed = rollout.PhaseComplete, "", 1, 0
					})
				}),
				Entry("one with a requested operation", "Paused", func() *corev1.ConfigMap {
					requested := phase(own, rollout.PhasePaused)
					requested.Annotations = map[string]string{fluxv1alpha1.AnnotationRollout: "resume"}
					return requested
				}),
			)

			It("shows each change while it watches, until the end", func(ctx SpecContext) {
				serve(phase(own, rollout.PhaseProgressing))
				out := &clitest.Output{}
				command := (&rolloutCommand{Access: clitest.NewAccess(garden, ""), clock: testclock.NewFakePassiveClock(now), times: times}).command()
				command.SetArgs(with("status", "-w"))
				command.SetOut(out)
				ended := make(chan error, 1)
				go func() { ended <- command.ExecuteContext(ctx) }()
				Eventually(out.String).Should(ContainSubstring(": Progressing\n"))
				Expect(garden.Update(ctx, phase(own, rollout.PhaseComplete))).To(Succeed())
				Eventually(ended).Should(Receive(BeNil()))
				Expect(strings.Count(out.String(), "SEEDS ")).To(Equal(2))
			})

			DescribeTable("completes",
				func(ctx SpecContext, expected string, args ...string) {
					out, err := run(ctx, append([]string{"__complete", args[0], of[0], of[1]}, args[1:]...)...)
					Expect(err).NotTo(HaveOccurred())
					Expect(out).To(HavePrefix(expected))
				},
				Entry("the rings for approve", "canary\nproduction\n:4", "approve", ""),
				Entry("the rings for diff, with a prefix", "production\n:4", "diff", "p"),
				Entry("the seeds for skip", "canary\nother\n:4", "skip", ""),
				Entry("no second seed", ":4", "skip", "canary", ""),
			)

			It("shows nothing hostile, and no endless list", func(ctx SpecContext) {
				const hostile = "evil\x1b[31m\u009b2J\u202e\u200b\ufeff\u2028\r\n\x07"
				poisoned := changed(own, func(s *Status) {
					s.FailingProjects[0] = landscape.FailingProject{Ring: hostile, Project: hostile, Reason: strings.Repeat(hostile, 1000)}
					s.FailingProjects = append(s.FailingProjects, slices.Repeat([]landscape.FailingProject{{Ring: "canary", Project: "p", Reason: "r"}}, 500)...)
				})
				state, err := rollout.Decode(poisoned)
				Expect(err).NotTo(HaveOccurred())
				state.Operations = []rollout.ExecutedOperation{{Value: hostile, Note: hostile}}
				state.Members[hostile] = rollout.Record{}
				poisoned.BinaryData, err = state.Encode()
				Expect(err).NotTo(HaveOccurred())
				serve(poisoned)
				for _, args := range [][]string{{"status"}, {"history"}, {"status", "-o", "json"}, {"status", "-o", "yaml"}} {
					out, err := run(ctx, with(args...)...)
					Expect(err).NotTo(HaveOccurred())
					Expect(out).To(ContainSubstring("evil"))
					Expect(len(out)).To(BeNumerically("<", 20<<10))
					for _, r := range out {
						Expect(r == '\n' || unicode.IsPrint(r)).To(BeTrue(), "%U in %q", r, out)
					}
				}
				out, err := run(ctx, "__complete", "skip", of[0], of[1], "")
				Expect(err).NotTo(HaveOccurred())
				Expect(out).NotTo(ContainSubstring("evil"))
			})
		})
	}

	DescribeTable("refuses a rollout that the operator does not have:",
		func(ctx SpecContext, value string) {
			serve()
			for _, args := range [][]string{{"status"}, {"status", "--watch"}, {"history"}, {"diff"}, {"pause"}, {"skip", "canary"}} {
				_, err := run(ctx, append(args, "--landscape="+value)...)
				Expect(err).To(MatchError(fmt.Sprintf("--landscape must be one of fluxVersion, baseline, all, not %q", text.OneLine(value))))
			}
		},
		Entry("another word", "shoots"),
		Entry("an empty one, such as that of an unset variable", ""),
		Entry("hostile text", "evil\x1b[31m"),
	)

	It("completes the names of the rollouts", func(ctx SpecContext) {
		serve()
		out, err := run(ctx, "__complete", "status", "--landscape", "")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(HavePrefix("fluxVersion\nbaseline\nall\n:4"))
	})

	It("shows no failing projects of a project, whose members could write them", func() {
		status, err := OfProject("garden-blue").StatusIn(map[string]string{"status.yaml": "target: x\nrings: [{name: a}]\nfailingProjects: [{project: a}]\n"})
		Expect(err).NotTo(HaveOccurred())
		Expect(status.FailingProjects).To(BeEmpty())
	})
})

func forbidGet() interceptor.Funcs {
	return interceptor.Funcs{Get: func(context.Context, client.WithWatch, client.ObjectKey, client.Object, ...client.GetOption) error {
		return clitest.Forbidden("configmaps")
	}}
}
