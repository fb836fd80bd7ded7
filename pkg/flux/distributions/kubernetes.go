// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package distributions

import (
	_ "embed"
	"fmt"

	"sigs.k8s.io/yaml"
)

//go:embed kubernetes.yaml
var kubernetes []byte

// OldestKubernetes maps minor versions of Flux to the oldest minor version of Kubernetes that the Flux project supports
// with them. It panics if the embedded table is invalid, which a test prevents.
func OldestKubernetes() map[string]string {
	var table map[string]string
	if err := yaml.UnmarshalStrict(kubernetes, &table); err != nil {
		panic(fmt.Sprintf("kubernetes.yaml: %v", err))
	}
	return table
}
