// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/discovery"
)

const (
	// mostAPIVersions bounds the versions of all API groups of a shoot, and mostResources their resources. A
	// shoot has some hundreds. Each version takes a request, and each kind in a namespace another one.
	mostAPIVersions = 1_000
	mostResources   = 10_000
	// discoveredAtOnce bounds concurrent requests: each answer may be as large as the limits allow.
	discoveredAtOnce = 4
)

// errManyAPIs is the error for a shoot beyond these limits.
var errManyAPIs = fmt.Errorf("objects of unlisted APIs: the shoot has more than %d versions of API groups, or more than %d resources", mostAPIVersions, mostResources)

// discoverer discovers resources within the limits and the time of an operation, which the library does not
// support.
type discoverer struct {
	discovery.DiscoveryInterface
	ctx       context.Context
	turns     chan struct{}
	resources atomic.Int64
}

var _ discovery.AggregatedDiscoveryInterface = &discoverer{}

// discoverNamespaced returns the namespaced resources, or errManyAPIs.
func discoverNamespaced(ctx context.Context, resources discovery.DiscoveryInterface) ([]*metav1.APIResourceList, error) {
	d := &discoverer{DiscoveryInterface: resources, ctx: ctx, turns: make(chan struct{}, discoveredAtOnce)}
	lists, err := discovery.ServerPreferredNamespacedResources(d)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if d.resources.Load() > mostResources {
		return nil, errManyAPIs
	}
	return lists, err
}

// GroupsAndMaybeResources returns the groups, and their resources if the API server includes them in the
// answer.
func (d *discoverer) GroupsAndMaybeResources() (*metav1.APIGroupList, map[schema.GroupVersion]*metav1.APIResourceList, map[schema.GroupVersion]error, error) {
	var (
		groups    *metav1.APIGroupList
		resources map[schema.GroupVersion]*metav1.APIResourceList
		failed    map[schema.GroupVersion]error
		err       error
	)
	if aggregated, ok := d.DiscoveryInterface.(discovery.AggregatedDiscoveryInterface); ok {
		groups, resources, failed, err = aggregated.GroupsAndMaybeResources()
	} else {
		groups, err = d.ServerGroups()
	}
	if err != nil {
		return nil, nil, nil, err
	}
	versions := 0
	for i := range groups.Groups {
		versions += len(groups.Groups[i].Versions)
	}
	for _, list := range resources {
		d.resources.Add(int64(len(list.APIResources)))
	}
	if versions > mostAPIVersions || d.resources.Load() > mostResources {
		return nil, nil, nil, errManyAPIs
	}
	return groups, resources, failed, nil
}

// ServerResourcesForGroupVersion returns the resources of a version.
func (d *discoverer) ServerResourcesForGroupVersion(groupVersion string) (*metav1.APIResourceList, error) {
	d.turns <- struct{}{}
	defer func() { <-d.turns }()
	switch {
	case d.ctx.Err() != nil:
		return nil, d.ctx.Err()
	case d.resources.Load() > mostResources:
		return nil, errManyAPIs
	}
	list, err := d.DiscoveryInterface.ServerResourcesForGroupVersion(groupVersion)
	if list != nil && d.resources.Add(int64(len(list.APIResources))) > mostResources {
		return nil, errors.Join(err, errManyAPIs)
	}
	return list, err
}
