// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package node

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/go-logr/logr"
	"k8s.io/apimachinery/pkg/types"
	utilnet "k8s.io/apimachinery/pkg/util/net"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/rest"
	probehttp "k8s.io/kubernetes/pkg/probe/http"
	probetcp "k8s.io/kubernetes/pkg/probe/tcp"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/node/sandbox"
)

// Options configures a Node.
type Options struct {
	// Name is the name of the Node object.
	Name string
	// Config is the client configuration for the API server. Containers use the same address, so it must be reachable from
	// them.
	Config *rest.Config
	// Dir is the node's state directory. Subdirectory logs keeps container logs after the deletion of their pods.
	Dir string
	// PodIP returns the addresses of pod number n, from 1 to 250. Its processes listen on the first address, a loopback
	// address without a Network. The second address is reported as podIP. They have to differ, because EndpointSlices
	// refuse loopback addresses.
	PodIP func(n int) (listen, reported string)
	// Images resolves an image reference. It is called with the reference in the pod, and then with the reference without
	// tag and digest.
	Images func(ref string) (Image, bool)

	// Address is the host address on which the node serves the kubelet API. Default: 127.0.0.1.
	Address string
	// ServingCertificate is the certificate of the kubelet API. Default: a self-signed certificate.
	ServingCertificate *tls.Certificate
	// Network gives each pod a network namespace. If it is nil, pods listen on loopback addresses of the host.
	Network *PodNetwork
	// Phantoms reports containers with unknown images as running without starting a process. Init containers and
	// containers of Jobs complete immediately. If Phantoms is false, such a container waits for its image.
	Phantoms bool
	// Names returns additional host names and addresses for the hosts files of pods. It may be nil.
	Names func() map[string]string

	// Labels are added to the default labels of the node.
	Labels map[string]string
	// RestartBackoff is the pause before the second restart of a container. It doubles with each further restart. Default:
	// 10s.
	RestartBackoff time.Duration
	// StopGrace is the time that containers have to terminate when the node stops. Default: 5s.
	StopGrace time.Duration
	// Log receives the node's messages. The output of containers goes to log files.
	Log logr.Logger
}

func (o *Options) complete() error {
	for name, missing := range map[string]bool{"Name": o.Name == "", "Config": o.Config == nil, "Dir": o.Dir == "", "PodIP": o.PodIP == nil, "Images": o.Images == nil} {
		if missing {
			return fmt.Errorf("option %s is required", name)
		}
	}
	dir, err := filepath.Abs(o.Dir)
	if err != nil {
		return fmt.Errorf("failed to resolve the state directory: %w", err)
	}
	o.Dir = dir
	o.Address = cmp.Or(o.Address, "127.0.0.1")
	if o.RestartBackoff == 0 {
		o.RestartBackoff = 10 * time.Second
	}
	if o.StopGrace == 0 {
		o.StopGrace = 5 * time.Second
	}
	return nil
}

// Node is a running node.
type Node struct {
	options    Options
	log        logr.Logger
	client     kubernetes.Interface
	httpClient *http.Client
	services   corelisters.ServiceLister
	isolation  sandbox.Isolation
	httpProbe  probehttp.Prober
	tcpProbe   probetcp.Prober

	// apiHost and apiPort are the address of the API server for containers.
	apiHost, apiPort string
	// kubeletPort is the port of the kubelet API.
	kubeletPort int32
	// proxyURL is empty if containers can reach Services without an HTTP proxy.
	proxyURL string

	// podsContext ends before ctx, so that stopping containers can still reach Services.
	podsContext, ctx     context.Context
	cancelPods, cancel   context.CancelFunc
	killContext          context.Context
	kill                 context.CancelFunc
	podWork, background  sync.WaitGroup
	servicesChanged      chan struct{}
	lowPortsOfServicesOK bool

	mu      sync.Mutex
	stopped bool
	pods    map[types.UID]*pod
	lastIP  int
}

// Start registers the node and starts running its pods. The context limits only the start. The node runs until Stop.
func Start(ctx context.Context, options Options) (*Node, error) {
	if os.Args[0] == sandbox.InitName {
		return nil, errors.New("sandbox.Init has to be the first call of main or TestMain")
	}
	if err := options.complete(); err != nil {
		return nil, err
	}
	n, err := newNode(context.WithoutCancel(ctx), options)
	if err != nil {
		return nil, err
	}
	if err := n.start(ctx); err != nil {
		n.Stop()
		return nil, fmt.Errorf("failed to start node %s: %w", options.Name, err)
	}
	return n, nil
}

func newNode(ctx context.Context, options Options) (*Node, error) {
	config := rest.CopyConfig(options.Config)
	config.QPS, config.Burst = 50, 100
	httpClient, err := rest.HTTPClientFor(config)
	if err != nil {
		return nil, fmt.Errorf("failed to create HTTP client: %w", err)
	}
	client, err := kubernetes.NewForConfigAndClient(config, httpClient)
	if err != nil {
		return nil, fmt.Errorf("failed to create client: %w", err)
	}
	server, _, err := rest.DefaultServerUrlFor(config)
	if err != nil {
		return nil, fmt.Errorf("failed to parse the address of the API server: %w", err)
	}
	n := &Node{
		options:         options,
		log:             options.Log.WithValues("node", options.Name),
		httpClient:      httpClient,
		client:          client,
		httpProbe:       probehttp.New(false),
		tcpProbe:        probetcp.New(),
		pods:            map[types.UID]*pod{},
		servicesChanged: make(chan struct{}, 1),
	}
	n.apiHost, n.apiPort = hostAndPort(server)
	n.ctx, n.cancel = context.WithCancel(ctx)
	n.podsContext, n.cancelPods = context.WithCancel(n.ctx)
	n.killContext, n.kill = context.WithCancel(ctx)
	return n, nil
}

func hostAndPort(u *url.URL) (string, string) {
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	return u.Hostname(), port
}

func (n *Node) start(ctx context.Context) error {
	if err := os.MkdirAll(n.options.Dir, 0o700); err != nil {
		return fmt.Errorf("failed to create the state directory: %w", err)
	}
	n.isolation = sandbox.DetectIsolation(n.options.Dir)
	n.log.Info("Isolation of containers", "isolation", n.isolation.String())
	n.lowPortsOfServicesOK = n.canListenOnLowPorts()
	if err := n.serveProxy(); err != nil {
		return err
	}
	if err := n.serveKubelet(); err != nil {
		return err
	}
	if err := n.register(ctx); err != nil {
		return err
	}
	n.background.Go(n.heartbeat)
	if err := n.serveServices(ctx); err != nil {
		return err
	}
	return n.watchPods(ctx)
}

// canListenOnLowPorts reports whether the node has the privilege to listen on ports below 1024 for Services.
func (n *Node) canListenOnLowPorts() bool {
	address, _ := n.options.PodIP(1)
	if n.options.Network != nil {
		address = n.options.Address
	}
	listener, err := net.Listen("tcp", net.JoinHostPort(address, "80"))
	if err != nil {
		n.log.Info("Services with ports below 1024 are reached through HTTP_PROXY only", "reason", err.Error())
		return false
	}
	_ = listener.Close()
	return true
}

// Stop terminates all containers, after the grace period with SIGKILL, and then all other activities of the node. It
// keeps the API objects, so that a later node with the same name finds its pods again.
func (n *Node) Stop() {
	n.mu.Lock()
	n.stopped = true
	n.mu.Unlock()
	n.cancelPods()
	timer := time.AfterFunc(n.options.StopGrace, n.kill)
	n.podWork.Wait()
	timer.Stop()
	n.cancel()
	n.kill()
	n.background.Wait()
	utilnet.CloseIdleConnectionsFor(n.httpClient.Transport)
}

// Isolation describes how containers are isolated from the host and from each other, and why no stronger isolation is
// possible.
func (n *Node) Isolation() string {
	return n.isolation.String()
}

// Kill sends SIGKILL to the containers of the pods in the namespace whose names start with the prefix, to simulate a
// crash. It returns an error if no such container runs.
func (n *Node) Kill(namespace, podNamePrefix string) error {
	killed := 0
	for _, p := range n.listPods() {
		if p.object.Namespace != namespace || !strings.HasPrefix(p.object.Name, podNamePrefix) {
			continue
		}
		for _, running := range p.processes() {
			if running.SignalAll(syscall.SIGKILL) {
				killed++
			}
		}
	}
	if killed == 0 {
		return fmt.Errorf("no running container in pods %s/%s*", namespace, podNamePrefix)
	}
	return nil
}

// wait waits for the duration. It returns false if the context ended first.
func wait(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}
