// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package charts_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	schedulingv1 "k8s.io/api/scheduling/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
	vpaautoscalingv1 "k8s.io/autoscaler/vertical-pod-autoscaler/pkg/apis/autoscaling.k8s.io/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/charts"
)

// Gardener's requirements for components in a seed or in the cluster of the garden: its component checklist, and its documentation of
// extensions. Items that concern one chart, or permissions, are with the tests of that chart.
var _ = Describe("Gardener's checklist", func() {
	type installed struct {
		chart         string
		component     string
		values        func(map[string]any) map[string]any
		priorityClass string
		// highAvailability is the type of the component for Gardener: server, if it has clients, or controller.
		highAvailability string
		// networkLabels allow outgoing connections, serviceAnnotations incoming ones.
		networkLabels      []string
		serviceAnnotations map[string]string
	}
	const networking = "networking.resources.gardener.cloud/"

	for _, c := range []installed{
		{
			charts.Seed, "", values, "gardener-system-900", "server",
			[]string{
				"networking.gardener.cloud/to-dns", "networking.gardener.cloud/to-runtime-apiserver",
				"networking.gardener.cloud/to-public-networks", "networking.gardener.cloud/to-private-networks",
				networking + "to-garden-virtual-garden-kube-apiserver-tcp-443",
				networking + "to-all-istio-ingresses-istio-ingressgateway-tcp-9443",
				networking + "to-all-shoots-kube-apiserver-tcp-443",
			},
			map[string]string{
				networking + "from-world-to-ports":                        `[{"port":10250,"protocol":"TCP"}]`,
				networking + "from-all-seed-scrape-targets-allowed-ports": `[{"port":8080,"protocol":"TCP"}]`,
				networking + "namespace-selectors":                        `[{"matchLabels":{"kubernetes.io/metadata.name":"garden"}}]`,
				networking + "pod-label-selector-namespace-alias":         "extensions",
			},
		},
		{
			charts.AdmissionRuntime, admissionComponent, runtimeValues, "gardener-garden-system-400", "server",
			[]string{
				"networking.gardener.cloud/to-dns", "networking.gardener.cloud/to-runtime-apiserver",
				networking + "to-virtual-garden-kube-apiserver-tcp-443",
			},
			map[string]string{
				networking + "from-all-webhook-targets-allowed-ports":       `[{"port":10250,"protocol":"TCP"}]`,
				networking + "from-all-garden-scrape-targets-allowed-ports": `[{"port":8080,"protocol":"TCP"}]`,
			},
		},
		{
			charts.AdmissionRuntime, gardenControllerComponent, runtimeValues, "gardener-garden-system-400", "controller",
			[]string{
				"networking.gardener.cloud/to-dns", "networking.gardener.cloud/to-runtime-apiserver",
				networking + "to-virtual-garden-kube-apiserver-tcp-443",
			},
			map[string]string{
				networking + "from-all-garden-scrape-targets-allowed-ports": `[{"port":8080,"protocol":"TCP"}]`,
			},
		},
	} {
		Context(c.chart+" "+c.component, func() {
			render := func(values map[string]any) []runtime.Object {
				return ofComponent(c.component, objects(c.chart, c.values(values)))
			}
			var (
				all        []runtime.Object
				deployment *appsv1.Deployment
				pod        corev1.PodSpec
			)
			BeforeEach(func() {
				all = render(nil)
				deployment = one[*appsv1.Deployment](all)
				pod = deployment.Spec.Template.Spec
			})

			It("high availability is configured by Gardener: the label with the type is set, and nothing else", func() {
				Expect(deployment.Labels).To(HaveKeyWithValue("high-availability-config.resources.gardener.cloud/type", c.highAvailability))
				Expect(deployment.Spec.Replicas).To(HaveValue(BeNumerically("==", 2)))
				Expect(pod.Affinity).To(BeNil())
				Expect(pod.TopologySpreadConstraints).To(BeEmpty())
				Expect(pod.Tolerations).To(BeEmpty())
			})

			It("pods may be evicted one after the other, and at once if they do not work", func() {
				budget := one[*policyv1.PodDisruptionBudget](all)
				Expect(budget.Spec.MaxUnavailable).To(HaveValue(Equal(intstr.FromInt32(1))))
				Expect(budget.Spec.UnhealthyPodEvictionPolicy).To(HaveValue(Equal(policyv1.AlwaysAllow)))
			})

			It("the VPA sets requests, without restarting pods and without a limit, and of our container only", func() {
				vpa := one[*vpaautoscalingv1.VerticalPodAutoscaler](all)
				Expect(vpa.Spec.UpdatePolicy.UpdateMode).To(HaveValue(Equal(vpaautoscalingv1.UpdateModeInPlaceOrRecreate)))
				policies := vpa.Spec.ResourcePolicy.ContainerPolicies
				Expect(policies).To(HaveLen(2))
				Expect(policies[0].ControlledValues).To(HaveValue(Equal(vpaautoscalingv1.ContainerControlledValuesRequestsOnly)))
				Expect(policies[0].MinAllowed).NotTo(BeEmpty())
				Expect(policies[0].MaxAllowed).To(BeEmpty())
				Expect(policies[1].ContainerName).To(Equal("*"))
				Expect(policies[1].Mode).To(HaveValue(Equal(vpaautoscalingv1.ContainerScalingModeOff)))
			})

			It("two revisions are kept, and the PriorityClass is one of Gardener's", func() {
				Expect(deployment.Spec.RevisionHistoryLimit).To(HaveValue(BeNumerically("==", 2)))
				Expect(pod.PriorityClassName).To(Equal(c.priorityClass))
				Expect(every[*schedulingv1.PriorityClass](all)).To(BeEmpty())
			})

			It("pods have labels for outgoing connections, Services annotations for incoming ones, and there is no NetworkPolicy", func() {
				for _, label := range c.networkLabels {
					Expect(deployment.Spec.Template.Labels).To(HaveKeyWithValue(label, "allowed"))
					Expect(deployment.Spec.Selector.MatchLabels).NotTo(HaveKey(label))
				}
				service := one[*corev1.Service](all)
				Expect(service.Annotations).To(Equal(c.serviceAnnotations))
				Expect(every[*networkingv1.NetworkPolicy](all)).To(BeEmpty())
			})

			It("the ports of the annotations are those of the Service and of the container, also if they are changed", func() {
				other := render(map[string]any{"webhook": map[string]any{"serverPort": 10300}, "metrics": map[string]any{"port": 8090}})
				service := one[*corev1.Service](other)
				open := map[int32]bool{}
				for key, annotation := range service.Annotations {
					var ports []networkingv1.NetworkPolicyPort
					if json.Unmarshal([]byte(annotation), &ports) == nil {
						for _, port := range ports {
							if port.Port != nil {
								open[port.Port.IntVal] = true
								Expect(*port.Protocol).To(Equal(corev1.ProtocolTCP), key)
							}
						}
					}
				}
				expected := map[int32]bool{8090: true}
				if c.highAvailability == "server" {
					expected[10300] = true
				}
				Expect(open).To(Equal(expected))
				container := one[*appsv1.Deployment](other).Spec.Template.Spec.Containers[0]
				Expect(service.Spec.Ports).NotTo(BeEmpty())
				for _, port := range service.Spec.Ports {
					Expect(container.Ports).To(ContainElement(And(HaveField("Name", port.Name), HaveField("ContainerPort", port.TargetPort.IntVal))))
					Expect(open).To(HaveKey(port.TargetPort.IntVal))
				}
			})

			It("webhooks are served until the endpoint of the pod is removed", func() {
				container := pod.Containers[0]
				if c.highAvailability != "server" {
					Expect(container.Lifecycle).To(BeNil(), "it serves none")
					pushes := render(map[string]any{"config": map[string]any{"push": map[string]any{"host": "push.example.com"}}})
					container = one[*appsv1.Deployment](pushes).Spec.Template.Spec.Containers[0]
				}
				Expect(container.Lifecycle).NotTo(BeNil())
				Expect(container.Lifecycle.PreStop.Sleep).To(HaveValue(HaveField("Seconds", BeNumerically(">", 0))))
			})

			It("there are probes for liveness and readiness", func() {
				container := pod.Containers[0]
				health := intstr.FromInt32(8081)
				Expect(container.LivenessProbe.HTTPGet).To(HaveValue(And(HaveField("Path", "/healthz"), HaveField("Port", health))))
				Expect(container.ReadinessProbe.HTTPGet).To(HaveValue(And(HaveField("Path", "/readyz"), HaveField("Port", health))))
				Expect(container.Ports).To(ContainElement(HaveField("ContainerPort", health.IntVal)))
			})

			It("probes allow for a shortage of CPU, in which a restart or a missing endpoint of the webhook would make it worse", func() {
				container := pod.Containers[0]
				budget := func(probe *corev1.Probe) time.Duration {
					period, threshold := cmp.Or(probe.PeriodSeconds, 10), cmp.Or(probe.FailureThreshold, 3)
					return time.Duration(period*threshold) * time.Second
				}
				Expect(container.StartupProbe.HTTPGet.Path).To(Equal("/healthz"))
				Expect(budget(container.StartupProbe)).To(BeNumerically(">=", 5*time.Minute), "with 20m, the first answer took up to 30 s on a busy machine")
				Expect(budget(container.LivenessProbe)).To(BeNumerically(">=", time.Minute))
				for _, probe := range []*corev1.Probe{container.StartupProbe, container.LivenessProbe, container.ReadinessProbe} {
					Expect(probe.TimeoutSeconds).To(BeNumerically(">=", 10), "as long as the API server waits for the webhook")
				}
			})

			It("the token is short-lived, and mounted in the one container that uses it", func() {
				Expect(one[*corev1.ServiceAccount](all).AutomountServiceAccountToken).To(HaveValue(BeFalse()))
				Expect(pod.AutomountServiceAccountToken).To(HaveValue(BeFalse()))
				withInit := one[*appsv1.Deployment](render(map[string]any{"distributions": map[string]any{"oci": []any{map[string]any{
					"version": "v2.9.5", "artifact": "oci://registry.example.com/flux-manifests@sha256:" + fmt.Sprintf("%064d", 0),
				}}}})).Spec.Template.Spec
				Expect(withInit.InitContainers).To(HaveLen(1), "it fetches the distribution")
				for _, container := range withInit.InitContainers {
					Expect(container.VolumeMounts).NotTo(ContainElement(HaveField("Name", "kube-api-access-gardener")))
				}
				for _, volume := range pod.Volumes {
					if volume.Name == "kube-api-access-gardener" {
						Expect(volume.Projected.Sources[0].ServiceAccountToken.ExpirationSeconds).To(HaveValue(BeNumerically("<=", 43200)))
						return
					}
				}
				Fail("no token is mounted")
			})

			It("pods are recreated when a file that is read once has changed", func() {
				annotations := func(values map[string]any) map[string]string {
					return one[*appsv1.Deployment](render(values)).Spec.Template.Annotations
				}
				before := deployment.Spec.Template.Annotations
				Expect(before).To(HaveKey("checksum/config"))
				Expect(annotations(map[string]any{"config": map[string]any{"gitHosts": []any{"git.example.com"}}})["checksum/config"]).NotTo(Equal(before["checksum/config"]))
				Expect(annotations(map[string]any{"logLevel": "debug"})["checksum/config"]).To(Equal(before["checksum/config"]))
			})
		})
	}
})
