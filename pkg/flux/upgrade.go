// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"fmt"
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// Installed is what a shoot has of Flux that depends on Flux's version.
type Installed struct {
	// Controllers are Flux's controllers.
	Controllers []Controller
	// Kinds are Flux's kinds, by the names of their CustomResourceDefinitions.
	Kinds map[string]StoredKind
	// Applied are the objects of Flux's kinds that Kustomizations apply.
	Applied []AppliedObject
}

// StoredKind is how the shoot stores the objects of a kind.
type StoredKind struct {
	// Storage is the API version in which objects are written.
	Storage string
	// Stored are those in which objects are, or may still be, stored.
	Stored []string
}

// AppliedObject is an object that a Kustomization applies.
type AppliedObject struct {
	schema.GroupVersionKind
	types.NamespacedName
	// By is the Kustomization. The version of the kind is the one that its source had when it was applied last.
	By types.NamespacedName
	// Idle is why the Kustomization may not follow its source; empty if it does.
	Idle Idleness
}

// Idleness is why a Kustomization may not follow its source.
type Idleness string

const (
	// IdleSuspended is that of a suspended one.
	IdleSuspended Idleness = "suspended"
	// IdleNotReady is that of one whose last reconciliation has not succeeded.
	IdleNotReady Idleness = "not ready"
)

// Controller is one of Flux's controllers.
type Controller struct {
	types.NamespacedName
	// Version is the version of Flux that it belongs to, from the label of its Deployment; empty if that has none.
	Version string
}

// Change is everything that the decision on another version depends on.
type Change struct {
	From, To  string
	Installed Installed
	// Foreign says that what is in the shoot may have been installed by others.
	Foreign bool
	// Allowed are the versions that the extension carries and the operator allows, the oldest first.
	Allowed []string
	// Apis returns the kinds that a version has with the wanted components, by the names of their CustomResourceDefinitions.
	Apis func(version string) (map[string]API, error)
}

// Refuse returns why the version must not be delivered, with what to do; nothing if it may be.
func (c Change) Refuse() (field.ErrorList, error) {
	path := versionPath()
	if reason := c.downgrade(); reason != "" {
		return field.ErrorList{field.Invalid(path, c.To, reason)}, nil
	}
	target, err := c.Apis(c.To)
	if err != nil {
		return nil, err
	}
	blocked := c.blocked(c.storage(), target)
	if len(blocked) == 0 {
		return nil, nil
	}
	via, err := c.path()
	if err != nil {
		return nil, err
	}
	fix := "no version that the extension carries has both the old and the new ones; leave out the components of these kinds, or apply the CustomResourceDefinitions of a Flux version that has both to the shoot and run 'flux migrate' against it"
	if len(via) > 0 {
		fix = fmt.Sprintf("set it to %s, and to %s when that runs in the shoot", strings.Join(via, ", then to "), c.To)
	}
	return field.ErrorList{field.Invalid(path, c.To, fmt.Sprintf("the shoot stores objects in API versions that Flux %s does not have any more: %s; %s", c.To, several(blocked), fix))}, nil
}

// downgrade says why the version would be a step back; empty if it is none.
func (c Change) downgrade() string {
	to, err := semver.NewVersion(c.To)
	if err != nil {
		return err.Error()
	}
	for _, controller := range c.Installed.Controllers {
		theirs, err := semver.NewVersion(controller.Version)
		if err != nil && c.Foreign {
			return fmt.Sprintf("Deployment %s in the shoot does not say in its label app.kubernetes.io/version which version of Flux it belongs to; set the label, to exclude that Flux is downgraded", controller)
		}
		if err == nil && theirs.GreaterThan(to) {
			return fmt.Sprintf("Flux %s runs in the shoot (Deployment %s) and is not downgraded; %s", controller.Version, controller, c.atLeast(theirs))
		}
	}
	if from, err := semver.NewVersion(c.From); err == nil && from.GreaterThan(to) {
		return fmt.Sprintf("Flux %s was delivered to the shoot and is not downgraded; %s", c.From, c.atLeast(from))
	}
	return ""
}

// atLeast says how to get a version that is not older.
func (c Change) atLeast(least *semver.Version) string {
	for _, version := range c.Allowed {
		if v, err := semver.NewVersion(version); err == nil && !v.LessThan(least) {
			return "set it to " + version
		}
	}
	return fmt.Sprintf("the versions to choose from are all older (%s): ask the operator of the extension for v%s or newer", strings.Join(c.Allowed, ", "), least)
}

// storage returns the versions in which the shoot stores the kinds, by the names of their CustomResourceDefinitions.
func (c Change) storage() map[string]string {
	storage := map[string]string{}
	for name, kind := range c.Installed.Kinds {
		storage[name] = kind.Storage
	}
	return storage
}

// blocked names the kinds that are stored in a version which the target does not have. No migration helps: an API server stores
// objects in no other.
func (c Change) blocked(storage map[string]string, target map[string]API) []string {
	var blocked []string
	for name, api := range target {
		if stored, there := storage[name]; there && !slices.Contains(api.Versions, stored) {
			blocked = append(blocked, name+" in version "+stored)
		}
	}
	slices.Sort(blocked)
	return blocked
}

// Judge returns the API versions that remain, and what holds the change back; empty if nothing does.
func (c Change) Judge() (remaining map[string][]string, held string, err error) {
	target, err := c.Apis(c.To)
	if err != nil {
		return nil, "", err
	}
	remaining = map[string][]string{}
	for name, api := range target {
		if _, there := c.Installed.Kinds[name]; there {
			remaining[name] = api.Versions
		}
	}
	if c.From == c.To {
		return remaining, "", nil // Components are added, and there is no older version to stay at.
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
			used = append(used, fmt.Sprintf("%s %s as %s, which is to become %s (%s)", object.Kind, object.NamespacedName,
				object.GroupVersion(), api.Group+"/"+c.common(name, api), by))
		}
	}
	if len(used) == 0 {
		return remaining, "", nil
	}
	slices.Sort(used)
	fix := "Change their apiVersion there"
	if idle {
		fix += "; where that is done already, resume the Kustomization that is suspended, or make sure that it becomes ready; one that is not needed any more may be deleted instead"
	}
	return remaining, fmt.Sprintf("Flux%s is not upgraded to %s yet, because what is in the sources of the shoot's Kustomizations would not be applied any more in the API versions that go with it: %s. "+
		"%s; when Flux has applied that, the upgrade goes on with the next reconciliation of the Shoot", Spaced(c.From), c.To, several(used), fix), nil
}

// Newest returns the newest version of Flux that runs; empty if none is known.
func Newest(controllers []Controller) string {
	var version string
	for _, controller := range controllers {
		if version == "" || semverLess(version, controller.Version) {
			version = controller.Version
		}
	}
	return version
}

// Spaced puts a space before a version, if there is one.
func Spaced(version string) string {
	if version == "" {
		return ""
	}
	return " " + version
}

// common returns a version that can be written before and after the change.
func (c Change) common(name string, api API) string {
	if storage := c.Installed.Kinds[name].Storage; slices.Contains(api.Served, storage) {
		return storage
	}
	return api.Storage
}

// several joins the first of many names.
func several(names []string) string {
	if len(names) <= mostObjectsNamed {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s, and %d more", strings.Join(names[:mostObjectsNamed], ", "), len(names)-mostObjectsNamed)
}

// mostObjectsNamed is how many objects a message names.
const mostObjectsNamed = 5

// HeldError is the configuration error of a version that is held back where there is no other version to stay at.
func HeldError(to, held string) field.ErrorList {
	return field.ErrorList{field.Invalid(versionPath(), to, held)}
}

func versionPath() *field.Path { return field.NewPath("flux", "version") }
