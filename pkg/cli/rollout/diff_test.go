// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"time"
	"unicode"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/clitest"
)

var _ = Describe("rollout diff", func() {
	const (
		head  = "apiVersion: flux.extensions.gardener.cloud/v1alpha1\nkind: FluxConfig\n"
		rings = "project: {rollout: {rings: [{name: canary, shoots: {matchLabels: {ring: canary}}}, {name: production, soak: 0s}]}}\n"
	)
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	revision := func(text string) rollout.Revision {
		return rollout.NewRevision(&document.ConfigMap{Data: map[string]string{"config.yaml": text}}, "v2.9.3")
	}
	one, two, three := revision(head+"flux: {logLevel: info}\n"), revision(head+"flux: {logLevel: debug}\n"), revision(head+"flux: {logLevel: error}\n")
	first, second, third := rollout.Target{Revision: one.ID()}, rollout.Target{Revision: two.ID()}, rollout.Target{Revision: three.ID()}
	at := func(target rollout.Target, commit string) rollout.Target {
		target.Commit = commit
		return target
	}

	Describe("as a command", func() {
		var out string
		run := func(ctx context.Context, args ...string) error {
			config := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-blue", Name: "flux-config"}, Data: map[string]string{"config.yaml": head + rings}}
			garden := clitest.NewClient([]client.Object{config, clitest.StoppedRollout("garden-blue", head, rings, now)}, interceptor.Funcs{})
			written := &bytes.Buffer{}
			command := (&rolloutCommand{Access: clitest.NewAccess(garden, "garden-blue")}).command()
			command.SetArgs(args)
			command.SetOut(written)
			command.SetErr(written)
			err := command.ExecuteContext(ctx)
			out = written.String()
			return err
		}
		changed := "Revision      " + one.ID() + " -> " + two.ID() + "\nFlux version  v2.9.3\n\n--- " + one.ID() + "/config.yaml\n+++ " + two.ID() + "/config.yaml\n" + `@@ -1,4 +1,4 @@
 apiVersion: flux.extensions.gardener.cloud/v1alpha1
 flux:
-  logLevel: info
+  logLevel: debug
 kind: FluxConfig
`

		DescribeTable("shows the change",
			func(ctx SpecContext, expected string, args ...string) {
				Expect(run(ctx, append([]string{"diff"}, args...)...)).To(Succeed())
				Expect(out).To(Equal(expected))
			},
			Entry("of the ring that has stopped", "Ring canary has not passed this change:\n"+changed),
			Entry("of a ring that waits for it", "Ring production has not passed this change:\n"+changed, "production"),
		)

		It("has the same as JSON and YAML", func(ctx SpecContext) {
			Expect(run(ctx, "diff", "-o", "json")).To(Succeed())
			var d Diff
			Expect(json.Unmarshal([]byte(out), &d)).To(Succeed())
			Expect(d.Ring).To(Equal("canary"))
			Expect(d.From).To(Equal(Version{Revision: one.ID(), FluxVersion: "v2.9.3"}))
			Expect(d.Values).To(ConsistOf(HaveField("Diff", ContainSubstring("\n-  logLevel: info\n+  logLevel: debug\n"))))
			Expect(run(ctx, "diff", "-o", "yaml")).To(Succeed())
			Expect(out).To(ContainSubstring("ring: canary\n"))
		})

		DescribeTable("refuses",
			func(ctx SpecContext, message string, args ...string) {
				err := run(ctx, append([]string{"diff"}, args...)...)
				Expect(err).To(MatchError(message))
				Expect(printer.ExitCode(err)).To(Equal(1))
			},
			Entry("an unknown ring", `unknown ring "prod"; use one of: canary, production`, "prod"),
			Entry("two rings", "accepts at most 1 arg(s), received 2", "canary", "production"),
			Entry("another output format", `--output must be one of json, yaml, not "wide"`, "-o", "wide"),
		)

		DescribeTable("completes the names of the rings",
			func(ctx SpecContext, expected string, args ...string) {
				Expect(run(ctx, append([]string{"__complete"}, args...)...)).To(Succeed())
				Expect(out).To(HavePrefix(expected))
			},
			Entry("all", "canary\nproduction\n:4", "diff", ""),
			Entry("with a prefix", "production\n:4", "approve", "pro"),
			Entry("not a second one", ":4", "diff", "canary", ""),
		)
	})

	// state is a rollout of the second revision with three rings.
	state := func(change func(*rollout.State)) *rollout.State {
		rings := fluxv1alpha1.Rollout{Source: ptr.To(fluxv1alpha1.RolloutSourceFollow), Rings: []fluxv1alpha1.Ring{{Name: "dev"}, {Name: "test"}, {Name: "prod"}}}
		s := &rollout.State{Rollout: rings, Target: two.ID(), Revisions: map[string]rollout.Revision{one.ID(): one, two.ID(): two, three.ID(): three}}
		for _, ring := range rings.Rings {
			s.Rings = append(s.Rings, rollout.Ring{Name: ring.Name, Target: second, Passed: second, Former: first})
		}
		change(s)
		return s
	}
	commit := func(digit string) string { return "sha1:" + strings.Repeat(digit, 40) }

	DescribeTable("compares",
		func(ring string, s *rollout.State, expected Diff) {
			d, err := DiffOf(s, ring)
			Expect(err).NotTo(HaveOccurred())
			d.Values, d.From.FluxVersion, d.To.FluxVersion = nil, "", ""
			Expect(*d).To(Equal(expected))
		},
		Entry("the first ring that has not passed the target", "", state(func(s *rollout.State) {
			s.Rings[1].Passed, s.Rings[2].Passed = first, third
		}), Diff{Ring: "test", From: Version{Revision: one.ID()}, To: Version{Revision: two.ID()}}),
		Entry("a named ring that has not passed it, with what that ring had", "prod", state(func(s *rollout.State) {
			s.Rings[1].Passed, s.Rings[2].Passed = first, third
		}), Diff{Ring: "prod", From: Version{Revision: three.ID()}, To: Version{Revision: two.ID()}}),
		Entry("a named ring that has passed it, with what that ring had before", "dev", state(func(s *rollout.State) { s.Rings[1].Passed = first }),
			Diff{Ring: "dev", Passed: true, From: Version{Revision: one.ID()}, To: Version{Revision: two.ID()}}),
		Entry("the last change if all rings have passed it", "", state(func(*rollout.State) {}),
			Diff{Ring: "dev", Passed: true, From: Version{Revision: one.ID()}, To: Version{Revision: two.ID()}}),
		Entry("the last change of the first ring of which it is known", "", state(func(s *rollout.State) { s.Rings[0].Former = rollout.Target{} }),
			Diff{Ring: "test", Passed: true, From: Version{Revision: one.ID()}, To: Version{Revision: two.ID()}}),
		Entry("what was rolled back", "", state(func(s *rollout.State) {
			s.RolledBack = true
			for i := range s.Rings {
				s.Rings[i].Target, s.Rings[i].Passed, s.Rings[i].Former = first, first, rollout.Target{}
			}
		}), Diff{Ring: "dev", From: Version{Revision: one.ID()}, To: Version{Revision: two.ID()}}),
		Entry("the commit that the first ring proves", "", state(func(s *rollout.State) {
			s.Rollout.Source = ptr.To(fluxv1alpha1.RolloutSourcePromote)
			s.Rings[0].Passed, s.Rings[0].Commit = at(second, commit("1")), commit("2")
		}), Diff{Ring: "dev", From: Version{Revision: two.ID(), Commit: commit("1")}, To: Version{Revision: two.ID(), Commit: commit("2")}}),
		Entry("the commit that the first ring has stopped with", "", state(func(s *rollout.State) {
			s.Rollout.Source = ptr.To(fluxv1alpha1.RolloutSourcePromote)
			s.Rings[0].Passed, s.Rings[0].Stopped, s.Rings[0].Failures = at(second, commit("1")), true, []rollout.Failure{{Member: "a", Commit: commit("3")}}
		}), Diff{Ring: "dev", From: Version{Revision: two.ID(), Commit: commit("1")}, To: Version{Revision: two.ID(), Commit: commit("3")}}),
		Entry("the ring that has stopped, not an earlier one that proves the next commit", "", state(func(s *rollout.State) {
			s.Rollout.Source = ptr.To(fluxv1alpha1.RolloutSourcePromote)
			s.Rings[0].Passed, s.Rings[0].Commit = at(second, commit("2")), commit("3")
			s.Rings[1].Passed, s.Rings[1].Target, s.Rings[1].Stopped = at(second, commit("1")), at(second, commit("2")), true
		}), Diff{Ring: "test", From: Version{Revision: two.ID(), Commit: commit("1")}, To: Version{Revision: two.ID(), Commit: commit("2")}}),
		Entry("nothing if no ring had another revision", "", state(func(s *rollout.State) {
			for i := range s.Rings {
				s.Rings[i].Former = rollout.Target{}
			}
		}), Diff{Ring: "dev", Passed: true, To: Version{Revision: two.ID()}, Unknown: "no revision that ring dev had before is known"}),
		Entry("nothing if it is not known what the ring has", "dev", state(func(s *rollout.State) { s.Rings[0].Passed = rollout.Target{} }),
			Diff{Ring: "dev", To: Version{Revision: two.ID()}, Unknown: "the revision that ring dev has is not known"}),
		Entry("nothing if the former content is not stored any more", "dev", state(func(s *rollout.State) { delete(s.Revisions, one.ID()) }),
			Diff{Ring: "dev", Passed: true, From: Version{Revision: one.ID()}, To: Version{Revision: two.ID()}, Unknown: "the content of revision " + one.ID() + " is not stored any more"}),
		Entry("nothing if the content of the target is damaged", "dev", state(func(s *rollout.State) { delete(s.Revisions, two.ID()) }),
			Diff{Ring: "dev", Passed: true, From: Version{Revision: one.ID()}, To: Version{Revision: two.ID()}, Unknown: "the content of revision " + two.ID() + " is not stored any more"}),
	)

	It("shows the Flux version of a revision that is not stored any more, from the history", func() {
		d, err := DiffOf(state(func(s *rollout.State) {
			delete(s.Revisions, one.ID())
			s.History = []rollout.Former{{Revision: one.ID(), FluxVersion: "v2.9.1"}}
		}), "")
		Expect(err).NotTo(HaveOccurred())
		out := &strings.Builder{}
		Expect(showDiff(out, d)).To(Succeed())
		Expect(out.String()).To(Equal("The last change of ring dev:\nRevision      " + one.ID() + " -> " + two.ID() + "\nFlux version  v2.9.1 -> v2.9.3\n\n" +
			"The diff is not known: the content of revision " + one.ID() + " is not stored any more.\n"))
	})

	// diff returns the text for two revisions.
	diff := func(before, after rollout.Revision) string {
		GinkgoHelper()
		d, err := DiffOf(state(func(s *rollout.State) {
			s.Target = "b"
			s.Revisions = map[string]rollout.Revision{"a": before, "b": after}
			s.Rings[0].Passed = rollout.Target{Revision: "a"}
		}), "")
		Expect(err).NotTo(HaveOccurred())
		return d.text()
	}
	data := func(pairs ...string) rollout.Revision {
		r := rollout.Revision{Data: map[string]string{}, FluxVersion: "v2.9.3"}
		for i := 0; i < len(pairs); i += 2 {
			r.Data[pairs[i]] = pairs[i+1]
		}
		return r
	}

	DescribeTable("shows values:",
		func(before, after rollout.Revision, expected string) { Expect(diff(before, after)).To(Equal(expected)) },
		Entry("a document as YAML, whatever its key is", data("baseline", `{"b":{"c":1},"a":"x"}`), data("baseline", `{"a":"x","b":{"c":2}}`),
			"--- a/baseline\n+++ b/baseline\n@@ -1,3 +1,3 @@\n a: x\n b:\n-  c: 1\n+  c: 2\n"),
		Entry("text with several lines by line", data("config.yaml", `{"k":"one\ntwo\n"}`), data("config.yaml", `{"k":"one\nthree\n"}`),
			"--- a/config.yaml\n+++ b/config.yaml\n@@ -1,3 +1,3 @@\n k: |\n   one\n-  two\n+  three\n"),
		Entry("other keys as they are, with added and removed ones", data("fluxVersion", "v2.9", "repositoryUrl", "https://a"), data("knownHosts", "a\nb\n", "repositoryUrl", "https://b"),
			"--- a/fluxVersion\n+++ /dev/null\n@@ -1 +0,0 @@\n-v2.9\n--- /dev/null\n+++ b/knownHosts\n@@ -0,0 +1,2 @@\n+a\n+b\n--- a/repositoryUrl\n+++ b/repositoryUrl\n@@ -1 +1 @@\n-https://a\n+https://b\n"),
		Entry("an invalid document as it is", data("config.yaml", `{"a":"x"}`), data("config.yaml", "a: [\n"), "--- a/config.yaml\n+++ b/config.yaml\n@@ -1 +1 @@\n-a: x\n+a: [\n"),
		Entry("binary data by size", rollout.Revision{BinaryData: map[string][]byte{"a": {1}, "b": {1}, "c": {1}}}, rollout.Revision{BinaryData: map[string][]byte{"b": {1}, "c": {2, 3}, "d": {4}}},
			"a: removed, 1 bytes\nc: changed, from 1 to 2 bytes\nd: added, 1 bytes\n"),
		Entry("large values by size", data("a", "x"), data("a", strings.Repeat("x", 300<<10)), "a: changed, from 1 to 307200 bytes\n"),
		Entry("revisions that differ in the Flux version only", rollout.Revision{FluxVersion: "v2.9.3"}, rollout.Revision{FluxVersion: "v2.9.4"}, "Only the Flux version changes.\n"),
		Entry("no credentials", data("config.yaml", `{"url":"https://u:first@h/o","x":"y"}`), data("config.yaml", `{"url":"https://u:second@h/o","x":"z"}`),
			"--- a/config.yaml\n+++ b/config.yaml\n@@ -1,2 +1,2 @@\n-url: https://h/o\n-x: \"y\"\n+url: https://h/o (redacted, changed)\n+x: z\n"),
		Entry("no token in an invalid document, and that something changes", data("config.yaml", "token: [ghp_0123456789a"), data("config.yaml", "token: [ghp_0123456789b"),
			"--- a/config.yaml\n+++ b/config.yaml\n@@ -1 +1 @@\n-token: […\n+token: [… (redacted, changed)\n"),
		Entry("that only line breaks at the end change", data("a", "x"), data("a", "x\n"), "a: changed only in line breaks at its end, or in hidden characters\n"),
	)

	It("shows control characters and characters without a glyph as escapes", func() {
		const hostile = "evil\x1b[31m\u009b2J\u202e\u200b\ufeff\u2028\r\x07\xff"
		encoded, err := json.Marshal(map[string]any{"k" + hostile: hostile, "list": []any{hostile}})
		Expect(err).NotTo(HaveOccurred())
		before, after := data("config.yaml", "{}"), data("config.yaml", string(encoded), "raw"+hostile, hostile+"\nx")
		out := diff(before, after)
		Expect(out).To(And(ContainSubstring(`\u001b[31m`), ContainSubstring(`\u202e`), ContainSubstring("\n+list:\n")), "it is YAML")
		for _, r := range out {
			Expect(r == '\n' || unicode.IsPrint(r)).To(BeTrue(), "%U in %q", r, out)
		}
		d, err := DiffOf(state(func(s *rollout.State) {
			s.Target = hostile
			s.Revisions[hostile] = rollout.Revision{FluxVersion: strings.Repeat("x", 10_000)}
		}), "")
		Expect(err).NotTo(HaveOccurred())
		Expect(d.To.Revision).To(HavePrefix("evil [31m 2J"), "these characters are replaced")
		Expect(len(d.To.FluxVersion)).To(BeNumerically("<", 300))
	})

	numbers := func(step int) string {
		text := &strings.Builder{}
		for i := range 8000 {
			fmt.Fprintln(text, i*step%150)
		}
		return text.String()
	}

	DescribeTable("is bounded for",
		func(_ SpecContext, before, after string) {
			Expect(len(diff(data("config.yaml", before), data("config.yaml", after)))).To(BeNumerically("<", 2<<20))
		},
		Entry("a document that is nested deeply", SpecTimeout(time.Minute), "{}", strings.Repeat(`{"a":`, 40_000)+"1"+strings.Repeat("}", 40_000)),
		Entry("equal lines, each of which is compared with all others, again and again", SpecTimeout(time.Minute), numbers(7), numbers(11)),
		Entry("aliases", SpecTimeout(time.Minute), "{}", "a: &a [x,x,x,x]\nb: &b [*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b]\nd: [*c,*c,*c,*c]\n"),
	)

	It("does not change the State", func() {
		s := state(func(*rollout.State) {})
		revisions := maps.Clone(s.Revisions)
		_, err := DiffOf(s, "")
		Expect(err).NotTo(HaveOccurred())
		Expect(s.Revisions).To(Equal(revisions))
		Expect(s).To(Equal(state(func(*rollout.State) {})))
	})
})
