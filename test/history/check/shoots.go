// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/Masterminds/semver/v3"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
)

const (
	versionRolloutPage = "operations/version-rollout.md"
	statusPage         = "usage/status.md"
	statusReference    = "usage/status-reference.md"
)

func shootRules() []Rule {
	return []Rule{
		{
			Name: "flux-version-never-back",
			Quotes: []Quote{
				{versionRolloutPage, "A version is never taken back."},
				{rolloutsPage, "A Flux version, also of an [override](configuration.md#projectoverrides), is never rolled back, because it cannot read the objects of a newer one"},
			},
			judge: downgrades,
		},
		{
			Name: "ready-is-ready",
			Quotes: []Quote{
				{statusPage, "`Ready`: Flux has applied the source's newest artifact, and everything applied is [ready](status-reference.md#fluxobjectsready) with it"},
				{statusReference, "It is never True with a revision older than the source's: each commit may make it Progressing for seconds."},
				{statusReference, "`ready`: state is `Ready` or `NoRepository`"},
				{statusPage, "`Suspended`: source or root Kustomization is suspended"},
			},
			judge: falseReadies,
		},
		{
			Name: "ready-with-its-configuration",
			Quotes: []Quote{
				{statusReference, "Progressing, `WaitingForFlux`: Flux has not reported on the present generation: the artifact may be of the former URL or `ref`"},
				{statusReference, "`ring`, `revision`: with a rollout, the ring and the revision of `flux-config` that was observed last"},
			},
			judge: foreignReadies,
		},
	}
}

// downgrades finds Flux versions that become older in a shoot, in its report, or in flux-rollout.
func downgrades(r *record) []finding {
	var found []finding
	add := func(where string, former, next string, shown ...int) {
		older, err := semver.NewVersion(next)
		newer, formerErr := semver.NewVersion(former)
		if err == nil && formerErr == nil && older.LessThan(newer) {
			found = append(found, finding{subject: where, text: fmt.Sprintf("%s went back from Flux %s to %s", where, former, next), shown: shown})
		}
	}
	for _, kind := range []string{"report", "object"} {
		for _, key := range r.keys[kind] {
			former, uid, index := "", "", -1
			for _, seen := range r.timelines[key] {
				version, of := "", ""
				switch fact := seen.fact.(type) {
				case *history.Report:
					version, of = fact.Status.FluxVersion, string(fact.Status.UID)
				case *history.Object:
					if fact.Part == history.PartFlux {
						version = fact.FluxVersion
					}
				default:
					former = "" // removed, and maybe installed again
				}
				if version == "" {
					continue
				}
				if former != "" && of == uid {
					add(strings.Replace(key, " ", " of ", 1), former, version, index, seen.first)
				}
				former, uid, index = version, of, seen.first
			}
		}
	}
	for _, p := range r.allProjects() {
		for _, shoot := range p.shoots {
			former, index := "", -1
			for _, seen := range p.rollout {
				state, ok := seen.fact.(*history.Rollout)
				if !ok || state.Members[shoot].FluxVersion == "" {
					continue
				}
				if version := state.Members[shoot].FluxVersion; former != version {
					if former != "" {
						add("flux-rollout for "+p.namespace+"/"+shoot, former, version, index, seen.first)
					}
					former, index = version, seen.first
				}
			}
		}
	}
	return found
}

// span is a time in which something was seen without a silence, in one sighting or in several ones.
type span struct {
	from, until time.Time
	what        string
	shown       []int
	// within is the time in which a report shows it.
	within time.Duration
}

// spans returns the times in which what was seen of a thing was the same. It is empty for what does not matter.
func spans(line timeline, what func(history.Fact) (string, time.Duration)) []span {
	var all []span
	goesOn := false
	for _, seen := range line {
		text, within := "", time.Duration(0)
		if seen.fact != nil {
			text, within = what(seen.fact)
		}
		last := len(all) - 1
		switch {
		case text == "":
			goesOn = false
			continue
		case goesOn && all[last].what == text && seen.from.Sub(all[last].until) <= longestSilence:
			all[last].until, all[last].shown = seen.until, append(all[last].shown, seen.first, seen.last)
		default:
			all = append(all, span{seen.from, seen.until, text, []int{seen.first, seen.last}, within})
		}
		goesOn = true
	}
	return all
}

// falseReadies finds reports of Ready that last while something in the shoot is not ready, longer than a health check
// needs to see it.
func falseReadies(r *record) []finding {
	var found []finding
	for _, p := range r.allProjects() {
		for _, shoot := range p.shoots {
			for _, seen := range p.reports(shoot) {
				report, ok := seen.fact.(*history.Report)
				if ok && report.Status.Ready != report.Status.State.IsReady() {
					found = append(found, finding{
						subject: p.namespace + " " + shoot + " state", shown: []int{seen.first},
						text: fmt.Sprintf("Shoot %s/%s has ready %t with state %s", p.namespace, shoot, report.Status.Ready, report.Status.State),
					})
				}
			}
			for _, bad := range p.wrongs(shoot) {
				for _, seen := range p.readies(shoot) {
					begin, end := later(seen.from, bad.from), earlier(seen.until, bad.until)
					if end.Sub(begin) <= bad.within || p.isAbsent(shoot, end) || r.disturbed(end) {
						continue
					}
					found = append(found, finding{
						subject: p.namespace + " " + shoot + " " + bad.what,
						text:    fmt.Sprintf("Shoot %s/%s was reported Ready for %s while %s", p.namespace, shoot, end.Sub(begin).Round(time.Second), bad.what),
						shown:   slices.Concat(bad.shown, seen.shown),
					})
				}
			}
		}
	}
	return found
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

// readies returns when a Shoot was reported Ready.
func (p *project) readies(shoot string) []span {
	return spans(p.reports(shoot), func(fact history.Fact) (string, time.Duration) {
		if report, ok := fact.(*history.Report); ok && report.Status.Ready && report.Status.AppliedRevision != "" {
			return "Ready", 0
		}
		return "", 0
	})
}

// wrongs returns what was not ready in a shoot.
func (p *project) wrongs(shoot string) []span {
	var all []span
	for _, kind := range []string{"fluxObject", "object"} {
		for _, key := range p.record.keys[kind] {
			if strings.HasPrefix(key, kind+" "+p.namespace+"/"+shoot+"/") {
				all = append(all, spans(p.record.timelines[key], p.record.notReady)...)
			}
		}
	}
	return append(all, p.behind(shoot)...)
}

// notReady returns what is not ready with an object, and how long a report may not show it.
func (r *record) notReady(fact history.Fact) (string, time.Duration) {
	health, objects := r.duration(history.TimeHealth), r.duration(history.TimeObjects)
	switch object := fact.(type) {
	case *history.FluxObject:
		name := object.Kind + " " + object.Namespace + "/" + object.Name
		switch isRoot := object.Role == history.RoleRoot; {
		case object.Role == history.RoleBaseline:
		case isRoot && object.Suspended:
			return name + " was suspended", health
		case isRoot && object.Ready == "False":
			return name + " was not ready", health
		case object.Ready == "False" && !object.Suspended:
			return name + " was not ready", objects
		}
	case *history.Object:
		if object.Part == history.PartWorkload && object.Ready == "False" {
			return object.Kind + " " + object.Namespace + "/" + object.Name + " was not ready", objects
		}
	}
	return "", 0
}

// behind returns when the root Kustomization had applied another revision than that of its source.
func (p *project) behind(shoot string) []span {
	var all []span
	roots := p.roots(shoot)
	for _, source := range roots {
		artifact := source.fact.(*history.FluxObject)
		if artifact.Kind == "Kustomization" || commitOf(artifact.Artifact) == "" {
			continue
		}
		for _, applied := range roots {
			root := applied.fact.(*history.FluxObject)
			if root.Kind != "Kustomization" || root.AppliedRevision == "" || commitOf(root.AppliedRevision) == commitOf(artifact.Artifact) {
				continue
			}
			if from, until := later(source.from, applied.from), earlier(source.until, applied.until); until.After(from) {
				what := fmt.Sprintf("Kustomization %s/%s had not applied commit %s of its source", root.Namespace, root.Name, short(commitOf(artifact.Artifact)))
				all = append(all, span{from, until, what, []int{applied.first, applied.last, source.first, source.last}, p.record.duration(history.TimeHealth)})
			}
		}
	}
	return all
}

// foreignReadies finds reports of Ready for a configuration that the source in the shoot does not have.
func foreignReadies(r *record) []finding {
	var found []finding
	for _, p := range r.allProjects() {
		for _, shoot := range p.shoots {
			for _, seen := range p.reports(shoot) {
				report, ok := seen.fact.(*history.Report)
				if !ok || !report.Status.Ready || report.Status.Configuration == "" || report.Status.Pending != nil {
					continue
				}
				for _, source := range p.roots(shoot) {
					if wrong, ok := p.foreignReady(shoot, seen, report, source); ok {
						found = append(found, wrong)
					}
				}
			}
		}
	}
	return found
}

func (p *project) foreignReady(shoot string, seen sighting, report *history.Report, source sighting) (finding, bool) {
	object := source.fact.(*history.FluxObject)
	begin, end := later(seen.from, source.from), earlier(seen.until, source.until)
	if object.Kind == "Kustomization" || object.URL == "" || end.Before(begin) {
		return finding{}, false
	}
	for _, configured := range p.config {
		config, ok := configured.fact.(*history.Config)
		if !ok || config.Configuration != report.Status.Configuration || config.Source == nil {
			continue
		}
		url := config.Source.URL
		if url == "" || strings.Contains(url, "$") || url == object.URL {
			continue
		}
		return finding{
			subject: p.namespace + " " + shoot + " " + report.Status.Configuration,
			text: fmt.Sprintf("Shoot %s/%s was reported Ready with a configuration whose source is %s, while its source was %s", p.namespace, shoot,
				url, object.URL),
			shown: []int{seen.first, seen.last, source.first, source.last, configured.first},
		}, true
	}
	return finding{}, false
}
