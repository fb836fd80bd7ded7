// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"context"
	"fmt"

	appsv1 "k8s.io/api/apps/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/responses"
)

// Use describes who needs the Flux in a shoot beside the extension.
type Use struct {
	// Taken is the manager that has taken over Flux, see Shoot.Taken; empty if there is none.
	Taken string
	// Objects names the first objects of Flux's kinds and the first controllers of another Flux. Leaving names the
	// first objects of Flux's kinds with a deletion timestamp. Both are empty if the shoot has no such objects.
	Objects, Leaving string
}

// Use finds out who needs Flux. It returns an error if a kind of Flux cannot be listed, because the shoot may have
// objects of it.
func (s *Shoot) Use(ctx context.Context) (Use, error) {
	taken, err := s.Taken(ctx, "")
	if err != nil {
		return Use{}, err
	}
	served, unlisted, err := s.allDefinitions(ctx)
	if err != nil {
		return Use{}, err
	}
	var present, leaving Names
	for _, k := range served {
		if k.refused {
			unlisted = append(unlisted, k.CRD)
			continue
		}
		err := responses.Scan(ctx, s.client, responses.Metadata(k.GroupVersionKind), func(object *metadata) error {
			if object.DeletionTimestamp != nil {
				leaving.Add(DescribeObject(object))
			} else {
				present.Add(DescribeObject(object))
			}
			return nil
		})
		if err != nil {
			return Use{}, err
		}
	}
	if len(unlisted) > 0 {
		return Use{}, fmt.Errorf("the shoot does not serve these CustomResourceDefinitions, whose objects cannot be listed: %s", Enumerate(unlisted))
	}
	if err := s.otherControllers(ctx, &present); err != nil {
		return Use{}, err
	}
	return Use{Taken: taken, Objects: present.String(), Leaving: leaving.String()}, nil
}

// otherControllers adds the controllers of Flux that the extension has not delivered. They use the same
// CustomResourceDefinitions.
func (s *Shoot) otherControllers(ctx context.Context, others *Names) error {
	deployments := responses.Metadata(appsv1.SchemeGroupVersion.WithKind("Deployment"), client.MatchingLabels{labelPartOf: partOfFlux})
	return responses.Scan(ctx, s.client, deployments, func(deployment *metadata) error {
		if isController(deployment) && !isOurs(s.origin(deployment)) {
			others.Add(DescribeObject(deployment))
		}
		return nil
	})
}
