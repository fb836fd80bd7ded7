// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package integration_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"sync"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets"
)

// During a live control plane migration (gardener/enhancements, GEP-39), the extension runs for the Shoot on both seeds
// at a time, each with a Cluster that its own gardenlet keeps.
var _ = Describe("Two seeds with the same Shoot", func() {
	var (
		c           client.Client
		project     string
		alpha, beta *reportingSeed
	)
	BeforeEach(func(ctx SpecContext) {
		c = newClient()
		namespace := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{GenerateName: "garden-live-"}}
		Expect(c.Create(ctx, namespace)).To(Succeed())
		project = namespace.Name
		alpha, beta = newReportingSeed(ctx, project, "alpha"), newReportingSeed(ctx, project, "beta")
		alpha.has(ctx, "other", "other-uid", nil)
		alpha.knows(ctx, "one", "alpha", 1)
		alpha.reconcile(ctx)
	})
	stored := func(ctx context.Context) *corev1.ConfigMap {
		GinkgoHelper()
		configMap := &corev1.ConfigMap{}
		Expect(c.Get(ctx, client.ObjectKey{Namespace: project, Name: "flux-status"}, configMap)).To(Succeed())
		return configMap
	}
	entry := func(ctx context.Context) fluxv1alpha1.ShootStatus {
		GinkgoHelper()
		status, decoded := fleet.Decode(stored(ctx).Data["one"])
		Expect(decoded).To(BeTrue())
		return status
	}
	// together reconciles both seeds concurrently, several times.
	together := func(ctx context.Context) {
		var seeds sync.WaitGroup
		for _, seed := range []*reportingSeed{alpha, beta} {
			seeds.Go(func() {
				defer GinkgoRecover()
				for range 10 {
					seed.reconcile(ctx)
				}
			})
		}
		seeds.Wait()
	}
	// settled expects that the destination reports the Shoot, and that neither seed writes any more.
	settled := func(ctx context.Context) {
		GinkgoHelper()
		Expect(entry(ctx)).To(And(HaveField("Seed", "beta"), HaveField("State", fluxv1alpha1.ShootReady)))
		version := stored(ctx).ResourceVersion
		together(ctx)
		Expect(stored(ctx).ResourceVersion).To(Equal(version), "nothing is written after both have settled")
	}

	DescribeTable("report it once, and the source takes nothing away",
		func(ctx SpecContext, seedName string, generation int64) {
			alpha.knows(ctx, "one", seedName, generation)
			beta.knows(ctx, "one", "beta", 2)
			together(ctx)
			settled(ctx)

			By("the source migrates")
			alpha.knows(ctx, "one", "beta", 2, leaves)
			together(ctx)
			settled(ctx)
			By("and has deleted the Extension")
			alpha.lost(ctx, "one")
			together(ctx)
			settled(ctx)
			Expect(stored(ctx).Data).To(HaveLen(2), "the other Shoot of the source is still reported")
			Expect(stored(ctx).ManagedFields).To(HaveLen(2), "one field manager for each seed")
		},
		Entry("with the current Shoot on both", "beta", int64(2)),
		Entry("with the Shoot before the migration on the source, whose gardenlet does not run", "alpha", int64(1)),
	)

	It("go back if the migration is aborted", func(ctx SpecContext) {
		alpha.knows(ctx, "one", "beta", 2)
		beta.knows(ctx, "one", "beta", 2)
		together(ctx)
		alpha.knows(ctx, "one", "alpha", 3)
		together(ctx)
		Expect(entry(ctx)).To(And(HaveField("Seed", "alpha"), HaveField("State", fluxv1alpha1.ShootReady)), "although the destination still has the earlier Shoot")
		version := stored(ctx).ResourceVersion
		beta.lost(ctx, "one")
		together(ctx)
		Expect(stored(ctx).ResourceVersion).To(Equal(version))
	})

	It("use one deploy key, which neither changes", func(ctx SpecContext) {
		var seeds sync.WaitGroup
		fingerprints := make([]string, 2)
		for i := range fingerprints {
			seeds.Go(func() {
				defer GinkgoRecover()
				store := secrets.NewStore(newClient(), rand.Reader, clock.RealClock{})
				generated, err := store.Generate(fluxv1alpha1.KeyAlgorithmEd25519)
				Expect(err).NotTo(HaveOccurred())
				key, _, err := store.Create(ctx, project, generated)
				Expect(err).NotTo(HaveOccurred())
				fingerprints[i] = key.Fingerprint
			})
		}
		seeds.Wait()
		Expect(fingerprints[0]).To(And(Not(BeEmpty()), Equal(fingerprints[1])))
	})
})

// knows creates the Shoot on the seed, in the version that its gardenlet has written to the Cluster.
func (s *reportingSeed) knows(ctx context.Context, name, seedName string, generation int64, changes ...func(*extensionsv1alpha1.Extension)) {
	GinkgoHelper()
	s.has(ctx, name, name+"-uid", func(ex *extensionsv1alpha1.Extension) {
		ex.CreationTimestamp = metav1.NewTime(time.Unix(1, 0))
		for _, change := range changes {
			change(ex)
		}
	})
	cluster := &extensionsv1alpha1.Cluster{}
	Expect(s.seed.Get(ctx, client.ObjectKey{Name: "shoot--x--" + name}, cluster)).To(Succeed())
	shoot := &gardencorev1beta1.Shoot{}
	Expect(json.Unmarshal(cluster.Spec.Shoot.Raw, shoot)).To(Succeed())
	shoot.Spec.SeedName, shoot.Generation = &seedName, generation
	raw, err := json.Marshal(shoot)
	Expect(err).NotTo(HaveOccurred())
	cluster.Spec.Shoot = runtime.RawExtension{Raw: raw}
	Expect(s.seed.Update(ctx, cluster)).To(Succeed())
}
