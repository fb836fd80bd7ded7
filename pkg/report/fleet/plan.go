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

// ShootReport is what a seed has to report on one of its Shoots.
type ShootReport struct {
	// Name is that of the Shoot.
	Name string
	// Status is its status.
	Status fluxv1alpha1.ShootStatus
	// Leaving is true if the Shoot migrates to another seed. As soon as that one reports it, this one does not any more.
	Leaving bool
}

// Input is the desired state of the report to a project, and the current one in its ConfigMap.
type Input struct {
	// ConfigMap is that of the project, with its field managers; nil if there is none.
	ConfigMap *corev1.ConfigMap
	// Seed is the name of the seed.
	Seed string
	// Shoots are those of the project on the seed.
	Shoots []ShootReport
	// Spare reports whether an entry stays although no Shoot of that name is among them, because it is not known of all Extensions
	// which Shoot they belong to.
	Spare func(name string) bool
	// Limits are those of the ConfigMap.
	Limits Limits
	// Now is the current time.
	Now time.Time
}

// longestMove is how long a Shoot that has left is reported if no other seed does. It may have deploy keys meanwhile.
const longestMove = 24 * time.Hour

// Plan is what there is to do.
type Plan struct {
	// Write is true if there is anything to write.
	Write bool
	// Entries and Annotations are all of the seed in the ConfigMap. What else it has written there is removed.
	Entries, Annotations map[string]string
	// Again is true if there will be something to write after that.
	Again bool
	// Events are about what is written.
	Events []Event
	// Kept is true if there are entries of Shoots that do not exist any more, or are not known, and may have to be removed later.
	Kept bool
	// Spared is true if some of them are kept because it is not known which Shoots there are, which may soon be known.
	Spared bool
	// LeftOut is how many Shoots are not reported, because there is no room.
	LeftOut int
}

// tombstone replaces an entry in which another field manager has a part, so that it can be removed.
const tombstone = ""

// PlanOf returns what there is to do.
func PlanOf(in Input) (Plan, error) {
	current := read(in.ConfigMap, in.Seed)
	statuses, before := in.desired(current)
	spared := false
	in.Spare = recording(in.Spare, &spared)
	kept, tombs, err := in.keep(current, statuses)
	if err != nil {
		return Plan{}, err
	}

	rewritten := map[string]bool{}
	for name := range statuses {
		rewritten[name] = true
	}
	for name := range current.own {
		if _, stays := kept[name]; !stays {
			rewritten[name] = true
		}
	}
	others := sizeWithout(in.ConfigMap, rewritten).plus(current.managers)
	entries, err := current.share(in.Limits, others, in.ConfigMap).fit(others, statuses)
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
		if current.data[name] != e.text {
			changes = append(changes, change{name: name, before: before[name], now: e.status})
		}
	}
	plan.Events = eventsOf(changes)
	if plan.LeftOut > 0 {
		plan.Annotations[current.leftOutName] = strconv.Itoa(plan.LeftOut)
		if current.leftOut == "" {
			plan.Events = append(plan.Events, leftOut(plan.LeftOut, len(statuses)))
		}
	}
	plan.Write = current.differs(plan)
	return plan, nil
}

// recording records whether any entry is spared.
func recording(spare func(string) bool, spared *bool) func(string) bool {
	return func(name string) bool {
		holds := spare(name)
		*spared = *spared || holds
		return holds
	}
}

// desired returns the statuses to be reported, and the current ones of the same Shoots, whichever seed has written them.
func (in Input) desired(current content) (map[string]fluxv1alpha1.ShootStatus, map[string]*fluxv1alpha1.ShootStatus) {
	statuses, before := map[string]fluxv1alpha1.ShootStatus{}, map[string]*fluxv1alpha1.ShootStatus{}
	for _, shoot := range in.Shoots {
		if known, ok := Decode(current.data[shoot.Name]); ok && known.UID == shoot.Status.UID {
			before[shoot.Name] = &known
		}
		if last := before[shoot.Name]; shoot.Leaving && (last == nil || last.Seed != in.Seed) {
			continue
		}
		statuses[shoot.Name] = follow(before[shoot.Name], shoot.Status)
	}
	return statuses, before
}

// keep returns the entries that stay although their Shoots are not reported, and the names of those that cannot be removed yet.
func (in Input) keep(current content, statuses map[string]fluxv1alpha1.ShootStatus) (map[string]string, []string, error) {
	kept, tombs := map[string]string{}, []string{}
	for name, value := range current.data {
		if _, reported := statuses[name]; reported {
			continue
		}
		known, ok := Decode(value)
		ours := ok && known.Seed == in.Seed
		switch {
		case !ours && !current.own[name]:
		case ours && in.Spare(name):
			kept[name] = value
		case ours && in.isMigrating(known):
			waiting, err := in.whileMigrating(known, value)
			if err != nil {
				return nil, nil, err
			}
			kept[name] = waiting
		case !current.own[name] || current.foreign[name]:
			tombs = append(tombs, name)
		}
	}
	return kept, tombs, nil
}

// isMigrating reports whether a Shoot has left the seed and may not be restored elsewhere: the seed to which it migrates overwrites its entry.
// Without the entry, the Shoot would not be reported meanwhile, and a rotation of the deploy key would not wait for it.
func (in Input) isMigrating(known fluxv1alpha1.ShootStatus) bool {
	return known.State == fluxv1alpha1.ShootMigrating && (known.Since.IsZero() || in.Now.Before(known.Since.Add(longestMove)))
}

// whileMigrating returns the entry of such a Shoot: the same, with a time from which its end is reckoned.
func (in Input) whileMigrating(known fluxv1alpha1.ShootStatus, value string) (string, error) {
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

// content is what the ConfigMap contains, and who has written it.
type content struct {
	data map[string]string
	// own are the entries that are the seed's, and foreign those in which another field manager has a part.
	own, foreign map[string]bool
	// leftOut is the annotation of that name, with how many Shoots are not reported; empty if there is none.
	leftOut, leftOutName string
	// managers is the size of the records of field managers beside the entries.
	managers Size
	// seeds is the number of seeds that report Shoots, with this one, and ofSeeds are their entries.
	seeds   int
	ofSeeds map[string]bool
	// pressed is true if another seed has no room for all messages, and cramped that one has none for all Shoots.
	pressed, cramped bool
}

func read(configMap *corev1.ConfigMap, seed string) content {
	current := content{own: map[string]bool{}, foreign: map[string]bool{}, ofSeeds: map[string]bool{}, seeds: 1, leftOutName: fluxv1alpha1.AnnotationLeftOutPrefix + seed}
	if configMap == nil {
		return current
	}
	current.data = configMap.Data
	current.leftOut = configMap.Annotations[current.leftOutName]
	for _, manager := range configMap.ManagedFields {
		current.managers.Object += len(manager.Manager) + managerBytes
		ours := manager.Manager == fluxv1alpha1.StatusFieldManagerPrefix+seed && manager.Operation == metav1.ManagedFieldsOperationApply
		ofSeed := strings.HasPrefix(manager.Manager, fluxv1alpha1.StatusFieldManagerPrefix)
		if ofSeed && !ours {
			current.seeds++
		}
		for _, name := range namesIn(manager.FieldsV1) {
			if ours {
				current.own[name] = true
			} else {
				current.foreign[name] = true
				current.pressed = current.pressed || ofSeed && strings.Contains(configMap.Data[name], shortened)
			}
			current.ofSeeds[name] = current.ofSeeds[name] || ofSeed
		}
	}
	for name := range configMap.Annotations {
		if strings.HasPrefix(name, fluxv1alpha1.AnnotationLeftOutPrefix) && name != current.leftOutName {
			current.cramped = true
		}
	}
	return current
}

// share returns the limits for a seed that leaves the others their parts of what the members of the project have left, if there is not
// enough room for all.
func (c content) share(limits Limits, others Size, configMap *corev1.ConfigMap) Limits {
	if !c.pressed && !c.cramped {
		return limits
	}
	members := sizeWithout(configMap, c.ofSeeds)
	part := func(limit Size) Size {
		own := limit.minus(members)
		own = Size{Data: max(0, own.Data) / c.seeds, Object: max(0, own.Object) / c.seeds}
		shared := others.plus(own)
		return Size{Data: min(limit.Data, shared.Data), Object: min(limit.Object, shared.Object)}
	}
	if limits.Soft = part(limits.Soft); c.cramped {
		limits.Hard = part(limits.Hard)
	}
	return limits
}

// managerBytes is about the size of the record of each field manager beside the fields.
const managerBytes = 100

// namesIn returns the entries of which a field manager has a part.
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

// differs reports whether any content is other than planned, or is planned to be the seed's and is not.
func (c content) differs(plan Plan) bool {
	if c.leftOut != plan.Annotations[c.leftOutName] {
		return true
	}
	for name, value := range plan.Entries {
		if c.data[name] != value || !c.own[name] {
			return true
		}
	}
	for name := range c.own {
		if _, planned := plan.Entries[name]; !planned {
			return true
		}
	}
	return false
}
