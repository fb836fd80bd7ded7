// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/mod/semver"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Installed describes the Flux in a shoot, as far as it affects changes of the Flux version.
type Installed struct {
	// Controllers lists Flux's controllers.
	Controllers []Controller
	// Kinds contains Flux's kinds by the name of their CustomResourceDefinition.
	Kinds map[string]StoredKind
	// Applied lists the objects of Flux's kinds that Kustomizations apply.
	Applied []AppliedObject
}

// StoredKind describes how the shoot stores the objects of a kind.
type StoredKind struct {
	// Storage is the storage version.
	Storage string
	// Stored lists the API versions that stored objects may have.
	Stored []string
	// Fields lists the objects that have a field in their spec, by the name of the field. It is nil if the storage version
	// is stable, because later Flux versions keep its fields.
	Fields map[string][]types.NamespacedName
}

// AppliedObject is an object that a Kustomization applies, with the API version from the Kustomization's last
// reconciliation.
type AppliedObject struct {
	schema.GroupVersionKind
	types.NamespacedName
	// By is the name of the Kustomization.
	By types.NamespacedName
	// Idle is the reason why the Kustomization may not apply changes of its source. It is empty if the Kustomization
	// applies them.
	Idle Idleness
}

// Idleness is a reason why a Kustomization may not apply changes of its source.
type Idleness string

const (
	// IdleSuspended means that the Kustomization is suspended.
	IdleSuspended Idleness = "suspended"
	// IdleNotReady means that the last reconciliation of the Kustomization failed.
	IdleNotReady Idleness = "not ready"
)

// Controller is a Flux controller in a shoot.
type Controller struct {
	types.NamespacedName
	// Version is the Flux version in the label of the Deployment. It is empty if the Deployment does not have the label.
	Version string
}

// Change is a requested change of the Flux version, with the facts that determine whether it is possible.
type Change struct {
	From, To  string
	Installed Installed
	// Foreign is true if the Flux in the shoot may have been installed without the extension.
	Foreign bool
	// Allowed lists the available versions that the operator allows, oldest first.
	Allowed []string
	// Apis returns the kinds of the configured components in a Flux version, by the name of their
	// CustomResourceDefinition.
	Apis func(version string) (map[string]API, error)
}

// Refuse returns a configuration error with a fix if the version must not be delivered: for a downgrade, and if the new
// version lacks an API version that the shoot uses to store objects.
func (c Change) Refuse() (field.ErrorList, error) {
	path := versionPath()
	if reason := c.downgrade(); reason != "" {
		return field.ErrorList{field.Invalid(path, c.To, reason)}, nil
	}
	target, err := c.Apis(c.To)
	if err != nil {
		return nil, err
	}
	storage := map[string]string{}
	for name, kind := range c.Installed.Kinds {
		storage[name] = kind.Storage
	}
	blocked := c.blocked(storage, target)
	if len(blocked) == 0 {
		return nil, nil
	}
	via, err := c.path(storage, c.between(), target, map[string][]string{})
	if err != nil {
		return nil, err
	}
	fix := "no available version has both the old and the new ones; leave out the components of these kinds, or apply the CustomResourceDefinitions of a Flux version that has both to the shoot and run 'flux migrate' against it"
	if len(via) > 0 {
		fix = fmt.Sprintf("set it to %s, and to %s when that runs in the shoot", strings.Join(via, ", then to "), c.To)
	}
	return field.ErrorList{field.Invalid(path, c.To, fmt.Sprintf("the shoot stores objects in API versions that Flux %s no longer has: %s; %s", c.To, text.List(blocked, mostObjectsNamed), fix))}, nil
}

// downgrade returns why the change is a downgrade or may be one, or an empty string if it is not.
func (c Change) downgrade() string {
	for _, controller := range c.Installed.Controllers {
		version := canonical(controller.Version)
		if version == "" && c.Foreign {
			return fmt.Sprintf("Deployment %s in the shoot does not have its Flux version in the label %s; set the label, so that a downgrade can be excluded", controller, labelVersion)
		}
		if semver.Compare(version, c.To) > 0 {
			return fmt.Sprintf("Flux %s runs in the shoot (Deployment %s) and is not downgraded; %s", controller.Version, controller, c.atLeast(version))
		}
	}
	if from := canonical(c.From); semver.Compare(from, c.To) > 0 {
		return fmt.Sprintf("Flux %s was delivered to the shoot and is not downgraded; %s", c.From, c.atLeast(from))
	}
	return ""
}

// atLeast returns a fix that results in the given version or a newer one.
func (c Change) atLeast(least string) string {
	for _, version := range c.Allowed {
		if semver.Compare(version, least) >= 0 {
			return "set it to " + version
		}
	}
	return fmt.Sprintf("all available versions are older (%s); ask the operator of the extension for %s or newer", strings.Join(c.Allowed, ", "), least)
}

// canonical returns the version with a leading v, or an empty string if it is not a semantic version.
func canonical(version string) string {
	if version = "v" + strings.TrimPrefix(version, "v"); semver.IsValid(version) {
		return version
	}
	return ""
}

// blocked returns the kinds whose storage version is missing in the target. A storage migration would not help, because
// an API server stores objects only in the storage version.
func (c Change) blocked(storage map[string]string, target map[string]API) []string {
	var blocked []string
	for name, api := range target {
		if stored, ok := storage[name]; ok && !slices.Contains(api.Versions, stored) {
			blocked = append(blocked, name+" in version "+stored)
		}
	}
	slices.Sort(blocked)
	return blocked
}

// Judge returns the API versions in the new Flux version for each installed kind, and the reason to hold back the
// change. The reason is empty if the change can be delivered. Judge holds back a change if Kustomizations apply objects
// in API versions that the new version does not serve, and if the shoot has objects with fields that the new version
// would not store.
func (c Change) Judge() (remaining map[string][]string, held string, err error) {
	target, err := c.Apis(c.To)
	if err != nil {
		return nil, "", err
	}
	remaining = map[string][]string{}
	for name, api := range target {
		if _, ok := c.Installed.Kinds[name]; ok {
			remaining[name] = api.Versions
		}
	}
	lost := c.lost(target)
	if c.From == c.To {
		return remaining, lost, nil // Only components change, so there is no older version to keep.
	}
	var used []string
	idle := false
	for _, object := range c.Installed.Applied {
		for name, api := range target {
			if api.GroupKind != object.GroupKind() || slices.Contains(api.Served, object.Version) {
				continue
			}
			by := "Kustomization " + object.By.String()
			if object.Idle != "" {
				by, idle = fmt.Sprintf("%s, which is %s", by, object.Idle), true
			}
			used = append(used, fmt.Sprintf("%s %s as %s, to be changed to %s (%s)", object.Kind, object.NamespacedName,
				object.GroupVersion(), api.Group+"/"+c.common(name, api), by))
		}
	}
	if len(used) == 0 {
		return remaining, lost, nil
	}
	slices.Sort(used)
	fix := "Change their apiVersion in Git"
	if idle {
		fix += "; if that is done, resume the suspended Kustomization, fix the one that is not ready, or delete one that is not needed"
	}
	return remaining, fmt.Sprintf("Flux%s is not upgraded to %s yet, because the sources of the shoot's Kustomizations have objects in API versions that it does not serve: %s. "+
		"%s; after Flux has applied the change, the upgrade continues with the next reconciliation of the Shoot", Spaced(c.From), c.To, text.List(used, mostObjectsNamed), fix), nil
}

// Newest returns the newest version of the controllers, or an empty string if no version is known.
func Newest(controllers []Controller) string {
	var newest string
	for _, controller := range controllers {
		if semver.Compare(canonical(controller.Version), canonical(newest)) > 0 {
			newest = controller.Version
		}
	}
	return newest
}

// Spaced returns the version with a leading space, or an empty string if the version is empty.
func Spaced(version string) string {
	if version == "" {
		return ""
	}
	return " " + version
}

// common returns an API version that both Flux versions serve: the current storage version if the new Flux version
// serves it, and otherwise the new storage version.
func (c Change) common(name string, api API) string {
	if storage := c.Installed.Kinds[name].Storage; slices.Contains(api.Served, storage) {
		return storage
	}
	return api.Storage
}

// mostObjectsNamed is the maximum number of objects that a message names.
const mostObjectsNamed = 5

// HeldError returns a configuration error for a change that is held back in a shoot before its first version is
// delivered.
func HeldError(to, held string) field.ErrorList {
	return field.ErrorList{field.Invalid(versionPath(), to, held)}
}

func versionPath() *field.Path { return field.NewPath("flux", "version") }
