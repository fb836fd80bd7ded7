// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package commitstatus

import (
	"context"
	"fmt"
	"strings"
	"time"

	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/githost"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/commitstatus"
)

const (
	// soon is the time until the next reconciliation if there are more statuses to write.
	soon = 100 * time.Millisecond
	// budget limits the time after which a reconciliation writes no further status.
	budget = 20 * time.Second
	// recheck is the time between two reads of the Secret while the host refuses statuses.
	recheck = time.Minute
	// longestToken is the maximum length of a token, in bytes. Headers of requests are limited too.
	longestToken = 4 << 10
)

// write writes the due statuses, and updates the record. It stops at the first failure that concerns other statuses
// too. While the host refuses statuses, it reads the Secret every minute, and retries if the Secret has changed.
func (r *Reconciler) write(ctx context.Context, repository githost.Repository, decision commitstatus.Decision, m *Memory) error {
	started := r.Clock.Now()
	isDue := len(decision.Due) > 0 && !m.backoff.Next.After(started)
	isToBeChecked := len(m.record.Refused) > 0 && started.Sub(m.checked) >= recheck
	if !isDue && !isToBeChecked {
		return nil
	}
	secret, problem, err := readToken(ctx, r.Garden, m.namespace)
	if err != nil {
		return err
	}
	m.checked = started
	if len(m.record.Refused) > 0 && secret.version != m.record.Secret {
		m.record, m.repeat = m.record.Retrying(), true
		return nil
	}
	if !isDue {
		return nil
	}
	if problem != nil {
		r.refuse(m, *problem, secret.version, commitsOf(decision.All)...)
		return nil
	}
	repository.Token, repository.CACert = secret.token, secret.authority
	for _, status := range decision.Due {
		if r.Clock.Since(started) >= budget {
			m.repeat = true
			return nil
		}
		if !r.writeOne(ctx, repository, status, decision, secret.version, m) {
			return nil
		}
	}
	return nil
}

// writeOne writes a status, and returns whether further ones may be written.
func (r *Reconciler) writeOne(ctx context.Context, repository githost.Repository, status commitstatus.Status, decision commitstatus.Decision, secret string, m *Memory) bool {
	err := r.Writer.Write(ctx, repository, status)
	if err == nil {
		m.record = m.record.Wrote(status, secret, r.Clock.Now())
		m.backoff = kube.Backoff{}
		return true
	}
	failure := githost.FailureOf(err)
	problem := commitstatus.Problem{Reason: string(failure.Reason), Text: failure.Text, Transient: failure.IsTransient()}
	switch {
	case problem.Transient:
		m.backoff.Failed(r.Clock.Now(), failure.RetryAfter, r.Pacing.Random)
		if problem.IsNew(m.record.Problem) {
			m.notes = append(m.notes, "Failed to write commit statuses, retrying: "+problem.Text)
			m.record = m.record.Failing(problem)
		}
		return false
	case failure.OnlyCommit:
		r.refuse(m, problem, secret, status.Commit)
		return true
	}
	r.refuse(m, problem, secret, commitsOf(decision.All)...)
	return false
}

// refuse records that a user has to correct a problem before statuses of the commits are retried.
func (r *Reconciler) refuse(m *Memory, problem commitstatus.Problem, secret string, commits ...string) {
	if problem.IsNew(m.record.Problem) {
		note := "Failed to write commit statuses: " + problem.Text
		if len(commits) == 1 {
			note = fmt.Sprintf("Failed to write statuses of commit %s: %s", commits[0], problem.Text)
		}
		m.notes = append(m.notes, note+". They are written when the Secret, the configuration or the commit has changed")
	}
	m.record = m.record.Refusing(problem, secret, commits...)
}

func commitsOf(statuses []commitstatus.Status) []string {
	var commits []string
	for _, status := range statuses {
		commits = append(commits, status.Commit)
	}
	return commits
}

// credentials is the content of the Secret with the token. It is confidential.
type credentials struct {
	version   string
	token     string
	authority []byte
}

// readToken reads the Secret with the token. It returns a Problem if the project or the operator has to correct it.
func readToken(ctx context.Context, reader client.Reader, namespace string) (credentials, *commitstatus.Problem, error) {
	name := client.ObjectKey{Namespace: namespace, Name: fluxv1alpha1.CommitStatusSecretName}
	secret, problem, err := garden.ReadCredentials(ctx, reader, name, fluxv1alpha1.SecretKeyToken+", a token of the Git host", "commitStatusSecretNames")
	if err != nil {
		return credentials{}, nil, err
	}
	// Editors add line breaks.
	own := credentials{version: secret.ResourceVersion, token: strings.TrimSpace(string(secret.Data[fluxv1alpha1.SecretKeyToken])), authority: secret.Data[fluxv1alpha1.SecretKeyCACert]}
	switch {
	case problem != "":
	case own.token == "":
		problem = fmt.Sprintf("Secret %s has no key %s, or an empty one; store a token of the Git host there", name.Name, fluxv1alpha1.SecretKeyToken)
	case len(own.token) > longestToken || strings.ContainsFunc(own.token, func(r rune) bool { return r <= ' ' || r > '~' }):
		problem = fmt.Sprintf("key %s of Secret %s is not a token; store one of at most %d printable ASCII characters without spaces", fluxv1alpha1.SecretKeyToken, name.Name, longestToken)
	}
	if problem != "" {
		return own, &commitstatus.Problem{Reason: string(githost.ReasonUnauthorized), Text: problem}, nil
	}
	return own, nil, nil
}

// reasonFailing is the reason of Events about statuses that cannot be written.
const reasonFailing = "CommitStatusFailing"
