// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"cmp"
	"fmt"
	"strings"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"golang.org/x/crypto/ssh"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/deploykey"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// DeployKeyObservation describes the deploy key of a shoot's source. It contains no private key.
type DeployKeyObservation struct {
	// Project is the project namespace.
	Project string
	// Source is the additional source that uses the key. It is empty for the main source.
	Source string
	// Annotations are the annotations of the Secret with the key in the garden.
	Annotations map[string]string
	// PublicKey is the public key in the shoot. It is empty if the shoot has none.
	PublicKey string
}

// JudgeDeployKey returns the condition for the project's deploy key.
func JudgeDeployKey(o DeployKeyObservation) Verdict {
	verdict := judgeRotation(o)
	ok, note := RegistrationNote(o.Annotations)
	if note != "" {
		verdict.Message += ". " + bounded(note)
	}
	if !ok && verdict.Status != gardencorev1beta1.ConditionFalse {
		verdict.Status, verdict.Reason = gardencorev1beta1.ConditionFalse, "RegistrationFailed"
	}
	return verdict
}

func judgeRotation(o DeployKeyObservation) Verdict {
	verdict := Verdict{Type: fluxv1alpha1.ConditionDeployKey}
	refused, next, previous := o.annotation(fluxv1alpha1.AnnotationOperationError), o.annotation(fluxv1alpha1.AnnotationNextFingerprint), o.annotation(fluxv1alpha1.AnnotationPreviousFingerprint)
	switch {
	case refused != "":
		return verdict.With(gardencorev1beta1.ConditionFalse, "OperationRefused",
			"The operation requested on %s was refused. %s. The next successful operation removes this message, or run: %s",
			o.secret(), strings.TrimSuffix(refused, "."), o.annotate(fluxv1alpha1.AnnotationOperationError+"-"))
	case next != "":
		register := "Register the next public key at the Git host as a read-only deploy key of the repository, in addition to the current one, then"
		if deploykey.IsRegistered(o.Annotations, next) {
			register = "The next key is registered at the Git host. Now"
		}
		return verdict.With(gardencorev1beta1.ConditionProgressing, "RotationPrepared",
			"The next deploy key, %s, is prepared; the current one, %s, is in use until the rotation is completed. "+
				"%s complete the rotation with: %s. To drop the next key: %s. Next public key: %s",
			next, o.Fingerprint(), register, o.annotateOperation(fluxv1alpha1.OperationRotateComplete), o.annotateOperation(fluxv1alpha1.OperationRotateAbort),
			o.annotation(fluxv1alpha1.AnnotationNextPublicKey))
	case previous != "":
		return verdict.With(gardencorev1beta1.ConditionProgressing, "RotationCompleting",
			"The current deploy key is %s. %s. Keep the previous key, %s, registered at the Git host until all Shoots have the current key. Public key: %s",
			o.Fingerprint(), o.laggingText(), previous, o.publicKey())
	}
	// If the key in the shoot is unknown, report the project's key.
	inUse, publicKey := FingerprintOf(o.PublicKey), o.PublicKey
	if publicKey == "" {
		inUse, publicKey = o.Fingerprint(), o.publicKey()
	}
	verdict = verdict.With(gardencorev1beta1.ConditionTrue, "InUse", "The project's deploy key %s is in use. Public key: %s", inUse, publicKey)
	if announced := o.annotation(fluxv1alpha1.AnnotationFingerprint); announced != "" && announced != inUse {
		verdict.Message += fmt.Sprintf(". The fingerprint in %s is %s: the Secret was changed manually, or this Shoot does not have that key yet", o.secret(), announced)
	}
	return verdict
}

// These constants limit copied annotations, in bytes of JSON, so that users with write access to the Secret cannot fill
// the status of every Shoot of the project. Public keys are shorter than maxAnnotation.
const (
	maxAnnotation  = 4096
	maxFingerprint = 128
)

func (o DeployKeyObservation) annotation(name string) string {
	if name == fluxv1alpha1.AnnotationFingerprint || name == fluxv1alpha1.AnnotationNextFingerprint || name == fluxv1alpha1.AnnotationPreviousFingerprint {
		return text.Line(o.Annotations[name], maxFingerprint)
	}
	return bounded(o.Annotations[name])
}

func bounded(value string) string { return text.Line(value, maxAnnotation) }

func (o DeployKeyObservation) secret() string {
	return fmt.Sprintf("Secret %s/%s", o.Project, deploykey.SecretName(o.Source))
}

func (o DeployKeyObservation) annotate(annotation string) string {
	return fmt.Sprintf("kubectl -n %s annotate --overwrite secret %s %s", o.Project, deploykey.SecretName(o.Source), deploykey.SourceKeyName(o.Source, annotation))
}

func (o DeployKeyObservation) annotateOperation(operation string) string {
	return o.annotate(fluxv1alpha1.AnnotationOperation + "=" + operation)
}

// Fingerprint returns the fingerprint of the project's current key. If a user created the key, the fingerprint comes
// from the key in the shoot.
func (o DeployKeyObservation) Fingerprint() string {
	return cmp.Or(o.annotation(fluxv1alpha1.AnnotationFingerprint), FingerprintOf(o.PublicKey))
}

func (o DeployKeyObservation) publicKey() string {
	return cmp.Or(o.annotation(fluxv1alpha1.AnnotationPublicKey), o.PublicKey)
}

// laggingText names the Shoots without the current key.
func (o DeployKeyObservation) laggingText() string {
	names := o.annotation(fluxv1alpha1.AnnotationLaggingShoots)
	if names == "" {
		return "The extension is checking whether all Shoots of the project have it"
	}
	return "Shoots that do not report it yet, including hibernated ones: " + names
}

// FingerprintOf returns the SHA256 fingerprint of a public key in authorized_keys format. It is empty for an invalid
// key.
func FingerprintOf(publicKey string) string {
	key, _, _, _, err := ssh.ParseAuthorizedKey([]byte(publicKey))
	if err != nil {
		return ""
	}
	return ssh.FingerprintSHA256(key)
}

// DeployKeyStatusOf returns the deploy key entry of the Extension's providerStatus.
func DeployKeyStatusOf(o DeployKeyObservation) *fluxv1alpha1.DeployKeyStatus {
	status := &fluxv1alpha1.DeployKeyStatus{PublicKey: o.publicKey(), Fingerprint: o.Fingerprint(), Phase: fluxv1alpha1.DeployKeyPhaseInUse}
	if next := o.annotation(fluxv1alpha1.AnnotationNextFingerprint); next != "" {
		status.Phase, status.NextPublicKey, status.NextFingerprint = fluxv1alpha1.DeployKeyPhasePrepared, o.annotation(fluxv1alpha1.AnnotationNextPublicKey), next
	} else if o.annotation(fluxv1alpha1.AnnotationPreviousFingerprint) != "" {
		status.Phase = fluxv1alpha1.DeployKeyPhaseCompleting
	}
	return status
}

// RegistrationNote describes the registration of the deploy key at the Git host, according to the annotations of the
// key's Secret, and reports whether the registration is in the desired state. The message is empty if the extension
// does not register the key.
func RegistrationNote(annotations map[string]string) (ok bool, message string) {
	record, recorded := deploykey.RegistrationOf(annotations)
	if !recorded || len(record.Keys) == 0 {
		return true, ""
	}
	ok = true
	var notes []string
	for _, fingerprint := range record.Fingerprints() {
		key := record.Keys[fingerprint]
		name := fingerprint
		if key.Next {
			name = "the next key " + fingerprint
		}
		isDropped := key.Next && fingerprint != annotations[fluxv1alpha1.AnnotationNextFingerprint] && fingerprint != annotations[fluxv1alpha1.AnnotationFingerprint]
		switch {
		case isDropped && (key.State == deploykey.Failed || key.State == deploykey.Registered && key.Message == ""):
			notes = append(notes, fmt.Sprintf("%s is not needed any more, and is removed at %s when all Shoots have the current key", fingerprint, record.Host))
		case key.State == deploykey.Failed:
			ok = false
			notes = append(notes, fmt.Sprintf("%s is not registered. %s", name, key.Message))
		case key.Message != "":
			ok = false
			notes = append(notes, fmt.Sprintf("%s is registered, but: %s", name, key.Message))
		case key.State == deploykey.Deregistered:
			notes = append(notes, fmt.Sprintf("%s was deregistered at %s on request", name, record.Host))
		default:
			notes = append(notes, fmt.Sprintf("%s is registered at %s as %q", name, record.Host, key.Title))
		}
	}
	return ok, "Registration: " + strings.Join(notes, "; ")
}
