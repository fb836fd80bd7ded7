// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package gardenlet

import (
	"os"

	"helm.sh/helm/v4/pkg/chart/v2/loader"
	chartv2util "helm.sh/helm/v4/pkg/chart/v2/util"
	"k8s.io/client-go/rest"

	"github.com/gardener/gardener/pkg/chartrenderer"
)

// RenderChart renders the Helm chart in a directory with Gardener's renderer, for the version of a cluster.
func RenderChart(cluster *rest.Config, dir, release, namespace string, values map[string]any) (*chartrenderer.RenderedChart, error) {
	chart, err := loader.LoadDir(dir)
	if err != nil {
		return nil, err
	}
	// Gardener renders archives.
	archiveDir, err := os.MkdirTemp("", "chart-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(archiveDir)
	archivePath, err := chartv2util.Save(chart, archiveDir)
	if err != nil {
		return nil, err
	}
	archive, err := os.ReadFile(archivePath)
	if err != nil {
		return nil, err
	}
	renderer, err := chartrenderer.NewForConfig(cluster)
	if err != nil {
		return nil, err
	}
	return renderer.RenderArchive(archive, release, namespace, values)
}
