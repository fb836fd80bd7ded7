// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package installation

import (
	"k8s.io/client-go/rest"

	"github.com/gardener/gardener/pkg/chartrenderer"
)

// RenderChart renders a packaged Helm chart with Gardener's renderer, for the version of a cluster.
func RenderChart(cluster *rest.Config, archive []byte, release, namespace string, values map[string]any) (*chartrenderer.RenderedChart, error) {
	renderer, err := chartrenderer.NewForConfig(cluster)
	if err != nil {
		return nil, err
	}
	return renderer.RenderArchive(archive, release, namespace, values)
}
