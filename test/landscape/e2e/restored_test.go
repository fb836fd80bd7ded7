// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"fmt"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

var _ = Describe("A shoot whose etcd is restored from a backup", func() {
	It("is not ready with what it had, and gets what was delivered since", func(ctx SpecContext) {
		user := inGarden(ctx)
		Expect(world.GitHost.CreateRepository(ctx, "restored", true)).To(Succeed())
		files := map[string]string{}
		for _, path := range []string{"first", "second"} {
			files[path+"/config.yaml"] = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: from-git, namespace: default}\ndata: {value: " + path + "}\n"
		}
		_, err := world.GitHost.Commit(ctx, "restored", "both", files)
		Expect(err).NotTo(HaveOccurred())
		config := func(path string) map[string]string {
			return map[string]string{"config.yaml": fluxConfig(fmt.Sprintf(
				"project: {propagation: Immediate}\nsource: {template: {spec: {url: '%s', interval: 30m, ref: {branch: main}}}}\nkustomization: {template: {spec: {path: ./%s, interval: 30m}}}\n", world.GitHost.HTTPURL("restored"), path))}
		}
		user.project("restored", config("first"))
		s := user.shoot("restored", "one", seedName, false)
		s.succeeds()
		s.pullUntilShown("from-git", "first")
		s.eventually("FluxKustomizationReady", "True", "ReconciliationSucceeded", Not(BeEmpty()))

		By("a backup is taken, and the project changes the path")
		running, err := world.ShootCluster(s.key().Namespace, s.name)
		Expect(err).NotTo(HaveOccurred())
		backup, err := running.Backup(ctx)
		Expect(err).NotTo(HaveOccurred())
		user.configure("restored", config("second"))
		s.shows("from-git", "second")
		s.eventually("FluxKustomizationReady", "True", "ReconciliationSucceeded", Not(BeEmpty()))

		By("the backup is restored")
		Expect(running.Restore(ctx, backup)).To(Succeed())
		s.eventually("FluxKustomizationReady", "Progressing", "NotApplied", ContainSubstring("is not the delivered one, as after a restore of the shoot's etcd"))
		s.shows("from-git", "second")
		s.eventually("FluxKustomizationReady", "True", "ReconciliationSucceeded", Not(BeEmpty()))
		root := &kustomizev1.Kustomization{}
		Expect(s.client().Get(ctx, client.ObjectKey{Namespace: "flux-system", Name: "flux-system"}, root)).To(Succeed())
		Expect(root.Spec.Path).To(Equal("./second"))
	})
})
