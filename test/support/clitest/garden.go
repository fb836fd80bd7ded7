// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package clitest

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	authorizationv1 "k8s.io/api/authorization/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
	"sigs.k8s.io/yaml"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/landscape"
)

// adapter implements the CLI's client with a client of controller-runtime, because controller-runtime has a fake
// client.
type adapter struct{ client client.WithWatch }

// Adapt returns the CLI's client that sends requests with the given client.
func Adapt(c client.WithWatch) garden.Client { return adapter{client: c} }

func (a adapter) Get(ctx context.Context, name types.NamespacedName, object garden.Object) error {
	return a.client.Get(ctx, name, object)
}

func (a adapter) List(ctx context.Context, namespace string, list runtime.Object, options metav1.ListOptions) error {
	objects, listed, err := adapted(namespace, list, options)
	if err != nil {
		return err
	}
	return a.client.List(ctx, objects, listed)
}

func (a adapter) Watch(ctx context.Context, namespace string, list runtime.Object, options metav1.ListOptions) (watch.Interface, error) {
	objects, watched, err := adapted(namespace, list, options)
	if err != nil {
		return nil, err
	}
	return a.client.Watch(ctx, objects, watched)
}

func (a adapter) Patch(ctx context.Context, object garden.Object, merge []byte, options metav1.PatchOptions) error {
	return a.client.Patch(ctx, object, client.RawPatch(types.MergePatchType, merge), &client.PatchOptions{DryRun: options.DryRun})
}

// Review creates the review, which a test answers with an interceptor. Without one, everything is allowed.
func (a adapter) Review(ctx context.Context, review *authorizationv1.SelfSubjectAccessReview) error {
	review.Name, review.Status.Allowed = "review", true
	err := a.client.Create(ctx, review)
	if apierrors.IsAlreadyExists(err) {
		return nil
	}
	return err
}

func adapted(namespace string, list runtime.Object, options metav1.ListOptions) (client.ObjectList, *client.ListOptions, error) {
	objects, ok := list.(client.ObjectList)
	if !ok {
		return nil, nil, fmt.Errorf("%T is not a list", list)
	}
	adapted := &client.ListOptions{Namespace: namespace, Limit: options.Limit, Continue: options.Continue, Raw: &options}
	if options.FieldSelector != "" {
		selector, err := fields.ParseSelector(options.FieldSelector)
		if err != nil {
			return nil, nil, err
		}
		adapted.FieldSelector = selector
	}
	return objects, adapted, nil
}

// NewClient returns a fake client for a garden with the given objects.
func NewClient(objects []client.Object, funcs interceptor.Funcs) client.WithWatch {
	GinkgoHelper()
	byName := func(o client.Object) []string { return []string{o.GetName()} }
	scheme, err := garden.Scheme()
	Expect(err).NotTo(HaveOccurred())
	return fake.NewClientBuilder().WithScheme(scheme).WithReturnManagedFields().WithObjects(objects...).WithInterceptorFuncs(funcs).
		WithIndex(&corev1.Secret{}, "metadata.name", byName).WithIndex(&corev1.ConfigMap{}, "metadata.name", byName).
		WithIndex(&corev1.Event{}, "involvedObject.kind", func(o client.Object) []string { return []string{o.(*corev1.Event).InvolvedObject.Kind} }).
		WithIndex(&corev1.Event{}, "involvedObject.name", func(o client.Object) []string { return []string{o.(*corev1.Event).InvolvedObject.Name} }).Build()
}

// NewAccess returns an Access with the given client. namespace is the namespace of the kubeconfig's context, which
// applies if the user sets none.
func NewAccess(c client.WithWatch, namespace string) garden.Access {
	return garden.Access{Connect: func(user garden.User) (garden.Client, string, error) {
		if user.Namespace != "" {
			return Adapt(c), user.Namespace, nil
		}
		return Adapt(c), namespace, nil
	}}
}

// StatusConfigMap returns a ConfigMap flux-status whose entries their seeds have applied at an unknown time.
func StatusConfigMap(namespace string, data map[string]string) *corev1.ConfigMap {
	return StatusConfigMapAt(namespace, nil, data)
}

// StatusConfigMapAt returns a ConfigMap flux-status whose entries their seeds have applied at the given time.
func StatusConfigMapAt(namespace string, applied *metav1.Time, data map[string]string) *corev1.ConfigMap {
	GinkgoHelper()
	configMap := &corev1.ConfigMap{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "ConfigMap"}, ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "flux-status"}, Data: data}
	bySeed := map[string]map[string]any{}
	for name, value := range data {
		status, _ := fleet.Decode(value)
		if bySeed[status.Seed] == nil {
			bySeed[status.Seed] = map[string]any{}
		}
		bySeed[status.Seed]["f:"+name] = struct{}{}
	}
	for seed, names := range bySeed {
		raw, err := json.Marshal(map[string]any{"f:data": names})
		Expect(err).NotTo(HaveOccurred())
		configMap.ManagedFields = append(configMap.ManagedFields, metav1.ManagedFieldsEntry{
			Manager: "shoot-flux-seed-" + seed, Operation: metav1.ManagedFieldsOperationApply, APIVersion: "v1", Time: applied, FieldsType: "FieldsV1", FieldsV1: metav1.NewFieldsV1(string(raw)),
		})
	}
	return configMap
}

// ApplyStatus applies the entries of ConfigMap flux-status as their only seed, and removes those without a seed.
func ApplyStatus(ctx context.Context, c client.WithWatch, namespace string, data map[string]string) {
	GinkgoHelper()
	for _, manager := range append(StatusConfigMap(namespace, data).ManagedFields, metav1.ManagedFieldsEntry{Manager: "shoot-flux-seed-"}) {
		Expect(c.Apply(ctx, corev1ac.ConfigMap("flux-status", namespace).WithData(data), client.ForceOwnership, client.FieldOwner(manager.Manager))).To(Succeed())
		data = nil
	}
}

// Forbidden returns the error for a missing permission.
func Forbidden(resource string) error {
	return apierrors.NewForbidden(schema.GroupResource{Resource: resource}, "x", nil)
}

// StoppedRollout returns the ConfigMap flux-rollout of a project whose ring canary fails with the second revision. The
// config.yaml of the project consists of head and rings. rings must configure the rings canary, which selects the label
// ring=canary, and production.
func StoppedRollout(namespace, head, rings string, now time.Time) *corev1.ConfigMap {
	GinkgoHelper()
	revision := func(text string) rollout.Revision {
		return rollout.NewRevision(&document.ConfigMap{Data: map[string]string{"config.yaml": head + text}}, "v2.9.3")
	}
	configured, kind := (&document.ConfigMap{Data: map[string]string{"config.yaml": head + rings}}).Rollout()
	Expect(kind).To(Equal(document.Valid))
	return stopped(namespace, fluxv1alpha1.RolloutConfigMapName, rollout.Input{Rollout: configured}, revision("flux: {logLevel: info}"), revision("flux: {logLevel: debug}"), now, nil)
}

// Texts of the failing project in StoppedLandscape.
const (
	FailingProject = "garden-green"
	FailingReason  = "Shoot garden-green/web: path not found"
)

// StoppedLandscape returns the ConfigMap of a rollout of the operator to the rings canary, with the seed canary, and
// production, with the seed other. The seed canary fails with the second revision, because a project fails.
func StoppedLandscape(configMap string, one, two rollout.Revision, now time.Time) *corev1.ConfigMap {
	GinkgoHelper()
	configured := &fluxv1alpha1.Rollout{Source: ptr.To(fluxv1alpha1.RolloutSourceFollow), Rings: []fluxv1alpha1.Ring{
		{Name: "canary", ShootSelector: fluxv1alpha1.ShootSelector{Shoots: &metav1.LabelSelector{MatchLabels: map[string]string{"ring": "canary"}}}}, {Name: "production"},
	}}
	fluxv1alpha1.SetDefaults_Rollout(configured)
	failing := []landscape.FailingProject{{Ring: "canary", Project: FailingProject, Reason: FailingReason}}
	return stopped("garden", configMap, rollout.Input{Rollout: configured, Subject: rollout.Seeds("the target", rollout.LandscapeBaseline)}, one, two, now, map[string]any{"failingProjects": failing})
}

// stopped returns the ConfigMap of a rollout whose ring canary fails with the second revision.
func stopped(namespace, name string, in rollout.Input, one, two rollout.Revision, now time.Time, details map[string]any) *corev1.ConfigMap {
	GinkgoHelper()
	status := func(name, revision string, state fluxv1alpha1.ShootState) rollout.Member {
		label := map[string]string{"ring": name}
		return rollout.Member{Identity: rollout.Identity{Name: name, UID: "1", Labels: label}, Status: rollout.StatusOf(&fluxv1alpha1.ShootStatus{Revision: revision, State: state, Message: "path not found"})}
	}
	in.Target, in.Now, in.Members = one, now.Add(-time.Hour), []rollout.Member{status("canary", one.ID(), "Ready"), status("other", one.ID(), "Ready")}
	decision := rollout.Decide(nil, in)
	in.Target, in.Now = two, now.Add(-10*time.Minute)
	decision = rollout.Decide(decision.State, in)
	in.Members[0], in.Now = status("canary", two.ID(), "Failed"), now.Add(-time.Minute)
	decision = rollout.Decide(decision.State, in)
	values, err := decision.State.Encode()
	Expect(err).NotTo(HaveOccurred())
	text, err := yaml.Marshal(decision.Progress)
	Expect(err).NotTo(HaveOccurred())
	if details != nil {
		more, err := yaml.Marshal(details)
		Expect(err).NotTo(HaveOccurred())
		text = append(text, more...)
	}
	return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name}, BinaryData: values, Data: map[string]string{rollout.KeyStatus: string(text)}}
}
