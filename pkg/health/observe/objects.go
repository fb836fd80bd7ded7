// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package observe

import (
	"slices"
	"strings"
	"time"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
)

// Sync identifies the source and the root Kustomization in the shoot.
type Sync struct {
	// SourceKind is the kind of the source.
	SourceKind string
	// Source and Root identify the source and the root Kustomization.
	Source, Root types.NamespacedName
	// DeployKey is true if the source uses the project's deploy key.
	DeployKey bool
	// KeySecret is the Secret with the deploy key; empty if the source references the Secret.
	KeySecret types.NamespacedName
	// ProjectSecret is the Secret of the project namespace with the credentials of the source; empty if unknown.
	ProjectSecret string
	// SourceKeys are the Secrets with the deploy keys of additional sources. A Secret is named after its
	// source.
	SourceKeys []types.NamespacedName
	// Namespace of Flux, and the delivered controllers, separated by commas; empty if unknown.
	Namespace, Components string
	// Shards that were delivered; none if Flux is not managed.
	Shards []string
	// Commit or digest, with its algorithm, that a rollout has set in the source; empty without one.
	Commit string
	// SourceSuspension and RootSuspension record whether source and root Kustomization are suspended in the delivery or
	// by a user.
	SourceSuspension, RootSuspension resolved.Suspension
}

// Delivers reports whether the extension delivers a controller.
func (s Sync) Delivers(name string) bool {
	return name != "" && slices.Contains(fluxv1alpha1.ControllerNames(strings.Split(s.Components, ","), s.Shards), name)
}

// Source is the observation of a source of any kind.
type Source struct {
	// Generation of the object, and the last one that Flux observed.
	Generation, ObservedGeneration int64
	// URL or endpoint of the source.
	URL string
	// Suspended is spec.suspend.
	Suspended bool
	// Conditions of the status.
	Conditions []metav1.Condition
	// SecretName references the credentials; empty without them.
	SecretName string
	// Kept is true if the object has the keep annotation.
	Kept bool
	// Timeout of a fetch.
	Timeout time.Duration
	// Artifact is the revision of the newest artifact, stored at ArtifactAt; empty without one.
	Artifact   string
	ArtifactAt time.Time
	// Asked is the last push that led to a reconciliation of the source.
	Asked Asked
}

// Shoot is the observation of a shoot; a nil object does not exist in the shoot.
type Shoot struct {
	// Source is the main source.
	Source *Source
	// Kustomization is the root Kustomization.
	Kustomization *kustomizev1.Kustomization
	// Key has the public parts of the project's deploy key; empty if the source does not use the key.
	Key
}

// Key has the public parts of a Secret with a deploy key.
type Key struct {
	// PublicKey of the key pair; empty if the Secret is missing.
	PublicKey string
	// HostKeys are types and fingerprints of the known host keys.
	HostKeys []string
	// ForeignTypes are the key types that Flux requests from the host because of known_hosts lines for other
	// hosts.
	ForeignTypes []string
	// Sources maps additional sources to the public keys of their deploy keys; empty for a missing Secret.
	Sources map[string]string
}

// Controller is the observation of a controller of Flux that is not available. All texts are bounded and
// printable.
type Controller struct {
	// Namespace and Name of the Deployment.
	Namespace, Name string
	// Refused is the error of the shoot's API server that refuses pods; empty without one.
	Refused string
	// Pods are some of the pods that are not ready.
	Pods []Pod
}

// Pod is the observation of a pod that is not ready.
type Pod struct {
	// Name of the pod.
	Name string
	// NotScheduled is the scheduler's message; empty if the pod has a node.
	NotScheduled string
	// Containers that are not ready.
	Containers []Container
}

// Container is the observation of a container that is not ready.
type Container struct {
	// Name and Image as in the pod.
	Name, Image string
	// Running is true if the container runs.
	Running bool
	// Waiting is the kubelet's reason why the container does not run, with its message; empty without one.
	Waiting, WaitingMessage string
	// Ended is the reason of the last termination, with exit code and the last words of the log; empty without a
	// termination.
	Ended    string
	ExitCode int32
	Words    string
}

// ControllerIn returns the Deployment of a Flux controller in an inventory entry.
func ControllerIn(id string) (types.NamespacedName, bool) {
	namespace, rest, _ := strings.Cut(id, "_")
	name, isDeployment := strings.CutSuffix(rest, "_apps_Deployment")
	return types.NamespacedName{Namespace: namespace, Name: name}, isDeployment && isComponent(name)
}

func isComponent(name string) bool {
	_, _, ofShard := fluxv1alpha1.ShardedController(name)
	return ofShard || fluxv1alpha1.IsComponent(name)
}
