// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

// Proxy is the proxy of Flux's controllers for addresses outside the shoot.
type Proxy struct {
	// HTTPProxy is the URL of the proxy for http:// addresses, without credentials.
	// +optional
	HTTPProxy *string `json:"httpProxy,omitempty"`
	// HTTPSProxy is the URL of the proxy for https:// addresses, without credentials.
	// +optional
	HTTPSProxy *string `json:"httpsProxy,omitempty"`
	// NoProxy are hosts, domains and networks that are reached directly, beside those of the shoot itself.
	// +optional
	NoProxy []string `json:"noProxy,omitempty"`
	// SecretResourceName names an entry of Shoot.spec.resources: a Secret with the keys username and password, with which
	// the controllers log in to the proxies.
	// +optional
	SecretResourceName *string `json:"secretResourceName,omitempty"`
}
