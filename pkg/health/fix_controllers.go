// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
)

// outOfMemory is the kubelet's reason for a container that has used more memory than its limit.
const outOfMemory = "OOMKilled"

func crashFix(c observe.Container) string {
	if c.Ended == outOfMemory {
		return "It has used more memory than its limit: raise limits.memory of the component in flux.resources " + inConfiguration
	}
	return "Check the log of the container in the shoot, and the nodes' connection to the shoot's API server"
}

// schedulingFix returns what to check of a pod for which there is no node. The scheduler reports a volume together with what keeps other nodes from it.
func schedulingFix(namespace, message string) string {
	if containsAny(strings.ToLower(message), []string{"persistentvolume", "persistent volume", "volume node affinity", "volume limit", "storageclass"}) {
		return fmt.Sprintf("Check flux.storage %s, that the shoot has its StorageClass, or a default one, and the Events of the PersistentVolumeClaims in namespace %s of the shoot", inConfiguration, namespace)
	}
	return "Check flux.nodeSelector, flux.tolerations and flux.resources " + inConfiguration + ", and number, size and taints of the Shoot's nodes"
}

func refusalFix(namespace, refusal string) string {
	switch {
	case strings.Contains(refusal, "exceeded quota"), strings.Contains(refusal, "failed quota"):
		return fmt.Sprintf("Raise the ResourceQuota in namespace %s of the shoot, or lower flux.resources %s", namespace, inConfiguration)
	case strings.Contains(refusal, "violates PodSecurity"):
		return fmt.Sprintf("Flux's pods satisfy the profile restricted, so that something in the shoot changes them: exempt namespace %s from it, or correct the labels pod-security.kubernetes.io of the namespace", namespace)
	case strings.Contains(refusal, "LimitRange"), strings.Contains(refusal, "per Container"), strings.Contains(refusal, "per Pod"):
		return fmt.Sprintf("Correct the LimitRange in namespace %s of the shoot, or flux.resources %s", namespace, inConfiguration)
	}
	return fmt.Sprintf("A policy or a webhook in the shoot refuses the pods of Flux: exempt namespace %s from it", namespace)
}

// statusDenied and statusNotFound match the status of an HTTP response, and not the digits in a digest.
var statusDenied, statusNotFound = regexp.MustCompile(`\b40[13]\b`), regexp.MustCompile(`\b404\b`)

// pullFix returns the setting to check of an image that is not pulled.
func pullFix(c observe.Container, words string) string {
	const settings = "flux.registry " + inConfiguration
	operator := "the operator's image vector overwrite"
	if strings.Contains(c.Image, "@sha256:") {
		operator += ", and images.digests, because the registry must have the image with this very digest"
	}
	lower := strings.ToLower(words)
	switch {
	case c.Waiting == "InvalidImageName":
		return "Correct " + settings + ", or " + operator
	case containsAny(lower, []string{"unauthorized", "authorization failed", "denied", "forbidden", "authentication required", "no basic auth credentials"}), statusDenied.MatchString(lower):
		return "The registry asks for other credentials, or does not have the image: check the Secret that flux.imagePullSecretResourceName names " + inConfiguration + ", and " + settings
	case containsAny(lower, []string{"not found", "manifest unknown", "not known"}), statusNotFound.MatchString(lower):
		return "The registry does not have the image: copy it there, or correct " + settings + ", or " + operator
	case containsAny(lower, append(certificateTexts(), "no such host", "timeout", "refused", "unreachable", "network")):
		return "The shoot's nodes do not reach the registry: check " + settings + ", and the nodes' network, proxy and certificate authorities"
	}
	return "Check " + settings + ", the Secret that flux.imagePullSecretResourceName names, and " + operator
}

// waitsToPull is how the kubelet reports that it waits until it pulls an image again. Newer ones add why.
var waitsToPull = regexp.MustCompile(`^(?:Back-off pulling image "[^"]*"(?:: |$))?(?:ErrImagePull: )?`)

// pullWords are those about the pull, which are the same while it is tried and between two tries; empty if there are none.
func pullWords(message string) string {
	return strings.TrimSpace(waitsToPull.ReplaceAllString(message, ""))
}
