// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package recorder

import (
	"strings"
	"sync"

	appsv1 "k8s.io/api/apps/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
)

const (
	originAnnotation = "resources.gardener.cloud/origin"
	keepAnnotation   = "resources.gardener.cloud/keep-object"
	// applierName and applierNamespace are the labels with the Kustomization that has applied an object, and pruneKey
	// excludes the object from pruning.
	applierName      = "kustomize.toolkit.fluxcd.io/name"
	applierNamespace = "kustomize.toolkit.fluxcd.io/namespace"
	pruneKey         = "kustomize.toolkit.fluxcd.io/prune"
	helmReleaseName  = "helm.toolkit.fluxcd.io/name"
	versionLabel     = "app.kubernetes.io/version"
	fluxGroupSuffix  = ".toolkit.fluxcd.io"
	// ownOrigin is part of the origin of the objects that gardener-resource-manager has applied for the extension.
	ownOrigin = "/extension-shoot-flux-"
)

// shootObserver decodes the objects of a Shoot's cluster.
type shootObserver struct {
	project, shoot string

	lock sync.Mutex
	// rootSource is <kind>/<namespace>/<name> of the source of the root Kustomization; empty if it is unknown.
	rootSource string
}

// fluxFacts returns the fact about an object of Flux.
func (s *shootObserver) fluxFacts(object *unstructured.Unstructured) []history.Fact {
	content, err := read[struct {
		Spec struct {
			Suspend        bool        `json:"suspend"`
			URL            string      `json:"url"`
			Endpoint       string      `json:"endpoint"`
			BucketName     string      `json:"bucketName"`
			Ref            history.Ref `json:"ref"`
			Path           string      `json:"path"`
			Prune          bool        `json:"prune"`
			DeletionPolicy string      `json:"deletionPolicy"`
			SourceRef      struct {
				Kind      string `json:"kind"`
				Namespace string `json:"namespace"`
				Name      string `json:"name"`
			} `json:"sourceRef"`
		} `json:"spec"`
		Status struct {
			ObservedGeneration int64 `json:"observedGeneration"`
			Artifact           struct {
				Revision string `json:"revision"`
			} `json:"artifact"`
			LastAppliedRevision   string             `json:"lastAppliedRevision"`
			LastAttemptedRevision string             `json:"lastAttemptedRevision"`
			Conditions            []metav1.Condition `json:"conditions"`
			Inventory             *struct {
				Entries []struct {
					ID string `json:"id"`
				} `json:"entries"`
			} `json:"inventory"`
		} `json:"status"`
	}](object)
	if err != nil {
		return nil
	}
	spec, status := content.Spec, content.Status
	fact := &history.FluxObject{
		Project: s.project, Shoot: s.shoot, Kind: object.GetKind(), Namespace: object.GetNamespace(), Name: object.GetName(), UID: object.GetUID(),
		Generation: object.GetGeneration(), Observed: status.ObservedGeneration, Suspended: spec.Suspend, Deleting: object.GetDeletionTimestamp() != nil,
		URL: strings.TrimSpace(spec.URL + " " + strings.TrimSpace(spec.Endpoint+" "+spec.BucketName)), Ref: spec.Ref, Artifact: status.Artifact.Revision, Path: spec.Path, Prune: spec.Prune,
		DeletionPolicy: spec.DeletionPolicy, AppliedRevision: status.LastAppliedRevision, AttemptedRevision: status.LastAttemptedRevision, FluxVersion: object.GetLabels()[versionLabel],
	}
	if spec.SourceRef.Name != "" {
		namespace := spec.SourceRef.Namespace
		if namespace == "" {
			namespace = object.GetNamespace()
		}
		fact.Source = strings.Join([]string{spec.SourceRef.Kind, namespace, spec.SourceRef.Name}, "/")
	}
	fact.Role = s.roleOf(object, fact.Source)
	for _, condition := range status.Conditions {
		if condition.Type == "Ready" {
			fact.Ready, fact.Reason, fact.Message, fact.ReadyTime = string(condition.Status), condition.Reason, short(condition.Message), condition.LastTransitionTime.UTC()
		}
	}
	if status.Inventory != nil {
		fact.Inventory = []string{}
		for _, entry := range status.Inventory.Entries {
			fact.Inventory = append(fact.Inventory, entry.ID)
		}
	}
	return []history.Fact{fact}
}

// roleOf returns the role of an object of Flux. The root Kustomization is the one that gardener-resource-manager has
// applied for the extension, or that has its name after a bootstrap; the root source is the source of it.
func (s *shootObserver) roleOf(object *unstructured.Unstructured, source string) string {
	s.lock.Lock()
	defer s.lock.Unlock()
	origin := object.GetAnnotations()[originAnnotation]
	isDefault := object.GetNamespace() == fluxv1alpha1.FluxNamespace && object.GetName() == fluxv1alpha1.SyncName
	switch {
	case object.GetKind() == "HelmRelease":
		return ""
	case strings.HasSuffix(origin, "/"+fluxv1alpha1.ManagedResourceBaseline):
		return history.RoleBaseline
	case object.GetKind() == "Kustomization" && (isDefault || strings.HasSuffix(origin, "/"+fluxv1alpha1.ManagedResourceConfig)):
		s.rootSource = source
		return history.RoleRoot
	case s.rootSource == strings.Join([]string{object.GetKind(), object.GetNamespace(), object.GetName()}, "/"):
		return history.RoleRoot
	}
	return ""
}

// objectFacts returns the fact about another object. The objects of Gardener's own namespaces are left out.
func (s *shootObserver) objectFacts(object *unstructured.Unstructured) []history.Fact {
	if fact := s.object(object); fact != nil {
		return []history.Fact{fact}
	}
	return nil
}

func (s *shootObserver) object(object *unstructured.Unstructured) *history.Object {
	group := object.GroupVersionKind().Group
	if strings.HasPrefix(object.GetNamespace(), "kube-") || object.GetKind() == "ConfigMap" && object.GetName() == "kube-root-ca.crt" {
		return nil
	}
	labels, annotations := object.GetLabels(), object.GetAnnotations()
	fact := &history.Object{
		Project: s.project, Shoot: s.shoot, Group: group, Kind: object.GetKind(), Namespace: object.GetNamespace(), Name: object.GetName(), UID: object.GetUID(),
		Deleting: object.GetDeletionTimestamp() != nil, Origin: annotations[originAnnotation], Keep: annotations[keepAnnotation] == "true",
		PruneDisabled: annotations[pruneKey] == "disabled" || labels[pruneKey] == "disabled", Part: history.PartUser,
	}
	if labels[applierName] != "" {
		fact.Applier, fact.Part = labels[applierNamespace]+"/"+labels[applierName], history.PartWorkload
	}
	switch {
	case labels[fluxv1alpha1.LabelStorage] != "":
		fact.Part = history.PartVolume
	case labels[helmReleaseName] != "":
		fact.Part = history.PartWorkload
	case fact.Applier != "":
	case strings.Contains(fact.Origin, ownOrigin), labels["app.kubernetes.io/part-of"] == "flux",
		fact.Kind == "Namespace" && fact.Name == fluxv1alpha1.FluxNamespace, fact.Kind == "CustomResourceDefinition" && strings.HasSuffix(fact.Name, fluxGroupSuffix):
		fact.Part = history.PartFlux
	}
	return fact
}

// deploymentFacts returns the fact about a Deployment.
func (s *shootObserver) deploymentFacts(object *unstructured.Unstructured) []history.Fact {
	fact := s.object(object)
	deployment, err := read[appsv1.Deployment](object)
	if fact == nil || err != nil {
		return nil
	}
	if fact.Part == history.PartFlux {
		fact.FluxVersion = deployment.Labels[versionLabel]
	}
	status, replicas := deployment.Status, ptr.Deref(deployment.Spec.Replicas, 1)
	fact.Ready = "False"
	if status.ObservedGeneration >= deployment.Generation && status.UpdatedReplicas >= replicas && status.AvailableReplicas >= replicas {
		fact.Ready = "True"
	}
	return []history.Fact{fact}
}

// secretFacts returns the fact about a Secret, of which the source has kept only the fingerprint.
func (s *shootObserver) secretFacts(object *unstructured.Unstructured) []history.Fact {
	fact := s.object(object)
	if fact == nil {
		return nil
	}
	fact.KeyFingerprint = fingerprintIn(object, fluxv1alpha1.SecretKeyIdentity)
	return []history.Fact{fact}
}
