// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package status

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/clitest"
)

// objectsOfDegraded are those of a shoot in which a chart cannot be upgraded.
func objectsOfDegraded() *fluxv1alpha1.ObservedObjects {
	return &fluxv1alpha1.ObservedObjects{
		Counts: []fluxv1alpha1.ObjectCounts{
			{Kind: "Deployment", Ready: 2}, {Kind: "GitRepository", Ready: 1}, {Kind: "HelmRelease", Failing: 1}, {Kind: "Kustomization", Ready: 1, Waiting: 1, Suspended: 1},
		},
		Failing: []fluxv1alpha1.FailingObject{{
			Kind: "HelmRelease", Namespace: "podinfo", Name: "podinfo", Revision: "6.5.4", Reason: "UpgradeFailed",
			Message: "Helm upgrade failed for release podinfo/podinfo with chart podinfo@6.5.4: values don't meet the specifications of the schema(s) in the following chart(s): podinfo",
			Since:   metav1.NewTime(testNow.Add(-9 * time.Minute)),
		}},
		Tree: []string{
			"GitRepository flux-system/flux-system: Ready", "Kustomization flux-system/flux-system: Ready", "  Kustomization flux-system/apps: Waiting (HealthCheckFailed)",
			"    HelmRelease podinfo/podinfo: Failing (UpgradeFailed)", "  Kustomization flux-system/old: Suspended",
		},
	}
}

// unreportedShoot is a Shoot that no seed reports, for which the garden controller has written an entry.
func unreportedShoot(uid string) fluxv1alpha1.ShootStatus {
	status := failedShoot(uid, "", "Seed my-seed does not report the Shoot")
	return fluxv1alpha1.ShootStatus{
		UID: types.UID(uid), State: fluxv1alpha1.ShootNotReported, Reason: "SeedDoesNotReport", Message: status.Message, Since: status.Since, ObservedAt: status.ObservedAt,
	}
}

// at returns the time after the given duration, and request a request not to get a change until then.
func at(d time.Duration) string { return testNow.Add(d).UTC().Format(time.RFC3339) }

func request(d time.Duration, reason string) *fluxv1alpha1.HoldRequest {
	return &fluxv1alpha1.HoldRequest{Until: metav1.NewTime(testNow.Add(d)), Reason: reason}
}

var _ = Describe("status of one Shoot", func() {
	const message = "2 of 5 objects are not ready. HelmRelease podinfo/podinfo: Helm upgrade failed for release podinfo/podinfo with chart podinfo@6.5.4: values don't meet the specifications of the schema(s) in the following chart(s): podinfo"
	const line = "SHOOT | STATE | CAUSE | REVISION | FLUX | SINCE | MESSAGE\na | Degraded | ReleaseFailed | main@sha1:4f1d2c3 | v2.9.3 | 7m | " + message + "\n\n"
	const counts = `KIND | READY | FAILING | WAITING | PROGRESSING | SUSPENDED
Deployment | 2 | - | - | - | -
GitRepository | 1 | - | - | - | -
HelmRelease | - | 1 | - | - | -
Kustomization | 1 | - | 1 | - | 1
`
	const failing = "\nHelmRelease podinfo/podinfo, 6.5.4, UpgradeFailed, for 9m: Helm upgrade failed for release podinfo/podinfo with chart podinfo@6.5.4: values don't meet the specifications of the schema(s) in the following chart(s): podinfo\n"
	const noTree = "\nThe tree does not fit the status; 'flux get all -A' in the shoot shows the objects.\n"
	with := func(change func(*fluxv1alpha1.ObservedObjects)) fluxv1alpha1.ShootStatus {
		status := degradedShoot("uid-a", message)
		status.Objects = objectsOfDegraded()
		change(status.Objects)
		return status
	}
	gardenOf := func(statuses map[string]string) *testGarden {
		return &testGarden{namespace: testProject, objects: []client.Object{shootNamed("a", "uid-a"), shootNamed("b", "uid-b"), clitest.StatusConfigMap(testProject, statuses)}}
	}

	DescribeTable("shows the reported objects, and omissions",
		func(ctx SpecContext, status fluxv1alpha1.ShootStatus, expected string) {
			out, notes, err := gardenOf(map[string]string{"a": encode(status), "b": encode(readyShoot("uid-b"))}).status(ctx, "--shoot a")
			Expect(err).NotTo(HaveOccurred())
			Expect(notes).To(BeEmpty())
			head, rest, _ := strings.Cut(out, "\n\n")
			Expect(columnsOf(head) + "\n\n" + rest).To(Equal(line + expected))
		},
		Entry("counts, failures and tree", with(func(*fluxv1alpha1.ObservedObjects) {}), `KIND            READY   FAILING   WAITING   PROGRESSING   SUSPENDED
Deployment      2       -         -         -             -
GitRepository   1       -         -         -             -
HelmRelease     -       1         -         -             -
Kustomization   1       -         1         -             1
`+failing+`
GitRepository flux-system/flux-system: Ready
Kustomization flux-system/flux-system: Ready
  Kustomization flux-system/apps: Waiting (HealthCheckFailed)
    HelmRelease podinfo/podinfo: Failing (UpgradeFailed)
  Kustomization flux-system/old: Suspended
`),
		Entry("a status without objects", degradedShoot("uid-a", message),
			"No Flux objects are reported: they have not been read yet, the version of the extension on the seed does not read them, or the ConfigMap flux-status has no room for them.\n"),
	)

	DescribeTable("reports objects that do not fit the status",
		func(ctx SpecContext, status fluxv1alpha1.ShootStatus, expected string) {
			out, _, err := gardenOf(map[string]string{"a": encode(status)}).status(ctx, "--shoot a")
			Expect(err).NotTo(HaveOccurred())
			Expect(columnsOf(out)).To(Equal(line + counts + expected))
		},
		Entry("the tree", with(func(o *fluxv1alpha1.ObservedObjects) { o.Tree = nil }), failing+noTree),
		Entry("the tree and the failures", with(func(o *fluxv1alpha1.ObservedObjects) { o.Tree, o.Failing = nil, nil }),
			"\nFailing: 1. The messages do not fit the status.\n"+noTree),
		Entry("objects that are not read", with(func(o *fluxv1alpha1.ObservedObjects) { o.Tree, o.Incomplete = nil, true }),
			"The shoot has more objects, which were not read.\n"+failing+noTree),
	)

	It("refers to the message if the source or the root Kustomization fails", func(ctx SpecContext) {
		status := with(func(o *fluxv1alpha1.ObservedObjects) {
			o.Failing, o.Tree = nil, []string{"GitRepository flux-system/flux-system: Failing (GitOperationFailed)"}
		})
		status.State, status.Cause, status.Message = fluxv1alpha1.ShootFailed, fluxv1alpha1.CauseAuthentication, "unable to authenticate"
		for _, tree := range [][]string{status.Objects.Tree, nil} {
			status.Objects.Tree = tree
			out, _, err := gardenOf(map[string]string{"a": encode(status)}).status(ctx, "--shoot a")
			Expect(err).NotTo(HaveOccurred())
			Expect(out).To(ContainSubstring("\nFailing: 1. The message above has the cause.\n"))
			Expect(out).NotTo(ContainSubstring("The messages do not fit"))
		}
	})

	It("shows ring and revision of the rollout", func(ctx SpecContext) {
		status := readyShoot("uid-a")
		status.Ring, status.Revision = "canary", "0123456789abcdef"
		out, _, err := gardenOf(map[string]string{"a": encode(status)}).status(ctx, "--shoot a")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(ContainSubstring("\nRing canary, revision 0123456789abcdef of flux-config\n"))
	})

	DescribeTable("shows that the Shoot asks not to get a change now",
		func(ctx SpecContext, reported *fluxv1alpha1.HoldRequest, annotation, want string) {
			status := readyShoot("uid-a")
			status.Hold = reported
			garden := gardenOf(map[string]string{"a": encode(status)})
			if annotation != "" {
				garden.objects[0].SetAnnotations(map[string]string{"flux.extensions.gardener.cloud/hold-until": annotation})
			}
			out, _, err := garden.status(ctx, "--shoot a")
			Expect(err).NotTo(HaveOccurred())
			if want == "" {
				Expect(out).NotTo(ContainSubstring("Asks"))
				return
			}
			Expect(out).To(ContainSubstring("\nAsks not to get a change " + want + "\n"))
		},
		Entry("in its report", request(time.Hour, "load test"), "", "until "+at(time.Hour)+": load test"),
		Entry("without a reason", request(time.Hour, ""), "", "until "+at(time.Hour)),
		Entry("in its annotation, until later", request(time.Hour, "load test"), at(2*time.Hour), "until "+at(2*time.Hour)),
		Entry("in its annotation alone", nil, at(2*time.Hour), "until "+at(2*time.Hour)),
		Entry("with an invalid time", nil, "tomorrow", "now: annotation flux.extensions.gardener.cloud/hold-until is invalid; use a time such as 2026-12-18T18:00:00Z"),
		Entry("no longer", request(0, "load test"), at(-time.Hour), ""),
		Entry("with control characters that a member of the project has written", request(time.Hour, "\x1b[2Jload\ntest"), "", "until "+at(time.Hour)+": [2Jload test"),
	)

	It("shows the objects in each phase", func(ctx SpecContext) {
		status := with(func(o *fluxv1alpha1.ObservedObjects) {
			o.Counts = append(o.Counts, fluxv1alpha1.ObjectCounts{Kind: "Job", Ready: 1, Failing: 2, Waiting: 3, Progressing: 4, Suspended: 5})
		})
		out, _, err := gardenOf(map[string]string{"a": encode(status)}).status(ctx, "--shoot a")
		Expect(err).NotTo(HaveOccurred())
		Expect(columnsOf(out)).To(ContainSubstring("\nJob | 1 | 2 | 3 | 4 | 5\n"))
	})

	It("counts failures without a message", func(ctx SpecContext) {
		out, _, err := gardenOf(map[string]string{"a": encode(with(func(o *fluxv1alpha1.ObservedObjects) { o.Counts[2].Failing = 5 }))}).status(ctx, "--shoot a")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(ContainSubstring("following chart(s): podinfo\n4 more fail.\n"))
	})

	It("prints the Shoot as JSON or YAML", func(ctx SpecContext) {
		gardenClient := gardenOf(map[string]string{"a": encode(with(func(*fluxv1alpha1.ObservedObjects) {})), "b": encode(readyShoot("uid-b"))})
		out, _, err := gardenClient.status(ctx, "--shoot a -o json")
		Expect(err).NotTo(HaveOccurred())
		shown := oneShoot{}
		Expect(json.Unmarshal([]byte(out), &shown)).To(Succeed())
		Expect(shown.APIVersion + " " + shown.Kind).To(Equal("flux.extensions.gardener.cloud/v1alpha1 ShootStatus"))
		Expect(shown.Namespace + "/" + shown.Name).To(Equal("garden-blue/a"))
		Expect(shown.Objects.Counts).To(Equal(objectsOfDegraded().Counts))
		Expect(shown.Objects.Tree).To(Equal(objectsOfDegraded().Tree), "indented")
		out, _, err = gardenClient.status(ctx, "--shoot a -o yaml")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(And(ContainSubstring("\nname: a\n"), Not(ContainSubstring("name: b\n"))))
	})

	DescribeTable("shows a Shoot without reported objects",
		func(ctx SpecContext, change func(*testGarden), expected, expectedNotes string) {
			garden := gardenOf(map[string]string{"a": encode(readyShoot("uid-0"))})
			change(garden)
			out, notes, err := garden.status(ctx, "--shoot a")
			Expect(err).NotTo(HaveOccurred())
			Expect(columnsOf(out)).To(ContainSubstring(expected))
			Expect(notes).To(Equal(expectedNotes))
		},
		Entry("the status of an earlier Shoot", func(*testGarden) {},
			"a | NotReported | - | - | - | - | the reported status is of an earlier Shoot of this name. Gardener's operation Create", ""),
		Entry("without the extension", func(g *testGarden) {
			disabled := shootNamed("a", "uid-a")
			disabled.Spec.Extensions[0].Disabled = ptr.To(true)
			g.objects[0] = disabled
		}, "a | NotReported | - | - | - | - | the extension is not enabled for the Shoot", ""),
		Entry("an entry of the garden controller", func(g *testGarden) {
			g.objects[len(g.objects)-1] = clitest.StatusConfigMap(testProject, map[string]string{"a": encode(unreportedShoot("uid-a"))})
		}, "a | NotReported | SeedDoesNotReport | - | - | 7m | Seed my-seed does not report the Shoot", ""),
		Entry("a Shoot that the user may not read", func(g *testGarden) { g.funcs = refusing(clitest.Forbidden, "get shoots") },
			"a | Ready", "Note: cannot check whether the reported status is of an earlier Shoot of the same name: failed to read Shoot garden-blue/a: "+clitest.Forbidden("shoots").Error()+".\n"),
	)

	It("takes the name as an argument, as wait does", func(ctx SpecContext) {
		garden := gardenOf(map[string]string{"a": encode(readyShoot("uid-a")), "b": encode(failedShoot("uid-b", fluxv1alpha1.CauseBuild, "no path"))})
		expected, _, err := garden.status(ctx, "--shoot a")
		Expect(err).NotTo(HaveOccurred())
		for _, args := range []string{"a", "a --shoot a", "a --exit-code"} {
			out, _, err := garden.status(ctx, args)
			Expect(err).NotTo(HaveOccurred())
			Expect(out).To(Equal(expected), args)
		}
		_, _, err = garden.status(ctx, "b --exit-code")
		Expect(err).To(MatchError("1 of 1 Shoots are not ready"))
	})

	DescribeTable("refuses --shoot with",
		func(ctx SpecContext, funcs func(*testGarden), args, expected string) {
			garden := gardenOf(map[string]string{"a": encode(readyShoot("uid-a"))})
			funcs(garden)
			_, _, err := garden.status(ctx, args)
			Expect(err).To(MatchError(ContainSubstring(expected)))
		},
		Entry("-A", func(*testGarden) {}, "--shoot a -A", "a name or --shoot selects one Shoot, and cannot be used with --all-namespaces"),
		Entry("--watch", func(*testGarden) {}, "--shoot a --watch", "a name or --shoot selects one Shoot, and cannot be used with --watch"),
		Entry("--state", func(*testGarden) {}, "--shoot a --state Failed", "a name or --shoot selects one Shoot, and cannot be used with --state"),
		Entry("--all", func(*testGarden) {}, "--shoot a --all", "a name or --shoot selects one Shoot, and cannot be used with --all"),
		Entry("another name", func(*testGarden) {}, "--shoot a b", "status shows one Shoot by its name, or all Shoots"),
		Entry("two names", func(*testGarden) {}, "a b", "status shows one Shoot by its name, or all Shoots"),
		Entry("a name and -A", func(*testGarden) {}, "a -A", "a name or --shoot selects one Shoot, and cannot be used with --all-namespaces"),
		Entry("no namespace", func(g *testGarden) { g.namespace = "" }, "--shoot a", "set the namespace of the project with -n"),
		Entry("an unknown Shoot", func(*testGarden) {}, "--shoot c", "there is no such Shoot in namespace garden-blue: c"),
		Entry("an unavailable garden", func(g *testGarden) {
			g.funcs = refusing(func(string) error { return errors.New("connection refused") }, "get shoots")
		}, "--shoot a", "failed to read Shoot garden-blue/a: connection refused"),
	)

	It("resists content of project members", func(ctx SpecContext) {
		long := strings.Repeat("x", 10_000) + "\x1b[31m\n\u202e"
		wild := fluxv1alpha1.ObservedObjects{}
		for range 500 {
			wild.Counts = append(wild.Counts, fluxv1alpha1.ObjectCounts{Kind: long, Ready: -1, Failing: 1 << 30})
			wild.Failing = append(wild.Failing, fluxv1alpha1.FailingObject{Kind: long, Namespace: long, Name: long, Revision: long, Reason: long, Message: long})
			wild.Tree = append(wild.Tree, strings.Repeat(" ", 10_000)+"\x1b[2J\u202e"+long)
		}
		garden := gardenOf(map[string]string{"a": encode(with(func(o *fluxv1alpha1.ObservedObjects) { *o = wild }))})
		for _, form := range []string{"", "-o wide", "-o json", "-o yaml"} {
			out, _, err := garden.status(ctx, "--shoot a "+form)
			Expect(err).NotTo(HaveOccurred())
			Expect(out).NotTo(Or(ContainSubstring("\x1b"), ContainSubstring("\u202e"), ContainSubstring(`\u001b`), ContainSubstring(`\e`)), form)
			Expect(len(out)).To(BeNumerically("<", 200_000), form)
			Expect(strings.Count(out, "\n")).To(BeNumerically("<", 600), form)
		}
	})
})

var _ = Describe("degraded Shoots", func() {
	It("follow failed Shoots, are counted, and are grouped by cause", func(ctx SpecContext) {
		statuses := map[string]string{
			"failed": encode(failedShoot("u", fluxv1alpha1.CauseBuild, "x")), "suspended": encode(fluxv1alpha1.ShootStatus{UID: "u", State: fluxv1alpha1.ShootSuspended}),
			"other": encode(degradedShoot("u", "1 of 9 objects are not ready. Deployment web/web: ImagePullFailed")),
		}
		for i := range 30 {
			statuses[fmt.Sprintf("shoot-%02d", i)] = encode(degradedShoot("u", fmt.Sprintf("1 of %d objects are not ready. HelmRelease podinfo/podinfo: Helm upgrade failed", 20+i)))
		}
		garden := &testGarden{namespace: testProject, funcs: refusing(clitest.Forbidden, "list shoots"), objects: []client.Object{clitest.StatusConfigMap(testProject, statuses)}}
		out, _, err := garden.status(ctx, "")
		Expect(err).NotTo(HaveOccurred())
		var order []string
		for _, line := range strings.Split(columnsOf(out), "\n")[1:8] {
			order = append(order, strings.Join(strings.SplitN(line, " | ", 3)[:2], " "))
		}
		Expect(order).To(Equal([]string{"failed Failed", "other Degraded", "shoot-00 Degraded", "shoot-01 Degraded", "shoot-02 Degraded", "+ 27 more Degraded", "suspended Suspended"}))
		Expect(out).To(ContainSubstring("33 Shoots: 1 failed, 31 degraded, 1 suspended\n"))
	})
})
