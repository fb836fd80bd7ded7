// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package gardencontroller

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/garden"
)

// padding is the number of bytes added to a Shoot, so that it has the size of a real one with a long status and managed
// fields.
const padding = 8 << 10

// estate contains the objects in the garden. The Shoots are distributed evenly over projects and seeds.
type estate struct {
	garden *garden.Garden
	seeds  []string
	// shootsOf is the number of Shoots in each project.
	shootsOf int
	// versions are the versions of flux-config by project.
	versions []string
}

func project(i int) string { return fmt.Sprintf("p%04d", i) }

func namespaceOf(i int) string { return "garden-" + project(i) }

func shootName(i int) string { return fmt.Sprintf("s%d", i) }

// seedOf returns the seed of a Shoot. seedsOf returns the seeds of all Shoots of a project.
func (e *estate) seedOf(project, shoot int) string {
	return e.seeds[(project*e.shootsOf+shoot)%len(e.seeds)]
}

func (e *estate) seedsOf(project int) []string {
	seeds := make([]string, 0, e.shootsOf)
	for shoot := range min(e.shootsOf, len(e.seeds)) {
		seeds = append(seeds, e.seedOf(project, shoot))
	}
	return seeds
}

// populate creates seeds, projects and Shoots with a reported status.
func (e *estate) populate(ctx context.Context, options Options) error {
	e.shootsOf, e.versions = options.Shoots/options.Projects, make([]string, options.Projects)
	for i := range options.Seeds {
		e.seeds = append(e.seeds, fmt.Sprintf("s%02d", i))
	}
	began := time.Now()
	if err := each(ctx, options.Seeds, func(ctx context.Context, i int) error { return e.garden.CreateSeed(ctx, e.seeds[i]) }); err != nil {
		return err
	}
	fmt.Fprintf(options.Progress, "%d seeds after %s\n", options.Seeds, time.Since(began))
	if err := each(ctx, options.Projects, e.createProject); err != nil {
		return err
	}
	fmt.Fprintf(options.Progress, "%d projects after %s\n", options.Projects, time.Since(began))
	if err := each(ctx, options.Projects, e.createShoots); err != nil {
		return err
	}
	fmt.Fprintf(options.Progress, "%d Shoots after %s\n", options.Projects*e.shootsOf, time.Since(began))
	return nil
}

func (e *estate) createProject(ctx context.Context, i int) error {
	namespace, err := e.garden.CreateProject(ctx, project(i))
	if err != nil {
		return err
	}
	key := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: fluxv1alpha1.DeployKeySecretName}, StringData: map[string]string{"identity": strings.Repeat("k", 400)}}
	if err := e.garden.Client.Create(ctx, key); err != nil {
		return err
	}
	e.versions[i], err = e.writeConfig(ctx, i)
	return err
}

// writeConfig changes the flux-config of a project, and returns its resource version.
func (e *estate) writeConfig(ctx context.Context, i int) (string, error) {
	config := &corev1.ConfigMap{
		TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "ConfigMap"},
		ObjectMeta: metav1.ObjectMeta{Namespace: namespaceOf(i), Name: fluxv1alpha1.ConfigMapName},
		Data:       map[string]string{"repositoryUrl": "https://git.example.com/fleet", "branch": fmt.Sprint("b", time.Now().UnixNano())},
	}
	patch, err := json.Marshal(config)
	if err != nil {
		return "", err
	}
	err = e.garden.Client.Patch(ctx, config, client.RawPatch(types.ApplyPatchType, patch), client.FieldOwner("benchmark"), client.ForceOwnership)
	return config.ResourceVersion, err
}

// createShoots creates the Shoots of a project and the status that seeds would report.
func (e *estate) createShoots(ctx context.Context, i int) error {
	entries := map[string]string{}
	for j := range e.shootsOf {
		shoot := garden.NewShoot(project(i), shootName(j), e.seedOf(i, j))
		shoot.Annotations = map[string]string{"padding": strings.Repeat("x", padding)}
		if err := e.garden.Client.Create(ctx, shoot); err != nil {
			return err
		}
		entry, err := json.Marshal(fluxv1alpha1.ShootStatus{
			UID: shoot.UID, Seed: e.seedOf(i, j), Ready: true, RootReady: true, State: fluxv1alpha1.ShootReady, Reason: "ReconciliationSucceeded",
			Message: strings.Repeat("m", 200), AppliedRevision: "main@sha1:" + strings.Repeat("a", 40), FluxVersion: "v2.9.3", ObservedAt: metav1.Now(),
		})
		if err != nil {
			return err
		}
		entries[shoot.Name] = string(entry)
	}
	return e.garden.Client.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespaceOf(i), Name: fluxv1alpha1.StatusConfigMapName}, Data: entries})
}

// progressShoot updates the last operation of a Shoot, as gardenlet does.
func (e *estate) progressShoot(ctx context.Context, i int) error {
	shoot := &gardencorev1beta1.Shoot{ObjectMeta: metav1.ObjectMeta{Namespace: namespaceOf(i / e.shootsOf), Name: shootName(i % e.shootsOf)}}
	patch := fmt.Appendf(nil, `{"status":{"lastOperation":{"type":"Reconcile","state":"Processing","progress":50,"description":"d","lastUpdateTime":%q}}}`, time.Now().UTC().Format(time.RFC3339))
	return e.garden.Client.Status().Patch(ctx, shoot, client.RawPatch(types.MergePatchType, patch))
}
