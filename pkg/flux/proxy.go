// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"fmt"
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

// annotationProxyChecksum restarts the controllers when a URL changes, because they read environment variables
// only at the start.
const annotationProxyChecksum = "checksum/secret-" + fluxv1alpha1.ProxySecretName

// proxyURLs returns the URLs by the names of their environment variables.
func (s *settings) proxyURLs() map[string]string {
	urls := map[string]string{}
	if proxy := s.Flux.Proxy; proxy != nil {
		if proxy.HTTPProxy != nil {
			urls[envHTTPProxy] = *proxy.HTTPProxy
		}
		if proxy.HTTPSProxy != nil {
			urls[envHTTPSProxy] = *proxy.HTTPSProxy
		}
	}
	return urls
}

// proxyEnv returns the environment variables for the proxies. URLs with credentials come from a Secret.
func (s *settings) proxyEnv() []corev1.EnvVar {
	urls := s.proxyURLs()
	if len(urls) == 0 {
		return nil
	}
	var env []corev1.EnvVar
	for _, name := range []string{envHTTPSProxy, envHTTPProxy} {
		value, ok := urls[name]
		if !ok {
			continue
		}
		variable := corev1.EnvVar{Name: name, Value: value}
		if s.ProxySecret != nil {
			variable = corev1.EnvVar{Name: name, ValueFrom: &corev1.EnvVarSource{SecretKeyRef: &corev1.SecretKeySelector{
				LocalObjectReference: corev1.LocalObjectReference{Name: fluxv1alpha1.ProxySecretName},
				Key:                  name,
			}}}
		}
		env = append(env, variable)
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
	username, err := s.proxyCredential(corev1.BasicAuthUsernameKey)
	if err != nil {
		return nil, err
	}
	password, err := s.proxyCredential(corev1.BasicAuthPasswordKey)
	if err != nil {
		return nil, err
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

// proxyCredential returns a value without the line break at the end of many files.
func (s *settings) proxyCredential(key string) (string, error) {
	value := strings.TrimRight(string(s.ProxySecret.Data[key]), "\r\n")
	if value == "" {
		return "", fmt.Errorf("the Secret of resource %q (the proxy's credentials) has no key %s", *s.Flux.Proxy.SecretResourceName, key)
	}
	return value, nil
}

// rollWithProxy annotates the pods with a few bits of a checksum of the URLs, so that they restart with a new
// password. Twelve bits miss one change in 4096, and reveal next to nothing about the password to users who may
// read Deployments but not Secrets.
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
