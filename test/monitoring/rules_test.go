// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package monitoring_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/prometheus/common/promslog"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/promql/parser"
	"github.com/prometheus/prometheus/promql/promqltest"
	"github.com/prometheus/prometheus/rules"
	"sigs.k8s.io/yaml"
)

// healthy are the time series of an extension without problems, a sample a minute. A test replaces some of them.
func healthy() map[string]string {
	const job = `{job="gardener-extension-shoot-flux"`
	return map[string]string{
		`up` + job + `, pod="a"}`:                                                                          "1x1500",
		`up` + job + `, pod="b"}`:                                                                          "1x1500",
		`leader_election_master_status` + job + `, pod="a"}`:                                               "1x1500",
		`leader_election_master_status` + job + `, pod="b"}`:                                               "0x1500",
		`shoot_flux_shoots{state="Ready"}`:                                                                 "90x1500",
		`shoot_flux_shoots{state="Failed"}`:                                                                "0x1500",
		`shoot_flux_failed_shoots{cause="InstallationFailed"}`:                                             "0x1500",
		`shoot_flux_baseline_shoots{state="Ready"}`:                                                        "90x1500",
		`shoot_flux_baseline_shoots{state="Failed"}`:                                                       "0x1500",
		`shoot_flux_operation_duration_seconds_count{operation="reconcile", result="success"}`:             "0+2x1500",
		`shoot_flux_operation_duration_seconds_count{operation="reconcile", result="error"}`:               "0x1500",
		`shoot_flux_operation_duration_seconds_count{operation="reconcile", result="configuration_error"}`: "0x1500",
		`shoot_flux_garden_requests_total{verb="get", resource="flux-config", result="success"}`:           "0+4x1500",
		`shoot_flux_garden_requests_total{verb="get", resource="flux-config", result="unreachable"}`:       "0x1500",
		`shoot_flux_garden_requests_total{verb="patch", resource="flux-status", result="success"}`:         "0+1x1500",
		`shoot_flux_garden_requests_total{verb="patch", resource="flux-status", result="failed"}`:          "0x1500",
		`shoot_flux_webhook_requests_total{result="error"}`:                                                "0x1500",
		`workqueue_queue_duration_seconds_bucket` + job + `, name="shoot-flux", le="1"}`:                   "0+9x1500",
		`workqueue_queue_duration_seconds_bucket` + job + `, name="shoot-flux", le="1000"}`:                "0+9x1500",
		`workqueue_queue_duration_seconds_bucket` + job + `, name="shoot-flux", le="+Inf"}`:                "0+9x1500",
		`workqueue_longest_running_processor_seconds` + job + `, name="shoot-flux"}`:                       "1x1500",
		`shoot_flux_deploy_keys_by_age{days="365"}`:                                                        "5x1500",
		`shoot_flux_deploy_keys_by_age{days="older"}`:                                                      "0x1500",
		`shoot_flux_deploy_key_oldest_seconds`:                                                             "1000000x1500",
		`up{job="gardener-extension-admission-shoot-flux", pod="a"}`:                                       "1x1500",
		`up{job="gardener-extension-admission-shoot-flux", pod="b"}`:                                       "1x1500",
		`up{job="gardener-extension-shoot-flux-garden-controller", pod="a"}`:                               "1x1500",
		gardenLeader:                               "1x1500",
		rejections("no_error", "422"):              "0+1x1500",
		rejections("no_error", "503"):              "0x1500",
		rejections("calling_webhook_error", "500"): "0x1500",
		withoutAccess("foreign"):                   "0x1500",
		withoutAccess("missing"):                   "0x1500",
	}
}

const gardenLeader = `leader_election_master_status{job="gardener-extension-shoot-flux-garden-controller", pod="a"}`

// rejections is the series of the garden's API servers for refused Shoots.
func rejections(errorType, code string) string {
	return `apiserver_admission_webhook_rejection_count{job="gardener-apiserver", name="shoots.admission-shoot-flux.extensions.gardener.cloud", operation="CREATE", ` +
		`type="validating", error_type="` + errorType + `", rejection_code="` + code + `"}`
}

// withoutAccess is the series of a cause for which seeds have no access to projects.
func withoutAccess(cause string) string {
	return `shoot_flux_seeds_without_access{job="gardener-extension-shoot-flux-garden-controller", pod="a", cause="` + cause + `"}`
}

func rollouts(phase string) string {
	return `shoot_flux_rollouts{job="gardener-extension-shoot-flux-garden-controller", pod="a", phase="` + phase + `"}`
}

func versionRollout(phase string) string {
	return `shoot_flux_version_rollout{job="gardener-extension-shoot-flux-garden-controller", pod="a", phase="` + phase + `"}`
}

// allStopped is the series of the stop of all rollouts.
const allStopped = `shoot_flux_all_rollouts_stopped{job="gardener-extension-shoot-flux-garden-controller", pod="a"}`

func baselineRollout(phase string) string {
	return `shoot_flux_baseline_rollout{job="gardener-extension-shoot-flux-garden-controller", pod="a", phase="` + phase + `"}`
}

// holdEnd is the series of the earliest end of a hold, and endlessHolds that of holds without an end.
const (
	holdEnd      = `shoot_flux_rollout_hold_end_timestamp_seconds{job="gardener-extension-shoot-flux-garden-controller", pod="a"}`
	endlessHolds = `shoot_flux_rollout_holds_without_end{job="gardener-extension-shoot-flux-garden-controller", pod="a"}`
)

func notifications(kind, outcome string) string {
	return `shoot_flux_notifications_total{job="gardener-extension-shoot-flux-garden-controller", pod="a", type="` + kind + `", outcome="` + outcome + `"}`
}

// firing returns the names of the alerts that fire at the given time, as the aggregate Prometheus evaluates them once a minute after
// the recordings of the seed's, and the garden's beside them, or only the named ones.
func firing(series map[string]string, at time.Duration, prometheuses ...string) []string {
	GinkgoHelper()
	load := "load 1m\n"
	for name, samples := range series {
		load += "  " + name + " " + samples + "\n"
	}
	suite, err := promqltest.NewLazyLoader(load, promqltest.LazyLoaderOpts{})
	Expect(err).NotTo(HaveOccurred())
	defer func() { Expect(suite.Close()).To(Succeed()) }()
	manager := rules.NewManager(&rules.ManagerOptions{
		QueryFunc:  rules.EngineQueryFunc(suite.QueryEngine(), suite.Storage()),
		Appendable: suite.Storage(), Queryable: suite.Storage(),
		Context: suite.Context(), Logger: promslog.NewNopLogger(), Parser: parser.NewParser(parser.Options{}),
		NotifyFunc: func(context.Context, string, ...*rules.Alert) {},
	})
	var groups []*rules.Group
	if prometheuses == nil {
		prometheuses = []string{"seed", "aggregate", "garden"}
	}
	for _, prometheus := range prometheuses {
		content, err := yaml.Marshal(rulesFor(prometheus).Spec)
		Expect(err).NotTo(HaveOccurred())
		file := filepath.Join(GinkgoT().TempDir(), prometheus+".yaml")
		Expect(os.WriteFile(file, content, 0o600)).To(Succeed())
		loaded, errs := manager.LoadGroups(time.Minute, labels.FromStrings("seed", "alpha"), "", nil, false, file)
		Expect(errs).To(BeEmpty())
		for _, group := range loaded {
			groups = append(groups, group)
		}
	}

	var names []string
	for now := time.Duration(0); now <= at; now += stepUntil(at - now) {
		suite.WithSamplesTill(time.Unix(0, 0).Add(now), func(err error) { Expect(err).NotTo(HaveOccurred()) })
		names = nil
		for _, group := range groups {
			group.Eval(suite.Context(), time.Unix(0, 0).Add(now))
			for _, rule := range group.Rules() {
				Expect(rule.LastError()).NotTo(HaveOccurred())
				alert, ok := rule.(*rules.AlertingRule)
				if !ok {
					continue
				}
				for _, active := range alert.ActiveAlerts() {
					if active.State == rules.StateFiring {
						Expect(active.Annotations.Get("description")).NotTo(Or(BeEmpty(), ContainSubstring("{{"), ContainSubstring("<no value>"), ContainSubstring("error expanding")))
						names = append(names, alert.Name())
					}
				}
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// stepUntil returns the time between two evaluations that much before the end: a minute, as in Prometheus, or most of the
// five minutes for which a recorded sample counts. No rule looks back for more than six hours.
func stepUntil(end time.Duration) time.Duration {
	const longestRange = 6 * time.Hour
	if end > longestRange {
		return 4 * time.Minute
	}
	return time.Minute
}

var _ = Describe("Alerts", func() {
	const job = `{job="gardener-extension-shoot-flux"`

	DescribeTable("fires after an hour:",
		func(changed map[string]string, expected ...string) {
			series := healthy()
			for name, samples := range changed {
				if delete(series, name); samples != "" {
					series[name] = samples
				}
			}
			if expected == nil {
				expected = []string{}
			}
			Expect(firing(series, time.Hour)).To(ConsistOf(expected))
		},
		Entry("no alert without problems", nil),
		Entry("no pod is reachable", map[string]string{`up` + job + `, pod="a"}`: "1x30 0x1500", `up` + job + `, pod="b"}`: "1x30 0x1500"}, "ShootFluxDown"),
		Entry("no pod and no target", map[string]string{
			`up` + job + `, pod="a"}`: "1x30", `up` + job + `, pod="b"}`: "1x30",
			`leader_election_master_status` + job + `, pod="a"}`: "1x30", `leader_election_master_status` + job + `, pod="b"}`: "0x30",
			`shoot_flux_shoots{state="Ready"}`: "90x30",
		}, "ShootFluxDown"),
		Entry("a new pod does not become ready, and the former pods serve", map[string]string{`up` + job + `, pod="c"}`: "0x1500"}, "ShootFluxPodNotReachable"),
		Entry("one of the pods is being replaced", map[string]string{`up` + job + `, pod="b"}`: "1x30 0x1500"}),
		Entry("no leader", map[string]string{`leader_election_master_status` + job + `, pod="a"}`: "1x30 0x1500",
			`shoot_flux_shoots{state="Ready"}`: "90x30", `shoot_flux_shoots{state="Failed"}`: "0x30"}, "ShootFluxNoLeader"),
		Entry("another leader", map[string]string{`leader_election_master_status` + job + `, pod="a"}`: "1x30 0x1500", `leader_election_master_status` + job + `, pod="b"}`: "0x31 1x1500"}),
		Entry("the leader has no metrics of shoots", map[string]string{`shoot_flux_shoots{state="Ready"}`: "90x30", `shoot_flux_shoots{state="Failed"}`: "0x30"}, "ShootFluxFiguresMissing"),

		Entry("most operations fail", map[string]string{`shoot_flux_operation_duration_seconds_count{operation="reconcile", result="error"}`: "0+5x1500"}, "ShootFluxOperationsFailing"),
		Entry("all operations fail, for a single shoot", map[string]string{
			`shoot_flux_operation_duration_seconds_count{operation="reconcile", result="success"}`: "7x1500",
			`shoot_flux_operation_duration_seconds_count{operation="reconcile", result="error"}`:   "0 0 1 1 2 2 3 3 4 4 5 5 6 6 7 7 8 8 9 9 10 10 11 11 12 12 13 13 14 14 15 15 16 16 17 17 18 18 19 19 20 20 21 21 22 22 23 23 24 24 25 25 26 26 27 27 28 28 29 29 30 30 31 31",
		}),
		Entry("many operations fail, and more succeed", map[string]string{
			`shoot_flux_operation_duration_seconds_count{operation="reconcile", result="success"}`: "0+20x1500",
			`shoot_flux_operation_duration_seconds_count{operation="reconcile", result="error"}`:   "0+5x1500",
		}),
		Entry("a configuration error of a project with many shoots before the first delivery", map[string]string{
			`shoot_flux_operation_duration_seconds_count{operation="reconcile", result="configuration_error"}`: "0+50x1500",
			`shoot_flux_configuration_errors_total{kind="project"}`:                                            "0+50x1500",
		}),
		Entry("failures that projects cause, in all of their shoots", map[string]string{
			`shoot_flux_shoots{state="Ready"}`: "0x1500", `shoot_flux_shoots{state="Failed"}`: "90x1500",
			`shoot_flux_failed_shoots{cause="AuthenticationFailed"}`: "30x1500", `shoot_flux_failed_shoots{cause="BuildFailed"}`: "30x1500",
			`shoot_flux_failed_shoots{cause="ConfigurationInvalid"}`: "30x1500",
		}),
		Entry("charts of projects that fail in all of their shoots", map[string]string{
			`shoot_flux_shoots{state="Ready"}`: "0x1500", `shoot_flux_shoots{state="Degraded"}`: "90x1500", `shoot_flux_degraded_shoots{cause="ReleaseFailed"}`: "90x1500",
		}),

		Entry("Flux runs in no shoot", map[string]string{
			`shoot_flux_failed_shoots{cause="InstallationFailed"}`: "0x10 40x1500", `shoot_flux_shoots{state="Failed"}`: "0x10 40x1500", `shoot_flux_shoots{state="Ready"}`: "90x10 50x1500",
		}, "ShootFluxInstallationFailing"),
		Entry("Flux does not run in a few of many shoots", map[string]string{
			`shoot_flux_failed_shoots{cause="InstallationFailed"}`: "5x1500", `shoot_flux_shoots{state="Failed"}`: "5x1500", `shoot_flux_shoots{state="Ready"}`: "85x1500",
		}),
		Entry("Flux does not run in two shoots, and the metrics of the pods are scraped for an init container too", map[string]string{
			`shoot_flux_failed_shoots{cause="InstallationFailed"}`: "2x1500", `shoot_flux_shoots{state="Failed"}`: "2x1500", `shoot_flux_shoots{state="Ready"}`: "0x1500",
			`shoot_flux_failed_shoots{cause="InstallationFailed", container="distribution-v2-9-5"}`: "2x1500",
			`shoot_flux_shoots{state="Failed", container="distribution-v2-9-5"}`:                    "2x1500",
		}),
		Entry("Flux does not run in both of two shoots", map[string]string{
			`shoot_flux_failed_shoots{cause="InstallationFailed"}`: "2x1500", `shoot_flux_shoots{state="Failed"}`: "2x1500", `shoot_flux_shoots{state="Ready"}`: "0x1500",
		}),

		Entry("the operator's baseline fails in a single shoot", map[string]string{
			`shoot_flux_baseline_shoots{state="Ready"}`: "9x1500", `shoot_flux_baseline_shoots{state="Failed"}`: "0x10 1x1500",
		}),
		Entry("the operator's baseline fails in many shoots", map[string]string{
			`shoot_flux_baseline_shoots{state="Ready"}`: "50x1500", `shoot_flux_baseline_shoots{state="Failed"}`: "0x10 40x1500",
		}, "ShootFluxBaselineNotReady"),
		Entry("all reachable shoots are hibernated, and the others unreachable", map[string]string{
			`shoot_flux_shoots{state="Ready"}`: "90x10 0x1500", `shoot_flux_shoots{state="Unreachable"}`: "0x10 30x1500", `shoot_flux_shoots{state="Hibernated"}`: "60x1500",
		}, "ShootFluxShootsUnreachable"),
		Entry("some shoots are unreachable", map[string]string{`shoot_flux_shoots{state="Unreachable"}`: "30x1500"}),
		Entry("the operator's baseline has failed for a quarter of an hour", map[string]string{
			`shoot_flux_baseline_shoots{state="Ready"}`: "0x1500", `shoot_flux_baseline_shoots{state="Failed"}`: "0x10 90x15 0x1500",
		}),
		Entry("the operator's baseline is delivered and removed in shoots, of which one is unreachable", map[string]string{
			`shoot_flux_baseline_shoots{state="Failed"}`: "0x1500", `shoot_flux_baseline_shoots{state="Unreachable"}`: "1x1500",
			`shoot_flux_baseline_shoots{state="Progressing"}`: "50x1500", `shoot_flux_baseline_shoots{state="Removing"}`: "39x1500",
		}),

		Entry("the garden is unreachable", map[string]string{
			`shoot_flux_garden_requests_total{verb="get", resource="flux-config", result="success"}`:     "0+4x15 60x1500",
			`shoot_flux_garden_requests_total{verb="get", resource="flux-config", result="unreachable"}`: "0x15 0+4x1500",
			`shoot_flux_garden_requests_total{verb="patch", resource="flux-status", result="success"}`:   "0+1x15 15x1500",
			`shoot_flux_garden_requests_total{verb="patch", resource="flux-status", result="failed"}`:    "0x15 0+1x1500",
		}, "ShootFluxGardenUnreachable", "ShootFluxStatusNotWritten"),
		Entry("some requests to the garden fail", map[string]string{
			`shoot_flux_garden_requests_total{verb="get", resource="flux-config", result="unreachable"}`: "0+2x1500",
		}),
		Entry("the garden was unreachable for five minutes", map[string]string{
			`shoot_flux_garden_requests_total{verb="get", resource="flux-config", result="unreachable"}`: "0x30 0+8x5 40x1500",
		}),
		Entry("a permission in the garden is missing", map[string]string{
			`shoot_flux_garden_requests_total{verb="watch", resource="flux-source", result="refused"}`: "0+1x1500",
		}, "ShootFluxGardenRefuses"),
		Entry("the permissions of another version, without listing flux-status", map[string]string{
			`shoot_flux_garden_requests_total{verb="list", resource="flux-status", result="refused"}`: "0+1x1500",
		}, "ShootFluxGardenRefuses"),
		Entry("the permission to read flux-status is missing, so that it is not written", map[string]string{
			`shoot_flux_garden_requests_total{verb="get", resource="flux-status", result="refused"}`: "0+1x1500",
		}, "ShootFluxGardenRefuses"),
		Entry("a project names a Secret that the operator does not allow", map[string]string{
			`shoot_flux_garden_requests_total{verb="get", resource="token", result="refused"}`: "0+1x1500",
		}),
		Entry("flux-status is not written", map[string]string{
			`shoot_flux_garden_requests_total{verb="patch", resource="flux-status", result="success"}`: "7x1500",
			`shoot_flux_garden_requests_total{verb="patch", resource="flux-status", result="failed"}`:  "0+1x1500",
		}, "ShootFluxStatusNotWritten"),
		Entry("flux-status of one project is not written", map[string]string{
			`shoot_flux_garden_requests_total{verb="patch", resource="flux-status", result="refused"}`: "0+3x1500",
		}),
		Entry("no updates of flux-status are needed", map[string]string{
			`shoot_flux_garden_requests_total{verb="patch", resource="flux-status", result="success"}`: "7x1500",
		}),

		Entry("the webhook fails", map[string]string{`shoot_flux_webhook_requests_total{result="error"}`: "0+1x1500"}, "ShootFluxWebhookFailing"),
		Entry("the webhook has failed once", map[string]string{`shoot_flux_webhook_requests_total{result="error"}`: "0x20 1x1500"}),
		Entry("requests wait in the queue", map[string]string{`workqueue_queue_duration_seconds_bucket` + job + `, name="shoot-flux", le="1"}`: "0x1500"}, "ShootFluxQueueStuck"),
		Entry("a reconciliation does not end", map[string]string{`workqueue_longest_running_processor_seconds` + job + `, name="shoot-flux"}`: "0+60x1500"}, "ShootFluxQueueStuck"),
		Entry("no pod of the admission is reachable", map[string]string{
			`up{job="gardener-extension-admission-shoot-flux", pod="a"}`: "1x30 0x1500", `up{job="gardener-extension-admission-shoot-flux", pod="b"}`: "1x30",
		}, "ShootFluxAdmissionDown"),
		Entry("API servers cannot reach the admission", map[string]string{rejections("calling_webhook_error", "500"): "0x20 0+1x1500"}, "ShootFluxAdmissionFailing"),
		Entry("the admission cannot check Shoots", map[string]string{rejections("no_error", "503"): "0x20 0+1x1500"}, "ShootFluxAdmissionFailing"),
		Entry("the admission could not check a Shoot during an update", map[string]string{rejections("no_error", "503"): "0x20 1x1500"}),
		Entry("no pod of the garden controller leads", map[string]string{gardenLeader: "1x30 0x1500"}, "ShootFluxGardenControllerNoLeader"),
		Entry("one pod of the admission is unreachable", map[string]string{`up{job="gardener-extension-admission-shoot-flux", pod="a"}`: "1x30 0x1500"}),
		Entry("no pod of the garden controller is reachable", map[string]string{
			`up{job="gardener-extension-shoot-flux-garden-controller", pod="a"}`: "1x30 0x1500",
		}, "ShootFluxGardenControllerDown"),
		Entry("a seed lacks access, and the garden controller cannot grant it", map[string]string{withoutAccess("missing"): "0x20 1x1500"}, "ShootFluxSeedsWithoutAccess"),
		Entry("a RoleBinding of another client prevents the access of a seed", map[string]string{withoutAccess("foreign"): "0x20 2x1500"}, "ShootFluxSeedsWithoutAccess"),
		Entry("seeds get access one after another", map[string]string{withoutAccess("missing"): "0x20 3 2 1 0x1500"}),
		Entry("rollouts in progress, and two complete", map[string]string{rollouts("Progressing"): "3x1500", rollouts("Complete"): "2x1500", rollouts("Stopped"): "0x1500"}),
		Entry("a rollout has stopped", map[string]string{rollouts("Stopped"): "0x20 1x1500"}, "ShootFluxRolloutStopped"),
		Entry("a rollout has stopped, and was corrected within minutes", map[string]string{rollouts("Stopped"): "0x20 1x10 0x1500"}),
		Entry("a version is rolled out", map[string]string{versionRollout("Progressing"): "1x1500", versionRollout("Stopped"): "0x1500"}),
		Entry("a baseline is rolled out", map[string]string{baselineRollout("Soaking"): "1x1500", baselineRollout("Stopped"): "0x1500", baselineRollout("Guarded"): "0x5 1x3 0x1500"}),
		Entry("the rollout of the baseline has stopped", map[string]string{baselineRollout("Stopped"): "0x20 1x1500"}, "ShootFluxBaselineRolloutStopped"),
		Entry("the rollout of the baseline holds, because a ring is hibernated", map[string]string{baselineRollout("Holding"): "0x20 1x1500"}),
		Entry("the rollout of a version holds, because a ring is hibernated", map[string]string{versionRollout("Holding"): "0x20 1x1500"}),
		Entry("the rollout of the baseline is guarded", map[string]string{baselineRollout("Guarded"): "0x20 1x1500"}, "ShootFluxBaselineRolloutStopped"),
		Entry("the rollout of a version has stopped", map[string]string{versionRollout("Stopped"): "0x20 1x1500"}, "ShootFluxVersionRolloutStopped"),
		Entry("all rollouts are stopped for half an hour", map[string]string{allStopped: "0x20 1x30 0x1500"}),
		Entry("all rollouts are stopped for longer", map[string]string{allStopped: "1x1500"}, "ShootFluxAllRolloutsStopped"),
		Entry("a ring is frozen until later than now", map[string]string{holdEnd: "7200x1500", endlessHolds: "0x1500"}),
		Entry("no ring waits", map[string]string{holdEnd: "0x1500", endlessHolds: "0x1500"}),
		Entry("a window opened, and the rollout still waits", map[string]string{holdEnd: "1200x1500"}, "ShootFluxHoldOverdue"),
		Entry("rings wait for windows that open one after another", map[string]string{holdEnd: "900x15 1800x15 2700x15 3600x1500"}),
		Entry("a freeze has become invalid", map[string]string{endlessHolds: "1x1500"}, "ShootFluxHoldWithoutEnd"),
		Entry("a freeze was invalid for minutes", map[string]string{endlessHolds: "1x30 0x1500"}),
		Entry("messages are sent, and one fails permanently", map[string]string{notifications("slack", "sent"): "0+1x1500", notifications("slack", "given_up"): "0x20 1x1500"}),
		Entry("messages of one type fail permanently, and messages of another type are sent", map[string]string{
			notifications("slack", "sent"): "5x1500", notifications("slack", "given_up"): "0x10 3x1500", notifications("webhook", "sent"): "0+1x1500", notifications("webhook", "given_up"): "0x1500",
		}, "ShootFluxNotificationsGivenUp"),
		Entry("messages fail, and are retried", map[string]string{notifications("slack", "sent"): "5x1500", notifications("slack", "failed"): "0+1x1500", notifications("slack", "given_up"): "0x1500"}),
	)

	It("fire for a rollout that no Shoot of a ring has proven for three days, longer than a weekend", func() {
		series := healthy()
		series[baselineRollout("Holding")] = "1x1500"
		for name, samples := range series {
			series[name] = strings.ReplaceAll(samples, "x1500", "x4400")
		}
		Expect(firing(series, 72*time.Hour+5*time.Minute)).To(ConsistOf("ShootFluxOperatorRolloutHolds"))
	})

	DescribeTable("fire for the baseline in most shoots after two hours:", func(state string) {
		series := healthy()
		series[`shoot_flux_baseline_shoots{state="Ready"}`], series[`shoot_flux_baseline_shoots{state="`+state+`"}`] = "0x1500", "90x1500"
		Expect(firing(series, time.Hour)).To(BeEmpty())
		Expect(firing(series, 130*time.Minute)).To(ConsistOf("ShootFluxBaselineNotApplied"))
	},
		Entry("it does not finish", "Progressing"),
		Entry("it is suspended", "Suspended"),
	)

	It("fires if the aggregate Prometheus has nothing of the seed's", func() {
		Expect(firing(nil, time.Hour, "aggregate", "garden")).To(ContainElement("ShootFluxFederationBroken"))
		Expect(firing(healthy(), time.Hour, "aggregate", "garden")).To(ConsistOf("ShootFluxFederationBroken"))
	})

	It("have labels like Gardener's alerts, and are documented", func() {
		document, err := os.ReadFile(filepath.Join("..", "..", "docs", "operations", "monitoring.md"))
		Expect(err).NotTo(HaveOccurred())
		names := map[string]bool{}
		seeds := And(HaveKeyWithValue("type", "seed"), HaveKeyWithValue("visibility", "operator"))
		for _, group := range slices.Concat(rulesFor("aggregate").Spec.Groups, rulesFor("garden").Spec.Groups) {
			for _, rule := range group.Rules {
				Expect(rule.Labels).To(And(HaveKeyWithValue("service", "shoot-flux"), HaveKeyWithValue("severity", BeElementOf("critical", "warning", "info")),
					Or(seeds, HaveKeyWithValue("topology", "garden"))), rule.Alert)
				Expect(rule.Annotations).To(And(HaveKey("summary"), HaveKey("description")), rule.Alert)
				Expect(names).NotTo(HaveKey(rule.Alert))
				names[rule.Alert] = true
				Expect(string(document)).To(ContainSubstring(fmt.Sprintf("### %s\n", rule.Alert)))
			}
		}
		Expect(names).NotTo(BeEmpty())
		for line := range strings.Lines(string(document)) {
			if name, is := strings.CutPrefix(strings.TrimSpace(line), "### ShootFlux"); is {
				Expect(names).To(HaveKey("ShootFlux"+name), "it is documented, and does not exist")
			}
		}
	})
})
