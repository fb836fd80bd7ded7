// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package test

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/gardener/gardener/pkg/chartrenderer"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	appsv1 "k8s.io/api/apps/v1"
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
			for _, cells := range tableIn(sectionBelow("### " + title)) {
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

	It("is right that no rule has a wildcard or gives further rights, except for the ClusterRoles that the garden controller binds", func() {
		binds := map[string][]rbacv1.PolicyRule{}
		for title, rules := range grantedRules() {
			for _, rule := range rules {
				Expect(rule).NotTo(Or(HaveField("Verbs", ContainElements("*")), HaveField("Resources", ContainElements("*")), HaveField("APIGroups", ContainElements("*"))), title)
				Expect(rule.Verbs).NotTo(ContainElements(BeElementOf("escalate", "impersonate")), title)
				if slices.Contains(rule.Verbs, "bind") {
					binds[title] = append(binds[title], rule)
				}
			}
		}
		Expect(binds).To(HaveLen(1))
		Expect(binds).To(HaveKeyWithValue("ClusterRole "+gardenRoles+"garden-controller", ConsistOf(HaveField("ResourceNames", HaveLen(2)))))
		Expect(readRoot("docs/operations/permissions.md")).To(ContainSubstring("only the garden controller has `bind`, for two ClusterRoles."))
	})

	It("has who can read the credentials of projects, with each value of access", func() {
		const title = "Who can read the credentials of projects"
		var expected, written []string
		for _, secrets := range readableSecrets(gardenRules("ClusterWide")) {
			expected = append(expected, row(quoted(secrets), reach("ClusterWide", secrets), reach("PerProject", secrets), readers(gardenRules("ClusterWide"), secrets, "admission", "garden-controller")))
		}
		for _, cells := range tableIn(sectionBelow("## " + title)) {
			written = append(written, row(cells...))
		}
		Expect(written).To(ConsistOf(expected))
	})
})

var _ = Describe("SECURITY.md", func() {
	DescribeTable("names the Secrets of projects that an identity can read", func(bullet string, roles ...string) {
		_, text, found := strings.Cut(readRoot("SECURITY.md"), "\n- **"+bullet+"**")
		Expect(found).To(BeTrue())
		text, _, _ = strings.Cut(text, "\n- ")
		rules := gardenRules("ClusterWide")
		for _, secrets := range readableSecrets(rules) {
			name := "`" + secrets[0] + "`"
			if readers(rules, secrets, roles...) == "no" {
				Expect(text).NotTo(ContainSubstring(name))
			} else {
				Expect(text).To(ContainSubstring(name))
			}
		}
	},
		Entry("each seed", "Garden, from each seed", "garden-access", "project-access"),
		Entry("admission and garden controller", "Garden, from admission and garden controller", "admission", "garden-controller"),
	)
})

const gardenRoles = "extensions.gardener.cloud:extension-shoot-flux:"

// gardenRules returns the rules of the ClusterRoles in the garden, by the last part of their names.
func gardenRules(access string) map[string][]rbacv1.PolicyRule {
	result := map[string][]rbacv1.PolicyRule{}
	for _, object := range chartObjects(map[string]any{"access": access}) {
		if role, ok := object.(*rbacv1.ClusterRole); ok {
			if name, inGarden := strings.CutPrefix(role.Name, gardenRoles); inGarden {
				result[name] = role.Rules
			}
		}
	}
	return result
}

// readableSecrets returns the names of each rule about Secrets that can be read.
func readableSecrets(rules map[string][]rbacv1.PolicyRule) [][]string {
	found := map[string][]string{}
	for _, all := range rules {
		for _, rule := range all {
			if slices.Contains(rule.Resources, "secrets") && readsAny(rule) {
				found[strings.Join(rule.ResourceNames, " ")] = rule.ResourceNames
			}
		}
	}
	Expect(len(found)).To(BeNumerically(">", 3))
	return slices.Collect(maps.Values(found))
}

func readsAny(rule rbacv1.PolicyRule) bool {
	return slices.ContainsFunc(rule.Verbs, func(verb string) bool { return slices.Contains([]string{"get", "list", "watch"}, verb) })
}

// readers returns "all projects" if one of the ClusterRoles allows to read the Secrets, otherwise "no".
func readers(rules map[string][]rbacv1.PolicyRule, secrets []string, roles ...string) string {
	for _, role := range roles {
		for _, rule := range rules[role] {
			if slices.Contains(rule.Resources, "secrets") && readsAny(rule) && slices.Equal(rule.ResourceNames, secrets) {
				return "all projects"
			}
		}
	}
	return "no"
}

// reach returns in which projects a seed can read the Secrets. garden-access is bound for all namespaces, project-access for each project.
func reach(access string, secrets []string) string {
	rules := gardenRules(access)
	if all := readers(rules, secrets, "garden-access"); all != "no" {
		return all
	}
	if readers(rules, secrets, "project-access") != "no" {
		return "its projects"
	}
	return "no"
}

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
	Expect(result).To(HaveLen(6))
	return result
}

// chartObjects returns the rules, policies and Deployments of all charts, with more values of the charts that have them.
func chartObjects(more ...map[string]any) []runtime.Object {
	GinkgoHelper()
	gardener := map[string]any{
		"version": "v1.150.0", "garden": map[string]any{"clusterIdentity": "garden", "genericKubeconfigSecretName": "kubeconfig"},
		"seed":           map[string]any{"name": "my-seed"},
		"runtimeCluster": map[string]any{"priorityClassName": "gardener-garden-system-400"},
		"virtualCluster": map[string]any{"enabled": true, "namespace": "extension-shoot-flux",
			"serviceAccount": map[string]any{"name": "extension-admission-shoot-flux", "namespace": "kube-system"}},
	}
	// All that needs Secrets of projects is configured.
	config := map[string]any{"gitHosts": []any{"github.com"}, "push": map[string]any{"host": "push.example.com"}, "notifications": map[string]any{"hosts": []any{"hooks.slack.com"}},
		"checks": map[string]any{"hosts": []any{"prometheus.example.com"}}}
	values := map[string]any{"image": map[string]any{"repository": "registry.example.com/gardener-extension-shoot-flux"}, "gardener": gardener, "config": config}
	for _, each := range more {
		maps.Copy(values, each)
	}
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
			case "Deployment":
				object = &appsv1.Deployment{}
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
	_, section, found := strings.Cut(readRoot("docs/operations/permissions.md"), "\n"+title+"\n")
	Expect(found).To(BeTrue(), "no heading for %s", title)
	return regexp.MustCompile(`(?m)^#`).Split(section, 2)[0]
}

// listBelow returns the code at the beginning of each item of the list below the heading.
func listBelow(title string) []string {
	GinkgoHelper()
	var items []string
	for line := range strings.Lines(sectionBelow("### " + title)) {
		if item, is := strings.CutPrefix(line, "- `"); is {
			code, _, closed := strings.Cut(item, "`")
			Expect(closed).To(BeTrue(), line)
			items = append(items, code)
		}
	}
	return items
}

// tableIn returns the cells of the table in the section.
func tableIn(section string) [][]string {
	GinkgoHelper()
	var rows [][]string
	for line := range strings.Lines(section) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "| ") {
			cells := strings.Split(strings.TrimSuffix(strings.TrimPrefix(line, "|"), "|"), "|")
			for i := range cells {
				cells[i] = strings.TrimSpace(cells[i])
			}
			rows = append(rows, cells)
		}
	}
	Expect(len(rows)).To(BeNumerically(">", 2), "no table in %s", section)
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
