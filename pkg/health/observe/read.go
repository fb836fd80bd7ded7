// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package observe

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"
	"time"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	fluxmeta "github.com/fluxcd/pkg/apis/meta"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	"golang.org/x/crypto/ssh"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/githosts"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/hold"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/responses"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// ReadShoot reads the source and the root Kustomization with one request each.
func ReadShoot(ctx context.Context, shoot client.Reader, sync Sync) (Shoot, error) {
	source, err := observeSource(ctx, shoot, sync)
	if err != nil {
		return Shoot{}, err
	}
	root := &kustomizev1.Kustomization{}
	found, err := get(ctx, shoot, sync.Root, root)
	if err != nil || !found {
		return Shoot{Source: source}, err
	}
	bound(root)
	return Shoot{Source: source, Kustomization: root}, nil
}

// ReadKey reads the public parts of the project's deploy key with one request.
func ReadKey(ctx context.Context, shoot client.Reader, sync Sync, source *Source) (Key, error) {
	name := sync.KeySecret
	if source != nil && name.Name == "" {
		name = client.ObjectKey{Namespace: sync.Source.Namespace, Name: source.SecretName}
	}
	if name.Name == "" {
		return Key{}, nil
	}
	secret := &corev1.Secret{}
	found, err := get(ctx, shoot, name, secret)
	if err != nil || !found {
		return Key{}, err
	}
	observation := Key{PublicKey: publicKey(secret.Data[fluxv1alpha1.SecretKeyPublicKey])}
	if source != nil {
		lines := secret.Data[fluxv1alpha1.SecretKeyKnownHosts]
		keys, foreign := githosts.Fingerprints(source.URL, lines), githosts.ForeignTypes(source.URL, lines)
		observation.HostKeys, observation.ForeignTypes = keys[:min(len(keys), mostHostKeys)], foreign[:min(len(foreign), mostHostKeys)]
	}
	return observation, nil
}

// ReadSourceKeys returns the public keys of additional sources, with one request for each Secret.
func ReadSourceKeys(ctx context.Context, shoot client.Reader, sync Sync) (map[string]string, error) {
	keys := map[string]string{}
	for _, name := range sync.SourceKeys {
		secret := &corev1.Secret{}
		if _, err := get(ctx, shoot, name, secret); err != nil {
			return nil, err
		}
		keys[name.Name] = publicKey(secret.Data[fluxv1alpha1.SecretKeyPublicKey])
	}
	return keys, nil
}

// ReadHold returns the request in ConfigMap shoot-flux-hold not to get a change now, with one request; nil if it does
// not exist.
func ReadHold(ctx context.Context, shoot client.Reader, namespace string) (*fluxv1alpha1.HoldRequest, error) {
	configMap := &corev1.ConfigMap{}
	found, err := get(ctx, shoot, client.ObjectKey{Namespace: namespace, Name: fluxv1alpha1.HoldConfigMapName}, configMap)
	if err != nil || !found {
		return nil, err
	}
	return hold.FromConfigMap(configMap.Data), nil
}

// longestPoll is a margin. Flux has read a source again after its interval, its timeout and this margin.
const longestPoll = 5 * time.Minute

// ReadSecrets returns an identifier of the delivered Secrets of a source, and whether Flux may still use earlier ones.
// It sends one request for the metadata of each Secret. Flux may use earlier ones in three cases: a Secret has changed
// after the creation of the source and since the last poll, the identifier differs from the known one, or an earlier
// request is recorded. The identifier is a hash of resourceVersions and contains no secret data.
func ReadSecrets(ctx context.Context, shoot client.Reader, sync Sync, source *Source, known string, now time.Time) (secrets string, changed bool, err error) {
	if source == nil {
		return "", false, nil
	}
	versions, found := sha256.New(), false
	for _, name := range source.SecretNames {
		secret := &metav1.PartialObjectMetadata{}
		secret.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("Secret"))
		if _, err := get(ctx, shoot, client.ObjectKey{Namespace: sync.Source.Namespace, Name: name}, secret); err != nil {
			return "", false, err
		}
		if !strings.HasSuffix(secret.Annotations[resourcesv1alpha1.OriginAnnotation], "/"+fluxv1alpha1.ManagedResourceConfig) {
			continue // External controllers may renew a Secret every few minutes.
		}
		last := lastChange(secret)
		changed = changed || last.After(source.CreatedAt) && now.Sub(last) < source.Interval+source.Timeout+longestPoll
		for _, word := range []string{name, string(secret.UID), secret.ResourceVersion} {
			versions.Write([]byte(word + "\n"))
		}
		found = true
	}
	if !found {
		return "", false, nil
	}
	secrets = hex.EncodeToString(versions.Sum(nil)[:16])
	// The removal of a key does not update the times in managedFields.
	return secrets, changed || source.ReadWith.Secrets != "" || known != "" && known != secrets, nil
}

// lastChange returns the time of the last change of an object, according to the shoot's API server.
func lastChange(object *metav1.PartialObjectMetadata) time.Time {
	last := object.CreationTimestamp.Time
	for _, entry := range object.ManagedFields {
		if entry.Time != nil && entry.Time.After(last) {
			last = entry.Time.Time
		}
	}
	return last
}

// publicKey parses an authorized_keys line. It returns an empty key for other content, because this content must not
// appear in a condition.
func publicKey(line []byte) string {
	key, _, _, _, err := ssh.ParseAuthorizedKey(line)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(ssh.MarshalAuthorizedKey(key)))
}

// sourceFields has the used fields of all kinds of sources.
type sourceFields struct {
	Spec struct {
		URL            string                        `json:"url"`
		Endpoint       string                        `json:"endpoint"`
		Suspend        bool                          `json:"suspend"`
		SecretRef      fluxmeta.LocalObjectReference `json:"secretRef"`
		CertSecretRef  fluxmeta.LocalObjectReference `json:"certSecretRef"`
		ProxySecretRef fluxmeta.LocalObjectReference `json:"proxySecretRef"`
		Verify         struct {
			SecretRef            fluxmeta.LocalObjectReference `json:"secretRef"`
			TrustedRootSecretRef fluxmeta.LocalObjectReference `json:"trustedRootSecretRef"`
		} `json:"verify"`
		STS struct {
			SecretRef     fluxmeta.LocalObjectReference `json:"secretRef"`
			CertSecretRef fluxmeta.LocalObjectReference `json:"certSecretRef"`
		} `json:"sts"`
		Interval metav1.Duration `json:"interval"`
		Timeout  metav1.Duration `json:"timeout"`
	} `json:"spec"`
	Status struct {
		fluxmeta.ReconcileRequestStatus `json:",inline"`

		ObservedGeneration int64              `json:"observedGeneration"`
		Conditions         []metav1.Condition `json:"conditions"`
		Artifact           fluxmeta.Artifact  `json:"artifact"`
	} `json:"status"`
}

// sourceTimeout is the timeout of a source that sets none. Since Flux v2.10, the CustomResourceDefinition of
// OCIRepositories has no default for it (source-controller/api: OCIRepository.GetTimeout).
const sourceTimeout = time.Minute

// observeSource returns nil if the source does not exist.
func observeSource(ctx context.Context, shoot client.Reader, sync Sync) (*Source, error) {
	object := &unstructured.Unstructured{}
	object.SetGroupVersionKind(sourcev1.GroupVersion.WithKind(sync.SourceKind))
	if found, err := get(ctx, shoot, sync.Source, object); err != nil || !found {
		return nil, err
	}
	fields := &sourceFields{}
	if err := runtime.DefaultUnstructuredConverter.FromUnstructured(object.Object, fields); err != nil {
		return nil, err
	}
	spec, status := &fields.Spec, &fields.Status
	source := &Source{
		Generation: object.GetGeneration(), ObservedGeneration: status.ObservedGeneration, Conditions: boundedConditions(status.Conditions),
		URL: text.Cut(cmp.Or(spec.URL, spec.Endpoint), longestURL), Suspended: spec.Suspend, SecretName: text.Cut(spec.SecretRef.Name, longestName),
		Timeout: cmp.Or(spec.Timeout.Duration, sourceTimeout), Kept: IsKept(object), Delivery: deliveryOf(object),
		CreatedAt: object.GetCreationTimestamp().Time, ReadWith: readWithOf(object.GetAnnotations(), status.LastHandledReconcileAt),
		Interval: spec.Interval.Duration,
		SecretNames: named(spec.SecretRef, spec.CertSecretRef, spec.ProxySecretRef, spec.Verify.SecretRef, spec.Verify.TrustedRootSecretRef,
			spec.STS.SecretRef, spec.STS.CertSecretRef),
	}
	if status.Artifact.Revision != "" {
		source.Artifact, source.ArtifactAt = cutRevision(status.Artifact.Revision), status.Artifact.LastUpdateTime.Time
		source.Asked = AskedOf(object.GetAnnotations(), status.LastHandledReconcileAt, source.Artifact, source.ArtifactAt)
	}
	return source, nil
}

// IsKept reports whether gardener-resource-manager keeps the object in the shoot when the object is no longer
// delivered.
func IsKept(object client.Object) bool {
	return object.GetAnnotations()[resourcesv1alpha1.KeepObject] == "true"
}

// deliveryOf returns the identifier of the delivery that an object belongs to; empty if it has none.
func deliveryOf(object client.Object) string {
	return text.Cut(object.GetAnnotations()[fluxv1alpha1.AnnotationDelivery], longestWord)
}

// IsOfAnother returns whether the source or the root Kustomization belongs to another delivery. An object without an
// identifier may belong to any: a policy in the shoot may remove annotations.
func (s Shoot) IsOfAnother(delivery string) bool {
	differs := func(found string) bool { return found != "" && found != delivery }
	return s.Source != nil && differs(s.Source.Delivery) || s.Kustomization != nil && differs(deliveryOf(s.Kustomization))
}

// get reads an object, and reports whether it exists. A missing CustomResourceDefinition also counts as a missing
// object.
func get(ctx context.Context, shoot client.Reader, key client.ObjectKey, object client.Object) (bool, error) {
	err := shoot.Get(ctx, key, object)
	if apierrors.IsNotFound(err) {
		return false, nil
	}
	return err == nil, err
}

// UIDOf returns the UID of an object of any kind that exists in the shoot and is not being deleted, and whether there
// is one, with one request for its metadata. An object of an unknown kind does not exist.
func UIDOf(ctx context.Context, shoot client.Reader, kind schema.GroupVersionKind, name client.ObjectKey) (uid string, exists bool, err error) {
	object := &metav1.PartialObjectMetadata{}
	object.SetGroupVersionKind(kind)
	err = shoot.Get(ctx, name, object)
	if apierrors.IsNotFound(err) || meta.IsNoMatchError(err) {
		return "", false, nil
	}
	if err != nil || object.DeletionTimestamp != nil {
		return "", false, err
	}
	return text.Cut(string(object.UID), longestWord), true, nil
}

// pagesOfUIDs limits the pages of metadata of one kind.
const pagesOfUIDs = 4

// ReadUIDs returns the UIDs of those named objects of a kind that Flux has applied in the shoot, by the values of the
// names, with one request for each page of the kind's metadata. It lacks objects that are being deleted, objects beyond
// the limit of pages, and objects without Flux's label.
func ReadUIDs(ctx context.Context, shoot client.Reader, kind schema.GroupVersionKind, names map[client.ObjectKey]string) (map[string]string, error) {
	uids := map[string]string{}
	applied := responses.Metadata(kind, client.HasLabels{kustomizev1.GroupVersion.Group + "/name"}).AtMost(pagesOfUIDs, responses.ObjectsPerPage)
	err := responses.Scan(ctx, shoot, applied, func(object *metav1.PartialObjectMetadata) error {
		if name, ok := names[client.ObjectKeyFromObject(object)]; ok && object.DeletionTimestamp == nil {
			uids[name] = text.Cut(string(object.UID), longestWord)
		}
		return nil
	})
	if _, is := errors.AsType[*responses.TooManyError](err); is {
		err = nil
	}
	return uids, responses.IgnoreUnknownKind(err)
}
