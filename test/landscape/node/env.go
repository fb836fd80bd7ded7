// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package node

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
	"k8s.io/kubernetes/pkg/fieldpath"
	"k8s.io/kubernetes/third_party/forked/golang/expansion"
	"k8s.io/utils/ptr"
)

const (
	serviceAccountPath = "/var/run/secrets/kubernetes.io/serviceaccount"
	containerPath      = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
)

// environment returns the environment of the container's process.
func (c *container) environment(ctx context.Context, image Image) (map[string]string, error) {
	env, err := c.baseEnvironment()
	if err != nil {
		return nil, err
	}
	maps.Copy(env, image.Env)
	if err := c.addEnvFrom(ctx, env); err != nil {
		return nil, err
	}
	for _, e := range c.spec.Env {
		value := expand(e.Value, env)
		if e.ValueFrom != nil {
			var set bool
			if value, set, err = c.valueFrom(ctx, *e.ValueFrom); err != nil {
				return nil, fmt.Errorf("variable %q: %w", e.Name, err)
			}
			if !set {
				continue
			}
		}
		env[e.Name] = c.paths.rewrite(value)
	}
	if hosts := env["NO_PROXY"]; hosts != "" {
		// A kubelet gives the ClusterIP of the API server, which is in the networks that bypass the proxy.
		env["NO_PROXY"] = hosts + "," + c.pod.node.apiHost
	}
	return env, nil
}

// expand replaces $(NAME) with the value of the variable, as a kubelet does. Earlier maps take precedence.
func expand(s string, variables ...map[string]string) string {
	return expansion.Expand(s, expansion.MappingFuncFor(variables...))
}

func (c *container) baseEnvironment() (map[string]string, error) {
	env := map[string]string{"PATH": containerPath, "HOME": "/"}
	n := c.pod.node
	if !n.isolation.Namespaces {
		var err error
		if env, err = c.fallbackEnvironment(); err != nil {
			return nil, err
		}
	}
	if n.proxyURL != "" {
		env["HTTP_PROXY"] = n.proxyURL
	}
	env["HOSTNAME"] = c.pod.object.Name
	env["KUBERNETES_SERVICE_HOST"], env["KUBERNETES_SERVICE_PORT"], env["KUBERNETES_SERVICE_PORT_HTTPS"] = n.apiHost, n.apiPort, n.apiPort
	return env, nil
}

// fallbackEnvironment returns the environment of a process that accesses the host's files. It includes a kubeconfig
// with the host's paths, because client-go has a constant path for the ServiceAccount token.
func (c *container) fallbackEnvironment() (map[string]string, error) {
	p := c.pod
	env := map[string]string{"PATH": os.Getenv("PATH"), "HOME": p.dir, "TMPDIR": filepath.Join(p.dir, "tmp")}
	for _, mount := range c.spec.VolumeMounts {
		switch mount.MountPath {
		case serviceAccountPath:
			env["KUBECONFIG"] = filepath.Join(p.dir, "kubeconfig")
			dir := p.volumeDir(mount.Name)
			config := clientcmdapi.NewConfig()
			config.Clusters["cluster"] = &clientcmdapi.Cluster{Server: p.node.options.Config.Host, CertificateAuthority: filepath.Join(dir, "ca.crt")}
			config.AuthInfos["pod"] = &clientcmdapi.AuthInfo{TokenFile: filepath.Join(dir, "token")}
			config.Contexts["pod"] = &clientcmdapi.Context{Cluster: "cluster", AuthInfo: "pod", Namespace: p.object.Namespace}
			config.CurrentContext = "pod"
			if err := clientcmd.WriteToFile(*config, env["KUBECONFIG"]); err != nil {
				return nil, fmt.Errorf("failed to write the kubeconfig of the pod: %w", err)
			}
		case "/tmp":
			env["TMPDIR"] = p.volumeDir(mount.Name)
		}
	}
	if err := os.MkdirAll(env["TMPDIR"], 0o700); err != nil {
		return nil, fmt.Errorf("failed to create the directory for temporary files: %w", err)
	}
	return env, nil
}

func (c *container) addEnvFrom(ctx context.Context, env map[string]string) error {
	for _, from := range c.spec.EnvFrom {
		var (
			data map[string][]byte
			err  error
		)
		switch {
		case from.ConfigMapRef != nil:
			data, err = c.pod.configMapData(ctx, from.ConfigMapRef.Name, ptr.Deref(from.ConfigMapRef.Optional, false))
		case from.SecretRef != nil:
			data, err = c.pod.secretData(ctx, from.SecretRef.Name, ptr.Deref(from.SecretRef.Optional, false))
		}
		if err != nil {
			return err
		}
		for key, value := range data {
			if name := from.Prefix + key; len(validation.IsRelaxedEnvVarName(name)) == 0 {
				env[name] = c.paths.rewrite(string(value))
			}
		}
	}
	return nil
}

// valueFrom reads the value of a variable. set is false if an optional source does not exist; the variable is then
// omitted.
func (c *container) valueFrom(ctx context.Context, source corev1.EnvVarSource) (value string, set bool, err error) {
	switch {
	case source.FieldRef != nil:
		value, err = c.pod.field(source.FieldRef.FieldPath)
		return value, true, err
	case source.ResourceFieldRef != nil:
		value, err = resourceField(c.spec.Resources, *source.ResourceFieldRef)
		return value, true, err
	case source.ConfigMapKeyRef != nil:
		ref := source.ConfigMapKeyRef
		data, err := c.pod.configMapData(ctx, ref.Name, ptr.Deref(ref.Optional, false))
		return pick(data, err, ref.Key, ptr.Deref(ref.Optional, false))
	case source.SecretKeyRef != nil:
		ref := source.SecretKeyRef
		data, err := c.pod.secretData(ctx, ref.Name, ptr.Deref(ref.Optional, false))
		return pick(data, err, ref.Key, ptr.Deref(ref.Optional, false))
	}
	return "", false, fmt.Errorf("the kind of source is not supported by this node")
}

func pick(data map[string][]byte, err error, key string, optional bool) (string, bool, error) {
	if err != nil {
		return "", false, err
	}
	value, ok := data[key]
	if !ok && !optional {
		return "", false, fmt.Errorf("there is no key %q", key)
	}
	return string(value), ok, nil
}

// field returns a field of the pod. For the pod's IP, it returns the listen address, because no network namespace has
// the reported address.
func (p *pod) field(path string) (string, error) {
	switch path {
	case "spec.nodeName":
		return p.node.options.Name, nil
	case "spec.serviceAccountName":
		return p.object.Spec.ServiceAccountName, nil
	case "status.podIP", "status.podIPs":
		return p.listenIP, nil
	case "status.hostIP", "status.hostIPs":
		return p.node.options.Address, nil
	}
	p.mu.Lock()
	latest := p.latest
	p.mu.Unlock()
	return fieldpath.ExtractFieldPathAsString(latest, path)
}

// resourceField returns a request or limit of a container. The default of a limit is the capacity of the node.
func resourceField(resources corev1.ResourceRequirements, ref corev1.ResourceFieldSelector) (string, error) {
	name, list := corev1.ResourceName(""), corev1.ResourceList(nil)
	for prefix, l := range map[string]corev1.ResourceList{"limits.": resources.Limits, "requests.": resources.Requests} {
		if len(ref.Resource) > len(prefix) && ref.Resource[:len(prefix)] == prefix {
			name, list = corev1.ResourceName(ref.Resource[len(prefix):]), l
		}
	}
	if !slices.Contains([]corev1.ResourceName{corev1.ResourceCPU, corev1.ResourceMemory, corev1.ResourceEphemeralStorage}, name) {
		return "", fmt.Errorf("resource %q is not supported by this node", ref.Resource)
	}
	quantity, ok := list[name]
	if !ok {
		quantity = capacity()[name]
	}
	divisor := ref.Divisor
	if divisor.IsZero() {
		divisor = resource.MustParse("1")
	}
	if name == corev1.ResourceCPU {
		return fmt.Sprint(divideUp(quantity.MilliValue(), divisor.MilliValue())), nil
	}
	return fmt.Sprint(divideUp(quantity.Value(), divisor.Value())), nil
}

func divideUp(a, b int64) int64 {
	return (a + b - 1) / b
}
