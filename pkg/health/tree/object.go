// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package tree

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/fluxcd/pkg/apis/meta"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	apimeta "k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/revision"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Limits in bytes or entries. An administrator of a shoot can write any value.
const (
	longestName    = 253
	longestKind    = 63
	longestReason  = 64
	longestMessage = 400
	mostTargets    = 20
	// longestArtifact limits the description of an artifact. A longer description is not compared.
	longestArtifact = 2 << 10
)

// ID identifies an object. Flux's kinds and workloads have distinct kind names, so the API group is not needed.
type ID struct{ Kind, Namespace, Name string }

// String returns the ID for messages.
func (id ID) String() string { return id.Kind + " " + id.Namespace + "/" + id.Name }

// Object has the used fields of a Flux object or workload.
type Object struct {
	ID
	// Current is true if the status belongs to the current generation.
	Current bool
	// Generation is metadata.generation.
	Generation int64
	// Created is the creation time.
	Created time.Time
	// Suspended is spec.suspend. SuspendedByFlux is true if Flux applied spec.suspend from a source.
	Suspended, SuspendedByFlux bool
	// Static is true if Flux reports no status for objects of this kind.
	Static bool
	// Status, Reason and Message are the fields of condition Ready, or the kstatus result of a workload. They are empty if
	// the object has no status.
	Status          metav1.ConditionStatus
	Reason, Message string
	// Since is the time of the last transition; zero if unknown.
	Since time.Time
	// Applied is the last applied revision, and Attempted the last attempted one.
	Applied, Attempted string
	// AttemptedDigest is the digest of the last artifact that a HelmRelease attempted to install, if known.
	AttemptedDigest string
	// Settled is true if Flux has reconciled the current generation, successfully or not.
	Settled bool
	// Artifact is the revision of a source, stored at ArtifactAt. It is empty for other objects. ArtifactText describes
	// the artifact in the form that ArtifactGenerators hash.
	Artifact     string
	ArtifactAt   time.Time
	ArtifactText string
	// SourceRevision is the source revision that a HelmChart was built from.
	SourceRevision string
	// SourcesDigest is the digest of the artifacts that an ArtifactGenerator has used. Aliases are the names of Targets in
	// the ArtifactGenerator. Both are empty if it has too many sources.
	SourcesDigest string
	Aliases       []string
	// Timeout is the timeout of a reconciliation.
	Timeout time.Duration
	// Targets are the dependencies and sources of the object.
	Targets []ID
	// Delivered is true for the source, the root Kustomization and additional sources.
	Delivered bool
	// Shard is the value of the shard label. Sharded is true if the label exists and shards reconcile the kind.
	Shard   string
	Sharded bool
	// Apart is true if the source belongs to a different shard, so that the controller does not find it. Judge sets Apart.
	Apart bool
	// AppliedBy is the Kustomization or HelmRelease that applied the object. It is zero if neither has applied the object.
	AppliedBy ID
}

// fluxSpec and fluxStatus have the used fields of Flux's kinds.
type fluxSpec struct {
	Suspend            bool        `json:"suspend"`
	Type               string      `json:"type"`
	Timeout            string      `json:"timeout"`
	DependsOn          []reference `json:"dependsOn"`
	Sources            []reference `json:"sources"`
	SourceRef          reference   `json:"sourceRef"`
	ChartRef           reference   `json:"chartRef"`
	ImageRepositoryRef reference   `json:"imageRepositoryRef"`
}

type reference struct {
	Kind      string `json:"kind"`
	Namespace string `json:"namespace"`
	Name      string `json:"name"`
	Alias     string `json:"alias"`
}

type fluxStatus struct {
	ObservedGeneration             *int64             `json:"observedGeneration"`
	Conditions                     []metav1.Condition `json:"conditions"`
	LastAppliedRevision            string             `json:"lastAppliedRevision"`
	LastAttemptedRevision          string             `json:"lastAttemptedRevision"`
	LastAttemptedRevisionDigest    string             `json:"lastAttemptedRevisionDigest"`
	ObservedSourceArtifactRevision string             `json:"observedSourceArtifactRevision"`
	ObservedSourcesDigest          string             `json:"observedSourcesDigest"`
	// HelmChart refers to the chart of a HelmRelease; see chartOf.
	HelmChart string        `json:"helmChart"`
	Artifact  meta.Artifact `json:"artifact"`
}

// decode reads a part of an object. It returns zero if a field has an invalid type.
func decode[T any](content *unstructured.Unstructured, path ...string) T {
	part, _, _ := unstructured.NestedFieldNoCopy(content.Object, path...)
	fields, _ := part.(map[string]any)
	var decoded, zero T
	if err := runtime.DefaultUnstructuredConverter.FromUnstructured(fields, &decoded); err != nil {
		return zero
	}
	return decoded
}

// objectOf reads a Flux object.
func objectOf(content *unstructured.Unstructured) Object {
	o, spec, status := named(content), decode[fluxSpec](content, "spec"), decode[fluxStatus](content, "status")
	if shard, ok := content.GetLabels()[fluxv1alpha1.LabelShard]; ok && fluxv1alpha1.IsShardedKind(content.GroupVersionKind().GroupKind()) {
		o.Shard, o.Sharded = text.Line(shard, longestKind), true
	}
	o.Suspended, o.SuspendedByFlux = spec.Suspend, spec.Suspend && isSuspendedByFlux(content)
	// Flux writes no conditions for these (notification.toolkit.fluxcd.io/v1beta3).
	o.Static = o.Kind == kindAlert || o.Kind == kindProvider || o.Kind == kindHelmRepository && spec.Type == "oci"
	o.Timeout, _ = time.ParseDuration(spec.Timeout) // Ignore an invalid timeout.
	o.Targets = targetsOf(content, o.ID, spec, status.HelmChart)
	if len(spec.Sources) == len(o.Targets) {
		o.SourcesDigest = text.Line(status.ObservedSourcesDigest, longestName)
		for _, source := range spec.Sources {
			o.Aliases = append(o.Aliases, text.Cut(source.Alias, longestName))
		}
	}
	o.Applied, o.Attempted = revisionText(status.LastAppliedRevision), revisionText(status.LastAttemptedRevision)
	o.AttemptedDigest, o.SourceRevision = text.Line(status.LastAttemptedRevisionDigest, longestName), revisionText(status.ObservedSourceArtifactRevision)
	if artifact := status.Artifact; artifact.Revision != "" {
		o.Artifact, o.ArtifactAt = revisionText(artifact.Revision), sane(artifact.LastUpdateTime.Time)
		// source-watcher hashes this format (ObservedSource.String in api/v2/v1beta1).
		o.ArtifactText = fmt.Sprintf("digest=%s,revision=%s,url=%s", artifact.Digest, artifact.Revision, artifact.URL)
		if len(o.ArtifactText) > longestArtifact {
			o.ArtifactText = ""
		}
	}
	o.Current = status.ObservedGeneration == nil || *status.ObservedGeneration == o.Generation
	o.Settled = o.Current
	if ready := apimeta.FindStatusCondition(status.Conditions, meta.ReadyCondition); ready != nil {
		o.Status = metav1.ConditionStatus(text.Line(string(ready.Status), longestReason))
		o.Reason, o.Message, o.Since = text.Clean(ready.Reason, longestReason), text.Clean(ready.Message, longestMessage), sane(ready.LastTransitionTime.Time)
		if ready.ObservedGeneration != 0 {
			o.Current = ready.ObservedGeneration == o.Generation
		}
	}
	if content.GetDeletionTimestamp() != nil {
		o.Status, o.Reason, o.Message, o.Since = metav1.ConditionUnknown, "Terminating", "it is being deleted", sane(content.GetDeletionTimestamp().Time)
	}
	return o
}

// named reads the metadata of an object.
func named(content *unstructured.Unstructured) Object {
	o := Object{
		ID:         ID{Kind: text.Line(content.GetKind(), longestKind), Namespace: text.Line(content.GetNamespace(), longestName), Name: text.Line(content.GetName(), longestName)},
		Delivered:  strings.HasSuffix(content.GetAnnotations()[resourcesv1alpha1.OriginAnnotation], "/"+fluxv1alpha1.ManagedResourceConfig),
		Generation: content.GetGeneration(), Created: sane(content.GetCreationTimestamp().Time),
	}
	labels := content.GetLabels()
	for _, by := range []struct{ kind, group string }{{kindHelmRelease, "helm.toolkit.fluxcd.io"}, {kindKustomization, "kustomize.toolkit.fluxcd.io"}} {
		if name := labels[by.group+"/name"]; name != "" && o.AppliedBy == (ID{}) {
			o.AppliedBy = ID{Kind: by.kind, Namespace: text.Line(labels[by.group+"/namespace"], longestName), Name: text.Line(name, longestName)}
		}
	}
	if o.AppliedBy == o.ID {
		o.AppliedBy = ID{} // The root Kustomization of a bootstrap applies itself.
	}
	return o
}

// targetsOf returns the objects that must be ready before this object.
func targetsOf(content *unstructured.Unstructured, of ID, spec fluxSpec, helmChart string) []ID {
	var targets []ID
	add := func(kind string, references ...reference) {
		for _, r := range references {
			target := ID{Kind: cmp.Or(r.Kind, kind), Namespace: cmp.Or(r.Namespace, of.Namespace), Name: r.Name}
			if len(targets) < mostTargets && r.Name != "" && isTarget(target.Kind) && target != of && max(len(target.Namespace), len(target.Name)) <= longestName {
				targets = append(targets, target)
			}
		}
	}
	add(of.Kind, spec.DependsOn...)
	add("", spec.SourceRef, spec.ChartRef, decode[fluxSpec](content, "spec", "chart", "spec").SourceRef)
	add(kindHelmChart, chartOf(helmChart))
	add(kindImageRepository, spec.ImageRepositoryRef)
	add("", spec.Sources...)
	return targets
}

// chartOf returns the reference in status.helmChart of a HelmRelease: namespace/name of a HelmChart or, since Flux
// 2.10, OCIRepository/namespace/name.
func chartOf(helmChart string) reference {
	kind, named := "", helmChart
	if parts := strings.SplitN(helmChart, "/", 3); len(parts) == 3 {
		kind, named = parts[0], parts[1]+"/"+parts[2]
	}
	namespace, name, _ := strings.Cut(named, "/")
	return reference{Kind: kind, Namespace: namespace, Name: name}
}

// sane returns zero for a time before Kubernetes existed. A year before 0 cannot be encoded in JSON.
func sane(t time.Time) time.Time {
	if t.Year() < 2014 {
		return time.Time{}
	}
	return t
}

// size estimates the memory of an object in bytes.
func (o Object) size() int {
	const fixed = 400
	size := fixed + o.ID.size() + o.AppliedBy.size() + len(o.Reason) + len(o.Message) + len(o.Applied) + len(o.Attempted) + len(o.Artifact) + len(o.Shard) +
		len(o.AttemptedDigest) + len(o.ArtifactText) + len(o.SourceRevision) + len(o.SourcesDigest)
	for _, alias := range o.Aliases {
		size += 16 + len(alias)
	}
	for _, target := range o.Targets {
		size += target.size()
	}
	return size
}

func (id ID) size() int { return 48 + len(id.Kind) + len(id.Namespace) + len(id.Name) }

func revisionText(value string) string { return revision.Cut(value, revision.Longest) }
