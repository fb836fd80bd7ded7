// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check_test

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/utils/ptr"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
)

const namespace = "garden-a"

// noon is second 0 of short histories.
var noon = time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)

// short reads a short history. Each line is a second or a time such as 0-20, in which the fact was seen unchanged, and a
// fact: its kind, names, and words that depend on the kind. c1 is a commit, r1 a revision. A fact after the word same was
// seen unchanged at that time.
func short(text string) []history.Observation {
	var all []history.Observation
	for _, line := range strings.Split(text, "\n") {
		words := strings.Fields(line)
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		from, until, lasts := strings.Cut(words[0], "-")
		seen := history.Observation{At: second(from), Observer: "garden"}
		switch words[1] {
		case "gone":
			seen.Gone = factOf(words[2:]).Fact().Key()
		case "same":
			seen.Same = factOf(words[2:]).Fact().Key()
		default:
			seen.Facts = factOf(words[1:])
		}
		all = append(all, seen)
		if lasts {
			for at := seen.At.Add(10 * time.Second); ; at = at.Add(10 * time.Second) {
				if end := second(until); at.After(end) {
					at = end
				}
				all = append(all, history.Observation{At: at, Observer: "garden", Same: seen.Key()})
				if !at.Before(second(until)) {
					break
				}
			}
		}
	}
	for _, one := range all {
		Expect(one.Validate()).To(Succeed())
	}
	slices.SortStableFunc(all, func(a, b history.Observation) int { return a.At.Compare(b.At) })
	return all
}

func second(text string) time.Time {
	seconds, err := strconv.ParseFloat(text, 64)
	Expect(err).NotTo(HaveOccurred(), text)
	return noon.Add(time.Duration(seconds * float64(time.Second)))
}

// commit returns the revision of a word such as c1.
func commit(word string) string {
	if word == "" || word == "-" {
		return ""
	}
	return "main@sha1:" + strings.Repeat(strings.TrimPrefix(word, "c"), 40)
}

func commitDigits(word string) string { return strings.Repeat(strings.TrimPrefix(word, "c"), 40) }

func isCommit(word string) bool { return len(word) == 2 && word[0] == 'c' }
func isRevision(word string) bool {
	return len(word) == 2 && word[0] == 'r'
}

// options separates words of the form name=value from the others.
func options(words []string) ([]string, map[string]string) {
	var others []string
	found := map[string]string{}
	for _, word := range words {
		if name, value, ok := strings.Cut(word, "="); ok {
			found[name] = value
		} else {
			others = append(others, word)
		}
	}
	return others, found
}

func factOf(words []string) history.Facts {
	names, set := options(words[1:])
	name := ""
	if len(names) > 0 {
		name = names[0]
	}
	switch words[0] {
	case "setup":
		times := map[string]metav1.Duration{}
		for name, value := range set {
			times[name] = metav1.Duration{Duration: duration(value)}
		}
		return history.Facts{Setup: &history.Setup{Story: "short", Times: times}}
	case "action":
		return history.Facts{Action: &history.Action{What: strings.Join(names, " "), On: set["on"]}}
	case "config":
		return history.Facts{Config: configOf(names, set)}
	case "shoot":
		shoot := &history.Shoot{Namespace: namespace, Name: name, UID: types.UID(name + set["uid"]), Extension: true, Seed: "my-seed"}
		for _, word := range names[1:] {
			switch word {
			case "Hibernated":
				shoot.Hibernated = true
			case "Deleting":
				shoot.Deleting = true
			case "Removed":
				shoot.Extension = false
			case "Migrating":
				shoot.SpecSeed = "another-seed"
			default:
				shoot.Labels = map[string]string{"stage": word}
			}
		}
		if seed := set["seed"]; seed != "" {
			shoot.Seed = seed
		}
		shoot.DeletionPolicy = fluxv1alpha1.DeletionPolicy(set["policy"])
		if until := set["hold"]; until != "" {
			shoot.HoldUntil = metav1.NewTime(second(until))
		}
		return history.Facts{Shoot: shoot}
	case "report":
		return history.Facts{Report: reportOf(name, names, set)}
	case "answer":
		return history.Facts{Answer: &history.Answer{URL: "https://" + name, Good: len(names) > 1 && names[1] == "good"}}
	case "stop":
		return history.Facts{Stop: &history.Stop{Number: int64(number(name)), Stopped: len(names) > 1}}
	case "rollout":
		if name == "baseline" {
			return history.Facts{Rollout: &history.Rollout{Scope: history.BaselineScope, Operation: set["operation"] + approval(set)}}
		}
		return history.Facts{Rollout: rolloutOf(names, set)}
	case "deployKey":
		key := &history.DeployKey{Namespace: namespace, Secret: "flux-source", UID: types.UID("key" + set["uid"]), Fingerprint: name, Next: set["next"], Manager: set["manager"], Annotations: map[string]string{}}
		for _, annotation := range []string{"operation", "previous-fingerprint"} {
			if value, ok := set[annotation]; ok {
				key.Annotations[annotation] = value
			}
		}
		return history.Facts{DeployKey: key}
	case "commitStatus":
		return history.Facts{CommitStatus: &history.CommitStatus{
			Repository: "my-fleet", Commit: commitDigits(name), Context: "landscape/" + names[1], State: names[2],
		}}
	case "extension":
		return history.Facts{Extension: &history.Extension{Seed: "my-seed", Namespace: "shoot--a--" + name, Project: namespace, Shoot: name}}
	case "operator":
		return history.Facts{Operator: operatorOf(names, set)}
	case "seed":
		return history.Facts{Seed: &history.Seed{Name: name, Labels: map[string]string{"stage": names[1]}}}
	case "board":
		return history.Facts{NoticeBoard: &history.NoticeBoard{Seed: name, Baseline: &history.Release{Commit: commit(set["commit"]), Revision: set["revision"]}}}
	case "seedReport":
		return history.Facts{SeedReport: &history.SeedReport{Seed: name, Shoots: reported(set)}}
	case "event":
		return history.Facts{Event: &history.Event{
			Namespace: namespace, Name: strings.Join(names, "."), Reason: name, Note: strings.ReplaceAll(strings.Join(names[1:], " "), "_", " "),
			Kind: set["kind"], About: set["about"],
		}}
	case "object":
		kind, full, _ := strings.Cut(names[1], "/")
		object := &history.Object{
			Project: namespace, Shoot: name, Kind: kind, Name: full, UID: types.UID(set["uid"]), Applier: set["applier"], Origin: set["origin"],
			Part: set["part"], Ready: set["ready"], FluxVersion: set["flux"], KeyFingerprint: set["key"], Keep: set["keep"] == "true", PruneDisabled: set["prune"] == "disabled",
		}
		if in, inner, ok := strings.Cut(full, "/"); ok {
			object.Namespace, object.Name = in, inner
		}
		return history.Facts{Object: object}
	case "fluxObject":
		return history.Facts{FluxObject: fluxObjectOf(names, set)}
	}
	panic("no short form of " + words[0])
}

func duration(text string) time.Duration {
	value, err := time.ParseDuration(text)
	Expect(err).NotTo(HaveOccurred())
	return value
}

func number(text string) int32 {
	value, err := strconv.ParseInt(text, 10, 32)
	Expect(err).NotTo(HaveOccurred())
	return int32(value)
}

// configOf returns a flux-config with the named rings, each for the Shoots with that stage. Options are of all rings, or
// of one: dev.soak=10s.
func configOf(names []string, set map[string]string) *history.Config {
	config := &history.Config{Namespace: namespace, DeletionPolicy: fluxv1alpha1.DeletionPolicy(set["policy"]), Content: set["content"], Operation: set["operation"], FluxVersion: set["flux"]}
	if ring, ok := set["approve"]; ok {
		config.Operation = "approve=" + ring
	}
	if shoot, ok := set["skip"]; ok {
		config.Operation = "skip=" + shoot
	}
	if set["branch"] != "" || set["tag"] != "" || set["url"] != "" {
		config.Source = &history.SourceConfig{Kind: "GitRepository", URL: set["url"], Ref: history.Ref{Branch: set["branch"], Tag: set["tag"]}}
	}
	rollout := &fluxv1alpha1.Rollout{}
	for _, name := range names {
		if strings.HasPrefix(name, "conf") {
			config.Configuration = name
			continue
		}
		if name == "Promote" || name == "Follow" {
			rollout.Source = ptr.To(fluxv1alpha1.RolloutSource(name))
			continue
		}
		ring := fluxv1alpha1.Ring{Name: name, ShootSelector: fluxv1alpha1.ShootSelector{Shoots: &metav1.LabelSelector{MatchLabels: map[string]string{"stage": name}}}}
		of := func(option string) string {
			if value, ok := set[name+"."+option]; ok {
				return value
			}
			return set[option]
		}
		if value := of("soak"); value != "" {
			ring.Soak = &metav1.Duration{Duration: duration(value)}
		}
		if value := of("max"); value != "" {
			ring.MaxConcurrent = ptr.To(intstr.Parse(value))
		}
		if value := of("failures"); value != "" {
			ring.MaxFailures = ptr.To(number(value))
		}
		if value := of("approval"); value != "" {
			ring.Approval = ptr.To(fluxv1alpha1.Approval(value))
		}
		if value := of("empty"); value != "" {
			ring.AllowEmpty = ptr.To(value == "true")
		}
		for _, value := range strings.FieldsFunc(of("checks"), func(r rune) bool { return r == ';' }) {
			ring.Checks = append(ring.Checks, checkOf(value))
		}
		if value := of("pin"); value != "" {
			ring.Pin = ptr.To(value == "true")
		}
		for i, value := range strings.FieldsFunc(of("windows"), func(r rune) bool { return r == ';' }) {
			ring.Windows = append(ring.Windows, windowOf(fmt.Sprintf("window-%d", i), value, set["zone"]))
		}
		rollout.Rings = append(rollout.Rings, ring)
	}
	for _, value := range strings.FieldsFunc(set["freezes"], func(r rune) bool { return r == ';' }) {
		rollout.Freezes = append(rollout.Freezes, freezeOf(value, set["zone"]))
	}
	if value := set["deadline"]; value != "" {
		rollout.ProgressDeadline = &metav1.Duration{Duration: duration(value)}
	}
	if value, ok := set["protect"]; ok {
		rollout.Guard = &fluxv1alpha1.Guard{Protect: strings.FieldsFunc(value, func(r rune) bool { return r == ',' }), MaxRemoved: ptr.To(intstr.FromString("100%"))}
	}
	if value, ok := set["maxRemoved"]; ok {
		if rollout.Guard == nil {
			rollout.Guard = &fluxv1alpha1.Guard{}
		}
		rollout.Guard.MaxRemoved = ptr.To(intstr.Parse(value))
	}
	if len(rollout.Rings) > 0 {
		config.Rollout = rollout
	}
	return config
}

// checkOf returns a check of a word such as change/BeforeStart or errors/AfterReady/10s/1m, with the time for which it has
// to be good and its deadline. Its URL has its name.
func checkOf(word string) fluxv1alpha1.Check {
	parts := strings.Split(word, "/")
	check := fluxv1alpha1.Check{Name: parts[0], When: fluxv1alpha1.CheckTime(parts[1]), HTTP: &fluxv1alpha1.HTTPCheck{URL: "https://" + parts[0], Expression: "body.good"}}
	if len(parts) > 2 && parts[2] != "" {
		check.For = &metav1.Duration{Duration: duration(parts[2])}
	}
	if len(parts) > 3 {
		check.Deadline = &metav1.Duration{Duration: duration(parts[3])}
	}
	return check
}

// windowOf returns a window of a word such as 0_9_*_*_1-4/7h, or maintenance.
func windowOf(name, word, zone string) fluxv1alpha1.Window {
	if word == "maintenance" {
		return fluxv1alpha1.Window{Name: name, Maintenance: true}
	}
	schedule, lasts, _ := strings.Cut(word, "/")
	return fluxv1alpha1.Window{Name: name, Cron: strings.ReplaceAll(schedule, "_", " "), Duration: &metav1.Duration{Duration: duration(lasts)}, TimeZone: zoneOf(zone)}
}

// freezeOf returns a freeze on the day of noon of a word such as year-end/12:01/13:00, with a ring or without.
func freezeOf(word, zone string) fluxv1alpha1.Freeze {
	parts := strings.Split(word, "/")
	day := noon.Format(time.DateOnly) + "T"
	return fluxv1alpha1.Freeze{Name: parts[0], From: day + parts[1], To: day + parts[2], TimeZone: zoneOf(zone), Rings: parts[3:]}
}

func zoneOf(name string) string {
	if name == "" {
		return "UTC"
	}
	return name
}

func reportOf(name string, names []string, set map[string]string) *history.Report {
	report := &history.Report{Namespace: namespace, Shoot: name, Manager: "shoot-flux-seed-my-seed"}
	status := &report.Status
	status.UID = types.UID(name + set["uid"])
	for _, word := range names[1:] {
		switch {
		case isCommit(word):
			status.AppliedRevision, status.AttemptedRevision = commit(word), commit(word)
		case strings.HasPrefix(word, ">"):
			status.AttemptedRevision = commit(word[1:])
		case isRevision(word):
			status.Revision = word
		default:
			status.State = fluxv1alpha1.ShootState(word)
			status.Ready = status.State.IsReady()
		}
	}
	if name, ok := set["name"]; ok {
		_, digest, _ := strings.Cut(status.AppliedRevision, "@")
		if status.AppliedRevision = name + "@" + digest; name == "" {
			status.AppliedRevision = digest
		}
	}
	if value, ok := set["manager"]; ok {
		report.Manager = value
	}
	if value, ok := set["observed"]; ok {
		status.ObservedAt = metav1.NewTime(second(value))
	}
	if value, ok := set["hold"]; ok {
		status.Hold = &fluxv1alpha1.HoldRequest{Until: metav1.NewTime(second(value))}
	}
	if value, ok := set["confirmed"]; ok {
		status.ConfirmedAt = metav1.NewTime(second(value))
	}
	if value, ok := set["stored"]; ok {
		report.Stored = second(value)
	}
	if value, ok := set["removed"]; ok {
		// removed=Namespace:1,ConfigMap:2/10
		kinds, before, _ := strings.Cut(value, "/")
		removed := &fluxv1alpha1.RemovedObjects{}
		if before != "" {
			removed.Before = number(before)
		}
		for _, kind := range strings.Split(kinds, ",") {
			if name, count, ok := strings.Cut(kind, ":"); ok {
				removed.Kinds = append(removed.Kinds, fluxv1alpha1.RemovedKind{Kind: name, Count: number(count)})
				removed.Count += number(count)
			}
		}
		status.Removed = removed
	}
	if value, ok := set["unknown"]; ok {
		if status.Removed == nil {
			status.Removed = &fluxv1alpha1.RemovedObjects{}
		}
		if status.Removed.Unknown = value; value == "unsettled" {
			status.Removed.Unknown = fluxv1alpha1.RemovedUnsettled
		}
	}
	status.FluxVersion = set["flux"]
	status.Cause = fluxv1alpha1.Cause(set["cause"])
	status.Configuration = set["configuration"]
	status.DeployKeyFingerprint = set["key"]
	return report
}

// rolloutOf returns a state of flux-rollout. Its words are the phase, rings such as dev:Complete:c1:r1, and members such
// as a=c1/r1; options begin with a capital letter, such as Failed=dev/a.
func rolloutOf(names []string, set map[string]string) *history.Rollout {
	state := &history.Rollout{Scope: namespace, Members: map[string]history.Permit{}}
	for _, word := range names {
		parts := strings.Split(word, ":")
		if len(parts) == 1 {
			if word == "Paused" {
				state.Paused = true
			}
			state.Phase = word
			continue
		}
		ring := history.Ring{Name: parts[0], Phase: parts[1]}
		for _, value := range parts[2:] {
			switch {
			case isCommit(value):
				ring.Commit = commit(value)
			case isRevision(value):
				ring.Revision = value
			case value == "passed":
				ring.Passed, ring.PassedCommit, ring.PassedRevision = true, ring.Commit, ring.Revision
			case value == "approved":
				ring.Approved = []string{ring.Revision, ring.Commit}
			}
		}
		state.Rings = append(state.Rings, ring)
	}
	for _, name := range slices.Sorted(maps.Keys(set)) {
		value := set[name]
		switch name {
		case "Decided":
			state.Decided = second(value)
		case "Target":
			state.Target = value
		case "Failed":
			ring, shoot, _ := strings.Cut(value, "/")
			for i := range state.Rings {
				if state.Rings[i].Name == ring {
					state.Rings[i].Failed = map[string]string{shoot: "Failed"}
				}
			}
		case "RolledBack":
			if state.RolledBack = value; isCommit(value) {
				state.RolledBack = commit(value)
			}
		default:
			permit := history.Permit{}
			value, permit.FluxVersion, _ = strings.Cut(value, "+")
			for _, part := range strings.Split(value, "/") {
				switch {
				case isCommit(part):
					permit.Commit = commit(part)
				case isRevision(part):
					permit.Revision = part
				case part != "" && part != "-":
					panic(fmt.Sprintf("no permit: %s", part))
				}
			}
			state.Members[name] = permit
		}
	}
	return state
}

// fluxObjectOf returns an object of Flux in a shoot. Its words are the Shoot, the kind, the role, and the name of the
// object, which is flux-system for a role.
func fluxObjectOf(names []string, set map[string]string) *history.FluxObject {
	object := &history.FluxObject{Project: namespace, Shoot: names[0], Kind: names[1], Namespace: "flux-system", Name: "flux-system", Role: names[2]}
	if object.Role != history.RoleRoot && object.Role != history.RoleBaseline {
		object.Role, object.Name = "", names[2]
	}
	object.UID = types.UID(set["uid"])
	object.Artifact, object.AppliedRevision, object.AttemptedRevision = commit(set["artifact"]), commit(set["applied"]), commit(set["attempted"])
	object.Ref = history.Ref{Branch: set["branch"], Tag: set["tag"]}
	if pinned := set["commit"]; pinned != "" {
		object.Ref.Commit = strings.Repeat(pinned[1:], 40)
	}
	object.Ready, object.Reason = set["ready"], set["reason"]
	object.URL, object.Path = set["url"], set["path"]
	object.Suspended = set["suspended"] == "true"
	return object
}

// approval returns the operation of an option approve.
func approval(set map[string]string) string {
	if ring := set["approve"]; ring != "" {
		return "approve=" + ring
	}
	return ""
}

// operatorOf returns the configuration of the garden controller, with the named rings of seeds, each for the seeds with
// that stage. Option replaced is the soak of the first ring in that rollout alone. Option removesFlux returns the
// configuration of a seed that removes a Flux that came only for the baseline.
func operatorOf(names []string, set map[string]string) *history.Operator {
	if seed := set["removesFlux"]; seed != "" {
		return &history.Operator{Process: "seed " + seed, Baseline: &configv1alpha1.Baseline{FluxDeletionPolicy: configv1alpha1.BaselineFluxRemove}}
	}
	operator := &history.Operator{Process: "garden-controller", FluxVersion: set["flux"]}
	operator.Rollouts = &configv1alpha1.Rollouts{}
	if names[0] == "versions" {
		operator.Rollouts.FluxVersion, names = &configv1alpha1.FluxVersionRollout{}, names[1:]
	} else {
		operator.Baseline, operator.Rollouts.Baseline = &configv1alpha1.Baseline{}, &configv1alpha1.BaselineRollout{}
	}
	for _, name := range names {
		operator.Rollouts.Rings = append(operator.Rollouts.Rings, configv1alpha1.SeedRing{
			Name: name, Seeds: &metav1.LabelSelector{MatchLabels: map[string]string{"stage": name}}, Soak: &metav1.Duration{Duration: duration(set["soak"])},
		})
	}
	if soak := set["replaced"]; soak != "" {
		soaks := map[string]metav1.Duration{names[0]: {Duration: duration(soak)}}
		if operator.Rollouts.FluxVersion != nil {
			operator.Rollouts.FluxVersion.Soaks = soaks
		} else {
			operator.Rollouts.Baseline.Soaks = soaks
		}
	}
	return operator
}

// reported returns Shoots of a seed's report: one.a=c1/Ready/-Namespace:1 is Shoot a of project one.
func reported(set map[string]string) map[string]history.ReportedShoot {
	shoots := map[string]history.ReportedShoot{}
	for name, value := range set {
		shoot := history.ReportedShoot{}
		for _, word := range strings.Split(value, "/") {
			switch {
			case isCommit(word):
				shoot.AppliedRevision = commit(word)
			case isRevision(word):
				shoot.Revision = word
			case strings.HasPrefix(word, "v"):
				shoot.FluxVersion = word
			case strings.HasPrefix(word, "-"):
				kind, count, _ := strings.Cut(word[1:], ":")
				shoot.Removed = &fluxv1alpha1.RemovedObjects{Before: 10, Count: number(count), Kinds: []fluxv1alpha1.RemovedKind{{Kind: kind, Count: number(count)}}}
			default:
				shoot.Baseline = fluxv1alpha1.BaselineState(word)
			}
		}
		shoots[strings.Replace(name, ".", "/", 1)] = shoot
	}
	return shoots
}
