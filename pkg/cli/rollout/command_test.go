// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"bytes"
	"context"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	testclock "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/clitest"
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
	var garden client.WithWatch
	run := func(ctx context.Context, args ...string) (string, error) {
		out := &bytes.Buffer{}
		command := (&rolloutCommand{Access: clitest.NewAccess(garden, "garden-blue"), clock: testclock.NewFakePassiveClock(now)}).command()
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
			Expect(out).To(HavePrefix("Requested " + expected + " in namespace garden-blue.\n" + next))
			Expect(operation(ctx)).To(Equal(expected))
			_, err = run(ctx, "resume")
			Expect(err).To(MatchError(And(ContainSubstring(expected+" was requested before and is not done yet"), ContainSubstring("annotate configmap flux-config flux.extensions.gardener.cloud/rollout-"))))
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
		Entry("an approval without a ring", "accepts 1 arg(s)", "approve"),
		Entry("no subcommand", "a subcommand is required"),
	)

	DescribeTable("reports a missing prerequisite",
		func(ctx SpecContext, message string, objects ...client.Object) {
			garden = clitest.NewClient(objects, interceptor.Funcs{})
			_, err := run(ctx, "status")
			Expect(err).To(MatchError(ContainSubstring(message)))
		},
		Entry("no flux-config", "failed to read ConfigMap garden-blue/flux-config"),
		Entry("no rollout in flux-config", "the project of namespace garden-blue has no rollout", config(head)),
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
			_, err := ProgressIn(map[string]string{"status.yaml": status})
			Expect(err).To(MatchError("key status.yaml of ConfigMap flux-rollout is damaged: " + message))
		},
		Entry("no status", "", "it has no target, no rings, or a ring without a name"),
		Entry("a list", "[]", "it has no target, no rings, or a ring without a name"),
		Entry("null rings", "target: x\nrings: null\n", "it has no target, no rings, or a ring without a name"),
		Entry("no rings", "target: x\n", "it has no target, no rings, or a ring without a name"),
		Entry("a null ring", "target: x\nrings: [{name: a}, null]\n", "it has no target, no rings, or a ring without a name"),
		Entry("a string instead of rings", "target: x\nrings: a\n", "it has a value of the wrong type: json: cannot unmarshal string into Go struct field Progress.rings of type []rollout.RingProgress"),
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
		Expect(err).To(MatchError(ContainSubstring("requires the permission to patch ConfigMaps")))
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
