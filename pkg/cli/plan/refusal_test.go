// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/clitest"
)

// at134 is a project with one Shoot of Kubernetes 1.34.
func at134() string {
	return clitest.Documents(config("path: ./cluster"), strings.ReplaceAll(shoots("web"), "{region: eu-1,", "{region: eu-1, kubernetes: {version: 1.34.2},"))
}

// widgets is a CustomResourceDefinition.
const widgets = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  names: {kind: Widget, listKind: WidgetList, plural: widgets, singular: widget}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            required: [size, mode]
            properties:
              size: {type: string, enum: [small, large]}
              mode: {type: string, default: auto}
              count: {type: integer, minimum: 1}
            x-kubernetes-validations:
            - {rule: "self.size == 'large' || !has(self.count) || self.count < 3", message: a small widget has less than 3}
  - {name: v1alpha1, served: false, storage: false, schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}}
`

func widget(version, metadata, spec string) string {
	return "apiVersion: example.com/" + version + "\nkind: Widget\nmetadata: {" + metadata + "}\nspec: {" + spec + "}\n"
}

const root = "Kustomization flux-system/flux-system: "

// immutable is a ConfigMap that cannot be changed.
func immutable(value string) string { return configMapOf("a", "x: "+value) + "immutable: true\n" }

// Each case is compared with the real controllers in test/conformance.
var _ = Describe("What the API server refuses", func() {
	simple := files{"cluster/keep.yaml": configMapOf("keep", ""), "cluster/gone.yaml": configMapOf("gone", "")}
	deployment := func(env string) string {
		return "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: s, namespace: default}\nspec:\n  selector: {matchLabels: {a: b}}\n  template: {metadata: {labels: {a: b}}, spec: {containers: [{name: c, image: x, env: [" + env + "]}]}}\n"
	}

	DescribeTable("fails the plan, and is named with field and fix:",
		func(object, message string) {
			out, _, err := newRepository(simple, simple.and(files{"cluster/gone.yaml": "", "cluster/more.yaml": object, "cluster/new.yaml": configMapOf("new", "")})).plan(at134(), "--from", "HEAD~1", "--to", "HEAD")
			Expect(err).To(MatchError(ContainSubstring(message)))
			Expect(printer.ExitCode(err)).To(Equal(1))
			Expect(lines(out)).To(ConsistOf(HavePrefix("! Kustomization flux-system/flux-system: the API server refuses ")), "nothing is applied or pruned")
			Expect(err).To(MatchError(HaveSuffix("; until this is corrected, Flux applies nothing of this Kustomization, and prunes nothing")))
		},
		Entry("a namespaced object without namespace", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n",
			"the API server refuses ConfigMap a: metadata.namespace is missing; set it, or spec.targetNamespace of the Kustomization; until"),
		Entry("an object of Flux without namespace", "apiVersion: source.toolkit.fluxcd.io/v1\nkind: HelmRepository\nmetadata: {name: a}\nspec: {url: 'https://charts.example.com'}\n",
			"HelmRepository.source.toolkit.fluxcd.io a: metadata.namespace is missing"),
		Entry("a version that Flux does not serve any more", "apiVersion: helm.toolkit.fluxcd.io/v2beta1\nkind: HelmRelease\nmetadata: {name: h, namespace: default}\nspec: {interval: 5m}\n",
			`HelmRelease.helm.toolkit.fluxcd.io default/h: apiVersion: Invalid value: "helm.toolkit.fluxcd.io/v2beta1": Flux v2.9.5 serves HelmRelease as helm.toolkit.fluxcd.io/v2;`),
		Entry("a misspelt kind of Flux", "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmReleas\nmetadata: {name: h, namespace: default}\n",
			`kind: Invalid value: "HelmReleas": Flux v2.9.5 has no such kind in API group "helm.toolkit.fluxcd.io"`),
		Entry("an unknown field of Flux", "apiVersion: source.toolkit.fluxcd.io/v1\nkind: HelmRepository\nmetadata: {name: a, namespace: default}\nspec: {url: 'https://charts.example.com', nonsense: 1}\n",
			"spec.nonsense: Forbidden: unknown field in Flux v2.9.5"),
		Entry("a missing field of Flux", "apiVersion: source.toolkit.fluxcd.io/v1\nkind: GitRepository\nmetadata: {name: a, namespace: default}\nspec: {interval: 5m}\n",
			"spec.url: Required value"),
		Entry("a value of another form", "apiVersion: source.toolkit.fluxcd.io/v1\nkind: GitRepository\nmetadata: {name: a, namespace: default}\nspec: {interval: 5 minutes, url: 'https://git.example.com/a'}\n",
			`spec.interval: Invalid value: "5 minutes": should match`),
		Entry("a broken rule of Flux", "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: h, namespace: default}\nspec: {interval: 5m, chart: {spec: {chart: x, sourceRef: {kind: HelmRepository, name: r}}}, chartRef: {kind: OCIRepository, name: x}}\n",
			"either chart or chartRef must be set"),
		Entry("a version that Kubernetes does not serve any more", "apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nmetadata: {name: s, namespace: default}\n",
			"PodDisruptionBudget.policy default/s: Kubernetes 1.34 does not serve PodDisruptionBudget of policy/v1beta1; change apiVersion to policy/v1; until"),
		Entry("a version that Kubernetes does not serve yet", "apiVersion: admissionregistration.k8s.io/v1\nkind: MutatingAdmissionPolicy\nmetadata: {name: s}\n",
			"Kubernetes 1.34 does not serve MutatingAdmissionPolicy of admissionregistration.k8s.io/v1; change apiVersion to admissionregistration.k8s.io/v1beta1"),
		Entry("a kind that Kubernetes does not serve any more", "apiVersion: policy/v1beta1\nkind: PodSecurityPolicy\nmetadata: {name: s}\n",
			"does not serve PodSecurityPolicy of policy/v1beta1; remove the object, or correct apiVersion and kind"),
		Entry("a number instead of a string", deployment("{name: A, value: 1}"),
			`spec.template.spec.containers[name="c"].env[name="A"].value: expected string; put the value in quotes`),
		Entry("an entry that is in a list twice", deployment("{name: A, value: '1'}, {name: A, value: '2'}"),
			`duplicate entries for key [name="A"]; remove one of them`),
		Entry("an unknown field of a Role, which Flux does not remove", "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: s, namespace: default}\nrules: [{apiGroups: [''], resource: [pods], verbs: [get]}]\n",
			"rules[0].resource: unknown field; remove it, or correct its name"),
		Entry("an invalid label", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: s, namespace: default, labels: {team: 'a b'}}\n",
			`metadata.labels: Invalid value: "a b"`),
		Entry("an invalid name", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: Settings, namespace: default}\n", `metadata.name: Invalid value: "Settings"`),
		Entry("a Secret that is not base64", "apiVersion: v1\nkind: Secret\nmetadata: {name: s, namespace: default}\ndata: {a: 'not base64!'}\n",
			"Secret default/s: data.a is not base64; encode it, or use stringData"),
	)

	DescribeTable("is judged with the CustomResourceDefinitions of the source:",
		func(object, message string) {
			out, _, err := newRepository(simple, simple.and(files{"cluster/gone.yaml": "", "cluster/crd.yaml": widgets, "cluster/w.yaml": object})).plan(at134(), "--from", "HEAD~1", "--to", "HEAD")
			if message == "" {
				Expect(err).NotTo(HaveOccurred())
				Expect(lines(out)).To(Equal([]string{"- ConfigMap default/gone", "+ CustomResourceDefinition.apiextensions.k8s.io widgets.example.com", "+ Widget.example.com default/w"}))
				return
			}
			Expect(err).To(MatchError(ContainSubstring(message)))
			Expect(err).To(MatchError(HaveSuffix("; until this is corrected, Flux applies only Namespaces, CustomResourceDefinitions, ClusterRoles and classes of this Kustomization, and prunes nothing")))
			Expect(lines(out)).To(ConsistOf(HavePrefix("! "), "+ CustomResourceDefinition.apiextensions.k8s.io widgets.example.com"))
		},
		Entry("a valid object", widget("v1", "name: w, namespace: default", "size: small, count: 2"), ""),
		Entry("a value that is not allowed", widget("v1", "name: w, namespace: default", "size: medium"), `spec.size: Unsupported value: "medium"`),
		Entry("a broken rule", widget("v1", "name: w, namespace: default", "size: small, count: 3"), "a small widget has less than 3"),
		Entry("an unknown field", widget("v1", "name: w, namespace: default", "size: small, colour: red"), "spec.colour: Forbidden: unknown field"),
		Entry("a version that is not served", widget("v1alpha1", "name: w, namespace: default", "size: small"), "does not serve example.com/v1alpha1; change apiVersion to example.com/v1"),
		Entry("an object without namespace", widget("v1", "name: w", "size: small"), "Widget.example.com w: metadata.namespace is missing"),
	)

	DescribeTable("is not",
		func(object string) {
			_, _, err := newRepository(simple.and(files{"cluster/more.yaml": object})).plan(at134())
			Expect(err).NotTo(HaveOccurred())
		},
		Entry("an unknown field of a built-in kind, which Flux removes", "apiVersion: v1\nkind: Service\nmetadata: {name: s, namespace: default}\nspec: {ports: [{port: 80}], selector: {a: b}, nonsense: 1}\n"),
		Entry("a namespace of a cluster-scoped object", "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: first, namespace: default}\nrules: []\n"),
		Entry("a kind that nobody defines in the source", "apiVersion: example.org/v1\nkind: Gadget\nmetadata: {name: g}\nspec: {a: b}\n"),
		Entry("an object that Flux does not apply", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, annotations: {kustomize.toolkit.fluxcd.io/reconcile: disabled}}\n"),
		Entry("the status of an object, which Flux removes", "apiVersion: source.toolkit.fluxcd.io/v1\nkind: HelmRepository\nmetadata: {name: a, namespace: default}\nspec: {url: 'https://charts.example.com'}\nstatus: {a: b}\n"),
		Entry("a name of RBAC with a colon", "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: 'a:B'}\nrules: []\n"),
		Entry("text in stringData", "apiVersion: v1\nkind: Secret\nmetadata: {name: s, namespace: default}\nstringData: {a: 'not base64!'}\n"),
	)

	It("does not matter for a Kubernetes version that is not known", func() {
		_, _, err := newRepository(simple.and(files{"cluster/more.yaml": "apiVersion: policy/v1beta1\nkind: PodSecurityPolicy\nmetadata: {name: s}\n"})).plan(blue())
		Expect(err).NotTo(HaveOccurred())
	})

	It("is judged without the values that are not known", func() {
		tree := simple.and(files{
			"cluster/more.yaml": kustomization("apps", "./apps", ", postBuild: {substituteFrom: [{kind: Secret, name: unknown}]}"),
			"apps/a.yaml":       "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: default, labels: {a: '${LABEL}'}}\n",
			"apps/b.yaml":       "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: b, namespace: default}\nspec: {replicas: '${REPLICAS}', nonsense: 1}\n",
			"apps/c.yaml":       "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {a: '${DATA}'}\n",
		})
		out, _, err := newRepository(tree).plan(at134())
		Expect(err).To(MatchError(ContainSubstring("Kustomization flux-system/apps: the API server refuses ConfigMap c: metadata.namespace is missing")))
		Expect(out).NotTo(ContainSubstring("refuses ConfigMap default/a"))
	})

	const of = "the API server refuses ConfigMap default/a: it is immutable, and data changes; give the object another name, or set kustomize.toolkit.fluxcd.io/force: enabled; until this is corrected, Flux "
	DescribeTable("can be the change of an immutable object:",
		func(before, after files, expected ...string) {
			r := newRepository(simple.and(before), simple.and(after).and(files{"cluster/gone.yaml": ""}))
			out, _, err := r.plan(at134(), "--from", "HEAD~1", "--to", "HEAD")
			if strings.HasPrefix(expected[0], "! ") {
				Expect(printer.ExitCode(err)).To(Equal(1))
			} else {
				Expect(err).NotTo(HaveOccurred())
			}
			Expect(strings.Join(lines(out), "\n")).To(Equal(strings.Join(expected, "\n")), out)
		},
		Entry("nothing beside it is applied or pruned", files{"cluster/a.yaml": immutable("a")}, files{"cluster/a.yaml": immutable("b"), "cluster/new.yaml": configMapOf("new", ""), "cluster/keep.yaml": configMapOf("keep", "a: b")},
			"! "+root+of+"applies nothing of this Kustomization, and prunes nothing"),
		Entry("Namespaces are applied before", files{"cluster/a.yaml": immutable("a")}, files{"cluster/a.yaml": immutable("b"), "cluster/new.yaml": configMapOf("new", ""), "cluster/n.yaml": "apiVersion: v1\nkind: Namespace\nmetadata: {name: n}\n"},
			"! "+root+of+"applies only Namespaces, CustomResourceDefinitions, ClusterRoles and classes of this Kustomization, and prunes nothing", "+ Namespace n"),
		Entry("what depends on its Kustomization is held back", files{"cluster/k.yaml": kustomization("k", "./k"), "cluster/d.yaml": kustomization("d", "./d", ", dependsOn: [{name: k}]"), "k/a.yaml": immutable("a"), "d/d.yaml": configMapOf("d", "")},
			files{"cluster/k.yaml": kustomization("k", "./k"), "cluster/d.yaml": kustomization("d", "./d", ", dependsOn: [{name: k}]"), "k/a.yaml": immutable("b"), "d/d.yaml": configMapOf("d", "a: b")},
			"! Kustomization flux-system/d: it depends on Kustomization flux-system/k, which fails: its objects do not change",
			"! Kustomization flux-system/k: "+of+"applies nothing of this Kustomization, and prunes nothing", "- ConfigMap default/gone"),
		Entry("not with force, with which Flux creates the object again", files{"cluster/a.yaml": immutable("a")}, files{"cluster/a.yaml": strings.Replace(immutable("b"), "name: a,", "annotations: {kustomize.toolkit.fluxcd.io/force: enabled}, name: a,", 1)},
			"- ConfigMap default/gone", "~ ConfigMap default/a", "? not known: "+root+"with force, Flux deletes a changed object and creates it again if the API server refuses the change: ConfigMap default/a"),
		Entry("not of an object that is not immutable yet", files{"cluster/a.yaml": strings.Replace(immutable("a"), "true", "false", 1)}, files{"cluster/a.yaml": immutable("b")}, "- ConfigMap default/gone", "~ ConfigMap default/a"),
		Entry("not of labels", files{"cluster/a.yaml": immutable("a")}, files{"cluster/a.yaml": strings.Replace(immutable("a"), "name: a,", "labels: {a: b}, name: a,", 1)}, "- ConfigMap default/gone", "~ ConfigMap default/a"),
		Entry("not if the object is only created", files{"cluster/a.yaml": immutable("a")}, files{"cluster/a.yaml": strings.Replace(immutable("b"), "name: a,", "annotations: {kustomize.toolkit.fluxcd.io/ssa: IfNotPresent}, name: a,", 1)}, "- ConfigMap default/gone"),
		Entry("not if the object may be pruned before, because it moves", files{"cluster/k.yaml": kustomization("k", "./k"), "k/a.yaml": immutable("a"), "k/keep.yaml": configMapOf("k", "")}, files{"cluster/k.yaml": kustomization("k", "./k"), "cluster/a.yaml": immutable("b"), "k/keep.yaml": configMapOf("k", "")},
			"- ConfigMap default/gone", "± ConfigMap default/a: Kustomization flux-system/k may prune it before Kustomization flux-system/flux-system applies it"),
	)

	It("is judged without the values that are not known in its Kustomization", func() {
		tree := simple.and(files{
			"cluster/k.yaml": kustomization("parent", "./parent", ", postBuild: {substituteFrom: [{kind: Secret, name: unknown}]}"),
			"parent/k.yaml":  kustomization("child", "./child", ", targetNamespace: '${TEAM}'"), "child/a.yaml": configMapOf("a", ""),
		})
		_, _, err := newRepository(tree).plan(at134())
		Expect(err).NotTo(HaveOccurred())
	})

	DescribeTable("can be a field that Flux v2.8 does not have:",
		func(fields, unknown string) {
			flux := func(version string) string {
				return strings.Replace(at134(), "kind: FluxConfig,", "kind: FluxConfig, flux: {version: "+version+"},", 1)
			}
			r := newRepository(simple.and(files{
				"cluster/k.yaml": kustomization("parent", "./parent", ", postBuild: {substituteFrom: [{kind: Secret, name: unknown}]}"),
				"parent/k.yaml":  kustomization("child", "./child", fields), "child/a.yaml": configMapOf("a", ""),
			}))
			out, _, err := r.plan(flux("v2.8.8"))
			Expect(err).To(MatchError(ContainSubstring("Kustomization flux-system/parent: the API server refuses Kustomization.kustomize.toolkit.fluxcd.io flux-system/child: " + unknown + ": Forbidden: unknown field in Flux v2.8.8")))
			Expect(lines(out)).NotTo(ContainElement("+ ConfigMap default/a"), "the Kustomization is not applied")
			_, _, err = r.plan(flux("v2.9.5"))
			Expect(err).NotTo(HaveOccurred())
		},
		Entry("ignore", ", ignore: [{paths: [/data/x]}]", "spec.ignore"),
		Entry("buildMetadata", ", buildMetadata: [originAnnotations]", "spec.buildMetadata"),
		Entry("substituteStrategy", ", postBuild: {substituteStrategy: Always}", "spec.postBuild.substituteStrategy"),
		Entry("one beside a value that is not known", ", targetNamespace: '${TEAM}', buildMetadata: [originAnnotations]", "spec.buildMetadata"),
	)

	It("changes nothing below: a child continues with its former spec, and with the new commit", func() {
		before := simple.and(files{"cluster/child.yaml": kustomization("child", "./apps"), "apps/a.yaml": configMapOf("a", ""), "other/b.yaml": configMapOf("b", "")})
		after := before.and(files{"cluster/child.yaml": kustomization("child", "./other", ", prunee: true"), "apps/new.yaml": configMapOf("new", "")})
		out, _, err := newRepository(before, after).plan(at134(), "--from", "HEAD~1", "--to", "HEAD")
		Expect(err).To(MatchError(ContainSubstring("Kustomization.kustomize.toolkit.fluxcd.io flux-system/child: spec.prunee: Forbidden: unknown field")))
		Expect(lines(out)).To(ContainElement("+ ConfigMap default/new"))
		Expect(lines(out)).NotTo(ContainElement(ContainSubstring("ConfigMap default/b")))
	})

	const alert = "apiVersion: notification.toolkit.fluxcd.io/v1beta3\nkind: Alert\nmetadata: {name: a, namespace: default}\nspec: {providerRef: {name: p}, eventSources: [{kind: FluxInstance, name: '*'}]}\n"

	It("is marked if it was there before the revision, which is not to blame", func() {
		before := simple.and(files{"cluster/k.yaml": kustomization("k", "./k"), "k/alert.yaml": alert, "k/a.yaml": configMapOf("a", "x: y"), "k/b.yaml": configMapOf("b", ""), "k/same.yaml": configMapOf("same", "")})
		after := before.and(files{"k/a.yaml": configMapOf("a", "x: z"), "k/b.yaml": "", "k/c.yaml": configMapOf("c", ""), "cluster/keep.yaml": configMapOf("keep", "a: b")})
		r := newRepository(before, after, after.and(files{"cluster/keep.yaml": configMapOf("keep", "a: c")}), after.and(files{"k/d.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: d}\n"}))
		const reason = "Kustomization flux-system/k: the API server refuses Alert.notification.toolkit.fluxcd.io default/a: spec.eventSources[0].kind: Unsupported value: \"FluxInstance\""
		const nothing = "; until this is corrected, Flux applies nothing of this Kustomization, and prunes nothing; "

		out, _, err := r.plan(at134(), "--from", "HEAD~3", "--to", "HEAD~2")
		Expect(printer.ExitCode(err)).To(Equal(1))
		Expect(err).To(MatchError(ContainSubstring("fails in 1 of 1 Shoot, the first is garden-blue/web: already at --from: " + reason)))
		Expect(lines(out)).To(ConsistOf(And(HavePrefix("! already at --from: "+reason),
			HaveSuffix(nothing+"the commit changes 3 objects, not listed because Flux applies nothing of that: ConfigMap default/a, ConfigMap default/b, ConfigMap default/c")), "~ ConfigMap default/keep"))
		Expect(out).To(ContainSubstring("1 Shoot: fails already at --from, 1 ConfigMap changed: garden-blue/web"))
		out, _, err = r.plan(at134(), "--from", "HEAD~3", "--to", "HEAD~2", "-o", "json")
		Expect(err).To(HaveOccurred())
		Expect(out).To(And(ContainSubstring(`"failuresBefore": [`), Not(ContainSubstring(`"failures": [`))))
		out, _, _ = r.plan(at134(), "--from", "HEAD~3", "--to", "HEAD~2", "-o", "markdown")
		Expect(out).To(ContainSubstring("- fails: `already at --from: " + reason))

		out, _, err = r.plan(at134(), "--from", "HEAD~2", "--to", "HEAD~1")
		Expect(printer.ExitCode(err)).To(Equal(1))
		Expect(lines(out)).To(ConsistOf(HaveSuffix(nothing+"the commit changes none of the objects that are not applied"), "~ ConfigMap default/keep"))

		out, _, err = r.plan(at134(), "--from", "HEAD~2", "--to", "HEAD")
		Expect(printer.ExitCode(err)).To(Equal(1))
		Expect(lines(out)).To(ConsistOf(
			And(HavePrefix("! "+reason), ContainSubstring("; ConfigMap d: metadata.namespace is missing"), HaveSuffix(nothing+"the commit changes 1 object, not listed because Flux applies nothing of that: ConfigMap d")),
			HavePrefix("? not known: before: "+reason)), "another reason is the fault of the commit")
	})

	It("was there before the revision for a variable, a dependency, a path and a source", func() {
		before := files{
			"cluster/keep.yaml": configMapOf("keep", ""), "cluster/k.yaml": kustomization("k", "./k", ", postBuild: {substitute: {x: y}}"), "cluster/d.yaml": kustomization("d", "./d", ", dependsOn: [{name: k}]"),
			"cluster/m.yaml": kustomization("m", "./missing"), "k/a.yaml": configMapOf("a", "x: '${undefined}'"), "k/child.yaml": kustomization("child", "./child"), "child/c.yaml": configMapOf("c", ""), "d/d.yaml": configMapOf("d", ""),
		}
		after := before.and(files{"k/b.yaml": configMapOf("b", ""), "d/d.yaml": configMapOf("d", "a: b"), "child/c.yaml": configMapOf("c", "a: b")})
		out, _, err := newRepository(before, after).plan(blue(), "--from", "HEAD~1", "--to", "HEAD")
		Expect(printer.ExitCode(err)).To(Equal(1))
		const nothing = "not listed because Flux applies nothing of that: "
		Expect(lines(out)).To(ConsistOf(
			"! already at --from: Kustomization flux-system/d: it depends on Kustomization flux-system/k, which fails: its objects do not change; the commit changes 1 object, "+nothing+"ConfigMap default/d",
			And(HavePrefix("! already at --from: Kustomization flux-system/k: Flux refuses to apply it, because variables are not defined: undefined "), HaveSuffix("; the commit changes 1 object, "+nothing+"ConfigMap default/b")),
			HavePrefix("! already at --from: Kustomization flux-system/m: path missing is not a directory of HEAD ("),
			"? not known: Kustomization flux-system/k fails at both revisions: Kustomization.kustomize.toolkit.fluxcd.io flux-system/child, which it has perhaps applied earlier, is not followed"))
	})

	It("was known before the revision, so that what Flux has applied is not known", func() {
		before := simple.and(files{"cluster/a.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n"})
		out, _, err := newRepository(before, simple).plan(at134(), "--from", "HEAD~1", "--to", "HEAD")
		Expect(err).NotTo(HaveOccurred())
		Expect(lines(out)).To(ConsistOf(And(HavePrefix("? not known: before: Kustomization flux-system/flux-system: the API server refuses ConfigMap a"), HaveSuffix("(what it applied from an earlier revision is not known)"))))
	})

	It("is not an object that was valid before, when only its schema has changed", func() {
		before := simple.and(files{"cluster/crd.yaml": widgets, "cluster/w.yaml": widget("v1", "name: w, namespace: default", "size: small")})
		after := before.and(files{"cluster/crd.yaml": strings.Replace(widgets, "enum: [small, large]", "enum: [medium]", 1)})
		_, _, err := newRepository(before, after).plan(at134(), "--from", "HEAD~1", "--to", "HEAD")
		Expect(err).NotTo(HaveOccurred())
	})

	It("is not known if a schema of the source cannot be used", func() {
		crd := strings.Replace(widgets, "openAPIV3Schema:", "other:", 1)
		out, _, err := newRepository(simple.and(files{"cluster/crd.yaml": crd, "cluster/w.yaml": widget("v1", "name: w, namespace: default", "size: medium")})).plan(at134())
		Expect(err).NotTo(HaveOccurred())
		Expect(lines(out)).To(ContainElement(HavePrefix("? not known: whether the API server refuses objects of CustomResourceDefinition.apiextensions.k8s.io widgets.example.com is not known: the schema of version v1 is invalid: the CustomResourceDefinition has no schema")))
	})
})
