// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Environment variables of Go programs for a proxy. HTTP_PROXY and HTTPS_PROXY are also the keys of the Secret
// with the URLs.
const (
	envHTTPProxy  = "HTTP_PROXY"
	envHTTPSProxy = "HTTPS_PROXY"
	envNoProxy    = "NO_PROXY"
)

// annotationProxyChecksum restarts the controllers after a change of a URL, because they read environment variables
// only at their start.
const annotationProxyChecksum = "checksum/secret-" + fluxv1alpha1.ProxySecretName

// proxyURLs returns the URLs by the names of their environment variables.
func (s *settings) proxyURLs() map[string]string {
	urls := map[string]string{}
	if s.Flux.Proxy == nil {
		return urls
	}
	for name, proxy := range map[string]*string{envHTTPProxy: s.Flux.Proxy.HTTPProxy, envHTTPSProxy: s.Flux.Proxy.HTTPSProxy} {
		if proxy != nil {
			urls[name] = *proxy
		}
	}
	return urls
}

// proxyEnv returns the environment variables for the proxies. URLs with credentials come from a Secret.
func (s *settings) proxyEnv() []corev1.EnvVar {
	var env []corev1.EnvVar
	urls := s.proxyURLs()
	for _, name := range slices.Sorted(maps.Keys(urls)) {
		variable := corev1.EnvVar{Name: name, Value: urls[name]}
		if s.ProxySecret != nil {
			variable = corev1.EnvVar{Name: name, ValueFrom: &corev1.EnvVarSource{SecretKeyRef: &corev1.SecretKeySelector{
				LocalObjectReference: corev1.LocalObjectReference{Name: fluxv1alpha1.ProxySecretName},
				Key:                  name,
			}}}
		}
		env = append(env, variable)
	}
	if len(env) == 0 {
		return nil
	}
	return append(env, corev1.EnvVar{Name: envNoProxy, Value: strings.Join(s.noProxy(), ",")})
}

// noProxy returns the hosts that bypass the proxy: the shoot itself, as in Flux's documentation, and the
// configured ones.
func (s *settings) noProxy() []string {
	domain := *s.Flux.ClusterDomain
	var hosts []string
	for _, host := range slices.Concat([]string{"." + domain + ".", "." + domain, ".svc"}, s.ClusterNetworks, s.Flux.Proxy.NoProxy) {
		if !slices.Contains(hosts, host) {
			hosts = append(hosts, host)
		}
	}
	return hosts
}

// proxySecret returns the content of the Secret with the URLs; empty if they have no credentials.
func (s *settings) proxySecret() (map[string][]byte, error) {
	data := map[string][]byte{}
	if s.ProxySecret == nil {
		return data, nil
	}
	username, password := s.ProxySecret.value(corev1.BasicAuthUsernameKey), s.ProxySecret.value(corev1.BasicAuthPasswordKey)
	if username == "" || password == "" {
		return nil, fmt.Errorf("the Secret of resource %q (the proxy's credentials) has no username or no password", *s.Flux.Proxy.SecretResourceName)
	}
	for name, proxy := range s.proxyURLs() {
		parsed, err := url.Parse(proxy)
		if err != nil {
			return nil, fmt.Errorf("the URL of the proxy for %s cannot be read", name)
		}
		parsed.User = url.UserPassword(username, password)
		data[name] = []byte(parsed.String())
	}
	return data, nil
}

// rollWithProxy annotates the pods with a few bits of a checksum of the URLs, so that they restart after a change
// of the password. Twelve bits miss one change in 4096, and reveal next to nothing about the password to users who
// may read Deployments but not Secrets.
func (s *settings) rollWithProxy(template *corev1.PodTemplateSpec) error {
	data, err := s.proxySecret()
	if err != nil || len(data) == 0 {
		return err
	}
	sum, err := fingerprint(data)
	if err != nil {
		return err
	}
	template.Annotations = withEntry(template.Annotations, annotationProxyChecksum, fmt.Sprintf("%x", sum[:2])[:3])
	return nil
}
