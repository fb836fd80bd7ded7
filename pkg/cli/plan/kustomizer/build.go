// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package kustomizer

import (
	"fmt"
	"sync"

	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/api/resmap"
	"sigs.k8s.io/kustomize/api/types"
	"sigs.k8s.io/kustomize/kyaml/filesys"
	"sigs.k8s.io/kustomize/kyaml/openapi"
	"sigs.k8s.io/kustomize/kyaml/openapi/kubernetesapi"
)

// schema guards kustomize's schema, which is global.
var schema sync.Mutex

// buildDirectory builds a directory like [github.com/fluxcd/pkg/kustomize.Build]. That parses the built-in schema for
// each build, so that a schema in field openapi has no effect on the next build, which takes half of the time of a plan
// of small directories. Here, the schema is parsed again only if a build has replaced it.
func buildDirectory(files filesys.FileSystem, directory string) (built resmap.ResMap, err error) {
	schema.Lock()
	defer schema.Unlock()
	if openapi.GetSchemaVersion() != kubernetesapi.DefaultOpenAPI {
		openapi.ResetOpenAPI()
	}
	_ = openapi.Schema()
	defer func() {
		if panicked := recover(); panicked != nil {
			openapi.ResetOpenAPI()
			built, err = nil, fmt.Errorf("recovered from kustomize build panic: %v", panicked)
		}
	}()
	options := &krusty.Options{LoadRestrictions: types.LoadRestrictionsNone, PluginConfig: types.DisabledPluginConfig()}
	return krusty.MakeKustomizer(options).Run(files, directory)
}
