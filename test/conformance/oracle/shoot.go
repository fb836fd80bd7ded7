// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package oracle

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"strconv"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/discovery/cached/memory"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/restmapper"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/binaries"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/cluster"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
)

const fluxNamespace = "flux-system"

// controllers are the controllers of the kube-controller-manager: they end deletions. The ServiceAccounts are those for
// which the cluster waits when it starts.
func controllers() []string {
	return []string{
		"garbage-collector-controller", "namespace-controller", "persistentvolume-protection-controller",
		"persistentvolumeclaim-protection-controller", "serviceaccount-controller",
	}
}

// shoot is a cluster with the objects that the extension delivers, and with Flux's two controllers as processes. One
// trial runs in it at a time.
type shoot struct {
	// version is the version of Flux that is delivered, or empty for the default. The controllers are always the newest.
	version   string
	cluster   *cluster.Cluster
	group     *process.Group
	dynamic   dynamic.Interface
	discovery discovery.CachedDiscoveryInterface
	mapper    meta.ResettableRESTMapper
	metadata  metadata.Interface
	// read are the objects of the last list, and discovered the resources for definitions, the state of the
	// CustomResourceDefinitions.
	read        map[types.UID]found
	discovered  []resource
	definitions string
	// kustomizeController can be restarted.
	kustomizeController controller
	// baseline are the objects of the cluster between trials.
	baseline objects
}

// startShoot starts a cluster and Flux.
func startShoot(ctx context.Context, dir, name string, executables binaries.Paths, etcd *cluster.Etcd, delivered []document) (_ *shoot, err error) {
	running, err := cluster.Start(ctx, cluster.Options{
		Name: name, Dir: filepath.Join(dir, name), Binaries: executables, Etcd: etcd, ServiceCIDR: "127.64.0.0/16", Controllers: controllers(),
	})
	if err != nil {
		return nil, err
	}
	s := &shoot{cluster: running, group: process.NewGroup(filepath.Join(dir, name, "logs"))}
	defer func() {
		if err != nil {
			s.stop()
		}
	}()
	config := rest.CopyConfig(running.Config)
	// A trial lists all objects several times.
	config.QPS, config.Burst = -1, -1
	config.WarningHandler = rest.NoWarnings{}
	if s.dynamic, err = dynamic.NewForConfig(config); err != nil {
		return nil, err
	}
	if s.metadata, err = metadata.NewForConfig(config); err != nil {
		return nil, err
	}
	client, err := discovery.NewDiscoveryClientForConfig(config)
	if err != nil {
		return nil, err
	}
	s.discovery = memory.NewMemCacheClient(client)
	s.mapper = restmapper.NewDeferredDiscoveryRESTMapper(s.discovery)
	if err := s.install(ctx, delivered); err != nil {
		return nil, err
	}
	if err := s.startFlux(ctx, executables); err != nil {
		return nil, err
	}
	s.baseline, err = s.list(ctx)
	return s, err
}

func (s *shoot) stop() {
	if s.group != nil {
		s.group.StopAll(cluster.StopGrace)
	}
	s.cluster.Stop()
}

// install applies the delivered objects. The kinds that CustomResourceDefinitions define are served a moment later.
func (s *shoot) install(ctx context.Context, delivered []document) error {
	for _, d := range delivered {
		err := process.Until(ctx, d.GetKind()+" "+d.GetName(), cluster.ProbeInterval, func(ctx context.Context) error {
			err := s.apply(ctx, d)
			if meta.IsNoMatchError(err) {
				s.mapper.Reset()
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return process.Until(ctx, "the kinds of Flux", cluster.ProbeInterval, func(ctx context.Context) error {
		s.mapper.Reset()
		for _, resource := range append(sources(), kustomizations()) {
			if _, err := s.dynamic.Resource(resource).List(ctx, metav1.ListOptions{}); err != nil {
				return err
			}
		}
		return nil
	})
}

// startFlux starts the two controllers with the arguments of their Deployments, except for addresses, and for a
// dependency that is not ready, which is looked at each second instead of twice a minute.
func (s *shoot) startFlux(ctx context.Context, executables binaries.Paths) error {
	addresses := make([]string, 5)
	for i := range addresses {
		port, err := process.FreePort()
		if err != nil {
			return err
		}
		addresses[i] = net.JoinHostPort(cluster.Loopback, strconv.Itoa(port))
	}
	data := filepath.Join(s.cluster.Dir, "flux", "data")
	if err := os.MkdirAll(data, 0o700); err != nil {
		return err
	}
	sourceController := controller{
		name: binaries.SourceController, health: addresses[0],
		arguments: []string{"--metrics-addr=" + addresses[1], "--storage-path=" + data, "--storage-addr=" + addresses[2], "--storage-adv-addr=" + addresses[2]},
	}
	s.kustomizeController = controller{
		name: binaries.KustomizeController, health: addresses[3],
		arguments: []string{"--metrics-addr=" + addresses[4], "--requeue-dependency=1s"},
	}
	for _, c := range []*controller{&sourceController, &s.kustomizeController} {
		c.path = executables[c.name]
		if err := s.startController(ctx, c); err != nil {
			return err
		}
	}
	return nil
}

// controller is a controller of Flux.
type controller struct {
	name, path, health string
	arguments          []string
	running            *process.Process
}

func (s *shoot) startController(ctx context.Context, c *controller) (err error) {
	home := filepath.Join(s.cluster.Dir, "flux")
	c.running, err = s.group.Start(process.Spec{
		Name: c.name, Path: c.path,
		Args: append([]string{
			"--watch-all-namespaces=true", "--log-level=info", "--log-encoding=json", "--enable-leader-election=false", "--health-addr=" + c.health,
		}, c.arguments...),
		Env: []string{"RUNTIME_NAMESPACE=" + fluxNamespace, "KUBECONFIG=" + s.cluster.Kubeconfig, "PATH=" + os.Getenv("PATH"), "HOME=" + home, "TMPDIR=" + home},
	})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, cluster.StartTimeout)
	defer cancel()
	return c.running.Until(ctx, c.name, cluster.ProbeInterval, cluster.Probe("http://"+c.health+"/readyz", nil))
}

func (s *shoot) restartKustomizeController(ctx context.Context) error {
	s.kustomizeController.running.Kill()
	return s.startController(ctx, &s.kustomizeController)
}
