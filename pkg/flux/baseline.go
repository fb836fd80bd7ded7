// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
)

// baselineRole is the name of the ClusterRole and the ClusterRoleBinding of the baseline's ServiceAccount.
const baselineRole = "extensions.gardener.cloud:extension-shoot-flux:baseline"

// BaselineInput contains everything that the manifests of a baseline depend on.
type BaselineInput struct {
	Baseline  resolved.Baseline
	ShootInfo fluxv1alpha1.ShootInfo
	// Secret is the operator's Secret. It is used if the baseline refers to it.
	Secret Resource
}

// RenderBaseline renders the operator's baseline: its namespace, the ServiceAccount with its permissions, the shoot
// info, the Secret, the source and the Kustomization. gardener-resource-manager keeps the namespace, because its
// deletion would delete the objects of children that have been orphaned. RenderBaseline also returns the identifier of
// the delivery, which the source and the Kustomization have as annotation.
func RenderBaseline(in BaselineInput) (manifests []byte, delivery string, err error) {
	namespace := in.Baseline.Namespace
	role := metav1.ObjectMeta{Name: baselineRole}
	rules, roleName := in.Baseline.Permissions.Rules, baselineRole
	var needed []runtime.Object
	if in.Baseline.Permissions.ClusterAdmin {
		roleName = "cluster-admin"
	} else {
		needed = append(needed, &rbacv1.ClusterRole{ObjectMeta: role, Rules: rules})
	}
	// The role of a binding is immutable.
	binding := metav1.ObjectMeta{Name: baselineRole, Annotations: map[string]string{resourcesv1alpha1.DeleteOnInvalidUpdate: "true"}}
	needed = append(needed,
		&rbacv1.ClusterRoleBinding{
			ObjectMeta: binding,
			RoleRef:    rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: kindRole, Name: roleName},
			Subjects:   []rbacv1.Subject{{Kind: rbacv1.ServiceAccountKind, Namespace: namespace, Name: fluxv1alpha1.BaselineName}},
		},
		serviceAccount(fluxv1alpha1.CloudServiceAccount{Namespace: &namespace, Name: fluxv1alpha1.BaselineName}),
		shootInfo(in.ShootInfo, namespace),
	)
	if in.Baseline.Secret {
		needed = append(needed, newSecret(copyMeta(Resource{}, types.NamespacedName{Namespace: namespace, Name: fluxv1alpha1.BaselineName}, nil), in.Secret.Type, in.Secret.Data))
	}
	objects, err := allToUnstructured(needed)
	if err != nil {
		return nil, "", err
	}
	objects = append(keptNamespaces([]string{namespace}), objects...)
	for _, object := range objects[1:] {
		setUnreconciled(object)
	}
	for _, object := range []*unstructured.Unstructured{in.Baseline.Source, in.Baseline.Kustomization} {
		cleaned, err := clean(object)
		if err != nil {
			return nil, "", err
		}
		spec := cleaned.Object["spec"].(map[string]any)
		if spec["suspend"] == nil {
			spec["suspend"] = false // A user's suspension in the shoot is reverted.
		}
		setUnreconciled(cleaned)
		objects = append(objects, cleaned)
	}
	if delivery, err = identify(nil, objects, objects[len(objects)-2:]); err != nil {
		return nil, "", err
	}
	manifests, err = MarshalManifests(objects)
	return manifests, delivery, err
}
