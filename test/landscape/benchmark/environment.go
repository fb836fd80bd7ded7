// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package benchmark

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/uuid"
	"sigs.k8s.io/controller-runtime/pkg/client"

	gardenerkubernetes "github.com/gardener/gardener/pkg/client/kubernetes"

	"golang.org/x/sync/errgroup"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/artifacts"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/binaries"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/cluster"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/gardenlet"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
)

// The extension's namespace and identities, as gardenlet makes them.
const (
	extensionNamespace = "extension-shoot-flux"
	seedAccount        = "gardener-extension-shoot-flux"
	seedNamespace      = "seed-" + seedName
	gardenAccount      = "shoot-flux-garden"
	gardenRole         = "extensions.gardener.cloud:extension-shoot-flux:garden-access"
)

// environment is everything that the controller runs in.
type environment struct {
	options   Options
	artifacts artifacts.Directory
	addresses *shootAddresses
	etcd      *cluster.Etcd

	seed, garden               *cluster.Cluster
	seedClient, gardenClient   client.Client
	seedGateway, gardenGateway *gateway

	group *process.Group
	// deployed are the arguments that the chart gives the controller.
	deployed []string

	traffic *counter
	shoots  []*shoot
}

// startEnvironment starts everything but the controller and what stands in for gardener-resource-manager. When it fails nothing is
// left running.
func startEnvironment(ctx context.Context, options Options, executables binaries.Paths) (e *environment, err error) {
	e = &environment{options: options, traffic: newCounter(), group: process.NewGroup(filepath.Join(options.Dir, "logs"))}
	defer func() {
		if err != nil {
			e.stop()
		}
	}()
	if e.artifacts, err = artifacts.Write(ctx, options.ProjectDir, filepath.Join(options.Dir, "artifacts")); err != nil {
		return nil, err
	}
	if e.etcd, err = cluster.StartEtcd(ctx, executables, filepath.Join(options.Dir, "etcd")); err != nil {
		return nil, err
	}
	group, groupCtx := errgroup.WithContext(ctx)
	for name, target := range map[string]**cluster.Cluster{"seed": &e.seed, "garden": &e.garden} {
		group.Go(func() error {
			var err error
			*target, err = cluster.Start(groupCtx, cluster.Options{
				Name: name, Dir: filepath.Join(options.Dir, name), Binaries: executables, Etcd: e.etcd, ServiceCIDR: "10.96.0.0/16",
			})
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	if e.seedClient, err = client.New(e.seed.Config, client.Options{Scheme: gardenerkubernetes.SeedScheme}); err != nil {
		return nil, err
	}
	if e.gardenClient, err = client.New(e.garden.Config, client.Options{Scheme: gardenerkubernetes.GardenScheme}); err != nil {
		return nil, err
	}
	if err := e.installInGarden(ctx); err != nil {
		return nil, fmt.Errorf("preparing the garden: %w", err)
	}
	if err := e.installInSeed(ctx); err != nil {
		return nil, fmt.Errorf("preparing the seed: %w", err)
	}
	if e.seedGateway, err = openGateway(e.seed, extensionNamespace, seedAccount); err != nil {
		return nil, err
	}
	if e.gardenGateway, err = openGateway(e.garden, seedNamespace, gardenAccount, configName, statusName, deployKeyName); err != nil {
		return nil, err
	}
	return e, nil
}

// openGateway opens a gateway to a cluster for a ServiceAccount.
func openGateway(c *cluster.Cluster, namespace, account string, named ...string) (*gateway, error) {
	config, err := c.ClientConfig("system:serviceaccount:"+namespace+":"+account, "system:serviceaccounts", "system:serviceaccounts:"+namespace, "system:authenticated")
	if err != nil {
		return nil, err
	}
	return startGateway(config, string(uuid.NewUUID()), named...)
}

// installInGarden gives the identity of the controller its permissions, which in a whole garden gardener-controller-manager does.
func (e *environment) installInGarden(ctx context.Context) error {
	objects, err := landscape.ApplicationObjects(e.garden.Config, e.artifacts)
	if err != nil {
		return err
	}
	for _, name := range []string{seedNamespace} {
		objects = append(objects, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: name}})
	}
	return createAll(ctx, e.gardenClient, append(objects, &rbacv1.ClusterRoleBinding{
		ObjectMeta: metav1.ObjectMeta{Name: gardenRole},
		RoleRef:    rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "ClusterRole", Name: gardenRole},
		Subjects:   []rbacv1.Subject{{Kind: rbacv1.ServiceAccountKind, Namespace: seedNamespace, Name: gardenAccount}},
	}))
}

// installInSeed installs the permissions of the extension's chart, and notes the arguments of its Deployment.
func (e *environment) installInSeed(ctx context.Context) error {
	version, gardenerDir, err := landscape.GardenerModule(ctx)
	if err != nil {
		return err
	}
	if err := gardenlet.InstallCRDs(e.seed.Config, gardenerDir); err != nil {
		return err
	}
	chart, err := e.artifacts.Chart(artifacts.SeedChart)
	if err != nil {
		return err
	}
	release, err := gardenlet.RenderChart(e.seed.Config, chart, extensionName, extensionNamespace, map[string]any{
		"image": map[string]any{"repository": "registry.example.com/shoot-flux/" + seedAccount},
		"gardener": map[string]any{
			"version": version,
			"garden":  map[string]any{"clusterIdentity": gardenIdentity, "genericKubeconfigSecretName": "generic-garden-kubeconfig"},
			"seed":    map[string]any{"name": seedName},
		},
	})
	if err != nil {
		return fmt.Errorf("rendering chart %s: %w", artifacts.SeedChart, err)
	}
	rendered, err := garden.Decode(release.Manifest())
	if err != nil {
		return err
	}
	objects := []client.Object{&corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: extensionNamespace}}}
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
	return createAll(ctx, e.seedClient, objects)
}

func (e *environment) noteArguments(object client.Object) error {
	deployment := &appsv1.Deployment{}
	if err := runtime.DefaultUnstructuredConverter.FromUnstructured(object.(*unstructured.Unstructured).Object, deployment); err != nil {
		return err
	}
	e.deployed = deployment.Spec.Template.Spec.Containers[0].Args
	return nil
}

// populate makes the projects and the shoots with all that the extension needs of them.
func (e *environment) populate(ctx context.Context) error {
	var err error
	if e.addresses, err = reserveShootAddresses(); err != nil {
		return err
	}
	group, groupCtx := errgroup.WithContext(ctx)
	group.SetLimit(16)
	for i := range e.options.Projects + 1 {
		group.Go(func() error { return createAll(groupCtx, e.gardenClient, projectObjects(projectName(i))) })
	}
	for i := range e.options.Shoots {
		project := projectName(0)
		if i >= e.options.Largest {
			project = projectName(1 + i%e.options.Projects)
		}
		s, err := startShoot(project, fmt.Sprintf("shoot-%04d", i), e.addresses.address(i), e.traffic)
		if err != nil {
			return err
		}
		s.setFlux(revision(1), fetchFailure{})
		e.shoots = append(e.shoots, s)
		group.Go(func() error {
			objects, err := s.controlPlane()
			if err != nil {
				return err
			}
			return createAll(groupCtx, e.seedClient, objects)
		})
	}
	return group.Wait()
}

// projectName names the projects; the first has the most shoots.
func projectName(i int) string {
	if i == 0 {
		return "largest"
	}
	return fmt.Sprintf("p%04d", i)
}

// revision is a commit as Flux names it.
func revision(n int) string {
	return "main@sha1:" + strings.Repeat(fmt.Sprintf("%08x", n), 5)
}

// stop stops everything that was started.
func (e *environment) stop() {
	e.group.StopAll(cluster.StopGrace)
	for _, s := range e.shoots {
		s.stop()
	}
	for _, g := range []*gateway{e.seedGateway, e.gardenGateway} {
		if g != nil {
			g.stop()
		}
	}
	for _, c := range []*cluster.Cluster{e.seed, e.garden} {
		if c != nil {
			c.Stop()
		}
	}
	if e.etcd != nil {
		e.etcd.Stop()
	}
	if e.addresses != nil {
		e.addresses.release()
	}
}
