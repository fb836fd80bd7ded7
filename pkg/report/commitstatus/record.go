// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package commitstatus

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/boundedjson"
)

// KeyRecord is the key of the Record as JSON in ConfigMap flux-commit-status. Users can read it.
const KeyRecord = "record.json"

const (
	// mostWritten is the maximum number of names in a decoded record. A project has at most 21 rings.
	mostWritten = 30
	// longestProblem is the maximum length of the text of a problem, in bytes.
	longestProblem = 1 << 10
)

// Record is the stored record of the statuses of a project.
type Record struct {
	// Repository identifies the repository that the statuses were written to.
	Repository string `json:"repository,omitempty"`
	// Written are the last written statuses by name.
	Written map[string]Written `json:"written,omitempty"`
	// Commits are the commits that the Shoots of the first ring, or of the project, attempt, in the order of their first
	// observation.
	Commits []string `json:"commits,omitempty"`
	// Refused are the commits whose statuses the host refuses for a reason that a user has to correct. They are not
	// retried until the configuration or the Secret changes.
	Refused []string `json:"refused,omitempty"`
	// Problem is the reason why the last attempt has failed; nil after a success.
	Problem *Problem `json:"problem,omitempty"`
	// Secret is the resourceVersion of the Secret with the token at the last attempt; empty if there was none.
	Secret string `json:"secret,omitempty"`
}

// Written is a written status.
type Written struct {
	// Commit, State and Description are the fields of the Status.
	Commit      string `json:"commit"`
	State       State  `json:"state"`
	Description string `json:"description,omitempty"`
	// At is the time of the write, and Count the number of writes of this status of the commit.
	At    metav1.Time `json:"at"`
	Count int         `json:"count,omitempty"`
}

// Problem is the reason why statuses cannot be written.
type Problem struct {
	// Reason is the reason in one word, and Text the message with a fix.
	Reason string `json:"reason"`
	Text   string `json:"text"`
	// Transient is true if the attempt is repeated.
	Transient bool `json:"transient,omitempty"`
}

// IsNew returns whether an Event has to report the problem. The text of a transient problem may vary between attempts.
func (p Problem) IsNew(before *Problem) bool {
	return before == nil || before.Reason != p.Reason || !p.Transient && before.Text != p.Text
}

func (r *Record) clone() *Record {
	if r == nil {
		return &Record{}
	}
	c := *r
	c.Written, c.Commits, c.Refused = maps.Clone(r.Written), slices.Clone(r.Commits), slices.Clone(r.Refused)
	return &c
}

// Wrote returns the record after a status was written.
func (r *Record) Wrote(status Status, secret string, now time.Time) *Record {
	c := r.clone()
	if c.Written == nil {
		c.Written = map[string]Written{}
	}
	last, count := c.Written[status.Context], 1
	if last.Commit == status.Commit {
		count += last.Count
	}
	c.Written[status.Context] = Written{Commit: status.Commit, State: status.State, Description: status.Description, At: metav1.NewTime(now), Count: count}
	if c.Secret = secret; len(c.Refused) == 0 {
		c.Problem = nil
	}
	return c
}

// Failing returns the record after an attempt that will be repeated.
func (r *Record) Failing(problem Problem) *Record {
	c := r.clone()
	problem.Text = text.Cut(problem.Text, longestProblem)
	c.Problem = &problem
	return c
}

// Refusing returns the record after the host has refused statuses of the commits.
func (r *Record) Refusing(problem Problem, secret string, commits ...string) *Record {
	c := r.Failing(problem)
	c.Secret = secret
	for _, commit := range commits {
		if !slices.Contains(c.Refused, commit) {
			c.Refused = append(c.Refused, commit)
		}
	}
	return c
}

// Retrying returns the record without refused commits, so that their statuses are retried. The problem stays recorded,
// so that no second Event reports it.
func (r *Record) Retrying() *Record {
	c := r.clone()
	c.Refused = nil
	return c
}

// keep removes the statuses with other names, and the refused commits that need no status.
func (r *Record) keep(contexts []string, statuses []Status) {
	maps.DeleteFunc(r.Written, func(name string, _ Written) bool { return !slices.Contains(contexts, name) })
	r.Refused = slices.DeleteFunc(r.Refused, func(commit string) bool {
		return !slices.ContainsFunc(statuses, func(s Status) bool { return s.Commit == commit })
	})
	if len(r.Written) == 0 {
		r.Written = nil
	}
	if len(r.Refused) == 0 {
		r.Refused = nil
	}
}

// Encode returns the data of ConfigMap flux-commit-status. It has no binary data.
func (r *Record) Encode() (data map[string]string, binaryData map[string][]byte, err error) {
	var content strings.Builder
	encoder := json.NewEncoder(&content)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(r); err != nil {
		return nil, nil, fmt.Errorf("failed to encode the commit statuses of a project: %w", err)
	}
	return map[string]string{KeyRecord: content.String()}, nil, nil
}

// Decode returns the record in ConfigMap flux-commit-status. It returns an empty record if the ConfigMap has none, and
// also an error if the record is invalid, because members of the project can change the ConfigMap.
func Decode(configMap *corev1.ConfigMap) (*Record, error) {
	r := &Record{}
	content, ok := configMap.Data[KeyRecord]
	if !ok {
		return r, nil
	}
	// The largest record has 20 KiB.
	err := boundedjson.Limits{Bytes: 64 << 10, Elements: 1000, Entries: 100, Text: 4 << 10}.Unmarshal([]byte(content), r)
	if err == nil {
		err = r.check()
	}
	if err != nil {
		return &Record{}, err
	}
	return r, nil
}

func (r *Record) check() error {
	switch {
	case len(r.Written) > mostWritten || len(r.Commits) > mostCommits || len(r.Refused) > mostWritten:
		return errors.New("it has more statuses or commits than a project")
	case r.Problem != nil && (len(r.Problem.Reason) > longestText || len(r.Problem.Text) > longestProblem):
		return errors.New("it has a problem with a text that is too long")
	}
	for _, written := range r.Written {
		if len(written.Description) > longestText || len(written.Commit) > 2*longestText || written.Count < 0 {
			return errors.New("it has an invalid status")
		}
	}
	return nil
}
