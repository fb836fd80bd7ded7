// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"context"
	"fmt"
	"maps"

	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	rbacv1ac "k8s.io/client-go/applyconfigurations/rbac/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
)

// MetadataOf returns an object to read the metadata of a ConfigMap or Secret without its content.
func MetadataOf(kind string, key client.ObjectKey) *metav1.PartialObjectMetadata {
	return &metav1.PartialObjectMetadata{
		TypeMeta: metav1.TypeMeta{APIVersion: corev1.SchemeGroupVersion.String(), Kind: kind}, ObjectMeta: metav1.ObjectMeta{Namespace: key.Namespace, Name: key.Name},
	}
}

// Get reads the object, or returns nil if the API server responds that it does not exist. The same response of a proxy
// is an error.
func Get[T client.Object](ctx context.Context, garden client.Reader, kind string, key client.ObjectKey, object T) (T, error) {
	var none T
	err := garden.Get(ctx, key, object)
	if apierrors.IsNotFound(err) && !apierrors.IsUnexpectedServerError(err) {
		return none, nil
	}
	if err != nil {
		return none, fmt.Errorf("failed to read %s %s in the garden: %w", kind, key, err)
	}
	return object, nil
}

// Annotate writes the desired annotations that differ from the current ones, and returns whether there were any. An
// empty value removes an annotation. If the object has a resourceVersion, Annotate writes only if it is the current
// version.
func Annotate(ctx context.Context, writer client.Writer, object client.Object, current, desired map[string]string) (bool, error) {
	desired = maps.Clone(desired)
	maps.DeleteFunc(desired, func(name, value string) bool { return current[name] == value })
	if len(desired) == 0 {
		return false, nil
	}
	annotations := map[string]any{}
	for name, value := range desired {
		if annotations[name] = value; value == "" {
			annotations[name] = nil
		}
	}
	metadata := map[string]any{"annotations": annotations}
	if version := object.GetResourceVersion(); version != "" {
		metadata["resourceVersion"] = version
	}
	return true, writer.Patch(ctx, object, kube.MergePatch{"metadata": metadata}, client.FieldOwner(FieldOwner))
}

// ReadCredentials reads a Secret that members of a project create. If the project or the operator must act, it returns
// the problem and its fix. content describes the key that the Secret needs. The operator lists the Secrets that may be
// read in the named setting.
func ReadCredentials(ctx context.Context, reader client.Reader, name client.ObjectKey, content, setting string) (secret *corev1.Secret, problem string, err error) {
	secret = &corev1.Secret{}
	switch err := reader.Get(ctx, name, secret); {
	case apierrors.IsNotFound(err):
		return secret, fmt.Sprintf("Secret %s is missing; create it with the key %s", name.Name, content), nil
	case apierrors.IsForbidden(err):
		return secret, fmt.Sprintf("the operator does not let the extension read Secret %s; ask for its name in %s, or use a name listed there", name.Name, setting), nil
	case err != nil:
		return nil, "", fmt.Errorf("failed to read Secret %s in the garden: %w", name, err)
	}
	return secret, "", nil
}

// IsNamespaceGone returns whether the error shows that an object was not created because its namespace does not exist
// or is terminating.
func IsNamespaceGone(err error) bool {
	return apierrors.IsNotFound(err) || apierrors.HasStatusCause(err, corev1.NamespaceTerminatingCause)
}

// RoleRef returns a reference to a ClusterRole.
func RoleRef(name string) rbacv1.RoleRef {
	return rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "ClusterRole", Name: name}
}

// Subject returns the identity of a seed in the garden: a ServiceAccount in the seed's namespace.
func Subject(seedNamespace string) rbacv1.Subject {
	return rbacv1.Subject{Kind: rbacv1.ServiceAccountKind, Namespace: seedNamespace, Name: fluxv1alpha1.GardenServiceAccountName}
}

// RoleBinding returns a RoleBinding that binds the subjects to the ClusterRole with the same name.
func RoleBinding(namespace, name string, subjects ...rbacv1.Subject) *rbacv1ac.RoleBindingApplyConfiguration {
	ref := RoleRef(name)
	binding := rbacv1ac.RoleBinding(name, namespace).
		WithLabels(map[string]string{fluxv1alpha1.LabelManagedBy: FieldOwner}).
		WithRoleRef(rbacv1ac.RoleRef().WithAPIGroup(ref.APIGroup).WithKind(ref.Kind).WithName(ref.Name))
	for _, subject := range subjects {
		binding.WithSubjects(rbacv1ac.Subject().WithKind(subject.Kind).WithNamespace(subject.Namespace).WithName(subject.Name))
	}
	return binding
}
