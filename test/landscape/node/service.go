// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package node

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/tools/cache"
	"k8s.io/kubernetes/pkg/probe"
)

const (
	listenRetry = time.Second
	dialTimeout = 5 * time.Second
	lowestPort  = 1024
)

// servicePort is a port of a Service.
type servicePort struct {
	namespace, name string
	port            int32
}

// forwarder listens on a ClusterIP for one port of a Service.
type forwarder struct {
	net.Listener
	target servicePort
}

// serveServices listens on the ClusterIPs and keeps hosts files current until the node stops.
func (n *Node) serveServices(ctx context.Context) error {
	factory := informers.NewSharedInformerFactory(n.client, 0)
	services := factory.Core().V1().Services()
	n.services = services.Lister()
	err := n.runInformer(ctx, factory, services.Informer(), cache.ResourceEventHandlerFuncs{
		AddFunc:    func(any) { n.markServicesChanged() },
		UpdateFunc: func(_, _ any) { n.markServicesChanged() },
		DeleteFunc: func(any) { n.markServicesChanged() },
	})
	if err != nil {
		return err
	}
	n.background.Go(n.keepServices)
	return nil
}

func (n *Node) markServicesChanged() {
	select {
	case n.servicesChanged <- struct{}{}:
	default:
	}
}

func (n *Node) keepServices() {
	forwarders := map[string]forwarder{}
	retry := time.NewTimer(0)
	defer retry.Stop()
	for {
		select {
		case <-n.ctx.Done():
			for _, f := range forwarders {
				_ = f.Close()
			}
			return
		case <-n.servicesChanged:
		case <-retry.C:
		}
		if !n.updateForwarders(forwarders) {
			retry.Reset(listenRetry)
		}
		for _, p := range n.listPods() {
			if err := p.refreshHosts(); err != nil {
				p.log.Error(err, "Failed to bring Service names into a pod")
			}
		}
	}
}

// updateForwarders starts and stops forwarders. It returns false if the node could not listen on an address.
func (n *Node) updateForwarders(forwarders map[string]forwarder) bool {
	wanted, complete := n.wantedForwarders(), true
	for address, f := range forwarders {
		if target, ok := wanted[address]; !ok || target != f.target {
			_ = f.Close()
			delete(forwarders, address)
		}
	}
	for address, target := range wanted {
		if _, ok := forwarders[address]; ok {
			continue
		}
		listener, err := net.Listen("tcp", address)
		if err != nil {
			n.log.V(1).Info("Listening for a Service is tried again", "service", target.namespace+"/"+target.name, "reason", err.Error())
			complete = false
			continue
		}
		f := forwarder{listener, target}
		forwarders[address] = f
		n.background.Go(func() { n.forward(f) })
	}
	return complete
}

func (n *Node) wantedForwarders() map[string]servicePort {
	wanted := map[string]servicePort{}
	for _, service := range n.listServices() {
		ip := n.serviceIP(service)
		if ip == "" {
			continue
		}
		for _, port := range service.Spec.Ports {
			if port.Protocol == corev1.ProtocolUDP || port.Protocol == corev1.ProtocolSCTP || (port.Port < lowestPort && !n.lowPortsOfServicesOK) {
				continue
			}
			wanted[net.JoinHostPort(ip, strconv.Itoa(int(port.Port)))] = servicePort{service.Namespace, service.Name, port.Port}
		}
	}
	return wanted
}

// serviceIP returns the ClusterIP if the node can listen on it: a loopback address, or any address with a PodNetwork.
// Otherwise, it is empty.
func (n *Node) serviceIP(service *corev1.Service) string {
	if ip := net.ParseIP(service.Spec.ClusterIP); ip != nil && (ip.IsLoopback() || n.options.Network != nil) {
		return service.Spec.ClusterIP
	}
	return ""
}

// forward forwards connections to the ready pods in round-robin order until the listener is closed.
func (n *Node) forward(f forwarder) {
	var connections sync.WaitGroup
	defer connections.Wait()
	for turn := 0; ; turn++ {
		in, err := f.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil {
			n.log.Error(err, "Failed to accept a connection for a Service")
			wait(n.ctx, listenRetry)
			continue
		}
		connections.Go(func() {
			if err := n.connect(in, f.target, turn); err != nil {
				n.log.V(1).Info("Connection to a Service refused", "reason", err.Error())
			}
		})
	}
}

// connect forwards the connection to a ready pod. If there is none, it resets the connection, which resembles the
// refused connection of a real Service without endpoints.
func (n *Node) connect(in net.Conn, target servicePort, turn int) error {
	defer func() { _ = in.Close() }()
	out, err := n.dial(target, turn)
	if err != nil {
		if tcp, ok := in.(*net.TCPConn); ok {
			_ = tcp.SetLinger(0)
		}
		return err
	}
	defer func() { _ = out.Close() }()
	defer context.AfterFunc(n.ctx, func() {
		_ = in.Close()
		_ = out.Close()
	})()
	var sending sync.WaitGroup
	sending.Go(func() {
		_, _ = io.Copy(out, in) // If one side ends, end the other side, whatever the reason.
		if tcp, ok := out.(*net.TCPConn); ok {
			_ = tcp.CloseWrite()
		}
	})
	_, _ = io.Copy(in, out)
	_ = in.Close()
	sending.Wait()
	return nil
}

func (n *Node) dial(target servicePort, turn int) (net.Conn, error) {
	backends, err := n.backends(target)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(n.ctx, dialTimeout)
	defer cancel()
	return (&net.Dialer{}).DialContext(ctx, "tcp", backends[turn%len(backends)])
}

// backends returns the addresses of the ready pods of a Service port. It returns an error if there are none.
func (n *Node) backends(target servicePort) ([]string, error) {
	if target.namespace == "default" && target.name == "kubernetes" {
		return []string{net.JoinHostPort(n.apiHost, n.apiPort)}, nil
	}
	service, err := n.services.Services(target.namespace).Get(target.name)
	if err != nil {
		return nil, fmt.Errorf("failed to find the Service: %w", err)
	}
	var addresses []string
	for _, p := range n.listPods() {
		if p.object.Namespace != target.namespace || !p.behind(service) {
			continue
		}
		if port, ok := p.targetPort(service, target.port); ok {
			addresses = append(addresses, net.JoinHostPort(p.listenIP, strconv.Itoa(port)))
		}
	}
	if len(addresses) == 0 {
		return nil, fmt.Errorf("service %s/%s has no ready pod for port %d", target.namespace, target.name, target.port)
	}
	return addresses, nil
}

// behind reports whether the Service selects the pod and may send traffic to the pod.
func (p *pod) behind(service *corev1.Service) bool {
	p.mu.Lock()
	podLabels := labels.Set(p.latest.Labels)
	p.mu.Unlock()
	if p.isPhantom() || len(service.Spec.Selector) == 0 || !labels.SelectorFromSet(service.Spec.Selector).Matches(podLabels) {
		return false
	}
	return p.running.Err() == nil && (p.ready() || service.Spec.PublishNotReadyAddresses)
}

func (p *pod) targetPort(service *corev1.Service, port int32) (int, bool) {
	for _, candidate := range service.Spec.Ports {
		if candidate.Port != port {
			continue
		}
		target := candidate.TargetPort
		if target == (intstr.IntOrString{}) {
			target = intstr.FromInt32(port)
		}
		for _, c := range p.mains {
			if number, err := probe.ResolveContainerPort(target, &c.spec); err == nil {
				return number, true
			}
		}
	}
	return 0, false
}
