// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"cmp"
	"fmt"
	"time"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
)

// shortestLag is for how long Flux may at least not have applied the newest revision before that is a failure.
const shortestLag = 10 * time.Minute

// lag is the newest artifact of the source that the root Kustomization has not applied.
type lag struct {
	// since is when the source got the artifact.
	since        time.Time
	message, fix string
}

// lagOf compares the revision that the root Kustomization has applied with that of its source's artifact; nil if they are the same, or if it reads from
// another source: package tree compares those.
func lagOf(o Observation) *lag {
	source, root := o.Shoot.Source, o.Shoot.Kustomization
	if source == nil || root == nil || source.Artifact == "" || source.Artifact == root.Status.LastAppliedRevision || !readsFrom(root, *o.Sync) {
		return nil
	}
	return &lag{
		since: source.ArtifactAt,
		message: fmt.Sprintf("%s, the newest artifact of %s %s, is not applied yet. Applied: %s",
			source.Artifact, o.Sync.SourceKind, o.Sync.Source, cmp.Or(root.Status.LastAppliedRevision, "none")),
		fix: fmt.Sprintf("Check that kustomize-controller runs in the shoot. 'flux reconcile kustomization %s -n %s' there has it try at once", o.Sync.Root.Name, o.Sync.Root.Namespace),
	}
}

// readsFrom reports whether the root Kustomization reads from the source.
func readsFrom(root *kustomizev1.Kustomization, sync observe.Sync) bool {
	from := root.Spec.SourceRef
	return from.Kind == sync.SourceKind && types.NamespacedName{Namespace: cmp.Or(from.Namespace, sync.Root.Namespace), Name: from.Name} == sync.Source
}
