// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden_test

import (
	"bytes"
	"context"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/spf13/cobra"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/clitest"
)

var _ = Describe("Completion", func() {
	shoot := func(namespace, name string) client.Object {
		return &gardencorev1beta1.Shoot{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name}}
	}
	project := func(name, namespace string) client.Object {
		p := &gardencorev1beta1.Project{ObjectMeta: metav1.ObjectMeta{Name: name}}
		if namespace != "" {
			p.Spec.Namespace = ptr.To(namespace)
		}
		return p
	}
	objects := []client.Object{shoot("garden-demo", "prod-1"), shoot("garden-demo", "prod-0"), shoot("garden-demo", "dev"), shoot("garden-other", "prod-2"),
		project("demo", "garden-demo"), project("other", "garden-other"), project("new", "")}
	complete := func(ctx context.Context, funcs interceptor.Funcs, args ...string) string {
		GinkgoHelper()
		access := clitest.NewAccess(clitest.NewClient(objects, funcs), "garden-demo")
		return completed(ctx, access, args...)
	}

	DescribeTable("completes names in the garden",
		func(ctx SpecContext, expected string, args ...string) {
			Expect(complete(ctx, interceptor.Funcs{}, args...)).To(HavePrefix(expected))
		},
		Entry("Shoots of the project", "dev\nprod-0\nprod-1\n:4", "--shoot", ""),
		Entry("Shoots with a prefix", "prod-0\nprod-1\n:4", "--shoot", "prod"),
		Entry("Shoots of another project", "prod-2\n:4", "-n", "garden-other", "--shoot", ""),
		Entry("Shoots of another project by its name", "prod-2\n:4", "--project", "other", "--shoot", ""),
		Entry("namespaces of projects", "garden-demo\ngarden-other\n:4", "-n", ""),
		Entry("projects", "demo\nnew\nother\n:4", "--project", ""),
	)

	It("completes nothing without permission to list", func(ctx SpecContext) {
		forbidden := interceptor.Funcs{List: func(context.Context, client.WithWatch, client.ObjectList, ...client.ListOption) error {
			return clitest.Forbidden("shoots")
		}}
		Expect(complete(ctx, forbidden, "--shoot", "")).To(HavePrefix(":4"))
		Expect(complete(ctx, forbidden, "-n", "")).To(HavePrefix(":4"))
	})
})

// completed returns what a shell gets for the flags of a command.
func completed(ctx context.Context, access garden.Access, args ...string) string {
	GinkgoHelper()
	root := &cobra.Command{Use: "root"}
	command := &cobra.Command{Use: "command", Run: func(*cobra.Command, []string) {}}
	access.AddFlags(command.Flags())
	command.Flags().String("shoot", "", "")
	access.CompleteFlags(command) //nolint:contextcheck // the command gets it when it runs
	root.AddCommand(command)
	out := &bytes.Buffer{}
	root.SetOut(out)
	root.SetErr(&bytes.Buffer{})
	root.SetArgs(append([]string{cobra.ShellCompRequestCmd, "command"}, args...))
	Expect(root.ExecuteContext(ctx)).To(Succeed())
	return out.String()
}

var _ = Describe("--project", func() {
	It("selects the namespace", func() {
		namespaceOf := func(args ...string) (string, error) {
			access := clitest.NewAccess(nil, "garden-of-context")
			command := &cobra.Command{}
			access.AddFlags(command.Flags())
			Expect(command.ParseFlags(args)).To(Succeed())
			_, namespace, err := access.Project()
			return namespace, err
		}
		Expect(namespaceOf()).To(Equal("garden-of-context"))
		Expect(namespaceOf("--project", "demo")).To(Equal("garden-demo"))
		_, err := namespaceOf("--project", "demo", "-n", "garden-demo")
		Expect(err).To(MatchError("-n and --project cannot be used together"))
	})
})
