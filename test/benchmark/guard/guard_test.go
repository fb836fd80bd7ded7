// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package guard

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"slices"
	"testing"
	"time"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/guard"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/tree"
)

// kustomizations is the number of Kustomizations that the root Kustomization applies.
const kustomizations = 10

var kustomization = kustomizev1.GroupVersion.WithKind(kustomizev1.KustomizationKind)

func sync() observe.Sync {
	root := types.NamespacedName{Namespace: "flux-system", Name: "flux-system"}
	return observe.Sync{SourceKind: "GitRepository", Source: root, Root: root}
}

// shoot is a shoot with an answer to the request for Kustomizations. It has no other objects.
type shoot struct {
	client.Reader
	answer []byte
}

func (s shoot) List(_ context.Context, list client.ObjectList, _ ...client.ListOption) error {
	return list.(*unstructured.UnstructuredList).UnmarshalJSON(s.answer)
}

// shootOf returns a shoot whose Kustomizations have applied so many objects, except one in a hundred, by its position.
func shootOf(b *testing.B, objects, lacks int) shoot {
	b.Helper()
	ready := func(name string, ids []string) map[string]any {
		entries := []any{}
		for _, id := range ids {
			entries = append(entries, map[string]any{"id": id, "v": "v1"})
		}
		return map[string]any{
			"apiVersion": kustomization.GroupVersion().String(), "kind": kustomization.Kind, "metadata": map[string]any{"namespace": "flux-system", "name": name, "generation": 1},
			"spec": map[string]any{"interval": "10m", "path": "./" + name, "prune": true, "sourceRef": map[string]any{"kind": "GitRepository", "name": "flux-system"}},
			"status": map[string]any{
				"observedGeneration": 1, "lastAppliedRevision": "main@sha1:b8e362c206e3d0cbb7ed22ced771a0056455a2fb", "inventory": map[string]any{"entries": entries},
				"conditions": []any{map[string]any{"type": "Ready", "status": "True", "reason": "ReconciliationSucceeded", "observedGeneration": 1, "lastTransitionTime": "2026-01-01T00:00:00Z"}},
			},
		}
	}
	of := make([][]string, kustomizations)
	for i := range objects {
		if i%100 == lacks {
			continue
		}
		// The hash is that of a generated ConfigMap, and hard to compress.
		kind := []string{"apps_Deployment", "_Service", "_ConfigMap", "_ServiceAccount", "rbac.authorization.k8s.io_RoleBinding"}[i%5]
		id := fmt.Sprintf("team-%d_service-%d-%08x_%s", i%40, i/5, crc32.ChecksumIEEE(fmt.Append(nil, i)), kind)
		of[i%kustomizations] = append(of[i%kustomizations], id)
	}
	var items []any
	var children []string
	for i, ids := range of {
		name := fmt.Sprintf("apps-%d", i)
		items = append(items, ready(name, ids))
		children = append(children, fmt.Sprintf("flux-system_%s_%s_%s", name, kustomization.Group, kustomization.Kind))
	}
	answer, err := json.Marshal(map[string]any{"apiVersion": kustomization.GroupVersion().String(), "kind": kustomization.Kind + "List", "items": append(items, ready("flux-system", children))})
	if err != nil {
		b.Fatal(err)
	}
	return shoot{answer: answer}
}

func read(b *testing.B, s shoot) tree.Objects {
	b.Helper()
	objects, err := tree.Read(b.Context(), s, []schema.GroupVersionKind{kustomization}, 1000)
	if err != nil {
		b.Fatal(err)
	}
	return objects
}

// applied returns a snapshot of the shoot at a commit.
func applied(b *testing.B, objects tree.Objects, commit int) guard.Snapshot {
	b.Helper()
	ids, problem := objects.Inventories.Applied(tree.RootID(sync()))
	if problem != "" {
		b.Fatal(problem)
	}
	return guard.Snapshot{Goal: guard.Goal{Revision: "r", Commit: fmt.Sprintf("sha1:%040d", commit)}, Objects: ids, Versions: objects.Inventories.Versions()}
}

func eachSize(b *testing.B, run func(b *testing.B, objects int)) {
	for _, objects := range []int{50, 500, 5000} {
		b.Run(fmt.Sprintf("objects=%d", objects), func(b *testing.B) { run(b, objects) })
	}
}

// BenchmarkWithout reads the Kustomizations of a shoot, with their inventories, and judges them, as without a guard.
func BenchmarkWithout(b *testing.B) {
	eachSize(b, func(b *testing.B, objects int) {
		s := shootOf(b, objects, 0)
		for b.Loop() {
			tree.Damping{Threshold: time.Minute, Now: time.Now()}.Judge(read(b, s), sync(), tree.Past{})
		}
	})
}

// BenchmarkGuard does what a guard adds: it compares the inventories with a history of three commits, of which each
// removes one object in a hundred. stored-B is the size of the history, status-B that of the report on removed objects.
func BenchmarkGuard(b *testing.B) {
	eachSize(b, func(b *testing.B, objects int) {
		history := guard.History{}
		var last tree.Objects
		for commit := range 3 {
			last = read(b, shootOf(b, objects, commit))
			history = history.With(applied(b, last, commit))
		}
		stored, _ := history.Encode(1 << 20)
		var summary []byte
		b.ReportAllocs()
		for b.Loop() {
			decoded, err := guard.Decode(stored)
			if err != nil {
				b.Fatal(err)
			}
			present := applied(b, last, 2)
			since, base, _ := decoded.Since(guard.Passed{Goal: history[0].Goal}, present.Goal, true)
			report := guard.Summarize(base, guard.Losses{Gone: guard.InOrder(base.Removed(present.Objects), nil)}, nil)
			if report.Count == 0 {
				b.Fatal("no object is removed")
			}
			if stored, fits := since.With(present).Encode(128 << 10); !fits {
				b.Fatalf("%d bytes are too many", len(stored))
			}
			if summary, err = json.Marshal(report); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(len(stored)), "stored-B")
		b.ReportMetric(float64(len(summary)), "status-B")
	})
}

// BenchmarkUIDs does what a guard adds for a shoot with 500 objects of which this many are Namespaces, whose UIDs are
// recorded, and moves them to another Kustomization. Without UIDs, as before, the history has plain-B bytes.
func BenchmarkUIDs(b *testing.B) {
	for _, protected := range []int{10, 100, 500} {
		b.Run(fmt.Sprintf("namespaces=%d", protected), func(b *testing.B) {
			identities := guard.Identities{}
			var objects []string
			for i := range 500 {
				id := fmt.Sprintf("team-%d_service-%d-%08x_apps_Deployment", i%40, i, crc32.ChecksumIEEE(fmt.Append(nil, i)))
				if i < protected {
					sum := sha256.Sum256(fmt.Append(nil, i))
					id = fmt.Sprintf("_team-%d__Namespace", i)
					identities[id] = guard.Identity{UID: fmt.Sprintf("%x-%x-%x-%x-%x", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16]), By: []string{fmt.Sprintf("flux-system_apps-%d_%s_%s", i%kustomizations, kustomization.Group, kustomization.Kind)}}
				}
				objects = append(objects, id)
			}
			for i := range kustomizations {
				objects = append(objects, fmt.Sprintf("flux-system_apps-%d_%s_%s", i, kustomization.Group, kustomization.Kind))
			}
			slices.Sort(objects)
			moved := guard.Identities{}
			for id, identity := range identities {
				moved[id] = guard.Identity{UID: identity.UID, By: []string{guard.RootKustomization}}
			}
			history := guard.History{}
			for commit := range 3 {
				goal := guard.Goal{Revision: "r", Commit: fmt.Sprintf("sha1:%040d", commit)}
				history = history.With(guard.Snapshot{Goal: goal, Objects: objects, Versions: map[string]string{"_Namespace": "v1"}, Identities: identities})
			}
			stored, fits := history.Encode(128 << 10)
			if !fits {
				b.Fatalf("%d bytes are too many", len(stored))
			}
			plain, _ := history.WithoutIdentities().Encode(128 << 10)
			for b.Loop() {
				decoded, err := guard.Decode(stored)
				if err != nil {
					b.Fatal(err)
				}
				if found := decoded[0].Moved(guard.Snapshot{Objects: objects, Identities: moved}); len(found) != protected {
					b.Fatalf("%d objects have moved", len(found))
				}
				decoded.Encode(128 << 10)
			}
			b.ReportMetric(float64(len(stored)), "stored-B")
			b.ReportMetric(float64(len(plain)), "plain-B")
		})
	}
}
