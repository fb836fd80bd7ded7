// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package integration_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	"github.com/go-logr/logr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/managedresource"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/statuswriter"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/extensiontest"
)

// movingNamespace is the technical namespace of the Shoot on both seeds.
const movingNamespace = "shoot--x--one"

// servingSeed is a seed with the controllers that deliver to the Shoot and report it.
type servingSeed struct {
	*reportingSeed
	*extensiontest.ActuatorFixture
}

// newServingSeed returns a seed in memory. Its garden is the API server.
func newServingSeed(ctx context.Context, project, seedName string) *servingSeed {
	GinkgoHelper()
	s := &servingSeed{newReportingSeed(ctx, project, seedName), extensiontest.NewActuatorFixture(nil, nil)}
	s.Fixture.Seed, s.Garden = s.seed, newClient()
	a := s.Actuator
	a.Seed, a.Deliverer, a.Conditions = s.seed, managedresource.NewDeliverer(s.seed), statuswriter.NewWriter(s.seed, s.seed, clock.RealClock{})
	a.Projects, a.DeployKeys = garden.NewReader(s.Garden), secrets.NewStore(s.Garden, rand.Reader, clock.RealClock{})
	return s
}

// gets creates the Shoot's Extension as gardenlet does.
func (s *servingSeed) gets(ctx context.Context, shoot *gardencorev1beta1.Shoot) {
	GinkgoHelper()
	s.knows(ctx, "one", *shoot.Spec.SeedName, shoot.Generation, func(ex *extensionsv1alpha1.Extension) { ex.Status = extensionsv1alpha1.ExtensionStatus{} })
	s.synchronizes(ctx, shoot)
	s.Ex = s.extension(ctx)
}

// synchronizes writes the Shoot to the Cluster, as gardenlet does before each of its operations.
func (s *servingSeed) synchronizes(ctx context.Context, shoot *gardencorev1beta1.Shoot) {
	GinkgoHelper()
	cluster := &extensionsv1alpha1.Cluster{}
	Expect(s.seed.Get(ctx, client.ObjectKey{Name: movingNamespace}, cluster)).To(Succeed())
	raw, err := json.Marshal(shoot)
	Expect(err).NotTo(HaveOccurred())
	cluster.Spec.Shoot, cluster.Spec.CloudProfile = runtime.RawExtension{Raw: raw}, runtime.RawExtension{Raw: []byte("{}")}
	cluster.Spec.Seed = &runtime.RawExtension{Raw: []byte(`{"metadata":{"name":"` + s.SeedName + `"}}`)}
	Expect(s.seed.Update(ctx, cluster)).To(Succeed())
}

func (s *servingSeed) extension(ctx context.Context) *extensionsv1alpha1.Extension {
	GinkgoHelper()
	ex := &extensionsv1alpha1.Extension{}
	Expect(s.seed.Get(ctx, client.ObjectKey{Namespace: movingNamespace, Name: "shoot-flux"}, ex)).To(Succeed())
	return ex
}

// operates requests the operation and executes it as Gardener's extension library does. Then the project is reported.
func (s *servingSeed) operates(ctx context.Context, requested string, kind gardencorev1beta1.LastOperationType) error {
	GinkgoHelper()
	ex := s.extension(ctx)
	ex.Annotations = map[string]string{"gardener.cloud/operation": requested}
	Expect(s.seed.Update(ctx, ex)).To(Succeed())
	act := s.Actuator.Reconcile
	switch kind {
	case gardencorev1beta1.LastOperationTypeMigrate:
		act = s.Actuator.Migrate
	case gardencorev1beta1.LastOperationTypeRestore:
		act = s.Actuator.Restore
	}
	failure := act(ctx, logr.Discard(), ex)
	if failure == nil {
		ex = s.extension(ctx)
		ex.Annotations = nil
		Expect(s.seed.Update(ctx, ex)).To(Succeed())
		ex.Status.LastOperation = &gardencorev1beta1.LastOperation{Type: kind, State: gardencorev1beta1.LastOperationStateSucceeded, LastUpdateTime: metav1.Now()}
		Expect(s.seed.Status().Update(ctx, ex)).To(Succeed())
	}
	s.reconcile(ctx)
	return failure
}

// delivered returns the content of the ManagedResources by name, without the name of the seed.
func (s *servingSeed) delivered(ctx context.Context) map[string]string {
	GinkgoHelper()
	content := map[string]string{}
	for _, resource := range s.Resources(ctx) {
		content[resource.Name] = strings.ReplaceAll(s.Manifests(ctx, resource.Name), "SHOOT_INFO_SEED: "+s.SeedName, "SHOOT_INFO_SEED: ")
	}
	return content
}

// differences returns the lines that only one of two deliveries has.
func differences(one, other map[string]string) []string {
	lines := map[string]int{}
	count := func(delivered map[string]string, by int) {
		for name, manifests := range delivered {
			for line := range strings.Lines(manifests) {
				lines[name+": "+strings.TrimRight(line, "\n")] += by
			}
		}
	}
	count(one, 1)
	count(other, -1)
	maps.DeleteFunc(lines, func(_ string, count int) bool { return count == 0 })
	return slices.Sorted(maps.Keys(lines))
}

var _ = Describe("A live control plane migration", func() {
	var (
		c           client.Client
		alpha, beta *servingSeed
		shoot       *gardencorev1beta1.Shoot
		project     string
	)
	configure := func(ctx context.Context, branch string) {
		GinkgoHelper()
		configMap := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: project, Name: "flux-config"}, Data: map[string]string{
			"repositoryUrl": "https://git.example.com/fleet", "repositoryType": "public", "repositoryBranch": branch,
		}}
		if err := c.Create(ctx, configMap); err != nil {
			Expect(c.Update(ctx, configMap)).To(Succeed())
		}
	}
	entry := func(ctx context.Context) fluxv1alpha1.ShootStatus {
		GinkgoHelper()
		configMap := &corev1.ConfigMap{}
		Expect(c.Get(ctx, client.ObjectKey{Namespace: project, Name: "flux-status"}, configMap)).To(Succeed())
		status, decoded := fleet.Decode(configMap.Data["one"])
		Expect(decoded).To(BeTrue())
		return status
	}
	const unknown = `operation "live-migrate" is not known to this version of the extension: nothing is changed until it has ended`

	BeforeEach(func(ctx SpecContext) {
		c = newClient()
		namespace := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{GenerateName: "garden-live-"}}
		Expect(c.Create(ctx, namespace)).To(Succeed())
		project = namespace.Name
		configure(ctx, "first")
		alpha, beta = newServingSeed(ctx, project, "alpha"), newServingSeed(ctx, project, "beta")
		shoot = &gardencorev1beta1.Shoot{
			TypeMeta:   metav1.TypeMeta{APIVersion: gardencorev1beta1.SchemeGroupVersion.String(), Kind: "Shoot"},
			ObjectMeta: metav1.ObjectMeta{Namespace: project, Name: "one", UID: "one-uid", Generation: 1},
		}
		shoot.Spec.SeedName, shoot.Spec.Extensions = new("alpha"), []gardencorev1beta1.Extension{{Type: "shoot-flux"}}
		shoot.Spec.Provider.Workers = []gardencorev1beta1.Worker{{Name: "worker"}}
		shoot.Status = gardencorev1beta1.ShootStatus{TechnicalID: movingNamespace, ClusterIdentity: new(movingNamespace + "-uid-garden"), SeedName: new("alpha")}
		alpha.gets(ctx, shoot)
		Expect(alpha.operates(ctx, "reconcile", gardencorev1beta1.LastOperationTypeCreate)).To(Succeed())
		Expect(alpha.Resources(ctx)).To(HaveLen(3))
		Expect(entry(ctx)).To(HaveField("Seed", "alpha"))
	})
	// begins triggers the migration as the owner does, with the annotation and the name of the other seed.
	begins := func() {
		shoot.Annotations = map[string]string{"migration.gardener.cloud/live-migrate": "true"}
		shoot.Generation, shoot.Spec.SeedName, shoot.Status.LiveMigration = 2, new("beta"), &gardencorev1beta1.LiveMigration{}
		shoot.Status.LastOperation = &gardencorev1beta1.LastOperation{Type: gardencorev1beta1.LastOperationTypeLiveMigrate, State: gardencorev1beta1.LastOperationStateProcessing}
	}

	DescribeTable("is served by both seeds from its start to its end, by known operations",
		func(ctx SpecContext, requested string, kind gardencorev1beta1.LastOperationType) {
			before := alpha.delivered(ctx)
			begins()
			alpha.synchronizes(ctx, shoot)
			Expect(alpha.operates(ctx, "reconcile", gardencorev1beta1.LastOperationTypeReconcile)).To(Succeed())
			Expect(differences(alpha.delivered(ctx), before)).To(BeEmpty(), "the source goes on as before")

			By("the destination has the Extension, too")
			beta.gets(ctx, shoot)
			Expect(beta.operates(ctx, requested, kind)).To(Succeed())
			Expect(differences(beta.delivered(ctx), before)).To(BeEmpty(), "both deliver the same")
			Expect(entry(ctx)).To(HaveField("Seed", "beta"))

			By("the project changes its configuration, which both deliver")
			configure(ctx, "second")
			for _, s := range []*servingSeed{alpha, beta} {
				Expect(s.operates(ctx, "reconcile", gardencorev1beta1.LastOperationTypeReconcile)).To(Succeed())
			}
			after := beta.delivered(ctx)
			delivery := HavePrefix("extension-shoot-flux-config:     flux.extensions.gardener.cloud/delivery: ")
			Expect(differences(after, before)).To(ConsistOf("extension-shoot-flux-config:     branch: first", "extension-shoot-flux-config:     branch: second", delivery, delivery))
			Expect(differences(alpha.delivered(ctx), after)).To(BeEmpty())
			Expect(entry(ctx)).To(HaveField("Seed", "beta"))

			By("the source migrates: it leaves all objects in the shoot")
			alpha.AddFinalizers(ctx)
			Expect(alpha.operates(ctx, "migrate", gardencorev1beta1.LastOperationTypeMigrate)).NotTo(Succeed(), "gardener-resource-manager has not released the objects yet")
			for _, resource := range alpha.Resources(ctx) {
				Expect(resource.Spec.KeepObjects).To(HaveValue(BeTrue()), resource.Name)
				Expect(resource.DeletionTimestamp).NotTo(BeNil(), resource.Name)
				resource.Finalizers = nil
				Expect(alpha.seed.Update(ctx, &resource)).To(Succeed())
			}
			Expect(alpha.operates(ctx, "migrate", gardencorev1beta1.LastOperationTypeMigrate)).To(Succeed())
			Expect(alpha.Resources(ctx)).To(BeEmpty())
			alpha.lost(ctx, "one")
			alpha.reconcile(ctx)

			By("the migration ends")
			shoot.Annotations, shoot.Status.LiveMigration, shoot.Status.SeedName = nil, nil, new("beta")
			shoot.Status.LastOperation.State = gardencorev1beta1.LastOperationStateSucceeded
			beta.synchronizes(ctx, shoot)
			Expect(beta.operates(ctx, "reconcile", gardencorev1beta1.LastOperationTypeReconcile)).To(Succeed())
			Expect(differences(beta.delivered(ctx), after)).To(BeEmpty())
			Expect(beta.Resources(ctx)).To(HaveEach(HaveField("Spec.KeepObjects", Not(HaveValue(BeTrue())))))
			Expect(entry(ctx)).To(HaveField("Seed", "beta"))
		},
		Entry("when the destination restores", "restore", gardencorev1beta1.LastOperationTypeRestore),
		Entry("when the destination reconciles", "reconcile", gardencorev1beta1.LastOperationTypeCreate),
	)

	It("leaves the shoot alone on the seed where an operation is not known, and reports it", func(ctx SpecContext) {
		before := alpha.Resources(ctx)
		begins()
		alpha.synchronizes(ctx, shoot)
		configure(ctx, "second")
		Expect(alpha.operates(ctx, "live-migrate", gardencorev1beta1.LastOperationTypeReconcile)).To(MatchError(ContainSubstring(unknown)))
		Expect(alpha.Resources(ctx)).To(Equal(before))
		Expect(entry(ctx)).To(And(HaveField("Seed", "alpha"), HaveField("State", fluxv1alpha1.ShootMigrating), HaveField("Reason", "OperationUnknown"),
			HaveField("Message", ContainSubstring(`Gardener's operation "live-migrate" is not known to this version of the extension`))))

		By("the other seed, where the operations are known, serves the Shoot meanwhile")
		beta.gets(ctx, shoot)
		Expect(beta.operates(ctx, "restore", gardencorev1beta1.LastOperationTypeRestore)).To(Succeed())
		served := beta.delivered(ctx)
		Expect(served).To(HaveLen(3))
		alpha.reconcile(ctx)
		Expect(entry(ctx)).To(And(HaveField("Seed", "beta"), HaveField("Reason", Not(Equal("OperationUnknown")))))

		By("the Extension is deleted during the operation: nothing is removed from the shoot")
		alpha.AddFinalizers(ctx)
		Expect(alpha.Actuator.Delete(ctx, logr.Discard(), alpha.extension(ctx))).NotTo(Succeed(), "gardener-resource-manager has not released the objects yet")
		Expect(alpha.Resources(ctx)).To(And(HaveLen(3), HaveEach(HaveField("Spec.KeepObjects", HaveValue(BeTrue())))))
		Expect(differences(beta.delivered(ctx), served)).To(BeEmpty())
	})
})
