// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package fleet

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Told is what a seed has to tell of one of its Shoots.
type Told struct {
	// Name is that of the Shoot.
	Name string
	// Status is what there is to tell.
	Status fluxv1alpha1.ShootStatus
	// Leaving says that the Shoot goes to another seed. As soon as that one tells of it, this one does not any more.
	Leaving bool
}

// Input is what there is to tell a project, and what stands in its ConfigMap.
type Input struct {
	// ConfigMap is that of the project, with its field managers; nil if there is none.
	ConfigMap *corev1.ConfigMap
	// Seed is the name of the seed.
	Seed string
	// Shoots are those of the project on the seed.
	Shoots []Told
	// Spare says whether an entry stays although no Shoot of that name is among them, because it is not known of all Extensions
	// which Shoot they belong to.
	Spare func(name string) bool
	// Limits are those of the ConfigMap.
	Limits Limits
	// Now is when that is so.
	Now time.Time
}

// longestMove is how long a Shoot that has left is told of if no other seed does. It may have deploy keys meanwhile.
const longestMove = 24 * time.Hour

// Plan is what there is to do.
type Plan struct {
	// Write says whether there is anything to write.
	Write bool
	// Entries and Annotations are all that the seed wants to stand in the ConfigMap. What else it has written there goes.
	Entries, Annotations map[string]string
	// Again says that there will be something to write after that.
	Again bool
	// Events tell of what is written.
	Events []Event
	// Kept says that entries stand of Shoots that are not there any more, or not known, and may have to go later.
	Kept bool
	// Spared says that some of them stand because it is not known which Shoots there are, which may soon be known.
	Spared bool
	// LeftOut is of how many Shoots nothing is told, because there is no room.
	LeftOut int
}

// tombstone takes the place of an entry that somebody else has a part in, so that it can go.
const tombstone = ""

// PlanOf finds out what there is to do.
func PlanOf(in Input) (Plan, error) {
	stands := look(in.ConfigMap, in.Seed)
	statuses, before := in.wanted(stands)
	spared := false
	in.Spare = noting(in.Spare, &spared)
	kept, tombs, err := in.keep(stands, statuses)
	if err != nil {
		return Plan{}, err
	}

	rewritten := map[string]bool{}
	for name := range statuses {
		rewritten[name] = true
	}
	for name := range stands.own {
		if _, stays := kept[name]; !stays {
			rewritten[name] = true
		}
	}
	others := sizeWithout(in.ConfigMap, rewritten).plus(stands.managers)
	entries, err := stands.share(in.Limits, others, in.ConfigMap).fit(others, statuses)
	if err != nil {
		return Plan{}, err
	}

	plan := Plan{Entries: kept, Annotations: map[string]string{}, Again: len(tombs) > 0, Kept: len(kept) > 0, Spared: spared}
	for _, name := range tombs {
		plan.Entries[name] = tombstone
	}
	var changes []change
	for name, e := range entries {
		if e.brevity == nothing {
			plan.LeftOut++
			continue
		}
		plan.Entries[name] = e.text
		if stands.data[name] != e.text {
			changes = append(changes, change{name: name, before: before[name], now: e.status})
		}
	}
	plan.Events = eventsOf(changes)
	if plan.LeftOut > 0 {
		plan.Annotations[stands.leftOutName] = strconv.Itoa(plan.LeftOut)
		if stands.leftOut == "" {
			plan.Events = append(plan.Events, leftOut(plan.LeftOut, len(statuses)))
		}
	}
	plan.Write = stands.differs(plan)
	return plan, nil
}

// noting notes whether any entry is spared.
func noting(spare func(string) bool, spared *bool) func(string) bool {
	return func(name string) bool {
		holds := spare(name)
		*spared = *spared || holds
		return holds
	}
}

// wanted returns what there is to tell, and what stands of the same Shoots, whoever has written it.
func (in Input) wanted(stands standing) (map[string]fluxv1alpha1.ShootStatus, map[string]*fluxv1alpha1.ShootStatus) {
	statuses, before := map[string]fluxv1alpha1.ShootStatus{}, map[string]*fluxv1alpha1.ShootStatus{}
	for _, shoot := range in.Shoots {
		if known, ok := Decode(stands.data[shoot.Name]); ok && known.UID == shoot.Status.UID {
			before[shoot.Name] = &known
		}
		if last := before[shoot.Name]; shoot.Leaving && (last == nil || last.Seed != in.Seed) {
			continue
		}
		statuses[shoot.Name] = follow(before[shoot.Name], shoot.Status)
	}
	return statuses, before
}

// keep returns the entries that stay although there is nothing to tell, and the names of those that cannot go yet.
func (in Input) keep(stands standing, statuses map[string]fluxv1alpha1.ShootStatus) (map[string]string, []string, error) {
	kept, tombs := map[string]string{}, []string{}
	for name, value := range stands.data {
		if _, told := statuses[name]; told {
			continue
		}
		known, ok := Decode(value)
		ours := ok && known.Seed == in.Seed
		switch {
		case !ours && !stands.own[name]:
		case ours && in.Spare(name):
			kept[name] = value
		case ours && in.isOnItsWay(known):
			waiting, err := in.onItsWay(known, value)
			if err != nil {
				return nil, nil, err
			}
			kept[name] = waiting
		case !stands.own[name] || stands.foreign[name]:
			tombs = append(tombs, name)
		}
	}
	return kept, tombs, nil
}

// isOnItsWay tells whether a Shoot has left the seed and may not have arrived elsewhere: the seed that it goes to writes over what is
// told of it. Without that, the project would be told of it by nobody meanwhile, and it would hold nobody up in a rotation.
func (in Input) isOnItsWay(known fluxv1alpha1.ShootStatus) bool {
	return known.State == fluxv1alpha1.ShootMigrating && (known.Since.IsZero() || in.Now.Before(known.Since.Add(longestMove)))
}

// onItsWay is what is told of such a Shoot: the same, with a time from which its end is reckoned.
func (in Input) onItsWay(known fluxv1alpha1.ShootStatus, value string) (string, error) {
	if !known.Since.IsZero() {
		return value, nil
	}
	known.Since = metav1.NewTime(in.Now.UTC().Truncate(time.Second))
	return Encode(known)
}

func leftOut(count, all int) Event {
	return Event{
		Type: corev1.EventTypeWarning, Reason: ReasonLeftOut,
		Note: fmt.Sprintf("ConfigMap %s has no room for %d of %d Shoots on this seed, which are not reported any more: failures, and which deploy keys the "+
			"Shoots have, take precedence. A rotation of the deploy key waits meanwhile. Make room in the ConfigMap if there is anything else in it, or spread the Shoots over several projects",
			fluxv1alpha1.StatusConfigMapName, count, all),
	}
}

// standing is what stands in the ConfigMap, and who has written it.
type standing struct {
	data map[string]string
	// own are the entries that are the seed's, and foreign those in which somebody else has a part.
	own, foreign map[string]bool
	// leftOut is the annotation of that name, which says of how many Shoots nothing is told; empty if there is none.
	leftOut, leftOutName string
	// managers is the size of what is noted of field managers that have other than entries.
	managers Size
	// seeds is the number of seeds that tell of Shoots, with this one, and of them those entries are.
	seeds   int
	ofSeeds map[string]bool
	// pressed says that another seed has no room for all messages, and cramped that one has none for all Shoots.
	pressed, cramped bool
}

func look(configMap *corev1.ConfigMap, seed string) standing {
	stands := standing{own: map[string]bool{}, foreign: map[string]bool{}, ofSeeds: map[string]bool{}, seeds: 1, leftOutName: fluxv1alpha1.AnnotationLeftOutPrefix + seed}
	if configMap == nil {
		return stands
	}
	stands.data = configMap.Data
	stands.leftOut = configMap.Annotations[stands.leftOutName]
	for _, manager := range configMap.ManagedFields {
		stands.managers.Object += len(manager.Manager) + managerBytes
		ours := manager.Manager == fluxv1alpha1.StatusFieldManagerPrefix+seed && manager.Operation == metav1.ManagedFieldsOperationApply
		ofSeed := strings.HasPrefix(manager.Manager, fluxv1alpha1.StatusFieldManagerPrefix)
		if ofSeed && !ours {
			stands.seeds++
		}
		for _, name := range namesIn(manager.FieldsV1) {
			if ours {
				stands.own[name] = true
			} else {
				stands.foreign[name] = true
				stands.pressed = stands.pressed || ofSeed && strings.Contains(configMap.Data[name], shortened)
			}
			stands.ofSeeds[name] = stands.ofSeeds[name] || ofSeed
		}
	}
	for name := range configMap.Annotations {
		if strings.HasPrefix(name, fluxv1alpha1.AnnotationLeftOutPrefix) && name != stands.leftOutName {
			stands.cramped = true
		}
	}
	return stands
}

// share returns the limits for a seed that leaves the others their parts of what the members of the project have left, if there is not
// enough room for all.
func (s standing) share(limits Limits, others Size, configMap *corev1.ConfigMap) Limits {
	if !s.pressed && !s.cramped {
		return limits
	}
	members := sizeWithout(configMap, s.ofSeeds)
	part := func(limit Size) Size {
		own := limit.minus(members)
		own = Size{Data: max(0, own.Data) / s.seeds, Object: max(0, own.Object) / s.seeds}
		shared := others.plus(own)
		return Size{Data: min(limit.Data, shared.Data), Object: min(limit.Object, shared.Object)}
	}
	if limits.Soft = part(limits.Soft); s.cramped {
		limits.Hard = part(limits.Hard)
	}
	return limits
}

// managerBytes is about what is noted of each field manager beside the fields.
const managerBytes = 100

// namesIn returns the entries of which somebody has a part.
func namesIn(fields *metav1.FieldsV1) []string {
	var set struct {
		Data map[string]json.RawMessage `json:"f:data"`
	}
	if fields == nil || json.Unmarshal(fields.GetRawBytes(), &set) != nil {
		return nil
	}
	names := make([]string, 0, len(set.Data))
	for field := range set.Data {
		if len(field) > 2 && field[:2] == "f:" {
			names = append(names, field[2:])
		}
	}
	return names
}

// differs tells whether anything stands otherwise than planned, or is planned to be the seed's and is not.
func (s standing) differs(plan Plan) bool {
	if s.leftOut != plan.Annotations[s.leftOutName] {
		return true
	}
	for name, value := range plan.Entries {
		if s.data[name] != value || !s.own[name] {
			return true
		}
	}
	for name := range s.own {
		if _, planned := plan.Entries[name]; !planned {
			return true
		}
	}
	return false
}
