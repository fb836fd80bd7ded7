// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// sourceKeyring are the deploy keys of additional sources of a project.
type sourceKeyring struct{ keyring }

func (k sourceKeyring) keys(g Gomega) *corev1.Secret {
	secret := &corev1.Secret{}
	g.Expect(world.Garden.Client.Get(k.ctx, client.ObjectKey{Namespace: "garden-" + k.project, Name: "flux-source-keys"}, secret)).To(Succeed())
	return secret
}

// of waits for an annotation of the key of a source.
func (k sourceKeyring) of(source, annotation string) string {
	GinkgoHelper()
	var value string
	Eventually(k.ctx, func(g Gomega) {
		value = k.keys(g).Annotations[source+"."+keyAnnotation+annotation]
		g.Expect(value).NotTo(BeEmpty())
	}).Should(Succeed())
	return value
}

// operate asks for an operation on the key of a source, and waits until it is done.
func (k sourceKeyring) operate(source, operation string) {
	GinkgoHelper()
	name := source + "." + keyAnnotation + "operation"
	patch := fmt.Sprintf(`{"metadata":{"annotations":{%q:%q}}}`, name, operation)
	secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-" + k.project, Name: "flux-source-keys"}}
	Expect(world.Garden.Client.Patch(k.ctx, secret, client.RawPatch("application/merge-patch+json", []byte(patch)))).To(Succeed())
	Eventually(k.ctx, func(g Gomega) { g.Expect(k.keys(g).Annotations).NotTo(HaveKey(name)) }).Should(Succeed())
}

// inShoot returns the private key with which a source is read.
func (k sourceKeyring) inShoot(g Gomega, s shoot, source string) string {
	secret := &corev1.Secret{}
	g.Expect(s.client().Get(k.ctx, client.ObjectKey{Namespace: "flux-system", Name: source}, secret)).To(Succeed())
	return string(secret.Data["identity"])
}

var _ = Describe("Deploy keys of additional sources", func() {
	It("are one for each private repository, of which one is rotated while the other stays, and outlive their entry", Label("long"), func(ctx SpecContext) {
		user := inGarden(ctx)
		k := sourceKeyring{keyring{user, "srckeys"}}
		sources := []string{"left", "right"}
		root := map[string]string{}
		var entries []string
		for _, name := range sources {
			repository := "srckeys-" + name
			Expect(world.GitHost.CreateRepository(ctx, repository, false)).To(Succeed())
			commit(ctx, repository, "from-"+name, "first")
			entries = append(entries, fmt.Sprintf("- {name: %s, deployKey: true, knownHosts: %q, template: {spec: {url: %q, interval: 10s}}}\n", name, world.GitHost.KnownHosts(), world.GitHost.SSHURL(repository)))
			root[name+".yaml"] = fmt.Sprintf(`apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: %[1]s, namespace: flux-system}
spec: {interval: 10m, retryInterval: 5s, path: ./, prune: true, sourceRef: {kind: GitRepository, name: %[1]s}}
`, name)
		}
		Expect(world.GitHost.CreateRepository(ctx, "srckeys", true)).To(Succeed())
		_, err := world.GitHost.Commit(ctx, "srckeys", "root", root)
		Expect(err).NotTo(HaveOccurred())
		config := func(entries ...string) map[string]string {
			return map[string]string{"config.yaml": fluxConfig(fmt.Sprintf("source: {template: {spec: {url: %q}}}\nadditionalSources:\n%s", world.GitHost.HTTPURL("srckeys"), strings.Join(entries, "")))}
		}
		user.project("srckeys", config(entries...))

		By("each repository has a key of its own, which no other accepts; both are shown")
		s := user.shoot("srckeys", "only", seedName, false)
		for _, name := range sources {
			Expect(world.GitHost.AddDeployKey("srckeys-"+name, "first", k.of(name, "public-key"), true)).To(Succeed())
			k.announced("DeployKeyGenerated", And(HavePrefix("Additional source "+name), ContainSubstring(k.of(name, "public-key"))))
		}
		Expect(k.of("left", "fingerprint")).NotTo(Equal(k.of("right", "fingerprint")))
		s.succeeds()
		s.eventually("FluxInstalled", "True", "FluxRunning", Not(BeEmpty()))
		for _, name := range sources {
			s.pullFrom(name)
			s.shows("from-"+name, "first")
		}
		s.eventually("FluxObjectsReady", "True", "ObjectsReady", Not(BeEmpty()))
		s.eventually("FluxDeployKey", "True", "InUse", And(ContainSubstring("Additional source left: "), ContainSubstring(k.of("left", "fingerprint")), ContainSubstring(k.of("right", "fingerprint"))))
		reported := func(g Gomega) map[string]string {
			var status struct{ SourceKeys map[string]string }
			g.Expect(json.Unmarshal([]byte(k.statuses(g)[s.name]), &status)).To(Succeed())
			return status.SourceKeys
		}
		Eventually(ctx, func(g Gomega) {
			g.Expect(reported(g)).To(Equal(map[string]string{"left": k.of("left", "fingerprint"), "right": k.of("right", "fingerprint")}))
		}).Should(Succeed())

		By("one is rotated: the Shoot gets it at once, and the other stays byte for byte")
		before, first := k.keys(Default), k.of("left", "public-key")
		byGardenlet, _ := s.lastReconciled()
		k.operate("left", startRotation)
		next := k.of("left", "next-public-key")
		s.eventually("FluxDeployKey", "Progressing", "RotationPrepared", And(ContainSubstring(next),
			ContainSubstring("kubectl -n garden-srckeys annotate --overwrite secret flux-source-keys left.flux.extensions.gardener.cloud/operation=rotate-deploy-key-complete")))
		Expect(world.GitHost.AddDeployKey("srckeys-left", "next", next, true)).To(Succeed())
		k.operate("left", completeIt)
		Expect(world.GitHost.RemoveDeployKey("srckeys-left", first)).To(Succeed())
		Eventually(ctx, func(g Gomega) { g.Expect(k.inShoot(g, s, "left")).To(Equal(string(k.keys(g).Data["left.identity"]))) }).Should(Succeed())
		for _, name := range sources {
			commit(ctx, "srckeys-"+name, "from-"+name, "second")
			s.pullFrom(name)
			s.shows("from-"+name, "second")
		}
		Eventually(ctx, func(g Gomega) {
			g.Expect(k.keys(g).Annotations).NotTo(HaveKey("left." + keyAnnotation + "previous-fingerprint"))
		}).Should(Succeed())
		k.announced("DeployKeyRetired", HavePrefix("Additional source left: "))
		after := k.keys(Default)
		Expect(after.Data["left.identity"]).NotTo(Equal(before.Data["left.identity"]))
		Expect(after.Data["right.identity"]).To(Equal(before.Data["right.identity"]))
		Expect(k.inShoot(Default, s, "right")).To(Equal(string(before.Data["right.identity"])))
		again, _ := s.lastReconciled()
		Expect(again).To(Equal(byGardenlet), "gardenlet has no part in it")

		By("an entry that is not listed any more is removed from the shoot; its key stays, marked as unused, and is the same when it is listed again")
		user.configure("srckeys", config(entries[0]))
		s.reconcile()
		isAbsent(ctx, s.client(), &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "right"}})
		Expect(k.of("right", "unused")).To(Equal("true"))
		Expect(k.keys(Default).Data["right.identity"]).To(Equal(before.Data["right.identity"]))
		user.configure("srckeys", config(entries...))
		s.reconcile()
		Eventually(ctx, func(g Gomega) { g.Expect(k.inShoot(g, s, "right")).To(Equal(string(before.Data["right.identity"]))) }).Should(Succeed())

		By("a ConfigMap that is gone takes nothing away, neither from the project nor from the shoot")
		Expect(world.Garden.Client.Delete(ctx, configMapOf("srckeys"))).To(Succeed())
		s.reconcile()
		s.eventually("FluxConfigured", "False", "ConfigurationMissing", Not(BeEmpty()))
		Expect(k.inShoot(Default, s, "right")).To(Equal(string(before.Data["right.identity"])))
		Expect(k.keys(Default).Data).To(Equal(after.Data))
	}, SpecTimeout(8*time.Minute))
})
