// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package artifacts_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"path/filepath"
	"strings"

	"github.com/gardener/gardener/pkg/chartrenderer"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"helm.sh/helm/v4/pkg/chart/common"
	"helm.sh/helm/v4/pkg/chart/v2/lint"
	"helm.sh/helm/v4/pkg/chart/v2/lint/support"
	chartv2util "helm.sh/helm/v4/pkg/chart/v2/util"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	schedulingv1 "k8s.io/api/scheduling/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/garden"
)

// refusing are the options of a request that changes nothing, and is refused if a field is unknown, doubled or invalid.
func refusing() []client.CreateOption {
	return []client.CreateOption{client.DryRunAll, client.FieldValidation(metav1.FieldValidationStrict)}
}

// apiServer is the real kube-apiserver, and what it was asked already.
type apiServer struct {
	client.Client
	asked map[string]bool
}

// takes asks whether the kube-apiserver would create an object, once.
func (s *apiServer) takes(ctx context.Context, object client.Object) error {
	content, err := json.Marshal(object)
	if err != nil {
		return err
	}
	if s.asked[string(content)] {
		return nil
	}
	s.asked[string(content)] = true
	if err := s.Create(ctx, object.DeepCopyObject().(client.Object), refusing()...); err != nil {
		return fmt.Errorf("%s: %w", content[:min(len(content), 300)], err)
	}
	return nil
}

// has creates what is needed before pods may be.
func (s *apiServer) has(ctx context.Context, objects ...client.Object) {
	GinkgoHelper()
	for _, object := range objects {
		Expect(client.IgnoreAlreadyExists(s.Create(ctx, object))).To(Succeed())
	}
}

var _ = Describe("Charts with all values", func() {
	var server *apiServer

	BeforeEach(func(ctx SpecContext) {
		c, err := client.New(config, client.Options{})
		Expect(err).NotTo(HaveOccurred())
		server = &apiServer{Client: c, asked: map[string]bool{}}
		for _, name := range []string{"gardener-system-900", "gardener-garden-system-400"} {
			server.has(ctx, &schedulingv1.PriorityClass{ObjectMeta: metav1.ObjectMeta{Name: name}, Value: 1000})
		}
		for _, chart := range matrix() {
			server.has(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{
				Name: chart.namespace, Labels: map[string]string{"pod-security.kubernetes.io/enforce": "restricted"},
			}})
		}
		server.has(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "garden"}})
	})

	for _, chart := range matrix() {
		It("hold nothing that a kube-apiserver refuses, and pods that meet restricted: "+chart.name, func(ctx SpecContext) {
			archive, err := release.Chart(chart.name)
			Expect(err).NotTo(HaveOccurred())
			renderer := chartrenderer.NewWithServerVersion(serverVersion)
			for _, values := range chart.values {
				rendered, err := renderer.RenderArchive(archive, chart.release, chart.namespace, values)
				Expect(err).NotTo(HaveOccurred(), "%v", values)
				objects, err := garden.Decode(rendered.Manifest())
				Expect(err).NotTo(HaveOccurred())
				for _, object := range objects {
					Expect(server.takes(ctx, object)).To(Succeed(), "%v", values)
				}
				pods := podsOf(objects)
				Expect(pods).To(HaveLen(chart.pods(values)), "%v", values)
				for _, pod := range pods {
					server.has(ctx, &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Name: pod.Spec.ServiceAccountName, Namespace: pod.Namespace}})
					Expect(server.takes(ctx, pod)).To(Succeed(), "%v", values)
				}
			}
			GinkgoWriter.Printf("%d combinations of values, %d different objects, pods included\n", len(chart.values), len(server.asked))
		}, SpecTimeout(specTimeout))

		It("have nothing that Helm's linter finds fault with: "+chart.name, func() {
			archive, err := release.Chart(chart.name)
			Expect(err).NotTo(HaveOccurred())
			dir := GinkgoT().TempDir()
			Expect(chartv2util.Expand(dir, bytes.NewReader(archive))).To(Succeed())
			version, err := common.ParseKubeVersion(serverVersion.GitVersion)
			Expect(err).NotTo(HaveOccurred())
			for _, values := range linted(chart.values) {
				result := lint.RunAll(filepath.Join(dir, chart.name), values, chart.namespace, lint.WithKubeVersion(version))
				for _, message := range result.Messages {
					// Versions and tags of Gardener and its extensions begin with v, those of their charts too.
					if message.Severity >= support.WarningSev && !strings.HasSuffix(message.Err.Error(), "is not a valid SemVerV2") {
						Fail(fmt.Sprintf("%v\n%v", message, values))
					}
				}
			}
		})
	}

	It("are checked against a policy that refuses pods", func(ctx SpecContext) {
		for _, chart := range matrix()[:1] {
			server.has(ctx, &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Name: "default", Namespace: chart.namespace}})
			err := server.takes(ctx, &corev1.Pod{
				ObjectMeta: metav1.ObjectMeta{Name: "root", Namespace: chart.namespace},
				Spec:       corev1.PodSpec{Containers: []corev1.Container{{Name: "root", Image: "root"}}},
			})
			Expect(apierrors.IsForbidden(err)).To(BeTrue(), "%v", err)
			Expect(err).To(MatchError(ContainSubstring(`violates PodSecurity "restricted:latest"`)))
		}
	})

	It("are checked for unknown fields", func(ctx SpecContext) {
		monitor := &unstructured.Unstructured{Object: map[string]any{
			"apiVersion": "monitoring.coreos.com/v1", "kind": "ServiceMonitor", "metadata": map[string]any{"name": "x", "namespace": "garden"},
			"spec": map[string]any{"selector": map[string]any{}, "endpoints": []any{map[string]any{"ports": "metrics"}}},
		}}
		Expect(server.takes(ctx, monitor)).To(MatchError(ContainSubstring(`unknown field "spec.endpoints[0].ports"`)))
	})
})

// linted are values in which each choice occurs with each other: the linter renders a chart three times, and asks nobody.
func linted(all []values) []values {
	const most = 48
	step := max(1, len(all)/most)
	// Without a common divisor no combination comes twice, and no list of choices is passed over.
	for new(big.Int).GCD(nil, nil, big.NewInt(int64(step)), big.NewInt(int64(len(all)))).Int64() != 1 {
		step++
	}
	var some []values
	for i := range min(most, len(all)) {
		some = append(some, all[i*step%len(all)])
	}
	return some
}

// podsOf are the pods that Deployments make.
func podsOf(objects []client.Object) []*corev1.Pod {
	GinkgoHelper()
	var pods []*corev1.Pod
	for _, object := range objects {
		if object.GetObjectKind().GroupVersionKind().Kind != "Deployment" {
			continue
		}
		deployment := &appsv1.Deployment{}
		Expect(runtime.DefaultUnstructuredConverter.FromUnstructured(object.(*unstructured.Unstructured).Object, deployment)).To(Succeed())
		pod := &corev1.Pod{ObjectMeta: *deployment.Spec.Template.ObjectMeta.DeepCopy(), Spec: deployment.Spec.Template.Spec}
		pod.Name, pod.Namespace = deployment.Name, deployment.Namespace
		pods = append(pods, pod)
	}
	return pods
}
