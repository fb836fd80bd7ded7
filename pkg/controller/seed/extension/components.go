// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension

import (
	"context"
	"fmt"

	extensionscontroller "github.com/gardener/gardener/extensions/pkg/controller"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/extension/decision"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
)

// keepComponents keeps the controllers and shards that were delivered and are not configured any more, as long as the shoot has objects that only they
// handle: without its controller, such an object cannot be deleted, a HelmRelease would go without its release, and both would be reported as
// ready for ever. What is not known is kept too: nothing else has to wait for a shoot that gives no answer.
func (o *observer) keepComponents(ctx context.Context) error {
	t := *o.Target
	for _, dropped := range t.Dropped() {
		var err error
		if dropped.Why, err = o.inUse(ctx, dropped); err != nil {
			return err
		}
		if dropped.Why != "" {
			t.Kept = append(t.Kept, dropped)
		}
	}
	t.Keep(t.Effective)
	t.Refused = t.RefuseShards()
	o.Target = &t
	return nil
}

// inUse returns why a controller or shard has to stay; empty if it has not.
func (o *observer) inUse(ctx context.Context, dropped decision.KeptComponent) (string, error) {
	if extensionscontroller.IsHibernationEnabled(o.cluster) {
		return "the shoot is hibernated, so that it cannot be checked for objects that nothing else handles. That is done when the shoot has woken up", nil
	}
	var objects string
	shoot, err := o.Shoots.Connect(ctx, o.extension.Namespace)
	switch {
	case err != nil:
	case dropped.Shard != "":
		objects, err = shoot.HandledByShard(ctx, dropped.Shard)
	default:
		objects, err = shoot.HandledBy(ctx, string(dropped.Name))
	}
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case err != nil:
		logf.FromContext(ctx).Error(err, "A controller or shard of Flux stays that is not configured any more", "component", dropped.Name, "shard", dropped.Shard)
		return fmt.Sprintf("the shoot cannot be checked for objects that nothing else handles: %s. It is checked again with the next reconciliation of the Shoot", toolkit.ShortReason(err)), nil
	case objects == "":
		return "", nil
	case dropped.Shard != "":
		return fmt.Sprintf("the shoot has objects with label %s=%s, which no other controller would reconcile: %s. Remove the label from them in the source, give it the name of another shard, "+
			"or add the shard again; it is removed with the first reconciliation of the Shoot after that", fluxv1alpha1.LabelShard, dropped.Shard, objects), nil
	}
	return fmt.Sprintf("the shoot has objects that only it handles: %s. Delete them, or add the controller again; it is removed with the first reconciliation of the Shoot after that", objects), nil
}
