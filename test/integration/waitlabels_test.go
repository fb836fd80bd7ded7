// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package integration_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/envtest"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
)

// shootDefinition serves the metadata of Shoots like gardener-apiserver.
func shootDefinition() *apiextensionsv1.CustomResourceDefinition {
	return &apiextensionsv1.CustomResourceDefinition{
		ObjectMeta: metav1.ObjectMeta{
			Name:        "shoots.core.gardener.cloud",
			Annotations: map[string]string{apiextensionsv1.KubeAPIApprovedAnnotation: "unapproved, only for a test"},
		},
		Spec: apiextensionsv1.CustomResourceDefinitionSpec{
			Group: "core.gardener.cloud", Scope: apiextensionsv1.NamespaceScoped,
			Names: apiextensionsv1.CustomResourceDefinitionNames{Plural: "shoots", Singular: "shoot", Kind: "Shoot", ListKind: "ShootList"},
			Versions: []apiextensionsv1.CustomResourceDefinitionVersion{{
				Name: "v1beta1", Served: true, Storage: true,
				Schema: &apiextensionsv1.CustomResourceValidation{OpenAPIV3Schema: &apiextensionsv1.JSONSchemaProps{Type: "object", XPreserveUnknownFields: ptr.To(true)}},
			}},
		},
	}
}

// progress is called for each line that is not a note.
type progress func()

func (p progress) Write(line []byte) (int, error) {
	if !bytes.HasPrefix(line, []byte("Note: ")) {
		p()
	}
	return len(line), nil
}

var _ = Describe("Command wait with a label selector", Ordered, func() {
	const project = "garden-labels"
	var mayList, mayNot string

	user := func(ctx context.Context, c client.Client, directory, name string, rules ...rbacv1.PolicyRule) string {
		GinkgoHelper()
		added, err := environment.AddUser(envtest.User{Name: name}, nil)
		Expect(err).NotTo(HaveOccurred())
		kubeconfig, err := added.KubeConfig()
		Expect(err).NotTo(HaveOccurred())
		path := filepath.Join(directory, name)
		Expect(os.WriteFile(path, kubeconfig, 0o600)).To(Succeed())
		Expect(c.Create(ctx, &rbacv1.Role{ObjectMeta: metav1.ObjectMeta{Namespace: project, Name: name}, Rules: rules})).To(Succeed())
		Expect(c.Create(ctx, &rbacv1.RoleBinding{
			ObjectMeta: metav1.ObjectMeta{Namespace: project, Name: name},
			RoleRef:    rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "Role", Name: name},
			Subjects:   []rbacv1.Subject{{Kind: "User", APIGroup: rbacv1.GroupName, Name: name}},
		})).To(Succeed())
		return path
	}

	BeforeAll(func(ctx SpecContext) {
		c := newClient()
		_, err := envtest.InstallCRDs(restConfig, envtest.CRDInstallOptions{CRDs: []*apiextensionsv1.CustomResourceDefinition{shootDefinition()}})
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(func() {
			Expect(envtest.UninstallCRDs(restConfig, envtest.CRDInstallOptions{CRDs: []*apiextensionsv1.CustomResourceDefinition{shootDefinition()}})).To(Succeed())
		})
		Expect(c.Create(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: project}})).To(Succeed())
		statuses := map[string]string{}
		for name, env := range map[string]string{"one": "prod", "two": "prod", "three": "dev"} {
			shoot := &unstructured.Unstructured{Object: map[string]any{
				"apiVersion": "core.gardener.cloud/v1beta1", "kind": "Shoot",
				"metadata": map[string]any{"namespace": project, "name": name, "labels": map[string]any{"env": env, "shoot.gardener.cloud/status": "healthy"}},
				"spec":     map[string]any{"seedName": "alpha", "extensions": []any{map[string]any{"type": "shoot-flux"}}},
			}}
			Expect(c.Create(ctx, shoot)).To(Succeed())
			raw, err := json.Marshal(shoot)
			Expect(err).NotTo(HaveOccurred())
			known, is := fleet.ReadShoot(raw)
			Expect(is).To(BeTrue())
			statuses[name] = fleet.Encode(fleet.StatusOf(&extensionsv1alpha1.Extension{}, known, "alpha"))
		}
		Expect(c.Apply(ctx, corev1ac.ConfigMap("flux-status", project).WithData(statuses), client.FieldOwner("shoot-flux-seed-alpha"))).To(Succeed())

		status := rbacv1.PolicyRule{APIGroups: []string{""}, Resources: []string{"configmaps"}, ResourceNames: []string{"flux-status"}, Verbs: []string{"get", "list", "watch"}}
		directory := GinkgoT().TempDir()
		mayList = user(ctx, c, directory, "may-list-shoots", status,
			rbacv1.PolicyRule{APIGroups: []string{"core.gardener.cloud"}, Resources: []string{"shoots"}, Verbs: []string{"list"}})
		mayNot = user(ctx, c, directory, "may-not-list-shoots", status)
	})

	// wait interrupts the command when it prints its first progress. It returns the output of the command, and its error.
	wait := func(ctx context.Context, kubeconfig, selector string) (string, string) {
		ctx, interrupt := context.WithCancel(ctx)
		defer interrupt()
		command, out := cli.NewCommand(), &bytes.Buffer{}
		command.SetOut(out)
		command.SetErr(progress(interrupt))
		command.SetArgs([]string{"wait", "--kubeconfig", kubeconfig, "-n", project, "-l", selector, "--timeout", "5m", "-o", "json"})
		if err := command.ExecuteContext(ctx); err != nil {
			return out.String(), err.Error()
		}
		return out.String(), ""
	}

	DescribeTable("reports the same with and without permission to list Shoots",
		func(ctx SpecContext, selector string, names ...string) {
			out, failure := wait(ctx, mayList, selector)
			Expect(failure).To(HavePrefix("interrupted while waiting for Shoots of garden-labels "))
			found := struct {
				Shoots []struct{ Name string }
			}{}
			Expect(json.Unmarshal([]byte(out), &found)).To(Succeed())
			var selected []string
			for _, shoot := range found.Shoots {
				selected = append(selected, shoot.Name)
			}
			Expect(selected).To(ConsistOf(names))

			outWithout, failureWithout := wait(ctx, mayNot, selector)
			Expect(outWithout).To(Equal(out))
			Expect(failureWithout).To(Equal(failure))
		},
		Entry("equality", "env=prod", "one", "two"),
		Entry("inequality", "env!=prod", "three"),
		Entry("set", "env in (dev,staging)", "three"),
		Entry("no matching Shoot", "env=staging"),
	)

	It("ignores labels of Gardener", func(ctx SpecContext) {
		_, failure := wait(ctx, mayNot, "shoot.gardener.cloud/status=healthy")
		Expect(failure).To(ContainSubstring("you may not list Shoots, and shoot.gardener.cloud/status is a label of Gardener"))
	})
})
