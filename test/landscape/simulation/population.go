// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"

	"golang.org/x/sync/errgroup"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
)

// operationsInterval is the polling interval for operations.
const operationsInterval = 250 * time.Millisecond

// Population describes the projects and shoots.
type Population struct {
	// Shoots is the number of shoots. Largest is the number of shoots in project LargestProject. The other shoots are
	// distributed over Projects additional projects. If Largest and Projects are 0, all shoots are in LargestProject.
	Shoots, Largest, Projects int
	// Config is the content of config.yaml in all projects. The default is constant Config.
	Config string
	// Trees adds 50 Flux objects below the root Kustomization of each shoot, and workloads.
	Trees bool
	// ShootsInGarden also creates the Shoots in the garden, which the garden controller needs.
	ShootsInGarden bool
	// Labels returns the labels of a Shoot, for rings. It may be nil.
	Labels func(i int) map[string]string
}

// LargestProject is the name of the project with Largest shoots.
const LargestProject = "largest"

// Spread returns a Population with a fifth of the shoots in the largest project, and about eight in each other project.
func Spread(shoots int) Population {
	return Population{Shoots: shoots, Largest: shoots / 5, Projects: max(1, shoots/10)}
}

func (p Population) projects() []string {
	names := []string{LargestProject}
	for i := range p.Projects {
		names = append(names, ProjectName(i+1))
	}
	return names
}

// ProjectName returns the name of an additional project. i starts at 1.
func ProjectName(i int) string { return fmt.Sprintf("p%04d", i) }

// Populate creates projects and shoots with all objects that the extension needs, except the Extensions. It may be
// called only once.
func (e *Environment) Populate(ctx context.Context, population Population) error {
	if population.Config == "" {
		population.Config = Config
	}
	if population.ShootsInGarden {
		if err := e.serveShoots(ctx); err != nil {
			return err
		}
	}
	projects := population.projects()
	if err := e.createProjects(ctx, projects, population.Config); err != nil {
		return err
	}
	group, groupCtx := errgroup.WithContext(ctx)
	group.SetLimit(parallelCreates)
	healthy := newTree(time.Now().Add(-time.Hour), false)
	for i := range population.Shoots {
		if groupCtx.Err() != nil {
			break
		}
		project := projects[0]
		if i >= population.Largest && len(projects) > 1 {
			project = projects[1+i%population.Projects]
		}
		s := newShoot(project, fmt.Sprintf("shoot-%04d", i), e.ShootRequests)
		s.SetFlux(Revision(1), FetchFailure{})
		if population.Labels != nil {
			s.labels = population.Labels(i)
		}
		if population.Trees {
			s.healthy = healthy
		}
		if !e.options.WithoutShoots {
			if err := s.listen(e.addresses.address(i)); err != nil {
				return err
			}
		}
		e.add(s)
		group.Go(func() error {
			if population.ShootsInGarden {
				if err := s.createInGarden(groupCtx, e.GardenClient); err != nil {
					return err
				}
			}
			objects, err := s.controlPlane()
			if err != nil {
				return err
			}
			return createAll(groupCtx, e.SeedClient, objects)
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	return ctx.Err()
}

func (e *Environment) createProjects(ctx context.Context, projects []string, config string) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(parallelCreates)
	for _, project := range projects {
		group.Go(func() error { return createAll(ctx, e.GardenClient, projectObjects(project, config)) })
	}
	return group.Wait()
}

func (e *Environment) add(s *Shoot) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.shoots, e.byID[s.TechnicalID] = append(e.shoots, s), s
}

// Shoots returns all shoots.
func (e *Environment) Shoots() []*Shoot {
	e.mutex.RLock()
	defer e.mutex.RUnlock()
	return slices.Clone(e.shoots)
}

func (e *Environment) shoot(technicalID string) *Shoot {
	e.mutex.RLock()
	defer e.mutex.RUnlock()
	return e.byID[technicalID]
}

// SetConfig changes the config.yaml of a project.
func (e *Environment) SetConfig(ctx context.Context, project, config string) error {
	patch, err := json.Marshal(map[string]any{"data": map[string]string{configKey: config}})
	if err != nil {
		return err
	}
	configMap := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: ProjectNamespace(project), Name: ConfigName}}
	return e.GardenClient.Patch(ctx, configMap, client.RawPatch(client.Merge.Type(), patch))
}

// CreateExtensions creates the Extensions of shoots, like gardenlet.
func (e *Environment) CreateExtensions(ctx context.Context, shoots ...*Shoot) error {
	return each(ctx, shoots, func(ctx context.Context, s *Shoot) error {
		return createAll(ctx, e.SeedClient, []client.Object{s.Extension()})
	})
}

// Reconcile requests a reconciliation of the Extensions of shoots, like gardenlet.
func (e *Environment) Reconcile(ctx context.Context, shoots ...*Shoot) error {
	return each(ctx, shoots, func(ctx context.Context, s *Shoot) error {
		patch, err := json.Marshal(map[string]any{"metadata": map[string]any{"annotations": s.Extension().Annotations}})
		if err != nil {
			return err
		}
		ex := &extensionsv1alpha1.Extension{ObjectMeta: metav1.ObjectMeta{Namespace: s.TechnicalID, Name: ExtensionName}}
		return e.SeedClient.Patch(ctx, ex, client.RawPatch(client.Merge.Type(), patch))
	})
}

func each(ctx context.Context, shoots []*Shoot, do func(context.Context, *Shoot) error) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(parallelCreates)
	for _, s := range shoots {
		group.Go(func() error { return do(ctx, s) })
	}
	return group.Wait()
}

// AwaitOperations waits until an operation on the Extension of each shoot has succeeded at or after the given time.
func (e *Environment) AwaitOperations(ctx context.Context, since time.Time, shoots ...*Shoot) error {
	return process.Until(ctx, "operations on Extensions", operationsInterval, func(ctx context.Context) error {
		if err := e.FailedBecause(); err != nil {
			return err
		}
		extensions := &extensionsv1alpha1.ExtensionList{}
		if err := e.SeedClient.List(ctx, extensions); err != nil {
			return err
		}
		succeeded := map[string]bool{}
		for i := range extensions.Items {
			succeeded[extensions.Items[i].Namespace] = HasSucceeded(&extensions.Items[i], since)
		}
		missing := 0
		for _, s := range shoots {
			if !succeeded[s.TechnicalID] {
				missing++
			}
		}
		if missing > 0 {
			return fmt.Errorf("%d of %d have not succeeded", missing, len(shoots))
		}
		return nil
	})
}

// ReportedRevisions returns the applied revisions in the status of the Extensions by technical ID of the shoot.
func (e *Environment) ReportedRevisions(ctx context.Context) (map[string]string, error) {
	extensions := &extensionsv1alpha1.ExtensionList{}
	if err := e.SeedClient.List(ctx, extensions); err != nil {
		return nil, err
	}
	revisions := map[string]string{}
	for i := range extensions.Items {
		var status struct {
			Shoot struct {
				AppliedRevision string `json:"appliedRevision"`
			} `json:"shoot"`
		}
		if raw := extensions.Items[i].Status.ProviderStatus; raw != nil && json.Unmarshal(raw.Raw, &status) == nil {
			revisions[extensions.Items[i].Namespace] = status.Shoot.AppliedRevision
		}
	}
	return revisions, nil
}

// HasSucceeded reports whether an operation on the Extension has succeeded at or after the given time.
func HasSucceeded(ex *extensionsv1alpha1.Extension, since time.Time) bool {
	operation := ex.Status.LastOperation
	return operation != nil && operation.State == gardencorev1beta1.LastOperationStateSucceeded &&
		ex.Annotations[v1beta1constants.GardenerOperation] == "" &&
		// The API stores whole seconds.
		!operation.LastUpdateTime.Time.Before(since.Truncate(time.Second))
}
