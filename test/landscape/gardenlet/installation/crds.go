// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package installation

import (
	"fmt"
	"path/filepath"

	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/envtest"
)

// InstallCRDs installs the CRDs of a Gardener seed that extensions use, and waits until they are served. gardenerDir is
// the directory of Gardener's Go module, which contains them as examples.
func InstallCRDs(seed *rest.Config, gardenerDir string) error {
	var files []string
	for _, pattern := range []string{
		"extensions.gardener.cloud_*",
		"resources.gardener.cloud_*",
		"machine.sapcloud.io_*",
		"autoscaling.k8s.io_verticalpodautoscalers*",
		"monitoring.coreos.com_prometheusrules*",
		"monitoring.coreos.com_scrapeconfigs*",
		"monitoring.coreos.com_servicemonitors*",
	} {
		matches, err := filepath.Glob(filepath.Join(gardenerDir, "example", "seed-crds", "10-crd-"+pattern+".yaml"))
		if err != nil {
			return fmt.Errorf("failed to look for CRDs: %w", err)
		}
		if len(matches) == 0 {
			return fmt.Errorf("there is no CRD %s in %s", pattern, gardenerDir)
		}
		files = append(files, matches...)
	}
	if _, err := envtest.InstallCRDs(seed, envtest.CRDInstallOptions{Paths: files, ErrorIfPathMissing: true}); err != nil {
		return fmt.Errorf("failed to install CRDs: %w", err)
	}
	return nil
}
