// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"context"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	logf "sigs.k8s.io/controller-runtime/pkg/log"
)

const (
	// pageSize is the number of ConfigMaps in one answer.
	pageSizeSearch = 200
	// retry is the time after which a search that has failed is repeated.
	retry = time.Minute
)

// ConfigMaps are those of one name in all namespaces.
type ConfigMapSearch struct {
	// Garden lists their metadata.
	Garden client.Reader
	// Name is their name.
	Name string
	// Every is the time between two searches; zero for one.
	Every time.Duration
}

// Start searches in the background, once or until the context is done, and calls found with the namespace of each. It does not wait for the garden.
func (c ConfigMapSearch) Start(ctx context.Context, controller string, found func(namespace string)) {
	log := logf.FromContext(ctx).WithName(controller)
	go func() {
		for {
			rest := c.Every
			if err := c.search(ctx, found); err != nil {
				log.Info("Failed to search the projects, trying again", "configMaps", c.Name, "reason", err.Error())
				if rest = retry; c.Every > 0 {
					rest = min(rest, c.Every)
				}
			} else if rest == 0 {
				return
			}
			timer := time.NewTimer(rest)
			select {
			case <-ctx.Done():
				timer.Stop()
				return
			case <-timer.C:
			}
		}
	}()
}

func (c ConfigMapSearch) search(ctx context.Context, found func(namespace string)) error {
	list := &metav1.PartialObjectMetadataList{}
	list.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("ConfigMapList"))
	for {
		if err := c.Garden.List(ctx, list, client.MatchingFields{metav1.ObjectNameField: c.Name}, client.Limit(pageSizeSearch), client.Continue(list.Continue)); err != nil {
			return fmt.Errorf("failed to list the ConfigMaps %s: %w", c.Name, err)
		}
		for i := range list.Items {
			found(list.Items[i].Namespace)
		}
		if list.Continue == "" {
			return nil
		}
	}
}
