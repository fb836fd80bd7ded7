// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/revision"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Source identifies the source that the members of a project share; its zero value means that the project has no such
// source.
type Source struct {
	// Kind is the kind of the Flux object. Location is its URL, or its endpoint and bucket name.
	Kind     string `json:"kind,omitempty"`
	Location string `json:"location,omitempty"`
	// Branch, Tag, Range, Name and Commit are the fields of spec.ref. Range is its field semver. For an OCIRepository,
	// Commit is its field digest.
	Branch string `json:"branch,omitempty"`
	Tag    string `json:"tag,omitempty"`
	Range  string `json:"range,omitempty"`
	Name   string `json:"name,omitempty"`
	Commit string `json:"commit,omitempty"`
}

// SourceOf returns the source that a project's source template describes, with Flux's or the extension's default
// reference.
func SourceOf(template map[string]any) Source {
	if template == nil {
		return Source{}
	}
	text := func(object map[string]any, name string) string {
		value, _ := object[name].(string)
		return value
	}
	spec, _ := template["spec"].(map[string]any)
	ref, _ := spec["ref"].(map[string]any)
	s := Source{
		Kind: cmp.Or(text(template, "kind"), sourcev1.GitRepositoryKind), Location: strings.TrimSpace(text(spec, "url") + " " + text(spec, "endpoint") + " " + text(spec, "bucketName")),
		Branch: text(ref, "branch"), Tag: text(ref, "tag"), Range: text(ref, "semver"), Name: text(ref, "name"), Commit: text(ref, "commit") + text(ref, "digest"),
	}
	switch {
	case s.Branch+s.Tag+s.Range+s.Name+s.Commit != "":
	case s.Kind == sourcev1.GitRepositoryKind:
		s.Branch = fluxv1alpha1.DefaultBranch
	case s.Kind == sourcev1.OCIRepositoryKind:
		s.Tag = "latest"
	}
	return s
}

// ID returns the identifier of the source, a digest of its fields; empty for the zero value.
func (s Source) ID() string {
	if s == (Source{}) {
		return ""
	}
	return digest(s)
}

// commitOf returns the commit or digest of a reported revision in the format of Target.Commit; empty if the revision
// has none that a source of this kind can be pinned to.
func (s Source) commitOf(text string) string {
	commit := commitOf(text)
	if s.Kind == sourcev1.OCIRepositoryKind && !strings.HasPrefix(commit, "sha256:") {
		return ""
	}
	return commit
}

// ProblemWith returns the reason why a reported revision cannot be from this source; empty if it can. The check is
// needed because administrators of a member can make Flux apply any revision.
func (s Source) ProblemWith(text string) string {
	r := revision.Parse(text)
	wanted, is := "the branch "+s.Branch, r.Matches(revision.Revision{Name: s.Branch})
	switch {
	case s == Source{}:
		return ""
	case s.Commit != "":
		wanted, is = "the commit or digest "+s.Commit, strings.HasSuffix(s.Commit, r.Digest)
	case s.Name != "":
		wanted, is = "the reference "+s.Name, r.Matches(revision.Revision{Name: s.Name})
	case s.Range != "":
		wanted, is = "a tag in the range "+s.Range, isInRange(r.Name, s.Range)
	case s.Tag != "":
		wanted, is = "the tag "+s.Tag, r.Matches(revision.Revision{Name: s.Tag})
	}
	if is && r.Digest != "" {
		return ""
	}
	return fmt.Sprintf("%s, and the source has %s", cmp.Or(text, "no revision"), wanted)
}

// isInRange returns whether a tag is a version within a semver range. It uses the same parser as Flux. It returns true
// for an invalid range, which the validation rejects.
func isInRange(tag, text string) bool {
	allowed, err := semver.NewConstraint(text)
	if err != nil {
		return true
	}
	version, err := semver.NewVersion(tag)
	return err == nil && allowed.Check(version)
}

// sourceOf returns the ID of the source of a revision, and whether it is known. It is not known if the content of the
// revision was lost.
func (s *State) sourceOf(id string) (string, bool) {
	if former, ok := s.Sources.Revisions[id]; ok {
		return former, true
	}
	_, ok := s.Revisions[id]
	return s.Source, ok
}

// setSource sets the source of the target. If it changes, setSource records the former one of revisions and members.
func (s *State) setSource(id string) {
	if id == s.Source {
		return
	}
	former := Sources{Revisions: map[string]string{}, Members: map[string]string{}}
	for own := range s.Revisions {
		former.Revisions[own], _ = s.sourceOf(own)
	}
	for name, record := range s.Members {
		former.Members[name], _ = s.sourceOf(record.Revision)
	}
	maps.Copy(former.Members, s.Sources.Members)
	s.Source, s.Sources = id, former
}

// severalSources is the entry of a member that has had another source, or an unknown one, since it was ready last.
const severalSources = ""

// settle records the sources that members are ready with. records contains the updated records of all members.
func (s *State) settle(members []Member, records map[string]Record) {
	former := map[string]string{}
	for _, member := range members {
		record := records[member.Name]
		last, ok := s.Sources.Members[member.Name]
		own, known := s.sourceOf(record.Revision)
		isReady := known && member.isReady() && member.has(record.Target)
		switch isNew := s.Members[member.Name].UID != record.UID; {
		case isNew && member.Status != nil && member.Status.Revision != record.Revision:
			former[member.Name] = severalSources // It had a source before.
		case isNew || isReady && own == s.Source || !ok && (!known || own == s.Source):
		case isReady:
			former[member.Name] = own
		case !ok || known && own != last: // A rollback may return a member to another source.
			former[member.Name] = severalSources
		default:
			former[member.Name] = last
		}
	}
	s.Sources.Members = former
}

// mayBeOfFormerSource returns whether the commit that a member reports may be of another source than its revision.
func (s *State) mayBeOfFormerSource(member string, record Record) bool {
	last, ok := s.Sources.Members[member]
	own, known := s.sourceOf(record.Revision)
	return ok && (last == severalSources || known && own != last)
}

// promoted returns the Promoted for a commit of the target's source.
func (s *State) promoted(commit string) Promoted {
	return Promoted{Source: s.Source, Commit: commit}
}

// wasReplaced returns whether a commit of the target's source was promoted, and a different commit of that source was
// promoted later.
func (s *State) wasReplaced(commit string) bool {
	i := slices.IndexFunc(s.Promoted, func(p Promoted) bool { return p.Source == s.Source })
	return i >= 0 && s.Promoted[i].Commit != commit && slices.Contains(s.Promoted[i+1:], s.promoted(commit))
}

// isNewer returns whether a commit of the target's source was promoted, and the other commit was promoted earlier or
// never.
func (s *State) isNewer(commit, other string) bool {
	i, j := slices.Index(s.Promoted, s.promoted(commit)), slices.Index(s.Promoted, s.promoted(other))
	return commit != "" && i >= 0 && (j < 0 || i < j)
}

// promotion returns the commit that the first ring passes its target with, and whether the ring may pass. The ring
// keeps the previously passed commit only if that commit was proven for the same source.
func (s *State) promotion(ring ringView) (string, bool) {
	former := ring.Passed.Commit
	switch {
	case ring.Commit != "":
		return ring.Commit, true
	case former != "" && (ring.Passed.Revision == ring.Target.Revision || slices.Contains(s.Promoted, s.promoted(former))):
		return former, true
	}
	return "", !s.needsCommit()
}

// promote records a commit as the most recently promoted one.
func (s *State) promote(commit string) {
	if commit == "" {
		return
	}
	own := s.promoted(commit)
	others := slices.DeleteFunc(s.Promoted, func(p Promoted) bool { return p == own })
	s.Promoted = slices.Insert(others, 0, own)[:min(len(others)+1, mostPromoted)]
}
