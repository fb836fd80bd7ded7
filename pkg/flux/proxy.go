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
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/ordered"
)

// Environment variables for a proxy. HTTP_PROXY and HTTPS_PROXY are also the keys in the Secret with the proxy URLs.
const (
	envHTTPProxy  = "HTTP_PROXY"
	envHTTPSProxy = "HTTPS_PROXY"
	envNoProxy    = "NO_PROXY"
)

// annotationProxyChecksum changes with the proxy URLs. The change restarts the controllers, which read environment
// variables only when they start.
const annotationProxyChecksum = "checksum/secret-" + fluxv1alpha1.ProxySecretName

// proxyURLs returns the configured proxy URLs by the name of their environment variable.
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

// proxyEnv returns the environment variables for the proxies. If the proxies need credentials, the URLs are in a
// Secret.
func (s *settings) proxyEnv() []corev1.EnvVar {
	var env []corev1.EnvVar
	urls := s.proxyURLs()
	for name, value := range ordered.Map(urls) {
		variable := corev1.EnvVar{Name: name, Value: value}
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

// noProxy returns the hosts that bypass the proxy: the hosts and networks of the shoot itself, as in Flux's
// documentation, and the configured hosts.
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

// proxySecret returns the data of the Secret with the proxy URLs. It is empty if the proxies need no credentials.
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

// rollWithProxy annotates the pods with twelve bits of a checksum of the proxy URLs, so that the pods are replaced
// after a change of the credentials. Twelve bits miss one change in 4096, but reveal almost nothing about the password
// to users who may read Deployments and may not read Secrets.
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
