// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// Flux takes the first of these for a Secret like any other if nobody has told it to decrypt, because it is read as text.
const (
	plainSecret   = "apiVersion: v1\nkind: Secret\nmetadata: {name: encrypted, namespace: default}\nstringData: {password: s3cret}\n"
	encodedSecret = "apiVersion: v1\nkind: Secret\nmetadata: {name: encrypted, namespace: default}\ndata: {password: czNjcmV0}\n"
)

var _ = Describe("What keeps manifests from being applied", Ordered, ContinueOnFailure, Label("long"), func() {
	var (
		s         shoot
		git       syncing
		processes map[string]int32
	)

	BeforeAll(func(ctx SpecContext) {
		user := inGarden(ctx)
		key := newEncryptionKey()
		holds(ctx, "unapplied", map[string]string{
			"broken/broken.yaml":            "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: [broken\n",
			"incomplete/kustomization.yaml": "resources: [absent.yaml]\n",
			"variable/variable.yaml":        manifest("variable", "${ABSENT}"),
			"secret/secret.yaml":            key.encrypt(plainSecret),
			"encoded/secret.yaml":           key.encrypt(encodedSecret),
			"name/name.yaml":                manifest("Not_A_Name", "x"),
			"namespace/namespace.yaml":      strings.ReplaceAll(manifest("x", "x"), "default", "absent"),
			"kind/kind.yaml":                "apiVersion: example.com/v1\nkind: Absent\nmetadata: {name: x, namespace: default}\n",
			"component/generator.yaml":      documents(fluxKind{"source.extensions.fluxcd.io", "v1beta1", "ArtifactGenerator", ""}.object("default")),
			"ill/ill.yaml":                  deployment("ill", ""),
			"quoted/quoted.yaml":            manifest("quoted", `"${SHOOT_INFO_NAME}"`),
			"written/written.yaml":          manifest("written", `'${q:="}${SHOOT_INFO_NAME}${q:="}'`),
		})
		git = syncingGit("unapplied")
		user.project("unapplied", git.data())
		// YAML reads this name as false.
		s = user.shoot("unapplied", "no", seedName, false)
		Expect(world.GitHost.AddDeployKey("unapplied", "flux", user.publicKey("unapplied"), true)).To(Succeed())
		s.succeeds()
		s.pullUntilShown("from-git", "first")
		s.hasSecret("other-key", map[string]string{"age.agekey": newEncryptionKey().identity()})
		processes = s.processes()
	}, NodeTimeout(3*time.Minute))

	DescribeTable("is told with cause and remedy, and heals",
		func(ctx SpecContext, root spec, expected told) {
			s.ctx = ctx
			began := now()
			inGarden(ctx).configure("unapplied", git.applying(root).data())
			s.tells(CurrentSpecReport().LeafNodeText, began, expected)
			inGarden(ctx).configure("unapplied", git.data())
			s.isWell(began, true)
		},
		Entry("broken YAML", SpecTimeout(2*time.Minute), spec{"path": "./broken"},
			rootFails("BuildFailed", "BuildFailed", ContainSubstring("broken/broken.yaml"), ContainSubstring("yaml: line 3"))),
		Entry("a path that does not exist", SpecTimeout(2*time.Minute), spec{"path": "./absent"},
			rootFails("ArtifactFailed", "BuildFailed", ContainSubstring("kustomization path not found"))),
		Entry("a kustomization.yaml that names a file which does not exist", SpecTimeout(2*time.Minute), spec{"path": "./incomplete"},
			rootFails("BuildFailed", "BuildFailed", ContainSubstring("absent.yaml"))),
		Entry("a variable that nobody sets", SpecTimeout(2*time.Minute),
			spec{"path": "./variable", "postBuild": spec{"substituteFrom": []any{spec{"kind": "ConfigMap", "name": "shoot-info"}}}},
			rootFails("BuildFailed", "VariableMissing", ContainSubstring(`variable not set (strict mode): "ABSENT"`))),
		Entry("variables from a ConfigMap that does not exist", SpecTimeout(2*time.Minute),
			spec{"postBuild": spec{"substituteFrom": []any{spec{"kind": "ConfigMap", "name": "absent"}}}},
			rootFails("BuildFailed", "VariableMissing", ContainSubstring(`configmaps "absent" not found`))),
		Entry("SOPS, and nobody has said so", SpecTimeout(2*time.Minute), spec{"path": "./encoded"},
			rootFails("ReconciliationFailed", "DecryptionFailed", ContainSubstring("is SOPS encrypted, configuring decryption is required"))),
		Entry("SOPS without a key", SpecTimeout(2*time.Minute), spec{"path": "./secret", "decryption": spec{"provider": "sops"}},
			rootFails("BuildFailed", "DecryptionFailed", ContainSubstring("decryption failed for 'Secret.v1.[noGrp]/encrypted'"))),
		Entry("SOPS with another key", SpecTimeout(2*time.Minute), spec{"path": "./secret", "decryption": spec{"provider": "sops", "secretRef": spec{"name": "other-key"}}},
			rootFails("BuildFailed", "DecryptionFailed", ContainSubstring("identity did not match any of the recipients"))),
		Entry("SOPS with a Secret that does not exist", SpecTimeout(2*time.Minute), spec{"path": "./secret", "decryption": spec{"provider": "sops", "secretRef": spec{"name": "absent"}}},
			rootFails("BuildFailed", "DecryptionFailed", ContainSubstring(`secrets "absent" not found`))),
		Entry("an account that may not", SpecTimeout(2*time.Minute), spec{"serviceAccountName": "default"},
			rootFails("ReconciliationFailed", "ApplyFailed", ContainSubstring(`User "system:serviceaccount:flux-system:default" cannot patch`))),
		Entry("an object that the API server refuses", SpecTimeout(2*time.Minute), spec{"path": "./name"},
			rootFails("ReconciliationFailed", "ApplyFailed", ContainSubstring(`ConfigMap "Not_A_Name" is invalid`))),
		Entry("a namespace that does not exist", SpecTimeout(2*time.Minute), spec{"path": "./namespace"},
			rootFails("ReconciliationFailed", "ApplyFailed", ContainSubstring(`namespaces "absent" not found`))),
		Entry("a kind that nobody has defined", SpecTimeout(2*time.Minute), spec{"path": "./kind"},
			rootFails("ReconciliationFailed", "ApplyFailed", ContainSubstring(`no matches for kind "Absent" in version "example.com/v1"`))),
		Entry("a kind of Flux whose component is not installed", SpecTimeout(2*time.Minute), spec{"path": "./component"},
			rootFails("ReconciliationFailed", "ApplyFailed", ContainSubstring("ArtifactGenerator is a kind of Flux's source-watcher, which the shoot does not have; add it to flux.componentsExtra in ConfigMap flux-config"))),
		Entry("a Kustomization that does not exist and is waited for", SpecTimeout(2*time.Minute), spec{"dependsOn": []any{spec{"name": "absent"}}},
			rootFails("DependencyNotReady", "DependencyNotReady", ContainSubstring("flux-system/absent"))),
		Entry("a variable whose value is no string", SpecTimeout(2*time.Minute),
			spec{"path": "./quoted", "postBuild": spec{"substituteFrom": []any{spec{"kind": "ConfigMap", "name": "shoot-info"}}}},
			rootFails("ReconciliationFailed", "ApplyFailed", ContainSubstring(`write the variable in the source as '${q:="}${NAME}${q:="}'`))),
		// Flux waits for half a minute at least, and for that long looks at no other change of the Kustomization.
		Entry("a Deployment that does not become ready", SpecTimeout(4*time.Minute), spec{"path": "./ill", "wait": true, "timeout": "30s"},
			rootFails("HealthCheckFailed", "HealthCheckFailed", ContainSubstring("timeout waiting for: [Deployment/default/ill status: 'InProgress']"))),
	)

	It("is not a variable whose value is no string, written with its quotes", func(ctx SpecContext) {
		s.ctx = ctx
		inGarden(ctx).configure("unapplied", git.applying(spec{"path": "./written", "postBuild": spec{"substituteFrom": []any{spec{"kind": "ConfigMap", "name": "shoot-info"}}}}).data())
		s.shows("written", "no")
		inGarden(ctx).configure("unapplied", git.data())
	}, NodeTimeout(2*time.Minute))

	It("needs no restart to heal", func(ctx SpecContext) {
		s.ctx = ctx
		Expect(s.processes()).To(Equal(processes))
	}, NodeTimeout(time.Minute))
})
