// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package keys

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"golang.org/x/crypto/ssh"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/deploykey"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
)

const secretKind = "Secret"

// Phases of a deploy key, as the extension names them.
const (
	keyInUse      = "InUse"
	keyPrepared   = "RotationPrepared"
	keyCompleting = "RotationCompleting"
	keyUnknown    = "Unknown"
)

// Key is all that is shown of a project's deploy key. Nothing in it is secret.
type Key struct {
	Namespace        string         `json:"namespace"`
	Source           string         `json:"source,omitempty"`
	Unused           bool           `json:"unused,omitempty"`
	Phase            string         `json:"phase"`
	PublicKey        string         `json:"publicKey,omitempty"`
	Fingerprint      string         `json:"fingerprint,omitempty"`
	Algorithm        string         `json:"algorithm,omitempty"`
	GeneratedAt      *metav1.Time   `json:"generatedAt,omitempty"`
	CreatedAt        metav1.Time    `json:"secretCreatedAt"`
	RotatedAt        *metav1.Time   `json:"rotatedAt,omitempty"`
	Registration     *registered    `json:"registration,omitempty"`
	Next             *otherKey      `json:"next,omitempty"`
	Previous         *otherKey      `json:"previous,omitempty"`
	PendingOperation string         `json:"pendingOperation,omitempty"`
	OperationError   string         `json:"operationError,omitempty"`
	Shoots           []shootWithKey `json:"shoots"`
	shootsUnknown    bool
	resourceVersion  string
}

// otherKey is a key beside the present one.
type otherKey struct {
	PublicKey    string       `json:"publicKey,omitempty"`
	Fingerprint  string       `json:"fingerprint,omitempty"`
	Algorithm    string       `json:"algorithm,omitempty"`
	GeneratedAt  *metav1.Time `json:"generatedAt,omitempty"`
	Registration *registered  `json:"registration,omitempty"`
}

// registered is what is known of the registration of a key at the Git host.
type registered struct {
	State   string       `json:"state"`
	Host    string       `json:"host,omitempty"`
	Title   string       `json:"title,omitempty"`
	Message string       `json:"message,omitempty"`
	Since   *metav1.Time `json:"since,omitempty"`
}

// shootWithKey is a Shoot of the project and the key that it was last seen with.
type shootWithKey struct {
	Name        string `json:"name"`
	Key         string `json:"key"`
	Fingerprint string `json:"fingerprint"`
	Hibernated  bool   `json:"hibernated,omitempty"`
	// AwaitsPresentKey is whether the Shoot is hibernated and would wake up with an earlier key, as long as the previous key is kept.
	AwaitsPresentKey bool        `json:"awaitsPresentKey,omitempty"`
	ObservedAt       metav1.Time `json:"observedAt"`
}

// Keys that a Shoot may have.
const (
	presentKey  = "present"
	previousKey = "previous"
	anotherKey  = "another"
	unseenKey   = "unknown"
)

// keyReader reads what is public of deploy keys: of that of an additional source, or of the first one.
type keyReader struct {
	garden garden.Client
	source string
}

// Read reads what is public of the deploy key of a project. The error says what is missing.
func Read(ctx context.Context, from garden.Client, namespace string) (*Key, error) {
	return (&keyReader{garden: from}).project(ctx, namespace)
}

// project reads the deploy key of one project.
func (r *keyReader) project(ctx context.Context, namespace string) (*Key, error) {
	secret := &metav1.PartialObjectMetadata{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: secretKind}}
	err := r.garden.Get(ctx, types.NamespacedName{Namespace: namespace, Name: secretNameOf(r.source)}, secret)
	switch {
	case apierrors.IsNotFound(err) && r.source == "":
		return nil, &noKeyError{fmt.Sprintf("there is no deploy key in namespace %s: Secret %s does not exist. The extension creates it with the first Shoot of the project "+
			"whose repository is read over ssh; you may also create it yourself, with a private key of your own", namespace, fluxv1alpha1.DeployKeySecretName)}
	case apierrors.IsNotFound(err), err == nil && r.source != "" && !slices.Contains(deploykey.Names(secret.Annotations), r.source):
		return nil, &noKeyError{fmt.Sprintf("there is no deploy key of an additional source %s in namespace %s. The garden controller generates it when ConfigMap %s lists the source with deployKey: true, "+
			"and the project has a Shoot with the extension; to see those that there are: %s list -n %s", r.source, namespace, fluxv1alpha1.ConfigMapName, keysCommandName, namespace)}
	case err != nil:
		return nil, explain(err, namespace)
	}
	statuses, unknown, err := r.statuses(ctx, namespace)
	if err != nil {
		return nil, err
	}
	return r.show(ctx, secret, r.source, statuses, unknown)
}

// all reads the deploy keys of all projects.
func (r *keyReader) all(ctx context.Context) ([]*Key, error) {
	secrets := &metav1.PartialObjectMetadataList{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: secretKind + "List"}}
	if err := r.garden.List(ctx, metav1.NamespaceAll, secrets, garden.Named(fluxv1alpha1.DeployKeySecretName)); err != nil {
		return nil, explain(err, metav1.NamespaceAll)
	}
	configMaps := &corev1.ConfigMapList{}
	err := r.garden.List(ctx, metav1.NamespaceAll, configMaps, garden.Named(fluxv1alpha1.StatusConfigMapName))
	if err != nil && !apierrors.IsForbidden(err) {
		return nil, fmt.Errorf("failed to read the ConfigMaps %s: %w", fluxv1alpha1.StatusConfigMapName, err)
	}
	shootsUnknown := apierrors.IsForbidden(err)
	statuses := map[string]map[string]string{}
	for _, configMap := range configMaps.Items {
		statuses[configMap.Namespace] = configMap.Data
	}
	keys := make([]*Key, 0, len(secrets.Items))
	for i := range secrets.Items {
		key, err := r.show(ctx, &secrets.Items[i], "", statuses[secrets.Items[i].Namespace], shootsUnknown)
		if err != nil {
			return nil, err
		}
		keys = append(keys, key)
	}
	ofSources, err := r.sourceKeys(ctx, metav1.NamespaceAll)
	if err != nil {
		return nil, err
	}
	further, err := r.ofSources(ctx, ofSources, func(namespace string) map[string]string { return statuses[namespace] }, shootsUnknown)
	if err != nil {
		return nil, err
	}
	keys = append(keys, further...)
	slices.SortStableFunc(keys, func(a, b *Key) int { return strings.Compare(a.Namespace, b.Namespace) })
	return keys, nil
}

// explain adds the fix to an error for the missing permission to read Secrets.
func explain(err error, namespace string) error {
	switch {
	case !apierrors.IsForbidden(err):
		return fmt.Errorf("failed to read the deploy keys: %w", err)
	case namespace == metav1.NamespaceAll:
		return fmt.Errorf("you may not list the Secrets of all projects; select one with -n: %w", err)
	}
	return fmt.Errorf("you may not read Secrets in namespace %s, which is required to read the public key too. "+
		"Members and admins of the project may, viewers may not; what Shoots report is in ConfigMap %s: %w", namespace, fluxv1alpha1.StatusConfigMapName, err)
}

func (r *keyReader) show(ctx context.Context, secret *metav1.PartialObjectMetadata, source string, statuses map[string]string, shootsUnknown bool) (*Key, error) {
	a := secret.Annotations
	if source != "" {
		a = deploykey.Annotations(a, source)
	}
	key := &Key{
		Namespace: secret.Namespace, Source: source, Unused: a[fluxv1alpha1.AnnotationUnused] != "", Phase: keyInUse, CreatedAt: secret.CreationTimestamp,
		GeneratedAt: timeIn(a, fluxv1alpha1.AnnotationGeneratedAt), RotatedAt: timeIn(a, fluxv1alpha1.AnnotationRotatedAt),
		PendingOperation: printer.OneLine(a[fluxv1alpha1.AnnotationOperation]), OperationError: printer.OneLine(a[fluxv1alpha1.AnnotationOperationError]),
		Shoots: []shootWithKey{}, shootsUnknown: shootsUnknown, resourceVersion: secret.ResourceVersion,
	}
	public, known := parsePublicKey([]byte(a[fluxv1alpha1.AnnotationPublicKey]))
	if !known {
		var err error
		if public, known, err = r.storedPublicKey(ctx, secret.Namespace, source); err != nil {
			return nil, err
		}
	}
	if known {
		key.PublicKey, key.Fingerprint, key.Algorithm = authorized(public), ssh.FingerprintSHA256(public), algorithmOf(public)
	} else {
		key.Phase = keyUnknown
	}
	record, _ := deploykey.RegistrationOf(a)
	key.Registration = registrationOf(record, key.Fingerprint)
	if key.Previous = otherKeyIn(a, fluxv1alpha1.AnnotationPreviousPublicKey, fluxv1alpha1.AnnotationPreviousFingerprint, "", record); key.Previous != nil {
		key.Phase = keyCompleting
	}
	key.Next = otherKeyIn(a, fluxv1alpha1.AnnotationNextPublicKey, fluxv1alpha1.AnnotationNextFingerprint, fluxv1alpha1.AnnotationNextGeneratedAt, record)
	if key.Next != nil {
		key.Phase = keyPrepared
	}
	key.addShoots(statuses, a[fluxv1alpha1.AnnotationRotatedAt])
	return key, nil
}

// storedPublicKey reads the public key of a Secret without the annotation. Nothing else in the Secret is used.
func (r *keyReader) storedPublicKey(ctx context.Context, namespace, source string) (ssh.PublicKey, bool, error) {
	secret := &corev1.Secret{}
	err := r.garden.Get(ctx, types.NamespacedName{Namespace: namespace, Name: secretNameOf(source)}, secret)
	if err != nil {
		return nil, false, explain(err, namespace)
	}
	public, known := parsePublicKey(secret.Data[deploykey.Named(source, fluxv1alpha1.SecretKeyPublicKey)])
	return public, known, nil
}

// addShoots adds what Shoots have reported, for the key of the given rotation. Other entries of the ConfigMap are left out.
func (k *Key) addShoots(statuses map[string]string, rotation string) {
	for _, name := range slices.Sorted(maps.Keys(statuses)) {
		status, is := fleet.Decode(statuses[name])
		if !is {
			continue
		}
		fingerprint, awaits := status.DeployKeyFingerprint, status.Hibernated && status.DeployKeyRotation != rotation
		if k.Source != "" {
			fingerprint = status.SourceKeys[k.Source]
			awaits = status.Hibernated && fingerprint != k.Fingerprint
		}
		if fingerprint == "" {
			continue
		}
		has := anotherKey
		switch {
		case fingerprint == fluxv1alpha1.DeployKeyUnknown:
			has = unseenKey
		case fingerprint == k.Fingerprint:
			has = presentKey
		case k.Previous != nil && fingerprint == k.Previous.Fingerprint:
			has = previousKey
		}
		k.Shoots = append(k.Shoots, shootWithKey{
			Name: name, Key: has, Fingerprint: printer.OneLine(fingerprint), Hibernated: status.Hibernated, ObservedAt: status.ObservedAt,
			AwaitsPresentKey: k.Previous != nil && awaits,
		})
	}
}

func otherKeyIn(a map[string]string, publicKey, fingerprint, generatedAt string, record deploykey.Registration) *otherKey {
	key := &otherKey{Fingerprint: printer.OneLine(a[fingerprint]), GeneratedAt: timeIn(a, generatedAt)}
	if public, known := parsePublicKey([]byte(a[publicKey])); known {
		key.PublicKey, key.Fingerprint, key.Algorithm = authorized(public), ssh.FingerprintSHA256(public), algorithmOf(public)
	}
	if key.Fingerprint == "" {
		return nil
	}
	key.Registration = registrationOf(record, key.Fingerprint)
	return key
}

func registrationOf(record deploykey.Registration, fingerprint string) *registered {
	key, known := record.Keys[fingerprint]
	if !known {
		return nil
	}
	return &registered{
		State: printer.OneLine(string(key.State)), Host: printer.OneLine(record.Host), Title: printer.OneLine(key.Title), Message: printer.OneLine(key.Message), Since: &key.Since,
	}
}

func timeIn(annotations map[string]string, name string) *metav1.Time {
	parsed, err := time.Parse(time.RFC3339, annotations[name])
	if err != nil {
		return nil
	}
	return &metav1.Time{Time: parsed.UTC()}
}

var errNoPublicKey = errors.New("neither the annotations of Secret " + fluxv1alpha1.DeployKeySecretName + " nor its key " + fluxv1alpha1.SecretKeyPublicKey +
	" contain the public key. Derive it from the private one: ssh-keygen -y -f <file with the private key>")
