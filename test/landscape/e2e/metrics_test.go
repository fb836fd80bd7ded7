// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	monitoringv1 "github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// metricsByPod returns what the pod that leads tells, and what another tells. Which one answers is chance.
func metricsByPod(ctx context.Context, g Gomega) (leader, other string) {
	GinkgoHelper()
	service := &corev1.Service{}
	g.Expect(seed(seedName).Client.Get(ctx, client.ObjectKey{Namespace: seed(seedName).ExtensionNamespace, Name: "gardener-extension-shoot-flux"}, service)).To(Succeed())
	for attempt := 0; attempt < 50 && (leader == "" || other == ""); attempt++ {
		content, err := download(ctx, "http://"+net.JoinHostPort(service.Spec.ClusterIP, "8080")+"/metrics")
		g.Expect(err).NotTo(HaveOccurred())
		if sample(g, string(content), `leader_election_master_status{name="gardener-extension-shoot-flux-leader-election"}`) == 1 {
			leader = string(content)
		} else {
			other = string(content)
		}
	}
	g.Expect(leader).NotTo(BeEmpty(), "no pod leads")
	g.Expect(other).NotTo(BeEmpty(), "two pods lead")
	return leader, other
}

// sample returns the value of a time series, -1 if there is none.
func sample(g Gomega, told, series string) float64 {
	GinkgoHelper()
	for line := range strings.Lines(told) {
		if text, is := strings.CutPrefix(strings.TrimSpace(line), series+" "); is {
			value, err := strconv.ParseFloat(text, 64)
			g.Expect(err).NotTo(HaveOccurred())
			return value
		}
	}
	return -1
}

// usedMetrics returns the names of the metrics that dashboard and recordings use. That the names are all of them is for the
// tests with Prometheus' parser.
func usedMetrics() map[string]bool {
	GinkgoHelper()
	names := map[string]bool{}
	name := regexp.MustCompile(`(?:^|[^a-z:_])((?:shoot_flux|leader_election|controller_runtime|workqueue|process)_[a-z0-9_]+)`)
	for _, file := range []string{"dashboards/shoot-flux.json", "monitoring/recordings.yaml"} {
		content, err := os.ReadFile(filepath.Join("..", "..", "..", "charts", "gardener-extension-shoot-flux", filepath.FromSlash(file)))
		Expect(err).NotTo(HaveOccurred())
		for _, found := range name.FindAllStringSubmatch(string(content), -1) {
			names[found[1]] = true
		}
	}
	Expect(len(names)).To(BeNumerically(">", 15))
	return names
}

var _ = Describe("Metrics", func() {
	It("has all that dashboard and alerts use, tells how the shoots stand on the leader only, and names none", func(ctx SpecContext) {
		user := inGarden(ctx)
		user.project("metrics", map[string]string{"repositoryUrl": "https://github.com/o/r", "repositoryBranch": "main"})
		s := user.shoot("metrics", "xyzzy", seedName, true)
		s.succeeds()

		leader, other := metricsByPod(ctx, Default)
		for name := range usedMetrics() {
			Expect(leader).To(MatchRegexp(`(?m)^`+name+`(\{| )`), name)
		}
		for _, queue := range []string{"shoot-flux", "shoot-flux-health", "shoot-flux-fleet", "shoot-flux-propagation", "shoot-flux-shoot-deletion"} {
			Expect(leader).To(MatchRegexp(`(?m)^workqueue_queue_duration_seconds_count\{.*name="`+queue+`"`), queue)
		}
		Expect(other).To(ContainSubstring("shoot_flux_garden_requests_total"))
		Expect(other).NotTo(MatchRegexp(`(?m)^shoot_flux_(shoots|failed_shoots|degraded_shoots|baseline_shoots|shoots_by_flux_version|deploy_keys|deploy_key_oldest_seconds)`), "only the leader counts shoots")
		for _, told := range []string{leader, other} {
			Expect(told).NotTo(Or(ContainSubstring("shoot--"), ContainSubstring("garden-metrics"), ContainSubstring("xyzzy")))
		}
		Expect(sample(Default, leader, `shoot_flux_operation_duration_seconds_count{operation="reconcile",result="success"}`)).To(BeNumerically(">", 0))
		Expect(sample(Default, leader, `shoot_flux_delivery_duration_seconds_count{result="success"}`)).To(BeNumerically(">", 0))
		Expect(sample(Default, leader, `shoot_flux_garden_requests_total{resource="flux-config",result="success",verb="get"}`)).To(BeNumerically(">", 0))
		Expect(sample(Default, leader, `shoot_flux_garden_requests_total{resource="flux-source",result="success",verb="watch"}`)).To(BeNumerically(">", 0))
		Expect(sample(Default, leader, `shoot_flux_garden_requests_total{resource="other",result="success",verb="other"}`)).To(BeZero(), "all requests are known")

		By("a mistake")
		errors := sample(Default, leader, `shoot_flux_configuration_errors_total{kind="project"}`)
		withoutAdmission(ctx, func() { user.configure("metrics", map[string]string{"repositoryURL": "https://github.com/o/r"}) })
		s.reconcile()
		s.eventually("FluxConfigured", "False", "InvalidConfiguration", Not(BeEmpty()))
		Eventually(ctx, func(g Gomega) {
			told, _ := metricsByPod(ctx, g)
			count := s.misconfigured(g)
			g.Expect(count).To(BeNumerically(">", 0))
			g.Expect(sample(g, told, `shoot_flux_failed_shoots{cause="ConfigurationInvalid"}`)).To(Equal(float64(count)))
			g.Expect(sample(g, told, `shoot_flux_shoots{state="Failed"}`)).To(BeNumerically(">=", count))
			g.Expect(sample(g, told, `shoot_flux_configuration_errors_total{kind="project"}`)).To(BeNumerically(">", errors))
		}).Should(Succeed())

		By("correcting it")
		user.configure("metrics", map[string]string{"repositoryUrl": "https://github.com/o/r", "repositoryBranch": "main"})
		s.reconcile()
		s.eventually("FluxConfigured", "True", "Configured", Not(BeEmpty()))
		Eventually(ctx, func(g Gomega) {
			told, _ := metricsByPod(ctx, g)
			g.Expect(sample(g, told, `shoot_flux_failed_shoots{cause="ConfigurationInvalid"}`)).To(Equal(float64(s.misconfigured(g))))
		}).Should(Succeed())
	}, SpecTimeout(5*time.Minute))

	It("comes with dashboard, rules and their transport in the seed", func(ctx SpecContext) {
		seedClient := seed(seedName).Client
		Eventually(ctx, func(g Gomega) {
			dashboard := &corev1.ConfigMap{}
			g.Expect(seedClient.Get(ctx, client.ObjectKey{Namespace: "garden", Name: "gardener-extension-shoot-flux-dashboard"}, dashboard)).To(Succeed())
			g.Expect(dashboard.Labels).To(HaveKeyWithValue("dashboard.monitoring.gardener.cloud/seed", "true"))
			for _, prometheus := range []string{"seed", "aggregate"} {
				rule := &monitoringv1.PrometheusRule{}
				g.Expect(seedClient.Get(ctx, client.ObjectKey{Namespace: "garden", Name: prometheus + "-gardener-extension-shoot-flux"}, rule)).To(Succeed())
				g.Expect(rule.Labels).To(HaveKeyWithValue("prometheus", prometheus))
				g.Expect(rule.Spec.Groups).NotTo(BeEmpty())
			}
			monitor := &monitoringv1.ServiceMonitor{}
			g.Expect(seedClient.Get(ctx, client.ObjectKey{Namespace: "garden", Name: "aggregate-gardener-extension-shoot-flux"}, monitor)).To(Succeed())
			g.Expect(monitor.Spec.Endpoints).To(ConsistOf(HaveField("Path", "/federate")))
		}).Should(Succeed())
	}, SpecTimeout(2*time.Minute))
})

// misconfigured returns in how many shoots on the seed the configuration has a mistake.
func (s shoot) misconfigured(g Gomega) int {
	GinkgoHelper()
	all := &extensionsv1alpha1.ExtensionList{}
	g.Expect(seed(s.seed).Client.List(s.ctx, all)).To(Succeed())
	count := 0
	for _, ex := range all.Items {
		for _, condition := range ex.Status.Conditions {
			if ex.Spec.Type == "shoot-flux" && ex.DeletionTimestamp == nil && condition.Type == "FluxConfigured" &&
				condition.Status == gardencorev1beta1.ConditionFalse && condition.Reason == "InvalidConfiguration" {
				count++
			}
		}
	}
	return count
}
