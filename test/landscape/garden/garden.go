// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	"github.com/gardener/gardener/pkg/client/kubernetes"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/binaries"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/cluster"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/pki"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
)

// objectTimeout limits the time in which Gardener's controllers process a new object.
const objectTimeout = 30 * time.Second

// Options configure a garden.
type Options struct {
	// Dir is the directory for certificates, kubeconfigs, configurations and logs.
	Dir string
	// Binaries are the executables. They must include the result of function Binaries.
	Binaries binaries.Paths
	// Etcd stores the garden's objects.
	Etcd *cluster.Etcd
	// ServiceCIDR is the garden's range of ClusterIPs.
	ServiceCIDR string
	// Address is the address on which the kube-apiserver listens. Empty means loopback.
	Address string
	// Progress receives each completed step of the start. It may be nil.
	Progress func(step string)
}

// Garden is a running garden.
type Garden struct {
	// Cluster is the Kubernetes control plane, which also serves Gardener's API.
	Cluster *cluster.Cluster
	// Client acts as an administrator of the garden.
	Client client.Client

	options  Options
	group    *process.Group
	ports    ports
	ca       *pki.CA
	operator operatorObjects
}

// ports are the ports of Gardener's components.
type ports struct {
	apiServer                                    int
	admission, admissionHealth, admissionMetrics int
	controllerManagerHealth                      int
	controllerManagerMetrics                     int
}

// Start starts a garden, and waits until Seeds, Projects and Shoots can be created. After an error, no process is
// left. The caller limits the time between two steps.
func Start(ctx context.Context, options Options) (*Garden, error) {
	g := &Garden{options: options, group: process.NewGroup(filepath.Join(options.Dir, "logs"))}
	if err := g.start(ctx); err != nil {
		g.Stop()
		return nil, fmt.Errorf("starting the garden: %w", err)
	}
	return g, nil
}

func (g *Garden) start(ctx context.Context) error {
	if err := g.prepare(); err != nil {
		return err
	}
	steps, stepsCtx := errgroup.WithContext(ctx)
	steps.Go(func() error { return g.startCluster(stepsCtx) })
	steps.Go(func() error { return g.renderOperatorObjects(stepsCtx) })
	if err := steps.Wait(); err != nil {
		return err
	}
	steps, stepsCtx = errgroup.WithContext(ctx)
	steps.Go(func() error { return g.Cluster.StartControllerManager(stepsCtx, cluster.MinimalControllers()) })
	steps.Go(func() error { return g.Apply(stepsCtx, g.operator.roles...) })
	steps.Go(func() error { return g.startAPIServer(stepsCtx) })
	if err := steps.Wait(); err != nil {
		return err
	}
	g.report("Gardener's API served")
	steps, stepsCtx = errgroup.WithContext(ctx)
	steps.Go(func() error { return g.startAdmissionController(stepsCtx) })
	steps.Go(func() error { return g.startControllerManager(stepsCtx) })
	if err := steps.Wait(); err != nil {
		return err
	}
	g.report("gardener-admission-controller and gardener-controller-manager ready")
	// One of the webhooks intercepts all new Secrets. Before it is ready, its registration would block them.
	if err := g.Apply(ctx, g.operator.webhooks...); err != nil {
		return err
	}
	return g.applyBase(ctx)
}

// prepare creates the certificates, kubeconfigs and configurations of the components.
func (g *Garden) prepare() error {
	var err error
	if g.ca, err = pki.NewCA("gardener"); err != nil {
		return err
	}
	for _, port := range []*int{
		&g.ports.apiServer, &g.ports.admission, &g.ports.admissionHealth, &g.ports.admissionMetrics,
		&g.ports.controllerManagerHealth, &g.ports.controllerManagerMetrics,
	} {
		if *port, err = process.FreePort(); err != nil {
			return err
		}
	}
	return g.writeAuthorizationConfig()
}

func (g *Garden) renderOperatorObjects(ctx context.Context) error {
	var err error
	if g.operator, err = renderOperatorObjects(ctx, g.ca.Cert, g.admissionURL()); err != nil {
		return fmt.Errorf("rendering what gardener-operator deploys: %w", err)
	}
	return nil
}

func (g *Garden) startCluster(ctx context.Context) error {
	var err error
	g.Cluster, err = cluster.Start(ctx, cluster.Options{
		Name:                "garden",
		Dir:                 g.options.Dir,
		Binaries:            g.options.Binaries,
		Etcd:                g.options.Etcd,
		ServiceCIDR:         g.options.ServiceCIDR,
		Address:             g.options.Address,
		AuthorizationConfig: g.path(authorizationConfigFile),
		// The audiences that gardener-operator configures: gardener-resource-manager requests tokens for the second one.
		APIServerArgs: []string{"--api-audiences=kubernetes," + v1beta1constants.GardenerAudience},
	})
	if err != nil {
		return err
	}
	if g.Client, err = client.New(g.Cluster.Config, client.Options{Scheme: kubernetes.GardenScheme}); err != nil {
		return fmt.Errorf("creating a client: %w", err)
	}
	g.report("garden's kube-apiserver ready")
	return nil
}

// Stop stops all components of the garden.
func (g *Garden) Stop() {
	var stopping sync.WaitGroup
	defer stopping.Wait()
	stopping.Go(func() { g.group.StopAll(cluster.StopGrace) })
	if g.Cluster != nil {
		g.Cluster.Stop()
	}
}

// StopAPIServer stops only the kube-apiserver, which makes the garden unreachable.
func (g *Garden) StopAPIServer() {
	g.Cluster.StopAPIServer()
}

// StartAPIServer starts the kube-apiserver again, and waits until Gardener's API is available.
func (g *Garden) StartAPIServer(ctx context.Context) error {
	if err := g.Cluster.StartAPIServer(ctx); err != nil {
		return err
	}
	return process.Until(ctx, "Gardener's API", cluster.ProbeInterval, g.serves)
}

func (g *Garden) path(name string) string { return filepath.Join(g.options.Dir, name) }

func (g *Garden) report(step string) {
	if g.options.Progress != nil {
		g.options.Progress(step)
	}
}

// Apply creates or updates objects in the garden, in the given order.
func (g *Garden) Apply(ctx context.Context, objects ...client.Object) error {
	for _, object := range objects {
		gvk, err := g.Client.GroupVersionKindFor(object)
		if err != nil {
			return fmt.Errorf("finding the kind of %s: %w", object.GetName(), err)
		}
		applied, err := toUnstructured(object)
		if err != nil {
			return fmt.Errorf("converting %s %s: %w", gvk.Kind, client.ObjectKeyFromObject(object), err)
		}
		applied.SetGroupVersionKind(gvk)
		err = g.Client.Apply(ctx, client.ApplyConfigurationFromUnstructured(applied), client.FieldOwner("landscape"), client.ForceOwnership)
		if err != nil {
			return fmt.Errorf("applying %s %s: %w", gvk.Kind, client.ObjectKeyFromObject(object), err)
		}
	}
	return nil
}

func toUnstructured(object client.Object) (*unstructured.Unstructured, error) {
	content, err := runtime.DefaultUnstructuredConverter.ToUnstructured(object)
	if err != nil {
		return nil, err
	}
	result := &unstructured.Unstructured{Object: content}
	// Fields that the server sets cannot be part of an apply request.
	result.SetManagedFields(nil)
	unstructured.RemoveNestedField(result.Object, "metadata", "creationTimestamp")
	unstructured.RemoveNestedField(result.Object, "status")
	return result, nil
}
