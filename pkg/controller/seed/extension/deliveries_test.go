// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension_test

import (
	"context"
	"crypto/rand"
	"errors"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	"github.com/go-logr/logr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/extensiontest"
)

var _ = Describe("The deliveries of project and operator", func() {
	const (
		own      = "source: {template: {spec: {url: 'https://github.com/o/r'}}}\n"
		changed  = own + "flux: {logLevel: debug}\n"
		baseline = "extension-shoot-flux-baseline"
		source   = `{"source":{"template":{"spec":{"url":"https://git.example.com/baseline","secretRef":{"name":"flux-baseline"}}}}}`
	)
	var p *extensiontest.ActuatorFixture
	configured := func(change func(*configv1alpha1.Baseline)) *configv1alpha1.Baseline {
		configured := &configv1alpha1.Baseline{Config: &runtime.RawExtension{Raw: []byte(source)}, Permissions: configv1alpha1.BaselinePermissions{ClusterAdmin: true}}
		change(configured)
		return configured
	}
	operator := func(rollouts *configv1alpha1.Rollouts, change func(*configv1alpha1.Baseline)) {
		GinkgoHelper()
		config := configv1alpha1.ControllerConfiguration{Baseline: configured(change), Rollouts: rollouts}
		configv1alpha1.SetObjectDefaults_ControllerConfiguration(&config)
		p.Actuator.Resolver = controllertest.NewResolverFor(config)
	}
	pruning := func(b *configv1alpha1.Baseline) { b.DeletionPolicy = configv1alpha1.BaselinePrune }
	condition := func(ctx context.Context, name string) string {
		GinkgoHelper()
		Expect(p.Seed.Get(ctx, client.ObjectKeyFromObject(p.Ex), p.Ex)).To(Succeed())
		found := v1beta1helper.GetCondition(p.Ex.Status.Conditions, gardencorev1beta1.ConditionType(name))
		Expect(found).NotTo(BeNil())
		return string(found.Status) + " " + found.Reason + " " + found.Message
	}
	// unreadable has reads of the named object in the garden fail.
	unreadable := func(name string) {
		inner, _ := p.Garden.(client.WithWatch)
		p.Actuator.Projects = garden.NewReader(interceptor.NewClient(inner, interceptor.Funcs{
			Get: func(ctx context.Context, c client.WithWatch, key client.ObjectKey, o client.Object, options ...client.GetOption) error {
				if key.Name == name {
					return apierrors.NewServiceUnavailable("the garden is down")
				}
				return c.Get(ctx, key, o, options...)
			},
		}))
	}
	// refused has writes of the named ManagedResource fail.
	refused := func(name string) {
		inner, _ := p.Seed.(client.WithWatch)
		p.Actuator.Deliverer = extensiontest.NewDeliverer(interceptor.NewClient(inner, interceptor.Funcs{
			Update: func(ctx context.Context, c client.WithWatch, o client.Object, options ...client.UpdateOption) error {
				if o.GetName() == name {
					return errors.New("the quota is exceeded")
				}
				return c.Update(ctx, o, options...)
			},
		}))
	}
	noConnection := func() {
		p.Actuator.Shoots = controllertest.ConnectorFunc(func(context.Context, string) (*toolkit.Shoot, error) {
			return nil, errors.New("the shoot does not respond")
		})
	}

	BeforeEach(func(ctx SpecContext) {
		p = extensiontest.NewDelivered(own)
		operator(nil, func(*configv1alpha1.Baseline) {})
		Expect(p.Garden.Create(ctx, &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "garden", Name: "flux-baseline"}, Data: map[string][]byte{"password": []byte("hidden")}})).To(Succeed())
		p.Reconcile(ctx)
	})

	DescribeTable("the project gets its change, and its status does not mention the operator, if the baseline fails in",
		func(ctx SpecContext, fail func(context.Context), want OmegaMatcher) {
			before, delivered := p.RecordedState(ctx), p.Manifests(ctx, baseline)
			p.Configure(ctx, changed)
			fail(ctx)
			p.Reconcile(ctx)
			Expect(condition(ctx, "FluxBaselineReady")).To(want)
			Expect(p.Manifests(ctx, baseline)).To(Equal(delivered))

			Expect(p.Manifests(ctx, "extension-shoot-flux-controllers")).To(ContainSubstring("--log-level=debug"))
			Expect(condition(ctx, "FluxConfigured")).To(HavePrefix("True Configured"))
			Expect(condition(ctx, "FluxUpToDate")).To(HavePrefix("True UpToDate"))
			after := p.RecordedState(ctx)
			Expect(after.Observed.Config).NotTo(Equal(before.Observed.Config))
			status := fleet.StatusOf(p.Ex, fleet.Shoot{Namespace: "garden-demo", Name: "only"}, "")
			Expect(status.Pending).To(BeNil())
			Expect(status.Reason + status.Message).NotTo(ContainSubstring("aseline"))
			Expect(status.Baseline).NotTo(BeNil())
		},
		Entry("gathering", func(context.Context) { unreadable("flux-baseline") },
			Equal("Progressing DeliveryFailed the delivery of the baseline has failed, and is retried: failed to read Secret garden/flux-baseline in the garden: the garden is down")),
		Entry("gathering, because the Secret is missing", func(ctx context.Context) {
			Expect(p.Garden.Delete(ctx, &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "garden", Name: "flux-baseline"}})).To(Succeed())
		}, HavePrefix("False CredentialsMissing")),
		Entry("the decision", func(ctx context.Context) {
			operator(nil, func(b *configv1alpha1.Baseline) {
				b.Shoots = &configv1alpha1.BaselineShoots{Seeds: &metav1.LabelSelector{MatchLabels: map[string]string{"a": "b"}}}
			})
			cluster := &extensionsv1alpha1.Cluster{}
			Expect(p.Seed.Get(ctx, client.ObjectKey{Name: controllertest.TechnicalID}, cluster)).To(Succeed())
			cluster.Spec.Seed = nil
			Expect(p.Seed.Update(ctx, cluster)).To(Succeed())
		}, HavePrefix("Progressing DeliveryFailed the delivery of the baseline has failed, and is retried: the Cluster has no Seed")),
		Entry("its configuration", func(context.Context) {
			operator(&configv1alpha1.Rollouts{Rings: []configv1alpha1.SeedRing{{Name: "canary", Seeds: &metav1.LabelSelector{}}}, Baseline: &configv1alpha1.BaselineRollout{}}, func(*configv1alpha1.Baseline) {})
			wrong := configured(func(b *configv1alpha1.Baseline) {
				b.Config.Raw = []byte(`{"source":{"template":{"spec":{"url":"ssh://git@git.example.com/baseline"}}}}`)
			})
			Expect(p.Actuator.Resolver.ReleaseBaseline(*wrong, "r", "")).To(Succeed())
		}, HavePrefix("False InvalidConfiguration")),
		Entry("rendering, because it is too large", func(context.Context) {
			operator(nil, func(b *configv1alpha1.Baseline) {
				rule := rbacv1.PolicyRule{APIGroups: []string{""}, Resources: []string{"configmaps"}, Verbs: []string{"get"}}
				for range 50000 {
					rule.ResourceNames = append(rule.ResourceNames, rand.Text()+rand.Text())
				}
				b.Permissions = configv1alpha1.BaselinePermissions{Rules: []rbacv1.PolicyRule{rule}}
			})
		}, HavePrefix("False InvalidConfiguration")),
		Entry("applying", func(context.Context) {
			operator(nil, func(b *configv1alpha1.Baseline) {
				b.Permissions = configv1alpha1.BaselinePermissions{Rules: []rbacv1.PolicyRule{{APIGroups: []string{""}, Resources: []string{"configmaps"}, Verbs: []string{"*"}}}}
			})
			refused(baseline)
		}, HaveSuffix("failed to deploy ManagedResource shoot--demo--only/extension-shoot-flux-baseline: the quota is exceeded")),
		Entry("its removal", func(context.Context) {
			operator(nil, func(b *configv1alpha1.Baseline) { b.State = configv1alpha1.BaselineAbsent })
			noConnection()
		}, And(HavePrefix("Progressing Removing"), HaveSuffix("waiting for another attempt, because the last one has failed: the shoot does not respond"))),
	)

	It("report a failed baseline until an attempt succeeds", func(ctx SpecContext) {
		operator(nil, pruning)
		refused(baseline)
		unreadable("flux-baseline")
		p.Reconcile(ctx)
		written := p.Ex.ResourceVersion
		p.Reconcile(ctx)
		Expect(condition(ctx, "FluxBaselineReady")).To(HavePrefix("Progressing DeliveryFailed"))
		Expect(p.Ex.ResourceVersion).To(Equal(written), "the next attempts write nothing")
		Expect(p.RecordedState(ctx).Baseline.DeletionPolicy).To(Equal(configv1alpha1.BaselineOrphan))

		p.Actuator.Projects = garden.NewReader(p.Garden)
		p.Reconcile(ctx)
		Expect(condition(ctx, "FluxBaselineReady")).To(HavePrefix("Progressing Delivering"))
		Expect(p.RecordedState(ctx).Baseline.DeletionPolicy).To(Equal(configv1alpha1.BaselinePrune))
	})

	DescribeTable("the operator's change arrives if the project's delivery fails in",
		func(ctx SpecContext, fail func(context.Context), want OmegaMatcher, upToDate string) {
			operator(nil, func(b *configv1alpha1.Baseline) {
				pruning(b)
				b.Permissions = configv1alpha1.BaselinePermissions{Rules: []rbacv1.PolicyRule{{APIGroups: []string{""}, Resources: []string{"configmaps"}, Verbs: []string{"*"}}}}
			})
			fail(ctx)
			Expect(p.Actuator.Reconcile(ctx, logr.Discard(), p.Ex)).To(want)
			Expect(condition(ctx, "FluxUpToDate")).To(HavePrefix(upToDate))
			Expect(p.Manifests(ctx, baseline)).NotTo(ContainSubstring("cluster-admin"))
			Expect(p.RecordedState(ctx).Baseline.DeletionPolicy).To(Equal(configv1alpha1.BaselinePrune))
			Expect(condition(ctx, "FluxBaselineReady")).To(HavePrefix("Progressing Delivering"))
		},
		Entry("gathering", func(context.Context) { unreadable("flux-config") }, MatchError(ContainSubstring("the garden is down")), "True UpToDate"),
		Entry("its configuration", func(ctx context.Context) { p.Configure(ctx, own+"flux: {unknown: 1}") }, Succeed(), "False Refused"),
		Entry("rendering", func(ctx context.Context) {
			p.Configure(ctx, changed)
			p.Actuator.Renderer = flux.NewRenderer(flux.NewLibrary(&distributions.Set{}), flux.Images{})
		}, MatchError(ContainSubstring("unknown Flux version")), "Progressing DeliveryFailed"),
		Entry("applying", func(ctx context.Context) {
			p.Configure(ctx, changed)
			refused("extension-shoot-flux-controllers")
		}, MatchError(ContainSubstring("the quota is exceeded")), "Progressing DeliveryFailed"),
		Entry("its preparation", func(ctx context.Context) {
			p.Configure(ctx, changed)
			p.AddFinalizers(ctx)
			for _, resource := range p.Resources(ctx) {
				if resource.Name == "extension-shoot-flux-controllers" {
					Expect(p.Seed.Delete(ctx, &resource)).To(Succeed())
				}
			}
		}, MatchError(ContainSubstring("is being deleted")), "Progressing DeliveryFailed"),
	)

	It("do not deliver a baseline without Flux if the first delivery of Flux cannot begin", func(ctx SpecContext) {
		p = extensiontest.NewDelivered(own)
		operator(nil, func(*configv1alpha1.Baseline) {})
		noConnection()
		Expect(p.Actuator.Reconcile(ctx, logr.Discard(), p.Ex)).To(MatchError(ContainSubstring("the shoot does not respond")))
		Expect(condition(ctx, "FluxBaselineReady")).To(HavePrefix("Progressing WaitingForFlux"))
		Expect(p.Names(ctx)).To(BeEmpty())
	})

	It("keep Flux, with which the baseline is removed, if the removal of the baseline fails with the extension", func(ctx SpecContext) {
		noConnection()
		Expect(p.Actuator.Delete(ctx, logr.Discard(), p.Ex)).To(MatchError("failed to remove the operator's baseline: the shoot does not respond"))
		for _, resource := range p.Resources(ctx) {
			Expect(resource.DeletionTimestamp).To(BeNil())
		}
	})
})
