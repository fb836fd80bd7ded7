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

// Sync names the source and the root Kustomization in the shoot.
type Sync struct {
	// SourceKind is the kind of the source.
	SourceKind string
	// Source and Root are the namespaces and names of the source and of the root Kustomization.
	Source, Root types.NamespacedName
	// DeployKey is true if the source is read with the project's deploy key.
	DeployKey bool
	// KeySecret names the Secret with the deploy key, whatever the source is read with; empty if it is the one that the source names.
	KeySecret types.NamespacedName
	// ProjectSecret is the Secret in the project's namespace that is delivered for the source; empty if none is, or if it is not known.
	ProjectSecret string
	// SourceKeys are the Secrets with the deploy keys of additional sources. Each has the name of its source.
	SourceKeys []types.NamespacedName
	// Namespace is that of Flux, and Components are the controllers that were delivered, separated by commas; empty if that is not known.
	Namespace, Components string
	// Shards are the shards that were delivered; none if Flux is left alone, where others may have changed them.
	Shards []string
	// Commit is the commit or digest, with its algorithm, that a rollout has set in the source; empty if it has set none.
	Commit string
	// SourceSuspension and RootSuspension are whether they are suspended as far as the extension knows, and by whom.
	SourceSuspension, RootSuspension resolved.Suspension
}

// Delivers returns whether the extension delivers a controller.
func (s Sync) Delivers(name string) bool {
	return name != "" && slices.Contains(fluxv1alpha1.ControllerNames(strings.Split(s.Components, ","), s.Shards), name)
}

// Source is what was observed of a source, whatever its kind.
type Source struct {
	// Generation is that of its metadata, and ObservedGeneration the one with which Flux was done last.
	Generation, ObservedGeneration int64
	// URL is where it reads from.
	URL string
	// Suspended is true if Flux leaves it alone.
	Suspended bool
	// Conditions are those of its status.
	Conditions []metav1.Condition
	// SecretName is the name of the Secret with its credentials; empty if it has none.
	SecretName string
	// Kept is true if gardener-resource-manager leaves it in the shoot when it is not delivered any more.
	Kept bool
	// Timeout is how long Flux may take to fetch it.
	Timeout time.Duration
	// Artifact is the revision of its newest artifact, which Flux has stored at ArtifactAt; empty if it has none.
	Artifact   string
	ArtifactAt time.Time
	// Asked is the last push for which it was asked to be read.
	Asked Asked
}

// Shoot is what was observed in the shoot; a nil object does not exist there.
type Shoot struct {
	// Source is the source.
	Source *Source
	// Kustomization is the root Kustomization.
	Kustomization *kustomizev1.Kustomization
	// KeyObservation is what is public of the project's deploy key; empty if the source is not read with it.
	Key
}

// Key is what is public of the Secret with the project's deploy key.
type Key struct {
	// PublicKey is the public half of the key; empty if the shoot does not have it.
	PublicKey string
	// HostKeys are types and fingerprints of the keys by which Flux recognizes the host.
	HostKeys []string
	// ForeignTypes are the types of keys that Flux requests from the host because of known_hosts lines that are not about it.
	ForeignTypes []string
	// Sources are the public halves of the deploy keys of additional sources, by the names of these; empty for those that the shoot does not have.
	Sources map[string]string
}

// Controller is what was observed of a controller of Flux that is not available. All texts are cut and printable.
type Controller struct {
	// Namespace and Name are those of its Deployment.
	Namespace, Name string
	// Refused is why the shoot's API server lets no pod be created; empty if it does.
	Refused string
	// Pods are some of its pods that are not ready.
	Pods []Pod
}

// Pod is what was observed of a pod that is not ready.
type Pod struct {
	// Name is its name.
	Name string
	// NotScheduled is why no node fits; empty if the pod has one.
	NotScheduled string
	// Containers are those that are not ready.
	Containers []Container
}

// Container is what was observed of a container that is not ready.
type Container struct {
	// Name and Image are as in the pod.
	Name, Image string
	// Running is true if it runs now.
	Running bool
	// Waiting is the kubelet's reason why it does not run, and WaitingMessage what it reports beside that; empty if it reports none.
	Waiting, WaitingMessage string
	// Ended is the reason why it ended the last time, with its exit code, and Words are its last ones, from the termination message, which
	// is the end of its log; empty if it has not ended yet.
	Ended    string
	ExitCode int32
	Words    string
}

// ControllerIn returns the Deployment of the controller of Flux that an entry of an inventory names.
func ControllerIn(id string) (types.NamespacedName, bool) {
	namespace, rest, _ := strings.Cut(id, "_")
	name, isDeployment := strings.CutSuffix(rest, "_apps_Deployment")
	return types.NamespacedName{Namespace: namespace, Name: name}, isDeployment && isComponent(name)
}

func isComponent(name string) bool {
	_, _, ofShard := fluxv1alpha1.ShardedController(name)
	return ofShard || fluxv1alpha1.IsComponent(name)
}
