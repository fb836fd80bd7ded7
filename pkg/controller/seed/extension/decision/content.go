// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package decision

import (
	"errors"
	"fmt"
	"slices"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/githosts"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets/keypair"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/content"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
)

// resources refuses invalid content in the project's Secrets and ConfigMaps.
func resources(f Facts, t *Target) *Refusal {
	var missing []string
	for _, name := range t.Effective.ResourceNames() {
		if _, ok := f.Resources[name]; !ok {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		return needs(Need{Resources: missing})
	}
	return refusesAll(t.Effective.Locate(flux.CheckResources(t.Effective, f.contentFor(t.Effective))))
}

// contentFor returns the content of the resources that a configuration references.
func (f Facts) contentFor(effective *resolved.Configuration) map[string]flux.Resource {
	var resources map[string]flux.Resource
	for _, name := range effective.ResourceNames() {
		if resources == nil {
			resources = map[string]flux.Resource{}
		}
		resources[name] = f.Resources[name].Resource
	}
	return resources
}

// keyed sets the credentials of a source that uses the project's deploy key. It refuses a damaged key, and a source
// without known host keys.
func keyed(f Facts, t *Target) *Refusal {
	use, key := t.KeyUse(), f.Keys.Deploy
	switch {
	case use == nil:
		return nil
	case key == nil:
		return needs(Need{DeployKey: githosts.Algorithm(t.Effective.DeployKey.Algorithm, use.URL)})
	case key.Damaged != nil:
		return refuses(key.Damaged)
	}
	var err error
	if t.DeployKey, err = use.credentials(key.DeployKey); err != nil {
		return refusesAll(t.Effective.KnownHostsError(err))
	}
	return nil
}

// credentials returns the credentials of the source. It fails if no host key of the source is known.
func (u KeyUse) credentials(key keypair.DeployKey) (flux.Credentials, error) {
	credentials, err := keypair.NewCredentials(u.URL, u.KnownHosts, key)
	if err != nil && u.Before != "" {
		credentials, err = keypair.NewCredentials(u.URL, u.Before, key)
	}
	return credentials, keypair.ExplainScan(err, u.Scan, key)
}

// sourcesKeyed sets the credentials of additional sources. It omits keys that do not exist yet; their sources are not
// ready until then. If the Secret in the garden has lost a delivered key, it refuses to remove the key from the shoot.
func sourcesKeyed(f Facts, t *Target) *Refusal {
	var names []string
	for _, source := range t.Effective.AdditionalSources {
		if source.DeployKey {
			names = append(names, source.Object.GetName())
		}
	}
	switch keys := f.Keys; {
	case len(names) == 0:
		return nil
	case keys.SourcesDamaged != nil:
		return refuses(keys.SourcesDamaged)
	case keys.Sources == nil:
		return needs(Need{SourceKeys: names})
	}
	for _, key := range f.Keys.sourceKeysOf(t.Effective).All() {
		if key.Fingerprint == "" && f.Seed.Previous.SourceKeys.Of(key.Source) != "" {
			return refuses(fmt.Errorf("the deploy key of additional source %s was removed from Secret %s/%s, but this shoot uses it; restore the key, or wait for the garden controller to generate another one",
				key.Source.Name, f.Seed.Project, fluxv1alpha1.SourceKeysSecretName))
		}
	}
	var errs document.Errors
	t.SourceKeys, errs = keypair.SourceCredentials(t.Effective, f.Keys.Sources)
	return refusesAll(errs)
}

// input returns the input of the renderer.
func (f Facts) input(t *Target) flux.Input {
	in := flux.Input{
		Effective: t.Effective, ShootInfo: f.Seed.Shoot.Info, DeployKey: t.DeployKey, SourceKeys: t.SourceKeys,
		Resources: f.contentFor(t.Effective), ClusterNetworks: f.Seed.Networks, Stage: t.Phase.stage(),
	}
	if t.Phase == PhaseBootstrapped {
		in.KeySecret = extensionstatus.ParseName(t.state().KeySecret)
	}
	return in
}

// sized refuses a configuration that exceeds the maximum size of a delivery.
func sized(f Facts, t *Target) *Refusal {
	return refusesAll(t.Effective.Locate(flux.CheckSize(f.input(t))))
}

// rendered renders the manifests in the order of their delivery. It refuses manifests that exceed the maximum size of a
// Secret in the seed.
func (d *Decider) rendered(f Facts, t *Target) *Refusal {
	t.Input = f.input(t)
	bundle, err := d.Renderer.Render(t.Input)
	if err != nil {
		return fails(err)
	}
	t.Manifests, t.DeliveryID = content.Of(bundle), bundle.Delivery
	if t.OnlyConfig || t.Phase == PhaseReleasing {
		t.Manifests = slices.DeleteFunc(t.Manifests, func(m content.Manifests) bool { return m.Name != fluxv1alpha1.ManagedResourceConfig })
	}
	err = d.CheckSize(t.Manifests)
	if tooLarge, is := errors.AsType[*content.TooLargeError](err); is {
		return refusesAll(t.Effective.Locate(flux.StoredError(t.Input, tooLarge.Size, tooLarge.Limit)))
	}
	return fails(err)
}
