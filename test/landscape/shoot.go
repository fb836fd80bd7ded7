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

// AnnotationNoCluster on a Shoot prevents the landscape from running a cluster for it. Tests with many Shoots need no
// clusters.
const AnnotationNoCluster = "landscape.shoot-flux.example.com/no-cluster"

// nodeName is the name of a Shoot's only node.
const nodeName = "node-0"

// shootClusters runs the clusters of Shoots. A cluster belongs to its Shoot instead of a seed, so that it survives a
// control plane migration.
type shootClusters struct {
	landscape *Landscape

	mutex    sync.Mutex
	clusters map[string]*shootCluster
	released map[string]bool
	// former has the Shoots whose cluster has been destroyed. etcd still contains the objects of the former cluster, which
	// a new Shoot with the same name must not see.
	former map[string]bool
}

type shootCluster struct {
	cluster *cluster.Cluster
	// names are the DNS names of the API server.
	names     []string
	addresses *addressRange
	// awake is true if the control plane runs.
	awake bool
	node  *node.Node
}

// Access returns the client configuration of the Shoot's cluster, and prepares the cluster first if needed. The control
// plane need not run. The second result is false if the Shoot has no cluster.
func (s *shootClusters) Access(_ context.Context, shoot *gardencorev1beta1.Shoot) (*rest.Config, bool, error) {
	if shoot.Annotations[AnnotationNoCluster] != "" {
		return nil, false, nil
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	key := shoot.Namespace + "/" + shoot.Name
	if known, ok := s.clusters[key]; ok {
		return known.cluster.Config, true, nil
	}
	if shoot.DeletionTimestamp != nil || s.released[key] {
		return nil, false, nil
	}
	prepared, err := s.prepare(shoot)
	if err != nil {
		return nil, false, fmt.Errorf("preparing the cluster of shoot %s: %w", key, err)
	}
	s.clusters[key] = prepared
	return prepared.cluster.Config, true, nil
}

func (s *shootClusters) prepare(shoot *gardencorev1beta1.Shoot) (*shootCluster, error) {
	l := s.landscape
	addresses, err := l.reserveRange()
	if err != nil {
		return nil, err
	}
	clientCA, err := l.clientCA()
	if err != nil {
		addresses.release()
		return nil, err
	}
	name, names := "shoot-"+shoot.Namespace+"-"+shoot.Name, serverNames(shoot)
	if s.former[shoot.Namespace+"/"+shoot.Name] {
		name += "-" + string(shoot.UID)
	}
	prepared, err := cluster.Prepare(cluster.Options{
		Name: name, Dir: filepath.Join(l.options.Dir, name), Binaries: l.executables, Etcd: l.etcd,
		ServiceCIDR: addresses.serviceCIDR(), Controllers: cluster.AllControllers(), Scheduler: true,
		ServerNames: names, ClientCA: clientCA.CertificatePEM,
	})
	if err != nil {
		addresses.release()
		return nil, err
	}
	return &shootCluster{cluster: prepared, names: names, addresses: addresses}, nil
}

// Runs returns whether the control plane of the Shoot's cluster runs.
func (s *shootClusters) Runs(shoot *gardencorev1beta1.Shoot) bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	known, ok := s.clusters[shoot.Namespace+"/"+shoot.Name]
	return ok && known.awake
}

// StartControlPlane starts the control plane of the Shoot's cluster if it does not run.
func (s *shootClusters) StartControlPlane(ctx context.Context, shoot *gardencorev1beta1.Shoot) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	key := shoot.Namespace + "/" + shoot.Name
	known, ok := s.clusters[key]
	if !ok {
		return fmt.Errorf("shoot %s has no cluster", key)
	}
	if known.awake {
		return nil
	}
	if err := known.cluster.WakeUp(ctx); err != nil {
		return err
	}
	known.awake = true
	return nil
}

// StopControlPlane hibernates the Shoot's cluster.
func (s *shootClusters) StopControlPlane(_ context.Context, shoot *gardencorev1beta1.Shoot) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if known, ok := s.clusters[shoot.Namespace+"/"+shoot.Name]; ok {
		known.cluster.Hibernate()
		known.awake = false
	}
	return nil
}

// StartNodes starts the node of the Shoot's cluster if it does not run.
func (s *shootClusters) StartNodes(ctx context.Context, shoot *gardencorev1beta1.Shoot) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	key := shoot.Namespace + "/" + shoot.Name
	known, ok := s.clusters[key]
	if !ok {
		return fmt.Errorf("shoot %s has no cluster", key)
	}
	if known.node != nil {
		return nil
	}
	l := s.landscape
	website := filepath.Join(known.cluster.Dir, "website")
	if err := writeWebsite(website); err != nil {
		return err
	}
	started, err := node.Start(ctx, node.Options{
		Name: nodeName, Config: known.cluster.Config, Dir: filepath.Join(known.cluster.Dir, "node"), PodIP: known.addresses.podIP,
		Images: resolveByVersion(shootImages(l.options.Executables, website, l.authorities())), Log: l.options.Log.WithName(known.cluster.Name),
		Labels: map[string]string{"worker.gardener.cloud/system-components": "true"},
	})
	if err != nil {
		return fmt.Errorf("starting the node of shoot %s: %w", key, err)
	}
	known.node = started
	l.steps.completed(fmt.Sprintf("cluster of shoot %s runs (%s)", key, started.Isolation()))
	return nil
}

// StopNodes stops the Shoot's node with all its pods, like a forced deletion of its machine. It removes the objects of
// the pods itself, instead of waiting for their termination or for kube-controller-manager.
func (s *shootClusters) StopNodes(ctx context.Context, shoot *gardencorev1beta1.Shoot) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	known, ok := s.clusters[shoot.Namespace+"/"+shoot.Name]
	if !ok || known.node == nil {
		return nil
	}
	known.node.Stop()
	c, err := client.New(known.cluster.Config, client.Options{})
	if err != nil {
		return err
	}
	if err := c.Delete(ctx, &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: nodeName}}); client.IgnoreNotFound(err) != nil {
		return fmt.Errorf("removing the node from its cluster: %w", err)
	}
	pods := &corev1.PodList{}
	if err := c.List(ctx, pods, client.MatchingFields{"spec.nodeName": nodeName}); err != nil {
		return fmt.Errorf("listing the pods of a deleted node: %w", err)
	}
	for _, pod := range pods.Items {
		if err := c.Delete(ctx, &pod, client.GracePeriodSeconds(0)); client.IgnoreNotFound(err) != nil {
			return fmt.Errorf("removing a pod of a deleted node: %w", err)
		}
	}
	known.node = nil
	return nil
}

// Destroy stops the Shoot's cluster and its node.
func (s *shootClusters) Destroy(_ context.Context, shoot *gardencorev1beta1.Shoot) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.destroy(shoot.Namespace + "/" + shoot.Name)
	return nil
}

func (s *shootClusters) destroy(key string) {
	if known, ok := s.clusters[key]; ok {
		known.stop()
		delete(s.clusters, key)
		s.former[key] = true
	}
}

func (c *shootCluster) stop() {
	if c.node != nil {
		c.node.Stop()
	}
	c.cluster.Stop()
	c.addresses.release()
}

// ReleaseShoot permanently stops the cluster and the gardener-resource-manager of a Shoot, without Gardener's deletion.
// It releases resources after a test: by default, Linux allows a user only 128 inotify instances, and a cluster needs
// about ten.
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
	for _, known := range s.clusters {
		clusters.Go(known.stop)
	}
	clusters.Wait()
	s.clusters = map[string]*shootCluster{}
}

// ShootCluster returns the running cluster of a Shoot.
func (l *Landscape) ShootCluster(namespace, name string) (*cluster.Cluster, error) {
	l.shoots.mutex.Lock()
	defer l.shoots.mutex.Unlock()
	known, ok := l.shoots.clusters[namespace+"/"+name]
	if !ok || !known.awake {
		return nil, fmt.Errorf("shoot %s/%s has no running cluster", namespace, name)
	}
	return known.cluster, nil
}
