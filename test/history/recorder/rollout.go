// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package recorder

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
)

// These types have the fields of the stored state of a rollout that a history has. They are written again here, and
// read without the unknown fields, so that the states of other releases can be recorded.
type (
	storedRollout struct {
		Target     string                  `json:"target"`
		Paused     bool                    `json:"paused"`
		RolledBack bool                    `json:"rolledBack"`
		Decided    metav1.Time             `json:"decided"`
		Skipped    []string                `json:"skipped"`
		Rings      []storedRing            `json:"rings"`
		Shoots     map[string]storedMember `json:"shoots"`
	}
	storedTarget struct {
		Revision string `json:"revision"`
		Commit   string `json:"commit"`
	}
	storedRing struct {
		Name       string          `json:"name"`
		Target     storedTarget    `json:"target"`
		Passed     storedTarget    `json:"passed"`
		Approved   storedTarget    `json:"approved"`
		Rejected   storedTarget    `json:"rejected"`
		ReadySince metav1.Time     `json:"readySince"`
		Failures   []storedFailure `json:"failures"`
	}
	storedFailure struct {
		Shoot    string      `json:"shoot"`
		Commit   string      `json:"commit"`
		Message  string      `json:"message"`
		Lost     *storedLoss `json:"lost"`
		Accepted bool        `json:"accepted"`
	}
	storedLoss struct {
		Of        string           `json:"of"`
		Before    int              `json:"before"`
		Count     int              `json:"count"`
		Protected map[string]int32 `json:"protected"`
		Commit    string           `json:"commit"`
	}
	storedMember struct {
		UID          string `json:"uid"`
		storedTarget `json:",inline"`
	}
	storedRevision struct {
		FluxVersion string `json:"fluxVersion"`
	}
	shownRollout struct {
		Phase string      `json:"phase"`
		Rings []shownRing `json:"rings"`
	}
	shownRing struct {
		Name       string `json:"name"`
		Phase      string `json:"phase"`
		Shoots     int    `json:"shoots"`
		Seeds      int    `json:"seeds"`
		Done       int    `json:"done"`
		OnTheirWay int    `json:"onTheirWay"`
		Failed     int    `json:"failed"`
		Waiting    int    `json:"waiting"`
		NotCounted int    `json:"notCounted"`
		WaitsFor   string `json:"waitsFor"`
	}
)

// revisionPrefix followed by its ID is the key of a revision.
const revisionPrefix = "revision."

// rollout returns the fact in a ConfigMap flux-rollout, or in that of a rollout of the operator.
func rollout(scope string, configMap *corev1.ConfigMap) *history.Rollout {
	fact := &history.Rollout{Scope: scope, Operation: configMap.Annotations[fluxv1alpha1.AnnotationRollout]}
	var (
		state storedRollout
		shown shownRollout
	)
	if err := unpack(configMap.BinaryData["state"], &state); err != nil {
		fact.Damaged = short(err.Error())
		return fact
	}
	// Without the text for people, only its phases and counts are missing.
	_ = yaml.Unmarshal([]byte(configMap.Data["status.yaml"]), &shown)
	fact.Phase, fact.Target, fact.Paused, fact.Decided = shown.Phase, state.Target, state.Paused, state.Decided.UTC()
	if state.RolledBack {
		fact.RolledBack = state.Target
	}
	for _, ring := range state.Rings {
		fact.RolledBack = cmp.Or(fact.RolledBack, ring.Rejected.Commit)
		own := ring.fact()
		own.Skipped = state.Skipped
		if i := slices.IndexFunc(shown.Rings, func(r shownRing) bool { return r.Name == ring.Name }); i >= 0 {
			shown.Rings[i].addTo(&own)
		}
		fact.Rings = append(fact.Rings, own)
	}
	versions := fluxVersions(configMap.BinaryData)
	for name, member := range state.Shoots {
		if fact.Members == nil {
			fact.Members = map[string]history.Permit{}
		}
		fact.Members[name] = history.Permit{Revision: member.Revision, Commit: member.Commit, FluxVersion: versions[member.Revision]}
	}
	return fact
}

func (r storedRing) fact() history.Ring {
	ring := history.Ring{
		Name: r.Name, Revision: r.Target.Revision, Commit: r.Target.Commit, PassedRevision: r.Passed.Revision, PassedCommit: r.Passed.Commit,
		Passed: r.Target == r.Passed, ReadySince: r.ReadySince.UTC(),
	}
	for _, approved := range []string{r.Approved.Revision, r.Approved.Commit} {
		if approved != "" {
			ring.Approved = append(ring.Approved, approved)
		}
	}
	for _, failure := range r.Failures {
		names, text := &ring.Failed, cmp.Or(failure.Message, "not ready by the deadline")
		if failure.Lost != nil {
			names, text = &ring.Lost, failure.Lost.text()
		}
		if failure.Commit != "" {
			text += " with " + failure.Commit
		}
		if failure.Accepted {
			text += " (accepted)"
		}
		if *names == nil {
			*names = map[string]string{}
		}
		(*names)[failure.Shoot] = short(text)
	}
	return ring
}

func (l storedLoss) text() string {
	text := fmt.Sprintf("%d of %d objects", l.Count, l.Before)
	for _, kind := range slices.Sorted(maps.Keys(l.Protected)) {
		text += fmt.Sprintf(", %s %d", kind, l.Protected[kind])
	}
	if l.Of != "" {
		text += " in " + l.Of
	}
	if l.Commit != "" {
		text += " with " + l.Commit
	}
	return text
}

func (r shownRing) addTo(ring *history.Ring) {
	ring.Phase, ring.WaitsFor = r.Phase, short(r.WaitsFor)
	ring.Shoots, ring.Ready, ring.OnTheirWay, ring.FailedCount, ring.Waiting, ring.NotCounted = r.Shoots+r.Seeds, r.Done, r.OnTheirWay, r.Failed, r.Waiting, r.NotCounted
}

// fluxVersions returns the Flux versions of the stored revisions by their IDs.
func fluxVersions(data map[string][]byte) map[string]string {
	versions := map[string]string{}
	for key, content := range data {
		id, is := strings.CutPrefix(key, revisionPrefix)
		var revision storedRevision
		if is && unpack(content, &revision) == nil {
			versions[id] = revision.FluxVersion
		}
	}
	return versions
}

// versionRollout returns the fact in the text of a rollout of the default Flux version.
func versionRollout(text string) *history.VersionRollout {
	var state struct {
		Version string      `json:"version"`
		From    string      `json:"from"`
		Phase   string      `json:"phase"`
		Note    string      `json:"note"`
		Decided metav1.Time `json:"decided"`
		Rings   []struct {
			Name     string          `json:"name"`
			Shoots   int             `json:"shoots"`
			Done     int             `json:"done"`
			Failed   int             `json:"failed"`
			Released uint64          `json:"released"`
			Elapsed  metav1.Duration `json:"elapsed"`
			Passed   bool            `json:"passed"`
		} `json:"rings"`
		Projects []struct {
			Namespace string `json:"namespace"`
			Failed    int    `json:"failed"`
		} `json:"projects"`
	}
	if err := yaml.Unmarshal([]byte(text), &state); err != nil {
		return &history.VersionRollout{Damaged: short(err.Error())}
	}
	fact := &history.VersionRollout{
		Phase: state.Phase, Version: state.Version, Note: short(state.Note), Released: state.From, Decided: state.Decided.UTC(), Paused: state.Phase == "Paused",
	}
	for _, ring := range state.Rings {
		fact.Rings = append(fact.Rings, history.VersionRing{
			Name: ring.Name, Begun: ring.Released > 0 || ring.Elapsed.Duration > 0, Passed: ring.Passed, Shoots: ring.Shoots, Have: ring.Done, Failed: ring.Failed,
		})
	}
	for _, project := range state.Projects {
		if fact.Projects == nil {
			fact.Projects = map[string]int{}
		}
		fact.Projects[project.Namespace] = project.Failed
	}
	return fact
}
