// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"fmt"
	"strings"

	"github.com/fluxcd/pkg/kustomize"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/kustomize/api/provider"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/plan/kustomizer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/clitest"
)

// installed is a project with one Shoot that applies the directory cluster, with the given fields of flux.
func installed(flux string) string {
	return clitest.Documents(clitest.ProjectConfig("garden-blue", `{config.yaml: "{apiVersion: flux.extensions.gardener.cloud/v1alpha1, kind: FluxConfig, flux: {`+flux+`}, `+
		`source: {template: {spec: {url: https://git.example.com/o/fleet.git}}}, kustomization: {template: {spec: {path: ./cluster, `+
		`postBuild: {substituteFrom: [{kind: ConfigMap, name: shoot-info}]}}}}}"}`), shoots("web"), clitest.OperatorHead+"limits: {patches: [Deployment]}\n")
}

// gates returns the fields of flux with a patch that sets feature gates of kustomize-controller.
func gates(version, value string) string {
	return "version: " + version + ", patches: [{target: {kind: Deployment, name: kustomize-controller}, " +
		"patch: '[{op: add, path: /spec/template/spec/containers/0/args/-, value: \\\"--feature-gates=" + value + "\\\"}]'}]"
}

var _ = Describe("An undefined variable", func() {
	const (
		v28, v29 = "version: v2.8", "version: v2.9"
		on, off  = "StrictPostBuildSubstitutions=true", "StrictPostBuildSubstitutions=false"
	)
	uses := func(value string) files { return files{"cluster/a.yaml": configMapOf("a", "x: '"+value+"'")} }

	DescribeTable("is refused with object, file, variable and fix",
		func(flux string, content files, message string) {
			out, _, err := newRepository(files{"cluster/a.yaml": configMapOf("a", "")}, content).plan(installed(flux), "--from", "HEAD~1", "--to", "HEAD")
			Expect(printer.ExitCode(err)).To(Equal(1), out)
			Expect(err).To(MatchError(ContainSubstring(message)))
			Expect(lines(out)).To(ConsistOf(HavePrefix("! ")), "Flux applies nothing of the Kustomization")
		},
		Entry("by Flux v2.9", v29, uses("${regoin}"), "Kustomization flux-system/flux-system: Flux refuses to apply it, because variables are not defined: regoin in ConfigMap default/a (cluster/a.yaml); "+
			"define the variable, set a default such as ${regoin:=}, write $${regoin} for a literal ${regoin}, or annotate the object with kustomize.toolkit.fluxcd.io/substitute: disabled"),
		Entry("by Flux v2.9, in a function", v29, uses("${x^^}-${#y}-${z/a/b}-${s:0:1}"), "not defined: s, x, y and z in ConfigMap default/a"),
		Entry("by Flux v2.9, in the default of a defined variable", v29, uses("${SHOOT_INFO_NAME:=${y}}"), "not defined: y in ConfigMap default/a"),
		Entry("by Flux v2.9, in several objects", v29, files{"cluster/a.yaml": configMapOf("a", "x: '${y}'"), "cluster/b.yaml": configMapOf("b", "x: '${y}${z}'")},
			"not defined: y in ConfigMap default/a (cluster/a.yaml), y and z in ConfigMap default/b (cluster/b.yaml); define the variables, set defaults such as ${y:=}"),
		Entry("by Flux v2.9, in a script", v29, files{"cluster/a.yaml": configMapOf("a", "run.sh: 'for i in *; do echo ${i}; done'")}, "not defined: i in ConfigMap default/a"),
		Entry("by Flux v2.9, in the text of a CRD", v29, files{"cluster/crd.yaml": "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: a.example.com, annotations: {text: 'like ${PWD}'}}\n"},
			"not defined: PWD in CustomResourceDefinition.apiextensions.k8s.io a.example.com (cluster/crd.yaml)"),
		Entry("by Flux v2.9, with a patch for another gate", gates("v2.9", "GroupChangeLog=true"), uses("${y}"), "not defined: y"),
		Entry("by Flux v2.9, if the last patch sets the gate", gates("v2.9", off+","+on), uses("${y}"), "not defined: y"),
		Entry("by Flux v2.8 with the feature gate", gates("v2.8", on), uses("${y}"), "not defined: y"),
	)

	DescribeTable("in a child is refused, and the other Kustomizations are planned",
		func(more string) {
			base := files{"cluster/k.yaml": kustomization("k", "./apps", more), "apps/a.yaml": configMapOf("a", ""), "apps/gone.yaml": configMapOf("gone", "")}
			r := newRepository(base, base.and(files{"apps/a.yaml": configMapOf("a", "x: '${regoin}'"), "apps/gone.yaml": "", "cluster/new.yaml": configMapOf("new", "")}))
			out, _, err := r.plan(blue(), "--from", "HEAD~1", "--to", "HEAD")
			Expect(err).To(MatchError(ContainSubstring("Kustomization flux-system/k: Flux refuses to apply it, because variables are not defined: regoin in ConfigMap default/a (apps/a.yaml)")))
			Expect(lines(out)).To(ConsistOf(HavePrefix("! Kustomization flux-system/k: "), "+ ConfigMap default/new"))
		},
		Entry("with inline variables", ", postBuild: {substitute: {region: eu}}"),
		Entry("with strategy Always", ", postBuild: {substituteStrategy: Always}"),
		Entry("with variables of shoot-info", ", postBuild: {substituteFrom: [{kind: ConfigMap, name: shoot-info}]}"),
	)

	It("is listed up to a bound", func() {
		content := files{}
		for i := range 30 {
			content[fmt.Sprintf("cluster/%02d.yaml", i)] = configMapOf(fmt.Sprintf("a-%02d", i), "x: '"+strings.Repeat("${x}", 30)+"', y: '${"+strings.Repeat("y", 2000)+"}'")
		}
		_, _, err := newRepository(content).plan(blue())
		Expect(err).To(MatchError(ContainSubstring("ConfigMap default/a-19 (cluster/19.yaml) and 10 more; define the variables")))
		Expect(len(err.Error())).To(BeNumerically("<", 8000))
	})

	DescribeTable("is accepted",
		func(flux string, content files) {
			_, _, err := newRepository(content).plan(installed(flux))
			Expect(err).NotTo(HaveOccurred())
		},
		Entry("by Flux v2.8, which replaces it by nothing", v28, uses("${regoin}")),
		Entry("by Flux v2.8 with the feature gate, in a function", gates("v2.8", on), uses("${x^^}-${#y}-${z/a/b}-${s:0:1}")),
		Entry("by Flux v2.9 without the feature gate", gates("v2.9", off), uses("${y}")),
		Entry("with a default", v29, uses("${a:=}${b:-x}${c:=${SHOOT_INFO_NAME}}${d=x}")),
		Entry("as a literal", v29, uses("$${y} $y")),
		Entry("in an object with the annotation", v29, files{"cluster/a.yaml": configMapOf("a", "x: '${y}'", ", annotations: {kustomize.toolkit.fluxcd.io/substitute: disabled}")}),
		Entry("without postBuild", v29, files{"cluster/k.yaml": kustomization("k", "./apps"), "apps/a.yaml": configMapOf("a", "x: '${y}'")}),
		Entry("without any variable", v29, files{"cluster/k.yaml": kustomization("k", "./apps", ", postBuild: {substitute: {}}"), "apps/a.yaml": configMapOf("a", "x: '${y}'")}),
		Entry("if it is defined and empty", v29, files{"cluster/k.yaml": kustomization("k", "./apps", ", postBuild: {substitute: {y: ''}}"), "apps/a.yaml": configMapOf("a", "x: '${y}'")}),
		Entry("if it may be in an object that is not known", v29, files{"cluster/k.yaml": kustomization("k", "./apps", ", postBuild: {substituteFrom: [{kind: Secret, name: outside, optional: true}]}"), "apps/a.yaml": configMapOf("a", "x: '${y}'")}),
		Entry("in a suspended Kustomization", v29, files{"cluster/k.yaml": kustomization("k", "./apps", ", suspend: true, postBuild: {substitute: {x: ''}}"), "apps/a.yaml": configMapOf("a", "x: '${y}'")}),
	)

	It("is not the only fault: Flux v2.8 fails for a substring with a negative length", func() {
		content := uses("${SHOOT_INFO_NAME:1:-1}")
		_, _, err := newRepository(content).plan(installed(v28))
		Expect(err).To(MatchError(ContainSubstring("ConfigMap default/a has a substring with a negative length, for which Flux before v2.9 fails; use a Shoot with Flux v2.9, or another function")))
		_, _, err = newRepository(content).plan(installed(v29))
		Expect(err).NotTo(HaveOccurred())
	})

	It("at the earlier revision leaves open what was applied", func() {
		r := newRepository(uses("${regoin}"), uses("${SHOOT_INFO_REGION}"))
		out, _, err := r.plan(blue(), "--from", "HEAD~1", "--to", "HEAD")
		Expect(err).NotTo(HaveOccurred())
		Expect(lines(out)).To(ConsistOf(HavePrefix("? not known: before: Kustomization flux-system/flux-system: Flux refuses to apply it, because variables are not defined: regoin")))
	})

	DescribeTable("is one for Flux's library too",
		func(value string) {
			res, err := provider.NewDefaultDepProvider().GetResourceFactory().FromBytes([]byte(configMapOf("a", "x: '"+value+"'")))
			Expect(err).NotTo(HaveOccurred())
			t := newTemplate(kustomizer.Object{APIVersion: "v1", Kind: kindConfigMap, Namespace: "default", Name: "a", Text: res.MustYaml()})
			Expect(t.parseErr).NotTo(HaveOccurred())
			_, err = kustomize.SubstituteVariables(GinkgoT().Context(), nil,
				unstructured.Unstructured{Object: map[string]any{"spec": map[string]any{"postBuild": map[string]any{"substitute": map[string]any{"name": "web", "empty": ""}}}}}, res,
				kustomize.SubstituteWithDryRun(true), kustomize.SubstituteWithStrict(true))
			vars := &variables{active: true, values: map[string]string{"name": "web", "empty": ""}}
			Expect(vars.undefinedIn(t, strictAlways)).To(HaveLen(map[bool]int{false: 0, true: 1}[err != nil]), "%v", err)
		},
		Entry(nil, "${name}${empty}"), Entry(nil, "${x}"), Entry(nil, "$x"), Entry(nil, "$${x}"),
		Entry(nil, "${x:=a}"), Entry(nil, "${x=a}"), Entry(nil, "${x:-a}"), Entry(nil, "${x:+a}"), Entry(nil, "${x:?a}"), Entry(nil, "${x:=}"), Entry(nil, "${x:=${y}}"), Entry(nil, "${name:=${y}}"),
		Entry(nil, "${x:=${y:=z}}"), Entry(nil, "${x:1}"), Entry(nil, "${x:1:2}"), Entry(nil, "${x^}"), Entry(nil, "${x^^}"), Entry(nil, "${x,}"), Entry(nil, "${x,,}"), Entry(nil, "${#x}"), Entry(nil, "${#name}"),
		Entry(nil, "${x#a}"), Entry(nil, "${x##a}"), Entry(nil, "${x%a}"), Entry(nil, "${x%%a}"), Entry(nil, "${x/a/b}"), Entry(nil, "${x//a/b}"), Entry(nil, "${x/#a/b}"), Entry(nil, "${x/%a/b}"),
		Entry(nil, "${name/a/${y}}"), Entry(nil, "${name/${y}/b}"), Entry(nil, "${name:0:${y}}"),
	)
})
