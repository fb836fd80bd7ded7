// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package cluster

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/binaries"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/pki"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
)

// Common settings of the components of Kubernetes and Gardener.
const (
	// Loopback is the address on which components listen, except kube-apiservers with another Options.Address.
	Loopback = "127.0.0.1"
	// ProbeInterval is the interval between readiness probes of a starting component.
	ProbeInterval = 50 * time.Millisecond
	// StopGrace is the grace period of a component. A kube-apiserver would wait for more than a minute for requests to a
	// stopped webhook. It can be killed without data loss, because etcd stores all data.
	StopGrace = 1500 * time.Millisecond
	// StartTimeout limits the start of a component. It is generous, because the start takes ten times longer on a busy
	// machine.
	StartTimeout = 5 * time.Minute
)

// Options configure a cluster.
type Options struct {
	// Name is used for the prefix in etcd, file names, and the context of the kubeconfig.
	Name string
	// Dir is the directory for the cluster's certificates, kubeconfigs and logs.
	Dir string
	// Binaries are the executables of the components.
	Binaries binaries.Paths
	// Etcd stores the cluster's objects.
	Etcd *Etcd
	// ServiceCIDR is the range of ClusterIPs. If it is a loopback range, the kube-apiserver can reach a ClusterIP on which
	// a process of this machine listens.
	ServiceCIDR string
	// AuthorizationConfig is the path of a file with an AuthorizationConfiguration. If it is empty, the authorizers are
	// Node and RBAC.
	AuthorizationConfig string
	// Address is the address on which the kube-apiserver listens. Empty means loopback.
	Address string
	// ServerNames are additional DNS names of the kube-apiserver.
	ServerNames []string
	// ClientCA is the PEM-encoded certificate of an additional authority for client certificates, or empty.
	ClientCA []byte
	// APIServerArgs are additional arguments of the kube-apiserver.
	APIServerArgs []string
	// Controllers are the controllers of the kube-controller-manager: AllControllers, MinimalControllers or another list.
	// If it is empty, the kube-controller-manager runs only after StartControllerManager is called.
	Controllers []string
	// Scheduler also starts a kube-scheduler.
	Scheduler bool
}

// Cluster is a Kubernetes control plane.
type Cluster struct {
	// Name is the name of the cluster.
	Name string
	// Dir is the directory of the cluster's certificates, kubeconfigs and logs.
	Dir string
	// Kubeconfig is the path of a cluster administrator's kubeconfig.
	Kubeconfig string
	// Config is a cluster administrator's client configuration.
	Config *rest.Config
	// CA signs the kube-apiserver's certificate and the client certificates that the kube-apiserver accepts.
	CA *pki.CA
	// URL is the address of the kube-apiserver.
	URL string
	// ServiceCIDR is the range of ClusterIPs.
	ServiceCIDR string

	options   Options
	group     *process.Group
	apiServer *process.Process
	// clients are the components that use the kube-apiserver.
	clients []*process.Process
	args    []string
}

// Start starts a control plane, and waits until it is usable. After an error, no process is left.
func Start(ctx context.Context, options Options) (*Cluster, error) {
	c, err := Prepare(options)
	if err != nil {
		return nil, err
	}
	if err := c.WakeUp(ctx); err != nil {
		c.Stop()
		return nil, err
	}
	return c, nil
}

// Prepare creates the credentials and addresses of a control plane. WakeUp starts it.
func Prepare(options Options) (*Cluster, error) {
	c, err := prepare(options)
	if err != nil {
		return nil, fmt.Errorf("preparing cluster %s: %w", options.Name, err)
	}
	return c, nil
}

func prepare(options Options) (*Cluster, error) {
	options.Address = cmp.Or(options.Address, Loopback)
	port, err := process.FreePort()
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(options.Dir, 0o750); err != nil {
		return nil, err
	}
	ca, err := pki.NewCA("kubernetes-" + options.Name)
	if err != nil {
		return nil, err
	}
	c := &Cluster{
		Name:        options.Name,
		Dir:         options.Dir,
		CA:          ca,
		URL:         "https://" + net.JoinHostPort(options.Address, strconv.Itoa(port)),
		ServiceCIDR: options.ServiceCIDR,
		options:     options,
		group:       process.NewGroup(filepath.Join(options.Dir, "logs")),
	}
	if c.Config, err = c.ClientConfig("admin", "system:masters"); err != nil {
		return nil, err
	}
	if c.Kubeconfig, err = c.ClientKubeconfig(options.Name, "admin", "system:masters"); err != nil {
		return nil, err
	}
	if c.args, err = c.apiServerArgs(port); err != nil {
		return nil, err
	}
	return c, nil
}

// Stop stops all components. The cluster's objects remain in etcd.
func (c *Cluster) Stop() {
	c.group.StopAll(StopGrace)
}

// StopAPIServer stops only the kube-apiserver.
func (c *Cluster) StopAPIServer() {
	if c.apiServer != nil {
		c.apiServer.Stop(StopGrace)
	}
}

// StartAPIServer starts the kube-apiserver with the same port and objects as before, and waits until it is ready.
func (c *Cluster) StartAPIServer(ctx context.Context) error {
	client, err := kubernetes.NewForConfig(c.Config)
	if err != nil {
		return fmt.Errorf("creating a client: %w", err)
	}
	c.apiServer, err = c.group.Start(process.Spec{
		Name: binaries.KubeAPIServer,
		Path: c.options.Binaries[binaries.KubeAPIServer],
		Args: c.args,
	})
	if err != nil {
		return err
	}
	return c.apiServer.Until(ctx, "kube-apiserver", ProbeInterval, func(ctx context.Context) error {
		return client.RESTClient().Get().AbsPath("/readyz").Do(ctx).Error()
	})
}

// ClientConfig returns the client configuration of a user in the given groups, authenticated by certificate. A
// ServiceAccount is the user system:serviceaccount:<namespace>:<name>.
func (c *Cluster) ClientConfig(user string, groups ...string) (*rest.Config, error) {
	pair, err := c.CA.Client(user, groups)
	if err != nil {
		return nil, err
	}
	return pki.RESTConfig(c.URL, c.CA.Cert, pki.Credentials{Pair: pair}), nil
}

// ClientKubeconfig writes the kubeconfig of a user in the given groups to <Dir>/<name>.kubeconfig, and returns its
// path.
func (c *Cluster) ClientKubeconfig(name, user string, groups ...string) (string, error) {
	pair, err := c.CA.Client(user, groups)
	if err != nil {
		return "", err
	}
	path := filepath.Join(c.Dir, name+".kubeconfig")
	return path, pki.WriteKubeconfig(path, c.URL, c.CA.Cert, pki.Credentials{Pair: pair})
}

// APIServerIP returns the ClusterIP of Service default/kubernetes, the first address of the range.
func APIServerIP(serviceCIDR string) (netip.Addr, error) {
	prefix, err := netip.ParsePrefix(serviceCIDR)
	if err != nil {
		return netip.Addr{}, fmt.Errorf("parsing the range of ClusterIPs: %w", err)
	}
	return prefix.Masked().Addr().Next(), nil
}
