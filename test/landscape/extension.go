// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	appsv1 "k8s.io/api/apps/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/gardenlet"
)

// registrationName is the name of the ControllerRegistration in the project's example.
const registrationName = "extension-shoot-flux"

// registerExtension does in the garden what an operator does: the registration of the example, with the places of chart
// and image filled in, and the chart with the permissions of controller and admission.
func (l *Landscape) registerExtension(ctx context.Context) error {
	registration, err := os.ReadFile(filepath.Join(l.options.ProjectDir, "example", "controllerregistration.yaml"))
	if err != nil {
		return err
	}
	for placeholder, value := range map[string]string{"<registry>": "shoot-flux.example.com", "<version>": "v0.0.0"} {
		registration = bytes.ReplaceAll(registration, []byte(placeholder), []byte(value))
	}
	objects, err := garden.Decode(registration)
	if err != nil {
		return fmt.Errorf("decoding the registration: %w", err)
	}
	permissions, err := ApplicationObjects(l.Garden.Cluster.Config, l.options.ProjectDir)
	if err != nil {
		return err
	}
	if err := l.Garden.Apply(ctx, slices.Concat(objects, permissions)...); err != nil {
		return fmt.Errorf("registering the extension: %w", err)
	}
	l.options.Progress("extension registered")
	return nil
}

// installExtension installs the extension into a seed from its chart, as gardenlet does. The values are for what differs
// here from any other seed; all others are those of the registration.
func (s *Seed) installExtension(ctx context.Context) error {
	values := map[string]any{
		"image":  map[string]any{"tag": "v0.0.0"},
		"config": s.landscape.operatorConfig(),
		// A port above 1024 can be bound without privileges on every host.
		"webhook":     map[string]any{"servicePort": 10250},
		"controllers": map[string]any{"healthcheck": map[string]any{"syncPeriod": "2s", "threshold": "5s"}, "status": map[string]any{"interval": "1s", "refresh": "10s"}},
	}
	if supplied := s.landscape.distributions; supplied != nil {
		values["distributions"] = supplied
	}
	if level := s.landscape.options.LogLevel; level != "" {
		values["logLevel"] = level
	}
	namespace, err := s.gardenlet.InstallExtension(ctx, gardenlet.Installation{
		Name:             "shoot-flux",
		RegistrationName: registrationName,
		ChartDir:         filepath.Join(s.landscape.options.ProjectDir, "charts", "gardener-extension-shoot-flux"),
		Values:           values,
	})
	s.ExtensionNamespace = namespace
	return err
}

// SupplyDistributions installs the extension in all seeds, and the admission, anew with Flux distributions that the operator supplies: the value
// distributions of their charts. It returns when no pod without them is left.
func (l *Landscape) SupplyDistributions(ctx context.Context, distributions map[string]any) error {
	l.mutex.Lock()
	seeds := slices.Collect(maps.Values(l.seeds))
	l.mutex.Unlock()
	l.distributions = distributions
	for _, seed := range seeds {
		if err := seed.installExtension(ctx); err != nil {
			return fmt.Errorf("seed %s: %w", seed.Name, err)
		}
	}
	if err := l.installAdmission(ctx, l.runtime); err != nil {
		return err
	}
	for _, seed := range seeds {
		if err := seed.WaitForExtension(ctx); err != nil {
			return fmt.Errorf("seed %s: %w", seed.Name, err)
		}
	}
	return nil
}

// rolledOut says whether all pods of a Deployment are as it wants them.
func rolledOut(deployment *appsv1.Deployment) bool {
	status, replicas := deployment.Status, *deployment.Spec.Replicas
	return status.ObservedGeneration == deployment.Generation && status.UpdatedReplicas == replicas && status.Replicas == replicas &&
		status.AvailableReplicas == replicas
}
