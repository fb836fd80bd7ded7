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

// unknownShoots finds Extensions whose Shoot is unknown, for one report. Members of a project can write any number of
// entries that look like entries of this seed, so it lists the Extensions at most once and reads each Cluster once.
type unknownShoots struct {
	seed client.Reader
	// listed is true after the Extensions were listed, and failure is the error of the list.
	listed  bool
	failure error
	// namespaces are the namespaces of Extensions, by the names that their Shoot may have.
	namespaces map[string][]string
	// clusters are the results of reading Clusters, by name.
	clusters map[string]clusterRead
}

// clusterRead is the result of reading a Cluster; known is true if it names its Shoot.
type clusterRead struct {
	known   bool
	failure error
}

// has reports whether an Extension whose Shoot is unknown may belong to a Shoot of that name.
func (u *unknownShoots) has(ctx context.Context, shoot string) (bool, error) {
	// The cache ignores the context.
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
		if read := u.cluster(ctx, namespace); read.failure != nil || !read.known {
			return read.failure == nil, read.failure
		}
	}
	return false, nil
}

func (u *unknownShoots) cluster(ctx context.Context, name string) clusterRead {
	read, found := u.clusters[name]
	if found {
		return read
	}
	cluster := &extensionsv1alpha1.Cluster{}
	if err := u.seed.Get(ctx, client.ObjectKey{Name: name}, cluster); client.IgnoreNotFound(err) != nil {
		read.failure = fmt.Errorf("failed to read Cluster %s: %w", name, err)
	} else {
		_, read.known = fleet.ReadShoot(cluster.Spec.Shoot.Raw)
	}
	if u.clusters == nil {
		u.clusters = map[string]clusterRead{}
	}
	u.clusters[name] = read
	return read
}

// namespacesByShoot returns the namespaces of all Extensions of this type, by the names that their Shoots may have. The
// namespace of a control plane ends with the name of the Shoot.
func namespacesByShoot(ctx context.Context, reader client.Reader) (map[string][]string, error) {
	all := &extensionsv1alpha1.ExtensionList{}
	if err := reader.List(ctx, all, client.UnsafeDisableDeepCopy); err != nil {
		return nil, fmt.Errorf("failed to list Extensions: %w", err)
	}
	namespaces := map[string][]string{}
	for i := range all.Items {
		ex := &all.Items[i]
		if !seed.IsShootFlux(ex) {
			continue
		}
		for at := range len(ex.Namespace) {
			if name, found := strings.CutPrefix(ex.Namespace[at:], "--"); found {
				namespaces[name] = append(namespaces[name], ex.Namespace)
			}
		}
	}
	return namespaces, nil
}
