// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package projectstatus

import (
	"context"
	"fmt"
	"strings"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
)

// unknownShoots finds Extensions with an unknown Shoot for one report. It lists the Extensions at most once, because
// members of a project can write any number of entries that look like entries of this seed.
type unknownShoots struct {
	seed client.Reader
	// listed is true after the Extensions were listed, and failure is the error of the list.
	listed  bool
	failure error
	// namespaces contains the namespaces of Extensions, by the possible names of their Shoots.
	namespaces map[string][]string
}

// has reports whether an Extension with an unknown Shoot may belong to a Shoot with this name.
func (u *unknownShoots) has(ctx context.Context, shoot string) (bool, error) {
	// Reads from the cache do not check the context.
	if err := ctx.Err(); err != nil {
		return false, err
	}
	if !u.listed {
		u.listed = true
		u.namespaces, u.failure = namespacesByShoot(ctx, u.seed)
	}
	if u.failure != nil {
		return false, u.failure
	}
	for _, namespace := range u.namespaces[shoot] {
		cluster := &extensionsv1alpha1.Cluster{}
		if err := u.seed.Get(ctx, client.ObjectKey{Name: namespace}, cluster, client.UnsafeDisableDeepCopy); client.IgnoreNotFound(err) != nil {
			return false, fmt.Errorf("failed to read Cluster %s: %w", namespace, err)
		}
		if _, known := fleet.ReadShoot(cluster.Spec.Shoot.Raw); !known {
			return true, nil
		}
	}
	return false, nil
}

// namespacesByShoot returns the namespaces of all Extensions of this type, by the possible names of their Shoots. The
// namespace of a control plane ends with "--" and the name of the Shoot.
func namespacesByShoot(ctx context.Context, reader client.Reader) (map[string][]string, error) {
	all, err := seed.Extensions(ctx, reader)
	if err != nil {
		return nil, err
	}
	namespaces := map[string][]string{}
	for _, ex := range all {
		for at := range len(ex.Namespace) {
			if name, found := strings.CutPrefix(ex.Namespace[at:], "--"); found {
				namespaces[name] = append(namespaces[name], ex.Namespace)
			}
		}
	}
	return namespaces, nil
}
