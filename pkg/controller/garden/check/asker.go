// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package check asks other systems for the checks of rollouts.
package check

import (
	"context"
	"crypto/x509"
	"errors"
	"net/http"
	"net/url"
	"time"

	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/checks"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/githost"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/boundedjson"
)

const (
	// askTimeout limits a request, from reading the Secret to the last byte of the answer.
	askTimeout = 10 * time.Second
	// evaluationTimeout limits the evaluation of an expression, in addition to its cost limit.
	evaluationTimeout = time.Second
	// longestNote limits the note of an answer in bytes.
	longestNote = 200
)

// Answer is the result of asking a check once.
type Answer struct {
	// Good is true only if the system has answered, and its answer is as the check requires.
	Good bool
	// Note is the reason: one line of at most 200 bytes. It contains no path and no query of the URL, no credential and no
	// part of a document. It contains the value of a query, and the words of Prometheus, only if a credential of the
	// project was sent: others would learn what they may not read from a Prometheus that several projects share.
	Note string
}

// Asker asks the systems that the operator allows. It is safe for concurrent use.
type Asker struct {
	hosts   *githost.WebHosts
	secrets client.Reader
	timeout time.Duration
	// roots are the certificate authorities of the system.
	roots *x509.CertPool
	// through sends the requests; nil for a new connection each.
	through http.RoundTripper
}

// NewAsker returns an Asker. The reader reads Secrets with credentials.
func NewAsker(hosts *githost.WebHosts, secrets client.Reader) *Asker {
	roots, err := x509.SystemCertPool()
	if err != nil {
		roots = x509.NewCertPool()
	}
	return &Asker{hosts: hosts, secrets: secrets, timeout: askTimeout, roots: roots}
}

// Through returns an Asker that sends its requests through a RoundTripper instead of new connections. The RoundTripper
// has to check addresses and certificates itself. The simulation uses it, because it has no network.
func (a *Asker) Through(sends http.RoundTripper) *Asker {
	through := *a
	through.through = sends
	return &through
}

// Ask asks once, with the credentials in the namespace. Whatever fails is an answer that is not good.
func (a *Asker) Ask(ctx context.Context, namespace string, check fluxv1alpha1.Check) Answer {
	ctx, cancel := context.WithTimeout(ctx, a.timeout)
	defer cancel()
	var answer Answer
	switch {
	case check.Prometheus != nil && check.HTTP == nil:
		answer = a.askPrometheus(ctx, namespace, check.Prometheus)
	case check.HTTP != nil && check.Prometheus == nil:
		answer = a.askHTTP(ctx, namespace, check.HTTP)
	default:
		answer = not("the check has to have either prometheus or http")
	}
	answer.Note = text.Cut(text.OneLine(answer.Note), longestNote)
	return answer
}

func not(note string) Answer { return Answer{Note: note} }

// askPrometheus evaluates an instant query.
func (a *Asker) askPrometheus(ctx context.Context, namespace string, check *fluxv1alpha1.PrometheusCheck) Answer {
	limits, err := checks.ParseLimits(check.Min, check.Max)
	if err != nil {
		return not("the check is not valid: " + err.Error())
	}
	address, err := checks.ParsePrometheusURL(check.URL)
	if err != nil {
		return not("the url of the check " + err.Error())
	}
	address = address.JoinPath("api", "v1", "query")
	address.RawQuery = url.Values{"query": {check.Query}}.Encode()
	got, note := a.fetch(ctx, namespace, address)
	if note != "" {
		return not(note)
	}
	value, err := checks.ReadSample(got.body)
	var invalid *checks.QueryError
	switch {
	case errors.As(err, &invalid):
		return not(got.describe(invalid))
	case got.status != http.StatusOK:
		return not(got.refused())
	case err != nil:
		return not(err.Error())
	}
	judge := limits.JudgeWithheld
	if got.credential.isSent() {
		judge = limits.Judge
	}
	good, note := judge(value)
	return Answer{Good: good, Note: note}
}

// askHTTP evaluates an expression over a document.
func (a *Asker) askHTTP(ctx context.Context, namespace string, check *fluxv1alpha1.HTTPCheck) Answer {
	expression, err := checks.CompileExpression(check.Expression)
	if err != nil {
		return not("the expression " + err.Error())
	}
	address, err := checks.ParseURL(check.URL)
	if err != nil {
		return not("the url of the check " + err.Error())
	}
	got, note := a.fetch(ctx, namespace, address)
	if note != "" {
		return not(note)
	}
	if got.status != http.StatusOK {
		return not(got.refused())
	}
	var body any
	if err := checks.AnswerLimits().Unmarshal(got.body, &body); err != nil {
		if boundedjson.IsExceeded(err) {
			return not("the answer is too large: " + err.Error())
		}
		return not("the answer is not JSON")
	}
	switch body.(type) {
	case map[string]any, []any:
	default:
		return not("the answer is neither an object nor a list")
	}
	ctx, cancel := context.WithTimeout(ctx, evaluationTimeout)
	defer cancel()
	good, err := expression.Evaluate(ctx, body)
	switch {
	case err != nil:
		return not(err.Error())
	case good:
		return Answer{Good: true, Note: "the expression is true"}
	}
	return not("the expression is false")
}
