// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Values of access in the charts: the access of seeds to the garden.
const (
	ClusterWide = "ClusterWide"
	PerProject  = "PerProject"
)

// SetAccess changes the access of seeds to the garden in the order that operators must follow, so that seeds never lose
// access. It returns when all pods with the former value are gone.
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

// ApplicationValues returns the values of the chart for the garden with this access of seeds. The garden controller may
// read all Secrets of projects that it knows, because the stories configure hosts only later.
func ApplicationValues(access string) map[string]any {
	return map[string]any{
		"access":             access,
		"gitHostSecretNames": []any{"flux-git-host"}, "pushSecretNames": []any{"flux-push"}, "commitStatusSecretNames": []any{"flux-commit-status"},
		"notificationSecretNames": []any{"flux-notifications", "flux-notifications-msteams", "flux-notifications-slack", "flux-notifications-webhook"},
		"checkSecretNames":        []any{"flux-checks"},
	}
}

// applyApplication installs the chart for the garden, and removes objects that the chart no longer contains, as
// gardener-operator does.
func (l *Landscape) applyApplication(ctx context.Context) error {
	objects, err := ApplicationObjects(l.Garden.Cluster.Config, l.artifacts, ApplicationValues(cmp.Or(l.options.Access, ClusterWide)))
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
			return fmt.Errorf("removing objects that the chart for the garden no longer has: %w", err)
		}
	}
	l.application = objects
	return nil
}

func sameObject(a, b client.Object) bool {
	return a.GetObjectKind().GroupVersionKind() == b.GetObjectKind().GroupVersionKind() && client.ObjectKeyFromObject(a) == client.ObjectKeyFromObject(b)
}
