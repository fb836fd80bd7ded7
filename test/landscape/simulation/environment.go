// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"sync"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/uuid"
	"sigs.k8s.io/controller-runtime/pkg/client"

	gardenerkubernetes "github.com/gardener/gardener/pkg/client/kubernetes"
	gardenerutils "github.com/gardener/gardener/pkg/utils"

	"golang.org/x/sync/errgroup"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/artifacts"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/binaries"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/cluster"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/gardenlet/installation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
)

const (
	seedAccount     = "gardener-extension-shoot-flux"
	seedNamespace   = "seed-" + SeedName
	gardenAccount   = "shoot-flux-garden"
	gardenRole      = "extensions.gardener.cloud:extension-shoot-flux:garden-access"
	parallelCreates = 16
)

// Options configures a simulation.
type Options struct {
	// ProjectDir is the root of the extension's repository.
	ProjectDir string
	// Executable is the program built by Build. If it is empty, Start builds the program.
	Executable string
	// Dir is an empty directory for all data.
	Dir string
	// WithoutShoots omits the shoots' API servers and their kubeconfigs, so that the controllers cannot connect to
	// shoots.
	WithoutShoots bool
	// Operator is the configuration of all controllers as YAML. The default has no settings.
	Operator string
	// Values are values of the seed's chart in addition to gardenlet's values.
	Values map[string]any
	// Progress receives the output of builds.
	Progress io.Writer
}

// Environment is the environment in which the controllers run.
type Environment struct {
	// Seed and Garden are the clusters. SeedClient and GardenClient have administrator access, and bypass the gateways.
	Seed, Garden             *cluster.Cluster
	SeedClient, GardenClient client.Client
	// SeedGateway and GardenGateway count the requests of the controllers.
	SeedGateway, GardenGateway *Gateway
	// GardenControllerGateway counts the requests of the garden controller to the garden.
	GardenControllerGateway *Gateway
	// ShootRequests counts the requests to all shoots.
	ShootRequests *Counter
	// Etcd stores the objects of both clusters. The names of the clusters are prefixes of the keys.
	Etcd *cluster.Etcd

	options   Options
	addresses *shootAddresses
	group     *process.Group
	// artifacts are the release artifacts of the current source tree.
	artifacts artifacts.Directory
	// deployed contains the arguments of the controller in the chart.
	deployed []string
	// failed is cancelled with the cause if a simulated component fails. end cancels it, which also stops all simulated
	// components.
	failed context.Context
	end    context.CancelCauseFunc

	mutex  sync.RWMutex
	shoots []*Shoot
	byID   map[string]*Shoot
}

// Build builds the extension in a directory, so that several simulations can use the same program.
func Build(ctx context.Context, projectDir, dir string, progress io.Writer) (executable string, err error) {
	return landscape.BuildExtension(ctx, projectDir, dir, progress)
}

// Start starts all components except the controllers. If it returns an error, no process remains.
func Start(ctx context.Context, options Options) (_ *Environment, err error) {
	executables, err := binaries.Ensure(ctx, options.Progress, binaries.Etcd, binaries.KubeAPIServer)
	if err != nil {
		return nil, err
	}
	e := &Environment{options: options, ShootRequests: newCounter(), group: process.NewGroup(filepath.Join(options.Dir, "logs")), byID: map[string]*Shoot{}}
	// The components run until Stop is called, not only until ctx ends.
	e.failed, e.end = context.WithCancelCause(context.WithoutCancel(ctx))
	defer func() {
		if err != nil {
			e.Stop()
		}
	}()
	if options.Executable == "" {
		if e.options.Executable, err = Build(ctx, options.ProjectDir, filepath.Join(options.Dir, "bin"), options.Progress); err != nil {
			return nil, err
		}
	}
	if e.artifacts, err = artifacts.Write(ctx, options.ProjectDir, filepath.Join(options.Dir, "artifacts")); err != nil {
		return nil, err
	}
	if err := e.startClusters(ctx, executables); err != nil {
		return nil, err
	}
	if err := e.installInGarden(ctx); err != nil {
		return nil, fmt.Errorf("preparing the garden: %w", err)
	}
	if err := e.installInSeed(ctx); err != nil {
		return nil, fmt.Errorf("preparing the seed: %w", err)
	}
	if e.SeedGateway, err = openGateway(e.Seed, ExtensionNamespace, seedAccount); err != nil {
		return nil, err
	}
	if e.GardenGateway, err = openGateway(e.Garden, seedNamespace, gardenAccount, ConfigName, StatusName, DeployKeyName); err != nil {
		return nil, err
	}
	if e.GardenControllerGateway, err = openGateway(e.Garden, metav1.NamespaceSystem, gardenControllerAccount,
		ConfigName, StatusName, DeployKeyName); err != nil {
		return nil, err
	}
	if e.addresses, err = reserveShootAddresses(); err != nil {
		return nil, err
	}
	if err := startResourceManager(e.failed, e.Seed.Config, e.shoot, e.end); err != nil {
		return nil, err
	}
	return e, nil
}

func (e *Environment) startClusters(ctx context.Context, executables binaries.Paths) error {
	var err error
	if e.Etcd, err = cluster.StartEtcd(ctx, executables, filepath.Join(e.options.Dir, "etcd")); err != nil {
		return err
	}
	group, groupCtx := errgroup.WithContext(ctx)
	for name, target := range map[string]**cluster.Cluster{"seed": &e.Seed, "garden": &e.Garden} {
		group.Go(func() error {
			var err error
			*target, err = cluster.Start(groupCtx, cluster.Options{
				Name: name, Dir: filepath.Join(e.options.Dir, name), Binaries: executables, Etcd: e.Etcd, ServiceCIDR: "10.96.0.0/16",
			})
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	if e.SeedClient, err = client.New(e.Seed.Config, client.Options{Scheme: gardenerkubernetes.SeedScheme}); err != nil {
		return err
	}
	e.GardenClient, err = client.New(e.Garden.Config, client.Options{Scheme: gardenerkubernetes.GardenScheme})
	return err
}

// Failed returns a channel that is closed if a simulated component has failed. Later measurements are then invalid.
// FailedBecause returns the reason.
func (e *Environment) Failed() <-chan struct{} { return e.failed.Done() }

// FailedBecause returns the reason why a simulated component has failed. It is nil if none has failed.
func (e *Environment) FailedBecause() error { return context.Cause(e.failed) }

// openGateway opens a gateway to a cluster with the identity of a ServiceAccount.
func openGateway(c *cluster.Cluster, namespace, account string, named ...string) (*Gateway, error) {
	config, err := c.ClientConfig("system:serviceaccount:"+namespace+":"+account, "system:serviceaccounts", "system:serviceaccounts:"+namespace, "system:authenticated")
	if err != nil {
		return nil, err
	}
	return startGateway(config, string(uuid.NewUUID()), named...)
}

// installInGarden grants the permissions of the controller's identity. In a real garden, gardener-controller-manager
// does this.
func (e *Environment) installInGarden(ctx context.Context) error {
	objects, err := landscape.ApplicationObjects(e.Garden.Config, e.artifacts, landscape.ApplicationValues(landscape.ClusterWide))
	if err != nil {
		return err
	}
	return createAll(ctx, e.GardenClient, append(objects, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: seedNamespace}}, &rbacv1.ClusterRoleBinding{
		ObjectMeta: metav1.ObjectMeta{Name: gardenRole},
		RoleRef:    rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "ClusterRole", Name: gardenRole},
		Subjects:   []rbacv1.Subject{{Kind: rbacv1.ServiceAccountKind, Namespace: seedNamespace, Name: gardenAccount}},
	}))
}

// installInSeed installs the permissions in the extension's chart, and stores the arguments in its Deployment.
func (e *Environment) installInSeed(ctx context.Context) error {
	version, gardenerDir, err := landscape.GardenerModule(ctx)
	if err != nil {
		return err
	}
	if err := installation.InstallCRDs(e.Seed.Config, gardenerDir); err != nil {
		return err
	}
	chart, err := e.artifacts.Chart(artifacts.SeedChart)
	if err != nil {
		return err
	}
	release, err := installation.RenderChart(e.Seed.Config, chart, ExtensionName, ExtensionNamespace, gardenerutils.MergeMaps(e.options.Values, map[string]any{
		"image": map[string]any{"repository": "registry.example.com/shoot-flux/" + seedAccount},
		"gardener": map[string]any{
			"version": version,
			"garden":  map[string]any{"clusterIdentity": gardenIdentity, "genericKubeconfigSecretName": "generic-garden-kubeconfig"},
			"seed":    map[string]any{"name": SeedName},
		},
	}))
	if err != nil {
		return fmt.Errorf("rendering chart %s: %w", artifacts.SeedChart, err)
	}
	rendered, err := garden.Decode(release.Manifest())
	if err != nil {
		return err
	}
	objects := []client.Object{&corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: ExtensionNamespace}}}
	for _, object := range rendered {
		switch kind := object.GetObjectKind().GroupVersionKind(); {
		case kind.Group == rbacv1.GroupName:
			objects = append(objects, object)
		case kind.Kind == "Deployment":
			if err := e.noteArguments(object); err != nil {
				return err
			}
		}
	}
	return createAll(ctx, e.SeedClient, objects)
}

func (e *Environment) noteArguments(object client.Object) error {
	deployment := &appsv1.Deployment{}
	if err := runtime.DefaultUnstructuredConverter.FromUnstructured(object.(*unstructured.Unstructured).Object, deployment); err != nil {
		return err
	}
	e.deployed = deployment.Spec.Template.Spec.Containers[0].Args
	return nil
}

// Stop stops all components.
func (e *Environment) Stop() {
	e.group.StopAll(cluster.StopGrace)
	e.end(nil)
	for _, s := range e.Shoots() {
		s.stop()
	}
	for _, g := range []*Gateway{e.SeedGateway, e.GardenGateway, e.GardenControllerGateway} {
		if g != nil {
			g.Close()
		}
	}
	for _, c := range []*cluster.Cluster{e.Seed, e.Garden} {
		if c != nil {
			c.Stop()
		}
	}
	if e.Etcd != nil {
		e.Etcd.Stop()
	}
	if e.addresses != nil {
		e.addresses.release()
	}
}
