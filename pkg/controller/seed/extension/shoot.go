// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/extension/decision"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
)

// connect returns the connection to the shoot. A reconciliation connects once.
func (r *reconciliation) connect(ctx context.Context) (*toolkit.Shoot, error) {
	var err error
	if r.shoot == nil {
		r.shoot, err = r.Shoots.Connect(ctx, r.extension.Namespace)
	}
	return r.shoot, err
}

// askShoot reads the needed facts from the shoot. If the shoot has never had an API server, or is hibernated and does
// not respond, it records this as a fact.
func (r *reconciliation) askShoot(ctx context.Context, need decision.Need) error {
	if len(need.Uses) > 0 {
		return r.readUses(ctx, need.Uses)
	}
	shoot, err := r.connect(ctx)
	if apierrors.IsNotFound(err) && !r.facts.Seed.Previous.Flux {
		r.facts.Shoot.Absent = true // If gardenlet has not created a kubeconfig, the shoot has never had an API server.
		return nil
	}
	if err == nil {
		err = r.read(ctx, shoot, need)
	}
	if err != nil && r.facts.Seed.Hibernated {
		logf.FromContext(ctx).Info("Nothing is delivered to a hibernated shoot that cannot be inspected", "reason", err.Error())
		r.facts.Shoot.Asleep = true
		return nil
	}
	return err
}

// read reads facts from the shoot.
func (r *reconciliation) read(ctx context.Context, shoot *toolkit.Shoot, need decision.Need) error {
	facts := &r.facts.Shoot
	switch {
	case need.Survey || need.Resurvey:
		survey, err := shoot.Survey(ctx)
		if err != nil {
			return fmt.Errorf("failed to survey Flux in the shoot: %w", err)
		}
		if need.Survey {
			facts.Survey = &survey
		} else {
			facts.Resurvey = &survey
		}
	case need.Installed:
		installed, err := shoot.Installed(ctx)
		if err != nil {
			return fmt.Errorf("failed to read the stored objects of Flux in the shoot: %w", err)
		}
		facts.Installed = &installed
	}
	var ofFlux []toolkit.Reference
	for _, name := range need.Objects {
		if name.Version == "" {
			ofFlux = append(ofFlux, toolkit.Reference{GroupKind: name.GroupKind(), NamespacedName: name.NamespacedName})
			continue
		}
		found, err := find(ctx, shoot, name)
		if err != nil {
			return err
		}
		facts.Objects[name] = found
	}
	if len(ofFlux) == 0 {
		return nil
	}
	found, err := shoot.FluxObjects(ctx, ofFlux)
	for _, reference := range ofFlux {
		fact := decision.Found{}
		if object, ok := found[reference]; ok {
			fact = decision.Found{Object: object.Unstructured, Origin: object.Origin}
		}
		facts.Objects[decision.Object{GroupVersionKind: reference.WithVersion(""), NamespacedName: reference.NamespacedName}] = fact
	}
	return err
}

// find reads an object of the shoot.
func find(ctx context.Context, shoot *toolkit.Shoot, name decision.Object) (decision.Found, error) {
	if name.Group != corev1.GroupName {
		found, err := shoot.Object(ctx, name.GroupVersionKind, name.NamespacedName)
		if err != nil || found == nil {
			return decision.Found{}, err
		}
		return decision.Found{Object: found}, nil
	}
	object := newObject(name.Kind)
	exists, origin, err := shoot.Find(ctx, name.NamespacedName, object)
	if err != nil || !exists {
		return decision.Found{}, err
	}
	return decision.Found{Object: object, Origin: origin}, nil
}

// readFluxUse reads who needs Flux. If the shoot does not respond, it records the reason, and Flux stays.
func (r *reconciliation) readFluxUse(ctx context.Context) error {
	use := decision.FluxUse{}
	shoot, err := r.connect(ctx)
	if err == nil {
		use.Use, err = shoot.Use(ctx)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		logf.FromContext(ctx).Error(err, "Keeping Flux, which came only for the operator's baseline, because the shoot cannot be inspected")
		use.Unknown = toolkit.ShortReason(err)
	}
	r.facts.Shoot.FluxUse = &use
	return nil
}

// readUses reads which objects only these controllers and shards handle. If the shoot does not respond, it records the
// reason, and the controllers and shards stay.
func (r *reconciliation) readUses(ctx context.Context, components []decision.Component) error {
	for _, component := range components {
		var use decision.Use
		shoot, err := r.connect(ctx)
		switch {
		case err != nil:
		case component.Shard != "":
			use.Objects, err = shoot.HandledByShard(ctx, component.Shard)
		default:
			use.Objects, err = shoot.HandledBy(ctx, string(component.Name))
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			logf.FromContext(ctx).Error(err, "Keeping a controller or shard of Flux that is no longer configured", "component", component.Name, "shard", component.Shard)
			use.Unknown = toolkit.ShortReason(err)
		}
		r.facts.Shoot.Uses[component] = use
	}
	return nil
}
