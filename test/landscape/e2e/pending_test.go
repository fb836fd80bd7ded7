// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"bytes"
	"errors"
	"os/exec"
	"path/filepath"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/utils/ptr"
)

// runs runs a command of kubectl shoot-flux for the Shoot, and returns its exit code and output.
func (s shoot) runs(command string, args ...string) (int, string) {
	GinkgoHelper()
	args = append([]string{command, s.name, "-n", s.key().Namespace, "--kubeconfig", filepath.Join(dataDir, "landscape", "garden", "garden.kubeconfig")}, args...)
	process, output := exec.CommandContext(s.ctx, world.Plugin, args...), &bytes.Buffer{}
	process.Stdout, process.Stderr = output, output
	err := process.Run()
	exit := (*exec.ExitError)(nil)
	if err != nil && !errors.As(err, &exit) {
		Expect(err).NotTo(HaveOccurred())
	}
	GinkgoWriter.Println(args, process.ProcessState.ExitCode(), output)
	return process.ProcessState.ExitCode(), output.String()
}

var _ = Describe("An edit of flux-config", func() {
	It("takes effect at once, or says when it will, and wait never succeeds on the former configuration", Label("long"), func(ctx SpecContext) {
		s := synced(ctx, "pending", seedName)
		Expect(world.GitHost.Commit(ctx, "pending", "directories", map[string]string{
			"second/from-second.yaml": manifest("from-second", "first"), "third/from-third.yaml": manifest("from-third", "first"), "fourth/from-fourth.yaml": manifest("from-fourth", "first"),
		})).Error().NotTo(HaveOccurred())
		user := inGarden(ctx)
		edit := func(path, branch string) {
			git := syncingGit("pending").applying(spec{"path": path}).reading(spec{"ref": spec{"branch": branch}})
			data := git.data()
			user.configure("pending", data)
		}

		By("a branch that does not exist")
		edit("./second", "absent")
		code, output := s.runs("wait", "--timeout", "20s")
		Expect(code).To(Equal(1), output)
		Expect(output).To(ContainSubstring("RevisionNotFound"))

		By("the correction, which also applies to a Shoot that confines changes")
		window := time.Now().UTC().Add(12 * time.Hour)
		s.change(func(object *gardenerShoot) {
			object.Spec.Maintenance = &gardencorev1beta1.Maintenance{
				ConfineSpecUpdateRollout: ptr.To(true),
				TimeWindow:               &gardencorev1beta1.MaintenanceTimeWindow{Begin: window.Format("150405-0700"), End: window.Add(time.Hour).Format("150405-0700")},
			}
		})
		s.reconcile() // Gardener does not reconcile a Shoot for a change that begins to confine changes.
		edit("./second", "main")
		code, output = s.runs("wait", "--timeout", "2m")
		Expect(code).To(BeZero(), output)
		s.shows("from-second", "first")

		By("an edit while the present configuration works: the Shoot waits for its window")
		edit("./third", "main")
		code, output = s.runs("wait", "--timeout", "20s")
		Expect(code).To(Equal(3), output)
		Expect(output).To(ContainSubstring("Pending, WaitingForMaintenanceWindow: flux-config has changed, and the Shoot confines changes to its maintenance time window"))
		s.eventually("FluxUpToDate", "Progressing", "WaitingForMaintenanceWindow", Not(BeEmpty()))
		s.shows("from-second", "first")
		code, output = s.runs("wait", "--allow-pending", "--timeout", "20s")
		Expect(code).To(BeZero(), output)

		By("a project member requests the reconciliation, which respects the window unless told otherwise")
		code, output = s.runs("reconcile", "--wait", "--timeout", "20s")
		Expect(code).To(Equal(3), output)
		Expect(output).To(ContainSubstring("WaitingForMaintenanceWindow"))
		s.shows("from-second", "first")
		code, output = s.runs("reconcile", "--outside-window", "--wait", "--timeout", "2m")
		Expect(code).To(BeZero(), output)
		s.shows("from-third", "first")

		By("a request without a change: Flux fetches and applies a commit")
		Expect(world.GitHost.Commit(ctx, "pending", "a change", map[string]string{"third/from-third.yaml": manifest("from-third", "second")})).Error().NotTo(HaveOccurred())
		code, output = s.runs("reconcile", "--wait", "--timeout", "2m")
		Expect(code).To(BeZero(), output)
		s.shows("from-third", "second")

		By("an edit while the Shoot is hibernated")
		s.change(func(object *gardenerShoot) { object.Spec.Maintenance.ConfineSpecUpdateRollout = nil })
		s.change(hibernated(true))
		edit("./fourth", "main")
		s.eventually("FluxUpToDate", "Progressing", "Hibernated", ContainSubstring("when it wakes up"))
		code, output = s.runs("wait", "--timeout", "10s")
		Expect(code).NotTo(BeZero(), output)
		s.change(hibernated(false))
		code, output = s.runs("wait", "--timeout", "2m")
		Expect(code).To(BeZero(), output)
		s.shows("from-fourth", "first")
	}, SpecTimeout(8*time.Minute))
})
