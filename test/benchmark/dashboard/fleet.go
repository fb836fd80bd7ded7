// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package dashboard

import (
	"context"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/garden"
)

// atOnce is the maximum number of concurrent requests.
const atOnce = 16

// seedName is the seed of all Shoots.
const seedName = "paper"

func project(i int) string { return fmt.Sprintf("team-%02d", i) }

func namespaceOf(i int) string { return "garden-" + project(i) }

func shootName(i int) string { return fmt.Sprintf("shoot-%04d", i) }

// populate creates projects with equal numbers of Shoots, and the ConfigMaps flux-status with the reports on these
// Shoots.
func populate(ctx context.Context, in *garden.Garden, options Options) error {
	if err := in.CreateSeed(ctx, seedName); err != nil {
		return err
	}
	for i := range options.Projects {
		if _, err := in.CreateProject(ctx, project(i)); err != nil {
			return err
		}
		entries, err := createShoots(ctx, in, i, options.Shoots/options.Projects)
		if err != nil {
			return err
		}
		if err := apply(ctx, in, namespaceOf(i), entries); err != nil {
			return err
		}
		fmt.Fprintf(options.Progress, "project %d of %d\n", i+1, options.Projects)
	}
	return nil
}

func createShoots(ctx context.Context, in *garden.Garden, inProject, number int) (map[string]string, error) {
	encoded := make([]string, number)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(atOnce)
	for i := range number {
		group.Go(func() error {
			shoot := garden.NewShoot(project(inProject), shootName(i), seedName)
			ring := []string{"canary", "staging", "production", "production"}[i%4]
			shoot.Labels = map[string]string{"ring": ring, "env": []string{"test", "prod"}[i%2]}
			if err := in.Client.Create(ctx, shoot); err != nil {
				return err
			}
			encoded[i] = fleet.Encode(statusOf(i, shoot.UID, ring))
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	entries := map[string]string{}
	for i, entry := range encoded {
		entries[shootName(i)] = entry
	}
	return entries, nil
}

// statusOf returns the status of a Shoot. Most Shoots are ready.
func statusOf(i int, uid types.UID, ring string) fluxv1alpha1.ShootStatus {
	since := metav1.NewTime(time.Now().Add(-time.Duration(i) * time.Minute))
	status := fluxv1alpha1.ShootStatus{
		UID: uid, Seed: seedName, Ready: true, RootReady: true, State: fluxv1alpha1.ShootReady, Reason: "ReconciliationSucceeded", Ring: ring, FluxVersion: "v2.9.3",
		Message: "Applied revision: main@sha1:3f5e2a9b0c1d4e5f60718293a4b5c6d7e8f90123", AppliedRevision: "main@sha1:3f5e2a9b0c1d4e5f60718293a4b5c6d7e8f90123",
		Since: since, ObservedAt: since,
	}
	if i%10 == 0 {
		status.FluxVersion = "v2.8.8"
	}
	switch {
	case i%97 == 1:
		status.State, status.Ready, status.RootReady, status.Cause = fluxv1alpha1.ShootFailed, false, false, "AuthenticationFailed"
		status.Message = "the Git server does not accept the deploy key: ssh: unable to authenticate"
	case i%61 == 1:
		status.State, status.Ready, status.Cause = fluxv1alpha1.ShootDegraded, false, "ReleaseFailed"
		status.Message = "HelmRelease apps/podinfo: install retries exhausted"
	case i%83 == 1:
		status.State, status.Ready, status.Message = fluxv1alpha1.ShootHibernated, false, "the shoot is hibernated"
	}
	return status
}

// change changes the failure message of a Shoot in the first project, and returns the time of the request.
func change(ctx context.Context, in *garden.Garden, message string) (time.Time, error) {
	current := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespaceOf(0), Name: fluxv1alpha1.StatusConfigMapName}}
	if err := in.Client.Get(ctx, client.ObjectKeyFromObject(current), current); err != nil {
		return time.Time{}, err
	}
	status, isOne := fleet.Decode(current.Data[shootName(0)])
	if !isOne {
		return time.Time{}, fmt.Errorf("there is no status of %s", shootName(0))
	}
	status.State, status.Ready, status.Cause, status.Message = fluxv1alpha1.ShootFailed, false, "BuildFailed", message
	status.ObservedAt, status.Since = metav1.Now(), metav1.Now()
	current.Data[shootName(0)] = fleet.Encode(status)
	began := time.Now()
	return began, apply(ctx, in, current.Namespace, current.Data)
}

// apply applies the entries of a project as the seed.
func apply(ctx context.Context, in *garden.Garden, namespace string, entries map[string]string) error {
	return in.Client.Apply(ctx, corev1ac.ConfigMap(fluxv1alpha1.StatusConfigMapName, namespace).WithData(entries),
		client.ForceOwnership, client.FieldOwner(fluxv1alpha1.StatusFieldManagerPrefix+seedName))
}
