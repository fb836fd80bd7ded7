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
	// KeySecret is the Secret with the deploy key. It is empty if the source itself references the Secret.
	KeySecret types.NamespacedName
	// ProjectSecret is the Secret of the project namespace with the credentials of the source. It is empty if unknown.
	ProjectSecret string
	// SourceKeys are the Secrets with the deploy keys of additional sources. Each Secret has the name of its source.
	SourceKeys []types.NamespacedName
	// Namespace is Flux's namespace. Components are the delivered controllers, separated by commas; empty if unknown.
	Namespace, Components string
	// Shards are the delivered shards. They are empty if the extension does not manage Flux.
	Shards []string
	// Delivery is the identifier of the delivery. It is empty if unknown, and if the extension does not manage the source
	// and the root Kustomization.
	Delivery string
	// Commit is the commit or digest (with its algorithm) that a rollout has set in the source. It is empty if no rollout
	// has set one.
	Commit string
	// SourceSuspension and RootSuspension record whether the delivery or a user suspends the source and the root
	// Kustomization.
	SourceSuspension, RootSuspension resolved.Suspension
}

// Delivers reports whether the extension delivers a controller.
func (s Sync) Delivers(name string) bool {
	return name != "" && slices.Contains(fluxv1alpha1.ControllerNames(strings.Split(s.Components, ","), s.Shards), name)
}

// Source is the observation of a source of any kind.
type Source struct {
	// Generation is the generation of the object, ObservedGeneration the last one that Flux observed.
	Generation, ObservedGeneration int64
	// URL is the URL or endpoint of the source.
	URL string
	// Suspended is spec.suspend.
	Suspended bool
	// Conditions are the conditions of the status.
	Conditions []metav1.Condition
	// SecretName references the credentials. It is empty if the source has none.
	SecretName string
	// Kept is true if the object has the keep annotation.
	Kept bool
	// Delivery is the identifier of the delivery that the object belongs to. It is empty if it has none.
	Delivery string
	// Timeout is the timeout of a fetch.
	Timeout time.Duration
	// Artifact is the revision of the newest artifact, stored at ArtifactAt. It is empty if there is no artifact.
	Artifact   string
	ArtifactAt time.Time
	// Asked is the last push that made the extension request a reconciliation of the source.
	Asked Asked
	// CreatedAt is the time of creation, and Interval is the time between two fetches. SecretNames are the names of the
	// Secrets that the source references.
	CreatedAt   time.Time
	Interval    time.Duration
	SecretNames []string
	// ReadWith is the last request to read the source with changed Secrets.
	ReadWith ReadWith
}

// Shoot is the observation of a shoot. A field is nil if its object does not exist.
type Shoot struct {
	// Source is the main source.
	Source *Source
	// Kustomization is the root Kustomization.
	Kustomization *kustomizev1.Kustomization
	// Key has the public parts of the project's deploy key. It is empty if the source does not use the key.
	Key
}

// Key has the public parts of a Secret with a deploy key.
type Key struct {
	// PublicKey is the public key of the pair. It is empty if the Secret is missing.
	PublicKey string
	// HostKeys are the types and fingerprints of the known host keys.
	HostKeys []string
	// ForeignTypes are key types that Flux requests from the host only because known_hosts has lines for other hosts.
	ForeignTypes []string
	// Sources maps additional sources to the public keys of their deploy keys. The value is empty if the Secret is
	// missing.
	Sources map[string]string
	// Secrets is a hash of the versions of the source's delivered Secrets, or empty without such Secrets. Changed is
	// true if Flux may still use earlier Secrets.
	Secrets string
	Changed bool
}

// Controller is the observation of a controller of Flux that is not available. All texts are printable and have a
// limited length.
type Controller struct {
	// Namespace and Name of the Deployment.
	Namespace, Name string
	// Refused is the error of the shoot's API server if it refuses to create pods, otherwise empty.
	Refused string
	// Pods are some of the pods that are not ready.
	Pods []Pod
}

// Pod is the observation of a pod that is not ready.
type Pod struct {
	// Name is the name of the pod.
	Name string
	// NotScheduled is the scheduler's message. It is empty if the pod has a node.
	NotScheduled string
	// Containers are containers that are not ready.
	Containers []Container
}

// Container is the observation of a container that is not ready.
type Container struct {
	// Name and Image as in the pod.
	Name, Image string
	// Running is true if the container runs.
	Running bool
	// Waiting and WaitingMessage are the kubelet's reason and message for a container that does not run. Both are empty if
	// the kubelet reports none.
	Waiting, WaitingMessage string
	// Ended is the reason of the last termination, with ExitCode and the last words of the log. It is empty if the
	// container has not terminated.
	Ended    string
	ExitCode int32
	Words    string
}

// ControllerIn returns the Deployment in an inventory entry, and whether it is a controller of Flux.
func ControllerIn(id string) (types.NamespacedName, bool) {
	namespace, rest, _ := strings.Cut(id, "_")
	name, isDeployment := strings.CutSuffix(rest, "_apps_Deployment")
	return types.NamespacedName{Namespace: namespace, Name: name}, isDeployment && isComponent(name)
}

func isComponent(name string) bool {
	_, _, ofShard := fluxv1alpha1.ShardedController(name)
	return ofShard || fluxv1alpha1.IsComponent(name)
}
