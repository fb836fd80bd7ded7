// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/binaries"
)

// tunings are a value for each flag that a patch may set, other than that without it.
var tunings = map[string]string{
	"--concurrent": "3", "--kube-api-qps": "41", "--kube-api-burst": "201",
	"--leader-election-lease-duration": "31s", "--leader-election-renew-deadline": "21s", "--leader-election-retry-period": "4s", "--leader-election-release-on-cancel": "false",
	"--log-encoding": "console", "--max-retry-delay": "11m", "--min-retry-delay": "600ms", "--requeue-dependency": "7s", "--interval-jitter-percentage": "99", "--http-retry": "5",
	"--concurrent-ssa": "5", "--override-manager": "kubectl-edit", "--graceful-shutdown-timeout": "50s", "--oom-watch-interval": "50ms", "--oom-watch-memory-threshold": "90",
	"--snapshot-digest-algo": "blake3", "--artifact-digest-algo": "blake3", "--artifact-retention-records": "3", "--artifact-retention-ttl": "2m",
	"--helm-cache-max-size": "10", "--helm-cache-purge-interval": "2m", "--helm-cache-ttl": "20m", "--helm-chart-file-max-size": "5242881", "--helm-chart-max-size": "10485761", "--helm-index-max-size": "52428801",
	"--rate-limit-interval": "1m", "--token-cache-max-duration": "30m", "--token-cache-max-size": "50",
}

// needy is a project that asks for an older Flux with all that there is for controllers.
type needy struct {
	gardenUser
	project, version string
}

// config is a configuration with patches of the Deployments of controllers.
func (n needy) config(flux string, patches map[string]string) map[string]string {
	var text strings.Builder
	fmt.Fprintf(&text, "source: {template: {spec: {url: %q}}}\nflux:\n  version: %s\n%s  patches:\n", world.GitHost.HTTPURL(n.project), n.version, flux)
	for _, name := range slices.Sorted(maps.Keys(patches)) {
		fmt.Fprintf(&text, "  - target: {kind: Deployment, name: %s}\n    patch: '%s'\n", name, patches[name])
	}
	return map[string]string{"config.yaml": fluxConfig(text.String())}
}

// refusal is what the admission says of a configuration.
func (n needy) refusal(config map[string]string) string {
	GinkgoHelper()
	output, err := kubectl(n.ctx, asYAML(&corev1.ConfigMap{
		TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "ConfigMap"},
		ObjectMeta: metav1.ObjectMeta{Namespace: "garden-" + n.project, Name: "flux-config"}, Data: config,
	}), "apply", "--dry-run=server", "-f", "-")
	Expect(err).To(HaveOccurred(), "it is accepted")
	return output
}

// refuses has the admission refuse a patch of a controller, with where it is and what to do.
func (n needy) refuses(controller, patch, expected string) {
	GinkgoHelper()
	Expect(n.refusal(n.config("", map[string]string{controller: patch}))).To(And(ContainSubstring("config.yaml.flux.patches[0].patch: Forbidden: "), ContainSubstring(expected)))
}

// named are the names at the end of a refusal, after that text.
func named(refusal, after string) []string {
	GinkgoHelper()
	found := regexp.MustCompile(regexp.QuoteMeta(after) + `([A-Za-z0-9, -]+)`).FindStringSubmatch(refusal)
	Expect(found).To(HaveLen(2), refusal)
	return strings.Split(strings.Replace(found[1], " and ", ", ", 1), ", ")
}

func added(argument string) string {
	return "{op: add, path: /spec/template/spec/containers/0/args/-, value: \"" + argument + "\"}"
}

// arguments are all that a patch may add to those of a controller, as a refusal tells, and the program that runs here knows.
func (n needy) arguments(controller string) []string {
	GinkgoHelper()
	with := func(argument string) string {
		return n.refusal(n.config("", map[string]string{controller: "[" + added(argument) + "]"}))
	}
	var arguments, gates []string
	for _, flag := range named(with("--unknown=1"), "the allowed flags: ") {
		if flag == "--feature-gates" {
			continue
		}
		Expect(tunings).To(HaveKey(flag))
		arguments = append(arguments, flag+"="+tunings[flag])
	}
	program := fluxProgram{name: controller, path: n.program(controller)}
	for _, gate := range named(with("--feature-gates=Unknown=true"), "to true or false: ") {
		if program.knowsGate(n.ctx, gate) {
			// The pods here have no limit of memory.
			gates = append(gates, fmt.Sprintf("%s=%t", gate, gate != "OOMWatch"))
		}
	}
	return append(arguments, "--feature-gates="+strings.Join(gates, ","))
}

// program is that with which the landscape runs a controller of the version.
func (n needy) program(controller string) string {
	GinkgoHelper()
	for _, object := range distribution(n.version) {
		if object.GetKind() != "Deployment" || object.GetName() != controller {
			continue
		}
		containers := object.Object["spec"].(map[string]any)["template"].(map[string]any)["spec"].(map[string]any)["containers"].([]any)
		image, _ := binaries.FluxImage(containers[0].(map[string]any)["image"].(string))
		if older, is := world.OlderFlux()[image]; is {
			return older
		}
		pinned, err := binaries.Ensure(n.ctx, GinkgoWriter, controller)
		Expect(err).NotTo(HaveOccurred())
		return pinned[controller]
	}
	Fail("Flux " + n.version + " has no " + controller)
	return ""
}

// ends has controllers end at their start with what patches may therefore not set: in a pod with one more argument beside that of the controller,
// or, where it is about the memory of a pod, in the cluster of the shoot.
func (n needy) ends(s shoot) {
	GinkgoHelper()
	for i, refused := range []struct{ controller, argument, reason string }{
		{"kustomize-controller", "--leader-election-lease-duration=21s", "leaseDuration must be greater than renewDeadline"},
		{"helm-controller", "--leader-election-retry-period=20s", "renewDeadline must be greater than retryPeriod*JitterFactor"},
	} {
		deployment := &appsv1.Deployment{}
		Expect(s.client().Get(n.ctx, client.ObjectKey{Namespace: "flux-system", Name: refused.controller}, deployment)).To(Succeed())
		pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: fmt.Sprintf("refused-%d", i)}, Spec: deployment.Spec.Template.Spec}
		pod.Spec.RestartPolicy = corev1.RestartPolicyNever
		pod.Spec.Containers[0].Args = append(pod.Spec.Containers[0].Args, refused.argument)
		Expect(s.client().Create(n.ctx, pod)).To(Succeed())
		Eventually(n.ctx, func(g Gomega) {
			g.Expect(s.client().Get(n.ctx, client.ObjectKeyFromObject(pod), pod)).To(Succeed())
			g.Expect(pod.Status.ContainerStatuses).To(ConsistOf(HaveField("State.Terminated", HaveValue(HaveField("ExitCode", BeEquivalentTo(1))))))
		}).Should(Succeed())
		logs, err := filepath.Glob(filepath.Join(dataDir, "landscape", "shoot-garden-"+n.project+"-"+s.name, "node", "logs", "flux-system_"+pod.Name+"_*", "manager", "0.log"))
		Expect(err).NotTo(HaveOccurred())
		Expect(logs).To(HaveLen(1))
		Expect(os.ReadFile(logs[0])).To(ContainSubstring(refused.reason))
		Expect(s.client().Delete(n.ctx, pod)).To(Succeed())
	}
	cluster, err := world.ShootCluster(s.key().Namespace, s.name)
	Expect(err).NotTo(HaveOccurred())
	helm := fluxProgram{name: "helm-controller", path: n.program("helm-controller"), kubeconfig: cluster.Kubeconfig}
	unlimited := filepath.Join(GinkgoT().TempDir(), "memory.max")
	Expect(os.WriteFile(unlimited, []byte("max\n"), 0o600)).To(Succeed())
	watching := []string{"--metrics-addr=127.0.0.1:0", "--health-addr=127.0.0.1:0", "--feature-gates=OOMWatch=true", "--oom-watch-current-memory-path=" + unlimited, "--oom-watch-max-memory-path=" + unlimited}
	Expect(helm.run(n.ctx, watching...)).To(ContainSubstring("failed to read memory usage limit"))
	Expect(helm.run(n.ctx, append(watching, "--oom-watch-interval=49ms")...)).To(ContainSubstring("interval must be at least 50ms"))
}

// runs waits until a controller runs with all of the arguments, and has not ended meanwhile.
func (n needy) runs(s shoot, controller string, arguments []string) {
	GinkgoHelper()
	Eventually(n.ctx, func(g Gomega) {
		deployment := &appsv1.Deployment{}
		g.Expect(s.client().Get(n.ctx, client.ObjectKey{Namespace: "flux-system", Name: controller}, deployment)).To(Succeed())
		g.Expect(deployment.Labels).To(HaveKeyWithValue("app.kubernetes.io/version", n.version))
		g.Expect(deployment.Status.ObservedGeneration).To(Equal(deployment.Generation))
		g.Expect(deployment.Status.AvailableReplicas).To(BeEquivalentTo(1))
		pods := &corev1.PodList{}
		g.Expect(s.client().List(n.ctx, pods, client.InNamespace("flux-system"), client.MatchingLabels{"app": controller})).To(Succeed())
		g.Expect(pods.Items).To(HaveLen(1))
		g.Expect(pods.Items[0].Status.ContainerStatuses).To(ConsistOf(And(HaveField("Ready", BeTrue()), HaveField("RestartCount", BeZero()))), controller)
		g.Expect(commandLines(controller)).To(ContainElement(WithTransform(strings.Fields, ContainElements(arguments))))
	}).Should(Succeed())
	Expect(isRunning(n.program(controller))).To(BeTrue())
}

var _ = Describe("Controllers of an older Flux", Label("upgrade"), func() {
	controllers := []string{"source-controller", "kustomize-controller", "helm-controller", "notification-controller"}

	It("start with all that a project may set for them, and are never given what they do not know", func(ctx SpecContext) {
		suppliesOldFlux(ctx)
		user := inGarden(ctx)
		DeferCleanup(func(ctx context.Context) { Expect(world.Configure(ctx, nil)).To(Succeed()) }, NodeTimeout(3*time.Minute))
		Expect(world.Configure(ctx, map[string]any{"limits": map[string]any{"patches": []any{"Deployment"}}})).To(Succeed())
		for _, version := range []string{oldFlux} {
			n := needy{user, "needy" + strings.ReplaceAll(strings.TrimPrefix(version, "v"), ".", ""), version}
			repository(ctx, n.project, true)
			user.project(n.project, map[string]string{"config.yaml": fluxConfig("flux: {version: " + version + "}\n")})

			By("what Flux " + version + " does not know is refused, with what it knows")
			n.refuses("kustomize-controller", "["+added("--feature-gates=MigrateAPIVersion=true")+"]", "must set only feature gates of kustomize-controller of this Flux version to true or false: ")
			n.refuses("helm-controller", "["+added("--feature-gates=UseHelm3Defaults=true")+"]", "must set only feature gates of helm-controller of this Flux version")
			n.refuses("source-controller", "["+added("--sops-vault-configmap=a")+"]", "must not have --sops-vault-configmap; remove it, or use one of the allowed flags: ")

			By("and so is that with which it would not start")
			n.refuses("source-controller", "["+added("--interval-jitter-percentage=100")+"]", "must have a whole number between 0 and 99 as --interval-jitter-percentage")
			n.refuses("helm-controller", "["+added("--leader-election-lease-duration=20s")+"]", "or the controller does not start; correct the values 20s, 30s and 5s")
			n.refuses("helm-controller", "["+added("--feature-gates=OOMWatch=true")+", {op: remove, path: /spec/template/spec/containers/0/resources/limits/memory}]", "resources.limits.memory of Deployment helm-controller must be set with the feature gate OOMWatch")

			By("everything else at once")
			arguments, patches := map[string][]string{}, map[string]string{}
			for _, controller := range controllers {
				arguments[controller] = n.arguments(controller)
				var operations []string
				for _, argument := range arguments[controller] {
					operations = append(operations, added(argument))
				}
				operations = append(operations, "{op: add, path: /spec/template/spec/containers/0/env/-, value: {name: GOGC, value: \"80\"}}")
				patches[controller] = "[" + strings.Join(operations, ", ") + "]"
				GinkgoWriter.Println(version, controller, arguments[controller])
			}
			user.configure(n.project, n.config(fmt.Sprintf(`  size: small
  logLevel: debug
  storage: {size: 1Gi, class: fast}
  proxy: {httpsProxy: %q, noProxy: [.example.org]}
  multitenancy: {enabled: true}
  workloadIdentity: {serviceAccounts: [{name: reader, aws: {roleARN: "arn:aws:iam::123456789012:role/reader"}}]}
  resources: {kustomize-controller: {limits: {memory: 600Mi}}}
`, world.STSHost.ProxyURL()), patches))
			s := user.shoot(n.project, "only", seedName, false)
			s.succeeds()
			dir := s.volume("stored", "1Gi")
			for _, controller := range controllers {
				n.runs(s, controller, arguments[controller])
			}
			s.eventually("FluxConfigured", "True", "Configured", Not(BeEmpty()))
			s.pullUntilShown("from-git", "first")
			s.eventually("FluxSourceReady", "True", "Succeeded", Not(BeEmpty()))
			s.eventually("FluxKustomizationReady", "True", "ReconciliationSucceeded", Not(BeEmpty()))
			s.eventually("FluxObjectsReady", "True", "ObjectsReady", Not(BeEmpty()))
			Expect(archives(dir)).NotTo(BeEmpty())

			By("beside them, those with what is refused end at their start")
			n.ends(s)

			By("they work with it, and none has ended")
			commit(ctx, n.project, "from-git", "second")
			s.pull()
			s.shows("from-git", "second")
			for _, controller := range controllers {
				n.runs(s, controller, arguments[controller])
			}
		}
	}, SpecTimeout(12*time.Minute))
})
