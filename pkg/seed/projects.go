// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package seed

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	"github.com/go-logr/logr"
	toolscache "k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Projects finds the projects with Extensions of type shoot-flux on this seed. The Extensions may be in any state.
type Projects struct {
	seed      client.Reader
	informers cache.Informers
	log       logr.Logger
}

// NewProjects returns Projects that read from a cache. The reader must read from the cache of the informers.
func NewProjects(seed client.Reader, informers cache.Informers, log logr.Logger) *Projects {
	return &Projects{seed: seed, informers: informers, log: log}
}

// List returns the namespaces of the projects.
func (p *Projects) List(ctx context.Context) ([]string, error) {
	all, err := Extensions(ctx, p.seed)
	if err != nil {
		return nil, err
	}
	found := map[string]bool{}
	for _, ex := range all {
		shoot, err := ShootOf(ctx, p.seed, ex)
		if err != nil {
			return nil, err
		}
		if shoot.Namespace != "" {
			found[shoot.Namespace] = true
		}
	}
	return slices.Collect(maps.Keys(found)), nil
}

// Follow calls appeared with the project namespace of each existing and new Extension, as soon as its Cluster is known.
// It returns immediately. The calls end when the context is done.
func (p *Projects) Follow(ctx context.Context, appeared func(namespace string)) error {
	added := func(added any) {
		object, ok := added.(client.Object)
		if !ok {
			return
		}
		// The name of a Cluster is the namespace of the Extension.
		namespace := cmp.Or(object.GetNamespace(), object.GetName())
		var shoot Shoot
		ex, err := ExtensionIn(ctx, p.seed, namespace)
		if err == nil && ex != nil {
			shoot, err = ShootOf(ctx, p.seed, ex)
		}
		if err != nil {
			p.log.Error(err, "Failed to find the project of an Extension", "namespace", namespace)
		}
		if shoot.Namespace != "" {
			appeared(shoot.Namespace)
		}
	}
	for _, object := range []client.Object{&extensionsv1alpha1.Extension{}, &extensionsv1alpha1.Cluster{}} {
		informer, err := p.informers.GetInformer(ctx, object, cache.BlockUntilSynced(false))
		if err != nil {
			return fmt.Errorf("failed to watch %T: %w", object, err)
		}
		registration, err := informer.AddEventHandler(toolscache.ResourceEventHandlerFuncs{AddFunc: added})
		if err != nil {
			return fmt.Errorf("failed to watch %T: %w", object, err)
		}
		context.AfterFunc(ctx, func() { _ = informer.RemoveEventHandler(registration) })
	}
	return nil
}
