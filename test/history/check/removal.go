// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check

import (
	"fmt"
	"slices"
	"strings"
	"time"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
)

const removalPage = "usage/removal.md"

func removalRules() []Rule {
	return []Rule{
		{
			Name: "removal-takes-what-it-says",
			Quotes: []Quote{
				{removalPage, "| `Orphan` (default) | removed | stay |"},
				{removalPage, "| `Keep` | stay unmanaged; `flux uninstall` removes them | stay |"},
				{removalPage, "It leaves objects of suspended Kustomizations and HelmReleases, objects with `kustomize.toolkit.fluxcd.io/prune: disabled`"},
				{removalPage, "The [volumes of source-controller](controllers.md#storage) and its shards are deleted, and no other PersistentVolumeClaim."},
			},
			judge: removals,
		},
		{
			Name: "removal-ends",
			Quotes: []Quote{
				{removalPage, "| | Flux, its objects and CRDs, credentials, copies | workloads |"},
				{removalPage, "Flux's pods may take ten minutes to terminate."},
				{removalPage, "An object under a delivered name stays if it has no annotation `resources.gardener.cloud/origin`, or has `resources.gardener.cloud/keep-object: \"true\"`."},
			},
			judge: leftovers,
		},
		{
			Name: "missing-configuration-changes-nothing",
			Quotes: []Quote{
				{removalPage, "| `flux-config`, the providerConfig or the source is removed | none; `FluxConfigured` has reason `ConfigurationMissing` |"},
				{removalPage, "| the control plane is migrated to another seed | none; the extension there continues with the same key |"},
				{removalPage, "| the operator removes the [baseline](../operations/baseline.md#flux-without-the-baseline), and nothing is configured | Flux that came only for it may go too |"},
				{baselinePage, "| the project has a `flux-config`, or the Shoot a providerConfig | the project decides |"},
				{removalPage, "| the Shoot hibernates or wakes up | none; configuration changes are delivered at wake-up |"},
			},
			judge: silentRemovals,
		},
	}
}

// removal is the time in which the extension is removed from a Shoot that continues to exist.
type removal struct {
	project *project
	shoot   string
	policy  fluxv1alpha1.DeletionPolicy
	from    time.Time
	until   time.Time
	shown   []int
}

func (r *record) removals() []removal {
	var all []removal
	for _, p := range r.allProjects() {
		for _, name := range p.shoots {
			line := r.timelines[(&history.Shoot{Namespace: p.namespace, Name: name}).Key()]
			for i := 1; i < len(line); i++ {
				before, ok := line[i-1].fact.(*history.Shoot)
				now, exists := line[i].fact.(*history.Shoot)
				if !ok || !exists || !before.Extension || now.Extension || now.Deleting {
					continue
				}
				one := removal{project: p, shoot: name, policy: p.policy(before, line[i-1].until), from: line[i].from, shown: []int{line[i-1].first, line[i].first}}
				for _, next := range line[i+1:] {
					shoot, ok := next.fact.(*history.Shoot)
					if one.until.IsZero() && (!ok || shoot.Extension || shoot.Deleting) {
						one.until = next.from
					}
				}
				one.shown = append(one.shown, p.sourceOf(line[i-1].until)...)
				all = append(all, one)
			}
		}
	}
	return all
}

// policy returns the effective deletionPolicy of a Shoot.
func (p *project) policy(shoot *history.Shoot, at time.Time) fluxv1alpha1.DeletionPolicy {
	if shoot.DeletionPolicy != "" {
		return shoot.DeletionPolicy
	}
	if seen, ok := p.config.last(at); ok {
		if config, ok := seen.fact.(*history.Config); ok && config.DeletionPolicy != "" {
			return config.DeletionPolicy
		}
	}
	return fluxv1alpha1.DeletionPolicyOrphan
}

// objects calls a function for each thing in a shoot that was seen.
func (r *record) objects(project, shoot string, each func(timeline)) {
	for _, key := range r.keys["object"] {
		if strings.HasPrefix(key, "object "+project+"/"+shoot+"/") {
			each(r.timelines[key])
		}
	}
}

// lost is an object that existed and does not any more, or is another one.
type lostObject struct {
	object *history.Object
	at     time.Time
	shown  []int
}

// lostObjects returns the objects that were lost in a time. An end that is zero is that of the history.
func (r *record) lostObjects(project, shoot string, from, until time.Time) []lostObject {
	var all []lostObject
	r.objects(project, shoot, func(line timeline) {
		for i := 1; i < len(line); i++ {
			before, ok := line[i-1].fact.(*history.Object)
			now, exists := line[i].fact.(*history.Object)
			if !ok || exists && (now.UID == before.UID || before.UID == "" || now.UID == "") || line[i-1].until.Before(from.Add(-longestSilence)) || line[i].from.Before(from) ||
				!until.IsZero() && line[i].from.After(until) {
				continue
			}
			all = append(all, lostObject{before, line[i].from, []int{line[i-1].first, line[i-1].last, line[i].first}})
		}
	})
	return all
}

// removals finds objects that a removal has taken and should have left.
func removals(r *record) []finding {
	var found []finding
	for _, one := range r.removals() {
		for _, lost := range r.lostObjects(one.project.namespace, one.shoot, one.from, one.until) {
			object := lost.object
			stays := object.Part == history.PartUser || object.Part == history.PartWorkload && (one.policy != fluxv1alpha1.DeletionPolicyPrune || object.PruneDisabled) ||
				one.policy == fluxv1alpha1.DeletionPolicyKeep
			if !stays || object.Deleting {
				continue
			}
			found = append(found, finding{
				subject: one.project.namespace + " " + object.Key(),
				text: fmt.Sprintf("the removal from Shoot %s/%s with %s took %s %s", one.project.namespace, one.shoot, one.policy, object.Kind,
					strings.TrimPrefix(object.Namespace+"/"+object.Name, "/")),
				shown: slices.Concat(one.shown, lost.shown),
			})
		}
	}
	return found
}

// leftovers finds parts of Flux that are still there ten minutes after their removal has ended.
func leftovers(r *record) []finding {
	var found []finding
	for _, one := range r.removals() {
		if one.policy == fluxv1alpha1.DeletionPolicyKeep {
			continue
		}
		ended, shown, ok := r.ended(one)
		if !ok {
			continue
		}
		r.objects(one.project.namespace, one.shoot, func(line timeline) {
			for _, seen := range line {
				object, exists := seen.fact.(*history.Object)
				late := ended.Add(r.duration(history.TimeRemoval))
				if !exists || object.Part != history.PartFlux && object.Part != history.PartVolume || object.Kind == "Namespace" || object.Keep ||
					object.Part == history.PartFlux && object.Origin == "" || !seen.until.After(late) || !one.until.IsZero() && seen.until.After(one.until) || r.disturbed(seen.until) {
					continue
				}
				found = append(found, finding{
					subject: object.Key(),
					text: fmt.Sprintf("%s %s is still in Shoot %s/%s more than %s after the end of the removal", object.Kind,
						strings.TrimPrefix(object.Namespace+"/"+object.Name, "/"), one.project.namespace, one.shoot, r.duration(history.TimeRemoval)),
					shown: slices.Concat(one.shown, shown, []int{seen.first, seen.last}),
				})
			}
		})
	}
	return found
}

// ended returns when the Extension of a Shoot was gone after a removal.
func (r *record) ended(one removal) (time.Time, []int, bool) {
	for _, key := range r.keys["extension"] {
		line := r.timelines[key]
		for i := 1; i < len(line); i++ {
			before, ok := line[i-1].fact.(*history.Extension)
			if ok && before.Project == one.project.namespace && before.Shoot == one.shoot && line[i].fact == nil && line[i].from.After(one.from) {
				return line[i].from, []int{line[i-1].first, line[i].first}, true
			}
		}
	}
	return time.Time{}, nil, false
}

// silentRemovals finds parts of Flux that are lost while flux-config is missing, the shoot hibernates or its control plane
// is migrated, although the Shoot has the extension.
func silentRemovals(r *record) []finding {
	var found []finding
	for _, p := range r.allProjects() {
		for _, name := range p.shoots {
			for _, lost := range r.lostObjects(p.namespace, name, r.begin, time.Time{}) {
				shoot, seen := p.shoot(name, lost.at)
				configured, ok := p.config.last(lost.at)
				if lost.object.Part != history.PartFlux || shoot == nil || !shoot.Extension || shoot.Deleting || !ok {
					continue
				}
				why := ""
				switch {
				case configured.fact == nil && r.removesFlux(shoot.Seed, lost.at) && !p.wasConfigured(lost.at):
					continue
				case configured.fact == nil:
					why = "flux-config was missing"
				case shoot.Hibernated:
					why = "the Shoot was hibernated"
				case shoot.SpecSeed != "" && shoot.SpecSeed != shoot.Seed:
					why = "its control plane was migrated"
				default:
					continue
				}
				found = append(found, finding{
					subject: lost.object.Key(),
					text: fmt.Sprintf("%s %s of Flux was lost in Shoot %s/%s while %s", lost.object.Kind,
						strings.TrimPrefix(lost.object.Namespace+"/"+lost.object.Name, "/"), p.namespace, name, why),
					shown: slices.Concat(lost.shown, []int{seen.first, configured.first}),
				})
			}
		}
	}
	return found
}

// removesFlux returns whether the operator removes a Flux that came only for the baseline from Shoots on a seed.
func (r *record) removesFlux(seed string, at time.Time) bool {
	seen, ok := r.timelines[(&history.Operator{Process: "seed " + seed}).Key()].last(at)
	operator, is := seen.fact.(*history.Operator)
	return ok && is && operator.Baseline != nil && operator.Baseline.FluxDeletionPolicy == configv1alpha1.BaselineFluxRemove
}

// wasConfigured returns whether the project has had a flux-config: then its Flux is not only there for the baseline.
func (p *project) wasConfigured(at time.Time) bool {
	return slices.ContainsFunc(p.config, func(seen sighting) bool { return seen.fact != nil && !seen.from.After(at) })
}
