// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package demo

import (
	"path/filepath"

	"k8s.io/apimachinery/pkg/runtime/schema"
)

var extensionKind = schema.GroupVersionKind{Group: "extensions.gardener.cloud", Version: "v1alpha1", Kind: "Extension"}

// invite prints commands to explore the landscape.
func (s *story) invite(once bool) {
	shootCluster, err := s.landscape.ShootCluster(s.namespace, shootName)
	if err != nil {
		return
	}
	if once {
		s.printf("\nEverything was seen.\n")
		return
	}
	s.printf(`
Everything was seen. To explore:

  export GARDEN='%s'
  export SEED='%s'
  export SHOOT='%s'
  k() { '%s' "$@"; }

  k --kubeconfig "$GARDEN" -n %s get shoots,configmaps,secrets
  k --kubeconfig "$SEED" -n shoot--%s--%s get extension shoot-flux -o yaml
  k --kubeconfig "$SHOOT" -n flux-system get pods,gitrepositories,kustomizations
  k --kubeconfig "$SHOOT" -n flux-system logs deployment/source-controller

To change the shoot through Git (Flux looks every minute):

  git clone -b main '%s' work && cd work
  sed -i 's/from Git/from me/' apps/hello.yaml
  git -c user.name=me -c user.email=me@example.com commit -am 'change it' && git push
  k --kubeconfig "$SHOOT" -n hello get configmap hello -o yaml

Ctrl-C stops everything.
`,
		s.landscape.Garden.Cluster.Kubeconfig, s.seed.Cluster.Kubeconfig, shootCluster.Kubeconfig, s.landscape.Kubectl,
		s.namespace, project, shootName, filepath.Join(s.landscape.GitHostDir(), repository+".git"))
}
