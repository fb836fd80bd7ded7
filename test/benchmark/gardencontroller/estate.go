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

// firstValue is the value in the first flux-config of each project.
const firstValue = "first"

// estate contains the objects in the garden. The Shoots are distributed evenly over projects and seeds.
type estate struct {
	garden *garden.Garden
	seeds  []string
	// shootsOf is the number of Shoots in each project.
	shootsOf int
	// fleets are the Shoots by project, and settings the setting project of the flux-config of all projects.
	fleets   []*fleet
	settings string
	// secrets returns further Secrets of a project.
	secrets func(namespace string) []*corev1.Secret
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

// populate creates seeds, projects and Shoots.
func (e *estate) populate(ctx context.Context, options Options) error {
	e.shootsOf = options.Shoots / options.Projects
	for i := range options.Projects {
		e.fleets = append(e.fleets, newFleet(namespaceOf(i)))
	}
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
	for _, secret := range append(e.secrets(namespace), key) {
		if err := e.garden.Client.Create(ctx, secret); err != nil {
			return err
		}
	}
	_, err = e.writeConfig(ctx, i, firstValue)
	return err
}

// writeConfig writes the flux-config of a project, and returns its resource version. The content depends only on the
// value; an annotation always changes.
func (e *estate) writeConfig(ctx context.Context, i int, value string) (string, error) {
	text := "apiVersion: flux.extensions.gardener.cloud/v1alpha1\nkind: FluxConfig\nflux: {nodeSelector: {value: " + value + "}}\n" +
		"source: {template: {spec: {url: 'https://git.example.com/" + project(i) + "', ref: {branch: main}}}}\n" + e.settings
	config := &corev1.ConfigMap{
		TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "ConfigMap"},
		ObjectMeta: metav1.ObjectMeta{
			Namespace: namespaceOf(i), Name: fluxv1alpha1.ConfigMapName, Annotations: map[string]string{"benchmark": fmt.Sprint(time.Now().UnixNano())},
		},
		Data: map[string]string{fluxv1alpha1.KeyConfig: text},
	}
	patch, err := json.Marshal(config)
	if err != nil {
		return "", err
	}
	err = e.garden.Client.Patch(ctx, config, client.RawPatch(types.ApplyPatchType, patch), client.FieldOwner("benchmark"), client.ForceOwnership)
	return config.ResourceVersion, err
}

// createShoots creates the Shoots of a project. One in ten is in the first ring.
func (e *estate) createShoots(ctx context.Context, i int) error {
	for j := range e.shootsOf {
		shoot := garden.NewShoot(project(i), shootName(j), e.seedOf(i, j))
		shoot.Annotations, shoot.Labels = map[string]string{"padding": strings.Repeat("x", padding)}, ringOf(j, 10)
		if err := e.garden.Client.Create(ctx, shoot); err != nil {
			return err
		}
		e.fleets[i].add(shoot)
	}
	return nil
}

// progressShoot updates the last operation of a Shoot, as gardenlet does.
func (e *estate) progressShoot(ctx context.Context, i int) error {
	shoot := &gardencorev1beta1.Shoot{ObjectMeta: metav1.ObjectMeta{Namespace: namespaceOf(i / e.shootsOf), Name: shootName(i % e.shootsOf)}}
	patch := fmt.Appendf(nil, `{"status":{"lastOperation":{"type":"Reconcile","state":"Processing","progress":50,"description":"d","lastUpdateTime":%q}}}`, time.Now().UTC().Format(time.RFC3339))
	return e.garden.Client.Status().Patch(ctx, shoot, client.RawPatch(types.MergePatchType, patch))
}
