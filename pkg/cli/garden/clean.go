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

// Limits for shown objects of a Shoot, above the limits of the extension. Members of the project can write these
// entries.
const (
	mostKinds     = 50
	mostFailing   = 10
	mostTreeLines = 100
	mostLabels    = 128
	// deepestTree is the maximum indentation of a line.
	deepestTree = 40
)

// cleanObjects cleans and truncates all texts of the objects for a terminal.
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

// cleanLabels returns the labels, or nil if one is not valid or there are more than the extension reports.
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
