// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	schedulingv1 "k8s.io/api/scheduling/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"

	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	gardenerkubernetes "github.com/gardener/gardener/pkg/client/kubernetes"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/cloud"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/cluster"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/gardenlet"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/gardenlet/installation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/node"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
)

// gardenerModule is the path of the Gardener module.
const gardenerModule = "github.com/gardener/gardener"

// Seed is a seed with the extension installed.
type Seed struct {
	// Name is the name of the Seed in the garden.
	Name string
	// Cluster is the seed's cluster.
	Cluster *cluster.Cluster
	// Client acts as an administrator of the seed.
	Client client.Client
	// Node runs the seed's pods.
	Node *node.Node
	// ExtensionNamespace is the namespace of the extension.
	ExtensionNamespace string

	landscape *Landscape
	addresses *addressRange
	gardenlet *gardenlet.Gardenlet
	// cloud simulates the environment of a seed with the real gardenlet.
	cloud atomic.Pointer[cloud.Cloud]
}

func (l *Landscape) newSeed(name string) *Seed {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	seed := &Seed{Name: name, landscape: l}
	l.seeds[name] = seed
	return seed
}

// Seed returns the seed of the landscape with this name, or nil.
func (l *Landscape) Seed(name string) *Seed {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.seeds[name]
}

// join registers the running cluster as a seed of the garden, and installs the extension.
func (s *Seed) join(ctx context.Context) error {
	l := s.landscape
	if l.options.RealGardenlet {
		return s.joinWithGardenlet(ctx)
	}
	if err := l.Garden.CreateSeed(ctx, s.Name); err != nil {
		return err
	}
	if err := s.startGardenlet(ctx); err != nil {
		return fmt.Errorf("seed %s: %w", s.Name, err)
	}
	if l.options.Uninstalled {
		l.steps.completed(fmt.Sprintf("seed %s joined (%s)", s.Name, s.Node.Isolation()))
		return nil
	}
	if err := s.InstallExtension(ctx); err != nil {
		return err
	}
	l.steps.completed(fmt.Sprintf("seed %s runs the extension from its chart (%s)", s.Name, s.Node.Isolation()))
	return nil
}

func (s *Seed) startGardenlet(ctx context.Context) error {
	l := s.landscape
	version, _, err := GardenerModule(ctx)
	if err != nil {
		return err
	}
	started, err := gardenlet.New(gardenlet.Options{
		Garden: l.Garden.Cluster.Config, Seed: s.Cluster.Config, SeedName: s.Name, Version: version,
		Shoots: l.shoots, ResourceManagerImage: resourceManagerImage, Log: l.options.Log.WithName("gardenlet-" + s.Name),
		Timing: gardenlet.Timing{MaxBackoff: 3 * time.Second, SevereThreshold: 3 * time.Second, CleanupMinute: 2 * time.Second, CareInterval: 2 * time.Second, ConditionThreshold: 4 * time.Second},
	})
	if err != nil {
		return err
	}
	s.gardenlet = started
	return s.gardenlet.Start(ctx)
}

// StopGardenlet stops the stand-in for gardenlet, and interrupts its work.
func (s *Seed) StopGardenlet() {
	s.gardenlet.Stop()
}

// RestartGardenlet restarts the stand-in for gardenlet. Without a restart after an outage of the garden, its caches may
// need half a minute to reconnect.
func (s *Seed) RestartGardenlet(ctx context.Context) error {
	s.gardenlet.Stop()
	return s.startGardenlet(ctx)
}

// GardenerModule returns the version and the directory of the Gardener module that the landscape uses.
func GardenerModule(ctx context.Context) (version, dir string, err error) {
	output, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Version}} {{.Dir}}", gardenerModule).Output()
	if err != nil {
		return "", "", fmt.Errorf("finding the module of Gardener: %w", err)
	}
	version, dir, found := strings.Cut(strings.TrimSpace(string(output)), " ")
	if !found {
		return "", "", fmt.Errorf("module %s is not in the module cache", gardenerModule)
	}
	return version, dir, nil
}

// startCluster starts the seed's cluster and its node, and creates the objects that exist before gardenlet is
// installed.
func (s *Seed) startCluster(ctx context.Context) error {
	l, name := s.landscape, "seed-"+s.Name
	_, gardenerDir, err := GardenerModule(ctx)
	if err != nil {
		return err
	}
	if s.addresses, err = l.reserveRange(); err != nil {
		return err
	}
	if l.options.RealGardenlet {
		return s.startBareCluster(ctx)
	}
	dir := filepath.Join(l.options.Dir, name)
	if s.Cluster, err = cluster.Start(ctx, cluster.Options{
		Name: name, Dir: dir, Binaries: l.executables, Etcd: l.etcd,
		ServiceCIDR: s.addresses.serviceCIDR(), Controllers: cluster.MinimalControllers(), Scheduler: true,
	}); err != nil {
		return err
	}
	if err := installation.InstallCRDs(s.Cluster.Config, gardenerDir); err != nil {
		return err
	}
	if s.Client, err = client.New(s.Cluster.Config, client.Options{Scheme: gardenerkubernetes.SeedScheme}); err != nil {
		return err
	}
	if err := client.IgnoreAlreadyExists(s.Client.Create(ctx, &schedulingv1.PriorityClass{
		ObjectMeta: metav1.ObjectMeta{Name: "gardener-system-900"}, Value: 999998900,
	})); err != nil {
		return fmt.Errorf("creating the seed's priority class: %w", err)
	}
	if err := client.IgnoreAlreadyExists(s.Client.Create(ctx, &corev1.Namespace{
		ObjectMeta: metav1.ObjectMeta{Name: v1beta1constants.GardenNamespace},
	})); err != nil {
		return fmt.Errorf("creating the seed's namespace for Gardener: %w", err)
	}
	s.Node, err = node.Start(ctx, node.Options{
		Name: "node-0", Config: s.Cluster.Config, Dir: filepath.Join(dir, "node"), PodIP: s.addresses.podIP,
		Images: findOr(resolve(seedImages(l.executables, l.options.Executables.Extension)), l.options.Images),
		Log:    l.options.Log.WithName(name), RestartBackoff: 2 * time.Second,
	})
	if err == nil {
		l.steps.completed("cluster of seed " + s.Name + " runs")
	}
	return err
}

// InstallExtension installs the extension from its registration in the garden, as gardenlet does with its next
// reconciliation of the ControllerInstallation, and waits until its Deployment is rolled out. With the real gardenlet, it
// only waits.
func (s *Seed) InstallExtension(ctx context.Context) error {
	install := s.installExtension
	if s.landscape.options.RealGardenlet {
		install = func(ctx context.Context) error {
			return process.Until(ctx, "the ControllerInstallation", time.Second, s.findExtension)
		}
	}
	if err := install(ctx); err != nil {
		return fmt.Errorf("seed %s: %w", s.Name, err)
	}
	if err := s.WaitForExtension(ctx); err != nil {
		return fmt.Errorf("seed %s: %w", s.Name, err)
	}
	return nil
}

// WaitForExtension waits until the extension's Deployment is rolled out.
func (s *Seed) WaitForExtension(ctx context.Context) error {
	return process.Until(ctx, "the extension", 200*time.Millisecond, func(ctx context.Context) error {
		deployment := &appsv1.Deployment{}
		if err := s.Client.Get(ctx, client.ObjectKey{Namespace: s.ExtensionNamespace, Name: "gardener-extension-shoot-flux"}, deployment); err != nil {
			return err
		}
		if !rolledOut(deployment) {
			return errors.New("its pods are not ready")
		}
		return nil
	})
}

// ExtensionConfig returns a client configuration that acts as the extension in the seed.
func (s *Seed) ExtensionConfig() (*rest.Config, error) {
	return s.Cluster.ClientConfig("system:serviceaccount:"+s.ExtensionNamespace+":gardener-extension-shoot-flux",
		"system:serviceaccounts", "system:serviceaccounts:"+s.ExtensionNamespace, "system:authenticated")
}

func (s *Seed) stop() {
	if s.gardenlet != nil {
		s.gardenlet.Stop()
	}
	if running := s.cloud.Load(); running != nil {
		running.Stop()
	}
	if s.Node != nil {
		s.Node.Stop()
	}
	if s.Cluster != nil {
		s.Cluster.Stop()
	}
	if s.addresses != nil {
		s.addresses.release()
	}
}
