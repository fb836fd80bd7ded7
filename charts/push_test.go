// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package charts_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/yaml"

	"github.com/shoot-flux/gardener-extension-shoot-flux/charts"
)

// pushValues are those of an operator who offers webhooks at a host.
func pushValues(host string, push map[string]any) map[string]any {
	return runtimeValues(map[string]any{"config": map[string]any{"push": map[string]any{"host": host}}, "gardenController": map[string]any{"push": push}})
}

var _ = Describe("the server for webhooks of projects", func() {
	service := func(values map[string]any) *corev1.Service {
		GinkgoHelper()
		for _, each := range every[*corev1.Service](componentObjects(gardenControllerComponent, values)) {
			if strings.HasSuffix(each.Name, "-push") {
				return each
			}
		}
		return nil
	}
	container := func(values map[string]any) corev1.Container {
		GinkgoHelper()
		return one[*appsv1.Deployment](componentObjects(gardenControllerComponent, values)).Spec.Template.Spec.Containers[0]
	}

	It("is off unless the operator sets a host", func() {
		Expect(service(runtimeValues(nil))).To(BeNil())
		Expect(container(runtimeValues(nil)).Args).NotTo(ContainElement(HavePrefix("--push")))
		disabled := pushValues("push.example.com", map[string]any{})
		disabled["gardenController"] = map[string]any{"enabled": false}
		Expect(componentObjects(gardenControllerComponent, disabled)).To(BeEmpty())
	})

	It("has a Service that leads to a port of the pods, and nothing that makes it reachable from outside", func() {
		values := pushValues("push.example.com:8443", map[string]any{})
		found := service(values)
		Expect(found).NotTo(BeNil())
		Expect(found.Spec.Type).To(Equal(corev1.ServiceTypeClusterIP))
		Expect(found.Spec.Ports).To(HaveExactElements(And(HaveField("Port", int32(443)), HaveField("TargetPort.IntVal", int32(10260)))))
		Expect(found.Annotations).To(HaveKeyWithValue("networking.resources.gardener.cloud/from-world-to-ports", `[{"port":10260,"protocol":"TCP"}]`))
		deployment := one[*appsv1.Deployment](componentObjects(gardenControllerComponent, values))
		Expect(deployment.Spec.Template.Labels).To(HaveKeyWithValue("app.kubernetes.io/name", found.Spec.Selector["app.kubernetes.io/name"]))
		Expect(container(values).Args).To(ContainElement("--push-bind-address=:10260"))
		Expect(container(values).Args).NotTo(ContainElement(HavePrefix("--push-cert-dir")))
		Expect(container(values).Ports).To(ContainElement(HaveField("ContainerPort", int32(10260))))
		Expect(every[*networkingv1.Ingress](objects(charts.AdmissionRuntime, values))).To(BeEmpty())
	})

	It("reads its certificate from a Secret", func() {
		values := pushValues("push.example.com", map[string]any{"certificateSecretName": "push-tls"})
		Expect(container(values).Args).To(ContainElement("--push-cert-dir=/etc/gardener-extension-shoot-flux-garden-controller/push"))
		Expect(container(values).VolumeMounts).To(ContainElement(And(HaveField("MountPath", "/etc/gardener-extension-shoot-flux-garden-controller/push"), HaveField("ReadOnly", true))))
		volumes := one[*appsv1.Deployment](componentObjects(gardenControllerComponent, values)).Spec.Template.Spec.Volumes
		Expect(volumes).To(ContainElement(HaveField("VolumeSource.Secret", And(Not(BeNil()), HaveField("SecretName", "push-tls")))))
	})

	It("has an Ingress for the host without its port, and for the paths of webhooks alone", func() {
		ingress := one[*networkingv1.Ingress](objects(charts.AdmissionRuntime, pushValues("push.example.com:8443", map[string]any{"ingress": map[string]any{
			"enabled": true, "className": "nginx", "tlsSecretName": "tls", "annotations": map[string]any{"a": "b"},
		}})))
		Expect(ingress.Spec.IngressClassName).To(HaveValue(Equal("nginx")))
		Expect(ingress.Annotations).To(HaveKeyWithValue("a", "b"))
		Expect(ingress.Spec.TLS).To(ConsistOf(networkingv1.IngressTLS{Hosts: []string{"push.example.com"}, SecretName: "tls"}))
		Expect(ingress.Spec.Rules).To(HaveLen(1))
		Expect(ingress.Spec.Rules[0].Host).To(Equal("push.example.com"))
		Expect(ingress.Spec.Rules[0].HTTP.Paths).To(ConsistOf(networkingv1.HTTPIngressPath{
			Path: "/hook/", PathType: ptr.To(networkingv1.PathTypePrefix),
			Backend: networkingv1.IngressBackend{Service: &networkingv1.IngressServiceBackend{
				Name: "gardener-extension-shoot-flux-garden-controller-push", Port: networkingv1.ServiceBackendPort{Name: "push"},
			}},
		}))
	})

	It("has a TLSRoute of the Gateway API, which passes TLS through", func() {
		manifest, err := render(charts.AdmissionRuntime, pushValues("push.example.com", map[string]any{
			"certificateSecretName": "push-tls", "gateway": map[string]any{"enabled": true, "parentRefs": []any{map[string]any{"name": "world", "namespace": "gateways"}}},
		}))
		Expect(err).NotTo(HaveOccurred())
		var routes []map[string]any
		for document := range strings.SplitSeq(manifest, "\n---\n") {
			route := map[string]any{}
			Expect(yaml.Unmarshal([]byte(document), &route)).To(Succeed())
			if route["kind"] == "TLSRoute" {
				routes = append(routes, route)
			}
		}
		Expect(routes).To(HaveLen(1))
		Expect(routes[0]).To(HaveKeyWithValue("apiVersion", "gateway.networking.k8s.io/v1"))
		Expect(routes[0]).To(HaveKeyWithValue("spec", map[string]any{
			"parentRefs": []any{map[string]any{"name": "world", "namespace": "gateways"}},
			"hostnames":  []any{"push.example.com"},
			"rules":      []any{map[string]any{"backendRefs": []any{map[string]any{"name": "gardener-extension-shoot-flux-garden-controller-push", "port": float64(443)}}}},
		}))
	})

	DescribeTable("refuses values with which it would not be reached",
		func(push map[string]any, message string) {
			_, err := render(charts.AdmissionRuntime, pushValues("push.example.com", push))
			Expect(err).To(MatchError(ContainSubstring(message)))
		},
		Entry("a route without a Gateway", map[string]any{"gateway": map[string]any{"enabled": true}}, "gardenController.push.gateway.parentRefs is required"),
		Entry("a route without a certificate", map[string]any{"gateway": map[string]any{"enabled": true, "parentRefs": []any{map[string]any{"name": "world"}}}},
			"gardenController.push.certificateSecretName is required"),
		Entry("a Gateway without a name", map[string]any{"gateway": map[string]any{"parentRefs": []any{map[string]any{"namespace": "a"}}}}, "name"),
		Entry("a type of Service that does not exist", map[string]any{"service": map[string]any{"type": "ExternalName"}}, "type"),
		Entry("a port that does not exist", map[string]any{"port": 0}, "port"),
	)
})
