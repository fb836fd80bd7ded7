// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package resolved

import (
	"regexp"
	"strings"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// commit, digest and tag are the parts of revisions that a source can be pinned to, as Flux reports them.
var (
	commit = regexp.MustCompile(`^(sha1:[0-9a-f]{40}|sha256:[0-9a-f]{64})$`)
	tag    = regexp.MustCompile(`^[0-9A-Za-z][0-9A-Za-z._/+-]{0,199}$`)
	digest = regexp.MustCompile(`^sha256:[0-9a-f]{64}$`)
)

// Source pins a GitRepository to a commit or a tag, or an OCIRepository to a digest, as Flux reports them. It returns whether the source is pinned: a Bucket
// has nothing to pin, and a revision that is damaged pins nothing. The branch of a GitRepository stays, because it says where the commit is; Flux would ignore
// tag, range and reference beside a commit. A revision with a tag pins to the tag, because Flux neither finds a commit that only a tag has nor verifies a tag
// beside a commit.
func PinSource(source *unstructured.Unstructured, revision string) bool {
	spec, is := source.Object["spec"].(map[string]any)
	switch kind := source.GetKind(); {
	case !is:
	case kind == sourcev1.GitRepositoryKind && strings.Contains(revision, "@"):
		at := strings.LastIndex(revision, "@")
		if !tag.MatchString(revision[:at]) || !commit.MatchString(revision[at+1:]) {
			return false
		}
		spec["ref"] = map[string]any{"tag": revision[:at]}
		return true
	case kind == sourcev1.GitRepositoryKind && commit.MatchString(revision):
		_, hash, _ := strings.Cut(revision, ":")
		ref := map[string]any{"commit": hash}
		if before, _ := spec["ref"].(map[string]any); before["branch"] != nil {
			ref["branch"] = before["branch"]
		}
		spec["ref"] = ref
		return true
	case kind == sourcev1.OCIRepositoryKind && digest.MatchString(revision):
		ref, _ := spec["ref"].(map[string]any)
		if ref == nil {
			ref = map[string]any{}
		}
		ref["digest"] = revision
		spec["ref"] = ref
		return true
	}
	return false
}
