// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package dashboard

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/clitest"
)

const (
	// patience is how long the stream is read.
	patience = 20 * time.Second

	blue      = "garden-blue"
	publicKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIazEu89wgQZ4bqs3d63QSMzYVa0MuJ2e2gKTKqu+UUO"

	head  = "apiVersion: flux.extensions.gardener.cloud/v1alpha1\nkind: FluxConfig\n"
	rings = "project: {rollout: {rings: [{name: canary, shoots: {matchLabels: {ring: canary}}}, {name: production, soak: 0s}]}}\n"
)

// page is a running command, and what its output is.
type page struct {
	garden client.WithWatch
	out    *clitest.Output
	stdin  *io.PipeWriter
	ended  chan error
	stop   context.CancelFunc
	// base is the address without path, and session that of the tab.
	base, token, session string
}

// serve runs the command for a project in a garden with these objects.
func serve(ctx context.Context, funcs interceptor.Funcs, objects ...client.Object) *page {
	GinkgoHelper()
	return serveWith(ctx, nil, funcs, objects...)
}

// serveWith runs the command with arguments.
func serveWith(ctx context.Context, args []string, funcs interceptor.Funcs, objects ...client.Object) *page {
	GinkgoHelper()
	p := &page{garden: clitest.NewClient(objects, funcs), out: &clitest.Output{}, ended: make(chan error, 1)}
	in, stdin := io.Pipe()
	p.stdin = stdin
	running, stop := context.WithCancel(ctx)
	p.stop = stop
	d := &dashboardCommand{Access: clitest.NewAccess(p.garden, blue), clock: clock.RealClock{}, times: garden.Times{
		Poll: 10 * time.Millisecond, Refresh: 50 * time.Millisecond, Watch: time.Minute, FirstPause: time.Millisecond, LastPause: 10 * time.Millisecond,
	}}
	command := d.command() //nolint:contextcheck // the command gets it when it runs
	command.SetArgs(append([]string{}, args...))
	command.SetIn(in)
	command.SetOut(p.out)
	go func() { p.ended <- command.ExecuteContext(running) }()
	DeferCleanup(func() {
		stop()
		Expect(stdin.Close()).To(Succeed())
	})
	p.base, p.token = p.address()
	return p
}

// address waits for the next address that the command prints.
func (p *page) address() (base, token string) {
	GinkgoHelper()
	var line string
	Eventually(func() string {
		addresses := strings.Split(p.out.String(), "\n")
		for i := len(addresses) - 1; i >= 0; i-- {
			if strings.HasPrefix(addresses[i], "http://") && !strings.HasSuffix(addresses[i], "token="+p.token) {
				line = addresses[i]
				return line
			}
		}
		return ""
	}).Should(MatchRegexp(`^http://127\.0\.0\.1:[0-9]+/#token=[A-Z2-7]{26}$`))
	base, token, _ = strings.Cut(line, "/#token=")
	return base, token
}

// ask sends a request as the page does, changed by functions.
func (p *page) ask(ctx context.Context, method, path, body string, changes ...func(*http.Request)) (int, string) {
	GinkgoHelper()
	response := p.open(ctx, method, path, body, changes...)
	defer func() { Expect(response.Body.Close()).To(Succeed()) }()
	content, err := io.ReadAll(response.Body)
	Expect(err).NotTo(HaveOccurred())
	return response.StatusCode, string(content)
}

func (p *page) open(ctx context.Context, method, path, body string, changes ...func(*http.Request)) *http.Response {
	GinkgoHelper()
	request, err := http.NewRequestWithContext(ctx, method, p.base+path, strings.NewReader(body))
	Expect(err).NotTo(HaveOccurred())
	request.Header.Set("Authorization", "Bearer "+p.session)
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	for _, change := range changes {
		change(request)
	}
	response, err := http.DefaultClient.Do(request)
	Expect(err).NotTo(HaveOccurred())
	return response
}

// begin begins a session.
func (p *page) begin(ctx context.Context) *page {
	GinkgoHelper()
	status, body := p.ask(ctx, http.MethodPost, "/api/session", `{"token": "`+p.token+`"}`)
	Expect(status).To(Equal(http.StatusOK), body)
	var answer struct{ Session string }
	Expect(json.Unmarshal([]byte(body), &answer)).To(Succeed())
	p.session = answer.Session
	return p
}

// tab is what a tab knows from the stream.
type tab struct {
	shoots    map[string]row
	rollouts  map[string]json.RawMessage
	notes     []string
	forbidden bool
	first     *string
}

// follow returns a function that reads a line of the stream.
func (p *page) follow(ctx context.Context) (*tab, func()) {
	GinkgoHelper()
	ctx, cancel := context.WithTimeout(ctx, patience)
	DeferCleanup(cancel)
	response := p.open(ctx, http.MethodGet, "/api/fleet", "") //nolint:bodyclose // closed at the end of the test
	Expect(response.StatusCode).To(Equal(http.StatusOK))
	DeferCleanup(func() { Expect(response.Body.Close()).To(Succeed()) })
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(nil, 64<<20)
	t := &tab{shoots: map[string]row{}, rollouts: map[string]json.RawMessage{}}
	return t, func() {
		GinkgoHelper()
		Expect(lines.Scan()).To(BeTrue(), "the last line had the notes %q", t.notes)
		var c change
		Expect(json.Unmarshal(lines.Bytes(), &c)).To(Succeed())
		if c.Namespace != nil {
			t.first = c.Namespace
		}
		for _, encoded := range c.Shoots {
			var r row
			Expect(json.Unmarshal(encoded, &r)).To(Succeed())
			t.shoots[r.Name] = r
		}
		for _, key := range c.Gone {
			delete(t.shoots, strings.TrimPrefix(key, blue+"/"))
		}
		for namespace, rollout := range c.Rollouts {
			if t.rollouts[namespace] = rollout; string(rollout) == "null" {
				delete(t.rollouts, namespace)
			}
		}
		t.notes, t.forbidden = c.Notes, c.Forbidden
	}
}

func shootNamed(name string) *gardencorev1beta1.Shoot {
	return &gardencorev1beta1.Shoot{
		ObjectMeta: metav1.ObjectMeta{Namespace: blue, Name: name, UID: types.UID("uid-" + name), Labels: map[string]string{"env": "prod"}},
		Spec:       gardencorev1beta1.ShootSpec{Extensions: []gardencorev1beta1.Extension{{Type: "shoot-flux"}}},
		Status: gardencorev1beta1.ShootStatus{Conditions: []gardencorev1beta1.Condition{{
			Type: "APIServerAvailable", Status: "True", Reason: "HealthzRequestSucceeded", Message: "It answers.",
		}}},
	}
}

func statusOf(name string, state fluxv1alpha1.ShootState, message string) fluxv1alpha1.ShootStatus {
	return fluxv1alpha1.ShootStatus{
		UID: types.UID("uid-" + name), Seed: "seed", State: state, Ready: state.IsReady(), Message: message, FluxVersion: "v2.9.3", Ring: "canary",
		ObservedAt: metav1.Now(), Since: metav1.Now(),
	}
}

func encode(status fluxv1alpha1.ShootStatus) string {
	return fleet.Encode(status)
}
