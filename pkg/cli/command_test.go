// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/spf13/cobra"
)

// each visits a command and all below it.
func each(command *cobra.Command, visit func(*cobra.Command)) {
	visit(command)
	for _, sub := range command.Commands() {
		each(sub, visit)
	}
}

func run(ctx context.Context, command *cobra.Command, args ...string) (out, notes string, err error) {
	stdout, stderr := &bytes.Buffer{}, &bytes.Buffer{}
	command.SetArgs(args)
	command.SetOut(stdout)
	command.SetErr(stderr)
	err = command.ExecuteContext(ctx)
	return stdout.String(), stderr.String(), err
}

var _ = Describe("The plugin", func() {
	It("lists its commands under the name that kubectl calls", func(ctx SpecContext) {
		out, _, err := run(ctx, NewCommand(), "--help")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(And(ContainSubstring("kubectl shoot-flux [command]"), Not(ContainSubstring("kubectl-shoot_flux")), Not(ContainSubstring("gardener-extension"))))
		Expect(out).NotTo(ContainSubstring("plan-builder"), "plan calls it, not a user")
		for _, name := range []string{"completion", "distributions", "images", "keys", "plan", "push", "render", "rollout", "status", "versions", "wait"} {
			Expect(out).To(ContainSubstring("\n  " + name + " "))
		}
	})

	It("shows an example for each command with the user's call of the plugin", func() {
		each(NewCommand(), func(command *cobra.Command) {
			Expect(command.Long+command.Short+command.Example).NotTo(ContainSubstring("gardener-extension-shoot-flux"), command.CommandPath())
			if !command.Hidden { // Users do not call these.
				Expect(command.Example).To(ContainSubstring("kubectl shoot-flux "), command.CommandPath())
			}
		})
	})

	It("names only existing commands in the help of the dashboard", func(ctx SpecContext) {
		out, _, err := run(ctx, NewCommand(), "dashboard", "--help")
		Expect(err).NotTo(HaveOccurred())
		for _, name := range []string{"keys show", "rollout status", "rollout history"} {
			Expect(out).To(ContainSubstring(name))
			found, _, err := NewCommand().Find(strings.Fields(name))
			Expect(err).NotTo(HaveOccurred())
			Expect(found.CommandPath()).To(HaveSuffix(name))
		}
		Expect(out).NotTo(ContainSubstring("rollout show"))
	})

	It("prints its version", func(ctx SpecContext) {
		out, _, err := run(ctx, NewCommand(), "--version")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(HavePrefix("kubectl shoot-flux version v"))
	})

	It("reports a mistyped command in one line", func(ctx SpecContext) {
		_, _, err := run(ctx, NewCommand(), "stauts", "-n", "garden-demo")
		Expect(err).To(MatchError(HavePrefix(`unknown command "stauts"; did you mean status? The commands are `)))
		Expect(err.Error()).NotTo(ContainSubstring("\n"))
	})

	DescribeTable("names both inputs of plan if it has none", func(ctx SpecContext, kubeconfig, reason string) {
		path := filepath.Join(GinkgoT().TempDir(), "kubeconfig")
		Expect(os.WriteFile(path, []byte(kubeconfig), 0o600)).To(Succeed())
		GinkgoT().Setenv("KUBECONFIG", path)
		_, _, err := run(ctx, NewCommand(), "plan")
		Expect(err).To(MatchError("plan needs files with Shoots and flux-config (-f), or a project in the garden (--context, -n): " + reason))
	},
		Entry("without a kubeconfig", "", "there is no kubeconfig for the garden; set it with --kubeconfig, or in the environment variable KUBECONFIG"),
		Entry("without a namespace in the kubeconfig", "clusters: [{name: a, cluster: {server: 'https://localhost:1'}}]\ncontexts: [{name: a, context: {cluster: a}}]\ncurrent-context: a\n",
			"set the namespace of the project with -n, such as -n garden-my-project"),
	)

	It("needs no cluster for the commands about versions", func(ctx SpecContext) {
		GinkgoT().Setenv("KUBECONFIG", "/does/not/exist")
		out, notes, err := run(ctx, NewCommand(), "versions")
		Expect(err).NotTo(HaveOccurred())
		Expect(out).To(HavePrefix("VERSION "))
		Expect(notes).To(BeEmpty())
	})
})
