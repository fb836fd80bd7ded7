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

// DeleteNamespace deletes Flux's namespace if the extension has created it and nothing of others is in it. Otherwise it
// returns why the namespace stays; empty if it goes, or is gone.
func (s *Shoot) DeleteNamespace(ctx context.Context, name string) (string, error) {
	namespace := &corev1.Namespace{}
	if err := s.client.Get(ctx, client.ObjectKey{Name: name}, namespace); err != nil {
		if apierrors.IsNotFound(err) {
			return "", nil
		}
		return "", fmt.Errorf("failed to read namespace %s of the shoot: %w", name, err)
	}
	if namespace.DeletionTimestamp != nil {
		return "", nil
	}
	if !isOurs(s.origin(namespace)) {
		return fmt.Sprintf("namespace %s stays, because the extension has not created it", name), nil
	}
	foreign, unlisted, err := s.foreignObjects(ctx, name)
	if err != nil {
		return "", err
	}
	if unlisted.Count > 0 {
		// Where nothing answers, it is not this kind that cannot be listed.
		if err := s.client.Get(ctx, client.ObjectKeyFromObject(namespace), namespace); client.IgnoreNotFound(err) != nil {
			return "", fmt.Errorf("failed to read namespace %s of the shoot: %w", name, err)
		}
		foreign.Join(unlisted)
	}
	if foreign.Count > 0 {
		return fmt.Sprintf("namespace %s stays, because it holds %s", name, foreign.String()), nil
	}
	preconditions := client.Preconditions{UID: &namespace.UID, ResourceVersion: &namespace.ResourceVersion}
	if err := s.client.Delete(ctx, namespace, preconditions); client.IgnoreNotFound(err) != nil {
		return "", fmt.Errorf("failed to delete namespace %s of the shoot: %w", name, err)
	}
	return "", nil
}

// foreignObjects returns what is in a namespace beside what Kubernetes creates in each one and what Flux's controllers leave
// behind. What cannot be listed counts: it may be anything. A kind may never be listed again, because its conversion webhook is gone or its
// API answers nothing that can be read, so that nothing must wait for it.
func (s *Shoot) foreignObjects(ctx context.Context, namespace string) (foreign, unlisted Names, err error) {
	lists, err := discoverNamespaced(ctx, s.resources)
	if errors.Is(err, errManyAPIs) {
		unlisted.Add(err.Error())
		return foreign, unlisted, nil
	}
	if unavailable, partial := discovery.GroupDiscoveryFailedErrorGroups(err); partial {
		for _, version := range slices.SortedFunc(maps.Keys(unavailable), func(a, b schema.GroupVersion) int { return strings.Compare(a.String(), b.String()) }) {
			unlisted.Add("what the unavailable API " + version.String() + " may know of")
		}
	} else if err != nil {
		return Names{}, Names{}, fmt.Errorf("failed to discover which kinds a namespace of the shoot may contain: %w", answers.Brief(err))
	}
	for _, list := range lists {
		version, err := schema.ParseGroupVersion(list.GroupVersion)
		if err != nil {
			unlisted.Add("what an API of an invalid name may know of: " + ShortReason(err))
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
					logf.FromContext(ctx).Error(err, "A namespace of the shoot stays, because it may hold objects that cannot be listed")
				}
				unlisted.Add(fmt.Sprintf("objects of kind %s (%s) that cannot be listed: %s", resource.Kind, version, ShortReason(err)))
			}
		}
	}
	return foreign, unlisted, nil
}

// longestReason is how many bytes of an error are repeated in a message.
const longestReason = 200

// ShortReason returns why a request to a shoot has failed, in one line of limited length: the API behind it may answer with anything.
func ShortReason(err error) string {
	if status := apierrors.APIStatus(nil); errors.As(err, &status) {
		err = errors.New(status.Status().Message)
	}
	return text.Line(text.OneLine(text.RedactURLs(err.Error())), longestReason)
}

// foreignOf adds the objects of a kind that count.
func (s *Shoot) foreignOf(ctx context.Context, namespace string, of schema.GroupVersionKind, foreign *Names) error {
	err := answers.Scan(ctx, s.client, answers.Metadata(of, client.InNamespace(namespace)), func(object *metav1.PartialObjectMetadata) error {
		if !comesByItself(of.Kind, object) {
			foreign.Add(of.Kind + " " + object.Name)
		}
		return nil
	})
	return client.IgnoreNotFound(err)
}

// isLease reports whether a Lease has a name as Flux's controllers give it. One that reconciles the objects with some labels only, as those of a shard do,
// adds a short hash of the labels (leaderelection.GenerateID of fluxcd/pkg/runtime).
func isLease(name string) bool {
	_, rest, is := strings.Cut(name, "-leader-election")
	return is && (rest == "" || hashOfLease.MatchString(rest))
}

// hashOfLease is what such a name ends in.
var hashOfLease = regexp.MustCompile(`^-[0-9a-f]{8}$`)

// comesByItself reports whether Kubernetes or a controller has created the object by itself.
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
