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

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/clitest"
)

var _ = Describe("status --watch", func() {
	It("begins with the table after the first report", func(ctx SpecContext) {
		garden := &testGarden{namespace: testProject, funcs: refusing(clitest.Forbidden, "watch configmaps")}
		user := garden.connected()
		watching, stop := context.WithCancel(ctx)
		stdout, stderr, ended := &clitest.Output{}, &clitest.Output{}, make(chan error, 1)
		go func() { ended <- garden.statusTo(watching, stdout, stderr, "--watch") }()
		Eventually(stderr.String).Should(Equal("Note: no Shoot has a status yet.\n"))
		Expect(user.Create(ctx, shootNamed("a", "uid-a"))).To(Succeed())
		clitest.ApplyStatus(ctx, user, testProject, map[string]string{"a": encode(readyShoot("uid-a"))})
		Eventually(stdout.String).Should(And(HavePrefix("SHOOT "), HaveSuffix("1 Shoot: 1 ready\n")))
		stop()
		Eventually(ended).Should(Receive(BeNil()))
	})

	DescribeTable("reports each outage of the garden while it watches",
		func(ctx SpecContext, terminal *screen) {
			var away atomic.Bool
			garden := &testGarden{namespace: testProject, terminal: terminal, objects: []client.Object{
				shootNamed("a", "uid-a"), clitest.StatusConfigMap(testProject, map[string]string{"a": encode(readyShoot("uid-a"))}),
			}, funcs: refusing(func(string) error {
				if away.Load() {
					return errors.New("connection refused")
				}
				return nil
			}, "list configmaps")}
			watching, stop := context.WithCancel(ctx)
			stdout, stderr, ended := &clitest.Output{}, &clitest.Output{}, make(chan error, 1)
			go func() { ended <- garden.statusTo(watching, stdout, stderr, "--watch") }()
			const note = "Note: the output may be outdated: failed to read ConfigMap garden-blue/flux-status: connection refused"
			lastPage := func() string {
				pages := strings.Split(stdout.String(), clearScreen)
				return pages[len(pages)-1]
			}
			for outage := 1; outage <= 2; outage++ {
				Eventually(lastPage).Should(And(ContainSubstring("1 Shoot: 1 ready\n"), Not(ContainSubstring(note))), "what is over is shown no longer")
				away.Store(true)
				if terminal == nil {
					Eventually(stderr.String).Should(Equal(strings.Repeat(note+".\n", outage)), "once for each")
				} else {
					Eventually(lastPage).Should(And(ContainSubstring("1 Shoot: 1 ready\n"), ContainSubstring(note)), "with what was shown last")
				}
				before := len(stdout.String())
				away.Store(false)
				if terminal == nil {
					// Nothing shows that it is over: some looks later, it is.
					user := garden.client
					clitest.ApplyStatus(ctx, user, testProject, map[string]string{"a": encode(failedShoot("uid-a", fluxv1alpha1.CauseBuild, fmt.Sprint("mistake ", outage)))})
					Eventually(func() string { return stdout.String()[before:] }).Should(ContainSubstring(fmt.Sprint("mistake ", outage)))
				}
			}
			stop()
			Eventually(ended).Should(Receive(BeNil()))
			if terminal != nil {
				Expect(stderr.String()).To(BeEmpty(), "it would stand in the middle of the page")
			}
		},
		Entry("on a terminal", &screen{width: 120, height: 24}),
		Entry("in a file", nil),
	)

	It("shows the error on a terminal before the first page", func(ctx SpecContext) {
		garden := &testGarden{namespace: testProject, terminal: &screen{width: 40, height: 24}, funcs: refusing(func(string) error { return errors.New("connection refused") }, "list configmaps")}
		watching, stop := context.WithCancel(ctx)
		stdout, stderr, ended := &clitest.Output{}, &clitest.Output{}, make(chan error, 1)
		go func() { ended <- garden.statusTo(watching, stdout, stderr, "--watch") }()
		Eventually(stdout.String).Should(ContainSubstring(clearScreen + "Note: nothing can be shown yet: failed t\no read ConfigMap garden-blue/flux-status\n: connection refused\n"))
		stop()
		Eventually(ended).Should(Receive(BeNil()))
		Expect(stdout.String()).NotTo(ContainSubstring("0 Shoots"))
	})

	It("writes a line for each changed Shoot", func(ctx SpecContext) {
		garden := &testGarden{namespace: testProject, objects: []client.Object{
			shootNamed("a", "uid-a"), shootNamed("b", "uid-b"),
			clitest.StatusConfigMap(testProject, map[string]string{"a": encode(readyShoot("uid-a")), "b": encode(readyShoot("uid-b"))}),
		}}
		user := garden.connected()
		watching, stop := context.WithCancel(ctx)
		stdout, stderr, ended := &clitest.Output{}, &clitest.Output{}, make(chan error, 1)
		go func() { ended <- garden.statusTo(watching, stdout, stderr, "--watch") }()
		Eventually(stdout.String).Should(HaveSuffix("2 Shoots: 2 ready\n"))
		table := len(stdout.String())

		changed := map[string]string{"a": encode(readyShoot("uid-a")), "b": encode(failedShoot("uid-b", fluxv1alpha1.CauseBuild, "mistake"))}
		// The fake client sends to a watch only what happens after it has started.
		Eventually(func(g Gomega) {
			clitest.ApplyStatus(ctx, user, testProject, changed)
			g.Expect(columnsOf(stdout.String()[table:])).To(Equal("b | Failed | BuildFailed | main@sha1:4f1d2c3 | v2.9.3 | 7m | mistake\n"))
		}).Should(Succeed())

		By("and none for one of which only the objects change, which no line has")
		withObjects := failedShoot("uid-b", fluxv1alpha1.CauseBuild, "mistake")
		withObjects.Objects = objectsOfDegraded()
		changed = map[string]string{"a": encode(failedShoot("uid-a", fluxv1alpha1.CauseBuild, "another")), "b": encode(withObjects)}
		clitest.ApplyStatus(ctx, user, testProject, changed)
		Eventually(stdout.String).Should(ContainSubstring("another"))
		Expect(columnsOf(stdout.String()[table:])).To(MatchRegexp(`^b [^\n]*mistake\na [^\n]*another\n$`))
		stop()
		Eventually(ended).Should(Receive(BeNil()))
		Expect(stderr.String()).To(BeEmpty())
	})

	DescribeTable("writes a line for a Shoot that is gone",
		func(ctx SpecContext, garden *testGarden, args, line string, change func(ctx context.Context, user client.Client, reported *corev1.ConfigMap)) {
			reported := clitest.StatusConfigMap(testProject, map[string]string{"a": encode(readyShoot("uid-a")), "b": encode(readyShoot("uid-b"))})
			garden.namespace, garden.objects = testProject, append(garden.objects, shootNamed("a", "uid-a"), reported.DeepCopy())
			user := garden.connected()
			watching, stop := context.WithCancel(ctx)
			stdout, stderr, ended := &clitest.Output{}, &clitest.Output{}, make(chan error, 1)
			go func() { ended <- garden.statusTo(watching, stdout, stderr, "--watch "+args) }()
			Eventually(stdout.String).Should(HaveSuffix("2 Shoots: 2 ready\n"))
			table := len(stdout.String())

			delete(reported.Data, "b")
			reported.Data["a"] = encode(failedShoot("uid-a", fluxv1alpha1.CauseBuild, "mistake"))
			change(ctx, user, reported)
			clitest.ApplyStatus(ctx, user, testProject, reported.Data)
			Eventually(func() string { return columnsOf(stdout.String()[table:]) }).Should(Equal("a | Failed | BuildFailed | main@sha1:4f1d2c3 | v2.9.3 | 7m | mistake\n" + line))
			Consistently(func() string { return columnsOf(stdout.String()[table:]) }, "150ms").Should(HaveSuffix("mistake\n"+line), "once")
			stop()
			Eventually(ended).Should(Receive(BeNil()))
		},
		Entry("no status and no permission to list Shoots", &testGarden{funcs: refusing(clitest.Forbidden, "list shoots", "watch configmaps")}, "",
			"b | Gone | - | - | - | - | the Shoot no longer has a status\n", func(context.Context, client.Client, *corev1.ConfigMap) {}),
		Entry("a Shoot without the extension", &testGarden{funcs: refusing(clitest.Forbidden, "watch configmaps"), objects: []client.Object{withoutExtension(shootNamed("b", "uid-b"))}}, "",
			"b | Gone | - | - | - | - | the Shoot no longer has the extension\n", func(context.Context, client.Client, *corev1.ConfigMap) {}),
		Entry("a deleted Shoot", &testGarden{funcs: refusing(clitest.Forbidden, "watch configmaps"), objects: []client.Object{shootNamed("b", "uid-b")}}, "",
			"b | Gone | - | - | - | - | the Shoot no longer exists\n", func(ctx context.Context, user client.Client, reported *corev1.ConfigMap) {
				Expect(user.Delete(ctx, shootNamed("b", "uid-b"))).To(Succeed())
				reported.Data["b"] = encode(readyShoot("uid-b2")) // The status is of an unknown Shoot, so that the Shoots are read again.
			}),
		Entry("a Shoot outside the selected states", &testGarden{funcs: refusing(clitest.Forbidden, "list shoots", "watch configmaps")}, "--state Failed",
			"", func(context.Context, client.Client, *corev1.ConfigMap) {}),
	)

	It("reports a removed entry of the garden controller without permission to list Shoots", func(ctx SpecContext) {
		garden := &testGarden{namespace: testProject, funcs: refusing(clitest.Forbidden, "list shoots", "watch configmaps"), objects: []client.Object{
			clitest.StatusConfigMap(testProject, map[string]string{"a": encode(readyShoot("uid-a")), "b": encode(unreportedShoot("uid-b"))}),
		}}
		user := garden.connected()
		watching, stop := context.WithCancel(ctx)
		stdout, stderr, ended := &clitest.Output{}, &clitest.Output{}, make(chan error, 1)
		go func() { ended <- garden.statusTo(watching, stdout, stderr, "--watch") }()
		Eventually(stdout.String).Should(ContainSubstring("2 Shoots: 1 not reported, 1 ready\n"))
		clitest.ApplyStatus(ctx, user, testProject, map[string]string{"a": encode(readyShoot("uid-a"))})
		Eventually(func() string { return columnsOf(stdout.String()) }).Should(HaveSuffix("b | Gone | - | - | - | - | the Shoot no longer has a status\n"))
		stop()
		Eventually(ended).Should(Receive(BeNil()))
	})

	It("does not report a Shoot as gone while the Shoots cannot be listed", func(ctx SpecContext) {
		var away atomic.Bool
		garden := &testGarden{namespace: testProject, objects: []client.Object{
			shootNamed("a", "uid-a"), shootNamed("new", "uid-new"), clitest.StatusConfigMap(testProject, map[string]string{"a": encode(readyShoot("uid-a"))}),
		}, funcs: refusing(func(string) error {
			if away.Load() {
				return errors.New("connection refused")
			}
			return nil
		}, "list shoots")}
		watching, stop := context.WithCancel(ctx)
		stdout, stderr, ended := &clitest.Output{}, &clitest.Output{}, make(chan error, 1)
		go func() { ended <- garden.statusTo(watching, stdout, stderr, "--watch") }()
		Eventually(stdout.String).Should(ContainSubstring("-o wide shows them in full.\n"))
		table := len(stdout.String())
		for i, isAway := range []bool{true, false} {
			away.Store(isAway)
			// The status of an unknown Shoot has the Shoots read again.
			strange := fmt.Sprint("uid-", i)
			Expect(garden.client.Create(ctx, shootNamed(fmt.Sprint("s", i), strange))).To(Succeed())
			clitest.ApplyStatus(ctx, garden.client, testProject, map[string]string{
				"a": encode(readyShoot("uid-a")), "s0": encode(readyShoot("uid-0")), fmt.Sprint("s", i): encode(readyShoot(strange)),
			})
			Eventually(func() string { return stdout.String()[table:] }).Should(ContainSubstring(fmt.Sprint("s", i)))
		}
		stop()
		Eventually(ended).Should(Receive(BeNil()))
		Expect(stderr.String()).To(ContainSubstring("failed to list the Shoots"))
		Expect(strings.Count(stdout.String()[table:], "\n")).To(Equal(2), stdout.String()[table:])
	})
})

func withoutExtension(shoot *gardencorev1beta1.Shoot) *gardencorev1beta1.Shoot {
	shoot.Spec.Extensions = nil
	return shoot
}
