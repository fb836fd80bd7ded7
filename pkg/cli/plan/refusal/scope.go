// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package refusal

import "k8s.io/apimachinery/pkg/runtime/schema"

// isClusterScoped reports whether objects of a built-in kind have no namespace.
func isClusterScoped(kind schema.GroupKind) bool {
	switch kind.Group {
	case "":
		switch kind.Kind {
		case "ComponentStatus", "Namespace", "Node", "PersistentVolume":
			return true
		}
	case "admissionregistration.k8s.io":
		return true
	case "apiextensions.k8s.io", "apiregistration.k8s.io":
		return true
	case "authentication.k8s.io", "imagepolicy.k8s.io", "internal.apiserver.k8s.io", "storagemigration.k8s.io":
		return true
	case "authorization.k8s.io":
		return kind.Kind != "LocalSubjectAccessReview"
	case "certificates.k8s.io":
		return kind.Kind == "CertificateSigningRequest" || kind.Kind == "ClusterTrustBundle"
	case "flowcontrol.apiserver.k8s.io", "node.k8s.io":
		return true
	case "networking.k8s.io":
		switch kind.Kind {
		case "IngressClass", "IPAddress", "ServiceCIDR":
			return true
		}
	case "rbac.authorization.k8s.io":
		return kind.Kind == "ClusterRole" || kind.Kind == "ClusterRoleBinding"
	case "resource.k8s.io":
		return kind.Kind != "ResourceClaim" && kind.Kind != "ResourceClaimTemplate"
	case "scheduling.k8s.io":
		return kind.Kind == "PriorityClass"
	case "storage.k8s.io":
		return kind.Kind != "CSIStorageCapacity"
	}
	return false
}
