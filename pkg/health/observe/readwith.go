// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package observe

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	fluxmeta "github.com/fluxcd/pkg/apis/meta"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// ReadWith is the last request of the extension to read a source with changed Secrets. source-controller does not watch
// Secrets, so condition Ready still describes the former ones until it reads the source again.
type ReadWith struct {
	// Changed identifies the Secrets of the request. It is empty if there was none.
	Changed string
	// Lost is true if the annotation that triggers the reconciliation is gone before Flux has handled the request.
	Lost bool
	// Handled is true if Flux has handled this request, or a later one.
	Handled bool
}

// readWithOf reads the request from the annotations of a source. handled is the last request that Flux handled.
func readWithOf(annotations map[string]string, handled string) ReadWith {
	changed, at, _ := strings.Cut(annotations[fluxv1alpha1.AnnotationReadWith], " ")
	// A later request replaces this one.
	current := annotations[fluxmeta.ReconcileRequestAnnotation]
	isHandled := handled != "" && (handled == at || handled == current)
	return ReadWith{Changed: text.Cut(changed, longestWord), Handled: isHandled, Lost: current == "" && !isHandled}
}

// IsUnread returns whether Flux has not read the source since one of its Secrets has changed.
func (s Shoot) IsUnread() bool {
	return s.Source != nil && s.Changed != "" && (s.Source.ReadWith.Changed != s.Changed || !s.Source.ReadWith.Handled)
}

// MustRequestRead returns whether the extension has to request that Flux reads the source with its changed Secrets.
func (s Shoot) MustRequestRead() bool {
	return s.IsUnread() && !s.Source.Suspended && (s.Source.ReadWith.Changed != s.Changed || s.Source.ReadWith.Lost)
}

// ReadChanged returns an identifier of the delivered Secrets of a source if one of them has changed since the source was
// created, with one request for the metadata of each. Otherwise, Flux has read the source with these Secrets from the
// start. The identifier is derived from the versions of the Secrets, and reveals nothing of their content.
func ReadChanged(ctx context.Context, shoot client.Reader, sync Sync, source *Source) (string, error) {
	if source == nil {
		return "", nil
	}
	versions, hasChanged := sha256.New(), false
	for _, name := range source.Secrets {
		secret := &metav1.PartialObjectMetadata{}
		secret.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("Secret"))
		if _, err := get(ctx, shoot, client.ObjectKey{Namespace: sync.Source.Namespace, Name: name}, secret); err != nil {
			return "", err
		}
		if !strings.HasSuffix(secret.Annotations[resourcesv1alpha1.OriginAnnotation], "/"+fluxv1alpha1.ManagedResourceConfig) {
			continue // Somebody else may renew it often.
		}
		hasChanged = hasChanged || lastChange(secret).After(source.CreatedAt)
		for _, word := range []string{name, string(secret.UID), secret.ResourceVersion} {
			versions.Write([]byte(word + "\n"))
		}
	}
	if !hasChanged {
		return "", nil
	}
	return hex.EncodeToString(versions.Sum(nil)[:16]), nil
}

// lastChange returns the time of the last change of an object, according to the shoot's API server.
func lastChange(object *metav1.PartialObjectMetadata) time.Time {
	last := object.CreationTimestamp.Time
	for _, entry := range object.ManagedFields {
		if entry.Time != nil && entry.Time.After(last) {
			last = entry.Time.Time
		}
	}
	return last
}

// named returns the sorted names of the references, without duplicates.
func named(references ...fluxmeta.LocalObjectReference) []string {
	var names []string
	for _, reference := range references {
		if reference.Name != "" {
			names = append(names, text.Cut(reference.Name, longestName))
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
