// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape

import (
	"context"
	"fmt"
	"slices"

	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Values of the charts for where seeds have access in the garden.
const (
	ClusterWide = "ClusterWide"
	PerProject  = "PerProject"
)

// SetAccess changes where seeds have access in the garden, in the order in which an operator does it: no seed needs what it has not. It returns when no
// pod with the former value is left.
func (l *Landscape) SetAccess(ctx context.Context, access string) error {
	l.options.Access = access
	if access == PerProject {
		if err := l.installAnew(ctx); err != nil {
			return err
		}
		if err := l.waitForExtensions(ctx); err != nil {
			return err
		}
		return l.applyApplication(ctx)
	}
	if err := l.applyApplication(ctx); err != nil {
		return err
	}
	if err := l.installAnew(ctx); err != nil {
		return err
	}
	return l.waitForExtensions(ctx)
}

// applyApplication installs in the garden what gardener-operator makes of the chart for it, and removes, as it does, what the chart had before and has
// no longer.
func (l *Landscape) applyApplication(ctx context.Context) error {
	values := map[string]any{}
	if l.options.Access != "" {
		values["access"] = l.options.Access
	}
	objects, err := ApplicationObjects(l.Garden.Cluster.Config, l.artifacts, values)
	if err != nil {
		return err
	}
	if err := l.Garden.Apply(ctx, objects...); err != nil {
		return fmt.Errorf("installing the chart for the garden: %w", err)
	}
	for _, former := range l.application {
		if slices.ContainsFunc(objects, func(object client.Object) bool { return sameObject(object, former) }) {
			continue
		}
		if err := client.IgnoreNotFound(l.Garden.Client.Delete(ctx, former)); err != nil {
			return fmt.Errorf("removing what the chart for the garden has no longer: %w", err)
		}
	}
	l.application = objects
	return nil
}

func sameObject(a, b client.Object) bool {
	return a.GetObjectKind().GroupVersionKind() == b.GetObjectKind().GroupVersionKind() && client.ObjectKeyFromObject(a) == client.ObjectKeyFromObject(b)
}
