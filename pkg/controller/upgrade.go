// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package controller

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"
	extensionscontroller "github.com/gardener/gardener/extensions/pkg/controller"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	reconcilerutils "github.com/gardener/gardener/pkg/controllerutils/reconciler"
	"k8s.io/apimachinery/pkg/util/validation/field"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/configuration"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/toolkit"
)

// mostObjectsNamed is how many objects a message names, because nobody reads more.
const mostObjectsNamed = 5

// upgrade is what the change to another version, or to more of its components, asks for before it can be delivered.
type upgrade struct {
	// from and to are the versions; from is empty if nobody knows.
	from, to string
	// remaining are the API versions that the kinds will have, by the names of their CustomResourceDefinitions.
	remaining map[string][]string
	// held says why the version that was delivered before stays; empty if it does not. If there is none to stay at, heldWhole says why,
	// and nothing is delivered.
	held, heldWhole string
	// shoot is what was looked at; nil if there has never been a shoot to look at.
	shoot *toolkit.Shoot
}

// changesVersion tells whether a shoot that has Flux from the extension is to get another than it was given before. A component
// that comes anew may have been there before, in an older version, and its CustomResourceDefinitions still are.
func changesVersion(delivered configuration.Delivered, effective *configuration.Effective) bool {
	if !delivered.Flux || effective.Mode != fluxv1alpha1.ModeManaged {
		return false
	}
	return delivered.Bootstrapped || delivered.Version != effective.Version ||
		delivered.Components != "" && delivered.Components != effective.ComponentNames()
}

// gatherUpgrade looks what the shoot has of Flux before it gets another version of it. What it must not get is a mistake, and what it
// is not to get yet is a fact, with which the version that it has holds. Older is what finds out what would hold with that.
func (a *Actuator) gatherUpgrade(ctx context.Context, namespace string, cluster *extensionscontroller.Cluster, f *facts, older func(*configuration.Resolver) (*configuration.Effective, configuration.Mistakes)) error {
	if !changesVersion(f.delivered, f.effective) {
		return nil
	}
	f.upgrade = &upgrade{from: f.delivered.Version, to: f.effective.Version}
	var stock *toolkit.Stock
	err := a.ask(ctx, namespace, cluster, f, func(shoot *toolkit.Shoot) error {
		found, err := shoot.Stock(ctx)
		if err != nil {
			return fmt.Errorf("failed to look what Flux stores in the shoot: %w", err)
		}
		f.upgrade.shoot, stock = shoot, &found
		return nil
	})
	if err != nil || stock == nil {
		return err
	}
	if f.upgrade.from == "" || f.delivered.Bootstrapped {
		f.upgrade.from = newest(stock.Controllers)
	}
	change := versionChange{from: f.upgrade.from, to: f.upgrade.to, stock: *stock}
	change.allowed = slices.DeleteFunc(a.Renderer.Versions(), func(version string) bool {
		_, err := a.Resolver.ForFluxVersion(version)
		return err != nil
	})
	change.apis = func(version string) (map[string]flux.API, error) {
		return a.Renderer.APIs(version, f.effective.Components)
	}
	mistake, err := change.refuse()
	if err != nil {
		return err
	}
	if mistake != nil {
		f.mistake = f.effective.Locate(field.ErrorList{mistake})
		return nil
	}
	if f.upgrade.remaining, f.upgrade.held, err = change.judge(); err != nil || f.upgrade.held == "" {
		return err
	}
	a.holdBack(f, older)
	return nil
}

// holdBack has the version hold that was delivered before.
func (a *Actuator) holdBack(f *facts, older func(*configuration.Resolver) (*configuration.Effective, configuration.Mistakes)) {
	resolver, err := a.Resolver.ForFluxVersion(f.upgrade.from)
	if f.upgrade.from == "" || err != nil {
		f.upgrade.heldWhole = "the extension does not carry the version that the shoot has"
		return
	}
	effective, mistakes := older(resolver)
	if len(mistakes) > 0 {
		f.upgrade.heldWhole = "the configuration does not fit the version that the shoot has: " + mistakes.Error()
		return
	}
	effective.Hold(f.delivered)
	f.effective, f.upgrade.remaining = effective, nil
}

// migrate prepares the shoot for the CustomResourceDefinitions of another version. As long as it has not succeeded, nothing is
// delivered, and what was done of it does not have to be done again. The requeue is the outermost error, because the extension library
// recognizes it by a type assertion.
func (a *Actuator) migrate(ctx context.Context, ex *extensionsv1alpha1.Extension, f facts) error {
	if f.upgrade == nil || f.upgrade.shoot == nil || len(f.upgrade.remaining) == 0 {
		return nil
	}
	bounded, cancel := context.WithTimeout(ctx, a.Timeouts.Migration)
	defer cancel()
	migrated, err := f.upgrade.shoot.Migrate(bounded, f.upgrade.remaining)
	if len(migrated) > 0 {
		logf.FromContext(ctx).Info("Flux's objects in the shoot are stored in API versions that remain", "customResourceDefinitions", migrated)
	}
	if err == nil {
		return nil
	}
	err = fmt.Errorf("failed to migrate Flux's objects in the shoot before Flux%s is upgraded to %s; nothing is delivered until they are: %w", spaced(f.upgrade.from), f.upgrade.to, err)
	verdict := health.Verdict{Type: fluxv1alpha1.ConditionConfigured, Status: gardencorev1beta1.ConditionProgressing, Reason: "Migrating", Message: err.Error()}
	if err := a.Conditions.Write(ctx, ex, []health.Verdict{verdict}, fluxv1alpha1.ConditionConfigured); err != nil {
		return err
	}
	return &reconcilerutils.RequeueAfterError{Cause: err, RequeueAfter: a.Timeouts.MigrationRetry}
}

// decideHeld says that the upgrade waits, and what of the configuration is delivered nevertheless.
func decideHeld(u *upgrade, d decision) decision {
	d.verdict.Status, d.verdict.Reason = gardencorev1beta1.ConditionFalse, "UpgradeHeldBack"
	if u.heldWhole != "" {
		d.deliver = nil
		d.verdict.Message = fmt.Sprintf("%s. Until then nothing is delivered, because %s", u.held, u.heldWhole)
		return d
	}
	d.verdict.Message = fmt.Sprintf("%s. Until then everything else is delivered with %s: %s", u.held, u.from, d.verdict.Message)
	return d
}

// versionChange is everything that the decision on another version depends on.
type versionChange struct {
	from, to string
	stock    toolkit.Stock
	// allowed are the versions that the extension carries and the operator allows, the oldest first.
	allowed []string
	// apis returns the kinds that a version brings with the wanted components, by the names of their CustomResourceDefinitions.
	apis func(version string) (map[string]flux.API, error)
}

// refuse returns why the version must not be delivered, with what to do; nil if it may be.
func (c versionChange) refuse() (*field.Error, error) {
	path := field.NewPath("flux", "version")
	if reason := c.downgrade(); reason != "" {
		return field.Invalid(path, c.to, reason), nil
	}
	target, err := c.apis(c.to)
	if err != nil {
		return nil, err
	}
	blocked := c.blocked(c.storage(), target)
	if len(blocked) == 0 {
		return nil, nil
	}
	way, err := c.way()
	if err != nil {
		return nil, err
	}
	remedy := "no version that the extension carries has both the old and the new ones; leave out the components of these kinds, or apply the CustomResourceDefinitions of a Flux version that has both to the shoot and run 'flux migrate' against it"
	if len(way) > 0 {
		remedy = fmt.Sprintf("set it to %s, and to %s when that runs in the shoot", strings.Join(way, ", then to "), c.to)
	}
	return field.Invalid(path, c.to, fmt.Sprintf("the shoot stores objects in API versions that Flux %s does not have any more: %s; %s", c.to, several(blocked), remedy)), nil
}

// downgrade says why the version would be a step back; empty if it is none.
func (c versionChange) downgrade() string {
	to, err := semver.NewVersion(c.to)
	if err != nil {
		return err.Error()
	}
	for _, controller := range c.stock.Controllers {
		if theirs, err := semver.NewVersion(controller.Version); err == nil && theirs.GreaterThan(to) {
			return fmt.Sprintf("Flux %s runs in the shoot (Deployment %s) and is not downgraded; %s", controller.Version, controller, c.atLeast(theirs))
		}
	}
	if from, err := semver.NewVersion(c.from); err == nil && from.GreaterThan(to) {
		return fmt.Sprintf("Flux %s was delivered to the shoot and is not downgraded; %s", c.from, c.atLeast(from))
	}
	return ""
}

// atLeast says how to get a version that is not older.
func (c versionChange) atLeast(least *semver.Version) string {
	for _, version := range c.allowed {
		if v, err := semver.NewVersion(version); err == nil && !v.LessThan(least) {
			return "set it to " + version
		}
	}
	return fmt.Sprintf("the versions to choose from are all older (%s): ask the operator of the extension for v%s or newer", strings.Join(c.allowed, ", "), least)
}

// storage returns the versions in which the shoot stores the kinds, by the names of their CustomResourceDefinitions.
func (c versionChange) storage() map[string]string {
	storage := map[string]string{}
	for name, kind := range c.stock.Kinds {
		storage[name] = kind.Storage
	}
	return storage
}

// blocked names the kinds that are stored in a version which the target does not have. No migration helps: an API server stores
// objects in no other.
func (c versionChange) blocked(storage map[string]string, target map[string]flux.API) []string {
	var blocked []string
	for name, api := range target {
		if stored, there := storage[name]; there && !slices.Contains(api.Versions, stored) {
			blocked = append(blocked, name+" in version "+stored)
		}
	}
	slices.Sort(blocked)
	return blocked
}

// way returns the versions to go through, as few as possible; none if there is no way. Of two ways, it is the one with the older
// versions, which leave more time to change what stands in Git.
func (c versionChange) way() ([]string, error) {
	type place struct {
		way     []string
		storage map[string]string
	}
	between := c.between()
	places := []place{{storage: c.storage()}}
	for len(places) > 0 {
		var next []place
		for _, here := range places {
			for _, version := range between {
				if i := len(here.way); i > 0 && slices.Index(between, version) <= slices.Index(between, here.way[i-1]) {
					continue
				}
				apis, err := c.apis(version)
				if err != nil {
					return nil, err
				}
				if len(c.blocked(here.storage, apis)) > 0 {
					continue
				}
				there := place{way: append(slices.Clone(here.way), version), storage: maps.Clone(here.storage)}
				for name, api := range apis {
					there.storage[name] = api.Storage
				}
				target, err := c.apis(c.to)
				if err != nil {
					return nil, err
				}
				if len(c.blocked(there.storage, target)) == 0 {
					return there.way, nil
				}
				next = append(next, there)
			}
		}
		places = next
	}
	return nil, nil
}

// between are the versions on the way to the wanted one that are not a step back. The one that was delivered last may not have arrived.
func (c versionChange) between() []string {
	var between []string
	for _, version := range c.allowed {
		on := c
		on.to = version
		if on.downgrade() == "" && semverLess(version, c.to) {
			between = append(between, version)
		}
	}
	return between
}

func semverLess(a, b string) bool {
	one, err := semver.NewVersion(a)
	if err != nil {
		return false
	}
	other, err := semver.NewVersion(b)
	return err == nil && one.LessThan(other)
}

// judge returns the API versions that remain, and what holds the change back; empty if nothing does.
func (c versionChange) judge() (remaining map[string][]string, held string, err error) {
	target, err := c.apis(c.to)
	if err != nil {
		return nil, "", err
	}
	remaining = map[string][]string{}
	for name, api := range target {
		if _, there := c.stock.Kinds[name]; there {
			remaining[name] = api.Versions
		}
	}
	if c.from == c.to {
		return remaining, "", nil // Components come anew, and there is no older version to stay at.
	}
	var used []string
	for _, object := range c.stock.Applied {
		for name, api := range target {
			if api.GroupKind != object.GroupKind() || slices.Contains(api.Served, object.Version) {
				continue
			}
			used = append(used, fmt.Sprintf("%s %s as %s, which is to become %s (Kustomization %s)", object.Kind, object.NamespacedName,
				object.GroupVersion(), api.Group+"/"+c.common(name, api), object.By))
		}
	}
	if len(used) == 0 {
		return remaining, "", nil
	}
	slices.Sort(used)
	return remaining, fmt.Sprintf("flux.version: Flux%s is not upgraded to %s yet, because what stands in the sources of the shoot's Kustomizations would not be applied any more in the API versions that go with it: %s. "+
		"Change their apiVersion there; when Flux has applied that, the upgrade goes on with the next reconciliation of the Shoot", spaced(c.from), c.to, several(used)), nil
}

// newest returns the newest version of Flux that runs; empty if nobody knows.
func newest(controllers []toolkit.Controller) string {
	var version string
	for _, controller := range controllers {
		if version == "" || semverLess(version, controller.Version) {
			version = controller.Version
		}
	}
	return version
}

// spaced puts a space before a version, if there is one.
func spaced(version string) string {
	if version == "" {
		return ""
	}
	return " " + version
}

// common returns a version that can be written before and after the change.
func (c versionChange) common(name string, api flux.API) string {
	if storage := c.stock.Kinds[name].Storage; slices.Contains(api.Served, storage) {
		return storage
	}
	return api.Storage
}

// several names the first of many.
func several(names []string) string {
	if len(names) <= mostObjectsNamed {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s, and %d more", strings.Join(names[:mostObjectsNamed], ", "), len(names)-mostObjectsNamed)
}
