// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"github.com/gardener/gardener/pkg/utils"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/gardenlet/installation"
)

// registrationName is the name of the ControllerRegistration in the artefacts.
const registrationName = "extension-shoot-flux"

// Intervals of the extension on the seeds. Tests must not wait minutes for a report.
const (
	healthSyncPeriod, healthThreshold, healthObjectsPeriod = 2 * time.Second, 5 * time.Second, 4 * time.Second
	statusInterval, statusRefresh                          = time.Second, 10 * time.Second
)

// registerExtension registers the extension as an operator does: it applies the registration of the artefacts with the
// operator's values, and the chart for the garden with the permissions of the controllers and the admission.
func (l *Landscape) registerExtension(ctx context.Context) error {
	if err := l.applyApplication(ctx); err != nil {
		return err
	}
	registration, err := l.registration()
	if err != nil {
		return err
	}
	if err := l.Garden.Apply(ctx, registration...); err != nil {
		return fmt.Errorf("registering the extension: %w", err)
	}
	l.steps.completed("extension registered")
	return nil
}

// registration returns the registration in the artefacts, with the values of this landscape's operator.
func (l *Landscape) registration() ([]client.Object, error) {
	objects, err := l.artifacts.ControllerRegistration()
	if err != nil {
		return nil, err
	}
	for _, object := range objects {
		content := object.(*unstructured.Unstructured).Object //nolint:forcetypeassert // that is what it decodes into
		switch object.GetObjectKind().GroupVersionKind().Kind {
		case "ControllerRegistration":
			// The extension must run before the first Shoot exists, as with the stand-in for gardenlet.
			if err := unstructured.SetNestedField(content, string(gardencorev1beta1.ControllerDeploymentPolicyAlways), "spec", "deployment", "policy"); err != nil {
				return nil, err
			}
			continue
		case "ControllerDeployment":
		default:
			continue
		}
		values, _, err := unstructured.NestedMap(content, "helm", "values")
		if err != nil {
			return nil, err
		}
		if err := unstructured.SetNestedMap(content, jsonLike(utils.MergeMaps(values, l.extensionValues())), "helm", "values"); err != nil {
			return nil, err
		}
	}
	return objects, nil
}

// ExtensionValues returns the values that the chart for seeds needs in the landscape, for a caller who installs it.
func (l *Landscape) ExtensionValues() map[string]any {
	return jsonLike(l.extensionValues())
}

// extensionValues returns the chart values that differ from those of a production landscape.
func (l *Landscape) extensionValues() map[string]any {
	values := map[string]any{
		// Processes can listen on a port above 1024 without privileges on every host.
		"webhook": map[string]any{"servicePort": 10250},
		"controllers": map[string]any{
			"healthcheck": map[string]any{"syncPeriod": healthSyncPeriod.String(), "threshold": healthThreshold.String(), "objectsPeriod": healthObjectsPeriod.String()},
			"status":      map[string]any{"interval": statusInterval.String(), "refresh": statusRefresh.String()},
		},
	}
	values["access"] = cmp.Or(l.options.Access, ClusterWide)
	values["config"] = l.seedConfig()
	return l.withOptions(values)
}

// Times returns the times of the documentation that the landscape has shortened, by their names in the format of
// recorded histories, with what a loaded machine needs in addition. Other times depend on none of its values.
func (l *Landscape) Times() map[string]time.Duration {
	const (
		// The stories wait as long for everything.
		loaded = 90 * time.Second
		// Reading objects takes at most a twentieth of the time. A list of a few objects takes less than five seconds.
		restAfterReading = 20 * 5 * time.Second
	)
	health := healthSyncPeriod + healthThreshold + statusInterval + loaded
	return map[string]time.Duration{"health": health, "objects": health + healthObjectsPeriod + restAfterReading}
}

// withOptions adds the options of the landscape to the values of a chart.
func (l *Landscape) withOptions(values map[string]any) map[string]any {
	if l.distributions != nil {
		values["distributions"] = l.distributions
	}
	if l.options.LogLevel != "" {
		values["logLevel"] = l.options.LogLevel
	}
	return values
}

// jsonLike returns a copy of the values with JSON types only.
func jsonLike(values map[string]any) map[string]any {
	content, err := json.Marshal(values)
	if err != nil {
		panic(fmt.Sprintf("values of a chart cannot be written: %v", err))
	}
	var result map[string]any
	if err := json.Unmarshal(content, &result); err != nil {
		panic(fmt.Sprintf("values of a chart cannot be read: %v", err))
	}
	return result
}

// installExtension installs the extension into a seed from its registration in the garden, as gardenlet does.
func (s *Seed) installExtension(ctx context.Context) error {
	namespace, err := s.gardenlet.InstallExtension(ctx, installation.Extension{Name: "shoot-flux", RegistrationName: registrationName})
	s.ExtensionNamespace = namespace
	return err
}

// SupplyDistributions reinstalls the extension in all seeds, the admission and the garden controller with Flux
// distributions from the operator: value distributions of the charts. It returns when all pods have the distributions.
func (l *Landscape) SupplyDistributions(ctx context.Context, distributions map[string]any) error {
	l.distributions = distributions
	if err := l.installAnew(ctx); err != nil {
		return err
	}
	if err := l.installAdmission(ctx, l.runtime); err != nil {
		return err
	}
	return l.waitForExtensions(ctx)
}

// Configure reinstalls the extension in all seeds, the admission and the garden controller with a configuration of the
// operator: value config of the charts, in addition to the landscape's own settings. It returns when all pods have the
// configuration.
func (l *Landscape) Configure(ctx context.Context, config map[string]any) error {
	l.config = config
	if err := l.installAnew(ctx); err != nil {
		return err
	}
	if err := l.installAdmission(ctx, l.runtime); err != nil {
		return err
	}
	if err := l.waitForGardenController(ctx); err != nil {
		return err
	}
	return l.waitForExtensions(ctx)
}

// ConfigureBaseline is like Configure with a baseline of the operator, also for later configurations without one.
func (l *Landscape) ConfigureBaseline(ctx context.Context, baseline map[string]any) error {
	l.baseline = baseline
	return l.Configure(ctx, l.config)
}

// installAnew reinstalls the extension in all seeds with the current values.
func (l *Landscape) installAnew(ctx context.Context) error {
	registration, err := l.registration()
	if err != nil {
		return err
	}
	if err := l.Garden.Apply(ctx, registration...); err != nil {
		return fmt.Errorf("registering the extension again: %w", err)
	}
	if l.options.RealGardenlet {
		return nil // gardenlet reinstalls the extension
	}
	for _, seed := range l.allSeeds() {
		if err := seed.installExtension(ctx); err != nil {
			return fmt.Errorf("seed %s: %w", seed.Name, err)
		}
	}
	return nil
}

// waitForExtensions waits until all Deployments of the extension are rolled out.
func (l *Landscape) waitForExtensions(ctx context.Context) error {
	for _, seed := range l.allSeeds() {
		if err := seed.WaitForExtension(ctx); err != nil {
			return fmt.Errorf("seed %s: %w", seed.Name, err)
		}
	}
	return nil
}

func (l *Landscape) allSeeds() []*Seed {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return slices.Collect(maps.Values(l.seeds))
}

// rolledOut returns whether a Deployment is rolled out.
func rolledOut(deployment *appsv1.Deployment) bool {
	status, replicas := deployment.Status, *deployment.Spec.Replicas
	return status.ObservedGeneration == deployment.Generation && status.UpdatedReplicas == replicas && status.Replicas == replicas &&
		status.AvailableReplicas == replicas
}
