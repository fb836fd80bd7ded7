// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package cloud simulates the environment of a seed with the real gardenlet: the provider extension, load balancers and
// their ingress gateway, volumes, DNS, the machines of Shoots, and the operators of etcd and Prometheus. Prometheus
// itself does not run.
//
// It must not touch Extension resources, ManagedResources or any other object that gardenlet, gardener-resource-manager
// or the extension under test writes.
package cloud

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"sync"
	"time"

	"github.com/go-logr/logr"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// interval is the pause between two reconciliations of the seed. backupInterval is the pause for BackupEntries:
// gardenlet finds the entry of a migrated Shoot by its Cluster, which it deletes meanwhile, so a late report would be
// lost (gardener: pkg/gardenlet/controller/backupentry/add.go).
const (
	interval       = time.Second
	backupInterval = 100 * time.Millisecond
)

// Options configure a Cloud.
type Options struct {
	// Seed acts as an administrator of the seed.
	Seed client.Client
	// VolumesDir contains a directory for each persistent volume, and the backups of etcds on all seeds.
	VolumesDir string
	// LoadBalancer is the address of all load balancers, on which the ingress gateway listens.
	LoadBalancer string
	// StartNode starts the node of a Shoot.
	StartNode StartNode
	// Log receives the messages of the cloud.
	Log logr.Logger
}

// Cloud simulates the environment of one seed until Stop is called.
type Cloud struct {
	options Options
	seed    client.Client
	log     logr.Logger
	work    sync.WaitGroup
	cancel  context.CancelFunc
	// nodes may be accessed only by the goroutine of the steps.
	nodes map[string]*shootNode
	// hibernated contains the technical namespaces of Shoots that were hibernated when their Worker was last reconciled.
	hibernated map[string]bool

	mutex sync.Mutex
	names map[string]string
}

// Start starts a cloud for the seed. It runs until Stop is called.
func Start(ctx context.Context, options Options) (*Cloud, error) {
	c := &Cloud{options: options, seed: options.Seed, log: options.Log, nodes: map[string]*shootNode{}, hibernated: map[string]bool{}}
	ctx, c.cancel = context.WithCancel(context.WithoutCancel(ctx))
	if err := c.serveIngress(ctx); err != nil {
		c.cancel()
		return nil, err
	}
	c.work.Go(func() { c.run(ctx, interval, c.steps()) })
	c.work.Go(func() { c.run(ctx, backupInterval, []step{{"backup entries", c.reconcileBackupEntries}}) })
	return c, nil
}

// Stop stops the cloud and the nodes of Shoots.
func (c *Cloud) Stop() {
	c.cancel()
	c.work.Wait()
	for _, n := range c.nodes {
		n.running.Stop()
	}
}

// Names returns the DNS names of this cloud with their addresses.
func (c *Cloud) Names() map[string]string {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return maps.Clone(c.names)
}

// step is a part of the reconciliation.
type step struct {
	name string
	do   func(context.Context) error
}

func (c *Cloud) steps() []step {
	return []step{
		{"extension resources", c.reconcileExtensions}, {"load balancers", c.reconcileLoadBalancers}, {"volumes", c.reconcileClaims},
		{"monitoring", c.reconcileMonitoring}, {"etcd", c.reconcileEtcds}, {"copies of backups", c.reconcileCopies}, {"nodes", c.reconcileNodes},
	}
}

// run repeats the steps. It logs a repeated error only once.
func (c *Cloud) run(ctx context.Context, pause time.Duration, steps []step) {
	failures := map[string]string{}
	ticker := time.NewTicker(pause)
	defer ticker.Stop()
	for {
		for _, s := range steps {
			err := s.do(ctx)
			if message := fmt.Sprint(err); err != nil && message != failures[s.name] && ctx.Err() == nil {
				c.log.Info("Step failed", "step", s.name, "reason", message)
			}
			failures[s.name] = fmt.Sprint(err)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// list returns the objects of a kind. It returns none if the CustomResourceDefinition does not exist yet.
func (c *Cloud) list(ctx context.Context, gvk schema.GroupVersionKind) ([]unstructured.Unstructured, error) {
	list := &unstructured.UnstructuredList{}
	list.SetGroupVersionKind(gvk.GroupVersion().WithKind(gvk.Kind + "List"))
	err := c.seed.List(ctx, list)
	if meta.IsNoMatchError(err) || apierrors.IsNotFound(err) {
		return nil, nil
	}
	return list.Items, err
}

// each calls do for all objects of a kind and joins the errors.
func (c *Cloud) each(ctx context.Context, gvk schema.GroupVersionKind, do func(context.Context, *unstructured.Unstructured) error) error {
	items, err := c.list(ctx, gvk)
	for i := range items {
		err = errors.Join(err, do(ctx, &items[i]))
	}
	return err
}
