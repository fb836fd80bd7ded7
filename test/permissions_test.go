// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/gardener/gardener/pkg/chartrenderer"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/version"

	"github.com/shoot-flux/gardener-extension-shoot-flux/charts"
)

var _ = Describe("docs/operations/permissions.md", func() {
	It("has a row for each rule of the charts, and no other", func() {
		for title, rules := range grantedRules() {
			Expect(rules).NotTo(BeEmpty(), title)
			var expected []string
			for _, rule := range rules {
				expected = append(expected, row(objectsOf(rule), quoted(rule.Verbs)))
			}
			var written []string
			for _, cells := range tableBelow(title) {
				Expect(cells).To(HaveLen(3), title)
				Expect(cells[2]).NotTo(BeEmpty(), "%s: its purpose is missing", title)
				written = append(written, row(cells[0], cells[1]))
			}
			Expect(written).To(ConsistOf(expected), title)
		}
	})

	It("lists the message of each validation of the policies, and no other", func() {
		for title, validations := range policies() {
			Expect(validations).NotTo(BeEmpty(), title)
			var expected []string
			for _, validation := range validations {
				expected = append(expected, messageOf(validation))
			}
			Expect(listBelow(title)).To(Equal(expected), title)
		}
	})
})

// objectsOf returns the resources of a rule, and their names, if any.
func objectsOf(rule rbacv1.PolicyRule) string {
	if len(rule.ResourceNames) == 0 {
		return quoted(resourcesOf(rule))
	}
	return quoted(resourcesOf(rule)) + ": " + quoted(rule.ResourceNames)
}

// resourcesOf returns the resources of a rule with their API groups, in the form of kubectl.
func resourcesOf(rule rbacv1.PolicyRule) []string {
	var resources []string
	for _, group := range rule.APIGroups {
		for _, resource := range rule.Resources {
			if group != "" {
				name, subresource, _ := strings.Cut(resource, "/")
				resource = strings.TrimSuffix(name+"."+group+"/"+subresource, "/")
			}
			resources = append(resources, resource)
		}
	}
	return resources
}

// messageOf returns the message of a validation, with … for the value of an expression.
func messageOf(validation admissionregistrationv1.Validation) string {
	if validation.MessageExpression == "" {
		return validation.Message
	}
	literal, _, _ := strings.Cut(strings.TrimPrefix(validation.MessageExpression, "'"), "'")
	return literal + "…"
}

func grantedRules() map[string][]rbacv1.PolicyRule {
	result := map[string][]rbacv1.PolicyRule{}
	for _, object := range chartObjects() {
		switch object := object.(type) {
		case *rbacv1.ClusterRole:
			result["ClusterRole "+object.Name] = object.Rules
		case *rbacv1.Role:
			result["Role "+object.Name] = object.Rules
		}
	}
	Expect(result).To(HaveLen(9))
	return result
}

func policies() map[string][]admissionregistrationv1.Validation {
	result := map[string][]admissionregistrationv1.Validation{}
	for _, object := range chartObjects() {
		if policy, ok := object.(*admissionregistrationv1.ValidatingAdmissionPolicy); ok {
			result["ValidatingAdmissionPolicy "+policy.Name] = policy.Spec.Validations
		}
	}
	Expect(result).To(HaveLen(5))
	return result
}

// chartObjects returns the rules and policies of all charts.
func chartObjects() []runtime.Object {
	GinkgoHelper()
	gardener := map[string]any{
		"version": "v1.150.0", "garden": map[string]any{"clusterIdentity": "garden", "genericKubeconfigSecretName": "kubeconfig"},
		"seed":           map[string]any{"name": "my-seed"},
		"runtimeCluster": map[string]any{"priorityClassName": "gardener-garden-system-400"},
		"virtualCluster": map[string]any{"enabled": true, "namespace": "extension-shoot-flux",
			"serviceAccount": map[string]any{"name": "extension-admission-shoot-flux", "namespace": "kube-system"}},
	}
	values := map[string]any{"image": map[string]any{"repository": "registry.example.com/gardener-extension-shoot-flux"}, "gardener": gardener}
	renderer := chartrenderer.NewWithServerVersion(&version.Info{GitVersion: "v1.36.0", Major: "1", Minor: "36"})
	var objects []runtime.Object
	for _, chart := range []string{charts.Seed, charts.AdmissionApplication, charts.AdmissionRuntime} {
		rendered, err := renderer.RenderEmbeddedFS(charts.Files(), chart, "shoot-flux", "extension-shoot-flux", values)
		Expect(err).NotTo(HaveOccurred())
		for _, document := range documentsIn(chart, rendered.Manifest()) {
			var object runtime.Object
			switch document.content["kind"] {
			case "ClusterRole":
				object = &rbacv1.ClusterRole{}
			case "Role":
				object = &rbacv1.Role{}
			case "ValidatingAdmissionPolicy":
				object = &admissionregistrationv1.ValidatingAdmissionPolicy{}
			default:
				continue
			}
			Expect(runtime.DefaultUnstructuredConverter.FromUnstructured(document.content, object)).To(Succeed())
			objects = append(objects, object)
		}
	}
	return objects
}

// sectionBelow returns the text below the heading.
func sectionBelow(title string) string {
	GinkgoHelper()
	content, err := os.ReadFile(filepath.Join(root, "docs", "operations", "permissions.md"))
	Expect(err).NotTo(HaveOccurred())
	_, section, found := strings.Cut(string(content), "\n### "+title+"\n")
	Expect(found).To(BeTrue(), "no heading for %s", title)
	return regexp.MustCompile(`(?m)^#`).Split(section, 2)[0]
}

// listBelow returns the code at the beginning of each item of the list below the heading.
func listBelow(title string) []string {
	GinkgoHelper()
	var items []string
	for line := range strings.Lines(sectionBelow(title)) {
		if item, is := strings.CutPrefix(line, "- `"); is {
			code, _, closed := strings.Cut(item, "`")
			Expect(closed).To(BeTrue(), line)
			items = append(items, code)
		}
	}
	return items
}

// tableBelow returns the cells of the first table below the heading.
func tableBelow(title string) [][]string {
	GinkgoHelper()
	var rows [][]string
	for line := range strings.Lines(sectionBelow(title)) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "| ") {
			cells := strings.Split(strings.TrimSuffix(strings.TrimPrefix(line, "|"), "|"), "|")
			for i := range cells {
				cells[i] = strings.TrimSpace(cells[i])
			}
			rows = append(rows, cells)
		}
	}
	Expect(len(rows)).To(BeNumerically(">", 2), "no table below %s", title)
	return rows[2:]
}

func quoted(words []string) string {
	words = slices.Clone(words)
	for i, word := range words {
		words[i] = "`" + word + "`"
	}
	return strings.Join(words, ", ")
}

func row(cells ...string) string { return strings.Join(cells, " | ") }
