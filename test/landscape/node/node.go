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

// Options says what a Node is to be.
type Options struct {
	// Name is the name of the Node object.
	Name string
	// Config reaches the API server. Containers are given the same address, so it must be reachable for them.
	Config *rest.Config
	// Dir is the node's state directory. Container logs stay in it below logs/ after their pods are gone.
	Dir string
	// PodIP returns the addresses of the pod with number n, 1 to 250: the loopback address its processes listen on, and
	// the address reported as podIP, which has to be another one because EndpointSlices refuse loopback addresses.
	PodIP func(n int) (listen, reported string)
	// Images resolves an image reference. It is asked with the reference as the pod names it, then without tag and digest.
	Images func(ref string) (Image, bool)

	// Address is the address of the host at which the node serves the kubelet API. Default: 127.0.0.1.
	Address string
	// ServingCertificate is the certificate of the kubelet API. Default: a self-signed one.
	ServingCertificate *tls.Certificate
	// Network gives pods network namespaces. Without it, pods listen on loopback addresses of the host.
	Network *PodNetwork
	// Phantoms keeps containers with unknown images running without a process. Init containers and the containers of Jobs complete at once.
	// Without it, such a container waits for its image.
	Phantoms bool
	// Names returns further host names with their addresses for the hosts files of pods. May be nil.
	Names func() map[string]string

	// Labels are added to those every node has.
	Labels map[string]string
	// RestartBackoff is the pause before the second restart of a container, doubled for each further one. Default: 10s.
	RestartBackoff time.Duration
	// StopGrace is how long containers may take to end when the node stops. Default: 5s.
	StopGrace time.Duration
	// Log receives the node's own messages; the output of containers goes to their log files.
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

	// apiHost and apiPort are where containers find the API server.
	apiHost, apiPort string
	// kubeletPort is where the kubelet API listens.
	kubeletPort int32
	// proxyURL is empty where containers need no HTTP proxy to reach Services.
	proxyURL string

	// podsContext ends before ctx, so that containers that are being stopped can still reach Services.
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

// Start registers the node and starts to run its pods. The context bounds the start only; the node lives until Stop.
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

// canListenOnLowPorts reports whether Services with ports below 1024 can be listened on, which takes a privilege.
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

// Stop ends all containers, at last by SIGKILL, and everything else the node started. It leaves the API objects as they
// are, so that a node of the same name finds its pods again.
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

// Isolation describes what separates containers from the host and from each other, and why it is not more.
func (n *Node) Isolation() string {
	return n.isolation.String()
}

// Kill sends SIGKILL to the containers of the pods in the namespace whose names begin with the prefix, as a crash would.
// It is an error if none of them runs.
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

// wait returns false if the context ended before the time was over.
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
