// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/pki"
)

// checkToken is the token that the project sends to the checked system.
const checkToken = "token-of-the-checks"

// checkedSystem is a system that checks ask over TLS at receiverAddress.
type checkedSystem struct {
	mutex sync.Mutex
	// answers are bodies by path. redirect is where all requests are redirected to; empty for nowhere.
	answers  map[string]string
	redirect string
	// strangers is the number of requests without the token.
	strangers int
}

func (c *checkedSystem) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	switch answer, known := c.answers[request.URL.Path]; {
	case request.Header.Get("Authorization") != "Bearer "+checkToken:
		c.strangers++
		w.WriteHeader(http.StatusUnauthorized)
	case c.redirect != "":
		http.Redirect(w, request, c.redirect, http.StatusFound)
	case !known:
		w.WriteHeader(http.StatusNotFound)
	default:
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(answer))
	}
}

// says sets an answer.
func (c *checkedSystem) says(path, body string) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.answers[path], c.redirect = body, ""
}

// newCheckedSystem returns a system that does not listen yet, with a function that has it listen, and its CA.
func newCheckedSystem(ctx SpecContext) (system *checkedSystem, listen func(), authority string) {
	GinkgoHelper()
	system = &checkedSystem{answers: map[string]string{}}
	ca, err := pki.NewCA("checks")
	Expect(err).NotTo(HaveOccurred())
	pair, err := ca.Server("system", nil, []net.IP{net.IPv4(127, 0, 0, 1)})
	Expect(err).NotTo(HaveOccurred())
	certificate, err := tls.X509KeyPair(pair.Cert, pair.Key)
	Expect(err).NotTo(HaveOccurred())
	listen = func() {
		GinkgoHelper()
		server := &http.Server{Handler: system, ReadHeaderTimeout: 10 * time.Second}
		var listener net.Listener
		Eventually(ctx, func() (err error) {
			listener, err = (&net.ListenConfig{}).Listen(ctx, "tcp", receiverAddress)
			return err
		}).Should(Succeed())
		var serving sync.WaitGroup
		serving.Go(func() {
			defer GinkgoRecover()
			if err := server.Serve(tls.NewListener(listener, &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12})); !errors.Is(err, http.ErrServerClosed) {
				Fail(err.Error())
			}
		})
		DeferCleanup(func() {
			Expect(server.Close()).To(Succeed())
			serving.Wait()
		})
	}
	return system, listen, string(ca.Cert)
}

var _ = Describe("A rollout with checks", Serial, Label("long"), func() {
	It("waits for another system that is down, lies, redirects and says no, and goes on when it says yes", func(ctx SpecContext) {
		system, listen, authority := newCheckedSystem(ctx)
		url := func(path string) string { return "https://" + receiverAddress + path }
		r := newRinged(ctx, "checked", ringsWith(
			", checks: [{name: errors, http: {url: '"+url("/errors")+"', expression: 'body.errors < 5.0'}}]",
			", checks: [{name: change, http: {url: '"+url("/change")+"', expression: 'body.state == \"approved\"'}, when: BeforeStart, deadline: 24h}]"), 1)
		r.secret(r.project, "flux-checks", corev1.SecretTypeOpaque, map[string]string{
			"system": "host: " + receiverAddress + "\ntoken: " + checkToken + "\ncaCert: |\n  " + strings.ReplaceAll(strings.TrimSpace(authority), "\n", "\n  ") + "\n",
		})
		r.answers(url("/errors"), false)
		r.answers(url("/change"), false)
		before := r.delivered("staging", "production")
		waits := func(ring int, answer string) {
			GinkgoHelper()
			Eventually(ctx, func(g Gomega) {
				g.Expect(r.progress(g).Rings[ring]).To(And(HaveField("Phase", "WaitingForCheck"), HaveField("WaitsFor", ContainSubstring(answer))))
			}).Should(Succeed())
		}

		By("the system is down")
		r.configure(r.project, r.says("second"))
		r.show("second", "canary")
		waits(0, "check errors: "+receiverAddress+": it cannot be reached")

		By("it lies")
		listen()
		waits(0, "status 404")
		system.says("/errors", `{"faults": 0}`)
		waits(0, "the answer has no field errors")
		system.says("/errors", `{"errors": null}`)
		waits(0, "a field is missing, null or of another type")

		By("it redirects")
		system.mutex.Lock()
		system.redirect = "https://" + receiverAddress + "/elsewhere"
		system.mutex.Unlock()
		waits(0, "redirects are not followed")

		By("it says no")
		system.says("/errors", `{"errors": 7.0}`)
		waits(0, "the expression is false")
		Expect(r.delivered("staging", "production")).To(Equal(before))

		By("it says yes: staging gets the change, and production waits for its own check")
		system.says("/change", `{"state": "pending"}`)
		r.answers(url("/errors"), true)
		system.says("/errors", `{"errors": 0.5}`)
		r.show("second", "staging")
		waits(2, "check change: ")
		r.show("first", "production")
		r.answers(url("/change"), true)
		system.says("/change", `{"state": "approved"}`)
		r.show("second", "production")
		r.is("Complete")

		By("the answer for one change is not used for the next, which an approval lets begin")
		system.says("/change", `{"state": "pending"}`)
		r.answers(url("/change"), false)
		since := time.Now()
		r.configure(r.project, r.says("third"))
		r.show("third", "canary", "staging")
		waits(2, "check change: ")
		r.show("second", "production")
		r.operates("approve=production")
		r.reports(since, "RolloutApproved", ContainSubstring("in spite of check change: "))
		r.show("third", "production")
		r.is("Complete")
		Expect(system.strangers).To(BeZero())
	}, SpecTimeout(15*time.Minute))
})
