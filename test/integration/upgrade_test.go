// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package integration_test

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/rest"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/envtest"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
)

// An API server can have only one version of Flux's kinds, and their removal is slow, so each test has its own API
// server.
var _ = Describe("Flux's objects during an upgrade", func() {
	var (
		c        cluster
		upgrades = []string{"v2.6.4", "v2.7.5", "v2.8.8", "v2.9.5", "v2.10.0"}
	)

	BeforeEach(func() {
		own := &envtest.Environment{ControlPlaneStartTimeout: 3 * time.Minute}
		DeferCleanup(own.Stop)
		config, err := own.Start()
		Expect(err).NotTo(HaveOccurred())
		scheme := runtime.NewScheme()
		Expect(apiextensionsv1.AddToScheme(scheme)).To(Succeed())
		c.config = rest.CopyConfig(config)
		config.QPS = -1
		c.Client, err = client.New(config, client.Options{Scheme: scheme})
		Expect(err).NotTo(HaveOccurred())
	})

	// migrate attempts a migration like a new process without state.
	migrate := func(ctx context.Context, shoot *toolkit.Shoot, remaining map[string][]string) ([]string, error) {
		return shoot.Migrate(ctx, toolkit.NewMigrations(clock.RealClock{}), remaining)
	}

	// history creates the objects of a shoot with a long history: stored in each version that a kind ever had. Without
	// kinds, it creates objects of all kinds.
	history := func(ctx context.Context, kinds ...string) []stored {
		GinkgoHelper()
		crds := only(crdsOf("v2.5.1"), kinds...)
		c.install(ctx, storing(crds, 0))
		all := c.fill(ctx, crds, "first")
		c.install(ctx, storing(crds, 1))
		all = append(all, c.fill(ctx, crds, "second")...)
		c.install(ctx, crds)
		return append(all, c.fill(ctx, crds, "now")...)
	}

	// check compares all objects with their former state. They must be equal, readable in each served version, and
	// applicable.
	check := func(ctx context.Context, version string, all []stored, generations map[string]int64) {
		GinkgoHelper()
		crds := crdsOf(version)
		for _, s := range all {
			served, storage := versionsIn(crds, s.crd.Name)
			Expect(served).NotTo(BeEmpty(), "%s %s", version, s.crd.Name)
			for _, v := range served {
				object, err := c.read(ctx, s, v)
				Expect(err).NotTo(HaveOccurred(), "%s %s/%s", version, s.crd.Name, s.name)
				Expect(object.GetUID()).To(Equal(s.uid))
				before := generations[s.crd.Name+"/"+s.name]
				if hasOtherDefaults(s) {
					// The first write in the storage version persists defaults that the old version did not have.
					Expect(object.GetGeneration()).To(BeNumerically("<=", before+1), "%s %s/%s", version, s.crd.Name, s.name)
				} else {
					Expect(object.GetGeneration()).To(Equal(before), "%s %s/%s", version, s.crd.Name, s.name)
				}
				Expect(object.GetLabels()).To(HaveKeyWithValue("by", "hand"))
				if kind := s.crd.Spec.Names.Kind; kind != "Alert" && kind != "Provider" { // They have no status any more.
					observed, _, _ := unstructured.NestedInt64(object.Object, "status", "observedGeneration")
					Expect(observed).To(BeEquivalentTo(1), "%s %s/%s", version, s.crd.Name, s.name)
				}
			}
			inGit := s.version
			if !slices.Contains(served, inGit) {
				inGit = storage
			}
			Expect(c.applyAs(ctx, objectOf(s.crd, inGit, s.name), client.DryRunAll)).To(Succeed(), "%s %s/%s as %s", version, s.crd.Name, s.name, inGit)
		}
	}

	generationsOf := func(ctx context.Context, all []stored) map[string]int64 {
		GinkgoHelper()
		generations := map[string]int64{}
		for _, s := range all {
			object, err := c.read(ctx, s, s.version)
			Expect(err).NotTo(HaveOccurred())
			generations[s.crd.Name+"/"+s.name] = object.GetGeneration()
		}
		return generations
	}

	It("are unchanged after each upgrade with a storage migration, and can be read and applied", func(ctx SpecContext) {
		all := history(ctx)
		generations := generationsOf(ctx, all)
		Expect(c.storedVersions(ctx)).To(HaveKeyWithValue("helmreleases.helm.toolkit.fluxcd.io", []string{"v2beta1", "v2beta2", "v2"}))
		for _, version := range upgrades {
			By(version)
			started := time.Now()
			migrated, err := migrate(ctx, c.shoot(nil), versionsOf(version))
			Expect(err).NotTo(HaveOccurred())
			GinkgoWriter.Printf("%s: migrated %d kinds in %s: %s\n", version, len(migrated), time.Since(started).Round(time.Millisecond), strings.Join(migrated, " "))
			c.install(ctx, crdsOf(version))
			check(ctx, version, all, generations)
			storedVersions := c.storedVersions(ctx)
			Expect(storedVersions).To(HaveKey("helmreleases.helm.toolkit.fluxcd.io"))
			for name, versions := range storedVersions {
				Expect(versions).NotTo(BeEmpty(), name)
				Expect(versionsOf(version)[name]).To(ContainElements(versions))
			}
		}
	})

	It("are refused by the new definitions without a storage migration", func(ctx SpecContext) {
		history(ctx, "HelmRelease")
		Expect(c.apply(ctx, only(crdsOf("v2.7.5"), "HelmRelease"))).To(MatchError(ContainSubstring(`status.storedVersions[0]: Invalid value: "v2beta1": missing from spec.versions; v2beta1 was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in v2beta1`)))
	})

	DescribeTable("cannot be applied with managed fields in a removed version",
		func(ctx SpecContext, migrated bool) {
			crds := only(crdsOf("v2.5.1"), "HelmRelease", "GitRepository", "ImageUpdateAutomation")
			c.install(ctx, crds)
			// All objects are stored in a version that remains.
			all := c.fill(ctx, crds, "now")
			if migrated {
				kinds, err := migrate(ctx, c.shoot(nil), versionsOf("v2.7.5"))
				Expect(err).NotTo(HaveOccurred())
				Expect(kinds).To(BeEmpty())
			}
			c.install(ctx, only(crdsOf("v2.7.5"), "HelmRelease", "GitRepository", "ImageUpdateAutomation"))
			for _, s := range all {
				_, storage := versionsIn(crdsOf("v2.7.5"), s.crd.Name)
				err := c.applyAs(ctx, objectOf(s.crd, storage, s.name), client.DryRunAll)
				if gone := strings.HasSuffix(s.version, "beta1"); gone && !migrated {
					Expect(err).To(MatchError(ContainSubstring("request to convert CR to an invalid group/version: %s/%s", s.crd.Spec.Group, s.version)), s.crd.Name)
				} else {
					Expect(err).NotTo(HaveOccurred(), "%s/%s", s.crd.Name, s.name)
				}
			}
		},
		Entry("not migrated", false),
		Entry("migrated, although no object is stored in that version", true),
	)

	It("cannot skip the version that introduces the new storage version", func(ctx SpecContext) {
		crds := only(crdsOf("v2.6.4"), "ImagePolicy")
		c.install(ctx, crds)
		c.fill(ctx, crds, "now")
		before := c.storedVersions(ctx)
		_, err := migrate(ctx, c.shoot(nil), versionsOf("v2.9.5"))
		Expect(err).To(MatchError(ContainSubstring("objects of kind ImagePolicy are stored in version v1beta2, which the new CustomResourceDefinition lacks")))
		Expect(c.storedVersions(ctx)).To(Equal(before))
		Expect(c.apply(ctx, only(crdsOf("v2.9.5"), "ImagePolicy"))).To(MatchError(ContainSubstring("v1beta2 was previously a storage version, and must remain in spec.versions")))
	})

	It("are all migrated even if the migration is interrupted after each write", func(ctx SpecContext) {
		all := history(ctx, "HelmRelease", "ImagePolicy")
		generations := generationsOf(ctx, all)
		attempts, done := 0, false
		for n := 1; !done; n++ {
			attempts++
			settled := c.storedVersions(ctx)
			attempt, cancel := context.WithCancel(ctx)
			cut := &cutAfter{left: n, cancel: cancel}
			_, err := migrate(attempt, c.shoot(cut.write), versionsOf("v2.7.5"))
			cancel()
			if err == nil {
				done = true
			} else {
				Expect(err).To(MatchError(context.Canceled))
			}
			if !maps.EqualFunc(settled, c.storedVersions(ctx), slices.Equal) {
				n = 0 // A kind is migrated, and is not written again.
			}
		}
		GinkgoWriter.Printf("%d objects, %d attempts\n", len(all), attempts)
		Expect(attempts).To(Equal(len(all)+3), "one write for each object and each of the two kinds, and then one without interruption")
		c.install(ctx, only(crdsOf("v2.7.5"), "HelmRelease", "ImagePolicy"))
		check(ctx, "v2.7.5", all, generations)
	})

	It("are not written again after the migration", func(ctx SpecContext) {
		all := history(ctx, "HelmRelease", "Provider")
		shoot := c.shoot(nil)
		before := c.versionsOfAll(ctx, all)
		migrated, err := migrate(ctx, shoot, versionsOf("v2.7.5"))
		Expect(err).NotTo(HaveOccurred())
		Expect(migrated).NotTo(BeEmpty())
		once := c.versionsOfAll(ctx, all)
		Expect(once).NotTo(Equal(before))
		writes := &cutAfter{left: -1}
		migrated, err = migrate(ctx, c.shoot(writes.write), versionsOf("v2.7.5"))
		Expect(err).NotTo(HaveOccurred())
		Expect(migrated).To(BeEmpty())
		Expect(writes.writes).To(BeZero())
		Expect(c.versionsOfAll(ctx, all)).To(Equal(once))
	})

	It("are migrated with concurrent writes and deletions", func(ctx SpecContext) {
		all := history(ctx, "HelmRelease")
		first, second, third := all[0], all[1], all[2]
		// One object is being deleted and has a finalizer.
		deleting, err := c.read(ctx, third, "v2")
		Expect(err).NotTo(HaveOccurred())
		deleting.SetFinalizers([]string{"finalizers.fluxcd.io"})
		Expect(c.Update(ctx, deleting)).To(Succeed())
		Expect(c.Delete(ctx, deleting)).To(Succeed())

		conflicts := 0
		shoot := c.shoot(func(request *http.Request, do func() (*http.Response, error)) (*http.Response, error) {
			switch path := request.URL.Path; {
			case strings.HasSuffix(path, "/helmreleases/"+first.name) && conflicts < 2:
				conflicts++
				object, err := c.read(ctx, first, "v2")
				Expect(err).NotTo(HaveOccurred())
				object.SetAnnotations(map[string]string{"conflict": strings.Repeat("x", conflicts)})
				Expect(c.Update(ctx, object, client.FieldOwner("another"))).To(Succeed())
			case strings.HasSuffix(path, "/helmreleases/"+second.name):
				object, err := c.read(ctx, second, "v2")
				Expect(client.IgnoreNotFound(err)).NotTo(HaveOccurred())
				if err == nil {
					Expect(c.Delete(ctx, object)).To(Succeed())
				}
			}
			return do()
		})
		_, err = migrate(ctx, shoot, versionsOf("v2.7.5"))
		Expect(err).NotTo(HaveOccurred())
		Expect(conflicts).To(Equal(2))
		c.install(ctx, only(crdsOf("v2.7.5"), "HelmRelease"))
		object, err := c.read(ctx, first, "v2")
		Expect(err).NotTo(HaveOccurred())
		Expect(object.GetAnnotations()).To(HaveKeyWithValue("conflict", "xx"), "what was written meanwhile is not lost")
		_, err = c.read(ctx, second, "v2")
		Expect(err).To(MatchError(apierrors.IsNotFound, "not found"), "what was deleted meanwhile is not made again")
		object, err = c.read(ctx, third, "v2")
		Expect(err).NotTo(HaveOccurred())
		Expect(object.GetFinalizers()).To(ConsistOf("finalizers.fluxcd.io"))
	})

	It("are not recorded as migrated if the definition changes meanwhile", func(ctx SpecContext) {
		history(ctx, "HelmRelease")
		done := false
		shoot := c.shoot(func(request *http.Request, do func() (*http.Response, error)) (*http.Response, error) {
			if strings.HasSuffix(request.URL.Path, "/helmreleases.helm.toolkit.fluxcd.io/status") && !done {
				done = true
				Expect(c.apply(ctx, only(storing(crdsOf("v2.5.1"), 0), "HelmRelease"))).To(Succeed())
			}
			return do()
		})
		_, err := migrate(ctx, shoot, versionsOf("v2.7.5"))
		Expect(err).To(MatchError(ContainSubstring("failed to record in CustomResourceDefinition helmreleases.helm.toolkit.fluxcd.io of the shoot that all objects are stored in version v2: ")))
		Expect(c.storedVersions(ctx)["helmreleases.helm.toolkit.fluxcd.io"]).To(ContainElement("v2beta1"))
	})

	// Therefore the extension holds back the upgrade to v2.10.
	It("lose fields that the new storage version lacks, with the next write and in the new version", func(ctx SpecContext) {
		const proxy = "http://proxy.example.com:3128"
		crds := only(crdsOf("v2.9.5"), "Provider")
		c.install(ctx, crds)
		own := objectOf(crds[0], "v1beta3", "own")
		Expect(unstructured.SetNestedField(own.Object, proxy, "spec", "proxy")).To(Succeed())
		Expect(c.Create(ctx, own)).To(Succeed())
		name := client.ObjectKeyFromObject(own)
		installed, err := c.shoot(nil).Installed(ctx)
		Expect(err).NotTo(HaveOccurred())
		Expect(installed.Kinds[crds[0].Name].Fields).To(Equal(map[string][]types.NamespacedName{"type": {name}, "address": {name}, "proxy": {name}}))

		c.install(ctx, only(crdsOf("v2.10.0"), "Provider"))
		s := stored{crd: crds[0], name: "own"}
		read := func(version string) string {
			GinkgoHelper()
			object, err := c.read(ctx, s, version)
			Expect(err).NotTo(HaveOccurred())
			value, _, _ := unstructured.NestedString(object.Object, "spec", "proxy")
			return value
		}
		Expect(read("v1beta3")).To(Equal(proxy))
		Expect(read("v1")).To(BeEmpty())
		object, err := c.read(ctx, s, "v1beta3")
		Expect(err).NotTo(HaveOccurred())
		object.SetLabels(map[string]string{"some": "write"})
		Expect(c.Update(ctx, object)).To(Succeed())
		Expect(read("v1beta3")).To(BeEmpty())
	})

	// Therefore the extension inspects inventories and not managed fields.
	It("keep the version of their managed fields if only the apiVersion changes in Git", func(ctx SpecContext) {
		crds := only(crdsOf("v2.6.4"), "HelmRelease", "Kustomization", "GitRepository", "OCIRepository")
		c.install(ctx, crds)
		for _, s := range c.fill(ctx, crds, "now") {
			_, storage := versionsIn(crds, s.crd.Name)
			there, err := c.read(ctx, s, storage)
			Expect(err).NotTo(HaveOccurred())
			dryRun := objectOf(s.crd, storage, s.name)
			Expect(c.applyAs(ctx, dryRun, client.DryRunAll)).To(Succeed())
			Expect(dryRun.Object["spec"]).To(Equal(there.Object["spec"]), "kustomize-controller takes %s/%s for unchanged, and does not apply it", s.crd.Name, s.name)
		}
	})
})
