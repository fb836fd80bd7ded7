// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package takeover

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// listed is the maximum number of differences in a message.
const listed = 8

// longestControllers is the maximum length of the text about controllers in a message, in bytes.
const longestControllers = 1280

// Refuse returns why the configuration must not be delivered, with a fix. It returns an empty string if there are no
// differences, or if their checksum equals the accepted one.
func (d Differences) Refuse(accepted string) (string, error) {
	if d.IsEmpty() {
		return "", nil
	}
	checksum, err := d.Checksum()
	if err != nil || accepted == checksum {
		return "", err
	}
	stale := ""
	if accepted != "" {
		stale = "accepts differences that have changed: "
	}
	if len(d.list) == 0 {
		return fmt.Sprintf("%sthe takeover would replace Flux's controllers of the shoot with others without their customizations; add these to the configuration: "+
			"%s. Or, to lose them, set takeover.acceptedDifferences to %s: %s", stale, keepControllers, checksum, d.describeControllers()), nil
	}
	refusal := fmt.Sprintf("%sthe takeover would replace %s of the shoot, and Flux would delete objects that it no longer applies, including volumes. "+
		"Add the shoot's settings to the configuration, or, to replace them anyway, set takeover.acceptedDifferences to %s: %s", stale, d.objects(), checksum, describe(d.list))
	if len(d.controllers) > 0 {
		refusal += fmt.Sprintf("; and the controllers would lose their customizations, %s: %s", keepControllers, d.describeControllers())
	}
	return refusal, nil
}

// keepControllers describes the command that prints the configuration for customized controllers.
const keepControllers = "'kubectl shoot-flux render --from-bootstrap' prints the patches and shards that keep it, and notes which fields do"

// describeControllers describes the customizations that controllers would lose, and the shards that are not configured.
func (d Differences) describeControllers() string {
	var texts []string
	if shards := d.shards(); len(shards) > 0 {
		texts = append(texts, fmt.Sprintf("flux.sharding.shards does not name %s, whose controllers would go on unmanaged", text.List(shards, listed)))
	}
	for _, controller := range d.controllers {
		var names []string
		for _, name := range controller.Lost {
			names = append(names, text.Line(name, longestShown))
		}
		if len(names) > 0 {
			texts = append(texts, fmt.Sprintf("%s has %s", text.Line(controller.Name, longestShown), text.List(names, listed)))
		}
	}
	return text.Line(strings.Join(texts, "; "), longestControllers)
}

// shards returns the sorted names of the shards that have controllers but are not configured.
func (d Differences) shards() []string {
	var shards []string
	for _, controller := range d.controllers {
		if name := text.Line(controller.Shard, longestShown); name != "" && !slices.Contains(shards, name) {
			shards = append(shards, name)
		}
	}
	slices.Sort(shards)
	return shards
}

func (d Differences) objects() string {
	var names []string
	for _, object := range []*unstructured.Unstructured{d.found.Source, d.found.Root} {
		if object != nil {
			names = append(names, object.GetKind()+" "+object.GetNamespace()+"/"+object.GetName())
		}
	}
	return strings.Join(names, " and ")
}

// RefuseSource returns why an additional source must not replace a source in the shoot that the extension has not
// created, with a fix. It returns an empty string if both sources have the same content.
func RefuseSource(found, configured *unstructured.Unstructured) string {
	differences := compare("spec", found, configured)
	if len(differences) == 0 {
		return ""
	}
	return fmt.Sprintf("would replace %s %s/%s of the shoot, which the extension has not created, and Flux would then apply other objects: %s. "+
		"Choose another name for the entry, copy the shoot's spec into its template, or delete the object in the shoot",
		found.GetKind(), found.GetNamespace(), found.GetName(), describe(differences))
}

func describe(list []difference) string {
	var texts []string
	for _, one := range list {
		texts = append(texts, one.describe())
	}
	return text.Join(texts, listed, "; ")
}

func (d difference) describe() string {
	found, configured := "is set", "configured"
	switch {
	case d.Found == nil:
		found = "is not set"
	case d.shownFound != nil:
		found = fmt.Sprintf("is %q", d.shownFound)
	}
	switch {
	case d.Configured == nil:
		configured = "not configured"
	case d.shownConfigured != nil:
		configured = fmt.Sprintf("configured as %q", d.shownConfigured)
	case d.Found != nil:
		configured = "configured differently"
	}
	return fmt.Sprintf("%s %s in the shoot and %s", text.Line(d.Field, longestShown), found, configured)
}
