// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	. "github.com/onsi/gomega/gstruct"
	gomegatypes "github.com/onsi/gomega/types"
	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/yaml"
)

// spec is a part of a spec, as users write it.
type spec = map[string]any

// syncing is what flux-config says of source and root Kustomization. Its changes reach the Shoots at once, and Flux tries soon again.
type syncing struct {
	kind         string
	source, root spec
	knownHosts   string
	flux         spec
	// project are further settings of the project.
	project spec
}

// syncingGit reads the directory good of a repository over SSH.
func syncingGit(repository string) syncing {
	return syncing{
		kind: "GitRepository", source: spec{"url": world.GitHost.SSHURL(repository)}, root: spec{"path": "./good"}, knownHosts: world.GitHost.KnownHosts(),
	}
}

// reading has the source differ in these fields of its spec.
func (s syncing) reading(change spec) syncing {
	s.source = maps.Clone(s.source)
	maps.Copy(s.source, change)
	return s
}

// anonymously has it read without the project's deploy key.
func (s syncing) anonymously(change spec) syncing {
	s.knownHosts = ""
	return s.reading(change)
}

// applying has the root Kustomization differ in these fields of its spec.
func (s syncing) applying(change spec) syncing {
	s.root = maps.Clone(s.root)
	maps.Copy(s.root, change)
	return s
}

// data is the content of flux-config.
func (s syncing) data() map[string]string {
	GinkgoHelper()
	source, root := spec{"interval": "10s", "timeout": "3s"}, spec{"interval": "10s", "retryInterval": "5s"}
	maps.Copy(source, s.source)
	maps.Copy(root, s.root)
	project := spec{"propagation": "Immediate"}
	maps.Copy(project, s.project)
	document := spec{
		"project":       project,
		"source":        spec{"template": spec{"kind": s.kind, "spec": source}},
		"kustomization": spec{"template": spec{"spec": root}},
	}
	if s.knownHosts != "" {
		document["source"].(spec)["knownHosts"] = s.knownHosts
	}
	if s.flux != nil {
		document["flux"] = s.flux
	}
	content, err := yaml.Marshal(document)
	Expect(err).NotTo(HaveOccurred())
	return map[string]string{"config.yaml": fluxConfig(string(content))}
}

// told is what everybody is told of a Shoot that is not ready.
type told struct {
	// condition is the one of the Extension that says it, with status and reason.
	condition gardencorev1beta1.ConditionType
	status    gardencorev1beta1.ConditionStatus
	reason    string
	// message is what the condition says, with the remedy. The project is told the same.
	message gomegatypes.GomegaMatcher
	// state and cause are what stands in flux-status.
	state, cause string
	// event is the reason of the Event in the project; empty if there is none.
	event string
}

// sourceFails is what is told of a source that Flux cannot read.
func sourceFails(reason, cause string, message ...gomegatypes.GomegaMatcher) told {
	return told{"FluxSourceReady", "False", reason, And(message...), "Failed", cause, cause}
}

// rootFails is what is told of manifests that Flux cannot apply.
func rootFails(reason, cause string, message ...gomegatypes.GomegaMatcher) told {
	return told{"FluxKustomizationReady", "False", reason, And(message...), "Failed", cause, cause}
}

// shootStatus is what flux-status says of a Shoot.
type shootStatus struct {
	UID, Seed, State, Cause, Reason, Message, Ring, Revision              string
	Configuration                                                         string
	Ready                                                                 bool
	AppliedRevision, AttemptedRevision, FluxVersion, DeployKeyFingerprint string
	AppliedAfterPush                                                      *metav1.Duration
	Removed                                                               struct{ Names []string }
	Hold                                                                  holdRequest
}

// holdRequest is the request of a Shoot not to get a change now.
type holdRequest struct {
	Until  time.Time
	Reason string
}

// status reads the Shoot's entry in flux-status.
func (s shoot) status(g Gomega) shootStatus {
	var status shootStatus
	entries := keyring{inGarden(s.ctx), s.project}.statuses(g)
	g.Expect(entries).To(HaveKey(s.name))
	g.Expect(json.Unmarshal([]byte(entries[s.name]), &status)).To(Succeed())
	return status
}

// events are those about the Shoot in its project, seen since then.
func (s shoot) events(g Gomega, since time.Time) []eventsv1.Event {
	list := &eventsv1.EventList{}
	g.Expect(world.Garden.Client.List(s.ctx, list, client.InNamespace(s.key().Namespace))).To(Succeed())
	var events []eventsv1.Event
	for _, event := range list.Items {
		seen := event.EventTime.Time
		if event.Series != nil {
			seen = event.Series.LastObservedTime.Time
		}
		if event.Regarding.Kind == "Shoot" && event.Regarding.Name == s.name && !seen.Before(since) {
			events = append(events, event)
		}
	}
	return events
}

// tells waits until condition, flux-status and Event say what is expected, and reports what they say.
func (s shoot) tells(title string, since time.Time, expected told) {
	GinkgoHelper()
	report := "\n## " + title + "\n"
	Eventually(s.ctx, func(g Gomega) {
		conditions := s.extension(g).Status.Conditions
		g.Expect(conditions).To(ContainElement(MatchFields(IgnoreExtras, Fields{
			"Type": Equal(expected.condition), "Status": Equal(expected.status), "Reason": Equal(expected.reason), "Message": expected.message,
		})))
		for _, condition := range conditions {
			if condition.Type == expected.condition {
				report = fmt.Sprintf("\n## %s\ncondition: %s=%s %s: %s\n", title, condition.Type, condition.Status, condition.Reason, condition.Message)
			}
		}
	}).Should(Succeed())
	var status shootStatus
	Eventually(s.ctx, func(g Gomega) {
		status = s.status(g)
		g.Expect(status).To(MatchFields(IgnoreExtras, Fields{
			"State": Equal(expected.state), "Cause": Equal(expected.cause), "Reason": Equal(expected.reason), "Message": expected.message,
			"Ready": BeFalse(), "Seed": Equal(s.seed), "UID": BeEquivalentTo(s.get(g).UID),
		}))
	}).Should(Succeed())
	report += fmt.Sprintf("flux-status: %+v\n", status)
	if expected.event != "" {
		Eventually(s.ctx, func(g Gomega) {
			events := s.events(g, since)
			g.Expect(events).To(ContainElement(MatchFields(IgnoreExtras, Fields{
				"Type": Equal(corev1.EventTypeWarning), "Reason": Equal(expected.event), "Note": expected.message,
			})))
			for _, event := range events {
				if event.Reason == expected.event {
					report += fmt.Sprintf("Event: %s %s: %s\n", event.Type, event.Reason, event.Note)
				}
			}
		}).Should(Succeed())
	}
	GinkgoWriter.Print(report)
	AddReportEntry(title, report, ReportEntryVisibilityNever)
}

// isWell waits until Flux has applied what it is to apply and flux-status says so; with an Event, if the Shoot had failed.
func (s shoot) isWell(since time.Time, recovered bool) {
	GinkgoHelper()
	s.eventually("FluxSourceReady", "True", "Succeeded", Not(BeEmpty()))
	s.eventually("FluxKustomizationReady", "True", "ReconciliationSucceeded", Not(BeEmpty()))
	s.eventually("FluxInstalled", "True", "FluxRunning", Not(BeEmpty()))
	Eventually(s.ctx, func(g Gomega) {
		status := s.status(g)
		g.Expect(status).To(MatchFields(IgnoreExtras, Fields{
			"State": Equal("Ready"), "Ready": BeTrue(), "Cause": BeEmpty(), "AppliedRevision": MatchRegexp("(^|@)sha(1|256):"), "FluxVersion": HavePrefix("v2."),
		}), status.Message)
		if recovered {
			g.Expect(s.events(g, since)).To(ContainElement(MatchFields(IgnoreExtras, Fields{
				"Type": Equal(corev1.EventTypeNormal), "Reason": Equal("FluxRecovered"),
			})))
		}
	}).Should(Succeed())
}

// now is the time as Events tell it, which are sometimes cut to seconds.
func now() time.Time { return time.Now().Truncate(time.Second) }

// processes are the pods of Flux in the shoot and of the extension in the seed, with how often they were started.
func (s shoot) processes() map[string]int32 {
	GinkgoHelper()
	result := map[string]int32{}
	for namespace, c := range map[string]client.Client{"flux-system": s.client(), seed(s.seed).ExtensionNamespace: seed(s.seed).Client} {
		pods := &corev1.PodList{}
		Expect(c.List(s.ctx, pods, client.InNamespace(namespace))).To(Succeed())
		for _, pod := range pods.Items {
			for _, container := range pod.Status.ContainerStatuses {
				result[string(pod.UID)+" "+pod.Name] += container.RestartCount
			}
		}
	}
	return result
}

// holds creates a repository with these files beside the directory good, which holds a ConfigMap.
func holds(ctx context.Context, repository string, files map[string]string) {
	GinkgoHelper()
	Expect(world.GitHost.CreateRepository(ctx, repository, true)).To(Succeed())
	all := map[string]string{"good/from-git.yaml": manifest("from-git", "first")}
	maps.Copy(all, files)
	_, err := world.GitHost.Commit(ctx, repository, "everything", all)
	Expect(err).NotTo(HaveOccurred())
}

// deployment is one of that name in namespace default, with something in its spec.
func deployment(name, something string) string {
	return strings.ReplaceAll(`apiVersion: apps/v1
kind: Deployment
metadata: {name: NAME, namespace: default}
spec:
  selector: {matchLabels: {app: NAME}}
  template:
    metadata: {labels: {app: NAME}}
    spec: {containers: [{name: app, image: example.org/not/there:v1}]}
`, "NAME", name) + something
}

var _ = Describe("What everybody is told", func() {
	It("names key, branch, file and Deployment that keep a Shoot from being synced, and that all is well when they are put right", func(ctx SpecContext) {
		user := inGarden(ctx)
		holds(ctx, "causes", nil)
		git := syncingGit("causes").applying(spec{"wait": true})
		user.project("causes", git.data())
		began := now()
		s := user.shoot("causes", "only", seedName, false)
		publicKey := user.publicKey("causes")

		s.tells("authentication failed", began, sourceFails("GitOperationFailed", "AuthenticationFailed",
			ContainSubstring("unable to authenticate"), ContainSubstring("register this public key at 127.0.0.1:"), ContainSubstring(publicKey)))
		Expect(world.GitHost.AddDeployKey("causes", "flux", publicKey, true)).To(Succeed())
		s.pull()
		s.isWell(began, true)
		processes := s.processes()

		began = now()
		user.configure("causes", git.reading(spec{"ref": spec{"branch": "absent"}}).data())
		s.tells("branch not found", began, sourceFails("GitOperationFailed", "RevisionNotFound",
			ContainSubstring("couldn't find remote ref"), ContainSubstring("correct source.template.spec.ref in ConfigMap flux-config")))
		user.configure("causes", git.data())
		s.isWell(began, true)

		began = now()
		s.gets("good/broken.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: [broken\n")
		s.tells("broken YAML", began, rootFails("BuildFailed", "BuildFailed", ContainSubstring("good/broken.yaml"), ContainSubstring("MalformedYAMLError")))
		s.gets("good/broken.yaml", manifest("broken", "no more"))
		s.isWell(began, true)

		began = now()
		s.gets("good/deployment.yaml", deployment("ill", "  progressDeadlineSeconds: 1\n"))
		s.tells("Deployment that does not become ready", began, rootFails("HealthCheckFailed", "HealthCheckFailed", ContainSubstring("Deployment/default/ill")))
		s.gets("good/deployment.yaml", deployment("ill", "  replicas: 0\n"))
		s.isWell(began, true)
		Expect(s.processes()).To(Equal(processes), "nothing was restarted")
	}, SpecTimeout(5*time.Minute))
})

// gets commits a file to the repository that has the project's name, and has Flux look at it.
func (s shoot) gets(path, content string) {
	GinkgoHelper()
	_, err := world.GitHost.Commit(s.ctx, s.project, "change "+path, map[string]string{path: content})
	Expect(err).NotTo(HaveOccurred())
	s.pull()
}

// hasSecret creates a Secret beside Flux in the shoot.
func (s shoot) hasSecret(name string, data map[string]string) {
	GinkgoHelper()
	Expect(s.client().Create(s.ctx, &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: name}, StringData: data})).To(Succeed())
}
