// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package gardencontroller

import (
	"context"
	"encoding/pem"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
)

// checked is the system that the checks of all projects ask: a Prometheus, and a document.
type checked struct {
	*httptest.Server

	mutex sync.Mutex
	// isGood is true if its answers are good.
	isGood bool
	// asked are the numbers of requests by token and path. A project has its namespace as token.
	asked map[string]int
}

// checksOf is the number of checks of each project.
const checksOf = 2

func startChecked() *checked {
	c := &checked{asked: map[string]int{}}
	c.Server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		c.mutex.Lock()
		defer c.mutex.Unlock()
		c.asked[request.Header.Get("Authorization")+" "+request.URL.Path]++
		value, state := "1", "pending"
		if c.isGood {
			value, state = "0", "approved"
		}
		w.Header().Set("Content-Type", "application/json")
		if request.URL.Path == "/change" {
			_, _ = fmt.Fprintf(w, `{"state": %q}`, state)
			return
		}
		_, _ = fmt.Fprintf(w, `{"status": "success", "data": {"resultType": "vector", "result": [{"metric": {}, "value": [%d, %q]}]}}`, time.Now().Unix(), value)
	}))
	return c
}

func (c *checked) address() string { return strings.TrimPrefix(c.URL, "https://") }

// secret returns the Secret with the credentials of a project for the system.
func (c *checked) secret(namespace string) *corev1.Secret {
	authority := string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: c.Certificate().Raw}))
	return &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: fluxv1alpha1.ChecksSecretName}, StringData: map[string]string{
		"system": "host: " + c.address() + "\ntoken: " + namespace + "\ncaCert: |\n  " + strings.ReplaceAll(strings.TrimSpace(authority), "\n", "\n  ") + "\n",
	}}
}

// settings returns the checks of the first ring of each project.
func (c *checked) settings() string {
	return fmt.Sprintf(`checks: [{name: errors, when: BeforeStart, deadline: 24h, prometheus: {url: '%[1]s', query: up, max: "0.5"}}, `+
		`{name: change, when: BeforeStart, deadline: 24h, http: {url: '%[1]s/change', expression: 'body.state == "approved"'}}]`, c.URL)
}

// take returns the number of checks that were asked, and the number of requests, and forgets them.
func (c *checked) take() (checks, requests int) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for _, count := range c.asked {
		requests += count
	}
	checks = len(c.asked)
	clear(c.asked)
	return checks, requests
}

// waitsForAll waits until the checks of all projects were asked.
func (c *checked) waitsForAll(ctx context.Context, projects int) error {
	return process.Until(ctx, "the checks of all projects", 200*time.Millisecond, func(context.Context) error {
		c.mutex.Lock()
		defer c.mutex.Unlock()
		if asked := len(c.asked); asked < projects*checksOf {
			return fmt.Errorf("%d checks were asked", asked)
		}
		return nil
	})
}

// checkPhases compare rollouts that wait for two checks with those that wait for an approval, and projects that have
// checks and wait for none with those that have none.
func (s *scale) checkPhases() []scalePhase {
	return []scalePhase{
		{"an approval begins", func(ctx context.Context, _ *Result) error { return s.wait(ctx, "approval", "approval: Manual") }},
		{"an approval waits", s.idle},
		{"it ends", func(ctx context.Context, _ *Result) error { return s.complete(ctx, "approval", "") }},
		{"no checks", s.idle},
		{"checks are added", func(ctx context.Context, _ *Result) error { return s.complete(ctx, "approval", s.system.settings()) }},
		{"checks, nothing waits", s.idle},
		{"checks begin", s.beginChecks},
		{"checks wait", s.idle},
		{"checks pass", s.passChecks},
	}
}

// write writes the flux-config of all projects with a value, and with settings of the first ring.
func (s *scale) write(ctx context.Context, value, ring string) error {
	s.settings = projectSettings(rings("100%", "", ring))
	return each(ctx, s.options.Projects, func(ctx context.Context, i int) error {
		_, err := s.writeConfig(ctx, i, value)
		return err
	})
}

// wait changes all projects, and waits until all first rings wait for an approval.
func (s *scale) wait(ctx context.Context, value, ring string) error {
	ctx, cancel := context.WithTimeout(ctx, s.options.Patience)
	defer cancel()
	if err := s.write(ctx, value, ring); err != nil {
		return err
	}
	_, err := s.seeds.await(ctx, s.first(s.options.Projects), func(_ int, _ *corev1.ConfigMap, state *rollout.State) bool {
		return state.Rings[0].Asked.Revision == state.Target
	})
	return err
}

// complete writes the flux-config of all projects, and waits until all rollouts are complete.
func (s *scale) complete(ctx context.Context, value, ring string) error {
	ctx, cancel := context.WithTimeout(ctx, s.options.Patience)
	defer cancel()
	if err := s.write(ctx, value, ring); err != nil {
		return err
	}
	return s.awaitComplete(ctx, value, ring != "")
}

// awaitComplete waits until all rollouts are complete with a value, and have checks or none.
func (s *scale) awaitComplete(ctx context.Context, value string, hasChecks bool) error {
	_, err := s.seeds.await(ctx, s.first(s.options.Projects), func(project int, _ *corev1.ConfigMap, state *rollout.State) bool {
		return isComplete(state) && len(state.Rollout.Rings[0].Checks) > 0 == hasChecks && s.fleets[project].all(func(reported wanted) bool { return strings.Contains(reported.content, value) })
	})
	return err
}

// beginChecks changes all projects, and waits until the checks of all were asked.
func (s *scale) beginChecks(ctx context.Context, _ *Result) error {
	ctx, cancel := context.WithTimeout(ctx, s.options.Patience)
	defer cancel()
	if err := s.write(ctx, "checked", s.system.settings()); err != nil {
		return err
	}
	return s.system.waitsForAll(ctx, s.options.Projects)
}

// passChecks has the answers be good, and waits until all rollouts are complete.
func (s *scale) passChecks(ctx context.Context, _ *Result) error {
	ctx, cancel := context.WithTimeout(ctx, s.options.Patience)
	defer cancel()
	s.system.mutex.Lock()
	s.system.isGood = true
	s.system.mutex.Unlock()
	err := s.awaitComplete(ctx, "checked", true)
	s.settings = projectSettings(rings("100%", "", ""))
	return err
}

// idle measures the requests to the system, and the decisions, while nothing happens.
func (s *scale) idle(ctx context.Context, result *Result) error {
	_, _ = s.system.take()
	began := time.Now()
	if err := pause(ctx, s.options.Rest); err != nil {
		return err
	}
	result.Seconds = rounded(time.Since(began).Seconds())
	result.Checks, result.Asked = s.system.take()
	result.AskedPerHour, result.perDecision = rounded(float64(result.Asked)/result.Seconds*3600), true
	return nil
}
