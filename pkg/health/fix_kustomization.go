// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"fmt"
	"regexp"
	"strings"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

var (
	missingVariable   = regexp.MustCompile(`variable not set \(strict mode\): "([^"]+)"`)
	missingSubstitute = regexp.MustCompile(`substitute from '(ConfigMap|Secret)/([^']+)' error: .*not found`)
	missingSecret     = regexp.MustCompile(`secrets "([^"]+)" not found`)
	missingNamespace  = regexp.MustCompile(`namespaces "([^"]+)" not found`)
	dependency        = regexp.MustCompile(`dependency '([^']+)'`)
	// terminating matches the errors of an API server for objects in a Namespace, or of a CustomResourceDefinition, that
	// is being deleted.
	terminating = regexp.MustCompile(`unable to create new content in namespace ([a-z0-9.-]+) because it is being terminated|([a-z0-9.-]+) "[^"]*" is forbidden; create not allowed while custom resource definition is terminating`)
	// immutable matches the word "immutable", but not a name that contains it.
	immutable = regexp.MustCompile(`\simmutable(?:[\s:.,;)]|$)`)
	// noString matches API errors about a value in an object or its metadata that is not a string.
	noString  = regexp.MustCompile(`expected string, got &?value|cannot unmarshal (?:bool|number) into Go (?:struct field |value)?[^ ]* ?of type string|must be of type string: "(?:boolean|integer|number|null)"`)
	unhealthy = regexp.MustCompile(`[A-Z][A-Za-z0-9]*/[^ ,'\]]+`)
)

// mostNamed limits the objects that a message names.
const mostNamed = 5

// KustomizationFix returns the fix for a root Kustomization that is not ready. It is empty if Flux's message is
// sufficient.
func KustomizationFix(cause fluxv1alpha1.Cause, message string, o Observation) string {
	return text.Line(o.failure(message).kustomizationFix(cause), longestFix)
}

func (s failure) kustomizationFix(cause fluxv1alpha1.Cause) string {
	root := s.Shoot.Kustomization
	switch cause {
	case fluxv1alpha1.CauseBuild:
		if strings.Contains(s.message, "kustomization path not found") {
			return fmt.Sprintf("The source has no directory %s; correct kustomization.template.spec.path %s, or add the directory", root.Spec.Path, s.where)
		}
		return fmt.Sprintf("Correct the source; Flux applies the next revision automatically. 'flux build kustomization %s --path %s' shows the same error without a push", s.Sync.Root.Name, plainPath(root.Spec.Path))
	case fluxv1alpha1.CauseVariable:
		return s.variableFix()
	case fluxv1alpha1.CauseDecryption:
		return s.decryptionFix()
	case fluxv1alpha1.CauseHealthCheck:
		return healthCheckFix(s.message, root)
	case fluxv1alpha1.CauseDependency:
		return s.dependencyFix()
	case fluxv1alpha1.CauseApply:
		return s.applyFix()
	case fluxv1alpha1.CauseVerification:
		return "The artifact differs from the one that source-controller stored; Flux fetches the artifact again. If this persists, restart source-controller in the shoot"
	}
	return ""
}

// relativePath matches paths that are safe in a shell command.
var relativePath = regexp.MustCompile(`^[A-Za-z0-9._/-]+$`)

func plainPath(path string) string {
	if !relativePath.MatchString(path) {
		return "."
	}
	return path
}

const substitution = "kustomization.template.spec.postBuild"

func (s failure) variableFix() string {
	if missing := missingSubstitute.FindStringSubmatch(s.message); missing != nil {
		return fmt.Sprintf("%s %s/%s of %s.substituteFrom is missing in the shoot; correct the name %s, deliver it with additional%sResources and targetName %s, or set optional: true beside the name",
			missing[1], s.Sync.Root.Namespace, missing[2], substitution, s.where, missing[1], missing[2])
	}
	missing := missingVariable.FindStringSubmatch(s.message)
	if missing == nil {
		return fmt.Sprintf("Check %s %s", substitution, s.where)
	}
	name := missing[1]
	if strings.HasPrefix(name, "SHOOT_INFO_") {
		return fmt.Sprintf("Variable %s is not set. Shoot info variables are in ConfigMap shoot-info; add it to %s.substituteFrom %s, and check the name of the variable; the variable of a label exists only if the Shoot has the label",
			name, substitution, s.where)
	}
	return fmt.Sprintf("Variable %s is not set; set it in %s.substitute, or in a ConfigMap or Secret of substituteFrom, %s; or add a default in the source: ${%s:=default}",
		name, substitution, s.where, name)
}

func (s failure) decryptionFix() string {
	root := s.Shoot.Kustomization
	secret := ""
	if root.Spec.Decryption != nil && root.Spec.Decryption.SecretRef != nil {
		secret = root.Spec.Decryption.SecretRef.Name
	}
	const resource = "decryption.secretResourceName"
	if missing := missingSecret.FindStringSubmatch(s.message); missing != nil {
		return fmt.Sprintf("Secret %s/%s with the decryption key is missing in the shoot; set the project's Secret with the SOPS key in %s %s", s.Sync.Root.Namespace, missing[1], resource, s.where)
	}
	if secret == "" {
		return fmt.Sprintf("The root Kustomization has no decryption key; set the project's Secret with the SOPS key in %s %s", resource, s.where)
	}
	if strings.Contains(s.message, "failed to import '") {
		return fmt.Sprintf("The content of Secret %s/%s of the shoot is not a key; correct the project's Secret that %s names %s; entries with suffix .agekey contain AGE-SECRET-KEY lines, entries with suffix .asc an armored OpenPGP key",
			s.Sync.Root.Namespace, secret, resource, s.where)
	}
	return fmt.Sprintf("No key in Secret %s/%s of the shoot decrypts the file. The Secret is a copy of the project's Secret that %s names %s; only entries with suffix .agekey or .asc count. "+
		"Add the key of a recipient, or encrypt the file for one of the keys (sops updatekeys)", s.Sync.Root.Namespace, secret, resource, s.where)
}

func healthCheckFix(message string, root *kustomizev1.Kustomization) string {
	list := text.Unhealthy(message)
	if list == "" {
		return "Check the objects that the root Kustomization waits for in the shoot: their status and Events show the cause"
	}
	objects := unhealthy.FindAllString(list, -1)
	return fmt.Sprintf("Flux has applied the objects and waited up to %s; check %s in the shoot: status and Events show the cause",
		root.GetTimeout(), text.List(objects, mostNamed))
}

func (s failure) dependencyFix() string {
	if on := dependency.FindStringSubmatch(s.message); on != nil {
		if strings.Contains(s.message, "not found") {
			return fmt.Sprintf("Kustomization %s of dependsOn is missing in the shoot; correct kustomization.template.spec.dependsOn %s, or add the Kustomization", on[1], s.where)
		}
		return fmt.Sprintf("Kustomization %s in dependsOn has to become ready first: its status in the shoot shows the cause", on[1])
	}
	if own := s.Shoot.Kustomization.Spec.SourceRef; own.Name != "" && (own.Name != s.Sync.Source.Name || own.Kind != s.Sync.SourceKind) {
		return fmt.Sprintf("It waits for %s %s in its sourceRef. The status of this source in the shoot shows the cause", own.Kind, own.Name)
	}
	return fmt.Sprintf("It waits for the source. Condition %s shows the cause", fluxv1alpha1.ConditionSourceReady)
}

func (s failure) applyFix() string {
	message, root := s.message, s.Shoot.Kustomization
	again := fmt.Sprintf("'flux reconcile kustomization %s -n %s' retries at once", s.Sync.Root.Name, s.Sync.Root.Namespace)
	switch {
	case containsAny(message, overburdenedTexts):
		if strings.Contains(message, "failed calling webhook") {
			return "A webhook of the shoot does not respond; Flux retries. If this persists, check the workload that serves the webhook"
		}
		return "The shoot's API server does not respond in time; Flux retries"
	case noString.MatchString(message):
		return "A value is a boolean, null or a number, but the API expects a string. If the value comes from a variable, such as the name of a Shoot, write the variable in the source as '${q:=\"}${NAME}${q:=\"}', because Flux drops quotes around " +
			"variables. Otherwise, quote the value"
	case terminating.MatchString(message):
		object := terminating.FindStringSubmatch(message)
		deleted := "namespace " + object[1]
		if object[2] != "" {
			deleted = "crd " + object[2]
		}
		return fmt.Sprintf("A commit may have moved the object to another Kustomization, so that the former one deletes it and Flux creates it again. The source needs no correction: Flux applies the object when the deletion has completed. "+
			"'kubectl describe %s' shows what the deletion waits for; %s", deleted, again)
	case strings.Contains(message, "no matches for kind"):
		return "The shoot does not serve this kind: apply its CustomResourceDefinition before the object, in the same Kustomization or in one of dependsOn, or correct apiVersion and kind in the source"
	case strings.Contains(message, "(Forbidden)"), strings.Contains(message, "is forbidden"):
		account := "kustomize-controller"
		if root.Spec.ServiceAccountName != "" {
			account = root.Spec.ServiceAccountName
		}
		return fmt.Sprintf("A webhook or policy of the shoot refuses the object, or ServiceAccount %s lacks the permission to apply it; correct the object in the source, or the roles of the ServiceAccount in the shoot", account)
	case missingNamespace.MatchString(message):
		return fmt.Sprintf("Namespace %s is missing in the shoot; add it to the source, or correct the namespace of the object. If the source has it, for example because a commit has moved it to another Kustomization, Flux creates it again; %s",
			missingNamespace.FindStringSubmatch(message)[1], again)
	case immutable.MatchString(message):
		return "A field of the object is immutable; set it in the source to its value in the shoot. To replace the object instead, delete it in the shoot, or set annotation kustomize.toolkit.fluxcd.io/force: enabled in the source. A replaced PersistentVolumeClaim loses its data"
	}
	return "The shoot's API server refuses the object; correct it in the source; Flux applies the next revision automatically"
}
