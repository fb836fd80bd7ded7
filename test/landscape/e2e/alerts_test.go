// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	coordinationv1 "k8s.io/api/coordination/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/garden"
)

const gardenControllerName = "gardener-extension-shoot-flux-garden-controller"

// alerted matches the lines of metrics that alerts and recordings read; of histograms, only what they read. The test
// module of the rules refuses those that read others.
var alerted = regexp.MustCompile(`^# TYPE (shoot_flux_|leader_election_|workqueue_(queue|longest)|apiserver_admission_webhook_rejection_count)|` +
	`^shoot_flux_(\w+_)?(shoots|duration_seconds_count|requests_total|notifications_total|access|rollouts?|rollouts_stopped|hold_end_timestamp_seconds|holds_without_end|by_age|by_flux_version)[ {]|^shoot_flux_deploy_key_oldest_seconds|^leader_election_master_status|` +
	`^workqueue_(queue_duration_seconds_bucket|longest_running_processor_seconds)\{.*name="shoot-flux(-health)?"|` +
	`^apiserver_admission_webhook_rejection_count\{.*"shoots\.admission-shoot-flux`)

// seriesOf records two scrapes of a situation, and what happens between them, into the directory that ALERT_SERIES names.
func seriesOf(ctx context.Context, situation string, between ...func()) []landscape.Scrape {
	GinkgoHelper()
	By("recording: " + situation)
	rounds, err := world.ScrapeOnce(ctx)
	Expect(err).NotTo(HaveOccurred())
	for _, happen := range between {
		happen()
	}
	second, err := world.ScrapeOnce(ctx)
	Expect(err).NotTo(HaveOccurred())
	rounds = append(rounds, second...)
	rounds = slices.DeleteFunc(rounds, func(scrape landscape.Scrape) bool { return scrape.Seed == otherSeedName })
	for i := range rounds {
		var kept strings.Builder
		for line := range strings.Lines(rounds[i].Metrics) {
			if alerted.MatchString(line) {
				kept.WriteString(line)
			}
		}
		rounds[i].Metrics = kept.String()
	}
	directory := os.Getenv("ALERT_SERIES")
	if directory == "" {
		return rounds
	}
	file, err := os.Create(filepath.Join(directory, situation+".jsonl"))
	Expect(err).NotTo(HaveOccurred())
	encoder := json.NewEncoder(file)
	encoder.SetEscapeHTML(false)
	for _, scrape := range rounds {
		Expect(encoder.Encode(scrape)).To(Succeed())
	}
	Expect(file.Close()).To(Succeed())
	return rounds
}

// leaderShows waits until the leader on the seed has a series with at least that value.
func leaderShows(ctx context.Context, series string, least float64) {
	GinkgoHelper()
	Eventually(ctx, func(g Gomega) {
		told, _ := metricsByPod(ctx, g)
		g.Expect(sample(g, told, series)).To(BeNumerically(">=", least), series)
	}).Should(Succeed())
}

// refusals returns the sum of the refused Shoots that gardener-apiserver has counted with the given label.
func refusals(scrapes []landscape.Scrape, label string) []float64 {
	GinkgoHelper()
	var counts []float64
	for _, scrape := range scrapes {
		if scrape.Labels["job"] != "gardener-apiserver" {
			continue
		}
		sum := 0.0
		for line := range strings.Lines(scrape.Metrics) {
			if !strings.HasPrefix(line, "#") && strings.Contains(line, label) {
				value, err := strconv.ParseFloat(strings.Fields(line)[len(strings.Fields(line))-1], 64)
				Expect(err).NotTo(HaveOccurred())
				sum += value
			}
		}
		counts = append(counts, sum)
	}
	return counts
}

var _ = Describe("The series that alerts read", Serial, Label("long"), func() {
	It("are exposed in each situation", func(ctx SpecContext) {
		const project = "series"
		DeferCleanup(func(ctx context.Context) { Expect(world.Configure(ctx, nil)).To(Succeed()) }, NodeTimeout(3*time.Minute))
		Expect(world.GitHost.CreateRepository(ctx, "series-baseline", true)).To(Succeed())
		commit(ctx, "series-baseline", "policy", "first")
		Expect(world.Configure(ctx, baselineOf("series-baseline", nil))).To(Succeed())
		user := inGarden(ctx)
		user.project(project, repository(ctx, project, false))
		s := user.shoot(project, "one", seedName, false)
		Expect(world.GitHost.AddDeployKey(project, "flux", user.publicKey(project), true)).To(Succeed())
		s.succeeds()
		s.runsAgain()
		s.baselineIs("True", ContainSubstring("flux-baseline/flux-baseline"))
		leaderShows(ctx, `shoot_flux_baseline_shoots{state="Ready"}`, 1)
		leaderShows(ctx, `shoot_flux_shoots{state="Ready"}`, 1)
		seriesOf(ctx, "healthy", s.reconcile)

		// Nothing was generated before the extension existed: the key is made older.
		generated := metav1.Now().AddDate(-2, 0, 0).UTC().Format(time.RFC3339)
		key := keyring{user, project}.secret(Default)
		patch := client.RawPatch("application/merge-patch+json", []byte(`{"metadata":{"annotations":{"`+keyAnnotation+`generated-at":"`+generated+`"}}}`))
		Expect(world.Garden.Client.Patch(ctx, key, patch)).To(Succeed())
		s.reconcile()
		leaderShows(ctx, `shoot_flux_deploy_keys_by_age{days="older"}`, 1)
		seriesOf(ctx, "old-deploy-key", s.reconcile)

		_, err := world.GitHost.Commit(ctx, "series-baseline", "break", map[string]string{
			"secret.yaml": "apiVersion: v1\nkind: Secret\nmetadata: {name: not-allowed, namespace: default}\n",
		})
		Expect(err).NotTo(HaveOccurred())
		s.baselineIs("False", ContainSubstring("forbidden"))
		leaderShows(ctx, `shoot_flux_baseline_shoots{state="Failed"}`, 1)
		seriesOf(ctx, "baseline-failed", s.reconcile)
		_, err = world.GitHost.Commit(ctx, "series-baseline", "mend", map[string]string{"secret.yaml": manifestOf("mended", "x")})
		Expect(err).NotTo(HaveOccurred())
		s.baselineIs("True", ContainSubstring("flux-baseline/flux-baseline"))

		suspended := baselineOf("series-baseline", nil)
		suspended["baseline"].(map[string]any)["config"].(map[string]any)["source"].(map[string]any)["template"].(map[string]any)["spec"].(map[string]any)["suspend"] = true
		Expect(world.Configure(ctx, suspended)).To(Succeed())
		s.reconcile()
		leaderShows(ctx, `shoot_flux_baseline_shoots{state="Suspended"}`, 1)
		seriesOf(ctx, "baseline-suspended", s.reconcile)
		Expect(world.Configure(ctx, baselineOf("series-baseline", nil))).To(Succeed())
		s.reconcile()

		own := func(name string) *gardencorev1beta1.Shoot {
			object := garden.NewShoot(project, name, seedName)
			configured("")(object)
			metav1.SetMetaDataAnnotation(&object.ObjectMeta, landscape.AnnotationNoCluster, "true")
			return object
		}
		refused := func(message string) func() {
			return func() {
				Eventually(ctx, func() error { return world.Garden.Client.Create(ctx, own("refused"), client.DryRunAll) }).
					Should(MatchError(ContainSubstring(message)))
			}
		}
		withoutAdmission(ctx, func() {
			counts := refusals(seriesOf(ctx, "admission-unreachable", refused("failed calling webhook")), `error_type="calling_webhook_error"`)
			Expect(counts[1]).To(BeNumerically(">", counts[0]))
		})

		// Admission and garden controller have the same ServiceAccount.
		var bindings []*rbacv1.ClusterRoleBinding
		for _, name := range []string{"admission", "garden-controller"} {
			binding := &rbacv1.ClusterRoleBinding{}
			Expect(world.Garden.Client.Get(ctx, client.ObjectKey{Name: "extensions.gardener.cloud:extension-shoot-flux:" + name}, binding)).To(Succeed())
			Expect(world.Garden.Client.Delete(ctx, binding)).To(Succeed())
			binding.UID, binding.ResourceVersion = "", ""
			bindings = append(bindings, binding)
		}
		restore := func(ctx context.Context) {
			for _, binding := range bindings {
				Expect(client.IgnoreAlreadyExists(world.Garden.Client.Create(ctx, binding.DeepCopy()))).To(Succeed())
			}
		}
		DeferCleanup(restore, NodeTimeout(time.Minute))
		counts := refusals(seriesOf(ctx, "admission-answers-errors", refused("cannot be checked at the moment")), `error_type="no_error"`)
		Expect(counts[1]).To(BeNumerically(">", counts[0]))
		restore(ctx)

		_, follower := settledReplicas(ctx)
		killed(ctx, follower)
		Eventually(ctx, func(g Gomega) {
			g.Expect(seriesOf(ctx, "pod-not-reachable")).To(ContainElement(And(HaveField("Seed", seedName), HaveField("Metrics", BeEmpty()))))
		}).WithPolling(20 * time.Millisecond).Should(Succeed())

		By("a canary ring that proves nothing, because a single project reports the commit")
		label := func(ctx context.Context, value string) {
			patch := client.RawPatch("application/merge-patch+json", []byte(`{"metadata":{"labels":{"stage":`+value+`}}}`))
			Expect(world.Garden.Client.Patch(ctx, &gardencorev1beta1.Seed{ObjectMeta: in("", seedName)}, patch)).To(Succeed())
		}
		label(ctx, `"canary"`)
		DeferCleanup(func(ctx context.Context) { label(ctx, "null") }, NodeTimeout(time.Minute))
		rings := baselineOf("series-baseline", nil)
		rings["rollouts"] = map[string]any{
			"rings":    []any{map[string]any{"name": "canary", "seeds": map[string]any{"matchLabels": map[string]any{"stage": "canary"}}, "soak": "10s"}, map[string]any{"name": "rest", "soak": "0s"}},
			"baseline": map[string]any{},
		}
		Expect(world.Configure(ctx, rings)).To(Succeed())
		s.reconcile()
		Expect(baselineReaches(ctx, "Holding").Message).To(ContainSubstring("only project garden-series does"))
		leaderless := func(scrapes []landscape.Scrape) bool {
			return !slices.ContainsFunc(scrapes, func(scrape landscape.Scrape) bool {
				return scrape.Labels["job"] == gardenControllerName && !strings.Contains(scrape.Metrics, "\nleader_election_master_status{name=\"gardener-extension-shoot-flux-garden-controller-leader-election\"} 0")
			})
		}
		Eventually(ctx, func(g Gomega) {
			g.Expect(seriesOf(ctx, "rollout-holds")).To(ContainElement(HaveField("Metrics", ContainSubstring(`shoot_flux_baseline_rollout{phase="Holding"} 1`))))
		}).Should(Succeed())

		By("another holder of the garden controller's Lease")
		Expect(world.StopGardenController(ctx)).To(Succeed())
		lease := &coordinationv1.Lease{}
		hold := func(ctx context.Context, holder *string, seconds int32) {
			Expect(seed(seedName).Client.Get(ctx, client.ObjectKey{Namespace: "garden", Name: gardenControllerName + "-leader-election"}, lease)).To(Succeed())
			lease.Spec.HolderIdentity, lease.Spec.LeaseDurationSeconds, lease.Spec.RenewTime = holder, &seconds, ptr.To(metav1.NowMicro())
			Expect(seed(seedName).Client.Update(ctx, lease)).To(Succeed())
		}
		hold(ctx, ptr.To("another"), 3600)
		release := func(ctx context.Context) {
			hold(ctx, ptr.To(""), 1)
			Expect(world.StartGardenController(ctx)).To(Succeed())
		}
		DeferCleanup(release, NodeTimeout(2*time.Minute))
		Expect(world.StartGardenController(ctx)).To(Succeed())
		Eventually(ctx, func(g Gomega) {
			g.Expect(leaderless(seriesOf(ctx, "garden-controller-without-leader"))).To(BeTrue())
		}).Should(Succeed())
		release(ctx)

		for _, name := range []string{"two", "three", "four"} {
			user.shoot(project, name, seedName, true).succeeds()
		}
		leaderShows(ctx, `shoot_flux_shoots{state="Unreachable"}`, 3)
		seriesOf(ctx, "shoots-unreachable", s.reconcile)
	}, SpecTimeout(15*time.Minute))
})
