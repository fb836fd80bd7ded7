// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package render

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/operator"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/ordered"
)

// member is a Shoot of a set of files.
type member struct {
	shoot *gardencorev1beta1.Shoot
	// extension is true if the Shoot is derived from an Extension.
	extension bool
	file      string
}

// Fleet contains Shoots of a project, its flux-config, and the objects that they reference.
type Fleet struct {
	inputs *inputs
	// Skipped contains the reason for each Shoot that gets no Flux.
	Skipped []string
}

// ReadFleet reads the files of flag -f, which may contain any number of Shoots. All must belong to the project of
// flux-config.
func ReadFleet(stdin io.Reader, names []string) (*Fleet, error) {
	in := newInputs()
	in.several = true
	if err := (&fileReader{stdin: stdin}).readInto(in, names); err != nil {
		return nil, err
	}
	if len(in.members) == 0 {
		return nil, fmt.Errorf("found no %s in %s", kindShoot, strings.Join(names, ", "))
	}
	fleet := &Fleet{inputs: in}
	members := in.members
	in.members = nil
	for _, m := range members {
		if err := fleet.add(m); err != nil {
			return nil, err
		}
	}
	return fleet, nil
}

// NewFleet returns the Shoots of a project in the garden. project may be nil.
func NewFleet(project *corev1.ConfigMap, shoots []*gardencorev1beta1.Shoot, configMaps []*corev1.ConfigMap) *Fleet {
	fleet := &Fleet{inputs: newInputs()}
	fleet.inputs.project, fleet.inputs.several = project, true
	for _, configMap := range configMaps {
		fleet.inputs.configMaps[types.NamespacedName{Namespace: configMap.Namespace, Name: configMap.Name}] = configMap
	}
	for _, shoot := range shoots {
		m := member{shoot: shoot}
		if err := fleet.of(m).withoutFlux(); err != nil {
			fleet.Skipped = append(fleet.Skipped, err.Error())
			continue
		}
		fleet.inputs.members = append(fleet.inputs.members, m)
	}
	return fleet
}

func (f *Fleet) add(m member) error {
	own := f.of(m)
	own.members = []member{m}
	if err := own.join(); err != nil {
		if own.withoutFlux() == nil {
			return err
		}
		f.Skipped = append(f.Skipped, err.Error())
		return nil
	}
	f.inputs.members = append(f.inputs.members, m)
	return nil
}

// of returns the inputs for one Shoot.
func (f *Fleet) of(m member) *inputs {
	own := *f.inputs
	own.shoot, own.extension = m.shoot, m.extension
	return &own
}

// Operator returns the ControllerConfiguration in the files, or nil.
func (f *Fleet) Operator() *operator.File { return f.inputs.operator }

// Select removes the Shoots that keep rejects.
func (f *Fleet) Select(keep func(*gardencorev1beta1.Shoot) bool) {
	f.inputs.members = slices.DeleteFunc(f.inputs.members, func(m member) bool { return !keep(m.shoot) })
}

// Len returns the number of Shoots that get Flux.
func (f *Fleet) Len() int { return len(f.inputs.members) }

// Sync contains the objects and variables that the extension would deliver to a Shoot to sync its source.
type Sync struct {
	// Shoot is the namespace and name of the Shoot.
	Shoot types.NamespacedName
	// Effective is the effective configuration.
	Effective *resolved.Configuration
	// Info contains the shoot info variables with a known value. Unknown contains the names of the others.
	Info    fluxv1alpha1.ShootInfo
	Unknown []string
	// Copies contains the copied Secrets and ConfigMaps.
	Copies []Copied
	// Gates contains the feature gates that patches set, by controller.
	Gates map[fluxv1alpha1.Component]map[string]bool
	// Protected contains the delivered objects with annotations for kustomize-controller, without their content.
	Protected []*unstructured.Unstructured
}

// Copied is a copy of a Secret or ConfigMap of the project in a Shoot.
type Copied struct {
	resolved.Copy
	// Data contains the values. It is nil if no file contains the object.
	Data map[string]string
}

// Sync resolves the configuration of the Shoot with the given index like the controllers. The error contains all
// configuration errors.
func (f *Fleet) Sync(ctx context.Context, i int, landscape operator.Landscape, gardenIdentity string) (*Sync, error) {
	in := f.of(f.inputs.members[i])
	result := &preview{inputs: in}
	complete := (&previewer{landscape: landscape, gardenIdentity: gardenIdentity}).shootInfo(result, landscape.Resolver.LabelPrefixes())
	shoot := configuration.ShootFrom(in.shoot, complete)
	shoot.Provisional = true
	sync := &Sync{Shoot: types.NamespacedName{Namespace: in.shoot.Namespace, Name: in.shoot.Name}, Info: maps.Clone(complete)}
	for name, value := range ordered.Map(complete) {
		if value == configuration.Placeholder {
			sync.Unknown = append(sync.Unknown, name)
			delete(sync.Info, name)
		}
	}
	effective, mistakes, err := landscape.Resolver.Resolve(ctx, projectOf(in), shoot)
	if err != nil {
		return sync, err
	}
	if len(mistakes) > 0 {
		return sync, errors.New(mistakes.Lines())
	}
	sync.Effective, result.effective = effective, effective
	if sync.Gates, err = landscape.Catalog.FeatureGates(effective); err != nil {
		return sync, err
	}
	stage := flux.StageManaged
	if effective.IsOnce() {
		stage = flux.StageBootstrap
	}
	if sync.Protected, err = landscape.Library.Protected(effective, stage); err != nil {
		return sync, err
	}
	for _, wanted := range effective.Copies {
		sync.Copies = append(sync.Copies, Copied{Copy: wanted, Data: result.given(wanted.Resource)})
	}
	return sync, nil
}

// given returns the values of a referenced Secret or ConfigMap, or nil if no file contains it.
func (p *preview) given(resource string) map[string]string {
	kind, key := p.reference(resource)
	if configMap, ok := p.inputs.configMaps[key]; ok && kind == kindConfigMap {
		return maps.Clone(flux.ResourceFrom(configMap).Text)
	}
	secret, ok := p.inputs.secrets[key]
	if !ok || kind != kindSecret {
		return nil
	}
	values := map[string]string{}
	for name, value := range secret.Data {
		values[name] = string(value)
	}
	return values
}

// ReferencedConfigMaps returns the names of the ConfigMaps in Shoot.spec.resources.
func (f *Fleet) ReferencedConfigMaps() []types.NamespacedName {
	found := map[types.NamespacedName]bool{}
	for _, m := range f.inputs.members {
		for _, resource := range m.shoot.Spec.Resources {
			if resource.ResourceRef.Kind == kindConfigMap {
				found[types.NamespacedName{Namespace: m.shoot.Namespace, Name: resource.ResourceRef.Name}] = true
			}
		}
	}
	return slices.SortedFunc(maps.Keys(found), func(a, b types.NamespacedName) int { return strings.Compare(a.String(), b.String()) })
}
