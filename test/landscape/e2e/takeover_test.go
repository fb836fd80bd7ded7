// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"fmt"
	"slices"
	"strings"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	gomegatypes "github.com/onsi/gomega/types"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

var _ = Describe("Taking over a shoot that has Flux", Label("long"), func() {
	It("goes on with source, root and target namespace of the archived extension, and releases its ManagedResources", func(ctx SpecContext) {
		user := inGarden(ctx)
		Expect(world.GitHost.CreateRepository(ctx, "archived", false)).To(Succeed())
		_, err := world.GitHost.Commit(ctx, "archived", "two objects, one of them without namespace", map[string]string{
			"from-git.yaml": manifest("from-git", "first"),
			"app.yaml": "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: app, namespace: elsewhere}\nspec:\n  replicas: 0\n  selector: {matchLabels: {app: app}}\n" +
				"  template:\n    metadata: {labels: {app: app}}\n    spec: {containers: [{name: app, image: example.org/app}]}\n",
		})
		Expect(err).NotTo(HaveOccurred())
		// The flat keys as the archived extension had them; known_hosts stands in the Secret.
		user.project("archived", map[string]string{"fluxVersion": "2.9.5", "repositoryUrl": world.GitHost.SSHURL("archived"), "repositoryBranch": "main", "repositoryType": "private"})
		key := user.projectKey("archived")
		s := user.without("archived", seedName)

		By("the archived extension has installed Flux")
		install := fluxInstall()
		config := parsed(gitRepositoryYAML("main-gitrepo", world.GitHost.SSHURL("archived"), "  secretRef: {name: flux-source}\n") +
			kustomizationYAML("main-ks", "main-gitrepo", "./", "  targetNamespace: default\n"))
		source := &unstructured.Unstructured{Object: map[string]any{
			"apiVersion": "v1", "kind": "Secret", "metadata": map[string]any{"name": "flux-source", "namespace": "flux-system"},
			"stringData": map[string]any{"identity": key["identity"], "identity.pub": key["identity.pub"], "known_hosts": key["known_hosts"]},
		}}
		s.brings(append(slices.Clone(install), append(config, source)...)...)
		s.ownedBy(ctx, "extension-shoot-flux-flux-install", install...)
		s.ownedBy(ctx, "extension-shoot-flux-flux-config", append(config, source)...)
		s.shows("from-git", "first")
		workload := parsed("apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: app, namespace: default}\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: from-git, namespace: default}\n")
		everything := slices.Concat(install, config, []*unstructured.Unstructured{source}, workload)
		before := s.uids(Default, everything...)

		By("the extension takes over")
		s.enables("")
		s.succeeds()
		s.isTakenOver()
		Eventually(ctx, func(g Gomega) {
			for _, name := range []string{"extension-shoot-flux-flux-install", "extension-shoot-flux-flux-config"} {
				err := seed(s.seed).Client.Get(ctx, client.ObjectKey{Namespace: s.namespace(), Name: name}, &resourcesv1alpha1.ManagedResource{})
				g.Expect(apierrors.IsNotFound(err)).To(BeTrue(), "%s: %v", name, err)
			}
		}).Should(Succeed())
		Expect(s.uids(Default, everything...)).To(Equal(before))
		kustomizations, sources := s.roots()
		Expect(kustomizations).To(ConsistOf("main-ks"))
		Expect(sources).To(ConsistOf("main-gitrepo"))
		Expect(s.kustomization(Default, "main-ks").Spec.TargetNamespace).To(Equal("default"))
		isAbsent(ctx, s.client(), &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "flux-system"}})

		By("what was adopted holds in later reconciliations, and a new commit arrives")
		s.reconcile()
		s.isTakenOver()
		commit(ctx, "archived", "from-git", "second")
		s.pullFrom("main-gitrepo")
		s.shows("from-git", "second")
		Expect(s.uids(Default, everything...)).To(Equal(before))
	}, SpecTimeout(6*time.Minute))

	It("takes over what the fork has brought, together with all that came from Git", func(ctx SpecContext) {
		user := inGarden(ctx)
		Expect(world.GitHost.CreateRepository(ctx, "fork", true)).To(Succeed())
		_, err := world.GitHost.Commit(ctx, "fork", "everything", estateFiles())
		Expect(err).NotTo(HaveOccurred())
		user.project("fork", nil)
		s := user.without("fork", seedName)

		By("the fork has installed Flux once, and somebody has added a root of his own")
		install := fluxInstall()
		config := parsed(gitRepositoryYAML("flux-system", world.GitHost.HTTPURL("fork"), "") + kustomizationYAML("flux-system", "flux-system", "./cluster", ""))
		own := parsed(kustomizationYAML("own", "flux-system", "./nested", "  suspend: true\n"))
		everything := slices.Concat(install, config, own)
		s.brings(everything...)
		Eventually(ctx, func(g Gomega) { s.estate(g) }).Should(Succeed())
		before, estate := s.uids(Default, everything...), s.estate(Default)

		By("the extension takes over; the other root is left alone and reported")
		s.enables(fmt.Sprintf("source: {template: {spec: {url: %q}}}\nkustomization: {template: {spec: {path: ./cluster}}}\n", world.GitHost.HTTPURL("fork")))
		s.succeeds()
		s.isTakenOver()
		s.eventually("FluxConfigured", "True", "Configured", ContainSubstring("unmanaged: flux-system/own"))
		Expect(s.kustomization(Default, "own").Annotations).To(BeEmpty())

		By("a new commit arrives, and nothing was made anew")
		_, err = world.GitHost.Commit(ctx, "fork", "second", map[string]string{"cluster/from-git.yaml": manifest("from-git", "second")})
		Expect(err).NotTo(HaveOccurred())
		s.pull()
		s.shows("from-git", "second")
		Expect(s.uids(Default, everything...)).To(Equal(before))
		Expect(s.estate(Default)).To(Equal(estate))
	}, SpecTimeout(6*time.Minute))

	DescribeTable("takes over from 'flux bootstrap', although Flux stands in Git",
		func(ctx SpecContext, project, path, wantPath string, kept, gone []string, flux gomegatypes.GomegaMatcher) {
			user := inGarden(ctx)
			Expect(world.GitHost.CreateRepository(ctx, project, true)).To(Succeed())
			// One component more than the configuration asks for: nobody but the root brings it.
			install := fluxInstall("source-watcher")
			config := parsed(gitRepositoryYAML("flux-system", world.GitHost.HTTPURL(project), "") + kustomizationYAML("flux-system", "flux-system", "./clusters/a", ""))
			_, err := world.GitHost.Commit(ctx, project, "flux bootstrap", map[string]string{
				"clusters/a/flux-system/gotk-components.yaml": documents(install...),
				"clusters/a/flux-system/gotk-sync.yaml":       documents(config...),
				"clusters/a/from-git.yaml":                    manifest("from-git", "first"),
				"clusters/a/old.yaml":                         manifest("old", "first"),
				"clusters/b/from-git.yaml":                    manifest("from-git", "moved"),
				"clusters/b/new.yaml":                         manifest("new", "first"),
			})
			Expect(err).NotTo(HaveOccurred())
			user.project(project, nil)
			s := user.without(project, seedName)

			By("flux bootstrap: Flux has brought itself")
			everything := slices.Concat(install, config)
			s.brings(everything...)
			s.shows("old", "first")
			root := s.isApplied("flux-system")
			Expect(root.Labels).To(HaveKeyWithValue("kustomize.toolkit.fluxcd.io/name", "flux-system"))
			Expect(len(root.Status.Inventory.Entries)).To(BeNumerically(">", len(install)))
			before := s.uids(Default, everything...)
			workload := func(g Gomega, names []string) map[string]string {
				var objects []*unstructured.Unstructured
				for _, name := range names {
					objects = append(objects, parsed(manifest(name, ""))...)
				}
				return s.uids(g, objects...)
			}
			was := workload(Default, kept)

			By("the extension takes over")
			wanted := fmt.Sprintf("source: {template: {spec: {url: %q}}}\n", world.GitHost.HTTPURL(project)) + path
			s.enables(wanted)
			if path != "" {
				accepted := s.isAskedToAccept(`kustomization.template.spec.path is "./clusters/a" in the shoot and configured as "./clusters/b"`)
				Expect(workload(Default, slices.Concat(kept, gone))).To(HaveLen(len(kept) + len(gone)))
				s.ask(configured(wanted + accepted))
			}
			s.succeeds()
			s.isTakenOver()
			Expect(s.isApplied("flux-system").Spec.Path).To(Equal(wantPath))
			for _, name := range gone {
				Eventually(ctx, func(g Gomega) {
					err := s.client().Get(ctx, client.ObjectKey{Namespace: "default", Name: name}, &corev1.ConfigMap{})
					g.Expect(apierrors.IsNotFound(err)).To(BeTrue(), "%s: %v", name, err)
				}).Should(Succeed())
			}

			By("a commit arrives, with another Flux in Git that nobody applies")
			old := strings.ReplaceAll(documents(install...), "--log-level=info", "--log-level=debug")
			_, err = world.GitHost.Commit(ctx, project, "second", map[string]string{
				"clusters/a/flux-system/gotk-components.yaml": old,
				"clusters/a/from-git.yaml":                    manifest("from-git", "second"), "clusters/b/from-git.yaml": manifest("from-git", "second"),
			})
			Expect(err).NotTo(HaveOccurred())
			s.pull()
			s.shows("from-git", "second")
			s.isApplied("flux-system")
			Expect(s.uids(Default, everything...)).To(Equal(before), "neither pruned nor made anew")
			s.eventually("FluxKustomizationReady", "True", "ReconciliationSucceeded", flux)
			Expect(workload(Default, kept)).To(Equal(was))
			deployment := parsed("apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: kustomize-controller, namespace: flux-system}\n")[0]
			Expect(s.client().Get(ctx, client.ObjectKeyFromObject(deployment), deployment)).To(Succeed())
			Expect(fmt.Sprint(deployment.Object["spec"])).To(ContainSubstring("--log-level=info"))
		},
		Entry("with the path it has, if the configuration says nothing", "bootstrap", "", "./clusters/a", []string{"from-git", "old"}, nil, And(
			ContainSubstring("The manifests of helm-controller, kustomize-controller, notification-controller, source-controller have no effect, because the extension manages these controllers"),
			ContainSubstring("source-watcher is installed from the source, with version and settings of the source, and is not managed by the extension; add it to flux.componentsExtra")),
			SpecTimeout(6*time.Minute)),
		Entry("with another path, when that is accepted: Flux stays, and of the rest what is not there is pruned, as with any change of the path", "moved",
			"kustomization: {template: {spec: {path: ./clusters/b}}}\n", "./clusters/b", []string{"from-git"}, []string{"old"},
			Not(ContainSubstring("manifests of Flux itself")), SpecTimeout(6*time.Minute)),
	)

	DescribeTable("does not replace a root from which a volume has come by one from which it would not, until the user has decided",
		func(ctx SpecContext, project string, decide func(accepted string) string, isKept bool) {
			user := inGarden(ctx)
			Expect(world.GitHost.CreateRepository(ctx, project, true)).To(Succeed())
			_, err := world.GitHost.Commit(ctx, project, "a volume", map[string]string{
				"from-git.yaml": manifest("from-git", "first"),
				"data.yaml": "apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: data, namespace: default}\n" +
					"spec:\n  accessModes: [ReadWriteOnce]\n  resources: {requests: {storage: 1Gi}}\n",
			})
			Expect(err).NotTo(HaveOccurred())
			user.project(project, map[string]string{"repositoryUrl": world.GitHost.HTTPURL(project)})
			s := user.without(project, seedName)
			install := fluxInstall()
			config := parsed(gitRepositoryYAML("flux-system", world.GitHost.HTTPURL(project), "") + kustomizationYAML("flux-system", "flux-system", "./", "  namePrefix: team-\n"))
			everything := slices.Concat(install, config)
			s.brings(everything...)
			s.shows("team-from-git", "first")
			volume := parsed("apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: team-data, namespace: default}\n")
			before, flux := s.uids(Default, volume...), s.uids(Default, everything...)

			By("nothing is delivered, and the message names the difference")
			s.enables("")
			accepted := s.isAskedToAccept(`kustomization.template.spec.namePrefix is "team-" in the shoot and not configured`)
			Expect(s.managedResources()).To(BeEmpty())
			Expect(s.kustomization(Default, "flux-system").Spec.NamePrefix).To(Equal("team-"))
			Expect(s.uids(Default, volume...)).To(Equal(before))

			By("the user decides")
			s.ask(configured(decide(accepted)))
			s.succeeds()
			s.isTakenOver()
			Expect(s.uids(Default, everything...)).To(Equal(flux))
			if isKept {
				Expect(s.isApplied("flux-system").Spec.NamePrefix).To(Equal("team-"))
				commit(ctx, project, "from-git", "second")
				s.pull()
				s.shows("team-from-git", "second")
				Expect(s.uids(Default, volume...)).To(Equal(before))
				return
			}
			s.shows("from-git", "first")
			Eventually(ctx, func(g Gomega) {
				err := s.client().Get(ctx, client.ObjectKey{Namespace: "default", Name: "team-data"}, &corev1.PersistentVolumeClaim{})
				g.Expect(apierrors.IsNotFound(err)).To(BeTrue(), "%v", err)
			}).Should(Succeed())

			By("the acceptance has no effect any more, and can be removed")
			s.reconcile()
			s.eventually("FluxConfigured", "True", "Configured", ContainSubstring("takeover.acceptedDifferences in the Shoot no longer has an effect; remove it"))
			s.change(func(object *gardenerShoot) { object.Spec.Extensions[0].ProviderConfig = nil })
			s.eventually("FluxConfigured", "True", "Configured", Not(ContainSubstring("takeover")))
		},
		Entry("to go on with it", "volume", func(string) string { return "kustomization: {template: {spec: {namePrefix: team-}}}\n" }, true, SpecTimeout(6*time.Minute)),
		Entry("to give it up", "given-up", func(accepted string) string { return accepted }, false, SpecTimeout(6*time.Minute)),
	)

	It("does not downgrade a newer Flux, and touches nothing until somebody has decided", func(ctx SpecContext) {
		user := inGarden(ctx)
		config := repository(ctx, "newer", true)
		user.project("newer", config)
		s := user.without("newer", seedName)
		install := fluxInstall()
		s.brings(install...)
		label := func(version string) {
			GinkgoHelper()
			for _, object := range install {
				if object.GetKind() == "Deployment" {
					patch := fmt.Sprintf(`{"metadata":{"labels":{"app.kubernetes.io/version":%q}}}`, version)
					Expect(s.client().Patch(ctx, object.DeepCopy(), client.RawPatch("application/merge-patch+json", []byte(patch)))).To(Succeed())
				}
			}
		}
		label("v2.99.0")
		before := s.uids(Default, install...)

		s.enables("")
		s.eventually("FluxConfigured", "False", "InvalidConfiguration", And(ContainSubstring("Flux v2.99.0 runs in the shoot (Deployment "), ContainSubstring("and is not downgraded; all available versions are older")))
		Eventually(ctx, func(g Gomega) {
			g.Expect(s.get(g).Status.LastErrors).To(ContainElement(HaveField("Codes", ContainElement(gardencorev1beta1.ErrorRetryableConfigurationProblem))))
		}).Should(Succeed())
		Expect(s.managedResources()).To(BeEmpty())
		Expect(s.uids(Default, install...)).To(Equal(before))
		for _, object := range install {
			Expect(s.client().Get(ctx, client.ObjectKeyFromObject(object), object)).To(Succeed())
			Expect(object.GetAnnotations()).NotTo(HaveKey("kustomize.toolkit.fluxcd.io/reconcile"), object.GetName())
		}

		By("once it is as old as the extension's, it is taken over")
		label("v2.9.0")
		s.reconcile()
		s.isTakenOver()
		s.shows("from-git", "first")
		Expect(s.uids(Default, install...)).To(Equal(before))
	}, SpecTimeout(6*time.Minute))
})
