// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/additionalsource"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/shootinfo"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// shortestClusterIdentity is the length of the shortest identity of a shoot: its technical ID, a UID and the identity of the garden
// (gardener: pkg/gardenlet/operation/botanist/clusteridentity.go).
const shortestClusterIdentity = len("shoot--p--s-") + 36 + len("-g")

// checkLongLabels checks labels whose value has the identity of a shoot while that is not known: it is too long for a label in most gardens, and where it is
// too long in all of them, that is an error. Where it is known, the label is checked as a whole.
func (b *builder) checkLongLabels() {
	if b.shoot != nil && b.shoot.Info[fluxv1alpha1.ShootInfoClusterIdentity] != shootinfo.Placeholder {
		return
	}
	for _, root := range []string{"source", "kustomization"} {
		content, _ := strict.Lookup(b.content, root)
		b.checkLabelsOf(field.NewPath(root, "template"), content)
	}
	entries, _ := b.content[additionalsource.Field].([]any)
	for i, entry := range entries {
		b.checkLabelsOf(field.NewPath(additionalsource.Field).Index(i).Child("template"), entry)
	}
}

func (b *builder) checkLabelsOf(path *field.Path, content any) {
	object, _ := content.(map[string]any)
	for _, fields := range [][]string{{"metadata", "labels"}, {"spec", "commonMetadata", "labels"}} {
		value, _ := strict.Lookup(object, append([]string{"template"}, fields...)...)
		labels, _ := value.(map[string]any)
		for _, key := range slices.Sorted(maps.Keys(labels)) {
			text, _ := labels[key].(string)
			rest := strings.ReplaceAll(text, "${"+fluxv1alpha1.ShootInfoClusterIdentity+"}", "")
			if rest == text {
				continue
			}
			label := path.Child(fields[0], fields[1:]...).Key(key)
			if before, _, hasVariable := strings.Cut(rest, "${"); shortestClusterIdentity+len(before) > validation.LabelValueMaxLength && !hasVariable {
				b.refuse(field.Forbidden(label, fmt.Sprintf("has at least %d characters with the identity of any shoot, and a label at most %d; use another variable, or an annotation",
					shortestClusterIdentity+len(before), validation.LabelValueMaxLength)))
				continue
			}
			b.warnOfVariable(label, fmt.Sprintf("has the identity of the shoot, which has %d characters and more, and a label at most %d: where it is longer, it is a configuration error; use another variable such as %s, or an annotation",
				shortestClusterIdentity, validation.LabelValueMaxLength, fluxv1alpha1.ShootInfoTechnicalID))
		}
	}
}
