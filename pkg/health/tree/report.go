// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package tree

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

const (
	// mostFailing limits the objects that are reported with their messages, and mostNamed the objects that a sentence
	// names.
	mostFailing = 3
	mostNamed   = 5
	// mostKinds limits the kinds that are counted.
	mostKinds = 24
)

// countsOf counts objects by kind and phase.
func countsOf(all []judged) []fluxv1alpha1.ObjectCounts {
	var counts []fluxv1alpha1.ObjectCounts
	for _, o := range all {
		i := slices.IndexFunc(counts, func(c fluxv1alpha1.ObjectCounts) bool { return c.Kind == o.Kind })
		if i < 0 && len(counts) == mostKinds {
			continue
		}
		if i < 0 {
			i, counts = len(counts), append(counts, fluxv1alpha1.ObjectCounts{Kind: o.Kind})
		}
		count := &counts[i]
		switch o.phase {
		case phaseReady:
			count.Ready++
		case phaseFailing:
			count.Failing++
		case phaseWaiting:
			count.Waiting++
		case phaseSuspended:
			count.Suspended++
		default:
			count.Progressing++
		}
	}
	slices.SortFunc(counts, func(a, b fluxv1alpha1.ObjectCounts) int { return cmp.Compare(a.Kind, b.Kind) })
	return counts
}

// failingOf describes the first failing objects.
func failingOf(first []*judged) []fluxv1alpha1.FailingObject {
	var failing []fluxv1alpha1.FailingObject
	for _, o := range first[:min(len(first), mostFailing)] {
		reason, message := words(o)
		failing = append(failing, fluxv1alpha1.FailingObject{
			Kind: o.Kind, Namespace: o.Namespace, Name: o.Name, Revision: cmp.Or(o.Attempted, o.Applied, o.Artifact),
			Reason: reason, Message: message, Since: metav1.NewTime(o.since.UTC().Truncate(1e9)),
		})
	}
	return failing
}

// words returns the reason and message of a failing object.
func words(o *judged) (reason, message string) {
	if o.phase == phaseSuspended {
		return "Suspended", "it is suspended, and other objects wait for it"
	}
	return cmp.Or(o.Reason, "Failed"), cmp.Or(o.Message, "it is not ready")
}

// sentence describes the first failing object with its fix, and names some of the other objects.
func sentence(first []*judged, waiting int) string {
	_, message := words(first[0])
	parts := []string{fmt.Sprintf("%s: %s", first[0].ID, strings.TrimRight(message, "."))}
	if fix := fixOf(first[0]); fix != "" {
		parts = append(parts, fix)
	}
	if others := first[1:]; len(others) > 0 {
		parts = append(parts, "Also failing: "+names(others))
	}
	if waiting > 0 {
		parts = append(parts, fmt.Sprintf("%d more waiting", waiting))
	}
	return strings.Join(parts, ". ")
}

func names(objects []*judged) string {
	named := make([]string, 0, len(objects))
	for _, o := range objects {
		named = append(named, o.String())
	}
	return text.List(named, mostNamed)
}

// additionalSourceFix returns the fix for an additional source. It is empty for other objects. The user has to correct
// the configuration, because changes in the shoot are reverted.
func additionalSourceFix(o *judged) string {
	if !o.Delivered || o.Kind == kindKustomization {
		return ""
	}
	entry := fmt.Sprintf("entry %s of additionalSources in ConfigMap %s of the project namespace or in the Shoot's providerConfig", o.Name, fluxv1alpha1.ConfigMapName)
	return map[fluxv1alpha1.Cause]string{
		fluxv1alpha1.CauseAuthentication:     "Correct the project's Secret that secretResourceName names in " + entry + ", or set one. For SSH, register the public key of the Secret at the host, or with deployKey the public key in Secret " + fluxv1alpha1.SourceKeysSecretName,
		fluxv1alpha1.CauseHostKey:            "Correct known_hosts in the project's Secret that secretResourceName names in " + entry + ", or knownHosts of an entry with deployKey",
		fluxv1alpha1.CauseRepositoryNotFound: "Check spec.url in " + entry + ", and the read access of the credentials",
		fluxv1alpha1.CauseRevisionNotFound:   "Check spec.ref in " + entry,
		fluxv1alpha1.CauseConnection:         "Check the address in " + entry + ", and the connection of the shoot's nodes to that host",
	}[causeOf(o)]
}

// fixOf returns the fix for a failing object. It is empty if the object's message is sufficient.
func fixOf(o *judged) string {
	switch {
	case o.phase == phaseSuspended:
		return resume(o)
	case o.isLeft():
		return shardFix
	case o.Apart:
		return chartFix
	case o.Reason == reasonBehind:
		return fmt.Sprintf("Check that the controller of its kind runs in the shoot. To retry at once: flux reconcile %s -n %s %s", command(o.Kind), o.Namespace, o.Name)
	}
	if fix := additionalSourceFix(o); fix != "" {
		return fix
	}
	if causeOf(o) == fluxv1alpha1.CauseApply && strings.Contains(o.Message, "forbidden") {
		return "Grant the missing permission to its ServiceAccount in the shoot"
	}
	return map[fluxv1alpha1.Cause]string{
		fluxv1alpha1.CauseAuthentication:     "Check the Secret of its spec.secretRef in the shoot, and the permissions of the credentials",
		fluxv1alpha1.CauseHostKey:            "Check known_hosts in the Secret of its spec.secretRef in the shoot",
		fluxv1alpha1.CauseRepositoryNotFound: "Check its spec.url, and the read access of its credentials",
		fluxv1alpha1.CauseRevisionNotFound:   "Check its name, and its version or revision",
		fluxv1alpha1.CauseConnection:         "Check its spec.url, and the connection of the shoot's nodes to that host",
		fluxv1alpha1.CauseBuild:              "Correct the source; Flux applies the next revision automatically",
		fluxv1alpha1.CauseVariable:           "Set the variable in its spec.postBuild",
		fluxv1alpha1.CauseDecryption:         "Check the keys in the Secret of its spec.decryption in the shoot",
		fluxv1alpha1.CauseRelease:            "Check the values and the chart; 'helm history' in the shoot shows the release",
		fluxv1alpha1.CauseApply:              "Correct the object in the source",
	}[causeOf(o)]
}

// resume returns the command to resume an object.
func resume(o *judged) string {
	return fmt.Sprintf("Resume it: flux resume %s -n %s %s", command(o.Kind), o.Namespace, o.Name)
}

// command returns the name of a kind in the flux CLI.
func command(kind string) string {
	name := map[string]string{
		"GitRepository": "source git", kindOCIRepository: "source oci", "Bucket": "source bucket", kindHelmRepository: "source helm", kindHelmChart: "source chart",
	}[kind]
	return cmp.Or(name, strings.ToLower(kind))
}
