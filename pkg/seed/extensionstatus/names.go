// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extensionstatus

import (
	"strings"

	"k8s.io/apimachinery/pkg/types"
)

// Named returns the namespace and name of an object that is recorded as namespace/name; empty if none is.
func Named(s string) types.NamespacedName {
	namespace, name, _ := strings.Cut(s, "/")
	return types.NamespacedName{Namespace: namespace, Name: name}
}
