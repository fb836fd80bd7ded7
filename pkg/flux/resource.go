// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// ResourceFrom returns the content of a Secret or ConfigMap.
func ResourceFrom(object metav1.Object) Resource {
	resource := Resource{Labels: object.GetLabels(), Annotations: object.GetAnnotations()}
	switch object := object.(type) {
	case *corev1.Secret:
		resource.Type, resource.Data = object.Type, object.Data
	case *corev1.ConfigMap:
		resource.Text, resource.Data = object.Data, object.BinaryData
	}
	return resource
}
