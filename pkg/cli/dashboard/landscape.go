// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package dashboard

import (
	"context"
	"slices"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	rolloutcommand "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// keyOfLandscape returns the key of a rollout of the operator. No namespace has a colon in its name.
func keyOfLandscape(scope rolloutcommand.Scope) string { return "landscape:" + scope.Landscape }

// scopeOf returns the Scope of the rollout with a key: that of the operator with this key, or that of the project in
// this namespace.
func scopeOf(key string) rolloutcommand.Scope {
	scopes := rolloutcommand.OfLandscape()
	if i := slices.IndexFunc(scopes, func(s rolloutcommand.Scope) bool { return keyOfLandscape(s) == key }); i >= 0 {
		return scopes[i]
	}
	return rolloutcommand.OfProject(key)
}

// followLandscape follows a rollout of the operator. If the garden rejects the first read, it ends without a note:
// members of projects have no access to namespace garden, and the page is complete without this rollout.
func (l *live) followLandscape(ctx context.Context, scope rolloutcommand.Scope) error {
	key := keyOfLandscape(scope)
	err := l.follow(ctx, scope.Namespace, scope.Stored, scope.Title, func(read garden.Data) {
		delete(l.landscape, key)
		// The ConfigMap stays without the status after the rollout was removed from the operator's configuration.
		if _, ok := read[scope.Namespace][rollout.KeyStatus]; ok {
			l.landscape[key] = read[scope.Namespace]
		}
	})
	if garden.Refused(err) && ctx.Err() == nil {
		// An earlier attempt may have failed for another reason.
		l.update(func() { delete(l.problems, scope.Title) })
		return nil
	}
	return err
}
