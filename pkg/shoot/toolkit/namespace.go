// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/discovery"
	"sigs.k8s.io/controller-runtime/pkg/client"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/answers"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// DeleteNamespace deletes Flux's namespace if the extension created it and it contains no foreign objects.
// Otherwise it returns the reason to keep it; empty if the namespace is deleted or gone.
func (s *Shoot) DeleteNamespace(ctx context.Context, name string) (string, error) {
	namespace := &corev1.Namespace{}
	if found, err := s.get(ctx, client.ObjectKey{Name: name}, namespace); err != nil || !found || namespace.DeletionTimestamp != nil {
		return "", err
	}
	if !isOurs(s.origin(namespace)) {
		return fmt.Sprintf("namespace %s stays, because the extension has not created it", name), nil
	}
	foreign, unlisted, err := s.foreignObjects(ctx, name)
	if err != nil {
		return "", err
	}
	if unlisted.Count > 0 {
		// If nothing answers, the reason is not this kind.
		if _, err := s.get(ctx, client.ObjectKey{Name: name}, namespace); err != nil {
			return "", err
		}
		foreign.Join(unlisted)
	}
	if foreign.Count > 0 {
		return fmt.Sprintf("namespace %s stays, because it contains %s", name, foreign.String()), nil
	}
	preconditions := client.Preconditions{UID: &namespace.UID, ResourceVersion: &namespace.ResourceVersion}
	return "", s.delete(ctx, metadataNamed(corev1.SchemeGroupVersion.WithKind("Namespace"), client.ObjectKey{Name: name}), preconditions)
}

// foreignObjects returns the objects in a namespace except those that Kubernetes or Flux's controllers
// create. Kinds that cannot be listed count, because they may contain anything. Nothing waits for them: a
// kind may never be listable again if its conversion webhook is gone, or its API returns invalid answers.
func (s *Shoot) foreignObjects(ctx context.Context, namespace string) (foreign, unlisted Names, err error) {
	lists, err := discoverNamespaced(ctx, s.resources)
	if errors.Is(err, errManyAPIs) {
		unlisted.Add(err.Error())
		return foreign, unlisted, nil
	}
	if unavailable, partial := discovery.GroupDiscoveryFailedErrorGroups(err); partial {
		for _, version := range slices.SortedFunc(maps.Keys(unavailable), func(a, b schema.GroupVersion) int { return strings.Compare(a.String(), b.String()) }) {
			unlisted.Add("objects of the unavailable API " + version.String())
		}
	} else if err != nil {
		return Names{}, Names{}, fmt.Errorf("failed to discover which kinds a namespace of the shoot may contain: %w", answers.Brief(err))
	}
	for _, list := range lists {
		version, err := schema.ParseGroupVersion(list.GroupVersion)
		if err != nil {
			unlisted.Add("objects of an API with an invalid name: " + ShortReason(err))
			continue
		}
		for _, resource := range list.APIResources {
			if !slices.Contains(resource.Verbs, "list") || !slices.Contains(resource.Verbs, "create") {
				continue // No object can be created there.
			}
			err := s.foreignOf(ctx, namespace, version.WithKind(resource.Kind), &foreign)
			if ctx.Err() != nil {
				return Names{}, Names{}, err
			}
			if err != nil {
				if unlisted.Count < MostNamed {
					logf.FromContext(ctx).Error(err, "Keeping a namespace of the shoot, because it may contain objects that cannot be listed")
				}
				unlisted.Add(fmt.Sprintf("objects of kind %s (%s) that cannot be listed: %s", resource.Kind, version, ShortReason(err)))
			}
		}
	}
	return foreign, unlisted, nil
}

// longestReason bounds an error in a message, in bytes.
const longestReason = 200

// ShortReason returns the error of a request to a shoot in one bounded line: the API may answer anything.
func ShortReason(err error) string {
	if status := apierrors.APIStatus(nil); errors.As(err, &status) {
		err = errors.New(status.Status().Message)
	}
	return text.Line(text.OneLine(text.RedactURLs(err.Error())), longestReason)
}

// foreignOf adds the foreign objects of a kind.
func (s *Shoot) foreignOf(ctx context.Context, namespace string, of schema.GroupVersionKind, foreign *Names) error {
	err := answers.Scan(ctx, s.client, answers.Metadata(of, client.InNamespace(namespace)), func(object *metav1.PartialObjectMetadata) error {
		if !comesByItself(of.Kind, object) {
			foreign.Add(of.Kind + " " + object.Name)
		}
		return nil
	})
	return client.IgnoreNotFound(err)
}

// isLease reports whether a Lease has the name of a lease of Flux's controllers. A controller with a label
// selector, such as a shard's, appends a short hash of it (leaderelection.GenerateID of
// fluxcd/pkg/runtime).
func isLease(name string) bool {
	_, rest, is := strings.Cut(name, "-leader-election")
	return is && (rest == "" || hashOfLease.MatchString(rest))
}

// hashOfLease matches that suffix.
var hashOfLease = regexp.MustCompile(`^-[0-9a-f]{8}$`)

// comesByItself reports whether Kubernetes or a controller creates such objects itself.
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
