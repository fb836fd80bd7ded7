// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package monitoring_test

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"github.com/gardener/gardener/pkg/chartrenderer"
	"github.com/gardener/gardener/pkg/client/kubernetes"
	"github.com/go-logr/logr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	monitoringv1 "github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1"
	"github.com/prometheus/client_golang/prometheus"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/version"
	"k8s.io/utils/clock"
	fakeclient "sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/yaml"

	"github.com/shoot-flux/gardener-extension-shoot-flux/charts"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/access"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/check"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/notification"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/push"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/stop"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/githost"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/metrics"
)

func TestMonitoring(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Monitoring Suite")
}

// chart returns the objects of the seed's chart. They are rendered once, and must not be changed.
var chart = sync.OnceValue(func() []runtime.Object {
	return objects(charts.Seed, map[string]any{
		"image": map[string]any{"repository": "registry.example.com/gardener-extension-shoot-flux"},
		"gardener": map[string]any{
			"version": "v1.150.0",
			"garden":  map[string]any{"clusterIdentity": "garden", "genericKubeconfigSecretName": "kubeconfig"},
			"seed":    map[string]any{"name": "seed"},
		},
		"monitoring": map[string]any{"serviceMonitor": map[string]any{"enabled": true}},
	})
})

// admissionChart returns the objects of the chart for the cluster that runs the garden. They must not be changed.
var admissionChart = sync.OnceValue(func() []runtime.Object {
	return objects(charts.AdmissionRuntime, map[string]any{
		"image":      map[string]any{"repository": "registry.example.com/gardener-extension-shoot-flux"},
		"gardener":   map[string]any{"virtualCluster": map[string]any{"namespace": "extension-shoot-flux"}},
		"monitoring": map[string]any{"enabled": true},
	})
})

func objects(chart string, values map[string]any) []runtime.Object {
	GinkgoHelper()
	renderer := chartrenderer.NewWithServerVersion(&version.Info{GitVersion: "v1.36.0", Major: "1", Minor: "36"})
	rendered, err := renderer.RenderEmbeddedFS(charts.Files(), chart, "extension-shoot-flux", "extension-shoot-flux", values)
	Expect(err).NotTo(HaveOccurred())
	decoder := serializer.NewCodecFactory(kubernetes.SeedScheme, serializer.EnableStrict).UniversalDeserializer()
	var objects []runtime.Object
	for document := range strings.SplitSeq(string(rendered.Manifest()), "\n---\n") {
		content := map[string]any{}
		Expect(yaml.Unmarshal([]byte(document), &content)).To(Succeed())
		if len(content) == 0 {
			continue
		}
		object, _, err := decoder.Decode([]byte(document), nil, nil)
		Expect(err).NotTo(HaveOccurred(), document)
		objects = append(objects, object)
	}
	return objects
}

// rulesFor returns the rules for the Prometheus of that name.
func rulesFor(prometheus string) *monitoringv1.PrometheusRule {
	GinkgoHelper()
	for _, object := range slices.Concat(chart(), admissionChart()) {
		if rule, ok := object.(*monitoringv1.PrometheusRule); ok && rule.Labels["prometheus"] == prometheus {
			Expect(rule.Namespace).To(Equal("garden"))
			return rule
		}
	}
	Fail("no chart has rules for Prometheus " + prometheus)
	return nil
}

// dashboard is the part of a dashboard that is tested.
type dashboard struct {
	Title      string
	UID        string
	Templating struct{ List []variable }
	Panels     []struct {
		ID          int
		Title       string
		Description string
		Type        string
		Datasource  string
		GridPos     struct{ H, W, X, Y int }
		Targets     []struct{ Expr, LegendFormat, RefID string }
	}
}

// variable is what those who read a dashboard choose.
type variable struct {
	Name, Type, Datasource string
	Query                  struct{ Query string }
}

// theDashboard returns that of the seed's chart.
func theDashboard() dashboard { return dashboardOf("seed", chart()) }

// theGardensDashboard returns that of the chart for the cluster that runs the garden.
func theGardensDashboard() dashboard { return dashboardOf("garden", admissionChart()) }

// dashboardOf returns the one for the Plutono of a seed or the garden.
func dashboardOf(cluster string, objects []runtime.Object) dashboard {
	GinkgoHelper()
	for _, object := range objects {
		configMap, ok := object.(*corev1.ConfigMap)
		if !ok || configMap.Labels["dashboard.monitoring.gardener.cloud/"+cluster] != "true" {
			continue
		}
		Expect(configMap.Namespace).To(Equal("garden"))
		Expect(configMap.Data).To(HaveLen(1))
		for _, content := range configMap.Data {
			var d dashboard
			Expect(json.Unmarshal([]byte(content), &d)).To(Succeed())
			return d
		}
	}
	Fail("the chart has no dashboard")
	return dashboard{}
}

// gathered returns the values of each label of each metric that the extension itself has, on the leader. What a histogram consists of
// counts as metrics, as in Prometheus.
func gathered() map[string]map[string][]string {
	GinkgoHelper()
	registry := prometheus.NewRegistry()
	metrics.New(registry, clock.RealClock{})
	fleet := &metrics.Fleet{
		Seed: fakeclient.NewClientBuilder().WithScheme(kubernetes.SeedScheme).Build(), Versions: flux.NewCatalog(flux.NewLibrary(distributions.Embedded())).Versions(),
		Clock: clock.RealClock{}, Log: logr.Discard(), Timeout: time.Second, Elected: elected(),
	}
	Expect(registry.Register(fleet)).To(Succeed())
	metrics.NewPushes(registry)
	Expect(registry.Gather()).To(ContainElement(HaveField("GetName()", "shoot_flux_shoots")))
	return labelsOf(registry)
}

// elected returns the channel of a process that leads.
func elected() <-chan struct{} {
	leading := make(chan struct{})
	close(leading)
	return leading
}

// gatheredInGarden returns the same of the garden controller.
func gatheredInGarden() map[string]map[string][]string {
	GinkgoHelper()
	scheme := runtime.NewScheme()
	Expect(rbacv1.AddToScheme(scheme)).To(Succeed())
	Expect(gardencorev1beta1.AddToScheme(scheme)).To(Succeed())
	registry := prometheus.NewRegistry()
	granted := &access.Metrics{Garden: fakeclient.NewClientBuilder().WithScheme(scheme).Build(), Log: logr.Discard(), Timeout: time.Second, Elected: elected()}
	Expect(registry.Register(granted)).To(Succeed())
	rollout.NewPhases(registry)
	rollout.NewVersionPhase(registry)
	rollout.NewBaselinePhase(registry)
	rollout.NewHolds(registry)
	stop.NewMetric(registry)
	check.NewAnswerCounter(registry)
	push.NewRequestCounter(registry)
	notification.NewMessageCounter(registry)
	metrics.NewRegistrations(registry, githost.Reasons())
	Eventually(registry.Gather).Should(HaveLen(11))
	return labelsOf(registry)
}

func labelsOf(registry *prometheus.Registry) map[string]map[string][]string {
	GinkgoHelper()
	families, err := registry.Gather()
	Expect(err).NotTo(HaveOccurred())
	result := map[string]map[string][]string{}
	for _, family := range families {
		labels := map[string][]string{}
		for _, metric := range family.GetMetric() {
			for _, label := range metric.GetLabel() {
				labels[label.GetName()] = append(labels[label.GetName()], label.GetValue())
			}
		}
		names := []string{family.GetName()}
		if family.GetType().String() == "HISTOGRAM" {
			names = []string{family.GetName() + "_bucket", family.GetName() + "_sum", family.GetName() + "_count"}
		}
		for _, name := range names {
			result[name] = labels
		}
	}
	return result
}
