// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package pki

import (
	"fmt"
	"path/filepath"
	"strings"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
)

// Credentials are the credentials of a user in a kubeconfig: a certificate, a token, or none.
type Credentials struct {
	Pair

	Token string
}

// RESTConfig returns a client configuration for a server with these credentials. It has no rate limit, so that the
// landscape's own requests do not affect measurements.
func RESTConfig(server string, caPEM []byte, credentials Credentials) *rest.Config {
	return &rest.Config{
		Host:            server,
		BearerToken:     credentials.Token,
		TLSClientConfig: rest.TLSClientConfig{CAData: caPEM, CertData: credentials.Cert, KeyData: credentials.Key},
		QPS:             -1,
	}
}

// WriteKubeconfig writes a kubeconfig for a server with these credentials to a file that only its owner can read. The
// context is named after the file, so that several kubeconfigs can be merged.
func WriteKubeconfig(path, server string, caPEM []byte, credentials Credentials) error {
	name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	kubeconfig := clientcmdapi.Config{
		Clusters: map[string]*clientcmdapi.Cluster{name: {Server: server, CertificateAuthorityData: caPEM}},
		AuthInfos: map[string]*clientcmdapi.AuthInfo{name: {
			ClientCertificateData: credentials.Cert,
			ClientKeyData:         credentials.Key,
			Token:                 credentials.Token,
		}},
		Contexts:       map[string]*clientcmdapi.Context{name: {Cluster: name, AuthInfo: name}},
		CurrentContext: name,
	}
	if err := clientcmd.WriteToFile(kubeconfig, path); err != nil {
		return fmt.Errorf("writing kubeconfig %s: %w", path, err)
	}
	return nil
}
