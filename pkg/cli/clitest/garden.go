// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package clitest

import (
	"context"
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
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
	"sigs.k8s.io/yaml"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
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
	objects, is := list.(client.ObjectList)
	if !is {
		return nil, nil, fmt.Errorf("%T is no list", list)
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
	return fake.NewClientBuilder().WithScheme(scheme).WithObjects(objects...).WithInterceptorFuncs(funcs).
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

// StatusConfigMap returns a ConfigMap flux-status.
func StatusConfigMap(namespace string, data map[string]string) *corev1.ConfigMap {
	return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "flux-status"}, Data: data}
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
	status := func(name, revision string, state fluxv1alpha1.ShootState) rollout.Member {
		label := map[string]string{"ring": name}
		return rollout.Member{Identity: rollout.Identity{Name: name, UID: "1", Labels: label}, Status: rollout.StatusOf(&fluxv1alpha1.ShootStatus{Revision: revision, State: state, Message: "path not found"})}
	}
	one, two := revision("flux: {logLevel: info}"), revision("flux: {logLevel: debug}")
	in := rollout.Input{Rollout: configured, Target: one, Now: now.Add(-time.Hour), Members: []rollout.Member{status("canary", one.ID(), "Ready"), status("other", one.ID(), "Ready")}}
	decision := rollout.Decide(nil, in)
	in.Target, in.Now = two, now.Add(-10*time.Minute)
	decision = rollout.Decide(decision.State, in)
	in.Members[0], in.Now = status("canary", two.ID(), "Failed"), now.Add(-time.Minute)
	decision = rollout.Decide(decision.State, in)
	values, err := decision.State.Encode()
	Expect(err).NotTo(HaveOccurred())
	text, err := yaml.Marshal(decision.Progress)
	Expect(err).NotTo(HaveOccurred())
	return &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: fluxv1alpha1.RolloutConfigMapName}, BinaryData: values, Data: map[string]string{rollout.KeyStatus: string(text)},
	}
}
