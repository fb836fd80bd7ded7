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

// What holds for the components of Kubernetes and of Gardener alike.
const (
	// Loopback is the address on which components listen, except kube-apiservers with another Options.Address.
	Loopback = "127.0.0.1"
	// ProbeInterval is how often a starting component is asked whether it is ready.
	ProbeInterval = 50 * time.Millisecond
	// StopGrace is how long a component may take to end. A kube-apiserver would wait for more than a minute for requests to
	// a webhook that is gone. Killing it loses nothing, because all it knows is in etcd.
	StopGrace = 1500 * time.Millisecond
	// StartTimeout is generous: on a machine that is busy with other things a component takes ten times longer.
	StartTimeout = 2 * time.Minute
)

// Options says what a cluster consists of.
type Options struct {
	// Name identifies the cluster: its prefix in etcd, its files, its kubeconfig's context.
	Name string
	// Dir receives the cluster's certificates, kubeconfigs and logs.
	Dir string
	// Binaries are the executables of the components.
	Binaries binaries.Paths
	// Etcd stores the cluster's objects.
	Etcd *Etcd
	// ServiceCIDR is the range of ClusterIPs. A range inside loopback lets the kube-apiserver reach a ClusterIP on which
	// something listens on this machine.
	ServiceCIDR string
	// AuthorizationConfig is the file of an AuthorizationConfiguration. Empty means Node and RBAC.
	AuthorizationConfig string
	// Address is the address on which the kube-apiserver listens. Empty means loopback.
	Address string
	// ServerNames are further DNS names of the kube-apiserver.
	ServerNames []string
	// ClientCA is the certificate, PEM-encoded, of a further authority whose client certificates the kube-apiserver accepts. Empty means none.
	ClientCA []byte
	// APIServerArgs are further arguments of the kube-apiserver.
	APIServerArgs []string
	// Controllers are the controllers that the kube-controller-manager runs: AllControllers, MinimalControllers or an own
	// choice. Without any, there is none until StartControllerManager.
	Controllers []string
	// Scheduler adds a kube-scheduler.
	Scheduler bool
}

// Cluster is a running Kubernetes control plane.
type Cluster struct {
	// Name is the name of the cluster.
	Name string
	// Dir holds the cluster's certificates, kubeconfigs and logs.
	Dir string
	// Kubeconfig is the file of a cluster administrator's kubeconfig.
	Kubeconfig string
	// Config is a cluster administrator's client configuration.
	Config *rest.Config
	// CA signs the kube-apiserver's certificate and the client certificates it accepts.
	CA *pki.CA
	// URL is where the kube-apiserver listens.
	URL string
	// ServiceCIDR is the range of ClusterIPs.
	ServiceCIDR string

	options   Options
	group     *process.Group
	apiServer *process.Process
	// clients are the components that work with the kube-apiserver.
	clients []*process.Process
	args    []string
}

// Start brings up a control plane and waits until it can be worked with. When it fails nothing is left running.
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

// Prepare makes what access to a control plane takes, and starts nothing: WakeUp does.
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

// Stop stops all components. The cluster's objects stay in etcd.
func (c *Cluster) Stop() {
	c.group.StopAll(StopGrace)
}

// StopAPIServer takes the kube-apiserver down and leaves everything else running.
func (c *Cluster) StopAPIServer() {
	if c.apiServer != nil {
		c.apiServer.Stop(StopGrace)
	}
}

// StartAPIServer brings the kube-apiserver up, on the same port and with the same objects as before, and waits until it
// is ready.
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

// ClientKubeconfig writes the kubeconfig of such a user as <Dir>/<name>.kubeconfig and returns its path.
func (c *Cluster) ClientKubeconfig(name, user string, groups ...string) (string, error) {
	pair, err := c.CA.Client(user, groups)
	if err != nil {
		return "", err
	}
	path := filepath.Join(c.Dir, name+".kubeconfig")
	return path, pki.WriteKubeconfig(path, c.URL, c.CA.Cert, pki.Credentials{Pair: pair})
}

// APIServerIP is the ClusterIP of the Service kubernetes in the namespace default: the first of the range.
func APIServerIP(serviceCIDR string) (netip.Addr, error) {
	prefix, err := netip.ParsePrefix(serviceCIDR)
	if err != nil {
		return netip.Addr{}, fmt.Errorf("parsing the range of ClusterIPs: %w", err)
	}
	return prefix.Masked().Addr().Next(), nil
}
