// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package charts_test

import (
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	monitoringv1 "github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1"
	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	vpaautoscalingv1 "k8s.io/autoscaler/vertical-pod-autoscaler/pkg/apis/autoscaling.k8s.io/v1"
	"sigs.k8s.io/yaml"

	"github.com/shoot-flux/gardener-extension-shoot-flux/charts"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/access"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/noticeboard"
)

func named[T interface {
	runtime.Object
	GetName() string
}](all []runtime.Object, name string) T {
	for _, object := range every[T](all) {
		if object.GetName() == name {
			return object
		}
	}
	var none T
	Expect(none).NotTo(BeNil(), "no %T %s", none, name)
	return none
}

var _ = Describe("application chart of the admission", func() {
	const (
		gardenAccess = "extensions.gardener.cloud:extension-shoot-flux:garden-access"
		admission    = "extensions.gardener.cloud:extension-shoot-flux:admission"

		gardenController = "extensions.gardener.cloud:extension-shoot-flux:garden-controller"
	)

	It("grants the controllers in the seeds every verb by name", func() {
		role := named[*rbacv1.ClusterRole](objects(charts.AdmissionApplication, applicationValues(nil)), gardenAccess)

		Expect(role.Labels).To(HaveKeyWithValue("authorization.gardener.cloud/custom-extensions-permissions", "true"))
		Expect(role.Annotations).To(HaveKeyWithValue("authorization.gardener.cloud/extensions-serviceaccount-selector",
			`{"matchLabels":{"flux.extensions.gardener.cloud/garden-access":"true"}}`))
		Expect(role.Rules).To(ConsistOf(
			rbacv1.PolicyRule{APIGroups: []string{""}, Resources: []string{"configmaps"}, ResourceNames: []string{"flux-config", "flux-rollout"}, Verbs: []string{"get", "list", "watch"}},
			rbacv1.PolicyRule{APIGroups: []string{""}, Resources: []string{"configmaps"}, ResourceNames: []string{"flux-status"}, Verbs: []string{"get", "list", "create", "patch"}},
			rbacv1.PolicyRule{APIGroups: []string{""}, Resources: []string{"secrets"}, ResourceNames: []string{"flux-source"}, Verbs: []string{"get", "list", "watch", "create", "patch"}},
			rbacv1.PolicyRule{APIGroups: []string{""}, Resources: []string{"secrets"}, ResourceNames: []string{"flux-source-keys"}, Verbs: []string{"get", "list", "watch"}},
			rbacv1.PolicyRule{APIGroups: []string{"events.k8s.io"}, Resources: []string{"events"}, Verbs: []string{"create", "patch"}},
		))
	})

	DescribeTable("names the Secrets with tokens of Git hosts and webhooks that may be read",
		func(value string, names any, expected ...[]string) {
			values := map[string]any{value: names}
			role := named[*rbacv1.ClusterRole](objects(charts.AdmissionApplication, applicationValues(values)), gardenController)
			var found [][]string
			for _, rule := range role.Rules {
				if rule.Resources[0] == "secrets" && !slices.Contains([]string{"flux-source", "flux-source-keys"}, rule.ResourceNames[0]) {
					Expect(rule.Verbs).To(ConsistOf("get"), "a token is never written nor listed")
					found = append(found, rule.ResourceNames)
				}
				Expect(rule.ResourceNames == nil).To(Equal(slices.Contains([]string{"events", "shoots", "seeds"}, rule.Resources[0])), "a rule without names is for all")
			}
			Expect(slices.EqualFunc(found, expected, slices.Equal[[]string])).To(BeTrue(), "%v", found)
		},
		Entry("of several hosts", "gitHostSecretNames", []any{"flux-git-host", "gitlab.example.com"}, []string{"flux-git-host", "gitlab.example.com"}),
		Entry("of webhooks", "pushSecretNames", []any{"flux-push", "webhook"}, []string{"flux-push", "webhook"}),
		Entry("of receivers", "notificationSecretNames", []any{"flux-notifications", "mine"}, []string{"flux-notifications", "mine"}),
		Entry("of checks", "checkSecretNames", []any{"flux-checks"}, []string{"flux-checks"}),
		Entry("of commit statuses", "commitStatusSecretNames", []any{"flux-commit-status"}, []string{"flux-commit-status"}),
		Entry("none, which is no rule: one without names would be for all Secrets", "gitHostSecretNames", []any{}),
		Entry("none by default, because nothing is configured", "config", map[string]any{}),
		Entry("none with an empty list of hosts", "config", map[string]any{"gitHosts": []any{}}),
		Entry("the usual ones of configured Git hosts", "config", map[string]any{"gitHosts": []any{"github.com"}}, []string{"flux-git-host"}, []string{"flux-commit-status"}),
		Entry("the usual one of configured webhooks", "config", map[string]any{"push": map[string]any{"host": "push.example.com"}}, []string{"flux-push"}),
		Entry("the usual ones of configured receivers", "config", map[string]any{"notifications": map[string]any{"hosts": []any{"hooks.slack.com"}}},
			[]string{"flux-notifications", "flux-notifications-msteams", "flux-notifications-slack", "flux-notifications-webhook"}),
		Entry("the usual one of configured checks", "config", map[string]any{"checks": map[string]any{"hosts": []any{"prometheus.example.com"}}}, []string{"flux-checks"}),
	)

	DescribeTable("refuses what is not the name of a Secret",
		func(names any) {
			for _, value := range []string{"gitHostSecretNames", "pushSecretNames", "notificationSecretNames", "checkSecretNames"} {
				_, err := render(charts.AdmissionApplication, applicationValues(map[string]any{value: names}))
				Expect(err).To(MatchError(ContainSubstring(value)))
			}
		},
		Entry("a name alone", "flux-git-host"),
		Entry("no name", []any{""}),
		Entry("a wildcard", []any{"*"}),
		Entry("a path", []any{"a/b"}),
		Entry("one name twice", []any{"a", "a"}),
		Entry("a name with capital letters", []any{"Token"}),
	)

	It("selects in the ClusterRole the label that the seed's chart requests", func() {
		role := named[*rbacv1.ClusterRole](objects(charts.AdmissionApplication, applicationValues(nil)), gardenAccess)
		labels := one[*corev1.Secret](objects(charts.Seed, values(nil))).Annotations["serviceaccount.resources.gardener.cloud/labels"]
		Expect(role.Annotations["authorization.gardener.cloud/extensions-serviceaccount-selector"]).To(MatchJSON(`{"matchLabels":` + labels + `}`))
	})

	It("has a role for seeds and self-hosted Shoots in their projects that lists only by name and that Gardener binds nowhere", func() {
		all := objects(charts.AdmissionApplication, applicationValues(nil))
		role, wide := named[*rbacv1.ClusterRole](all, access.Name), named[*rbacv1.ClusterRole](all, gardenAccess)
		Expect(role.Labels).To(BeEmpty())
		Expect(role.Annotations).To(BeEmpty())
		Expect(role.Rules).To(HaveLen(len(wide.Rules)))
		for i, rule := range role.Rules {
			if slices.ContainsFunc(rule.Verbs, func(verb string) bool { return verb == "list" || verb == "watch" }) {
				Expect(rule.ResourceNames).NotTo(BeEmpty())
			}
			Expect(wide.Rules[i].Verbs).To(ContainElements(rule.Verbs), "what a seed may do in its projects does not exceed what it may do in all")
			rule.Verbs = wide.Rules[i].Verbs
			Expect(rule).To(Equal(wide.Rules[i]))
		}
	})

	It("takes the role for all projects away, instead of its label, which would unbind nothing", func() {
		all := objects(charts.AdmissionApplication, applicationValues(map[string]any{"access": "PerProject"}))
		for _, role := range every[*rbacv1.ClusterRole](all) {
			Expect(role.Name).NotTo(Equal(gardenAccess))
			Expect(role.Labels).To(BeEmpty(), "nothing is bound for all seeds")
		}
		Expect(named[*rbacv1.ClusterRole](all, access.Name).Rules).NotTo(BeEmpty())
	})

	DescribeTable("refuses to take the role for all projects away if nothing gives seeds access to their own",
		func(values map[string]any) {
			_, err := render(charts.AdmissionApplication, applicationValues(values))
			Expect(err).To(MatchError(ContainSubstring("access PerProject needs the garden controller")))
		},
		Entry("without the admission", map[string]any{"access": "PerProject", "admission": map[string]any{"enabled": false}}),
		Entry("without the garden controller", map[string]any{"access": "PerProject", "gardenController": map[string]any{"enabled": false}}),
	)

	It("grants the garden controller to read Shoots, to bind the access of seeds, and to keep notice boards, with the identity of the admission", func() {
		all := objects(charts.AdmissionApplication, applicationValues(map[string]any{"config": map[string]any{"gitHosts": []any{"github.com"}}}))
		role := named[*rbacv1.ClusterRole](all, gardenController)

		Expect(role.Labels).To(BeEmpty(), "no other identity is bound to it")
		Expect(role.Rules).To(ContainElements(
			rbacv1.PolicyRule{APIGroups: []string{"core.gardener.cloud"}, Resources: []string{"shoots"}, Verbs: []string{"get", "list", "watch"}},
			rbacv1.PolicyRule{APIGroups: []string{"core.gardener.cloud"}, Resources: []string{"seeds"}, Verbs: []string{"get", "list", "watch"}},
			rbacv1.PolicyRule{APIGroups: []string{""}, Resources: []string{"configmaps"}, ResourceNames: []string{"shoot-flux-report"}, Verbs: []string{"list"}},
			rbacv1.PolicyRule{
				APIGroups: []string{""}, Resources: []string{"configmaps"}, ResourceNames: []string{"shoot-flux-baseline"}, Verbs: []string{"get", "list", "watch", "create", "patch", "update"},
			},
			rbacv1.PolicyRule{APIGroups: []string{"rbac.authorization.k8s.io"}, Resources: []string{"rolebindings"}, ResourceNames: []string{access.Name}, Verbs: []string{"get", "list", "watch", "create", "patch", "delete"}},
			rbacv1.PolicyRule{APIGroups: []string{"rbac.authorization.k8s.io"}, Resources: []string{"clusterroles"}, ResourceNames: []string{access.Name, noticeboard.RoleName}, Verbs: []string{"bind"}},
			rbacv1.PolicyRule{APIGroups: []string{"rbac.authorization.k8s.io"}, Resources: []string{"rolebindings"}, ResourceNames: []string{noticeboard.RoleName}, Verbs: []string{"list", "watch", "create", "patch"}},
			rbacv1.PolicyRule{APIGroups: []string{"events.k8s.io"}, Resources: []string{"events"}, Verbs: []string{"create", "patch"}},
			rbacv1.PolicyRule{APIGroups: []string{""}, Resources: []string{"configmaps"}, ResourceNames: []string{"flux-config"}, Verbs: []string{"get", "list", "watch"}},
			rbacv1.PolicyRule{APIGroups: []string{""}, Resources: []string{"secrets"}, ResourceNames: []string{"flux-source"}, Verbs: []string{"get", "list", "watch", "patch"}},
			rbacv1.PolicyRule{APIGroups: []string{""}, Resources: []string{"secrets"}, ResourceNames: []string{"flux-source-keys"}, Verbs: []string{"get", "list", "watch", "create", "patch"}},
			rbacv1.PolicyRule{APIGroups: []string{""}, Resources: []string{"secrets"}, ResourceNames: []string{"flux-git-host"}, Verbs: []string{"get"}},
			rbacv1.PolicyRule{APIGroups: []string{""}, Resources: []string{"secrets"}, ResourceNames: []string{"flux-commit-status"}, Verbs: []string{"get"}},
			rbacv1.PolicyRule{
				APIGroups: []string{""}, Resources: []string{"configmaps"}, ResourceNames: []string{"flux-commit-status"}, Verbs: []string{"get", "list", "create", "patch", "update", "delete"},
			},
			rbacv1.PolicyRule{
				APIGroups: []string{""}, Resources: []string{"configmaps"}, ResourceNames: []string{"shoot-flux"}, Verbs: []string{"get", "list", "watch", "create", "patch", "update"},
			},
		))
		binding := named[*rbacv1.ClusterRoleBinding](all, gardenController)
		Expect(binding.RoleRef.Name).To(Equal(role.Name))
		Expect(binding.Subjects).To(Equal(named[*rbacv1.ClusterRoleBinding](all, admission).Subjects))
	})

	It("grants the admission every verb by name, but for what cannot be, and no Secret", func() {
		all := objects(charts.AdmissionApplication, applicationValues(nil))
		role := named[*rbacv1.ClusterRole](all, admission)

		Expect(role.Labels).To(BeEmpty(), "no other identity is bound to it")
		Expect(role.Rules).To(ConsistOf(
			rbacv1.PolicyRule{APIGroups: []string{""}, Resources: []string{"configmaps"}, ResourceNames: []string{"flux-config"}, Verbs: []string{"get"}},
			rbacv1.PolicyRule{APIGroups: []string{"admissionregistration.k8s.io"}, Resources: []string{"validatingwebhookconfigurations"}, Verbs: []string{"create"}},
			rbacv1.PolicyRule{
				APIGroups: []string{"admissionregistration.k8s.io"}, Resources: []string{"validatingwebhookconfigurations"},
				ResourceNames: []string{"gardener-extension-admission-shoot-flux"}, Verbs: []string{"get", "patch"},
			},
			rbacv1.PolicyRule{APIGroups: []string{""}, Resources: []string{"namespaces"}, ResourceNames: []string{namespace}, Verbs: []string{"get"}},
			// The overrides of a project are checked for its Shoots.
			rbacv1.PolicyRule{APIGroups: []string{"core.gardener.cloud"}, Resources: []string{"shoots"}, Verbs: []string{"list"}},
		))
		binding := named[*rbacv1.ClusterRoleBinding](all, admission)
		Expect(binding.RoleRef.Name).To(Equal(role.Name))
		Expect(binding.Subjects).To(ConsistOf(rbacv1.Subject{Kind: "ServiceAccount", Name: "extension-admission-shoot-flux", Namespace: "kube-system"}))
	})

	DescribeTable("holds cluster-scoped objects only and binds the policies",
		func(values map[string]any, count int, expected ...string) {
			all := objects(charts.AdmissionApplication, values)
			Expect(all).To(HaveLen(count))
			for _, object := range all {
				accessor, err := meta.Accessor(object)
				Expect(err).NotTo(HaveOccurred())
				Expect(accessor.GetNamespace()).To(BeEmpty())
			}
			var policies, bound []string
			for _, policy := range every[*admissionregistrationv1.ValidatingAdmissionPolicy](all) {
				policies = append(policies, policy.Name)
				Expect(policy.Spec.FailurePolicy).To(HaveValue(Equal(admissionregistrationv1.Fail)))
			}
			for _, binding := range every[*admissionregistrationv1.ValidatingAdmissionPolicyBinding](all) {
				bound = append(bound, binding.Spec.PolicyName)
				Expect(binding.Spec.ValidationActions).To(ContainElement(admissionregistrationv1.Deny))
			}
			Expect(policies).To(ConsistOf(expected))
			Expect(bound).To(ConsistOf(policies))
		},
		Entry("with the admission and the garden controller", applicationValues(nil), 19, "extension-shoot-flux-deploy-keys", "extension-shoot-flux-garden-access", "extension-shoot-flux-garden-accounts", "extension-shoot-flux-garden-controller", "extension-shoot-flux-garden-tokens", "extension-shoot-flux-notice-boards"),
		Entry("without the garden controller", applicationValues(map[string]any{"gardenController": map[string]any{"enabled": false}}), 9, "extension-shoot-flux-garden-access", "extension-shoot-flux-garden-accounts", "extension-shoot-flux-garden-tokens"),
		Entry("without the admission, which then needs no ServiceAccount", map[string]any{"admission": map[string]any{"enabled": false}}, 7, "extension-shoot-flux-garden-access", "extension-shoot-flux-garden-accounts", "extension-shoot-flux-garden-tokens"),
	)

	It("keeps the label by which the ClusterRole is bound for seeds", func() {
		all := objects(charts.AdmissionApplication, applicationValues(nil))
		var selector metav1.LabelSelector
		for _, role := range every[*rbacv1.ClusterRole](all) {
			if text := role.Annotations["authorization.gardener.cloud/extensions-serviceaccount-selector"]; text != "" {
				Expect(yaml.Unmarshal([]byte(text), &selector)).To(Succeed())
			}
		}
		Expect(selector.MatchLabels).NotTo(BeEmpty())
		Expect(every[*admissionregistrationv1.ValidatingAdmissionPolicy](all)).To(ContainElement(
			HaveField("Spec.MatchConstraints.ObjectSelector", HaveValue(Equal(selector)))))
	})

	It("lets seeds watch notice boards, and the garden controller keep them in the namespaces of seeds, and only if there is one", func() {
		const board, policy = noticeboard.RoleName, "extension-shoot-flux-notice-boards"
		all := objects(charts.AdmissionApplication, applicationValues(nil))
		role := named[*rbacv1.ClusterRole](all, board)
		Expect(role.Labels).NotTo(HaveKey("authorization.gardener.cloud/custom-extensions-permissions"), "it would be bound in the namespaces of all seeds")
		Expect(role.Rules).To(ConsistOf(
			rbacv1.PolicyRule{APIGroups: []string{""}, Resources: []string{"configmaps"}, ResourceNames: []string{"shoot-flux"}, Verbs: []string{"get", "list", "watch"}},
			rbacv1.PolicyRule{APIGroups: []string{""}, Resources: []string{"configmaps"}, ResourceNames: []string{"shoot-flux-report"}, Verbs: []string{"get", "create", "patch"}},
		))
		Expect(named[*admissionregistrationv1.ValidatingAdmissionPolicy](all, policy).Spec.MatchConditions[0].Expression).
			To(Equal("request.userInfo.username == 'system:serviceaccount:kube-system:extension-admission-shoot-flux'"))

		without := objects(charts.AdmissionApplication, applicationValues(map[string]any{"gardenController": map[string]any{"enabled": false}}))
		Expect(without).NotTo(ContainElement(HaveField("Name", BeElementOf(board, policy))))
	})

	It("takes the values of the other chart, because gardener-operator gives both the same", func() {
		_, err := render(charts.AdmissionApplication, applicationValues(runtimeValues(map[string]any{"gardener": applicationValues(nil)["gardener"]})))
		Expect(err).NotTo(HaveOccurred())
		_, err = render(charts.AdmissionRuntime, runtimeValues(map[string]any{"admission": map[string]any{"enabled": true}}))
		Expect(err).NotTo(HaveOccurred())
	})

	It("fails without a ServiceAccount, with a message who sets it", func() {
		_, err := render(charts.AdmissionApplication, nil)
		Expect(err).To(MatchError(ContainSubstring("gardener-operator sets it; without admission, set admission.enabled to false")))
	})
})

var _ = Describe("runtime chart of the admission", func() {
	DescribeTable("has the garden's Prometheus scrape it, if the operator wants",
		func(component string) {
			all := componentObjects(component, runtimeValues(map[string]any{"monitoring": map[string]any{"enabled": true}}))
			monitor, service := one[*monitoringv1.ServiceMonitor](all), one[*corev1.Service](all)
			Expect(monitor.Namespace).To(Equal("garden"))
			Expect(monitor.Labels).To(HaveKeyWithValue("prometheus", "garden"))
			Expect(monitor.Spec.NamespaceSelector.MatchNames).To(ConsistOf(service.Namespace))
			Expect(monitor.Spec.Selector.MatchLabels).NotTo(BeEmpty())
			for key, value := range monitor.Spec.Selector.MatchLabels {
				Expect(service.Labels).To(HaveKeyWithValue(key, value))
			}
			Expect(service.Spec.Ports).To(ContainElement(HaveField("Name", monitor.Spec.Endpoints[0].Port)))
			Expect(monitor.Spec.Endpoints[0].RelabelConfigs[0].Replacement).To(HaveValue(Equal(component)))
			rules := one[*monitoringv1.PrometheusRule](objects(charts.AdmissionRuntime, runtimeValues(map[string]any{"monitoring": map[string]any{"enabled": true}})))
			Expect(rules.Labels).To(HaveKeyWithValue("prometheus", "garden"))
			Expect(rules.Spec.Groups).To(ContainElement(HaveField("Rules", ContainElement(HaveField("Expr.StrVal", ContainSubstring(component+`"`))))))
		},
		Entry("the admission", admissionComponent),
		Entry("the garden controller", gardenControllerComponent),
	)

	It("renders the objects of the admission, all in its namespace", func() {
		all := componentObjects(admissionComponent, runtimeValues(nil))

		Expect(every[*appsv1.Deployment](all)).To(HaveLen(1))
		Expect(every[*corev1.ServiceAccount](all)).To(HaveLen(1))
		Expect(every[*corev1.ConfigMap](all)).To(HaveLen(1))
		Expect(every[*corev1.Service](all)).To(HaveLen(1))
		Expect(every[*rbacv1.Role](all)).To(HaveLen(1))
		Expect(every[*rbacv1.RoleBinding](all)).To(HaveLen(1))
		Expect(every[*policyv1.PodDisruptionBudget](all)).To(HaveLen(1))
		Expect(every[*vpaautoscalingv1.VerticalPodAutoscaler](all)).To(HaveLen(1))
		Expect(all).To(HaveLen(8), "nothing of the cluster itself, and nothing that needs the CRDs of others")
		for _, object := range all {
			accessor, err := meta.Accessor(object)
			Expect(err).NotTo(HaveOccurred())
			Expect(accessor.GetNamespace()).To(Equal(namespace), accessor.GetName())
		}
	})

	It("passes every flag of the command once and with a value", func() {
		deployment := one[*appsv1.Deployment](componentObjects(admissionComponent, runtimeValues(nil)))
		Expect(deployment.Spec.Template.Spec.Containers[0].Args).To(HaveExactElements(
			"admission",
			"--config=/etc/gardener-extension-admission-shoot-flux/config.yaml",
			"--leader-election=true",
			"--leader-election-id=gardener-extension-admission-shoot-flux-leader-election",
			"--leader-election-namespace="+namespace,
			"--webhook-config-mode=url",
			"--webhook-config-url=gardener-extension-admission-shoot-flux."+namespace,
			"--webhook-config-namespace="+namespace,
			"--webhook-config-owner-namespace=extension-shoot-flux",
			"--webhook-config-server-port=10250",
			"--webhook-config-cert-dir=/var/run/webhook-certs",
			"--metrics-bind-address=:8080",
			"--health-bind-address=:8081",
			"--garden-client-qps=250",
			"--garden-client-burst=300",
			"--log-level=info",
			"--log-format=json",
		))
	})

	It("passes the garden controller every flag once and with a value", func() {
		deployment := one[*appsv1.Deployment](componentObjects(gardenControllerComponent, runtimeValues(nil)))
		Expect(deployment.Spec.Template.Spec.Containers[0].Args).To(HaveExactElements(
			"garden-controller",
			"--config=/etc/gardener-extension-admission-shoot-flux/config.yaml",
			"--leader-election=true",
			"--leader-election-id=gardener-extension-shoot-flux-garden-controller-leader-election",
			"--leader-election-namespace="+namespace,
			"--max-concurrent-reconciles=5",
			"--access-grace-period=1h",
			"--status-grace-period=15m",
			"--status-refresh=10m",
			"--metrics-bind-address=:8080",
			"--health-bind-address=:8081",
			"--garden-client-qps=250",
			"--garden-client-burst=300",
			"--log-level=info",
			"--log-format=json",
		))
	})

	It("gives the garden controller no Secret of the cluster, and its identity to none of its other pods", func() {
		all := componentObjects(gardenControllerComponent, runtimeValues(nil))
		Expect(all).To(HaveLen(7))
		for _, rule := range one[*rbacv1.Role](all).Rules {
			Expect(rule.Resources).To(HaveEach(BeElementOf("leases", "events")))
		}
		account := one[*corev1.ServiceAccount](all)
		Expect(one[*rbacv1.RoleBinding](all).Subjects).To(ConsistOf(rbacv1.Subject{Kind: "ServiceAccount", Name: account.Name, Namespace: namespace}))
		Expect(one[*appsv1.Deployment](componentObjects(admissionComponent, runtimeValues(nil))).Spec.Template.Spec.ServiceAccountName).NotTo(Equal(account.Name))
	})

	It("has the garden controller only if the operator wants it", func() {
		disabled := map[string]any{"gardenController": map[string]any{"enabled": false}, "monitoring": map[string]any{"enabled": true}}
		Expect(componentObjects(gardenControllerComponent, runtimeValues(disabled))).To(BeEmpty())
		Expect(componentObjects(admissionComponent, runtimeValues(disabled))).NotTo(BeEmpty())
	})

	DescribeTable("URL of the webhooks",
		func(webhook map[string]any, expected string) {
			deployment := one[*appsv1.Deployment](componentObjects(admissionComponent, runtimeValues(map[string]any{"webhook": webhook})))
			Expect(deployment.Spec.Template.Spec.Containers[0].Args).To(ContainElement("--webhook-config-url=" + expected))
		},
		Entry("the Service, with the port of https", map[string]any{}, "gardener-extension-admission-shoot-flux."+namespace),
		Entry("the Service, with another port", map[string]any{"servicePort": 10250}, "gardener-extension-admission-shoot-flux."+namespace+":10250"),
		Entry("given by the operator", map[string]any{"url": "10.1.2.3:8443", "servicePort": 10250}, "10.1.2.3:8443"),
	)

	DescribeTable("takes the kubeconfig for the garden from a Secret, without gardener-operator",
		func(component string) {
			pod := one[*appsv1.Deployment](componentObjects(component, runtimeValues(map[string]any{"gardenKubeconfig": map[string]any{"secretName": "garden"}}))).Spec.Template.Spec
			const directory = "/var/run/secrets/gardener.cloud/garden/generic-kubeconfig"
			Expect(pod.Containers[0].Env).To(ConsistOf(memoryLimit(), corev1.EnvVar{Name: "GARDEN_KUBECONFIG", Value: directory + "/kubeconfig"}))
			Expect(pod.Containers[0].VolumeMounts).To(ContainElement(corev1.VolumeMount{Name: "garden-kubeconfig", MountPath: directory, ReadOnly: true}))
			Expect(pod.Volumes).To(ContainElement(And(HaveField("Name", "garden-kubeconfig"), HaveField("VolumeSource.Secret.SecretName", "garden"))))
		},
		Entry("the admission", admissionComponent),
		Entry("the garden controller", gardenControllerComponent),
	)

	DescribeTable("leaves the kubeconfig for the garden to gardener-operator",
		func(component string) {
			pod := one[*appsv1.Deployment](componentObjects(component, runtimeValues(nil))).Spec.Template.Spec
			Expect(pod.Containers[0].Env).To(ConsistOf(memoryLimit()))
			Expect(pod.PriorityClassName).To(Equal("gardener-garden-system-400"))
		},
		Entry("the admission", admissionComponent),
		Entry("the garden controller", gardenControllerComponent),
	)

	DescribeTable("meets the pod security standard restricted and sets no limits",
		func(component string) {
			pod := one[*appsv1.Deployment](componentObjects(component, runtimeValues(nil))).Spec.Template.Spec

			Expect(pod.SecurityContext.RunAsNonRoot).To(HaveValue(BeTrue()))
			Expect(pod.SecurityContext.SeccompProfile.Type).To(Equal(corev1.SeccompProfileTypeRuntimeDefault))
			Expect(pod.Containers[0].SecurityContext).To(Equal(&corev1.SecurityContext{
				AllowPrivilegeEscalation: new(false),
				ReadOnlyRootFilesystem:   new(true),
				Capabilities:             &corev1.Capabilities{Drop: []corev1.Capability{"ALL"}},
			}))
			Expect(pod.Containers[0].Resources.Limits).To(BeEmpty())
			Expect(pod.Containers[0].Resources.Requests).NotTo(BeEmpty())
		},
		Entry("the admission", admissionComponent),
		Entry("the garden controller", gardenControllerComponent),
	)

	DescribeTable("lets Service, PodDisruptionBudget, VPA and binding find what they are for",
		func(component string) {
			all := componentObjects(component, runtimeValues(nil))
			deployment := one[*appsv1.Deployment](all)
			account := one[*corev1.ServiceAccount](all)
			selector := deployment.Spec.Selector.MatchLabels

			Expect(selector).NotTo(BeEmpty())
			for key, value := range selector {
				Expect(deployment.Spec.Template.Labels).To(HaveKeyWithValue(key, value))
			}
			service := one[*corev1.Service](all)
			Expect(service.Name).To(Equal(component), "the URL of the webhooks names this Service")
			Expect(service.Spec.Selector).To(Equal(selector))
			Expect(one[*policyv1.PodDisruptionBudget](all).Spec.Selector.MatchLabels).To(Equal(selector))
			Expect(one[*vpaautoscalingv1.VerticalPodAutoscaler](all).Spec.TargetRef.Name).To(Equal(deployment.Name))
			Expect(deployment.Spec.Template.Spec.ServiceAccountName).To(Equal(account.Name))
			Expect(one[*rbacv1.RoleBinding](all).Subjects).To(ConsistOf(rbacv1.Subject{Kind: "ServiceAccount", Name: account.Name, Namespace: namespace}))
		},
		Entry("the admission", admissionComponent),
		Entry("the garden controller", gardenControllerComponent),
	)

	DescribeTable("refuses invalid values, with a reason:",
		func(others map[string]any, message string) {
			_, err := render(charts.AdmissionRuntime, runtimeValues(others))
			Expect(err).To(MatchError(ContainSubstring(message)))
		},
		Entry("no namespace in the garden", map[string]any{"gardener": map[string]any{}}, "gardener.virtualCluster.namespace is required"),
		Entry("no image", map[string]any{"image": map[string]any{}}, "image.repository is required"),
		Entry("a URL with scheme", map[string]any{"webhook": map[string]any{"url": "https://example.com"}}, "url"),
		Entry("an unknown key in the operator's configuration", map[string]any{"config": map[string]any{"limit": map[string]any{}}}, "limit"),
	)
})

var _ = Describe("the operator's configuration", func() {
	settings := map[string]any{"config": map[string]any{
		"defaults": map[string]any{"flux": map[string]any{"registry": "registry.example.com/fluxcd", "concurrency": 20}},
		"limits":   map[string]any{"fluxVersions": []any{"v2.9"}},
	}}

	DescribeTable("may be the whole example",
		func(chart string, values func(map[string]any) map[string]any) {
			example := map[string]any{}
			Expect(yaml.Unmarshal([]byte(read("..", "example", "operator", "controllerconfiguration.yaml")), &example)).To(Succeed())
			configMap := processConfig(objects(chart, values(map[string]any{"config": example})))
			Expect(configMap.Data["config.yaml"]).To(MatchYAML(read("..", "example", "operator", "controllerconfiguration.yaml")))
		},
		Entry("for the controller", charts.Seed, values),
		Entry("for the admission", charts.AdmissionRuntime, runtimeValues),
	)

	DescribeTable("reaches the process as a file",
		func(chart, component string, values map[string]any) {
			all := ofComponent(component, objects(chart, values))
			configMap := processConfig(all)
			Expect(configMap.Data).To(HaveLen(1))
			Expect(configMap.Data["config.yaml"]).To(MatchYAML(`
apiVersion: config.flux.extensions.gardener.cloud/v1alpha1
kind: ControllerConfiguration
defaults:
  flux:
    registry: registry.example.com/fluxcd
    concurrency: 20
limits:
  fluxVersions: [v2.9]
`))
			Expect(one[*appsv1.Deployment](all).Spec.Template.Spec.Volumes).To(ContainElement(And(
				HaveField("Name", "config"), HaveField("ConfigMap.Name", configMap.Name))))
		},
		Entry("of the controller", charts.Seed, "", values(settings)),
		Entry("of the admission", charts.AdmissionRuntime, admissionComponent, runtimeValues(settings)),
	)

	DescribeTable("restarts the process when it changes",
		func(chart, component string, before, after map[string]any) {
			checksum := func(values map[string]any) string {
				return one[*appsv1.Deployment](ofComponent(component, objects(chart, values))).Spec.Template.Annotations["checksum/config"]
			}
			Expect(checksum(before)).NotTo(BeEmpty())
			Expect(checksum(before)).NotTo(Equal(checksum(after)))
		},
		Entry("of the controller", charts.Seed, "", values(nil), values(settings)),
		Entry("of the admission", charts.AdmissionRuntime, admissionComponent, runtimeValues(nil), runtimeValues(settings)),
	)
})

// processConfig returns the ConfigMap that the process reads, in its own namespace.
func processConfig(all []runtime.Object) *corev1.ConfigMap {
	GinkgoHelper()
	configMaps := slices.DeleteFunc(every[*corev1.ConfigMap](all), func(c *corev1.ConfigMap) bool { return c.Namespace != namespace })
	Expect(configMaps).To(HaveLen(1))
	return configMaps[0]
}
