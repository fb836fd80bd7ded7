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

// builds serializes builds, because the schema is global in kustomize. parsed is true while that is the built-in one.
var builds struct {
	mutex  sync.Mutex
	parsed bool
}

// buildDirectory builds a directory like [github.com/fluxcd/pkg/kustomize.Build]. That parses the built-in schema for
// each build, so that a schema in field openapi has no effect on the next build, which takes half of the time of a plan
// of small directories. Here, the schema is parsed again only after a build that may have replaced it.
func buildDirectory(files filesys.FileSystem, directory string) (built resmap.ResMap, err error) {
	builds.mutex.Lock()
	defer builds.mutex.Unlock()
	if !builds.parsed {
		openapi.ResetOpenAPI()
		_ = openapi.Schema()
	}
	builds.parsed = false
	defer func() {
		if panicked := recover(); panicked != nil {
			built, err = nil, fmt.Errorf("recovered from kustomize build panic: %v", panicked)
			return
		}
		builds.parsed = openapi.GetSchemaVersion() == kubernetesapi.DefaultOpenAPI
	}()
	options := &krusty.Options{LoadRestrictions: types.LoadRestrictionsNone, PluginConfig: types.DisabledPluginConfig()}
	return krusty.MakeKustomizer(options).Run(files, directory)
}
