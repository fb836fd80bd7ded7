// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/cluster"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/node"
)

// AnnotationNoCluster on a Shoot keeps the landscape from running a cluster for it: its control plane then exists on
// paper only, which is enough where many Shoots are needed at once.
const AnnotationNoCluster = "landscape.shoot-flux.example.com/no-cluster"

// shootClusters runs the clusters of Shoots. A cluster belongs to its Shoot and not to a seed, so that it outlives the
// migration of the control plane.
type shootClusters struct {
	landscape *Landscape

	mutex    sync.Mutex
	running  map[string]*shootCluster
	released map[string]bool
}

type shootCluster struct {
	cluster   *cluster.Cluster
	addresses *addressRange
	node      *node.Node
}

// Cluster starts the Shoot's cluster with one node unless it is running.
func (s *shootClusters) Cluster(ctx context.Context, shoot *gardencorev1beta1.Shoot) (*rest.Config, bool, error) {
	if shoot.Annotations[AnnotationNoCluster] != "" {
		return nil, false, nil
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	key := shoot.Namespace + "/" + shoot.Name
	if running, ok := s.running[key]; ok {
		return running.cluster.Config, true, nil
	}
	if shoot.DeletionTimestamp != nil || s.released[key] {
		return nil, false, nil
	}
	started, err := s.start(ctx, shoot)
	if err != nil {
		return nil, false, fmt.Errorf("starting the cluster of shoot %s: %w", key, err)
	}
	s.running[key] = started
	return started.cluster.Config, true, nil
}

func (s *shootClusters) start(ctx context.Context, shoot *gardencorev1beta1.Shoot) (*shootCluster, error) {
	l := s.landscape
	addresses, err := reserveRange()
	if err != nil {
		return nil, err
	}
	running := &shootCluster{addresses: addresses}
	name := "shoot-" + shoot.Namespace + "-" + shoot.Name
	dir := filepath.Join(l.options.Dir, name)
	running.cluster, err = cluster.Start(ctx, cluster.Options{
		Name: name, Dir: dir, Binaries: l.executables, Etcd: l.etcd,
		ServiceCIDR: addresses.serviceCIDR(), Controllers: cluster.AllControllers(), Scheduler: true,
	})
	if err == nil {
		running.node, err = node.Start(ctx, node.Options{
			Name: "node-0", Config: running.cluster.Config, Dir: filepath.Join(dir, "node"), PodIP: addresses.podIP,
			Images: resolveByName(fluxImages(l.executables)), Log: l.options.Log.WithName(name),
			Labels: map[string]string{"worker.gardener.cloud/system-components": "true"},
		})
	}
	if err != nil {
		running.stop()
		return nil, err
	}
	l.options.Progress(fmt.Sprintf("cluster of shoot %s/%s runs (%s)", shoot.Namespace, shoot.Name, running.node.Isolation()))
	return running, nil
}

func (c *shootCluster) stop() {
	if c.node != nil {
		c.node.Stop()
	}
	if c.cluster != nil {
		c.cluster.Stop()
	}
	c.addresses.release()
}

// StopNodes ends the Shoot's node with all its pods, as deleting its machine does.
func (s *shootClusters) StopNodes(ctx context.Context, shoot *gardencorev1beta1.Shoot) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	running, ok := s.running[shoot.Namespace+"/"+shoot.Name]
	if !ok || running.node == nil {
		return nil
	}
	running.node.Stop()
	c, err := client.New(running.cluster.Config, client.Options{})
	if err != nil {
		return err
	}
	if err := c.Delete(ctx, &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: "node-0"}}); client.IgnoreNotFound(err) != nil {
		return fmt.Errorf("removing the node from its cluster: %w", err)
	}
	running.node = nil
	return nil
}

// Destroy ends the Shoot's cluster, with its node if that is still there.
func (s *shootClusters) Destroy(_ context.Context, shoot *gardencorev1beta1.Shoot) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.destroy(shoot.Namespace + "/" + shoot.Name)
	return nil
}

func (s *shootClusters) destroy(key string) {
	if running, ok := s.running[key]; ok {
		running.stop()
		delete(s.running, key)
	}
}

// ReleaseShoot ends the cluster of a Shoot and its gardener-resource-manager for good, without Gardener's deletion. A
// test that is done with a Shoot thereby gives back what it takes of the machine: Linux allows a user only 128 inotify
// instances by default, and a cluster needs about ten.
func (l *Landscape) ReleaseShoot(ctx context.Context, project, name string) error {
	l.shoots.mutex.Lock()
	key := "garden-" + project + "/" + name
	l.shoots.released[key] = true
	l.shoots.destroy(key)
	l.shoots.mutex.Unlock()

	l.mutex.Lock()
	defer l.mutex.Unlock()
	for _, seed := range l.seeds {
		deployment := &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: "shoot--" + project + "--" + name, Name: "gardener-resource-manager"}}
		if err := seed.Client.Delete(ctx, deployment, client.PropagationPolicy(metav1.DeletePropagationBackground)); client.IgnoreNotFound(err) != nil {
			return fmt.Errorf("releasing shoot %s: %w", key, err)
		}
	}
	return nil
}

func (s *shootClusters) stopAll() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	var clusters sync.WaitGroup
	for _, running := range s.running {
		clusters.Go(running.stop)
	}
	clusters.Wait()
	s.running = map[string]*shootCluster{}
}

// ShootCluster returns the running cluster of a Shoot.
func (l *Landscape) ShootCluster(namespace, name string) (*cluster.Cluster, error) {
	l.shoots.mutex.Lock()
	defer l.shoots.mutex.Unlock()
	running, ok := l.shoots.running[namespace+"/"+name]
	if !ok {
		return nil, fmt.Errorf("shoot %s/%s has no running cluster", namespace, name)
	}
	return running.cluster, nil
}
