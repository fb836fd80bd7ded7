// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// componentOf returns the optional component of Flux that reconciles a kind. It is empty for other kinds.
func componentOf(kind schema.GroupKind) fluxv1alpha1.Component {
	switch kind {
	case schema.GroupKind{Group: "source.extensions.fluxcd.io", Kind: "ArtifactGenerator"}:
		return fluxv1alpha1.ComponentSourceWatcher
	case schema.GroupKind{Group: "image.toolkit.fluxcd.io", Kind: "ImageUpdateAutomation"}:
		return fluxv1alpha1.ComponentImageAutomation
	}
	switch kind.Group {
	case "image.toolkit.fluxcd.io":
		return fluxv1alpha1.ComponentImageReflector
	case "helm.toolkit.fluxcd.io":
		return fluxv1alpha1.ComponentHelm
	case "notification.toolkit.fluxcd.io":
		return fluxv1alpha1.ComponentNotification
	}
	return ""
}

// unservedKind matches the error of an API client for a kind that is not served.
var unservedKind = regexp.MustCompile(`no matches for kind "([A-Za-z0-9]{1,63})" in version "([^"/]+)/[^"]+"`)

const (
	toComponents = "add it to flux.componentsExtra " + inConfiguration
	// toShoot replaces toComponents if the extension does not manage Flux.
	toShoot = "add it to the Flux in the shoot, which has not been managed since its bootstrap"
)

// ComponentFix returns the fix if an object cannot be applied because the shoot lacks its Flux component or does not
// serve its API version. It is empty for other failures.
func ComponentFix(cause fluxv1alpha1.Cause, message string, o Observation) string {
	if cause != fluxv1alpha1.CauseApply {
		return ""
	}
	for _, unserved := range unservedKind.FindAllStringSubmatch(message, -1) {
		kind := schema.GroupKind{Group: unserved[2], Kind: unserved[1]}
		component := componentOf(kind)
		if component == "" {
			continue
		}
		if !o.Bootstrapped && o.Sync.Delivers(string(component)) {
			return fmt.Sprintf("The shoot has Flux's %s, but does not serve %s in this API version; correct apiVersion in the source, or set flux.version %s to a version that serves it", component, kind.Kind, inConfiguration)
		}
		fix, add := fmt.Sprintf("%s is a kind of Flux's %s, which the shoot does not have", kind.Kind, component), toComponents
		if o.Bootstrapped {
			add = toShoot
		}
		if component == fluxv1alpha1.ComponentImageAutomation {
			add += "; it also needs " + string(fluxv1alpha1.ComponentImageReflector)
		}
		return fix + "; " + add
	}
	return ""
}

// ComponentsInSource describes the effect of Flux's own manifests in the source, as 'flux bootstrap' writes them. It is
// empty if the source contains none, or if Flux manages itself. The inventory of the root Kustomization also lists
// objects that Flux skipped.
func ComponentsInSource(o Observation) string {
	root, sync := o.Shoot.Kustomization, o.Sync
	if o.Bootstrapped || root.Status.Inventory == nil || sync.Components == "" {
		return ""
	}
	var skipped, unmanaged []string
	for _, entry := range root.Status.Inventory.Entries {
		found, ok := observe.ControllerIn(entry.ID)
		switch {
		case !ok || found.Namespace != sync.Namespace:
		case sync.Delivers(found.Name):
			skipped = append(skipped, found.Name)
		default:
			unmanaged = append(unmanaged, found.Name)
		}
	}
	var notes []string
	if len(skipped) > 0 {
		notes = append(notes, fmt.Sprintf("The source contains manifests of Flux itself, as 'flux bootstrap' writes them. The manifests of %s have no effect, because the extension manages these controllers; remove the manifests from the source", controllerNames(skipped)))
	}
	if len(unmanaged) > 0 {
		notes = append(notes, fmt.Sprintf("%s is installed from the source, with version and settings of the source, and is not managed by the extension; %s, or remove it from the source, and delete its leftovers in the shoot", controllerNames(unmanaged), addUnmanaged(unmanaged)))
	}
	return strings.Join(notes, ". ")
}

// addUnmanaged returns the configuration change that makes the extension manage the controllers.
func addUnmanaged(names []string) string {
	if slices.ContainsFunc(names, func(name string) bool { _, _, ofShard := fluxv1alpha1.ShardedController(name); return ofShard }) {
		return "add components to flux.componentsExtra and shards to flux.sharding.shards " + inConfiguration
	}
	return toComponents
}

// mostControllers limits the controllers that a message names. Without shards, Flux has fewer controllers.
const mostControllers = 10

func controllerNames(names []string) string {
	slices.Sort(names)
	return text.List(slices.Compact(names), mostControllers)
}
