// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	extensionscontroller "github.com/gardener/gardener/extensions/pkg/controller"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/controller-runtime/pkg/client"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/toolkit"
)

// gatherPredecessor looks what there is of Flux in a shoot to which nothing was delivered yet. Without a look, nothing is
// delivered: it might take the place of something.
func (a *Actuator) gatherPredecessor(ctx context.Context, namespace string, cluster *extensionscontroller.Cluster, f *facts) error {
	if f.delivered.Flux {
		return nil
	}
	return a.look(ctx, namespace, cluster, f)
}

// look looks what there is of Flux in a shoot.
func (a *Actuator) look(ctx context.Context, namespace string, cluster *extensionscontroller.Cluster, f *facts) error {
	return a.ask(ctx, namespace, cluster, f, func(shoot *toolkit.Shoot) error {
		survey, err := shoot.Survey(ctx)
		if err != nil {
			return fmt.Errorf("failed to look for an earlier Flux in the shoot: %w", err)
		}
		f.shoot, f.survey = shoot, &survey
		return nil
	})
}

// ask asks a shoot for something, if there is a shoot. It is a fact if one does not answer because it is hibernated.
func (a *Actuator) ask(ctx context.Context, namespace string, cluster *extensionscontroller.Cluster, f *facts, question func(*toolkit.Shoot) error) error {
	shoot, err := a.Shoots.Connect(ctx, namespace)
	if apierrors.IsNotFound(err) && !f.delivered.Flux {
		return nil // Where gardenlet has not even made a kubeconfig, there has never been an API server.
	}
	if err == nil {
		err = question(shoot)
	}
	switch {
	case err != nil && extensionscontroller.IsHibernationEnabled(cluster):
		logf.FromContext(ctx).Info("Nothing is delivered to a hibernated shoot that cannot be looked at", "reason", err.Error())
		f.asleep = true
		return nil
	default:
		return err
	}
}

// predecessor is what the survey tells about those that have brought Flux into the shoot before.
type predecessor struct{ toolkit.Survey }

// archived returns what the archived 23technologies extension has left under names of its own.
func (p predecessor) archived() configuration.Adopted {
	var adopted configuration.Adopted
	source := types.NamespacedName{Namespace: fluxv1alpha1.FluxNamespace, Name: fluxv1alpha1.PredecessorSourceName}
	if i := slices.IndexFunc(p.Sources, func(s toolkit.Source) bool { return s.Kind == sourcev1.GitRepositoryKind && s.NamespacedName == source }); i >= 0 {
		adopted.Source, adopted.Secret = source.String(), p.Sources[i].Secret
	}
	return p.withRoot(adopted, fluxv1alpha1.FluxNamespace+"/"+fluxv1alpha1.PredecessorRootName)
}

// adopt returns what goes on under the control of the extension with this configuration, or with one that names a source later.
func (p predecessor) adopt(effective *configuration.Effective, archived configuration.Adopted) configuration.Adopted {
	root := effective.Identity().Root
	if root == "" && archived.Root == "" {
		root = *effective.Flux.Namespace + "/" + fluxv1alpha1.SyncName
	}
	return p.withRoot(archived, root)
}

func (p predecessor) withRoot(adopted configuration.Adopted, root string) configuration.Adopted {
	for _, k := range p.Kustomizations {
		if k.String() == root {
			adopted.Root, adopted.Path, adopted.TargetNamespace = root, k.Path, k.TargetNamespace
		}
	}
	return adopted
}

// suspension returns whether somebody has suspended the source and the root Kustomization of the configuration: they stay so.
func (p predecessor) suspension(effective *configuration.Effective) (source, root configuration.Suspension) {
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

// foreign names the root Kustomizations beside that of the configuration.
func (p predecessor) foreign(effective *configuration.Effective) string {
	var names []string
	for _, k := range p.Kustomizations {
		if name := k.String(); k.IsRoot && name != effective.Identity().Root {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// refuseNamespace returns why Flux cannot be where the configuration says.
func (p predecessor) refuseNamespace(effective *configuration.Effective) configuration.Mistakes {
	namespace := *effective.Flux.Namespace
	for _, c := range p.Controllers {
		if c.Namespace != namespace {
			return effective.NamespaceMistake(fmt.Sprintf(
				"Flux runs in namespace %s of the shoot already, and two would fight over the same objects; set it to %s, or take that Flux out of the shoot first", c.Namespace, c.Namespace))
		}
	}
	return nil
}

// resolve finds out what holds for the shoot, together with what was found in it.
//
// A shoot that had Flux from the extension and no source is looked at once more before it gets one: meanwhile somebody
// may have given it a source and a root Kustomization by hand, or with 'flux bootstrap', which have the same names.
func (a *Actuator) resolve(ctx context.Context, cluster *extensionscontroller.Cluster, project *configuration.ConfigMap, shoot *configuration.Shoot, f *facts) (*configuration.Effective, configuration.Mistakes, error) {
	shoot.Adopted = f.delivered.Adopted
	if f.survey == nil {
		effective, mistakes := a.resolveAnyVersion(project, shoot, f)
		if len(mistakes) > 0 || !needsLook(f.delivered, effective) {
			return effective, mistakes, nil
		}
		if err := a.look(ctx, cluster.ObjectMeta.Name, cluster, f); err != nil || f.survey == nil {
			return effective, nil, err
		}
	}
	found := predecessor{*f.survey}
	shoot.Adopted = found.archived()
	effective, mistakes := a.resolveAnyVersion(project, shoot, f)
	if len(mistakes) == 0 {
		// What is adopted of a root can be told only now that its name is known.
		shoot.Adopted = found.adopt(effective, shoot.Adopted)
		effective, mistakes = a.resolveAnyVersion(project, shoot, f)
	}
	if len(mistakes) > 0 {
		return nil, mistakes, nil
	}
	f.delivered.Adopted, f.delivered.Foreign = shoot.Adopted, found.foreign(effective)
	f.delivered.SourceSuspension, f.delivered.RootSuspension = found.suspension(effective)
	if effective.Source != nil {
		f.delivered.SourceKind = effective.Source.Object.GetKind()
	}
	if f.delivered.Flux && !f.delivered.Bootstrapped {
		return effective, nil, nil // The Flux that is there is the extension's.
	}
	return effective, found.refuseNamespace(effective), nil
}

// gatherCredentials makes it a mistake if the deploy key would take the place of other credentials, which may be nowhere else.
// Where the extension has written the Secret before, they are those of the project.
func (a *Actuator) gatherCredentials(ctx context.Context, namespace string, cluster *extensionscontroller.Cluster, f *facts) error {
	source := f.effective.Source
	if source == nil || !source.DeployKey || f.delivered.DeployKey || f.keyUse() == nil {
		return nil
	}
	if f.shoot == nil && f.delivered.Flux {
		if err := a.look(ctx, namespace, cluster, f); err != nil {
			return err
		}
	}
	if f.shoot == nil {
		return nil
	}
	name, _, _ := unstructured.NestedString(source.Object.Object, "spec", "secretRef", "name")
	key := types.NamespacedName{Namespace: source.Object.GetNamespace(), Name: name}
	secret := &corev1.Secret{}
	found, origin, err := f.shoot.Find(ctx, key, secret)
	if err != nil || !found || origin == fluxv1alpha1.ManagedResourceConfig && f.delivered.Flux {
		return err
	}
	if identity := secret.Data[fluxv1alpha1.SecretKeyIdentity]; !bytes.Equal(bytes.TrimSpace(identity), bytes.TrimSpace([]byte(f.credentials.Identity))) {
		f.mistake = f.effective.Locate(field.ErrorList{field.Required(field.NewPath("source", "template", "spec", "secretRef"), fmt.Sprintf(
			"Secret %s of the shoot holds other credentials than the project's deploy key; set source.template.spec.secretRef.name to %s to go on with them, or remove the Secret from the shoot to use the deploy key", key, name))})
	}
	return nil
}

// takeOver prepares the shoot and the seed for the first delivery, and for the first of a source. It can be repeated until what is
// delivered is noted.
func (a *Actuator) takeOver(ctx context.Context, namespace string, f facts) error {
	if f.phase != phaseBootstrapped && f.shoot != nil && f.survey != nil && len(f.survey.Kustomizations) > 0 {
		var named []client.Object
		if f.effective.Source != nil {
			named = []client.Object{f.effective.Source.Object, f.effective.Kustomization.Object}
		}
		if err := f.shoot.Protect(ctx, named...); err != nil {
			return err
		}
	}
	if f.delivered.Flux {
		return nil
	}
	left := []string{fluxv1alpha1.PredecessorManagedResourceConfig, fluxv1alpha1.PredecessorManagedResourceInstall}
	if f.survey == nil || f.survey.IsEmpty() {
		// What that extension has delivered would be in the shoot.
		return a.Deliverer.ReleaseKnown(ctx, namespace, left...)
	}
	return a.Deliverer.ReleaseNamed(ctx, namespace, left...)
}
