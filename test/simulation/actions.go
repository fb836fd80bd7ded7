// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// populate creates what the landscape has at its begin.
func (w *world) populate() {
	for _, name := range processNames() {
		w.configured[name] = initialSettings()
	}
	namespaces := []string{"garden", "kube-system"}
	for i, name := range seedNames() {
		stage := "rest"
		if i == 0 {
			stage = "canary"
		}
		w.put("core.gardener.cloud", "seeds", "", name, object{"spec": object{}}, map[string]string{"stage": stage})
		namespaces = append(namespaces, "seed-"+name)
	}
	for _, project := range w.options.Projects {
		namespaces = append(namespaces, "garden-"+project)
	}
	for _, name := range namespaces {
		labels := map[string]string{}
		if project, is := strings.CutPrefix(name, "garden-"); is {
			labels = map[string]string{v1beta1constants.GardenRole: v1beta1constants.GardenRoleProject, v1beta1constants.ProjectName: project}
		}
		w.put("", "namespaces", "", name, object{}, labels)
	}
	for _, project := range w.options.Projects {
		w.put("", "secrets", "garden-"+project, "flux-push", unstructuredOf(corev1.Secret{Data: map[string][]byte{"token": []byte(webhookToken)}}).Object, nil)
		w.configs[project] = &projectSettings{path: "./a", rings: "usual"}
		w.configure(project)
		w.answers.set(project, answerPass)
		w.createTokens(project)
	}
	for _, m := range landscapeMembers(w.options.Projects) {
		w.createShoot(m)
	}
}

// initialSettings are what the operator configures at the begin.
func initialSettings() operatorSettings {
	return operatorSettings{fluxVersion: "v2.8.8", baseline: "./x"}
}

// put creates an object of the garden, or replaces it.
func (w *world) put(group, resource, namespace, name string, content object, labels map[string]string) {
	made := unstructuredOf(content)
	made.SetNamespace(namespace)
	made.SetName(name)
	made.SetLabels(labels)
	put(w.garden, w.garden.of(group, resource), made)
}

func (w *world) createShoot(m member) {
	purpose := "development"
	if m.ring == "production" {
		purpose = "production"
	}
	made := unstructuredOf(object{"spec": object{
		"region": "local", "seedName": m.seed, "purpose": purpose, "kubernetes": object{"version": "1.36.4"}, "dns": object{"domain": m.name + "." + m.project + ".example.com"},
		"networking":  object{"type": "calico", "nodes": "10.10.0.0/16", "pods": "10.11.0.0/16", "services": "10.12.0.0/16"},
		"provider":    object{"type": "local", "workers": []any{object{"name": "worker", "machine": object{"type": "small"}, "minimum": 1, "maximum": 3}}},
		"extensions":  []any{object{"type": fluxv1alpha1.ExtensionType}},
		"maintenance": object{"timeWindow": object{"begin": "220000+0000", "end": "230000+0000"}},
	}})
	made.SetNamespace("garden-" + m.project)
	made.SetName(m.name)
	made.SetLabels(map[string]string{"ring": m.ring})
	made.SetFinalizers([]string{finalizerOfGardener})
	_, _ = w.garden.create(w.garden.of(gardencorev1beta1.GroupName, "shoots"), made, write{manager: "user"}) // It may exist.
}

// projectSettings are what people change in the configuration of a project.
type projectSettings struct {
	path string
	// rings are the settings of the rollout, as words; see rollout.
	rings string
	// freeze is the end of a freeze.
	freeze time.Time
	// mistake is the kind of a mistake in the configuration; see mistake.
	mistake string
}

// configure writes flux-config. It returns false if the admission denies it.
func (w *world) configure(project string) bool {
	s, hosts := w.configs[project], ""
	if project == keyProject {
		hosts = "knownHosts: '" + hostKey + "', "
	}
	config := "apiVersion: flux.extensions.gardener.cloud/v1alpha1\nkind: FluxConfig\n" +
		"source: {" + hosts + "template: {spec: {url: " + repositoryOf(project) + ", ref: {branch: " + branch + "}, interval: 1m0s}}}\n" +
		"kustomization: {template: {spec: {path: " + s.path + ", interval: 10m0s, prune: true}}}\n"
	config += "project:\n  push: {type: generic}\n  commitStatus: {provider: gitea}\n  notifications: [{type: webhook}]\n"
	if project != "three" {
		config += "  rollout:\n" + s.rollout(project)
	}
	if s.mistake != "" {
		config = mistake(s.mistake, config)
	}
	return w.submit("garden-"+project, func(o *unstructured.Unstructured) { o.Object["data"] = object{"config.yaml": config} })
}

func (s *projectSettings) rollout(project string) string {
	first, more, soak, production, checks, gates := "canary", "", "5m", "", "", ""
	for setting := range strings.FieldsSeq(s.rings) {
		switch setting {
		case "renamed":
			first = "first"
		case "manual":
			production = ", approval: Manual"
		case "promote":
			more = "    source: Promote\n"
		case "rollback":
			more = "    onFailure: Rollback\n"
		case "guard":
			more = "    source: Promote\n    guard: {maxRemoved: 1}\n"
		case "windows":
			production = `, windows: [{name: hourly, cron: "0 * * * *", duration: 20m, timeZone: UTC}]`
		case "checks":
			checks = ", checks: [{name: errors, prometheus: {url: " + prometheusURL(project) + ", query: " + checkQuery + `, max: "0.01"}, for: 2m, deadline: 20m}]`
		case "gates":
			gates = ", checks: [{name: change, when: BeforeStart, http: {url: " + gateURL(project) + `, expression: body.state == "approved"}, deadline: 20m}]`
		case "fast":
			soak = "0s"
		case "slow":
			soak = "20m"
		case "long":
			soak = "1h"
		}
	}
	if !s.freeze.IsZero() {
		more += fmt.Sprintf("    freezes: [{name: event, from: %q, to: %q, timeZone: UTC}]\n", time.Now().UTC().Format("2006-01-02T15:04"), s.freeze.UTC().Format("2006-01-02T15:04"))
	}
	return "    progressDeadline: 20m\n    shootHold: {max: 1h}\n" + more + "    rings:\n" +
		"    - {name: " + first + ", shoots: {matchLabels: {ring: canary}}, soak: " + soak + checks + "}\n" +
		"    - {name: staging, shoots: {matchLabels: {ring: staging}}, soak: " + soak + ", maxConcurrent: 1" + gates + "}\n" +
		"    - {name: production, purposes: [production]" + production + "}\n"
}

// execute lets an event take place.
func (w *world) execute(e Event) {
	if e.isFault() {
		w.act("down: fault", e.String()) // The judge then expects nothing in time.
		w.remotes.disturb()
	} else {
		w.act("event", e.String())
	}
	switch e.What {
	case whatPath, whatRings, whatFreeze, whatMistake:
		w.changeProject(e)
	case whatOperate:
		w.submit("garden-"+e.On, func(o *unstructured.Unstructured) { annotate(o, fluxv1alpha1.AnnotationRollout, e.With) })
	case whatRotate:
		w.annotate("secrets", "", "garden-"+e.On, fluxv1alpha1.DeployKeySecretName, fluxv1alpha1.AnnotationOperation, e.With)
	case whatOperator:
		name := map[string]string{"baseline": fluxv1alpha1.BaselineRolloutName, "version": fluxv1alpha1.NoticeBoardName}[e.On]
		w.annotate("configmaps", "", v1beta1constants.GardenNamespace, name, fluxv1alpha1.AnnotationRollout, e.With)
	case whatStop:
		w.annotate("configmaps", "", v1beta1constants.GardenNamespace, fluxv1alpha1.NoticeBoardName, fluxv1alpha1.AnnotationAllRollouts, "stop=incident")
	case whatResume:
		w.annotate("configmaps", "", v1beta1constants.GardenNamespace, fluxv1alpha1.NoticeBoardName, fluxv1alpha1.AnnotationAllRollouts, "resume")
	case whatPush:
		id := w.git.change(e.On, e.With)
		w.recordRefs(e.On, id)
		for _, project := range w.options.Projects {
			if repositoryOf(project) == e.On {
				w.callWebhook(project)
			}
		}
	case whatAnswer:
		w.answers.set(e.On, answer(e.With))
	case whatRemote:
		w.remotes.set(e.On, remote(e.With))
	case whatUpgrade, whatBaseline:
		w.changeOperator(e)
	case whatKill, whatDown, whatOverlap, whatDelay, whatBreak, whatRelist, whatRefuse, whatLose, whatBefore, whatAfter, whatPast, whatClock:
		w.disturb(e, w.processes[e.On])
	default:
		w.changeShoot(e)
	}
}

func (w *world) changeProject(e Event) {
	s := w.configs[e.On]
	before := *s
	s.mistake = ""
	switch e.What {
	case whatMistake:
		s.mistake = e.With
	case whatPath:
		s.path = e.With
	case whatRings:
		s.rings = e.With
	case whatFreeze:
		s.freeze = time.Now().Add(durationOf(e.With))
	}
	if !w.configure(e.On) {
		*s = before
	}
}

func durationOf(text string) time.Duration {
	lasts, err := time.ParseDuration(text)
	if err != nil {
		panic(err) // Generate has written it.
	}
	return lasts
}

// annotate sets an annotation of an object of the garden, if it exists.
func (w *world) annotate(resource, group, namespace, name, annotation, value string) {
	edit(w.garden, w.garden.of(group, resource), types.NamespacedName{Namespace: namespace, Name: name}, write{manager: "kubectl"}, func(o *unstructured.Unstructured) { annotate(o, annotation, value) })
}

func annotate(o *unstructured.Unstructured, annotation, value string) {
	annotations := o.GetAnnotations()
	if annotations == nil {
		annotations = map[string]string{}
	}
	if annotations[annotation] = value; value == "" {
		delete(annotations, annotation)
	}
	o.SetAnnotations(annotations)
}

func (w *world) changeShoot(e Event) {
	project, name, _ := strings.Cut(e.On, "/")
	namespace := "garden-" + project
	key, shoots := types.NamespacedName{Namespace: namespace, Name: name}, w.garden.of(gardencorev1beta1.GroupName, "shoots")
	change := func(do func(*unstructured.Unstructured)) { edit(w.garden, shoots, key, write{manager: "kubectl"}, do) }
	switch e.What {
	case whatHibernate, whatWake:
		change(func(o *unstructured.Unstructured) { set(o, e.What == whatHibernate, "spec", "hibernation", "enabled") })
	case whatMigrate:
		if s := w.find(namespace, name); s != nil && s.step == idle {
			change(func(o *unstructured.Unstructured) { set(o, e.With, "spec", "seedName") })
		}
	case whatDelete:
		_, _ = w.garden.delete(shoots, key, nil) // It may be gone.
	case whatCreate:
		for _, m := range landscapeMembers(w.options.Projects) {
			if m.id() == e.On {
				w.createShoot(m)
			}
		}
	case whatOverride:
		if _, err := w.garden.get(shoots, key); err == nil {
			w.submitTo(w.admission.shoots, shoots, key, func(o *unstructured.Unstructured) { override(o, e.With) })
		}
	case whatLabel:
		change(func(o *unstructured.Unstructured) { o.SetLabels(map[string]string{"ring": e.With}) })
	case whatHold:
		w.annotate("shoots", gardencorev1beta1.GroupName, namespace, name, fluxv1alpha1.AnnotationHoldUntil, time.Now().Add(durationOf(e.With)).UTC().Format(time.RFC3339))
	case whatReconcile:
		w.annotate("shoots", gardencorev1beta1.GroupName, namespace, name, v1beta1constants.GardenerOperation, v1beta1constants.GardenerOperationReconcile)
	case whatOutage:
		if s := w.find(namespace, name); s != nil {
			s.flux.outage = time.Now().Add(durationOf(e.With))
		}
	case whatLie:
		if s := w.find(namespace, name); s != nil && s.seed != "" {
			s.tell(e.With)
		}
	case whatSlow:
		for _, s := range w.allShoots() {
			if s.namespace == namespace && (name == "" || s.name == name) {
				s.api.setSlow(e.With)
			}
		}
	case whatSuspend:
		if s := w.find(namespace, name); s != nil && s.api.of(kustomizeGroup, "kustomizations") != nil {
			edit(s.api, s.api.of(kustomizeGroup, "kustomizations"), types.NamespacedName{Namespace: "flux-system", Name: "flux-system"}, write{}, func(o *unstructured.Unstructured) {
				set(o, e.With == "true", "spec", "suspend")
			})
		}
	}
}

// find returns a present Shoot; nil if there is none.
func (w *world) find(namespace, name string) *shoot {
	for _, s := range w.allShoots() {
		if s.namespace == namespace && s.name == name {
			return s
		}
	}
	return nil
}

// changeOperator changes the configuration of the operator and starts the processes again.
func (w *world) changeOperator(e Event) {
	w.mutex.Lock()
	for _, name := range processNames() {
		settings := w.configured[name]
		switch {
		case e.What == whatBaseline:
			settings.baseline = e.With
		case e.On == name || e.On == "garden-controller":
			settings.fluxVersion = e.With
		}
		w.configured[name] = settings
	}
	w.mutex.Unlock()
	for i, name := range processNames() {
		if e.What == whatBaseline || e.On == name || e.On == "garden-controller" {
			w.restart(w.processes[name], time.Duration(i)*time.Minute+time.Second)
		}
	}
}

// restart ends a process and starts it again after a time.
func (w *world) restart(p *process, after time.Duration) {
	w.act("kill", p.name)
	p.kill()
	w.group.Go(func() {
		if w.sleep(after) {
			p.start()
		}
	})
}

// disturb lets a fault happen to a process.
func (w *world) disturb(e Event, p *process) {
	number, _ := strconv.Atoi(e.With) // It is a number for those that need one.
	switch e.What {
	case whatKill:
		w.restart(p, duration(w.chance.of("restart "+p.name), 10*time.Second))
	case whatDown:
		w.restart(p, durationOf(e.With))
	case whatOverlap:
		p.overlap(durationOf(e.With))
	case whatDelay:
		p.delay(durationOf(e.With))
	case whatBreak, whatRelist:
		p.breakWatches(e.What == whatRelist)
	case whatRefuse:
		p.add(fault{kind: refused, count: number})
	case whatLose:
		p.add(fault{kind: lost, count: number})
	case whatBefore:
		p.add(fault{kind: endsBefore, skip: number, count: 1})
	case whatAfter:
		p.add(fault{kind: endsAfter, skip: number, count: 1})
	case whatPast:
		age, lasts, _ := strings.Cut(e.With, " ")
		p.behind(durationOf(age), durationOf(lasts))
		w.restart(p, duration(w.chance.of("restart "+p.name), 10*time.Second))
	case whatClock:
		p.setClock(durationOf(e.With))
		w.mutex.Lock()
		w.isOffset = true
		w.mutex.Unlock()
	}
}
