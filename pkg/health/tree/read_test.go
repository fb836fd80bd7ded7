// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package tree_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/tree"
)

var _ = Describe("Read", func() {
	all := func() []schema.GroupVersionKind { return append(kinds(), tree.Workloads()...) }
	// counted is a shoot that counts requests, and answers those for a kind with an error.
	counted := func(shoot client.WithWatch, requests *int, failing string, failure error) client.Reader {
		return interceptor.NewClient(shoot, interceptor.Funcs{List: func(ctx context.Context, c client.WithWatch, list client.ObjectList, options ...client.ListOption) error {
			*requests++
			if strings.HasPrefix(list.GetObjectKind().GroupVersionKind().Kind, failing) && failure != nil {
				return failure
			}
			return c.List(ctx, list, options...)
		}})
	}

	It("makes a request for each kind in all namespaces, and returns the kinds without objects", func(ctx SpecContext) {
		requests := 0
		read, err := tree.Read(ctx, counted(shootWith(object("HelmRelease", "a/one"), object("HelmRelease", "b/two")), &requests, "", nil), all(), 100)
		Expect(err).NotTo(HaveOccurred())
		Expect(requests).To(Equal(len(all())))
		Expect(read.All).To(HaveLen(4))
		Expect(read.Exceeded).To(BeFalse())
		Expect(read.Empty).To(HaveLen(len(all()) - 3))

		_, err = tree.Read(ctx, counted(shootWith(), &requests, "", nil), tree.Without(all(), read.Empty), 100)
		Expect(err).NotTo(HaveOccurred())
		Expect(requests).To(Equal(len(all()) + 3))
	})

	It("skips a kind that the shoot does not have", func(ctx SpecContext) {
		requests := 0
		missing := apierrors.NewNotFound(schema.GroupResource{Resource: "imagepolicies"}, "")
		read, err := tree.Read(ctx, counted(shootWith(), &requests, "ImagePolicy", missing), all(), 100)
		Expect(err).NotTo(HaveOccurred())
		Expect(read.All).To(HaveLen(2))
	})

	It("fails if a kind cannot be read, because an unknown object may not be ready", func(ctx SpecContext) {
		requests := 0
		_, err := tree.Read(ctx, counted(shootWith(), &requests, "HelmRelease", errors.New("connection refused")), all(), 100)
		Expect(err).To(MatchError(ContainSubstring("failed to list objects of kind HelmRelease in the shoot: connection refused")))
	})

	It("stops at the limit, and does not report such a shoot as ready", func(ctx SpecContext) {
		var objects []*unstructured.Unstructured
		for i := range 30 {
			objects = append(objects, object("HelmRelease", fmt.Sprintf("apps/r%d", i)))
		}
		requests := 0
		read, err := tree.Read(ctx, counted(shootWith(objects...), &requests, "", nil), all(), 20)
		Expect(err).NotTo(HaveOccurred())
		Expect(read.All).To(HaveLen(20))
		Expect(requests).To(Equal(2), "nothing more is asked for")
		judged := tree.Damping{Threshold: threshold, Now: now}.Judge(read, sync, tree.Past{})
		Expect(judged.Verdict).To(And(HaveField("Status", BeEquivalentTo("False")), HaveField("Reason", "TooManyObjects"), HaveField("Cause", BeEquivalentTo("TooManyObjects"))))
		Expect(judged.Observed.Incomplete).To(BeTrue())
	})

	It("explains a workload by its pods before its deadline", func(ctx SpecContext) {
		starting := workload("apps/web", by("Kustomization", "apps/web"), func(o *unstructured.Unstructured) {
			set("status", map[string]any{"observedGeneration": int64(1), "replicas": int64(1), "updatedReplicas": int64(1), "unavailableReplicas": int64(1), "conditions": []any{
				map[string]any{"type": "Available", "status": "False", "lastTransitionTime": ago(threshold)},
			}})(o)
		})
		shoot := shootWith(starting)
		pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "apps", Name: "web-1", Labels: map[string]string{"app": "web"}}}
		pod.Status.ContainerStatuses = []corev1.ContainerStatus{{Name: "web", Image: "example.com/web:9", State: corev1.ContainerState{Waiting: &corev1.ContainerStateWaiting{
			Reason: "ImagePullBackOff", Message: "Back-off pulling image \"example.com/web:9\": ErrImagePull: not found",
		}}}}
		Expect(shoot.Create(ctx, pod)).To(Succeed())
		judged := judge(ctx, shoot, now, true, tree.Past{})
		Expect(judged.Verdict).To(And(HaveField("Reason", "ImagePullFailed"), HaveField("Cause", BeEquivalentTo("HealthCheckFailed"))))
		Expect(judged.Verdict.Message).To(ContainSubstring("Deployment apps/web: Pod apps/web-1, container web: image example.com/web:9 cannot be pulled: not found"))
	})

	It("keeps only one of several objects with the same ID", func(ctx SpecContext) {
		var repeated []unstructured.Unstructured
		for range 50 {
			repeated = append(repeated, *object("Kustomization", "apps/a", by("Kustomization", "apps/b")), *object("Kustomization", "apps/b", by("Kustomization", "apps/a")))
		}
		for i := range 70 {
			repeated = append(repeated, *object("Kustomization", fmt.Sprintf("apps/x%d", i)))
		}
		shoot := interceptor.NewClient(shootWith(), interceptor.Funcs{List: func(_ context.Context, _ client.WithWatch, list client.ObjectList, _ ...client.ListOption) error {
			if all, ok := list.(*unstructured.UnstructuredList); ok && all.GetKind() == "KustomizationList" {
				all.Items = repeated
			}
			return nil
		}})
		read, err := tree.Read(ctx, shoot, all(), 1000)
		Expect(err).NotTo(HaveOccurred())
		Expect(read.All).To(HaveLen(72))
		Expect(tree.Damping{Threshold: threshold, Now: now}.Judge(read, sync, tree.Past{}).Observed.Tree).To(Equal([]string{"70 more: Ready", "2 more: Ready"}))
	})

	It("bounds the references of objects, and the memory for all", func(ctx SpecContext) {
		var targets []string
		for i := range 40 {
			targets = append(targets, fmt.Sprintf("%s/%s%d", strings.Repeat("n", 250), strings.Repeat("x", 240), i))
		}
		var objects []*unstructured.Unstructured
		for i := range 500 {
			objects = append(objects, object("Kustomization", fmt.Sprintf("apps/k%d", i), dependsOn(targets...)))
		}
		read, err := tree.Read(ctx, shootWith(objects...), all(), 1000)
		Expect(err).NotTo(HaveOccurred())
		Expect(read.Exceeded).To(BeTrue())
		Expect(len(read.All)).To(BeNumerically("<", 400))
		Expect(read.All[1].Targets).To(HaveLen(20))
	})

	It("ignores times before Kubernetes existed", func(ctx SpecContext) {
		o := object("Kustomization", "apps/web", ready("False", "BuildFailed", "no", time.Hour))
		Expect(unstructured.SetNestedSlice(o.Object, []any{map[string]any{
			"type": "Ready", "status": "False", "reason": "BuildFailed", "message": "no", "observedGeneration": int64(1), "lastTransitionTime": "0000-01-01T00:00:00+14:00",
		}}, "status", "conditions")).To(Succeed())
		past := tree.Past{}
		for _, at := range []time.Time{now, now.Add(time.Hour)} {
			judged := judge(ctx, shootWith(o), at, false, past)
			past = tree.Past{Marks: judged.Marks, Reported: judged.Observed}
		}
		raw, err := json.Marshal(past.Reported)
		Expect(err).NotTo(HaveOccurred())
		Expect(json.Unmarshal(raw, &fluxv1alpha1.ObservedObjects{})).To(Succeed())
		Expect(past.Reported.Failing).To(ConsistOf(HaveField("Since.Time", BeTemporally("==", now))))
	})

	DescribeTable("tolerates invalid responses",
		func(ctx SpecContext, change option) {
			o := object("Kustomization", "apps/web", change)
			read, err := tree.Read(ctx, shootOf(o), all(), 100)
			Expect(err).NotTo(HaveOccurred())
			Expect(read.All).To(HaveLen(1))
			judged := tree.Damping{Threshold: threshold, Now: now}.Judge(read, sync, tree.Past{})
			Expect(len(judged.Verdict.Message)).To(BeNumerically("<", 2000))
		},
		Entry("conditions of another type", set("status.conditions", "none")),
		Entry("string as a condition", set("status.conditions", []any{"none"})),
		Entry("number as a reason", set("status.conditions", []any{map[string]any{"type": "Ready", "status": int64(1), "reason": int64(2), "message": map[string]any{}}})),
		Entry("dependencies of another type", set("spec.dependsOn", "none")),
		Entry("source reference of another type", set("spec.sourceRef", "none")),
		Entry("message of a megabyte", ready("False", strings.Repeat("R", 1<<20), strings.Repeat("<", 1<<20), 0)),
		Entry("ten thousand dependencies", set("spec.dependsOn", func() []any {
			var all []any
			for i := range 10_000 {
				all = append(all, map[string]any{"name": fmt.Sprint(i)})
			}
			return all
		}())),
	)
})
