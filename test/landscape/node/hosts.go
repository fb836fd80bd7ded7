// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package node

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
)

// clusterDomain is the domain of Service names.
const clusterDomain = "cluster.local"

// hosts returns the pod's hosts file. It contains the names of all Services, because it replaces the cluster's DNS.
func (p *pod) hosts() string {
	var s strings.Builder
	fmt.Fprintf(&s, "# managed by the node\n127.0.0.1 localhost\n%s %s\n", p.listenIP, hostname(p.object))
	if subdomain := p.object.Spec.Subdomain; subdomain != "" {
		name := hostname(p.object) + "." + subdomain
		qualified := name + "." + p.object.Namespace
		fmt.Fprintf(&s, "%s %s %s %s.svc %s.svc.%s\n", p.listenIP, name, qualified, qualified, qualified, clusterDomain)
	}
	if p.node.options.Names != nil {
		names := p.node.options.Names()
		for _, name := range slices.Sorted(maps.Keys(names)) {
			fmt.Fprintf(&s, "%s %s\n", names[name], name)
		}
	}
	for _, alias := range p.object.Spec.HostAliases {
		fmt.Fprintf(&s, "%s %s\n", alias.IP, strings.Join(alias.Hostnames, " "))
	}
	for _, service := range p.node.listServices() {
		if ip := p.node.serviceIP(service); ip != "" {
			fmt.Fprintf(&s, "%s %s\n", ip, strings.Join(serviceNames(service, p.object.Namespace), " "))
		}
	}
	return s.String()
}

// serviceNames returns the names of the Service that a pod in the namespace may use.
func serviceNames(service *corev1.Service, namespace string) []string {
	name := service.Name + "." + service.Namespace
	names := []string{name + ".svc." + clusterDomain, name + ".svc." + clusterDomain + ".", name + ".svc", name}
	if service.Namespace == namespace {
		names = append(names, service.Name)
	}
	return names
}

// resolvConf returns the pod's resolv.conf. The host's name servers resolve names that the hosts file does not contain.
func resolvConf(pod *corev1.Pod) string {
	host, err := os.ReadFile("/etc/resolv.conf")
	if err != nil {
		host = nil // Without the host's file, the pod resolves no other names.
	}
	if pod.Spec.DNSPolicy == corev1.DNSDefault {
		return string(host)
	}
	var s strings.Builder
	for line := range strings.Lines(string(host)) {
		if strings.HasPrefix(line, "nameserver") {
			s.WriteString(strings.TrimSpace(line) + "\n")
		}
	}
	fmt.Fprintf(&s, "search %s.svc.%s svc.%s %s\noptions ndots:5\n", pod.Namespace, clusterDomain, clusterDomain, clusterDomain)
	return s.String()
}

// refreshHosts updates the hosts files of the pod's containers. Running containers see the change, because their root
// directories are on the host.
func (p *pod) refreshHosts() error {
	p.files.Lock()
	defer p.files.Unlock()
	content := p.hosts()
	for _, c := range p.containers() {
		file := filepath.Join(c.rootDir(), "etc", "hosts")
		old, err := os.ReadFile(file) // #nosec G304 -- below the pod's directory
		if err != nil || string(old) == content {
			continue // not started yet, or unchanged
		}
		if err := replaceFile(file, []byte(content), 0o644); err != nil {
			return fmt.Errorf("failed to replace the hosts file: %w", err)
		}
	}
	return nil
}

// listServices returns the cluster's Services.
func (n *Node) listServices() []*corev1.Service {
	services, err := n.services.List(labels.Everything())
	if err != nil {
		n.log.Error(err, "Failed to list Services")
	}
	return services
}
