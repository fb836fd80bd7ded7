// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/responses"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// DeleteNamespace deletes Flux's namespace if the extension created it and it contains no foreign objects. Otherwise,
// it returns the reason for keeping the namespace. The reason is empty if the namespace is gone or being deleted.
func (s *Shoot) DeleteNamespace(ctx context.Context, name string) (string, error) {
	namespace := &corev1.Namespace{}
	if found, err := s.get(ctx, client.ObjectKey{Name: name}, namespace); err != nil || !found || namespace.DeletionTimestamp != nil {
		return "", err
	}
	if !isOurs(s.origin(namespace)) {
		return fmt.Sprintf("namespace %s stays, because the extension did not create it", name), nil
	}
	foreign, unlisted, err := s.foreignObjects(ctx, name)
	if err != nil {
		return "", err
	}
	contains := "contains"
	if unlisted.Count > 0 {
		if foreign.Count == 0 {
			contains = "may contain"
		}
		// If the API server does not respond at all, do not report the kinds as the reason.
		if _, err := s.get(ctx, client.ObjectKey{Name: name}, namespace); err != nil {
			return "", err
		}
		foreign.Join(unlisted)
	}
	if foreign.Count > 0 {
		return fmt.Sprintf("namespace %s stays, because it %s %s", name, contains, foreign.String()), nil
	}
	preconditions := client.Preconditions{UID: &namespace.UID, ResourceVersion: &namespace.ResourceVersion}
	return "", s.delete(ctx, metadataNamed(corev1.SchemeGroupVersion.WithKind("Namespace"), client.ObjectKey{Name: name}), preconditions)
}

// foreignObjects returns the objects in a namespace that neither Kubernetes nor Flux's controllers create. unlisted are
// kinds that cannot be listed. They keep the namespace too, because it may contain objects of these kinds. The removal
// does not wait for them, because a kind without its conversion webhook may never be listable again.
func (s *Shoot) foreignObjects(ctx context.Context, namespace string) (foreign, unlisted Names, err error) {
	kinds, unavailable, err := s.namespacedKinds(ctx)
	if errors.Is(err, errManyAPIs) {
		unlisted.Add(err.Error())
		return foreign, unlisted, nil
	}
	if err != nil {
		return Names{}, Names{}, err
	}
	for _, version := range unavailable {
		unlisted.Add("objects of the unavailable API " + version)
	}
	for _, kind := range kinds {
		err := s.foreignOf(ctx, namespace, kind, &foreign)
		if ctx.Err() != nil {
			return Names{}, Names{}, err
		}
		if err != nil {
			if unlisted.Count < MostNamed {
				logf.FromContext(ctx).Error(err, "Keeping a namespace of the shoot, because it may contain objects that cannot be listed")
			}
			unlisted.Add(fmt.Sprintf("objects of kind %s (%s) that cannot be listed: %s", kind.Kind, kind.GroupVersion(), ShortReason(err)))
		}
	}
	return foreign, unlisted, nil
}

// longestReason is the maximum length of an error in a message, in bytes.
const longestReason = 200

// ShortReason returns the error of a request to a shoot as one line of limited length. It redacts URLs, because the
// message comes from the shoot.
func ShortReason(err error) string {
	if status := apierrors.APIStatus(nil); errors.As(err, &status) {
		err = errors.New(status.Status().Message)
	}
	return text.Redacted(err.Error(), longestReason)
}

// foreignOf adds the objects of one kind that are foreign.
func (s *Shoot) foreignOf(ctx context.Context, namespace string, of schema.GroupVersionKind, foreign *Names) error {
	err := responses.Scan(ctx, s.client, responses.Metadata(of, client.InNamespace(namespace)), func(object *metadata) error {
		if !comesByItself(of.Kind, object) {
			foreign.Add(of.Kind + " " + object.Name)
		}
		return nil
	})
	return client.IgnoreNotFound(err)
}

// isLease reports whether a Lease has the name of a leader election Lease of Flux's controllers. A controller with a
// label selector, such as the controller of a shard, appends a short hash of the selector (leaderelection.GenerateID in
// fluxcd/pkg/runtime).
func isLease(name string) bool {
	_, rest, is := strings.Cut(name, "-leader-election")
	return is && (rest == "" || hashOfLease.MatchString(rest))
}

// hashOfLease matches the hash suffix of such a name.
var hashOfLease = regexp.MustCompile(`^-[0-9a-f]{8}$`)

// comesByItself reports whether Kubernetes or one of Flux's controllers creates the object without a user.
func comesByItself(kind string, object client.Object) bool {
	switch kind {
	case "Event", "EndpointSlice", "Endpoints":
		return true
	case "ConfigMap":
		return object.GetName() == "kube-root-ca.crt"
	case "ServiceAccount":
		return object.GetName() == "default"
	case "Lease":
		return isLease(object.GetName())
	}
	return object.GetDeletionTimestamp() != nil
}

const (
	// mostAPIVersions limits the API versions of a shoot, and mostResources their resources. A shoot has a few hundred of
	// them. Each version and each namespaced kind needs one request.
	mostAPIVersions = 1_000
	mostResources   = 10_000
)

// errManyAPIs is the error for a shoot beyond these limits.
var errManyAPIs = fmt.Errorf("objects of unlisted APIs: the shoot has more than %d versions of API groups, or more than %d resources", mostAPIVersions, mostResources)

// namespacedKinds returns the kinds of objects that a namespace may contain, and the API versions whose kinds cannot be
// discovered. If the shoot exceeds a limit, it returns errManyAPIs.
func (s *Shoot) namespacedKinds(ctx context.Context) (kinds []schema.GroupVersionKind, unavailable []string, err error) {
	groups, err := s.resources.ServerGroups()
	if err != nil {
		return nil, nil, fmt.Errorf("failed to discover which kinds a namespace of the shoot may contain: %w", responses.Brief(err))
	}
	var versions []string
	for _, group := range groups.Groups {
		for _, version := range group.Versions {
			versions = append(versions, version.GroupVersion)
		}
	}
	if len(versions) > mostAPIVersions {
		return nil, nil, errManyAPIs
	}
	resources, seen := 0, map[schema.GroupResource]bool{}
	for _, name := range versions {
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		version, err := schema.ParseGroupVersion(name)
		list := &metav1.APIResourceList{}
		if err == nil {
			list, err = s.resources.ServerResourcesForGroupVersion(name)
		}
		if err != nil {
			unavailable = append(unavailable, name)
			continue
		}
		if resources += len(list.APIResources); resources > mostResources {
			return nil, nil, errManyAPIs
		}
		for _, resource := range list.APIResources {
			// Other versions list the same objects.
			id := version.WithResource(resource.Name).GroupResource()
			if !resource.Namespaced || seen[id] || !slices.Contains(resource.Verbs, "list") || !slices.Contains(resource.Verbs, "create") {
				continue
			}
			seen[id] = true
			kinds = append(kinds, version.WithKind(resource.Kind))
		}
	}
	return kinds, unavailable, ctx.Err()
}
