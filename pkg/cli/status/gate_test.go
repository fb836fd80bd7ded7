// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package status

import (
	"errors"
	"fmt"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/clitest"
)

// gated is a project with these Shoots, of which those that begin with p have the label env=prod.
func gated(funcs interceptor.Funcs, states map[string]fluxv1alpha1.ShootStatus) *testGarden {
	entries := map[string]string{}
	garden := &testGarden{namespace: testProject, funcs: funcs}
	for name, status := range states {
		shoot := shootNamed(name, "uid-"+name)
		if strings.HasPrefix(name, "p") {
			shoot.Labels = map[string]string{"env": "prod"}
		}
		garden.objects = append(garden.objects, shoot)
		if status.State != "" {
			status.Labels = fleet.LabelsOf(shoot.Labels)
			entries[name] = encode(status)
		}
	}
	garden.objects = append(garden.objects, clitest.StatusConfigMap(testProject, entries))
	return garden
}

var _ = Describe("wait for several Shoots", func() {
	ready := func(name string) fluxv1alpha1.ShootStatus { return readyShoot("uid-" + name) }
	failed := func(name string) fluxv1alpha1.ShootStatus {
		return failedShoot("uid-"+name, fluxv1alpha1.CauseBuild, "kustomization path not found")
	}
	asleep := func(name string) fluxv1alpha1.ShootStatus {
		status := ready(name)
		status.State, status.Ready = fluxv1alpha1.ShootHibernated, false
		return status
	}
	older := func(name string) fluxv1alpha1.ShootStatus {
		status := ready(name)
		status.FluxVersion = "v2.8.8"
		return status
	}
	mixed := func(funcs interceptor.Funcs) *testGarden {
		return gated(funcs, map[string]fluxv1alpha1.ShootStatus{
			"p1": ready("p1"), "p2": ready("p2"), "p3": failed("p3"), "dev": failed("dev"), "old": older("old"), "asleep": asleep("asleep"),
		})
	}

	DescribeTable("ends when enough Shoots have reached the goal",
		func(ctx SpecContext, args, line string) {
			waiter := mixed(interceptor.Funcs{}).wait(ctx, args)
			Eventually(waiter.ended).Should(Receive(BeNil()))
			Expect(waiter.out.String()).To(Equal("2026-11-22T00:00:00Z  " + line + "\n"))
		},
		Entry("names", "p1 old", "2 of 2 Shoots reached"),
		Entry("a percentage of the Shoots with a label", "-l env=prod --min-ready 60%", "2 of 3 Shoots reached, 1 failed (p3)"),
		Entry("a number of all Shoots, except for a hibernated one", "--all --min-ready 3", "3 of 5 Shoots reached, 2 failed (dev, p3), 1 not counted (asleep)"),
		Entry("a minor version of Flux", "old --for version=v2.8", "1 of 1 Shoots reached"),
	)

	DescribeTable("ends at the timeout with the missing Shoots",
		func(ctx SpecContext, args string, messages ...string) {
			clitest.AtTimeout(300*time.Millisecond, func(timeout time.Duration) {
				waiter := mixed(interceptor.Funcs{}).wait(ctx, fmt.Sprintf("--timeout %s %s", timeout, args))
				var err error
				Eventually(ctx, waiter.ended).WithTimeout(2 * time.Minute).Should(Receive(&err))
				Expect(err).To(MatchError(HavePrefix("timed out after %s waiting for Shoots of garden-blue ", timeout)))
				for _, message := range messages {
					Expect(err).To(MatchError(ContainSubstring(message)))
				}
			})
		},
		Entry("all Shoots with a label", "-l env=prod", "to be ready: 2 of 3 Shoots reached, 1 failed (p3); p3: Failed, BuildFailed", "kustomization path not found"),
		Entry("a hibernated Shoot selected by name", "p1 asleep", "1 of 2 Shoots reached, 1 waiting (asleep); asleep: Hibernated"),
		Entry("a missing Shoot", "p1 typo", "typo: NotReported: there is no such Shoot with the extension"),
		Entry("a label that no Shoot has", "-l env=staging", "no Shoot is selected"),
		Entry("another Flux version", "old --for version=v2.9", "to be ready with Flux v2.9: 0 of 1 Shoots reached, 1 waiting (old)"),
	)

	It("ends with --fail-fast as soon as too many have failed", func(ctx SpecContext) {
		waiter := mixed(interceptor.Funcs{}).wait(ctx, "-l env=prod --fail-fast")
		Eventually(waiter.ended).Should(Receive(MatchError(HavePrefix("too many Shoots have failed: 2 of 3 Shoots reached, 1 failed (p3)"))))
		waiter = mixed(interceptor.Funcs{}).wait(ctx, "p3 typo --min-ready 1 --fail-fast --timeout 300ms")
		Eventually(waiter.ended, "20s").Should(Receive(MatchError(HavePrefix("timed out"))))
	})

	It("writes a report as JSON, with the progress on standard error", func(ctx SpecContext) {
		waiter := mixed(interceptor.Funcs{}).wait(ctx, "p1 p3 --min-ready 50% -o json")
		Eventually(waiter.ended).Should(Receive(BeNil()))
		Expect(waiter.notes.String()).To(ContainSubstring("1 of 2 Shoots reached"))
		Expect(waiter.out.String()).To(And(ContainSubstring(`"reached": true`), ContainSubstring(`"needed": 1`), ContainSubstring(`"outcome": "Failed"`), ContainSubstring(`"name": "p3"`)))
	})

	It("writes a JUnit report, also after a failure", func(ctx SpecContext) {
		waiter := mixed(interceptor.Funcs{}).wait(ctx, "--all -o junit --timeout 300ms")
		Eventually(waiter.ended, "20s").Should(Receive(MatchError(HavePrefix("timed out"))))
		Expect(waiter.out.String()).To(And(
			ContainSubstring(`<testsuite name="Flux in Shoots, be ready" tests="6" failures="2" skipped="1">`),
			ContainSubstring(`<testcase classname="garden-blue" name="p1"></testcase>`),
			MatchRegexp(`<testcase classname="garden-blue" name="p3">\s*<failure message="Failed, BuildFailed[^"]*kustomization path not found`),
			MatchRegexp(`name="asleep">\s*<skipped message="Hibernated">`)))
	})

	It("writes a report for --shoot", func(ctx SpecContext) {
		waiter := mixed(interceptor.Funcs{}).wait(ctx, "--shoot p1 -o junit")
		Eventually(waiter.ended).Should(Receive(BeNil()))
		Expect(waiter.out.String()).To(ContainSubstring(`tests="1" failures="0"`))
	})

	It("selects by name or reported labels without permission to read Shoots", func(ctx SpecContext) {
		for _, args := range []string{"p1 p2", "-l env=prod --min-ready 60%", "-l env!=prod --min-ready 1", "-l env=prod --fail-fast", "-l env=staging --timeout 300ms"} {
			allowed, forbidden := mixed(interceptor.Funcs{}).wait(ctx, args), mixed(refusing(clitest.Forbidden, "list shoots")).wait(ctx, args)
			var expected, err error
			Eventually(allowed.ended, "20s").Should(Receive(&expected))
			Eventually(forbidden.ended, "20s").Should(Receive(&err))
			Expect(fmt.Sprint(err)).To(Equal(fmt.Sprint(expected)), args)
			Expect(forbidden.out.String()).To(Equal(allowed.out.String()), args)
		}
	})

	DescribeTable("returns an error if labels are unknown without permission to list Shoots:",
		func(ctx SpecContext, funcs interceptor.Funcs, args, message string, change func(*fluxv1alpha1.ShootStatus)) {
			garden := mixed(funcs)
			configMap := garden.objects[len(garden.objects)-1].(*corev1.ConfigMap)
			status, _ := fleet.Decode(configMap.Data["p3"])
			change(&status)
			configMap.Data["p3"] = encode(status)
			Eventually(garden.wait(ctx, args).ended, "20s").Should(Receive(MatchError(ContainSubstring("the labels of Shoots are needed for -l: " + message))))
		},
		Entry("a status without labels", refusing(clitest.Forbidden, "list shoots"), "-l env=prod",
			"you may not list Shoots, and ConfigMap flux-status has no labels of p3", func(s *fluxv1alpha1.ShootStatus) { s.Labels = nil }),
		Entry("a status with an invalid label", refusing(clitest.Forbidden, "list shoots"), "-l env=prod",
			"you may not list Shoots, and ConfigMap flux-status has no labels of p3", func(s *fluxv1alpha1.ShootStatus) { s.Labels = map[string]string{"env": "a\nb"} }),
		Entry("a label of Gardener", refusing(clitest.Forbidden, "list shoots"), "-l shoot.gardener.cloud/status=healthy",
			"you may not list Shoots, and shoot.gardener.cloud/status is a label of Gardener, which flux-status does not contain", func(*fluxv1alpha1.ShootStatus) {}),
		Entry("a failed list", refusing(func(string) error { return errors.New("connection refused") }, "list shoots"), "-l env=prod",
			"failed to list the Shoots", func(*fluxv1alpha1.ShootStatus) {}),
	)

	It("continues while the garden does not respond", func(ctx SpecContext) {
		waiter := mixed(refusing(func(string) error { return errors.New("connection refused") }, "list configmaps")).wait(ctx, "--all --timeout 300ms -o json")
		var err error
		Eventually(waiter.ended, "20s").Should(Receive(&err))
		Expect(err).To(MatchError(ContainSubstring("the garden could not be read. failed to read ConfigMap garden-blue/flux-status: connection refused")))
		Expect(waiter.out.String()).To(ContainSubstring(`"shoots": []`))
	})

	DescribeTable("refuses flags with",
		func(ctx SpecContext, args, message string) {
			waiter := mixed(interceptor.Funcs{}).wait(ctx, args)
			Eventually(waiter.ended).Should(Receive(MatchError(ContainSubstring(message))))
		},
		Entry("no selection", "", "set the Shoots in one way: with --shoot, names, --all or -l"),
		Entry("two selections", "p1 --all", "set the Shoots in one way"),
		Entry("an invalid selector", "-l =", "--selector: "),
		Entry("a --min-ready that is not a number", "--all --min-ready most", "--min-ready most is neither a number nor a percentage above 0"),
		Entry("a --min-ready of zero", "--all --min-ready 0", "--min-ready 0 is neither"),
		Entry("a --min-ready above 100%", "--all --min-ready 101%", "--min-ready 101% is neither"),
		Entry("an unknown output format", "--all -o yaml", "--output must be one of json, junit, not \"yaml\""),
		Entry("an invalid version", "--all --for version=latest", "--for version=latest is not a Flux version, such as v2.9 or v2.9.3"),
		Entry("an unknown goal", "--all --for green", `--for must be one of ready, applied, revision=<revision>, version=<version>, not "green"`),
	)
})

var _ = Describe("status of several Shoots", func() {
	It("counts by version and ring, and fails with --exit-code if a Shoot is not ready", func(ctx SpecContext) {
		canary, other := readyShoot("uid-a"), failedShoot("uid-b", fluxv1alpha1.CauseBuild, "x")
		canary.Ring, other.Ring, other.FluxVersion = "canary", "prod", "v2.8.8"
		garden := gated(interceptor.Funcs{}, map[string]fluxv1alpha1.ShootStatus{"a": canary, "b": other})
		out, _, err := garden.status(ctx, "--exit-code")
		Expect(err).To(MatchError("1 of 2 Shoots are not ready"))
		Expect(out).To(HaveSuffix("2 Shoots: 1 failed, 1 ready\nBy Flux version: 1 v2.8.8, 1 v2.9.3\nReady by ring: canary 1 of 1, prod 0 of 1\n"))
		_, _, err = garden.status(ctx, "--exit-code --state Ready -o json")
		Expect(err).NotTo(HaveOccurred())
		_, _, err = garden.status(ctx, "--exit-code -w")
		Expect(err).To(MatchError(ContainSubstring("--watch cannot be used with --exit-code")))
	})
})
