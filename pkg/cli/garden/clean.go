// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"strings"

	"k8s.io/apimachinery/pkg/util/validation"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
)

// Bounds of what is shown of the objects of a Shoot: more than the extension reports, because members of the project may have written it.
const (
	mostKinds     = 50
	mostFailing   = 10
	mostTreeLines = 100
	mostLabels    = 128
	// deepestTree is how far a line is indented at most.
	deepestTree = 40
)

// cleanObjects returns objects without what could be more than a word or a sentence in a terminal.
func cleanObjects(objects *fluxv1alpha1.ObservedObjects) *fluxv1alpha1.ObservedObjects {
	if objects == nil {
		return nil
	}
	const word, name, sentence = 128, 256, 2048
	cleaned := &fluxv1alpha1.ObservedObjects{Incomplete: objects.Incomplete}
	for _, count := range objects.Counts[:min(len(objects.Counts), mostKinds)] {
		count.Kind = clean(count.Kind, word)
		cleaned.Counts = append(cleaned.Counts, count)
	}
	for _, failing := range objects.Failing[:min(len(objects.Failing), mostFailing)] {
		failing.Kind, failing.Reason = clean(failing.Kind, word), clean(failing.Reason, word)
		failing.Namespace, failing.Name = clean(failing.Namespace, name), clean(failing.Name, name)
		failing.Revision, failing.Message = clean(failing.Revision, sentence), clean(failing.Message, sentence)
		cleaned.Failing = append(cleaned.Failing, failing)
	}
	for _, line := range objects.Tree[:min(len(objects.Tree), mostTreeLines)] {
		text := strings.TrimLeft(line, " ")
		depth := min(len(line)-len(text), deepestTree)
		cleaned.Tree = append(cleaned.Tree, strings.Repeat(" ", depth)+clean(text, 2*name))
	}
	return cleaned
}

// cleanLabels returns labels without what could be none; nil if there are more than the extension reports.
func cleanLabels(labels map[string]string) map[string]string {
	if labels == nil || len(labels) > mostLabels {
		return nil
	}
	cleaned := make(map[string]string, len(labels))
	for name, value := range labels {
		if len(validation.IsQualifiedName(name))+len(validation.IsValidLabelValue(value)) > 0 {
			return nil
		}
		cleaned[name] = value
	}
	return cleaned
}

func clean(text string, length int) string { return printer.Truncate(printer.OneLine(text), length) }
