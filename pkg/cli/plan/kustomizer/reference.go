// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package kustomizer

import (
	"fmt"
	"net/url"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// RefusedError is the error for a file of the source that refers to something that plan does not let kustomize load.
type RefusedError struct {
	// File is the file of the source, and Value what it refers to.
	File  string `json:"file"`
	Value string `json:"value"`
	// Reason is the rest of the sentence, with a fix.
	Reason string `json:"reason"`
}

// longestValue limits a value in a message.
const longestValue = 200

// Error implements error.
func (e *RefusedError) Error() string {
	value := e.Value
	if len(value) > longestValue {
		value = strings.ToValidUTF8(value[:longestValue], "") + "…"
	}
	if strings.ContainsFunc(value, unicode.IsControl) {
		value = fmt.Sprintf("%q", value)
	}
	return fmt.Sprintf("%s refers to %s, %s", e.File, value, e.Reason)
}

// Reasons of refused references.
const (
	isAbsent    = "which does not exist in the checkout; check the path"
	isRemote    = "which is not in the checkout; copy it into the repository, or allow the download with --allow-remote-bases"
	isAmbiguous = "which kustomize takes for a Git repository, although the checkout contains this path; write ./ in front of the path"
	isNoPath    = "which contains a line break or another control character; write the path of one file or directory"
	isHelm      = "and kustomize-controller runs no exec or container plugins, no functions and no Helm charts: commit the generated objects, or use a HelmRelease"
	isUnknown   = "which is not a generator or transformer of kustomize; check its kind"
	isBuilt     = "a directory of generators or transformers that does more than list files under resources; list these files themselves"
)

// gitUser is the user in front of a host, as kustomize matches it in an address like that of scp.
var gitUser = regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9-]*@`)

// isForGit reports whether kustomize may treat a base as a Git repository, even if it is a directory of the source. It
// also returns true for some other bases, because each version of kustomize has different rules.
func isForGit(base string) bool {
	lower := strings.ToLower(base)
	begins := func(prefix string) bool { return strings.HasPrefix(lower, prefix) }
	return slices.ContainsFunc([]string{"git::", "gh:", "github.com/", "github.com:", "ssh:", "http:", "https:", "file:", "git:"}, begins) ||
		strings.Contains(base, "://") || gitUser.MatchString(base)
}

// isForHTTP reports whether kustomize requests a file by HTTP.
func isForHTTP(file string) bool {
	parsed, err := url.Parse(file)
	return strings.Contains(file, "://") || err == nil && (parsed.Scheme == "http" || parsed.Scheme == "https")
}

// hasControl reports whether a value contains a control character, which kustomize's rules for addresses do not expect.
func hasControl(value string) bool { return strings.ContainsFunc(value, unicode.IsControl) }

// refuse returns the error for a value in a file.
func refuse(file, value, reason string) error {
	return &RefusedError{File: file, Value: value, Reason: reason}
}

// localFile returns an error unless kustomize would read a file of the source. It does not check that the file exists,
// which kustomize reports.
func localFile(file, value string) error {
	switch {
	case value == "":
		return nil
	case hasControl(value):
		return refuse(file, value, isNoPath)
	case isForHTTP(value), isAbsolute(value):
		return refuse(file, value, isRemote)
	case !isInside(joined(file, value)):
		return refuse(file, value, isAbsent)
	}
	return nil
}

// joined returns the path in the source of a value that is relative to a file.
func joined(file, value string) string { return path.Join(path.Dir(file), filepath.ToSlash(value)) }

// isAbsolute reports whether a path is absolute in the shoot or on this computer.
func isAbsolute(value string) bool { return path.IsAbs(value) || filepath.IsAbs(value) }

// isInside reports whether a path is in the source.
func isInside(relative string) bool { return filepath.IsLocal(filepath.FromSlash(relative)) }
