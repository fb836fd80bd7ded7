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
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/revision"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Bounds in bytes: an administrator of a shoot can write anything in it.
const (
	longestName    = 253
	longestKind    = 63
	longestReason  = 64
	longestMessage = 400
	mostTargets    = 20
	// longestArtifact bounds the description of an artifact. A longer one is not compared.
	longestArtifact = 2 << 10
)

// ID identifies an object. Flux's kinds and workloads have distinct names, so the API group is not needed.
type ID struct{ Kind, Namespace, Name string }

// String returns the ID for messages.
func (id ID) String() string { return id.Kind + " " + id.Namespace + "/" + id.Name }

// Object has the used fields of one of Flux's objects, or of a workload.
type Object struct {
	ID
	// Current is true if the status belongs to the current generation.
	Current bool
	// Generation of the metadata.
	Generation int64
	// Created is the creation time.
	Created time.Time
	// Suspended is spec.suspend. SuspendedByFlux is true if Flux applied it from the source.
	Suspended, SuspendedByFlux bool
	// Static is true if Flux reports no status for the object.
	Static bool
	// Status, Reason and Message of condition Ready, or of kstatus for a workload; empty without a status.
	Status          metav1.ConditionStatus
	Reason, Message string
	// Since is the time of the last transition; zero if it is not reported.
	Since time.Time
	// Applied is the last applied revision, Attempted the last attempted one.
	Applied, Attempted string
	// AttemptedDigest is the digest of the artifact that a HelmRelease attempted last, if known.
	AttemptedDigest string
	// Settled is true if Flux has finished with the current generation, successfully or not.
	Settled bool
	// Artifact is the revision of a source, since ArtifactAt; empty for other objects. ArtifactText is its
	// form in the digest of an ArtifactGenerator.
	Artifact     string
	ArtifactAt   time.Time
	ArtifactText string
	// SourceRevision is the source revision of a HelmChart.
	SourceRevision string
	// SourcesDigest is the digest of the artifacts that an ArtifactGenerator has used. Aliases are its names
	// for Targets; none if there are too many.
	SourcesDigest string
	Aliases       []string
	// Timeout of a reconciliation.
	Timeout time.Duration
	// Targets are dependencies and sources.
	Targets []ID
	// Delivered is true for the source, the root Kustomization and additional sources.
	Delivered bool
	// Shard is the value of the shard label, and Sharded is true if the label exists on a kind that shards
	// reconcile.
	Shard   string
	Sharded bool
	// Apart is set by Judge if the source belongs to another shard and is therefore not found.
	Apart bool
	// AppliedBy is the Kustomization or HelmRelease that applied the object; zero without one.
	AppliedBy ID
}

// objectOf reads one of Flux's objects.
func objectOf(content *unstructured.Unstructured) Object {
	o := named(content)
	if shard, has := content.GetLabels()[fluxv1alpha1.LabelShard]; has && fluxv1alpha1.IsShardedKind(content.GroupVersionKind().GroupKind()) {
		o.Shard, o.Sharded = text.Line(shard, longestKind), true
	}
	if o.Suspended, _, _ = unstructured.NestedBool(content.Object, "spec", "suspend"); o.Suspended {
		o.SuspendedByFlux = isSuspendedByFlux(content)
	}
	o.Static = reportsNothing(o.Kind) || o.Kind == kindHelmRepository && stringIn(content, "spec", "type") == "oci"
	if timeout, err := time.ParseDuration(stringIn(content, "spec", "timeout")); err == nil {
		o.Timeout = timeout
	}
	o.Applied, o.Attempted = revisionText(stringIn(content, "status", "lastAppliedRevision")), revisionText(stringIn(content, "status", "lastAttemptedRevision"))
	o.Artifact = revisionText(stringIn(content, "status", "artifact", "revision"))
	o.ArtifactAt = timeOf(stringIn(content, "status", "artifact", "lastUpdateTime"))
	o.Targets = targetsOf(content, o.ID)
	o.setTakenUp(content)
	observed, reported, _ := unstructured.NestedInt64(content.Object, "status", "observedGeneration")
	o.Current = !reported || observed == o.Generation
	o.Settled = o.Current
	o.setReady(content)
	if content.GetDeletionTimestamp() != nil {
		o.Status, o.Reason, o.Message, o.Since = metav1.ConditionUnknown, "Terminating", "it is being deleted", sane(content.GetDeletionTimestamp().Time)
	}
	return o
}

// named reads the fields that all objects have.
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

// setReady reads condition Ready.
func (o *Object) setReady(content *unstructured.Unstructured) {
	condition := conditionOf(content, meta.ReadyCondition)
	if condition == nil {
		return
	}
	status, _ := condition["status"].(string)
	reason, _ := condition["reason"].(string)
	message, _ := condition["message"].(string)
	since, _ := condition["lastTransitionTime"].(string)
	o.Status = metav1.ConditionStatus(text.Line(status, longestReason))
	o.Reason, o.Message = text.Clean(reason, longestReason), text.Clean(message, longestMessage)
	o.Since = timeOf(since)
	if observed, ok := condition["observedGeneration"].(int64); ok {
		o.Current = observed == o.Generation
	}
}

// setTakenUp reads the artifact that an object was built from.
func (o *Object) setTakenUp(content *unstructured.Unstructured) {
	switch o.Kind {
	case kindHelmRelease:
		o.AttemptedDigest = text.Line(stringIn(content, "status", "lastAttemptedRevisionDigest"), longestName)
	case kindHelmChart:
		o.SourceRevision = revisionText(stringIn(content, "status", "observedSourceArtifactRevision"))
	case kindArtifactGenerator:
		sources, _, _ := unstructured.NestedFieldNoCopy(content.Object, "spec", "sources")
		all, _ := sources.([]any)
		if len(all) != len(o.Targets) {
			break
		}
		o.SourcesDigest = text.Line(stringIn(content, "status", "observedSourcesDigest"), longestName)
		for _, source := range all {
			fields, _ := source.(map[string]any)
			alias, _ := fields["alias"].(string)
			o.Aliases = append(o.Aliases, text.Cut(alias, longestName))
		}
	}
	if o.Artifact != "" {
		// source-watcher: ObservedSource.String in api/v2/v1beta1
		o.ArtifactText = fmt.Sprintf("digest=%s,revision=%s,url=%s", stringIn(content, "status", "artifact", "digest"), stringIn(content, "status", "artifact", "revision"), stringIn(content, "status", "artifact", "url"))
		if len(o.ArtifactText) > longestArtifact {
			o.ArtifactText = ""
		}
	}
}

func stringIn(content *unstructured.Unstructured, path ...string) string {
	value, _, _ := unstructured.NestedString(content.Object, path...)
	return value
}

// conditionOf returns a condition of an object; nil without it.
func conditionOf(content *unstructured.Unstructured, name string) map[string]any {
	conditions, _, _ := unstructured.NestedFieldNoCopy(content.Object, "status", "conditions")
	all, _ := conditions.([]any)
	for _, each := range all {
		if condition, _ := each.(map[string]any); condition["type"] == name {
			return condition
		}
	}
	return nil
}

// targetsOf returns the objects that have to be ready before this one.
func targetsOf(content *unstructured.Unstructured, of ID) []ID {
	var targets []ID
	add := func(reference any, kind string) {
		fields, ok := reference.(map[string]any)
		if !ok || len(targets) >= mostTargets {
			return
		}
		name, _ := fields["name"].(string)
		namespace, _ := fields["namespace"].(string)
		named, _ := fields["kind"].(string)
		target := ID{Kind: cmp.Or(named, kind), Namespace: cmp.Or(namespace, of.Namespace), Name: name}
		if name != "" && isTarget(target.Kind) && target != of && max(len(target.Namespace), len(target.Name)) <= longestName {
			targets = append(targets, target)
		}
	}
	at := func(path ...string) any {
		value, _, _ := unstructured.NestedFieldNoCopy(content.Object, path...)
		return value
	}
	dependencies, _ := at("spec", "dependsOn").([]any)
	for _, dependency := range dependencies {
		add(dependency, of.Kind)
	}
	add(at("spec", "sourceRef"), "")
	switch of.Kind {
	case kindHelmRelease:
		add(at("spec", "chartRef"), "")
		add(at("spec", "chart", "spec", "sourceRef"), "")
		if chart := stringIn(content, "status", "helmChart"); chart != "" {
			namespace, name, named := strings.Cut(chart, "/")
			if !named {
				namespace, name = "", chart
			}
			add(map[string]any{"namespace": namespace, "name": name}, kindHelmChart)
		}
	case "ImagePolicy":
		add(at("spec", "imageRepositoryRef"), kindImageRepository)
	case kindArtifactGenerator:
		sources, _ := at("spec", "sources").([]any)
		for _, source := range sources {
			add(source, "")
		}
	}
	return targets
}

// timeOf parses a time; zero for a time that no Kubernetes object can have.
func timeOf(value string) time.Time {
	t, err := time.Parse(time.RFC3339, value)
	if err != nil {
		return time.Time{}
	}
	return sane(t)
}

// sane returns zero for a time before Kubernetes existed: JSON has no years before 0.
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
