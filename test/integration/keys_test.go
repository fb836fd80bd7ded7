// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package integration_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/envtest"
)

// Each user runs the command with their own kubeconfig.
var _ = Describe("Command keys", Ordered, func() {
	const (
		project   = "garden-keys"
		adopted   = "garden-keys-adopted"
		publicKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIazEu89wgQZ4bqs3d63QSMzYVa0MuJ2e2gKTKqu+UUO"
		nextKey   = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl"
		private   = "this would be a private key"
	)
	var (
		c       client.Client
		program string
		// member, viewer and operator are the paths of their kubeconfigs.
		member, viewer, operator string
	)

	// run returns the output of the command, and its exit code.
	run := func(ctx context.Context, kubeconfig string, args ...string) (out, warnings string, code int) {
		GinkgoHelper()
		command := exec.CommandContext(ctx, program, append([]string{"keys", "--kubeconfig", kubeconfig}, args...)...)
		stdout, stderr := &bytes.Buffer{}, &bytes.Buffer{}
		command.Stdout, command.Stderr = stdout, stderr
		if err := command.Run(); err != nil {
			Expect(err).To(BeAssignableToTypeOf(&exec.ExitError{}))
		}
		Expect(stdout.String() + stderr.String()).NotTo(ContainSubstring(private))
		return stdout.String(), stderr.String(), command.ProcessState.ExitCode()
	}

	// user returns the path of a kubeconfig for a user with the rules in the projects, or in the cluster.
	user := func(ctx context.Context, dir, name string, namespaces []string, rules ...rbacv1.PolicyRule) string {
		GinkgoHelper()
		added, err := environment.AddUser(envtest.User{Name: name}, nil)
		Expect(err).NotTo(HaveOccurred())
		kubeconfig, err := added.KubeConfig()
		Expect(err).NotTo(HaveOccurred())
		path := filepath.Join(dir, name)
		Expect(os.WriteFile(path, kubeconfig, 0o600)).To(Succeed())

		role := &rbacv1.ClusterRole{ObjectMeta: metav1.ObjectMeta{Name: "keys-" + name}, Rules: rules}
		Expect(c.Create(ctx, role)).To(Succeed())
		DeferCleanup(func(ctx context.Context) { Expect(c.Delete(ctx, role)).To(Succeed()) })
		ref := rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "ClusterRole", Name: role.Name}
		subjects := []rbacv1.Subject{{Kind: "User", APIGroup: rbacv1.GroupName, Name: name}}
		if len(namespaces) == 0 {
			binding := &rbacv1.ClusterRoleBinding{ObjectMeta: metav1.ObjectMeta{Name: role.Name}, RoleRef: ref, Subjects: subjects}
			Expect(c.Create(ctx, binding)).To(Succeed())
			DeferCleanup(func(ctx context.Context) { Expect(c.Delete(ctx, binding)).To(Succeed()) })
		}
		for _, namespace := range namespaces {
			Expect(c.Create(ctx, &rbacv1.RoleBinding{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: role.Name}, RoleRef: ref, Subjects: subjects})).To(Succeed())
		}
		return path
	}

	BeforeAll(func(ctx SpecContext) {
		c = newClient()
		dir := GinkgoT().TempDir()
		program = filepath.Join(dir, "program")
		output, err := exec.CommandContext(ctx, "go", "build", "-o", program, "../../cmd/kubectl-shoot_flux").CombinedOutput()
		Expect(err).NotTo(HaveOccurred(), "%s", output)

		for _, namespace := range []string{project, adopted} {
			Expect(c.Create(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: namespace}})).To(Succeed())
		}
		// Gardener gives these rules to members and viewers of a project.
		member = user(ctx, dir, "member", []string{project, adopted}, rbacv1.PolicyRule{APIGroups: []string{""}, Resources: []string{"secrets", "configmaps"}, Verbs: []string{"*"}})
		viewer = user(ctx, dir, "viewer", []string{project}, rbacv1.PolicyRule{APIGroups: []string{""}, Resources: []string{"configmaps"}, Verbs: []string{"get", "list", "watch"}})
		operator = user(ctx, dir, "operator", nil, rbacv1.PolicyRule{APIGroups: []string{""}, Resources: []string{"secrets", "configmaps"}, Verbs: []string{"get", "list"}})
	})

	BeforeEach(func(ctx SpecContext) {
		prefix := "flux.extensions.gardener.cloud/"
		for _, secret := range []*corev1.Secret{
			{
				ObjectMeta: metav1.ObjectMeta{Namespace: project, Name: "flux-source", Annotations: map[string]string{
					prefix + "public-key": publicKey, prefix + "next-public-key": nextKey, prefix + "generated-at": "2026-11-12T00:00:00Z",
				}},
				Data: map[string][]byte{"identity": []byte(private)},
			},
			{
				ObjectMeta: metav1.ObjectMeta{Namespace: adopted, Name: "flux-source"},
				Data:       map[string][]byte{"identity": []byte(private), "identity.pub": []byte(publicKey), "password": []byte(private)},
			},
		} {
			Expect(c.Create(ctx, secret)).To(Succeed())
			DeferCleanup(func(ctx context.Context) { Expect(c.Delete(ctx, secret)).To(Succeed()) })
		}
	})

	It("shows a member the keys of the project", func(ctx SpecContext) {
		out, warnings, code := run(ctx, member, "show", "-n", project)
		Expect(out).To(Equal(publicKey+"\n"), "%s", warnings)
		Expect(code).To(BeZero())
		out, _, _ = run(ctx, member, "show", "-n", project, "--next")
		Expect(out).To(Equal(nextKey + "\n"))
		out, _, _ = run(ctx, member, "show", "-n", adopted)
		Expect(out).To(Equal(publicKey + "\n"))
		out, _, _ = run(ctx, member, "show", "-n", project, "-o", "yaml")
		Expect(out).To(ContainSubstring("phase: RotationPrepared"))
	})

	It("shows an operator the keys of all projects", func(ctx SpecContext) {
		out, warnings, code := run(ctx, operator, "list", "-A")
		Expect(code).To(BeZero(), "%s", warnings)
		lines := strings.Split(strings.TrimSpace(out), "\n")
		Expect(lines[0]).To(HavePrefix("NAMESPACE"))
		Expect(lines).To(ContainElements(HavePrefix(project+" "), HavePrefix(adopted+" ")), "beside those of other tests")
	})

	It("requests a rotation with an annotation of the Secret only", func(ctx SpecContext) {
		before := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: project, Name: "flux-source"}}
		Expect(c.Get(ctx, client.ObjectKeyFromObject(before), before)).To(Succeed())
		out, warnings, code := run(ctx, member, "rotate", "complete", "-n", project, "--dry-run")
		Expect(code).To(BeZero(), "%s", warnings)
		Expect(out).To(HavePrefix("Would request"))
		after := before.DeepCopy()
		Expect(c.Get(ctx, client.ObjectKeyFromObject(after), after)).To(Succeed())
		Expect(after.ResourceVersion).To(Equal(before.ResourceVersion))

		_, warnings, code = run(ctx, member, "rotate", "complete", "-n", project)
		Expect(code).To(BeZero(), "%s", warnings)
		Expect(c.Get(ctx, client.ObjectKeyFromObject(after), after)).To(Succeed())
		Expect(after.Data).To(Equal(before.Data))
		before.Annotations["flux.extensions.gardener.cloud/operation"] = "rotate-deploy-key-complete"
		Expect(after.Annotations).To(Equal(before.Annotations))
	})

	DescribeTable("exits with code 1 and a reason",
		func(ctx SpecContext, who func() string, args []string, message string) {
			out, warnings, code := run(ctx, who(), args...)
			Expect(code).To(Equal(1))
			Expect(out).To(BeEmpty())
			Expect(warnings).To(ContainSubstring(message))
		},
		Entry("viewer without permission to read Secrets", func() string { return viewer }, []string{"show", "-n", project}, "Members and admins of the project may, viewers may not"),
		Entry("viewer without permission to list Secrets", func() string { return viewer }, []string{"list", "-n", project}, "you may not read Secrets in namespace "+project),
		Entry("member with --all-projects", func() string { return member }, []string{"list", "-A"}, "you may not list the Secrets of all projects; select one with -n"),
		Entry("user without permission to write", func() string { return operator }, []string{"rotate", "complete", "-n", project}, "you may not request an operation"),
		Entry("missing key", func() string { return operator }, []string{"show", "-n", "default"}, "there is no deploy key in namespace default"),
		Entry("missing kubeconfig", func() string { return "/nowhere" }, []string{"list"}, "failed to read the kubeconfig for the garden"),
	)
})
