// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"context"
)

// Migrate prepares the shoot for CustomResourceDefinitions that have only the given versions, by their names, and returns those of which it has
// recorded that (package storage).
func (s *Shoot) Migrate(ctx context.Context, migrations *Migrations, remaining map[string][]string) ([]string, error) {
	kinds, err := s.kinds(ctx)
	if err != nil {
		return nil, err
	}
	stored := make([]StoredKind, 0, len(kinds))
	for _, k := range kinds {
		stored = append(stored, k.StoredKind)
	}
	return migrations.Migrate(ctx, s.technicalID, s.client, stored, remaining)
}
