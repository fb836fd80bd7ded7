// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package decision

import (
	"fmt"
	"slices"
	"strings"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	appsv1 "k8s.io/api/apps/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/takeover"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// takeover refuses a delivery that would replace the source or root Kustomization in the shoot with different ones,
// because this would prune the applied objects. It also refuses to replace controllers if this would lose some of their
// settings. It checks each surveyed shoot: before the first delivery, before the first source, and before the extension
// manages Flux again. Later changes of the configuration are delivered without this check.
func (d *Decider) takeover(f Facts, t *Target) *Refusal {
	if t.Found == nil || t.Found.IsEmpty() || !t.Phase.installs() {
		return nil
	}
	var differences takeover.Differences
	if t.Effective.Source != nil {
		configured := takeover.Objects{Source: t.Effective.Source.Object, Root: t.Effective.Kustomization.Object}
		found, refusal := f.objects(fluxObject(configured.Source), fluxObject(configured.Root))
		if refusal != nil {
			return refusal
		}
		source, _ := found[0].Object.(*unstructured.Unstructured)
		root, _ := found[1].Object.(*unstructured.Unstructured)
		differences = takeover.Compare(takeover.Objects{Source: source, Root: root}, configured)
	}
	if !t.Base.Flux || t.Base.Bootstrapped {
		controllers, refusal := d.replacedControllers(f, t)
		if refusal != nil {
			return refusal
		}
		differences = differences.And(controllers)
	}
	reason, err := differences.Refuse(t.Effective.AcceptedDifferences)
	if err == nil && reason != "" {
		return refusesAll(t.Effective.TakeoverError(reason))
	}
	return fails(err)
}

// fluxObject identifies an object of Flux's kinds in the shoot.
func fluxObject(object *unstructured.Unstructured) Object {
	return Object{object.GroupVersionKind().GroupKind().WithVersion(""), client.ObjectKeyFromObject(object)}
}

// replacedControllers returns the controllers in the shoot with settings that would be lost, and the controllers of
// shards that are not configured. It skips controllers that the extension has managed without interruption.
func (d *Decider) replacedControllers(f Facts, t *Target) ([]takeover.Controller, *Refusal) {
	effective := t.Effective
	var wanted []Object
	for _, found := range t.Found.Controllers {
		of, _, _ := componentOf(found.Name)
		if found.Namespace == *effective.Flux.Namespace && slices.Contains(effective.Components, of) {
			wanted = append(wanted, Object{appsv1.SchemeGroupVersion.WithKind("Deployment"), found.NamespacedName})
		}
	}
	found, refusal := f.objects(wanted...)
	if refusal != nil {
		return nil, refusal
	}
	var controllers []takeover.Controller
	for _, object := range found {
		deployment, ok := object.Object.(*unstructured.Unstructured)
		if !ok || !t.Base.Bootstrapped && strings.HasSuffix(deployment.GetAnnotations()[resourcesv1alpha1.OriginAnnotation], "/"+fluxv1alpha1.ManagedResourceControllers) {
			continue
		}
		controller := takeover.Controller{Name: deployment.GetName(), UID: deployment.GetUID()}
		if _, shard, sharded := componentOf(controller.Name); sharded && !slices.Contains(effective.Flux.ShardNames(), shard) {
			controller.Shard = shard
			controllers = append(controllers, controller)
			continue
		}
		var err error
		if controller.Lost, err = d.Renderer.Lost(effective, deployment); err != nil {
			return nil, fails(fmt.Errorf("failed to compare Deployment %s of the shoot with the configuration: %w", client.ObjectKeyFromObject(deployment), err))
		}
		if len(controller.Lost) > 0 {
			controllers = append(controllers, controller)
		}
	}
	return controllers, nil
}

// componentOf returns the controller of a Deployment, and the shard if it belongs to one.
func componentOf(deployment string) (component fluxv1alpha1.Component, shard string, sharded bool) {
	if component, shard, sharded = fluxv1alpha1.ShardedController(deployment); !sharded {
		component = fluxv1alpha1.Component(deployment)
	}
	return component, shard, sharded
}

// sourceConflicts refuses additional sources that would replace other sources in the shoot. It reads from the shoot
// only if the names have changed since the last delivery, or if the shoot was surveyed.
func sourceConflicts(f Facts, t *Target) *Refusal {
	names := resolved.SourceNames(t.Effective.AdditionalSources)
	if names == "" || t.Found == nil && names == t.Base.AdditionalSources || !t.Phase.installs() || f.Shoot.Absent {
		return nil
	}
	var wanted []Object
	for _, source := range t.Effective.AdditionalSources {
		wanted = append(wanted, fluxObject(source.Object))
	}
	found, refusal := f.objects(wanted...)
	if refusal != nil {
		return refusal
	}
	var errs field.ErrorList
	for i, source := range t.Effective.AdditionalSources {
		object, ok := found[i].Object.(*unstructured.Unstructured)
		if !ok || found[i].Origin == fluxv1alpha1.ManagedResourceConfig && t.Base.Flux {
			continue
		}
		if reason := takeover.RefuseSource(object, source.Object); reason != "" {
			errs = append(errs, field.Invalid(source.Path.Child("name"), source.Object.GetName(), reason))
		}
	}
	return refusesAll(t.Effective.Locate(errs))
}

// predecessor is a Flux in the shoot that other clients have installed.
type predecessor struct{ toolkit.Survey }

// archived returns the objects of the archived 23technologies extension, which have different names.
func (p predecessor) archived() configuration.Adopted {
	var adopted configuration.Adopted
	source := types.NamespacedName{Namespace: fluxv1alpha1.FluxNamespace, Name: fluxv1alpha1.PredecessorSourceName}
	if i := slices.IndexFunc(p.Sources, func(s toolkit.Source) bool { return s.Kind == sourcev1.GitRepositoryKind && s.NamespacedName == source }); i >= 0 {
		adopted.Source, adopted.Secret = source.String(), p.Sources[i].Secret
	}
	return p.withRoot(adopted, fluxv1alpha1.FluxNamespace+"/"+fluxv1alpha1.PredecessorRootName)
}

// adopt returns the objects that the extension adopts with this configuration, or with a later configuration that has a
// source.
func (p predecessor) adopt(effective *resolved.Configuration, archived configuration.Adopted) configuration.Adopted {
	root := effective.Identity().Root
	if root == "" && archived.Root == "" {
		root = *effective.Flux.Namespace + "/" + fluxv1alpha1.SyncName
	}
	return p.withRoot(archived, root)
}

// These limits apply to the record of a shoot, because users control the content of the shoot. Longer paths are not
// recorded, and the list of Kustomizations is cut.
const (
	longestPath    = 256
	longestForeign = 256
)

func (p predecessor) withRoot(adopted configuration.Adopted, root string) configuration.Adopted {
	for _, k := range p.Kustomizations {
		if k.String() == root && text.EncodedLength(k.Path) <= longestPath && len(k.TargetNamespace) <= longestPath {
			adopted.Root, adopted.Path, adopted.TargetNamespace = root, k.Path, k.TargetNamespace
		}
	}
	return adopted
}

// record returns the last record, updated with the adopted objects and the objects that stay unmanaged.
func (p predecessor) record(previous extensionstatus.State, effective *resolved.Configuration, adopted configuration.Adopted) extensionstatus.State {
	previous.Adopted, previous.Foreign = adopted, p.foreign(effective)
	previous.SourceSuspension, previous.RootSuspension = p.suspension(effective)
	if effective.Source != nil {
		previous.SourceKind = effective.Source.Object.GetKind()
	}
	return previous
}

// suspension returns whether the source and the root Kustomization are suspended in the shoot. The delivery does not
// change this.
func (p predecessor) suspension(effective *resolved.Configuration) (source, root resolved.Suspension) {
	if effective.Source == nil {
		return source, root
	}
	for _, s := range p.Sources {
		if s.Kind == effective.Source.Object.GetKind() && s.String() == effective.Identity().Source {
			source = source.Follow(s.Suspended)
		}
	}
	for _, k := range p.Kustomizations {
		if k.String() == effective.Identity().Root {
			root = root.Follow(k.Suspended)
		}
	}
	return source, root
}

// foreign returns the names of the root Kustomizations in the shoot that are not the configured one.
func (p predecessor) foreign(effective *resolved.Configuration) string {
	var names []string
	for _, k := range p.Kustomizations {
		if name := k.String(); k.IsRoot && name != effective.Identity().Root {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return text.Line(strings.Join(names, ", "), longestForeign)
}

// refuseNamespace returns the configuration errors if Flux already runs in another namespace.
func (p predecessor) refuseNamespace(effective *resolved.Configuration) document.Errors {
	namespace := *effective.Flux.Namespace
	for _, c := range p.Controllers {
		if c.Namespace != namespace {
			return effective.NamespaceError(fmt.Sprintf(
				"Flux already runs in namespace %s of the shoot, and two installations would conflict; set it to %s, or remove that Flux from the shoot first", c.Namespace, c.Namespace))
		}
	}
	return nil
}
