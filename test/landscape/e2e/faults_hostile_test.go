// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// hostileDoors are the faults that a tenant makes on purpose: at each door through which something of his comes in.
func hostileDoors() []fault {
	return []fault{
		{"the shoot's administrator answers for Flux's group with 64 MiB", func(_ context.Context, s shoot) func() {
			bomb := spaces(64)
			return s.claims(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Encoding", "gzip")
				_, _ = w.Write(bomb)
			})
		}},
		{"the shoot's administrator answers for Flux's group that there is nothing", func(_ context.Context, s shoot) func() {
			return s.claims(func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(http.StatusNotFound)
				_, _ = fmt.Fprintf(w, `{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"NotFound","code":404,"message":"%s"}`, strings.Repeat("<", mebibyte))
			})
		}},
		{"the status of Flux's objects has texts of half a megabyte", func(ctx context.Context, s shoot) func() {
			return repeatedly(ctx, 1, func(round int) { s.overwriteStatus(round) })
		}},
		{"flux-config is written with what takes longest to check", func(ctx context.Context, s shoot) func() {
			return repeatedly(ctx, 4, func(round int) { inGarden(ctx).configuresAtWorst(s.project, round) })
		}},
		{"the Secret flux-source is damaged", func(ctx context.Context, s shoot) func() { return inGarden(ctx).damagesKey(s) }},
	}
}

// repeatedly does something in several places until it is ended.
func repeatedly(ctx context.Context, places int, do func(round int)) (end func()) {
	ctx, cancel := context.WithCancel(ctx)
	var group sync.WaitGroup
	for range places {
		group.Go(func() {
			defer GinkgoRecover()
			for round := 0; ctx.Err() == nil; round++ {
				do(round)
				pass(ctx, 200*time.Millisecond)
			}
		})
	}
	return func() {
		cancel()
		group.Wait()
	}
}

// claims has the shoot's administrator answer for kustomize-controller's group, if Flux is there at the moment.
func (s shoot) claims(answer http.HandlerFunc) (end func()) {
	GinkgoHelper()
	end, err := s.answersItself("kustomize.toolkit.fluxcd.io", "v1", answer)
	if apierrors.IsNotFound(err) || apierrors.IsConflict(err) {
		return func() {}
	}
	Expect(err).NotTo(HaveOccurred())
	return end
}

// overwriteStatus writes what the shoot's administrator can write into the status of source and root. Either may be gone.
func (s shoot) overwriteStatus(round int) {
	c := s.client()
	text := fmt.Sprintf("round %d %s", round, strings.Repeat("<&", mebibyte/4))
	for _, kind := range []string{"source.toolkit.fluxcd.io/v1 GitRepository", "kustomize.toolkit.fluxcd.io/v1 Kustomization"} {
		apiVersion, kind, _ := strings.Cut(kind, " ")
		object := &unstructured.Unstructured{}
		object.SetAPIVersion(apiVersion)
		object.SetKind(kind)
		object.SetNamespace("flux-system")
		object.SetName("flux-system")
		condition := map[string]any{"type": "Ready", "status": "False", "reason": "Hostile", "lastTransitionTime": metav1.Now().UTC().Format(time.RFC3339)}
		condition["message"] = text[:32<<10]
		patch, err := json.Marshal(map[string]any{"status": map[string]any{"lastAttemptedRevision": text, "conditions": []any{condition}}})
		Expect(err).NotTo(HaveOccurred())
		_ = c.Status().Patch(s.ctx, object, client.RawPatch("application/merge-patch+json", patch))
	}
}

// configuresAtWorst writes a flux-config that is refused, and takes as long as one can.
func (u gardenUser) configuresAtWorst(project string, round int) {
	configMap := configMapOf(project)
	if err := world.Garden.Client.Get(u.ctx, client.ObjectKeyFromObject(configMap), configMap); err != nil {
		return
	}
	configMap.Data = map[string]string{"config.yaml": fluxConfig(fmt.Sprintf("kustomization: {template: {spec: {path: ./round-%d, healthChecks: [%s]}}}\n",
		round, strings.Repeat(`"${SHOOT_INFO_X}", `, 3900)))}
	err := world.Garden.Client.Update(u.ctx, configMap)
	Expect(err).To(HaveOccurred(), "the admission has let it in")
}

// damagesKey gives the Secret with the deploy key contents that nothing can read, and returns how it gets back what it had.
func (u gardenUser) damagesKey(s shoot) (end func()) {
	GinkgoHelper()
	secret := &corev1.Secret{}
	name := client.ObjectKey{Namespace: s.key().Namespace, Name: "flux-source"}
	Expect(world.Garden.Client.Get(u.ctx, name, secret)).To(Succeed())
	original := secret.DeepCopy()
	damaged := bytes.Repeat([]byte("*?"), 100<<10)
	secret.Data["identity"], secret.Data["known_hosts"] = damaged, damaged
	Expect(world.Garden.Client.Update(u.ctx, secret)).To(Succeed())
	return func() {
		GinkgoHelper()
		Eventually(u.ctx, func(g Gomega) {
			g.Expect(world.Garden.Client.Get(u.ctx, name, secret)).To(Succeed())
			g.Expect(secret.Data).To(HaveKeyWithValue("identity", damaged), "what cannot be read is not replaced")
			secret.Data = original.Data
			g.Expect(world.Garden.Client.Update(u.ctx, secret)).To(Succeed())
		}).Should(Succeed())
		s.annotate("gardener.cloud/operation", "reconcile")
	}
}
