// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

const (
	// keyProject is the project whose repository is read with a deploy key.
	keyProject = "three"
	// hostKey is a line of known_hosts. The stand-in of Flux does not check it.
	hostKey = "git.example.com ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl"
	// ruleKeyStays is the name of the rule about changes of a deploy key, and ruleKeyRetired is the name of the rule about
	// the end of a rotation.
	ruleKeyStays   = "deploy-key-stays"
	ruleKeyRetired = "retired-key-is-unused"
	// mostRefused is the time for which a shoot that has woken up may have a retired key, because
	// gardener-resource-manager has not applied the present one yet.
	mostRefused = 10 * time.Minute
)

func keyPromises() map[string]string {
	return map[string]string{
		ruleKeyStays:   "Nothing is rotated, replaced, registered or removed at a host without your request.",
		ruleKeyRetired: "When every Shoot reports the new key, the annotations `previous-…` are removed: Event `DeployKeyRetired`, phase `InUse`.",
	}
}

// rotations returns the operations that people request.
func rotations() []string {
	return []string{fluxv1alpha1.OperationRotateStart, fluxv1alpha1.OperationRotateStart, fluxv1alpha1.OperationRotateComplete, fluxv1alpha1.OperationRotateAbort}
}

// keeps finds changes of a deploy key without a request. c is a change of a Secret in the garden.
func (w *world) keeps(c change) {
	if c.object.GetName() != fluxv1alpha1.DeployKeySecretName || c.before == nil {
		return
	}
	before, now := read[corev1.Secret](c.before.object), read[corev1.Secret](c.object)
	had, has := before.Data[fluxv1alpha1.SecretKeyIdentity], now.Data[fluxv1alpha1.SecretKeyIdentity]
	isRotated := before.Annotations[fluxv1alpha1.AnnotationOperation] == fluxv1alpha1.OperationRotateComplete && bytes.Equal(has, before.Data[fluxv1alpha1.SecretKeyNextIdentity])
	switch {
	case c.kind == watch.Deleted:
		w.violate(ruleKeyStays, fmt.Sprintf("the Secret %s/%s is deleted", now.Namespace, now.Name))
	case !bytes.Equal(had, has) && !isRotated:
		w.violate(ruleKeyStays, fmt.Sprintf("the deploy key in Secret %s/%s is another one, without a rotation", now.Namespace, now.Name))
	}
}

// isAccepted returns whether the Git host lets a shoot read a source. People register the next key when it is prepared, and
// remove the previous one when its annotation is gone.
func (s *shoot) isAccepted(source *unstructured.Unstructured) bool {
	if !strings.HasPrefix(text(source, "spec", "url"), "ssh://") {
		return true
	}
	found, err := s.api.get(s.api.of("", "secrets"), types.NamespacedName{Namespace: source.GetNamespace(), Name: text(source, "spec", "secretRef", "name")})
	if err != nil {
		return false
	}
	key := strings.TrimSpace(string(read[corev1.Secret](found.object).Data[fluxv1alpha1.SecretKeyPublicKey]))
	stored, err := s.world.garden.get(s.world.garden.of("", "secrets"), types.NamespacedName{Namespace: s.namespace, Name: fluxv1alpha1.DeployKeySecretName})
	if err != nil || key == "" {
		return false
	}
	for _, annotation := range []string{fluxv1alpha1.AnnotationPublicKey, fluxv1alpha1.AnnotationNextPublicKey, fluxv1alpha1.AnnotationPreviousPublicKey} {
		if stored.object.GetAnnotations()[annotation] == key {
			s.flux.refused = time.Time{}
			return true
		}
	}
	s.refuse(key)
	return false
}

// refuse finds shoots that cannot read their repository, because the rotation ended while they had the previous key. A
// shoot that was restored from a backup may have it.
func (s *shoot) refuse(key string) {
	f, now := &s.flux, time.Now()
	if f.refused.IsZero() || now.Sub(f.refusedLast) > 3*time.Minute {
		f.refused = now
	}
	f.refusedLast = now
	if isRestored := !s.deeds.lastRestore().IsZero(); !isRestored && now.Sub(f.refused) > mostRefused {
		s.world.violate(ruleKeyRetired, fmt.Sprintf("%s has deploy key %s since %s, which is retired", s.id(), key, f.refused.UTC().Format(time.TimeOnly)))
	}
}

// lastRestore returns when the etcd of the shoot was restored last; zero if it was not.
func (d *deeds) lastRestore() time.Time {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	return d.restoredAt
}
