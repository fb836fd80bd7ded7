// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package commitstatus

import (
	"errors"
	"fmt"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/tools/events"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/githost"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/commitstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
)

// withToken returns a project with two Shoots that are ready with the first commit, and a token.
func withToken(ctx SpecContext, config string) *world {
	GinkgoHelper()
	w := newWorld(config)
	w.store(ctx, map[string]string{"token": token + "\n", "ca.crt": "authority"})
	for _, name := range []string{"a", "b"} {
		w.create(ctx, name, "canary", "")
		w.report(ctx, name, fluxv1alpha1.ShootReady, first, first, "", "")
	}
	return w
}

func refusing(reason githost.Reason, onlyCommit bool) func(commitstatus.Status) error {
	return func(commitstatus.Status) error {
		return &githost.Error{Reason: reason, Text: "git.example.com: " + string(reason), OnlyCommit: onlyCommit}
	}
}

var _ = Describe("Reconciler", func() {
	It("writes a changed status once, with the token of the project", func(ctx SpecContext) {
		w := withToken(ctx, configured)
		Expect(w.run(ctx, 0)).To(Equal(time.Hour))
		Expect(w.host.texts()).To(HaveExactElements("live/garden-demo a success: 2 of 2 Shoots"))
		Expect(w.host.repository).To(Equal(githost.Repository{Provider: "gitea", URL: "ssh://git@git.example.com/o/r", Token: token, CACert: []byte("authority")}))

		w.run(ctx, time.Hour)
		Expect(w.host.texts()).To(BeEmpty(), "nothing has changed")

		w.report(ctx, "a", fluxv1alpha1.ShootProgressing, second, first, "", "")
		w.run(ctx, time.Hour)
		w.report(ctx, "a", fluxv1alpha1.ShootReady, second, second, "", "")
		Expect(w.run(ctx, 4*time.Second)).To(Equal(6 * time.Second))
		Expect(w.host.texts()).To(HaveExactElements("live/garden-demo b running: 0 of 2 Shoots"), "the second one has to wait")
		w.run(ctx, 6*time.Second)
		Expect(w.host.texts()).To(HaveExactElements("live/garden-demo b running: 1 of 2 Shoots"))
		Expect(w.notes()).To(BeEmpty())
		Expect(w.stored(ctx).Data["record.json"]).NotTo(ContainSubstring(token))
	})

	It("keeps the format of ConfigMap flux-commit-status", func(ctx SpecContext) {
		w := withToken(ctx, configured)
		w.run(ctx, 0)
		w.host.fail = refusing(githost.ReasonNotFound, true)
		w.report(ctx, "b", fluxv1alpha1.ShootReady, second, second, "", "")
		w.run(ctx, time.Minute)
		controllertest.ExpectStored(w.stored(ctx))
	})

	It("repeats nothing after a restart", func(ctx SpecContext) {
		w := withToken(ctx, configured)
		w.run(ctx, 0)
		w.host.texts()
		w.restart()
		w.run(ctx, time.Hour)
		Expect(w.host.attempts).To(Equal(1))
	})

	It("writes everything again to another repository, with another prefix, and if the record was deleted", func(ctx SpecContext) {
		w := withToken(ctx, configured)
		w.run(ctx, 0)
		w.host.texts()
		w.configure(repository + "project: {commitStatus: {provider: gitea, prefix: other/part}}")
		w.run(ctx, time.Minute)
		Expect(w.host.texts()).To(HaveExactElements("other/part/garden-demo a success: 2 of 2 Shoots"))
		w.configure("source: {template: {spec: {url: 'https://git.example.com/o/other'}}}\nproject: {commitStatus: {provider: gitea, prefix: other/part}}")
		w.run(ctx, time.Minute)
		Expect(w.host.texts()).To(HaveLen(1))
		Expect(w.garden.Delete(ctx, w.stored(ctx))).To(Succeed())
		w.restart()
		w.run(ctx, time.Minute)
		Expect(w.host.texts()).To(HaveLen(1))
	})

	It("does not count Shoots that read another repository", func(ctx SpecContext) {
		w := withToken(ctx, repository+`project:
  commitStatus: {provider: gitea}
  overrides: [{name: d, shoots: {matchLabels: {ring: other}}, config: {source: {template: {spec: {url: 'ssh://git@git.example.com/o/d'}}}}}]`)
		w.create(ctx, "c", "canary", `{"source":{"template":{"spec":{"url":"ssh://git@git.example.com/o/c"}}}}`)
		w.create(ctx, "d", "other", "")
		w.report(ctx, "c", fluxv1alpha1.ShootProgressing, second, second, "", "")
		w.report(ctx, "d", fluxv1alpha1.ShootProgressing, second, second, "", "")
		w.run(ctx, 0)
		Expect(w.host.texts()).To(HaveExactElements("live/garden-demo a success: 2 of 2 Shoots"))
	})

	It("does not count an entry that a member of the project has written", func(ctx SpecContext) {
		w := withToken(ctx, configured)
		status := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "flux-status"}}
		patch := `{"data":{"a":"{\"uid\":\"a-uid\",\"seed\":\"alpha\",\"state\":\"Ready\",\"appliedRevision\":\"main@sha1:` + second + `\"}"}}`
		Expect(w.garden.Patch(ctx, status, client.RawPatch("application/merge-patch+json", []byte(patch)))).To(Succeed())
		w.run(ctx, 0)
		Expect(w.host.texts()).To(HaveExactElements("live/garden-demo a success: 1 of 1 Shoots"))
	})

	It("writes a status for each ring of a rollout that promotes commits", func(ctx SpecContext) {
		rings := repository + "project: {commitStatus: {provider: gitea}, rollout: {source: Promote, rings: [{name: canary, shoots: {matchLabels: {ring: canary}}}]}}"
		w := withToken(ctx, rings)
		w.create(ctx, "c", "", "")
		w.run(ctx, 0)
		Expect(w.host.texts()).To(BeEmpty(), "the state of the rollout is not known yet")

		config, _ := w.projects.States[namespace].ConfigMap.Rollout()
		target := rollout.NewRevision(w.projects.States[namespace].ConfigMap, "")
		for name, commit := range map[string]string{"a": second, "b": first, "c": first} {
			w.report(ctx, name, fluxv1alpha1.ShootReady, commit, first, target.ID(), "")
		}
		o, err := w.observe(ctx, w.projects.States[namespace].ConfigMap, &fluxv1alpha1.CommitStatus{Provider: "gitea"})
		Expect(err).NotTo(HaveOccurred())
		Expect(o.complete).To(BeFalse())
		shoots, err := w.shoots(ctx, w.projects.States[namespace].ConfigMap)
		Expect(err).NotTo(HaveOccurred())
		source := rollout.SourceOf(w.resolver.ProjectSource(w.projects.States[namespace].ConfigMap))
		state := rollout.Decide(nil, rollout.Input{Rollout: config, Target: target, Source: source, Members: shoots, Now: w.clock.Now()}).State
		values, err := state.Encode()
		Expect(err).NotTo(HaveOccurred())
		Expect(w.garden.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "flux-rollout"}, BinaryData: values})).To(Succeed())
		w.run(ctx, time.Minute)
		Expect(w.host.texts()).To(HaveExactElements(HavePrefix("live/garden-demo/canary b running: 0 of 2 Shoots"), HavePrefix("live/garden-demo/rest ")))
	})

	It("removes the record with the setting, but not with an unreadable one", func(ctx SpecContext) {
		w := withToken(ctx, configured)
		w.run(ctx, 0)
		for _, unreadable := range []string{"project: {commitStatus: {provider: bitbucket}}", "project: {commitStatus: [gitea]}", "project: {"} {
			w.configure(unreadable)
			w.run(ctx, time.Minute)
			Expect(w.stored(ctx)).NotTo(BeNil())
		}
		w.configure("")
		w.run(ctx, time.Minute)
		Expect(w.stored(ctx)).NotTo(BeNil(), "configuration that goes missing deletes nothing")
		w.configure(repository)
		w.run(ctx, time.Minute)
		err := w.garden.Get(ctx, client.ObjectKey{Namespace: namespace, Name: "flux-commit-status"}, &corev1.ConfigMap{})
		Expect(apierrors.IsNotFound(err)).To(BeTrue())
		w.run(ctx, time.Minute)
	})

	DescribeTable("writes nothing if the source has no commits that can have a status:",
		func(ctx SpecContext, source string) {
			w := withToken(ctx, source+"\nproject: {commitStatus: {provider: gitea}}\n")
			Expect(w.run(ctx, 0)).To(Equal(time.Hour))
			Expect(w.host.attempts).To(BeZero())
			Expect(w.notes()).To(BeEmpty(), "the admission and the Shoots report it")
		},
		Entry("no source", ""),
		Entry("an OCI artifact", "source: {template: {kind: OCIRepository, spec: {url: 'oci://ghcr.io/o/r'}}}"),
		Entry("a URL for each Shoot", "source: {template: {spec: {url: 'ssh://git@git.example.com/${SHOOT_INFO_NAME}/r'}}}"),
	)
})

var _ = Describe("A Git host that refuses", func() {
	DescribeTable("is asked again only after a change, and one Event has the fix:",
		func(ctx SpecContext, reason githost.Reason) {
			w := withToken(ctx, configured)
			w.host.fail = refusing(reason, false)
			for range 20 {
				w.run(ctx, time.Minute)
			}
			Expect(w.host.attempts).To(Equal(1))
			Expect(w.notes()).To(HaveExactElements(And(HavePrefix("Warning CommitStatusFailing "), ContainSubstring("git.example.com: "+string(reason)), ContainSubstring("written when the Secret, the configuration or the commit has changed"))))
			Expect(recordOf(w.stored(ctx))).To(HaveKeyWithValue("refused", HaveExactElements(first)))

			w.report(ctx, "a", fluxv1alpha1.ShootFailed, first, first, "", "x")
			w.run(ctx, time.Minute)
			Expect(w.host.attempts).To(Equal(1), "another state of the same commit changes nothing")

			w.report(ctx, "b", fluxv1alpha1.ShootReady, second, second, "", "")
			w.run(ctx, time.Minute)
			w.run(ctx, time.Minute)
			Expect(w.host.attempts).To(Equal(2), "another commit is tried")

			w.configure(repository + "project: {commitStatus: {provider: gitea, proxyURL: 'http://proxy.example.com:3128'}}")
			w.run(ctx, time.Minute)
			w.run(ctx, time.Minute)
			Expect(w.host.attempts).To(Equal(3), "another configuration is tried")

			w.restart()
			w.run(ctx, time.Minute)
			w.run(ctx, time.Minute)
			Expect(w.host.attempts).To(Equal(4), "the operator may have changed something")
			Expect(w.notes()).To(BeEmpty(), "nothing is new")

			w.host.fail = nil
			w.store(ctx, map[string]string{"token": "another"})
			w.run(ctx, time.Minute)
			w.run(ctx, soon)
			Expect(w.host.texts()).To(HaveExactElements(HavePrefix("live/garden-demo b ")))
			Expect(w.host.repository.Token).To(Equal("another"))
			Expect(recordOf(w.stored(ctx))).NotTo(Or(HaveKey("refused"), HaveKey("problem")))
		},
		Entry("a wrong token", githost.ReasonUnauthorized),
		Entry("a token without scope", githost.ReasonForbidden),
		Entry("a repository that does not exist", githost.ReasonNotFound),
		Entry("a repository that has moved", githost.ReasonRedirected),
		Entry("a host that the operator does not allow", githost.ReasonNotAllowed),
		Entry("an unknown certificate", githost.ReasonUntrusted),
		Entry("another API", githost.ReasonInvalid),
	)

	It("does so for a commit that it does not know, and accepts others", func(ctx SpecContext) {
		w := withToken(ctx, configured)
		w.host.fail = func(status commitstatus.Status) error {
			if status.Commit == first {
				return refusing(githost.ReasonNotFound, true)(status)
			}
			return nil
		}
		for range 3 {
			w.run(ctx, time.Minute)
		}
		Expect(w.host.attempts).To(Equal(1))
		Expect(w.notes()).To(HaveExactElements(ContainSubstring("Failed to write statuses of commit " + first)))
		w.report(ctx, "a", fluxv1alpha1.ShootReady, second, second, "", "")
		w.run(ctx, time.Minute)
		Expect(w.host.texts()).To(HaveExactElements("live/garden-demo b running: 1 of 2 Shoots"))
	})

	It("is reported again with the next problem, although the recorder aggregates Events", func(ctx SpecContext) {
		w := withToken(ctx, configured)
		sink := make(eventSink, 10)
		broadcaster := events.NewBroadcaster(sink)
		DeferCleanup(broadcaster.Shutdown)
		Expect(broadcaster.StartRecordingToSinkWithContext(ctx)).To(Succeed())
		w.Events = broadcaster.NewRecorder(runtime.NewScheme(), "test")
		w.host.fail = refusing(githost.ReasonUnauthorized, false)
		w.run(ctx, 0)
		Eventually(ctx, sink).WithTimeout(10 * time.Second).Should(Receive(HaveField("Note", ContainSubstring("Unauthorized"))))
		w.host.fail = refusing(githost.ReasonForbidden, false)
		w.store(ctx, map[string]string{"token": "another"})
		w.run(ctx, time.Minute)
		w.run(ctx, soon)
		Eventually(ctx, sink).WithTimeout(10 * time.Second).Should(Receive(HaveField("Note", ContainSubstring("Forbidden"))))
	})

	DescribeTable("is not asked without a token:",
		func(ctx SpecContext, data map[string]string, problem string) {
			w := withToken(ctx, configured)
			if data == nil {
				Expect(w.garden.Delete(ctx, &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "flux-commit-status"}})).To(Succeed())
			} else {
				w.store(ctx, data)
			}
			w.run(ctx, 0)
			w.run(ctx, time.Minute)
			Expect(w.host.attempts).To(BeZero())
			Expect(w.notes()).To(HaveExactElements(And(ContainSubstring(problem), Not(ContainSubstring("hunter2")))))
			w.store(ctx, map[string]string{"token": token})
			w.run(ctx, time.Minute)
			w.run(ctx, soon)
			Expect(w.host.texts()).To(HaveLen(1), "a new Secret is found within a minute")
		},
		Entry("no Secret", nil, "Secret flux-commit-status is missing; create it with the key token, a token of the Git host"),
		Entry("another key", map[string]string{"password": "hunter2"}, "Secret flux-commit-status has no key token, or an empty one"),
		Entry("an empty token", map[string]string{"token": " \n"}, "has no key token, or an empty one"),
		Entry("several lines", map[string]string{"token": "hunter2\nhunter2"}, "is not a token"),
		Entry("a control character", map[string]string{"token": "hunter2\x00"}, "is not a token"),
		Entry("far too long", map[string]string{"token": "hunter2" + fmt.Sprintf("%05000d", 1)}, "is not a token; store one of at most 4096 printable ASCII characters"),
	)
})

var _ = Describe("A Git host that is down", func() {
	It("gets the current status when it is back, with growing intervals and one Event", func(ctx SpecContext) {
		w := withToken(ctx, configured)
		w.host.fail = func(commitstatus.Status) error {
			return &githost.Error{Reason: githost.ReasonUnreachable, Text: fmt.Sprintf("git.example.com: cannot be reached from port %d", w.host.attempts)}
		}
		for range 30 {
			w.run(ctx, 10*time.Second)
		}
		Expect(w.host.attempts).To(BeNumerically("~", 5, 1), "after 10, 20, 40, 80 and 160 seconds")
		Expect(w.notes()).To(HaveExactElements(ContainSubstring("Failed to write commit statuses, retrying: git.example.com: cannot be reached")))
		w.report(ctx, "a", fluxv1alpha1.ShootReady, second, second, "", "")
		w.host.fail = nil
		w.run(ctx, 10*time.Minute)
		Expect(w.host.texts()).To(HaveExactElements("live/garden-demo b running: 1 of 2 Shoots"), "only the current one")
		Expect(recordOf(w.stored(ctx))).NotTo(HaveKey("problem"))
	})

	It("is not asked before the time that it requests", func(ctx SpecContext) {
		w := withToken(ctx, configured)
		w.host.fail = func(commitstatus.Status) error {
			return &githost.Error{Reason: githost.ReasonRateLimited, Text: "slow", RetryAfter: time.Hour}
		}
		w.run(ctx, 0)
		w.run(ctx, 59*time.Minute)
		Expect(w.host.attempts).To(Equal(1))
		w.run(ctx, time.Minute)
		Expect(w.host.attempts).To(Equal(2))
	})

	It("does not delay another project", func(ctx SpecContext) {
		w := withToken(ctx, configured)
		w.host.fail = func(status commitstatus.Status) error {
			if status.Context == "live/garden-demo" {
				w.clock.SetTime(w.clock.Now().Add(15 * time.Second))
				return &githost.Error{Reason: githost.ReasonUnreachable, Text: "slow"}
			}
			return nil
		}
		w.run(ctx, 0)
		Expect(w.Pacing.Of(namespace).backoff.Next).To(BeTemporally(">", w.clock.Now()))
		Expect(w.Pacing.Of("garden-other").backoff.Next).To(BeZero(), "each project has a backoff of its own")
	})
})

var _ = Describe("A garden that fails", func() {
	conflict := apierrors.NewConflict(schema.GroupResource{Resource: "configmaps"}, "flux-commit-status", errors.New("changed"))

	It("does not lose what was written", func(ctx SpecContext) {
		w := withToken(ctx, configured)
		w.refuse = func(object client.Object) error {
			if object.GetName() == "flux-commit-status" {
				if _, ok := object.(*corev1.ConfigMap); ok {
					return conflict
				}
			}
			return nil
		}
		Expect(w.run(ctx, 0)).To(Equal(afterConflict))
		w.refuse = func(client.Object) error { return nil }
		w.run(ctx, afterConflict)
		Expect(w.host.attempts).To(Equal(1), "the record in memory is newer than the stored one")
		Expect(recordOf(w.stored(ctx))).To(HaveKeyWithValue("written", HaveKey("live/garden-demo")))
	})

	It("is retried if the Secret cannot be read", func(ctx SpecContext) {
		w := withToken(ctx, configured)
		w.refuse = func(object client.Object) error {
			if _, ok := object.(*corev1.Secret); ok {
				return errors.New("the garden is away")
			}
			return nil
		}
		_, err := w.Reconcile(ctx, garden.Request(namespace))
		Expect(err).To(MatchError(ContainSubstring("the garden is away")))
		Expect(w.notes()).To(BeEmpty())
	})

	It("begins again with a damaged record", func(ctx SpecContext) {
		w := withToken(ctx, configured)
		Expect(w.garden.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "flux-commit-status"}, Data: map[string]string{"record.json": "{"}})).To(Succeed())
		w.run(ctx, 0)
		Expect(w.host.texts()).To(HaveLen(1))
		Expect(recordOf(w.stored(ctx))).To(HaveKey("written"))
	})
})
