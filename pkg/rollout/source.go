// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/revision"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Source is the source that the Shoots of a project share; empty if the project has none.
type Source struct {
	// Kind is the kind of the Flux object, and Location its URL, or endpoint and bucket.
	Kind     string `json:"kind,omitempty"`
	Location string `json:"location,omitempty"`
	// Branch, Tag, Range, Name and Commit are the fields of spec.ref; the commit of an OCIRepository is its digest.
	Branch string `json:"branch,omitempty"`
	Tag    string `json:"tag,omitempty"`
	Range  string `json:"range,omitempty"`
	Name   string `json:"name,omitempty"`
	Commit string `json:"commit,omitempty"`
}

// SourceOf returns the source in the template of a source, as the project writes it.
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
		Kind: text(template, "kind"), Location: strings.TrimSpace(text(spec, "url") + " " + text(spec, "endpoint") + " " + text(spec, "bucketName")),
		Branch: text(ref, "branch"), Tag: text(ref, "tag"), Range: text(ref, "semver"), Name: text(ref, "name"), Commit: text(ref, "commit") + text(ref, "digest"),
	}
	if s.Kind == "" {
		s.Kind = sourcev1.GitRepositoryKind
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

// ID identifies the source; empty for a project without a source.
func (s Source) ID() string {
	if s == (Source{}) {
		return ""
	}
	// Texts are encoded without error.
	content, _ := json.Marshal(s)
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:8])
}

// followsTags returns whether the source reads tags of Git. A commit that has a tag only is not found without it.
func (s Source) followsTags() bool {
	return s.Kind == sourcev1.GitRepositoryKind && s.Commit+s.Name == "" && (s.Tag != "" || s.Range != "")
}

// commitOf returns the commit or digest of a reported revision in the form of a Goal; empty if it has none, or a name that was shortened.
func (s Source) commitOf(text string) string {
	commit, name := commitOf(text), revision.Parse(text).Name
	switch {
	case commit == "" || !s.followsTags():
		return commit
	case name == "" || revision.IsCut(name):
		return ""
	}
	return name + "@" + commit
}

// problemWith returns the reason why a reported revision is not of this source; empty if it may be. The administrators of a shoot can have Flux apply any other.
func (s Source) problemWith(text string) string {
	r := revision.Parse(text)
	var wanted string
	var is bool
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
	default:
		wanted, is = "the branch "+s.Branch, r.Matches(revision.Revision{Name: s.Branch})
	}
	if is && r.Digest != "" {
		return ""
	}
	return fmt.Sprintf("%s, and the source has %s", cmp.Or(text, "no revision"), wanted)
}

// isInRange returns whether a tag is a version in a range, as Flux reads both. An invalid range was refused before.
func isInRange(tag, text string) bool {
	allowed, err := semver.NewConstraint(text)
	if err != nil {
		return true
	}
	version, err := semver.NewVersion(tag)
	return err == nil && allowed.Check(version)
}

// wasReplaced returns whether a commit of the target's source was promoted before, and another one after it.
func (s *State) wasReplaced(commit string) bool {
	i := slices.IndexFunc(s.Promoted, func(p Promoted) bool { return p.Source == s.Source })
	return i >= 0 && s.Promoted[i].Commit != commit && slices.Contains(s.Promoted[i+1:], Promoted{Source: s.Source, Commit: commit})
}

// isPromoted returns whether a commit was promoted for the target's source.
func (s *State) isPromoted(commit string) bool {
	return commit != "" && slices.Contains(s.Promoted, Promoted{Source: s.Source, Commit: commit})
}

// isNewer returns whether a commit was promoted for the target's source, and another one before it or not at all.
func (s *State) isNewer(commit, other string) bool {
	index := func(commit string) int { return slices.Index(s.Promoted, Promoted{Source: s.Source, Commit: commit}) }
	i, j := index(commit), index(other)
	return commit != "" && i >= 0 && (j < 0 || i < j)
}

// promote records that the first ring has passed a commit.
func (s *State) promote(commit string) {
	if commit == "" {
		return
	}
	own := Promoted{Source: s.Source, Commit: commit}
	promoted := slices.DeleteFunc(slices.Clone(s.Promoted), func(p Promoted) bool { return p == own })
	s.Promoted = slices.Insert(promoted, 0, own)[:min(len(promoted)+1, mostPromoted)]
}
