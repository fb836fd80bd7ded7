// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package charts_test

import (
	"path"
	"slices"

	"github.com/gardener/gardener/pkg/resourcemanager/controller/garbagecollector/references"
	"github.com/gardener/gardener/pkg/utils/imagevector"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	. "github.com/onsi/gomega/gstruct"
	monitoringv1 "github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	vpaautoscalingv1 "k8s.io/autoscaler/vertical-pod-autoscaler/pkg/apis/autoscaling.k8s.io/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/charts"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/access"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/noticeboard"
)

func rulesOf(all []runtime.Object) []rbacv1.PolicyRule {
	var rules []rbacv1.PolicyRule
	for _, role := range every[*rbacv1.ClusterRole](all) {
		rules = append(rules, role.Rules...)
	}
	for _, role := range every[*rbacv1.Role](all) {
		rules = append(rules, role.Rules...)
	}
	return rules
}

var _ = Describe("all charts", func() {
	DescribeTable("grant nothing by wildcard and nothing that grants more",
		func(chart string, values map[string]any) {
			rules := rulesOf(objects(chart, values))
			Expect(rules).NotTo(BeEmpty())
			for _, rule := range rules {
				all := slices.Concat(rule.APIGroups, rule.Resources, rule.Verbs, rule.ResourceNames)
				Expect(all).NotTo(ContainElement(ContainSubstring("*")))
				Expect(rule.Verbs).NotTo(ContainElements(BeElementOf("escalate", "impersonate", "deletecollection")))
				if slices.Contains(rule.Verbs, "bind") {
					Expect(rule.ResourceNames).To(ConsistOf(access.Name, noticeboard.RoleName), "the roles of the seeds, which are bound in projects and in their own namespaces")
				}
				Expect(rule.NonResourceURLs).To(BeEmpty())
			}
		},
		Entry("seed", charts.Seed, values(nil)),
		Entry("seed, with the configuration cleared", charts.Seed, values(map[string]any{"config": nil})),
		Entry("application", charts.AdmissionApplication, applicationValues(nil)),
		Entry("runtime", charts.AdmissionRuntime, runtimeValues(nil)),
		Entry("runtime, with the configuration cleared", charts.AdmissionRuntime, runtimeValues(map[string]any{"config": nil})),
	)

	It("carry no data in a Secret: the seed's chart has one, for a token, and the others have none", func() {
		secret := one[*corev1.Secret](objects(charts.Seed, values(nil)))
		Expect(secret.Data).To(BeEmpty())
		Expect(secret.StringData).To(BeEmpty())
		Expect(every[*corev1.Secret](objects(charts.AdmissionApplication, applicationValues(nil)))).To(BeEmpty())
		Expect(every[*corev1.Secret](objects(charts.AdmissionRuntime, runtimeValues(nil)))).To(BeEmpty())
	})
})

var _ = Describe("seed chart", func() {
	It("renders the objects of the extension, the namespaced ones in its namespace", func() {
		all := objects(charts.Seed, values(nil))

		Expect(every[*appsv1.Deployment](all)).To(HaveLen(1))
		Expect(every[*corev1.ServiceAccount](all)).To(HaveLen(1))
		Expect(every[*corev1.Secret](all)).To(HaveLen(1))
		Expect(every[*corev1.Service](all)).To(HaveLen(1))
		Expect(every[*rbacv1.ClusterRole](all)).To(HaveLen(1))
		Expect(every[*rbacv1.ClusterRoleBinding](all)).To(HaveLen(1))
		Expect(every[*rbacv1.Role](all)).To(HaveLen(1))
		Expect(every[*rbacv1.RoleBinding](all)).To(HaveLen(1))
		Expect(every[*policyv1.PodDisruptionBudget](all)).To(HaveLen(1))
		Expect(every[*vpaautoscalingv1.VerticalPodAutoscaler](all)).To(HaveLen(1))
		Expect(every[*corev1.ConfigMap](all)).To(HaveLen(2))
		Expect(every[*monitoringv1.PrometheusRule](all)).To(HaveLen(2))
		Expect(every[*monitoringv1.ServiceMonitor](all)).To(HaveLen(1))
		Expect(all).To(HaveLen(15))

		for _, object := range all {
			accessor, err := meta.Accessor(object)
			Expect(err).NotTo(HaveOccurred())
			switch object.(type) {
			case *rbacv1.ClusterRole, *rbacv1.ClusterRoleBinding:
				Expect(accessor.GetNamespace()).To(BeEmpty())
			case *monitoringv1.PrometheusRule, *monitoringv1.ServiceMonitor:
				Expect(accessor.GetNamespace()).To(Equal("garden"), accessor.GetName())
			default:
				if accessor.GetName() == "gardener-extension-shoot-flux-dashboard" {
					Expect(accessor.GetNamespace()).To(Equal("garden"))
					continue
				}
				Expect(accessor.GetNamespace()).To(Equal(namespace), accessor.GetName())
			}
		}
	})

	DescribeTable("leaves out disabled parts of monitoring:",
		func(which string, count func([]runtime.Object) int) {
			for _, enabled := range []bool{true, false} {
				all := objects(charts.Seed, values(map[string]any{"monitoring": map[string]any{which: map[string]any{"enabled": enabled}}}))
				if enabled {
					Expect(count(all)).To(BeNumerically(">", 0))
				} else {
					Expect(count(all)).To(BeZero())
				}
			}
		},
		Entry("the dashboard", "dashboard", func(all []runtime.Object) int {
			return len(every[*corev1.ConfigMap](all)) - 1
		}),
		Entry("the rules, and the ServiceMonitor for the recorded metrics", "rules", func(all []runtime.Object) int {
			return len(every[*monitoringv1.PrometheusRule](all)) + len(every[*monitoringv1.ServiceMonitor](all))
		}),
		Entry("the ServiceMonitor", "serviceMonitor", func(all []runtime.Object) int {
			return len(slices.DeleteFunc(every[*monitoringv1.ServiceMonitor](all), func(m *monitoringv1.ServiceMonitor) bool { return m.Labels["prometheus"] != "seed" }))
		}),
	)

	DescribeTable("has the pods scraped once, by annotations or by a ServiceMonitor, under one name",
		func(annotations, monitor, annotated bool) {
			all := objects(charts.Seed, values(map[string]any{
				"metrics":    map[string]any{"enableScraping": annotations},
				"monitoring": map[string]any{"serviceMonitor": map[string]any{"enabled": monitor}},
			}))
			pod := one[*appsv1.Deployment](all).Spec.Template.Annotations
			if annotated {
				Expect(pod).To(And(HaveKeyWithValue("prometheus.io/scrape", "true"), HaveKeyWithValue("prometheus.io/port", "8080"),
					HaveKeyWithValue("prometheus.io/name", "gardener-extension-shoot-flux")))
			} else {
				Expect(pod).NotTo(HaveKey(HavePrefix("prometheus.io/")))
			}
			forSeed := 0
			for _, found := range every[*monitoringv1.ServiceMonitor](all) {
				if found.Labels["prometheus"] == "seed" {
					forSeed++
					Expect(found.Spec.NamespaceSelector.MatchNames).To(ConsistOf(namespace))
					Expect(one[*corev1.Service](all).Labels).To(HaveKeyWithValue("app.kubernetes.io/instance", found.Spec.Selector.MatchLabels["app.kubernetes.io/instance"]))
					Expect(one[*corev1.Service](all).Spec.Ports).To(ContainElement(HaveField("Name", found.Spec.Endpoints[0].Port)))
					Expect(found.Spec.Endpoints[0].RelabelConfigs[0].Replacement).To(HaveValue(Equal("gardener-extension-shoot-flux")))
				}
			}
			expected := 0
			if monitor {
				expected = 1
			}
			Expect(forSeed).To(Equal(expected), "ServiceMonitors for the seed's Prometheus")
		},
		Entry("annotations", true, false, true),
		Entry("a ServiceMonitor", true, true, false),
		Entry("a ServiceMonitor, and no annotations are wanted", false, true, false),
		Entry("neither", false, false, false),
	)

	It("leaves the VPA out on request", func() {
		all := objects(charts.Seed, values(map[string]any{"vpa": map[string]any{"enabled": false}}))
		Expect(every[*vpaautoscalingv1.VerticalPodAutoscaler](all)).To(BeEmpty())
	})

	It("finds no Secrets beyond its own namespace but the shoots' kubeconfigs, no ManagedResources of others, and changes nothing else in the seed that it cannot name", func() {
		writing := []string{"update", "patch", "delete"}
		found := map[string]int{}
		for _, rule := range one[*rbacv1.ClusterRole](objects(charts.Seed, values(nil))).Rules {
			switch {
			case slices.Contains(rule.Verbs, "list") && slices.Contains(rule.Resources, "secrets"):
				found["list secrets"]++
				Expect(rule.ResourceNames).To(Equal([]string{"gardener-internal"}))
				Expect(rule.Verbs).To(ConsistOf("list", "watch"))
			case slices.Contains(rule.Verbs, "list") && slices.Contains(rule.Resources, "managedresources"):
				found["list managedresources"]++
				Expect(rule.ResourceNames).To(HaveEach(HavePrefix("extension-shoot-flux-")))
			case slices.Contains(rule.Resources, "secrets"):
				found["secrets"]++
				Expect(rule.Verbs).To(ConsistOf("get", "create", "patch", "update", "delete"))
			case slices.Contains(rule.Resources, "events"):
				found["events"]++
				Expect(rule.Verbs).To(ConsistOf("create", "patch"))
			case slices.ContainsFunc(rule.Verbs, func(verb string) bool { return slices.Contains(writing, verb) }):
				found["others"]++
				Expect(rule.ResourceNames).NotTo(BeEmpty(), "%v", rule)
			}
		}
		Expect(found).To(HaveLen(5), "a kind of rule is missing: %v", found)
	})

	It("lets GRM's garbage collector see that the garden's kubeconfig is in use", func() {
		deployment := one[*appsv1.Deployment](objects(charts.Seed, values(nil)))
		key := references.AnnotationKey(references.KindSecret, kubeconfig)
		Expect(deployment.Annotations).To(HaveKeyWithValue(key, kubeconfig))
		Expect(deployment.Spec.Template.Annotations).To(HaveKeyWithValue(key, kubeconfig))
	})

	It("requests an identity of its own in the garden, not the default one", func() {
		all := objects(charts.Seed, values(nil))

		secret := one[*corev1.Secret](all)
		Expect(secret.Name).To(Equal("garden-access-shoot-flux"))
		Expect(secret.Labels).To(And(
			HaveKeyWithValue("resources.gardener.cloud/purpose", "token-requestor"),
			HaveKeyWithValue("resources.gardener.cloud/class", "garden"),
		))
		Expect(secret.Annotations).To(Equal(map[string]string{
			"resources.gardener.cloud/ignore":                "true",
			"serviceaccount.resources.gardener.cloud/name":   "shoot-flux-garden",
			"serviceaccount.resources.gardener.cloud/labels": `{"flux.extensions.gardener.cloud/garden-access":"true"}`,
		}))

		deployment := one[*appsv1.Deployment](all)
		Expect(deployment.Labels).To(HaveKeyWithValue("extensions.gardener.cloud/inject-garden-kubeconfig", "false"))
		Expect(deployment.Spec.Template.Spec.Containers[0].Env).To(ConsistOf(memoryLimit(), corev1.EnvVar{
			Name: "GARDEN_KUBECONFIG", Value: "/var/run/secrets/gardener.cloud/garden/generic-kubeconfig/kubeconfig",
		}))
	})

	It("mounts both tokens at the paths that the clients use", func() {
		pod := one[*appsv1.Deployment](objects(charts.Seed, values(nil))).Spec.Template.Spec

		Expect(pod.AutomountServiceAccountToken).To(HaveValue(BeFalse()))
		Expect(pod.Containers[0].VolumeMounts).To(ConsistOf(
			corev1.VolumeMount{Name: "kube-api-access-gardener", MountPath: "/var/run/secrets/kubernetes.io/serviceaccount", ReadOnly: true},
			corev1.VolumeMount{Name: "garden-kubeconfig", MountPath: "/var/run/secrets/gardener.cloud/garden/generic-kubeconfig", ReadOnly: true},
			corev1.VolumeMount{Name: "config", MountPath: "/etc/gardener-extension-shoot-flux", ReadOnly: true},
			corev1.VolumeMount{Name: "webhook-certs", MountPath: "/var/run/webhook-certs"},
		))
		volumes := map[string]*corev1.ProjectedVolumeSource{}
		for _, volume := range pod.Volumes {
			volumes[volume.Name] = volume.Projected
		}
		Expect(volumes["garden-kubeconfig"].Sources).To(ConsistOf(
			corev1.VolumeProjection{Secret: &corev1.SecretProjection{
				LocalObjectReference: corev1.LocalObjectReference{Name: kubeconfig},
				Items:                []corev1.KeyToPath{{Key: "kubeconfig", Path: "kubeconfig"}},
			}},
			corev1.VolumeProjection{Secret: &corev1.SecretProjection{
				LocalObjectReference: corev1.LocalObjectReference{Name: "garden-access-shoot-flux"},
				Items:                []corev1.KeyToPath{{Key: "token", Path: "token"}},
			}},
		))
		Expect(volumes["kube-api-access-gardener"].Sources).To(ContainElement(HaveField("ServiceAccountToken", PointTo(HaveField("Path", "token")))))
	})

	It("meets the pod security standard restricted and sets no limits", func() {
		pod := one[*appsv1.Deployment](objects(charts.Seed, values(nil))).Spec.Template.Spec

		Expect(pod.SecurityContext.RunAsNonRoot).To(HaveValue(BeTrue()))
		Expect(pod.SecurityContext.SeccompProfile.Type).To(Equal(corev1.SeccompProfileTypeRuntimeDefault))
		Expect(pod.Containers).To(HaveLen(1))
		Expect(pod.Containers[0].SecurityContext).To(Equal(&corev1.SecurityContext{
			AllowPrivilegeEscalation: new(false),
			ReadOnlyRootFilesystem:   new(true),
			Capabilities:             &corev1.Capabilities{Drop: []corev1.Capability{"ALL"}},
		}))
		Expect(pod.Containers[0].Resources.Limits).To(BeEmpty())
		Expect(pod.Containers[0].Resources.Requests).NotTo(BeEmpty())
		Expect(pod.PriorityClassName).To(Equal("gardener-system-900"))
	})

	It("passes how often and how many objects of a shoot are read, also where that is a large number", func() {
		changed := values(map[string]any{"controllers": map[string]any{"healthcheck": map[string]any{"objectsPeriod": "1h", "objectsLimit": 2_000_000}}})
		args := one[*appsv1.Deployment](objects(charts.Seed, changed)).Spec.Template.Spec.Containers[0].Args
		Expect(args).To(ContainElements("--health-objects-period=1h", "--health-objects-limit=2000000", "--health-sync-period=60s"))
	})

	It("passes every flag once and with a value", func() {
		args := one[*appsv1.Deployment](objects(charts.Seed, values(nil))).Spec.Template.Spec.Containers[0].Args

		Expect(args).To(HaveEach(MatchRegexp(`^--[a-z-]+=[^ ]+$`)))
		Expect(args).To(ConsistOf(
			"--config=/etc/gardener-extension-shoot-flux/config.yaml",
			"--leader-election=true",
			"--leader-election-id=gardener-extension-shoot-flux-leader-election",
			"--leader-election-namespace="+namespace,
			"--max-concurrent-reconciles=20",
			"--ignore-operation-annotation=false",
			"--health-sync-period=60s",
			"--health-threshold=2m",
			"--health-objects-period=6m",
			"--health-objects-limit=5000",
			"--status-interval=10s",
			"--status-refresh=10m",
			"--heartbeat-namespace="+namespace,
			"--heartbeat-renew-interval-seconds=30",
			"--webhook-config-mode=service",
			"--webhook-config-namespace="+namespace,
			"--webhook-config-owner-namespace="+namespace,
			"--webhook-config-service-port=443",
			"--webhook-config-server-port=10250",
			"--webhook-config-cert-dir=/var/run/webhook-certs",
			"--metrics-bind-address=:8080",
			"--health-bind-address=:8081",
			"--seed-client-qps=250",
			"--seed-client-burst=300",
			"--garden-client-qps=50",
			"--garden-client-burst=100",
			"--gardener-version=v1.150.0",
			"--garden-cluster-identity=garden",
			"--access=ClusterWide",
			"--seed-name=my-seed",
			"--log-level=info",
			"--log-format=json",
		))
	})

	It("lets the Service, the PodDisruptionBudget and the VPA find the pods", func() {
		all := objects(charts.Seed, values(nil))
		deployment := one[*appsv1.Deployment](all)
		selector := deployment.Spec.Selector.MatchLabels

		Expect(selector).NotTo(BeEmpty())
		for key, value := range selector {
			Expect(deployment.Spec.Template.Labels).To(HaveKeyWithValue(key, value))
		}
		service := one[*corev1.Service](all)
		Expect(service.Name).To(Equal("gardener-extension-shoot-flux"), "the webhook configuration names this Service")
		Expect(service.Spec.Selector).To(Equal(selector))
		Expect(one[*policyv1.PodDisruptionBudget](all).Spec.Selector.MatchLabels).To(Equal(selector))
		vpa := one[*vpaautoscalingv1.VerticalPodAutoscaler](all)
		Expect(vpa.Spec.TargetRef.Name).To(Equal(deployment.Name))
		Expect(vpa.Spec.ResourcePolicy.ContainerPolicies[0].ContainerName).To(Equal(deployment.Spec.Template.Spec.Containers[0].Name))
	})

	It("binds its roles to its ServiceAccount", func() {
		all := objects(charts.Seed, values(nil))
		account := one[*corev1.ServiceAccount](all)
		subjects := []rbacv1.Subject{{Kind: "ServiceAccount", Name: account.Name, Namespace: namespace}}

		Expect(one[*appsv1.Deployment](all).Spec.Template.Spec.ServiceAccountName).To(Equal(account.Name))
		Expect(one[*rbacv1.ClusterRoleBinding](all).Subjects).To(Equal(subjects))
		Expect(one[*rbacv1.ClusterRoleBinding](all).RoleRef.Name).To(Equal(one[*rbacv1.ClusterRole](all).Name))
		Expect(one[*rbacv1.RoleBinding](all).Subjects).To(Equal(subjects))
		Expect(one[*rbacv1.RoleBinding](all).RoleRef.Name).To(Equal(one[*rbacv1.Role](all).Name))
	})

	DescribeTable("image reference",
		func(image map[string]any, expected string) {
			image["repository"] = "registry.example.com/flux"
			pod := one[*appsv1.Deployment](objects(charts.Seed, values(map[string]any{"image": image}))).Spec.Template.Spec
			Expect(pod.Containers[0].Image).To(Equal(expected))
		},
		Entry("tag", map[string]any{"tag": "v1.2.3"}, "registry.example.com/flux:v1.2.3"),
		Entry("tag and digest",
			map[string]any{"tag": "v1.2.3", "digest": "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
			"registry.example.com/flux:v1.2.3@sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
	)

	It("mounts the operator's image vector, and restarts the process when it changes", func() {
		without := one[*appsv1.Deployment](objects(charts.Seed, values(nil))).Spec.Template
		Expect(without.Spec.Containers[0].Env).NotTo(ContainElement(HaveField("Name", imagevector.OverrideEnv)))
		Expect(without.Annotations).NotTo(HaveKey("checksum/imagevector-overwrite"))

		overwrite := "images:\n- name: source-controller\n  repository: registry.example.com/source-controller\n"
		all := objects(charts.Seed, values(map[string]any{"imageVectorOverwrite": overwrite}))
		pod := one[*appsv1.Deployment](all).Spec.Template
		variable := slices.IndexFunc(pod.Spec.Containers[0].Env, func(e corev1.EnvVar) bool { return e.Name == imagevector.OverrideEnv })
		Expect(variable).To(BeNumerically(">=", 0))
		directory, file := path.Split(pod.Spec.Containers[0].Env[variable].Value)
		mount := slices.IndexFunc(pod.Spec.Containers[0].VolumeMounts, func(m corev1.VolumeMount) bool { return m.MountPath == path.Clean(directory) })
		Expect(mount).To(BeNumerically(">=", 0))
		volume := slices.IndexFunc(pod.Spec.Volumes, func(v corev1.Volume) bool { return v.Name == pod.Spec.Containers[0].VolumeMounts[mount].Name })
		Expect(volume).To(BeNumerically(">=", 0))
		configMaps := every[*corev1.ConfigMap](all)
		Expect(configMaps).To(ContainElement(And(
			HaveField("Name", pod.Spec.Volumes[volume].ConfigMap.Name), HaveField("Namespace", namespace), HaveField("Data", Equal(map[string]string{file: overwrite})),
		)))

		other := objects(charts.Seed, values(map[string]any{"imageVectorOverwrite": overwrite + "# changed\n"}))
		Expect(one[*appsv1.Deployment](other).Spec.Template.Annotations["checksum/imagevector-overwrite"]).NotTo(Equal(pod.Annotations["checksum/imagevector-overwrite"]))
	})

	DescribeTable("refuses invalid values, with a reason:",
		func(overrides map[string]any, message string) {
			_, err := render(charts.Seed, values(overrides))
			Expect(err).To(MatchError(ContainSubstring(message)))
		},
		Entry("no kubeconfig of the garden",
			map[string]any{"gardener": map[string]any{"version": "v1.150.0"}}, "set injectGardenKubeconfig to true"),
		Entry("no version of Gardener",
			map[string]any{"gardener": map[string]any{"garden": map[string]any{"genericKubeconfigSecretName": kubeconfig}}}, "gardener.version is required"),
		Entry("no identity of the garden",
			map[string]any{"gardener": map[string]any{"version": "v1.150.0", "garden": map[string]any{"genericKubeconfigSecretName": kubeconfig}}},
			"gardener.garden.clusterIdentity is required"),
		Entry("an unknown key in the operator's configuration", map[string]any{"config": map[string]any{"limit": map[string]any{}}}, "limit"),
		Entry("an image vector that is no text", map[string]any{"imageVectorOverwrite": map[string]any{"images": []any{}}}, "imageVectorOverwrite"),
		Entry("an unknown value for image digests", map[string]any{"config": map[string]any{"images": map[string]any{"digests": "Sometimes"}}}, "digests"),
		Entry("no image", map[string]any{"image": map[string]any{}}, "image.repository is required"),
		Entry("an unknown key", map[string]any{"controllers": map[string]any{"extensions": map[string]any{}}}, "extensions"),
		Entry("an unknown log level", map[string]any{"logLevel": "trace"}, "logLevel"),
		Entry("a limit", map[string]any{"resources": map[string]any{"limits": map[string]any{"memory": "1Gi"}}}, "limits"),
	)
})

// memoryLimit returns the variable from which the processes derive their soft limit of memory.
func memoryLimit() corev1.EnvVar {
	return corev1.EnvVar{Name: "MEMORY_LIMIT", ValueFrom: &corev1.EnvVarSource{ResourceFieldRef: &corev1.ResourceFieldSelector{Resource: "limits.memory"}}}
}
