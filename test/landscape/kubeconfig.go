// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape

import (
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
)

// AddContext adds the current context of a kubeconfig file to a kubeconfig under the given name.
func AddContext(merged *clientcmdapi.Config, name, file string) error {
	loaded, err := clientcmd.LoadFromFile(file)
	if err != nil {
		return err
	}
	current := loaded.Contexts[loaded.CurrentContext]
	merged.Clusters[name], merged.AuthInfos[name] = loaded.Clusters[current.Cluster], loaded.AuthInfos[current.AuthInfo]
	merged.Contexts[name] = &clientcmdapi.Context{Cluster: name, AuthInfo: name}
	return nil
}
