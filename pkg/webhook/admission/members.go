// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package admission

import (
	"context"
	"fmt"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

const (
	// memberPageSize is the number of Shoots in one answer: each can have tens of KiB, and only labels and purpose are kept of it.
	memberPageSize = 100
	// listTimeout leaves time for the checks.
	listTimeout = 1500 * time.Millisecond
)

// Members lists the Shoots of projects.
type Members struct {
	garden client.Reader
}

// NewMembers returns Members with the given client for the garden, which must not read from a cache.
func NewMembers(garden client.Reader) *Members { return &Members{garden: garden} }

// of returns what of the Shoots of a project with the extension decides which overrides select them. With an error, these are not all.
func (m *Members) of(ctx context.Context, namespace string) ([]rollout.Member, error) {
	ctx, cancel := context.WithTimeout(ctx, listTimeout)
	defer cancel()
	var members []rollout.Member
	page := ""
	for {
		list := &gardencorev1beta1.ShootList{}
		if err := m.garden.List(ctx, list, client.InNamespace(namespace), client.MatchingLabels{garden.ExtensionLabel: "true"}, client.Limit(memberPageSize), client.Continue(page)); err != nil {
			return members, fmt.Errorf("failed to list the Shoots of the project: %w", err)
		}
		for i := range list.Items {
			if shoot := &list.Items[i]; shoot.DeletionTimestamp == nil && usesFlux(shoot) {
				members = append(members, rollout.MemberOf(shoot))
			}
		}
		if page = list.Continue; page == "" {
			return members, nil
		}
	}
}
