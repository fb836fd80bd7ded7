// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Event is something that people, the cloud or chance do at a time of a run.
type Event struct {
	// At is the time since the begin of the run.
	At time.Duration `json:"at"`
	// What is one of the kinds below, On a project, Shoot, process or repository, and With what is done.
	What string `json:"what"`
	On   string `json:"on,omitempty"`
	With string `json:"with,omitempty"`
}

// String returns the event as a line.
func (e Event) String() string {
	return fmt.Sprintf("%s %s %s %s", e.At.Round(time.Second), e.What, e.On, e.With)
}

// isFault returns whether the event disturbs a process of the extension.
func (e Event) isFault() bool {
	return slices.Contains([]string{whatKill, whatDown, whatOverlap, whatDelay, whatBreak, whatRelist, whatRefuse, whatLose, whatBefore, whatAfter, whatPast, whatClock, whatLie}, e.What)
}

// What events do.
const (
	// The configuration of a project.
	whatPath    = "path"
	whatRings   = "rings"
	whatFreeze  = "freeze"
	whatOperate = "operate"
	whatRotate  = "rotate"
	// A repository.
	whatPush = "push"
	// Shoots.
	whatHibernate = "hibernate"
	whatWake      = "wake"
	whatMigrate   = "migrate"
	whatDelete    = "delete"
	whatCreate    = "create"
	whatLabel     = "label"
	whatHold      = "hold"
	whatOverride  = "override"
	whatOutage    = "outage"
	whatSlow      = "slow"
	whatReconcile = "reconcile"
	whatSuspend   = "suspend"
	// The operator.
	whatUpgrade  = "upgrade"
	whatBaseline = "baseline"
	whatStop     = "stop"
	whatResume   = "resume"
	whatOperator = "operator"
	// Faults of processes.
	whatKill    = "kill"
	whatDown    = "down"
	whatOverlap = "overlap"
	whatDelay   = "delay"
	whatBreak   = "break"
	whatRelist  = "relist"
	whatRefuse  = "refuse"
	whatLose    = "lose"
	whatBefore  = "end-before"
	whatAfter   = "end-after"
	whatPast    = "past"
	whatClock   = "clock"
	// What a Flux shows of itself.
	whatLie = "lie"
	// What other systems answer the checks of a project.
	whatAnswer = "answer"
	// How the Git host and the receiver of messages of a project answer.
	whatRemote = "remote"
	// A change of the configuration of a project that may be a mistake.
	whatMistake = "mistake"
)

func seedNames() []string { return []string{"alpha", "beta", "gamma"} }

func projectNames() []string { return []string{"one", "two", "three"} }

func processNames() []string {
	names := []string{"garden-controller"}
	for _, seed := range seedNames() {
		names = append(names, seedPrefix+seed)
	}
	return names
}

const baselineRepository = "https://git.example.com/operator/baseline"

// repositoryOf returns the repository of a project. The one of project three is private and read with the deploy key.
func repositoryOf(project string) string {
	if project == keyProject {
		return "ssh://git@git.example.com/" + project + "/fleet"
	}
	return "https://git.example.com/" + project + "/fleet"
}

func repositories(projects []string) []string {
	urls := []string{baselineRepository}
	for _, project := range projects {
		urls = append(urls, repositoryOf(project))
	}
	return urls
}

// member is a Shoot of the fleet.
type member struct{ project, name, ring, seed string }

func (m member) id() string { return m.project + "/" + m.name }

// landscapeMembers returns the Shoots of projects. Project three has no rollout.
func landscapeMembers(projects []string) []member {
	var all []member
	rings := []string{"canary", "staging", "staging", "production"}
	seeds := seedNames()
	for i, project := range projectNames() {
		for j, ring := range rings {
			if slices.Contains(projects, project) {
				all = append(all, member{project, fmt.Sprintf("shoot-%d", j+1), ring, seeds[(i+j)%len(seeds)]})
			}
		}
	}
	return all
}

// Generate returns the events of a run, which depend on seed, days and projects only. They know nothing of the state of
// the landscape.
func Generate(seed uint64, days float64, projects []string) []Event {
	random := chance{seed}.nth("events", 0)
	members, processes := landscapeMembers(projects), processNames()
	rollouts := slices.DeleteFunc(slices.Clone(projects), func(project string) bool { return project == "three" })
	pick := func(all ...string) string { return all[random.IntN(len(all))] }
	rings := func() string { return pick("canary", "staging", "production", "first") }
	push := func() string {
		return pick("good", "good", "good", "good", "fails", "hangs", "decays", "prune", "prune", "move", "revert", "force", "back")
	}
	minutes := func(least, most int) string { return fmt.Sprintf("%dm", least+random.IntN(most-least)) }
	// Each seed has a favourite for half of what happens: rare combinations come from two rare things that go on.
	often := func(draw func() string) func() string {
		favourite := draw()
		return func() string {
			if random.IntN(2) == 0 {
				return favourite
			}
			return draw()
		}
	}
	member := often(func() string { return members[random.IntN(len(members))].id() })
	process := often(func() string { return pick(pick(processes...), processes[0]) })
	settings := often(func() string {
		return pick("usual", "usual", "renamed", "manual", "promote", "promote", "rollback", "guard", "guard", "guard", "guard", "windows", "checks", "gates", "checks gates") +
			" " + pick("quick", "slow", "long", "long", "fast")
	})
	choices := []struct {
		weight int
		make   func() Event
	}{
		{10, func() Event {
			return Event{What: whatPath, On: pick(projects...), With: pick("./a", "./b", "./c", "./d", "./e", "./missing")}
		}},
		{3, func() Event { return Event{What: whatRings, On: pick(rollouts...), With: settings()} }},
		{2, func() Event { return Event{What: whatFreeze, On: pick(rollouts...), With: minutes(10, 180)} }},
		{14, func() Event {
			return Event{What: whatOperate, On: pick(rollouts...), With: pick("approve="+rings(), "approve="+rings(), "approve="+rings(), "pause", "resume", "resume", "rollback", "skip=shoot-1", "approve-during-freeze="+rings())}
		}},
		{22, func() Event {
			return Event{What: whatPush, On: pick(repositories(projects)...), With: push()}
		}},
		{3, func() Event { return Event{What: whatRotate, On: keyProject, With: pick(rotations()...)} }},
		{3, func() Event { return Event{What: whatHibernate, On: member()} }},
		{5, func() Event { return Event{What: whatWake, On: member()} }},
		{3, func() Event { return Event{What: whatMigrate, On: member(), With: pick(seedNames()...)} }},
		{1, func() Event { return Event{What: whatDelete, On: member()} }},
		{3, func() Event { return Event{What: whatCreate, On: member()} }},
		{2, func() Event { return Event{What: whatLabel, On: member(), With: rings()} }},
		{2, func() Event { return Event{What: whatHold, On: member(), With: minutes(10, 120)} }},
		{4, func() Event { return Event{What: whatOverride, On: member(), With: pick(overrides()...)} }},
		{3, func() Event { return Event{What: whatOutage, On: member(), With: minutes(1, 60)} }},
		{4, func() Event {
			return Event{What: whatSlow, On: pick(member(), pick(projects...)), With: minutes(5, 120) + " " + pick("50ms", "200ms", "700ms", "6s kustomizations", "6s gitrepositories", "6s deployments")}
		}},
		{3, func() Event { return Event{What: whatReconcile, On: member()} }},
		{2, func() Event { return Event{What: whatSuspend, On: member(), With: pick("true", "false", "false")} }},
		{1, func() Event {
			return Event{What: whatUpgrade, On: process(), With: pick("v2.8.8", "v2.9.5", "v2.9.5")}
		}},
		{1, func() Event { return Event{What: whatBaseline, With: pick("./x", "./y", "./z")} }},
		{1, func() Event { return Event{What: whatStop} }},
		{3, func() Event {
			return Event{What: whatOperator, On: pick("baseline", "version"), With: pick("approve=canary", "approve=rest", "resume", "pause", "resume", "rollback")}
		}},
		{4, func() Event { return Event{What: whatKill, On: process()} }},
		{12, func() Event {
			return Event{What: whatDown, On: process(), With: minutes(5, 180)}
		}},
		{2, func() Event {
			return Event{What: whatOverlap, On: process(), With: fmt.Sprintf("%ds", 1+random.IntN(30))}
		}},
		{6, func() Event {
			return Event{What: whatDelay, On: process(), With: fmt.Sprintf("%ds", 1+random.IntN(300))}
		}},
		{4, func() Event { return Event{What: whatBreak, On: process()} }},
		{4, func() Event { return Event{What: whatRelist, On: process()} }},
		{5, func() Event {
			return Event{What: whatRefuse, On: process(), With: fmt.Sprint(1 + random.IntN(3))}
		}},
		{5, func() Event {
			return Event{What: whatLose, On: process(), With: fmt.Sprint(1 + random.IntN(3))}
		}},
		{5, func() Event { return Event{What: whatBefore, On: process(), With: fmt.Sprint(random.IntN(6))} }},
		{5, func() Event { return Event{What: whatAfter, On: process(), With: fmt.Sprint(random.IntN(6))} }},
		{4, func() Event {
			return Event{What: whatPast, On: process(), With: fmt.Sprintf("%ds %s", 5+random.IntN(595), minutes(1, 15))}
		}},
		{1, func() Event {
			return Event{What: whatClock, On: process(), With: (time.Duration(random.Int64N(int64(2*mostOffset))) - mostOffset).String()}
		}},
		{2, func() Event { return Event{What: whatClock, On: process(), With: "0s"} }},
		{8, func() Event { return Event{What: whatLie, On: member(), With: pick(lies()...) + " " + minutes(2, 30)} }},
		{8, func() Event { return Event{What: whatAnswer, On: pick(rollouts...), With: pick(answers()...)} }},
		{4, func() Event { return Event{What: whatRemote, On: pick(projects...), With: pick(remoteFaults()...)} }},
		{8, func() Event { return Event{What: whatMistake, On: pick(projects...), With: pick(mistakes()...)} }},
	}
	// Each seed has many events of some kinds and none of others: a run in which all happens reaches few of the states that
	// need several events of a few kinds.
	total := 0
	for i := range choices {
		choices[i].weight *= []int{0, 1, 1, 4}[random.IntN(4)]
		total += choices[i].weight
	}
	draw := func() Event {
		number := random.IntN(total)
		for _, choice := range choices {
			if number -= choice.weight; number < 0 {
				return choice.make()
			}
		}
		return Event{}
	}
	// Faults matter most while something is under way. In some seeds, many changes have one at about the same time.
	coincide := []int{0, 1, 2, 4}[random.IntN(4)]
	var events []Event
	for _, project := range rollouts {
		events = append(events, Event{At: 15 * time.Minute, What: whatRings, On: project, With: settings()})
	}
	// In half of the seeds, people work for some minutes and rest for an hour or two: only the faults that follow a change
	// happen then, and a long soak comes to its end.
	const begin, each = 20 * time.Minute, 24 * time.Hour / perDay
	gap, rest := each, time.Duration(0)
	if random.IntN(2) == 0 {
		gap, rest = time.Minute, 2*time.Hour
	}
	works := func() int { return 5 + random.IntN(20) }
	left := works() // events until people rest
	pause := func() time.Duration {
		if left--; rest == 0 || left > 0 {
			return time.Duration(random.Int64N(int64(2 * gap)))
		}
		left = works()
		return rest/2 + time.Duration(random.Int64N(int64(rest/2)))
	}
	for at := begin; at < time.Duration(days*float64(24*time.Hour)); at += pause() {
		event := draw()
		event.At = at
		events = append(events, event)
		if next, has := event.corrected(); has && random.IntN(4) > 0 {
			next.At = at + time.Duration(10+random.IntN(50))*time.Minute
			events = append(events, next)
		}
		if event.What == whatPush && random.IntN(4) == 0 {
			next := event
			next.At, next.With = at+time.Duration(20+random.IntN(160))*time.Second, push()
			events = append(events, next)
		}
		if !event.isChange() || random.IntN(8) >= coincide {
			continue
		}
		for range mostDraws {
			if next := draw(); next.isFault() || next.What == whatSlow {
				next.At = at + time.Duration(float64(time.Second)*math.Exp(random.Float64()*math.Log(3600))) - time.Minute
				events = append(events, next)
				break
			}
		}
	}
	slices.SortStableFunc(events, func(a, b Event) int { return cmp.Compare(a.At, b.At) })
	return events
}

// mostDraws is how often Generate draws an event until it is a fault. Some seeds have none.
const mostDraws = 50

// isChange returns whether an event begins a rollout or goes on with one.
func (e Event) isChange() bool {
	return slices.Contains([]string{whatPath, whatPush, whatRings, whatOperate, whatMigrate, whatWake, whatUpgrade, whatBaseline}, e.What)
}

// corrected returns what people do some time after an event, if it cannot stay like that.
func (e Event) corrected() (Event, bool) {
	next := e
	switch {
	case e.What == whatPush && slices.Contains([]string{"fails", "hangs", "decays"}, e.With):
		next.With = "good"
	case e.What == whatPath && e.With == "./missing":
		next.With = "./a"
	case e.What == whatHibernate:
		next.What = whatWake
	case e.What == whatDelete:
		next.What = whatCreate
	case e.What == whatStop:
		next.What = whatResume
	case e.What == whatRotate && e.With == fluxv1alpha1.OperationRotateStart:
		next.With = fluxv1alpha1.OperationRotateComplete
	case e.With == "pause":
		next.With = "resume"
	case e.What == whatMistake:
		next.What, next.With = whatPath, "./a"
	case e.What == whatRemote && e.With != string(remoteUp):
		next.With = string(remoteUp)
	case e.What == whatAnswer && e.With != string(answerPass):
		next.With = string(answerPass)
	case e.What == whatSuspend && e.With == "true":
		next.With = "false"
	default:
		return Event{}, false
	}
	return next, true
}

// mostOffset is the maximum offset of a clock.
const mostOffset = 24 * time.Hour

// perDay is the average number of events of a day.
const perDay = 240

// yaml returns the configuration of the operator.
func (s operatorSettings) yaml() string {
	return strings.NewReplacer("VERSION", s.fluxVersion, "PATH", s.baseline, "URL", baselineRepository).Replace(`apiVersion: config.flux.extensions.gardener.cloud/v1alpha1
kind: ControllerConfiguration
defaults: {flux: {version: VERSION}}
push: {host: push.example.com}
notifications: {hosts: [receiver.example.com]}
baseline:
  config:
    source: {template: {spec: {url: URL, interval: 5m0s}}}
    kustomization: {template: {spec: {path: PATH}}}
  permissions: {clusterAdmin: true}
rollouts:
  rings:
  - name: canary
    seeds: {matchLabels: {stage: canary}}
    soak: 30m
  fluxVersion: {maxFailures: 1}
  baseline: {maxFailures: 1, progressDeadline: 30m}
`)
}
