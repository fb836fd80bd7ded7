// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension_test

import (
	"context"
	"encoding/json"
	"errors"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	"github.com/go-logr/logr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/extensiontest"
)

var _ = Describe("Upgrade of a shoot", func() {
	log := logr.Discard()
	wants := func(version string) map[string]string {
		return map[string]string{"repositoryUrl": "https://github.com/o/r", "fluxVersion": version}
	}
	// has sets the recorded state.
	has := func(delivered extensionstatus.State, change ...func(*gardencorev1beta1.Shoot)) func(*gardencorev1beta1.Shoot, *extensionsv1alpha1.Extension) {
		return func(shoot *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
			delivered.Flux, delivered.Sync, delivered.Project = true, true, true
			ex.Status.State = &runtime.RawExtension{Raw: controllertest.Must(json.Marshal(delivered))}
			for _, c := range change {
				c(shoot)
			}
		}
	}
	condition := func(ctx context.Context, w *extensiontest.ActuatorFixture) *gardencorev1beta1.Condition {
		GinkgoHelper()
		ex := &extensionsv1alpha1.Extension{}
		Expect(w.Seed.Get(ctx, client.ObjectKeyFromObject(w.Ex), ex)).To(Succeed())
		return v1beta1helper.GetCondition(ex.Status.Conditions, "FluxConfigured")
	}
	noted := func(w *extensiontest.ActuatorFixture) string {
		GinkgoHelper()
		delivered, err := extensionstatus.ReadState(w.Ex)
		Expect(err).NotTo(HaveOccurred())
		return delivered.Version
	}
	oldKind := func() *apiextensionsv1.CustomResourceDefinition {
		crd, _ := controllertest.KustomizationKind().(*apiextensionsv1.CustomResourceDefinition)
		crd.Spec.Versions = append(crd.Spec.Versions, apiextensionsv1.CustomResourceDefinitionVersion{Name: "v1beta1", Served: true})
		crd.Status.StoredVersions = []string{"v1beta1", "v1"}
		return crd
	}
	controller := func(version string) client.Object {
		return &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "source-controller",
			Labels: map[string]string{"app.kubernetes.io/part-of": "flux", "app.kubernetes.io/version": version}}}
	}
	stored := func(ctx context.Context, found controllertest.ShootConnector) []string {
		GinkgoHelper()
		crd := &apiextensionsv1.CustomResourceDefinition{}
		Expect(found.Client.Get(ctx, client.ObjectKey{Name: "kustomizations.kustomize.toolkit.fluxcd.io"}, crd)).To(Succeed())
		return crd.Status.StoredVersions
	}

	It("migrates, then records the version, then delivers", func(ctx SpecContext) {
		w := extensiontest.NewActuatorFixture(wants("v2.8.8"), has(extensionstatus.State{Version: "v2.6.4"}))
		found := controllertest.NewShootConnector(false, oldKind(), controller("v2.6.4"))
		w.Actuator.Shoots = found
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
		Expect(stored(ctx, found)).To(Equal([]string{"v1"}))
		Expect(noted(w)).To(Equal("v2.8.8"))
		Expect(w.Resources(ctx)).To(HaveLen(3))
		w.Actuator.Shoots = controllertest.ConnectorFunc(func(context.Context, string) (*toolkit.Shoot, error) { return nil, errors.New("nobody has to ask") })
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
	})

	// denies refuses the migration in the shoot.
	denies := func(found controllertest.ShootConnector) controllertest.ShootConnector {
		withWatch, _ := found.Client.(client.WithWatch)
		found.Client = interceptor.NewClient(withWatch, interceptor.Funcs{
			SubResourcePatch: func(context.Context, client.Client, string, client.Object, client.Patch, ...client.SubResourcePatchOption) error {
				return errors.New("denied by a webhook")
			},
		})
		return found
	}
	names := func(ctx context.Context, w *extensiontest.ActuatorFixture) []string {
		GinkgoHelper()
		return w.Names(ctx)
	}
	reconfigure := func(ctx context.Context, w *extensiontest.ActuatorFixture, config map[string]string) {
		GinkgoHelper()
		Expect(w.Garden.Update(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-config"}, Data: config})).To(Succeed())
	}
	elsewhere := func(version string) map[string]string {
		return map[string]string{"repositoryUrl": "https://github.com/o/elsewhere", "fluxVersion": version}
	}

	It("leaves Flux unchanged and delivers the rest if the migration fails", func(ctx SpecContext) {
		p := extensiontest.NewActuatorFixture(wants("v2.8.8"), nil)
		p.Reconcile(ctx)
		controllers := p.Manifests(ctx, controllertest.ControllersName)
		reconfigure(ctx, p, elsewhere("v2.9.5"))
		p.Actuator.Shoots = denies(controllertest.NewShootConnector(false, oldKind(), controller("v2.8.8")))
		p.Reconcile(ctx)
		Expect(p.Manifests(ctx, controllertest.ControllersName)).To(Equal(controllers))
		Expect(p.Manifests(ctx, controllertest.ConfigName)).To(ContainSubstring("https://github.com/o/elsewhere"))
		Expect(p.RecordedState(ctx).Version).To(Equal("v2.8.8"))
		reported := condition(ctx, p)
		Expect(reported.Status).To(Equal(gardencorev1beta1.ConditionProgressing))
		Expect(reported.Reason).To(Equal("Migrating"))
		Expect(reported.Message).To(And(HavePrefix("failed to migrate Flux's objects in the shoot before Flux v2.8.8 is upgraded to v2.9.5: "), ContainSubstring("denied by a webhook"),
			ContainSubstring("The extension retries the migration. Until it succeeds, Flux itself stays unchanged, and the rest is delivered: Flux v2.8.8 is configured to sync path ")))

		By("it goes on when the shoot lets it")
		p.Actuator.Shoots = controllertest.NewShootConnector(false, oldKind(), controller("v2.8.8"))
		p.Reconcile(ctx)
		Expect(p.RecordedState(ctx).Version).To(Equal("v2.9.5"))
		Expect(p.Manifests(ctx, controllertest.ControllersName)).NotTo(Equal(controllers))
		Expect(condition(ctx, p).Reason).To(Equal("Configured"))
	})

	It("fails before the first delivery until the objects of an existing Flux are migrated", func(ctx SpecContext) {
		w := extensiontest.NewActuatorFixture(wants("v2.8.8"), nil)
		w.Actuator.Shoots = denies(controllertest.NewShootConnector(false, oldKind(), controller("v2.7.5")))
		err := w.Actuator.Reconcile(ctx, log, w.Ex)
		Expect(err).To(MatchError(HaveSuffix("Nothing is delivered until the migration succeeds")))
		Expect(v1beta1helper.ExtractErrorCodes(err)).To(BeEmpty())
		Expect(w.Resources(ctx)).To(BeEmpty())

		found := controllertest.NewShootConnector(false, oldKind(), controller("v2.7.5"))
		w.Actuator.Shoots = found
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
		Expect(stored(ctx, found)).To(Equal([]string{"v1"}))
		Expect(w.Resources(ctx)).To(HaveLen(3))
	})

	It("does not change a bootstrapped Flux if the migration fails", func(ctx SpecContext) {
		w := extensiontest.NewActuatorFixture(wants("v2.8.8"), has(extensionstatus.State{Version: "v2.7.5", Bootstrapped: true, SourceKind: "Bucket",
			Identity: resolved.Identity{Namespace: "flux-system", Source: "flux-system/flux-system", Root: "flux-system/flux-system"}}))
		w.Actuator.Shoots = denies(controllertest.NewShootConnector(false, oldKind(), controller("v2.7.5")))
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
		Expect(names(ctx, w)).To(ConsistOf(controllertest.ConfigName))
		delivered, err := extensionstatus.ReadState(w.Ex)
		Expect(err).NotTo(HaveOccurred())
		Expect(delivered.Bootstrapped).To(BeTrue())
		Expect(delivered.SourceKind).To(Equal("Bucket"), "that is the source in the shoot")
		Expect(condition(ctx, w).Reason).To(Equal("Migrating"))
	})

	It("delivers nothing if the deletion of the shoot begins during the migration", func(ctx SpecContext) {
		w := extensiontest.NewActuatorFixture(wants("v2.8.8"), has(extensionstatus.State{Version: "v2.7.5"}))
		found := controllertest.NewShootConnector(false, oldKind(), controller("v2.7.5"))
		withWatch, _ := found.Client.(client.WithWatch)
		found.Client = interceptor.NewClient(withWatch, interceptor.Funcs{
			SubResourcePatch: func(ctx context.Context, c client.Client, name string, o client.Object, patch client.Patch, options ...client.SubResourcePatchOption) error {
				w.DeleteShoot(ctx)
				return c.SubResource(name).Patch(ctx, o, patch, options...)
			},
		})
		w.Actuator.Shoots = found
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(MatchError(ContainSubstring("the deletion of the shoot began during this operation")))
		Expect(w.Resources(ctx)).To(BeEmpty())
		Expect(noted(w)).To(Equal("v2.7.5"))
	})

	It("fails if the kubeconfig of a shoot with Flux is missing", func(ctx SpecContext) {
		w := extensiontest.NewActuatorFixture(wants("v2.8.8"), has(extensionstatus.State{Version: "v2.7.5"}))
		w.Actuator.Shoots = controllertest.ShootConnector{Err: apierrors.NewNotFound(schema.GroupResource{Resource: "secrets"}, "gardener")}
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(MatchError(ContainSubstring("not found")))
		Expect(w.Resources(ctx)).To(BeEmpty())
		Expect(noted(w)).To(Equal("v2.7.5"))
	})

	It("refuses a downgrade with a condition, leaves Flux unchanged and delivers the rest", func(ctx SpecContext) {
		p := extensiontest.NewActuatorFixture(wants("v2.9.5"), nil)
		p.Reconcile(ctx)
		controllers := p.Manifests(ctx, controllertest.ControllersName)
		reconfigure(ctx, p, elsewhere("v2.8.8"))
		p.Reconcile(ctx)
		Expect(p.Manifests(ctx, controllertest.ControllersName)).To(Equal(controllers))
		Expect(p.Manifests(ctx, controllertest.ConfigName)).To(ContainSubstring("https://github.com/o/elsewhere"))
		Expect(p.RecordedState(ctx).Version).To(Equal("v2.9.5"))
		Expect(condition(ctx, p).Reason).To(Equal("InvalidConfiguration"))
		Expect(condition(ctx, p).Message).To(HavePrefix(`ConfigMap garden-demo/flux-config: fluxVersion: Invalid value: "v2.8.8": Flux v2.9.5 was delivered to the shoot and is not downgraded; set it to v2.9.5. ` +
			`Until the error is corrected, Flux itself stays unchanged, and the rest is delivered: Flux v2.9.5 is configured to sync path `))
		Expect(p.Recorded.Mistakes).To(Equal([]document.ErrorKind{document.ErrorKindProject}))
	})

	DescribeTable("delivers the rest to a shoot with Flux if the extension does not carry the version",
		func(ctx SpecContext, delivered string) {
			w := extensiontest.NewActuatorFixture(wants("v2.1.0"), has(extensionstatus.State{Version: delivered}))
			Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
			Expect(names(ctx, w)).To(ConsistOf(controllertest.ConfigName))
			Expect(noted(w)).To(Equal(delivered))
			Expect(condition(ctx, w).Reason).To(Equal("InvalidConfiguration"))
			Expect(condition(ctx, w).Message).To(And(HavePrefix("ConfigMap garden-demo/flux-config: fluxVersion: "),
				ContainSubstring("Until the error is corrected, Flux itself stays unchanged, and the rest is delivered: Flux "+delivered+" is configured to sync path ")))
			Expect(w.Recorded.Mistakes).To(Equal([]document.ErrorKind{document.ErrorKindProject}))
		},
		Entry("version that is no longer carried", "v2.1.0"),
		Entry("unknown version", "v2.9.5"),
	)

	It("checks the version until mode BootstrapOnce has installed Flux", func(ctx SpecContext) {
		once := func(version string) string {
			return "flux: {version: " + version + "}\nmode: BootstrapOnce\nsource: {template: {spec: {url: 'https://github.com/o/r'}}}"
		}
		p := extensiontest.NewDelivered(once("v2.9.5"))
		p.Reconcile(ctx)
		p.Configure(ctx, once("v2.8.8"))
		p.Reconcile(ctx)
		Expect(p.RecordedState(ctx).Version).To(Equal("v2.9.5"))
		Expect(p.ConfiguredCondition(ctx)).To(And(HavePrefix("False InvalidConfiguration"), ContainSubstring("Flux v2.9.5 was delivered to the shoot and is not downgraded")))
	})

	// inGit returns a Kustomization that applies itself.
	inGit := func(version string) client.Object {
		return &kustomizev1.Kustomization{ObjectMeta: metav1.ObjectMeta{Namespace: "apps", Name: "b"}, Status: kustomizev1.KustomizationStatus{
			Inventory: &kustomizev1.ResourceInventory{Entries: []kustomizev1.ResourceRef{{ID: "apps_b_kustomize.toolkit.fluxcd.io_Kustomization", Version: version}}}}}
	}

	It("holds back an upgrade that Git does not support yet, and delivers the rest with the installed version", func(ctx SpecContext) {
		w := extensiontest.NewActuatorFixture(wants("v2.9.5"), has(extensionstatus.State{Version: "v2.8.8"}))
		found := controllertest.NewShootConnector(false, oldKind(), controller("v2.8.8"), inGit("v1beta1"))
		w.Actuator.Shoots = found
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
		Expect(w.Resources(ctx)).To(HaveLen(3))
		Expect(noted(w)).To(Equal("v2.8.8"))
		Expect(stored(ctx, found)).To(Equal([]string{"v1beta1", "v1"}), "nothing is migrated before it has to be")
		Expect(condition(ctx, w).Status).To(Equal(gardencorev1beta1.ConditionFalse))
		Expect(condition(ctx, w).Reason).To(Equal("UpgradeHeldBack"))
		Expect(condition(ctx, w).Message).To(And(
			ContainSubstring("Kustomization apps/b as kustomize.toolkit.fluxcd.io/v1beta1, to be changed to kustomize.toolkit.fluxcd.io/v1 (Kustomization apps/b)"),
			ContainSubstring("Until then the rest is delivered with v2.8.8: Flux v2.8.8 is configured to sync path ")))

		By("when Git follows, the upgrade goes on")
		w.Actuator.Shoots = controllertest.NewShootConnector(false, oldKind(), controller("v2.8.8"), inGit("v1"))
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
		Expect(noted(w)).To(Equal("v2.9.5"))
		Expect(condition(ctx, w).Reason).To(Equal("Configured"))
	})

	It("leaves Flux unchanged if the installed version is not carried, or is not the delivered one", func(ctx SpecContext) {
		for _, delivered := range []extensionstatus.State{{Version: "v2.4.0"}, {Version: "v2.7.5"}, {Version: "v2.8.7"}, {Version: "v2.8.8", Components: "source-controller"}} {
			w := extensiontest.NewActuatorFixture(wants("v2.9.5"), has(delivered))
			w.Actuator.Shoots = controllertest.NewShootConnector(false, oldKind(), controller(delivered.Version), inGit("v1beta1"))
			Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
			Expect(names(ctx, w)).To(ConsistOf(controllertest.ConfigName))
			Expect(noted(w)).To(Equal(delivered.Version))
			Expect(condition(ctx, w).Reason).To(Equal("UpgradeHeldBack"))
			Expect(condition(ctx, w).Message).To(ContainSubstring("Until then Flux itself stays unchanged, and the rest is delivered"))
		}
	})

	DescribeTable("keeps a version that is no longer carried, and names the carried ones, if it is pinned",
		func(ctx SpecContext, pinned string) {
			w := extensiontest.NewActuatorFixture(wants(pinned), has(extensionstatus.State{Version: "v2.7.5"}))
			w.Actuator.Shoots = controllertest.NewShootConnector(false, oldKind(), controller("v2.7.5"))
			Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
			Expect(names(ctx, w)).To(ConsistOf(controllertest.ConfigName), "CustomResourceDefinitions and controllers stay as they are")
			Expect(noted(w)).To(Equal("v2.7.5"))
			Expect(condition(ctx, w)).To(And(
				HaveField("Status", gardencorev1beta1.ConditionFalse), HaveField("Reason", "InvalidConfiguration"),
				HaveField("Message", ContainSubstring(`fluxVersion: Invalid value: "`+pinned+`": unknown Flux version; the known versions are v2.8.8, v2.9.5 (or leave it out for the newest)`))))
		},
		Entry("by its patch", "v2.7.5"),
		Entry("by its minor version", "v2.7"),
	)

	It("reads the installed version if none is recorded", func(ctx SpecContext) {
		w := extensiontest.NewActuatorFixture(wants("v2.8.8"), has(extensionstatus.State{}))
		w.Actuator.Shoots = controllertest.NewShootConnector(false, oldKind(), controller("v2.7.5"), inGit("v1beta1"))
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
		Expect(condition(ctx, w).Message).To(ContainSubstring("Flux v2.7.5 is not upgraded to v2.8.8 yet"))
		Expect(names(ctx, w)).To(ConsistOf(controllertest.ConfigName))
	})

	It("refuses a takeover if the new version does not support objects in Git", func(ctx SpecContext) {
		w := extensiontest.NewActuatorFixture(wants("v2.8.8"), nil)
		w.Actuator.Shoots = controllertest.NewShootConnector(false, oldKind(), controller("v2.6.4"), inGit("v1beta1"))
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(MatchError(ContainSubstring("Flux v2.6.4 is not upgraded to v2.8.8 yet")))
		Expect(w.Resources(ctx)).To(BeEmpty())
		Expect(condition(ctx, w).Reason).To(Equal("InvalidConfiguration"))
	})

	It("checks the shoot if a component is added at the same version", func(ctx SpecContext) {
		w := extensiontest.NewActuatorFixture(wants("v2.9.5"), has(extensionstatus.State{Version: "v2.9.5", Components: "source-controller"}))
		found := controllertest.NewShootConnector(false, oldKind(), controller("v2.9.5"))
		w.Actuator.Shoots = found
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
		Expect(stored(ctx, found)).To(Equal([]string{"v1"}))
	})

	It("checks a bootstrapped shoot that is managed again, and refuses a downgrade", func(ctx SpecContext) {
		w := extensiontest.NewActuatorFixture(wants("v2.8.8"), has(extensionstatus.State{Version: "v2.8.8", Bootstrapped: true}))
		w.Actuator.Shoots = controllertest.NewShootConnector(false, oldKind(), controller("v2.9.5"))
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
		Expect(names(ctx, w)).To(ConsistOf(controllertest.ConfigName))
		Expect(condition(ctx, w).Message).To(ContainSubstring("Flux v2.9.5 runs in the shoot (Deployment flux-system/source-controller) and is not downgraded; set it to v2.9.5"))
	})

	It("waits for a hibernated shoot to wake up without failing, and fails for an unreachable shoot", func(ctx SpecContext) {
		w := extensiontest.NewActuatorFixture(wants("v2.8.8"), has(extensionstatus.State{Version: "v2.7.5"}, func(shoot *gardencorev1beta1.Shoot) {
			shoot.Spec.Hibernation = &gardencorev1beta1.Hibernation{Enabled: ptr.To(true)}
		}))
		w.Actuator.Shoots = controllertest.NewShootConnector(true)
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(Succeed())
		Expect(w.Resources(ctx)).To(BeEmpty())
		Expect(condition(ctx, w).Reason).To(Equal("Hibernated"))
		Expect(condition(ctx, w).Message).To(Equal("the shoot is hibernated, so the extension cannot inspect it before the delivery. The configuration is delivered when the shoot has woken up"))

		w = extensiontest.NewActuatorFixture(wants("v2.8.8"), has(extensionstatus.State{Version: "v2.7.5"}))
		w.Actuator.Shoots = controllertest.NewShootConnector(true)
		Expect(w.Actuator.Reconcile(ctx, log, w.Ex)).To(MatchError(ContainSubstring("failed to read the stored objects of Flux in the shoot")))
		Expect(w.Resources(ctx)).To(BeEmpty())
	})
})
