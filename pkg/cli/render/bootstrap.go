// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package render

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/patch"
)

// labelVersion contains the Flux version of an installed object. labelComponent contains the name of its controller.
const (
	labelVersion   = "app.kubernetes.io/version"
	labelComponent = "app.kubernetes.io/component"
)

// bootstrap contains the Deployments and ServiceAccounts of another Flux installation, and its Flux version.
type bootstrap struct {
	objects []*unstructured.Unstructured
	version string
}

// readBootstrap reads the Deployments and ServiceAccounts of another Flux installation, and ignores all other kinds.
func (r *fileReader) readBootstrap(name string) (*bootstrap, error) {
	documents, err := r.documents([]string{name})
	if err != nil {
		return nil, err
	}
	result := &bootstrap{}
	for _, d := range documents {
		if d.Kind == "Kustomization" && strings.HasPrefix(d.APIVersion, "kustomize.config.k8s.io/") {
			return nil, fmt.Errorf("%s is a kustomization.yaml; build it first: kubectl kustomize DIRECTORY | kubectl shoot-flux render --from-bootstrap -", d.file)
		}
		if d.Kind != string(fluxv1alpha1.PatchKindDeployment) && d.Kind != string(fluxv1alpha1.PatchKindServiceAccount) {
			continue
		}
		object := &unstructured.Unstructured{}
		if err := object.UnmarshalJSON(d.content); err != nil {
			return nil, fmt.Errorf("%s: %s", d.file, withoutValues(err))
		}
		result.objects = append(result.objects, object)
		if version := object.GetLabels()[labelVersion]; d.Kind == string(fluxv1alpha1.PatchKindDeployment) && object.GetName() == string(fluxv1alpha1.ComponentKustomize) {
			result.version = version
		}
	}
	if !slices.ContainsFunc(result.objects, func(object *unstructured.Unstructured) bool {
		return object.GetName() == string(fluxv1alpha1.ComponentKustomize)
	}) {
		return nil, fmt.Errorf("%s has no Deployment %s, which every Flux installation has; give gotk-components.yaml, or the Deployments and ServiceAccounts of a shoot", name, fluxv1alpha1.ComponentKustomize)
	}
	return result, nil
}

// shards returns the shards that have a controller.
func (b *bootstrap) shards() []string {
	var shards []string
	for _, object := range b.objects {
		if shard := shardOf(object); shard != "" && !slices.Contains(shards, shard) {
			shards = append(shards, shard)
		}
	}
	slices.Sort(shards)
	return shards
}

// shardOf returns the shard of a controller's Deployment. It returns an empty string for all other objects.
func shardOf(object *unstructured.Unstructured) string {
	of, shard, is := fluxv1alpha1.ShardedController(object.GetName())
	if !is || object.GetKind() != string(fluxv1alpha1.PatchKindDeployment) || object.GetLabels()[labelComponent] != string(of) {
		return ""
	}
	return shard
}

// fromBootstrap writes a FluxConfig with patches that preserve the settings of another Flux installation. It prints a
// note for each setting that patches cannot preserve.
func (o *renderOptions) fromBootstrap(ctx context.Context, stdin io.Reader, out, notes io.Writer) error {
	reader := &fileReader{stdin: stdin}
	found, err := reader.readBootstrap(o.bootstrap)
	if err != nil {
		return err
	}
	version, delivered, err := o.deliveredFor(ctx, reader, found, notes)
	if err != nil {
		return err
	}
	var patches []fluxv1alpha1.Patch
	for _, object := range found.objects {
		if shard := shardOf(object); shard != "" {
			fmt.Fprintf(notes, "Note: %s %s is a controller of shard %s; with flux.sharding, it gets the same patches as the controller without a shard, and no others\n", object.GetKind(), object.GetName(), shard)
			continue
		}
		i := slices.IndexFunc(delivered, func(other *unstructured.Unstructured) bool {
			return other.GetKind() == object.GetKind() && other.GetName() == object.GetName()
		})
		if i < 0 {
			continue
		}
		own, lost, err := patch.Keep(version, delivered[i], object)
		if err != nil {
			return fmt.Errorf("%s %s: %w", object.GetKind(), object.GetName(), err)
		}
		for _, text := range lost {
			fmt.Fprintf(notes, "Note: not kept: %s %s: %s\n", object.GetKind(), object.GetName(), text)
		}
		patches = append(patches, own...)
	}
	settings := map[string]any{}
	if len(patches) > 0 {
		settings["patches"] = patches
	} else {
		fmt.Fprintln(notes, "Note: no patch is needed")
	}
	if shards := found.shards(); len(shards) > 0 {
		settings["sharding"] = fluxv1alpha1.Sharding{Shards: shards}
	}
	config, err := yaml.Marshal(map[string]any{"apiVersion": fluxv1alpha1.SchemeGroupVersion.String(), "kind": "FluxConfig", "flux": settings})
	if err != nil {
		return err
	}
	_, err = out.Write(config)
	return err
}

// deliveredFor returns the Flux version and the objects that the extension would deliver in place of another Flux
// installation. It renders the files of -f. Without -f, it renders the version of the other installation.
func (o *renderOptions) deliveredFor(ctx context.Context, reader *fileReader, found *bootstrap, notes io.Writer) (string, []*unstructured.Unstructured, error) {
	if len(o.files) > 0 {
		result, err := o.preview(ctx, reader, o.files, o.version)
		if err != nil {
			return "", nil, err
		}
		if len(result.manifests) == 0 {
			return "", nil, errors.New("--from-bootstrap needs a Shoot in the files of -f, or no -f")
		}
		var delivered []*unstructured.Unstructured
		for _, m := range result.manifests {
			delivered = append(delivered, m.objects...)
		}
		return result.effective.Version, delivered, nil
	}
	landscape, err := o.operator.Read(nil, cmp.Or(o.version, found.version))
	if err != nil && o.version == "" {
		fmt.Fprintf(notes, "Note: Flux %s of the bootstrap is not carried; it is compared with the default version\n", found.version)
		landscape, err = o.operator.Read(nil, "")
	}
	if err != nil {
		return "", nil, err
	}
	effective, err := landscape.Default(ctx)
	if err != nil {
		return "", nil, err
	}
	effective.Components = flux.NewCatalog(landscape.Library).Components(effective.Version)
	effective.Flux.Sharding = &fluxv1alpha1.Sharding{Shards: found.shards()}
	bundle, err := flux.NewRenderer(landscape.Library, landscape.Images).Render(flux.Input{Effective: effective})
	if err != nil {
		return "", nil, err
	}
	delivered, err := flux.DecodeManifests(bundle.Controllers)
	return effective.Version, delivered, err
}
