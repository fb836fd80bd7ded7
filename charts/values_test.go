// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package charts_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/yaml"

	"github.com/shoot-flux/gardener-extension-shoot-flux/charts"
)

// schemaOf reads the schema of a chart's values.
func schemaOf(chart string) map[string]any {
	GinkgoHelper()
	schema := map[string]any{}
	Expect(json.Unmarshal([]byte(read(chart, "values.schema.json")), &schema)).To(Succeed())
	return schema
}

// valuesOf reads the values that a chart has by default.
func valuesOf(chart string) map[string]any {
	GinkgoHelper()
	values := map[string]any{}
	Expect(yaml.UnmarshalStrict([]byte(read(chart, "values.yaml")), &values)).To(Succeed())
	return values
}

// properties calls visit with each property of a schema, and each below it, by its path.
func properties(schema map[string]any, visit func(path string, property map[string]any)) {
	definitions, _ := schema["definitions"].(map[string]any)
	var below func(schema map[string]any, path string)
	below = func(schema map[string]any, path string) {
		if reference, ok := schema["$ref"].(string); ok {
			below(definitions[strings.TrimPrefix(reference, "#/definitions/")].(map[string]any), path)
		}
		if items, ok := schema["items"].(map[string]any); ok {
			below(items, path+"[]")
		}
		all, _ := schema["properties"].(map[string]any)
		for name, property := range all {
			visit(path+"/"+name, property.(map[string]any))
			below(property.(map[string]any), path+"/"+name)
		}
	}
	below(schema, "")
}

// paths are those of all values below one, of a map also its own.
func paths(value any, path string) []string {
	found := []string{path}
	all, _ := value.(map[string]any)
	for name, below := range all {
		found = append(found, paths(below, path+"/"+name)...)
	}
	return found
}

var _ = Describe("values", func() {
	// values.yaml has examples of these, or their values are lists.
	shownElsewhere := func(path string) bool {
		return strings.HasPrefix(path, "/config/") || strings.Contains(path, "[]") || path == "/usablePorts"
	}
	// gardener-operator sets the same values for both charts of the admission.
	others := map[string]string{charts.AdmissionApplication: charts.AdmissionRuntime, charts.AdmissionRuntime: charts.AdmissionApplication}

	for _, chart := range []string{charts.Seed, charts.AdmissionApplication, charts.AdmissionRuntime} {
		Context(chart, func() {
			It("are all in the schema, and what is in the schema is a value", func() {
				var inSchema []string
				foreign := map[string]any{}
				if other, both := others[chart]; both {
					foreign = valuesOf(other)
				}
				own := valuesOf(chart)
				properties(schemaOf(chart), func(path string, _ map[string]any) {
					name := strings.Split(path, "/")[1]
					if _, here := own[name]; !here && foreign[name] != nil {
						return
					}
					if !shownElsewhere(path) {
						inSchema = append(inSchema, path)
					}
				})
				inValues := slices.DeleteFunc(paths(own, ""), func(path string) bool { return path == "" })
				Expect(inValues).To(ConsistOf(inSchema))
			})

			It("are described in the schema, each of them", func() {
				described := 0
				properties(schemaOf(chart), func(path string, property map[string]any) {
					Expect(property["description"]).To(BeAssignableToTypeOf(""), path)
					Expect(property["description"]).To(HaveSuffix("."), path)
					described++
				})
				Expect(described).To(BeNumerically(">", 10))
			})

			It("are refused wherever an object has a name that the schema does not know, but where Gardener adds its own", func() {
				schema := schemaOf(chart)
				Expect(schema["additionalProperties"]).To(BeFalse())
				closed := 0
				properties(schema, func(path string, property map[string]any) {
					if property["properties"] != nil && !strings.HasPrefix(path, "/gardener") {
						Expect(property["additionalProperties"]).To(BeFalse(), path)
						closed++
					}
				})
				Expect(closed).To(BeNumerically(">", 0))
			})
		})
	}

	It("that charts share mean the same in all of them", func() {
		seed, admission := schemaOf(charts.Seed), schemaOf(charts.AdmissionRuntime)
		for _, name := range []string{"image", "resources", "vpa", "config", "distributions", "proxy", "healthPort", "logLevel", "logFormat"} {
			Expect(seed["properties"].(map[string]any)[name]).To(Equal(admission["properties"].(map[string]any)[name]), name)
		}
		Expect(admission["definitions"]).NotTo(BeEmpty())
		for name, definition := range admission["definitions"].(map[string]any) {
			Expect(seed["definitions"].(map[string]any)[name]).To(Equal(definition), name)
		}
	})

	It("of the operator's configuration are those of its API", func() {
		api := map[string]any{}
		Expect(json.Unmarshal([]byte(read("..", "docs", "api", "controllerconfiguration.schema.json")), &api)).To(Succeed())
		names := func(schema map[string]any) []string {
			var found []string
			properties(schema, func(path string, property map[string]any) {
				// A replaced field only has the message that names the new form.
				if _, isReplaced := property["const"]; !isReplaced && !strings.HasPrefix(path, "/defaults/") {
					found = append(found, path)
				}
			})
			return found
		}
		seed := schemaOf(charts.Seed)
		config := seed["properties"].(map[string]any)["config"].(map[string]any)
		config["definitions"] = seed["definitions"]
		Expect(names(api)).NotTo(BeEmpty())
		Expect(names(config)).To(ConsistOf(names(api)))
	})

	DescribeTable("that Gardener adds are accepted",
		func(chart string, values map[string]any) {
			_, err := render(chart, values)
			Expect(err).NotTo(HaveOccurred())
		},
		Entry("by gardenlet", charts.Seed, values(map[string]any{"usablePorts": []any{10250}, "gardener": map[string]any{
			"version":   "v1.150.0",
			"garden":    map[string]any{"clusterIdentity": "garden", "genericKubeconfigSecretName": kubeconfig},
			"gardenlet": map[string]any{"featureGates": map[string]any{"A": true}},
			"seed": map[string]any{
				"name": "my-seed", "clusterIdentity": "my-seed", "annotations": map[string]any{}, "labels": map[string]any{"a": "b"}, "provider": "local",
				"region": "local", "volumeProvider": "", "volumeProviders": []any{}, "ingressDomain": "ingress.example.com", "protected": false, "visible": true,
				"taints": []any{}, "networks": map[string]any{}, "blockCIDRs": []any{}, "spec": map[string]any{"provider": map[string]any{"type": "local"}},
			},
		}})),
		Entry("by gardener-operator, in the virtual garden", charts.AdmissionApplication, applicationValues(merged(runtimeValues(nil), applicationValues(nil)))),
		Entry("by gardener-operator, in the runtime cluster", charts.AdmissionRuntime, runtimeValues(map[string]any{"admission": map[string]any{"enabled": true}, "gitHostSecretNames": []any{"flux-git-host"}, "pushSecretNames": []any{"flux-push"}, "notificationSecretNames": []any{"flux-notifications"}, "checkSecretNames": []any{"flux-checks"}})),
	)

	supplied := func(lists map[string]any) map[string]any { return map[string]any{"distributions": lists} }
	one := func(fields map[string]any) []any { return []any{merged(map[string]any{"version": "v2.9.5"}, fields)} }
	byName := map[string]any{"name": "flux-v2.9.5"}
	proxied := map[string]any{"proxy": map[string]any{"httpsProxy": "http://proxy.example.com:3128"}}
	baseline := map[string]any{"config": map[string]any{"baseline": map[string]any{"config": map[string]any{}}}}
	period := func(controller, name string) map[string]any {
		return map[string]any{"controllers": map[string]any{controller: map[string]any{name: "0s"}}}
	}
	DescribeTable("that would break the pods are refused with field, value and fix",
		func(chart string, values map[string]any, message string) {
			_, err := render(chart, values)
			Expect(err).To(MatchError(ContainSubstring(message)))
		},
		Entry("one port for metrics and webhook", charts.Seed, values(map[string]any{"metrics": map[string]any{"port": 10250}}),
			"metrics.port: 10250: is the value of webhook.serverPort too; set different ports"),
		Entry("one port for metrics and webhook of the admission", charts.AdmissionRuntime, runtimeValues(map[string]any{"metrics": map[string]any{"port": 10250}}),
			"metrics.port: 10250: is the value of webhook.serverPort too; set different ports"),
		Entry("one port for health and pushes", charts.AdmissionRuntime, runtimeValues(map[string]any{"healthPort": 10260, "config": map[string]any{"push": map[string]any{"host": "push.example.com"}}}),
			"gardenController.push.port: 10260: is the value of healthPort too; set different ports"),
		Entry("a version twice", charts.Seed, values(supplied(map[string]any{"configMaps": append(one(byName), one(byName)...)})),
			"distributions.configMaps[1].version: v2.9.5: is supplied twice; remove it here or from distributions.configMaps"),
		Entry("a version from two places", charts.AdmissionRuntime, runtimeValues(supplied(map[string]any{"configMaps": one(byName),
			"oci": one(map[string]any{"artifact": "oci://registry.example.com/fluxcd/flux-manifests@sha256:" + strings.Repeat("0", 64)})})),
			"distributions.oci[0].version: v2.9.5: is supplied twice; remove it here or from distributions.configMaps"),
		Entry("a proxy without exceptions", charts.Seed, values(proxied), "proxy.noProxy: is empty beside a proxy"),
		Entry("a proxy of the admission without exceptions", charts.AdmissionRuntime, runtimeValues(proxied), "proxy.noProxy: is empty beside a proxy"),
		Entry("a baseline without permissions", charts.Seed, values(baseline), "permissions"),
		Entry("a baseline without permissions in the admission", charts.AdmissionRuntime, runtimeValues(baseline), "permissions"),
		Entry("health checks without a pause", charts.Seed, values(period("healthcheck", "syncPeriod")), "controllers.healthcheck.syncPeriod: 0s: must be at least 1s"),
		Entry("reads of objects without a pause", charts.Seed, values(period("healthcheck", "objectsPeriod")), "controllers.healthcheck.objectsPeriod: 0s: must be at least 1s"),
		Entry("reports without a pause", charts.Seed, values(period("status", "interval")), "controllers.status.interval: 0s: must be at least 1s"),
		Entry("checks of reports without a pause", charts.Seed, values(period("status", "refresh")), "controllers.status.refresh: 0s: must be at least 1s"),
		Entry("a label of the selector", charts.Seed, values(map[string]any{"labels": map[string]any{"app.kubernetes.io/name": "other"}}),
			"labels: app.kubernetes.io/name: is a label of the chart or of Gardener; remove it"),
		Entry("a label of Gardener", charts.AdmissionRuntime, runtimeValues(map[string]any{"labels": map[string]any{"networking.gardener.cloud/to-dns": "disallowed"}}),
			"labels: networking.gardener.cloud/to-dns: is a label of the chart or of Gardener; remove it"),
	)

	It("set where all pods run, what they are pulled with, and their labels", func() {
		settings := map[string]any{
			"imagePullSecrets": []any{map[string]any{"name": "registry"}},
			"nodeSelector":     map[string]any{"pool": "extensions"},
			"tolerations":      []any{map[string]any{"key": "dedicated", "operator": "Exists"}},
			"labels":           map[string]any{"example.com/team": "a"},
		}
		all := append(objects(charts.Seed, values(settings)), objects(charts.AdmissionRuntime, runtimeValues(settings))...)
		count := 0
		for _, object := range all {
			deployment, is := object.(*appsv1.Deployment)
			if !is {
				continue
			}
			count++
			pod := deployment.Spec.Template
			Expect(pod.Spec.ImagePullSecrets).To(Equal([]corev1.LocalObjectReference{{Name: "registry"}}))
			Expect(pod.Spec.NodeSelector).To(Equal(map[string]string{"pool": "extensions"}))
			Expect(pod.Spec.Tolerations).To(Equal([]corev1.Toleration{{Key: "dedicated", Operator: corev1.TolerationOpExists}}))
			Expect(pod.Labels).To(And(HaveKeyWithValue("example.com/team", "a"), HaveKey("app.kubernetes.io/name")))
			Expect(deployment.Labels).To(HaveKeyWithValue("example.com/team", "a"))

			// Where CPU is short, all pods of a seed start slowly at once, and the webhook fails closed.
			container := pod.Spec.Containers[0]
			Expect(container.StartupProbe.PeriodSeconds * container.StartupProbe.FailureThreshold).To(BeEquivalentTo(300))
			Expect(container.Resources.Requests.Cpu().MilliValue()).To(BeNumerically(">=", 50))
		}
		Expect(count).To(Equal(3))
	})

	DescribeTable("that are none are refused by their names",
		func(chart string, values map[string]any, name string) {
			_, err := render(chart, values)
			Expect(err).To(MatchError(ContainSubstring(name)))
		},
		Entry("a typo, for the seeds", charts.Seed, values(map[string]any{"replicas": 3}), "replicas"),
		Entry("a typo, for the virtual garden", charts.AdmissionApplication, applicationValues(map[string]any{"gitHosts": []any{}}), "gitHosts"),
		Entry("a typo, for the runtime cluster", charts.AdmissionRuntime, runtimeValues(map[string]any{"replicas": 3}), "replicas"),
		Entry("a quantity that is none", charts.Seed, values(map[string]any{"resources": map[string]any{"requests": map[string]any{"memory": "64 MB"}}}), "memory"),
		Entry("a limit, for the seeds", charts.Seed, values(map[string]any{"resources": map[string]any{"limits": map[string]any{"memory": "1Gi"}}}), "limits"),
		Entry("a limit, for the runtime cluster", charts.AdmissionRuntime, runtimeValues(map[string]any{"resources": map[string]any{"limits": map[string]any{"memory": "1Gi"}}}), "limits"),
		Entry("a single pod for a webhook that fails closed", charts.Seed, values(map[string]any{"replicaCount": 1}), "replicaCount"),
		Entry("a single pod of the admission", charts.AdmissionRuntime, runtimeValues(map[string]any{"replicaCount": 1}), "replicaCount"),
		Entry("no garden controller by its number", charts.AdmissionRuntime, runtimeValues(map[string]any{"gardenController": map[string]any{"replicaCount": 0}}), "replicaCount"),
		Entry("a resource that pods do not have", charts.Seed, values(map[string]any{"vpa": map[string]any{"minAllowed": map[string]any{"disk": "1Gi"}}}), "disk"),
		Entry("a proxy that is no URL", charts.Seed, values(map[string]any{"proxy": map[string]any{"httpsProxy": "proxy:3128"}}), "httpsProxy"),
		Entry("several hosts in one", charts.Seed, values(map[string]any{"proxy": map[string]any{"noProxy": []any{"a,b"}}}), "noProxy"),
	)
})

func merged(all ...map[string]any) map[string]any {
	result := map[string]any{}
	for _, values := range all {
		maps.Copy(result, values)
	}
	return result
}
