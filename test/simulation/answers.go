// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
)

// The systems that checks ask: a Prometheus, and one that answers with a document. Each project has a path of its own.
const (
	prometheusHost = "prometheus.example.com"
	gateHost       = "gate.example.com"
	checkQuery     = "errors"
)

func prometheusURL(project string) string { return "https://" + prometheusHost + "/" + project }
func gateURL(project string) string       { return "https://" + gateHost + "/" + project }

// answer is how both systems answer the checks of a project.
type answer string

// Answers.
const (
	answerPass     answer = "pass"
	answerFail     answer = "fail"
	answerNaN      answer = "nan"
	answerEmpty    answer = "empty"
	answerNull     answer = "null"
	answerSeveral  answer = "several"
	answerError    answer = "error"
	answerRedirect answer = "redirect"
	answerTimeout  answer = "timeout"
	// answerSlow is a good answer after eight of the ten seconds that a request may take.
	answerSlow answer = "slow"
)

func answers() []string {
	return []string{string(answerFail), string(answerNaN), string(answerEmpty), string(answerNull), string(answerSeveral), string(answerError), string(answerRedirect), string(answerTimeout), string(answerSlow)}
}

func (a answer) isGood() bool { return a == answerPass || a == answerSlow }

// answerer contains the systems that checks ask.
type answerer struct {
	world *world
	mutex sync.Mutex
	// by are the answers by the names of projects.
	by map[string]answer
}

// set changes the answers for a project, and records them.
func (a *answerer) set(project string, now answer) {
	a.mutex.Lock()
	a.by[project] = now
	a.mutex.Unlock()
	for _, fact := range []history.Answer{{URL: prometheusURL(project), Query: checkQuery}, {URL: gateURL(project)}} {
		fact.Good, fact.Text = now.isGood(), string(now)
		a.world.follower.Write(history.Observation{Observer: "story", Facts: history.Facts{Answer: &fact}})
	}
}

// RoundTrip answers a request.
func (a *answerer) RoundTrip(request *http.Request) (*http.Response, error) {
	project, _, _ := strings.Cut(strings.TrimPrefix(request.URL.Path, "/"), "/")
	a.mutex.Lock()
	now := a.by[project]
	a.mutex.Unlock()
	lasts := duration(a.world.chance.of("check "+request.URL.String()), 50*time.Millisecond)
	switch now {
	case answerTimeout:
		lasts = time.Hour
	case answerSlow:
		lasts = 8 * time.Second
	}
	timer := time.NewTimer(lasts)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-request.Context().Done():
		return nil, request.Context().Err()
	}
	status, body := http.StatusOK, now.document()
	if request.URL.Hostname() == prometheusHost {
		body = now.sample()
	}
	header := http.Header{"Content-Type": {"application/json"}}
	switch now {
	case answerError:
		status = http.StatusInternalServerError
	case answerRedirect:
		status = http.StatusFound
		header.Set("Location", "https://elsewhere.example.com/")
	}
	return &http.Response{StatusCode: status, Header: header, Request: request, Body: io.NopCloser(bytes.NewReader([]byte(body))), ContentLength: int64(len(body))}, nil
}

// sample returns the answer of Prometheus.
func (a answer) sample() string {
	vector := func(values ...string) string {
		var elements []string
		for _, value := range values {
			elements = append(elements, `{"metric":{},"value":[0,"`+value+`"]}`)
		}
		return `{"status":"success","data":{"resultType":"vector","result":[` + strings.Join(elements, ",") + `]}}`
	}
	switch a {
	case answerFail:
		return vector("0.5")
	case answerNaN:
		return vector("NaN")
	case answerEmpty:
		return vector()
	case answerNull:
		return `{"status":"success","data":{"resultType":"vector","result":null}}`
	case answerSeveral:
		return vector("0.001", "0.002")
	case answerError:
		return `{"status":"error","errorType":"internal","error":"query timed out"}`
	}
	return vector("0.001")
}

// document returns the answer of the other system.
func (a answer) document() string {
	switch a {
	case answerFail, answerSeveral:
		return `{"state":"open"}`
	case answerNaN:
		return `{"state":NaN}`
	case answerEmpty:
		return `{}`
	case answerNull:
		return `{"state":null}`
	}
	return `{"state":"approved"}`
}
