// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/binaries"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/pki"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/prometheus"
)

// checkToken is the token that the project sends to the checked system.
const checkToken = "token-of-the-checks"

// checkedSystem is a system that checks ask over TLS at receiverAddress.
type checkedSystem struct {
	mutex sync.Mutex
	// answers are bodies by path. redirect is where all requests are redirected to; empty for nowhere. isSlow has requests
	// wait until their sender gives up.
	answers  map[string]string
	redirect string
	isSlow   bool
	// strangers is the number of requests without the token.
	strangers int
}

func (c *checkedSystem) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	c.mutex.Lock()
	isSlow := c.isSlow
	c.mutex.Unlock()
	if isSlow {
		<-request.Context().Done()
		return
	}
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
	c.answers[path], c.redirect, c.isSlow = body, "", false
}

// is sets how the system behaves until it says something.
func (c *checkedSystem) is(slow bool, redirect string) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.isSlow, c.redirect = slow, redirect
}

// checkCredential is a key of Secret flux-checks for receiverAddress.
func checkCredential(authority, credential string) string {
	return "host: " + receiverAddress + "\n" + credential + "\ncaCert: |\n  " + strings.ReplaceAll(strings.TrimSpace(authority), "\n", "\n  ") + "\n"
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
	It("waits for another system that is down, slow, lies, redirects and says no, and goes on when it says yes", func(ctx SpecContext) {
		system, listen, authority := newCheckedSystem(ctx)
		url := func(path string) string { return "https://" + receiverAddress + path }
		r := newRinged(ctx, "checked", ringsWith(
			", checks: [{name: errors, http: {url: '"+url("/errors")+"', expression: 'body.errors < 5.0'}}]",
			", checks: [{name: change, http: {url: '"+url("/change")+"', expression: 'body.state == \"approved\"'}, when: BeforeStart, deadline: 24h}]"), 1)
		r.secret(r.project, "flux-checks", corev1.SecretTypeOpaque, map[string]string{
			"system": checkCredential(authority, "token: "+checkToken),
		})
		r.answers(url("/errors"), false)
		r.answers(url("/change"), false)
		before := r.delivered("staging", "production")
		waits := func(ring int, answer string) {
			GinkgoHelper()
			r.waitsFor(ring, "WaitingForCheck", answer)
		}

		By("the system is down")
		r.configure(r.project, r.says("second"))
		r.show("second", "canary")
		waits(0, "check errors: "+receiverAddress+": it cannot be reached")

		By("it is slow")
		system.is(true, "")
		listen()
		waits(0, "it does not respond in time")
		r.prints("status")

		By("it lies to the next garden controller, which does not know that it was slow and has to be asked less often")
		system.is(false, "")
		killGardenController(ctx)
		r.acts("kill", "garden-controller")
		Expect(world.StartGardenController(ctx)).To(Succeed())
		waits(0, "status 404")
		system.says("/errors", `{"faults": 0}`)
		waits(0, "the answer has no field errors")
		system.says("/errors", `{"errors": null}`)
		waits(0, "a field is missing, null or of another type")

		By("it redirects")
		system.is(false, "https://"+receiverAddress+"/elsewhere")
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
		AddReportEntry("Events", r.events(Default, since))
		r.show("third", "production")
		r.is("Complete")
		r.prints("history")
		Expect(system.strangers).To(BeZero())
	}, SpecTimeout(15*time.Minute))

	It("waits for Prometheus that has no data and then a value above the limit, and goes on when the value is within it", func(ctx SpecContext) {
		program, err := binaries.EnsurePrometheus(ctx, GinkgoWriter)
		Expect(err).NotTo(HaveOccurred())
		measured, err := prometheus.Start(ctx, prometheus.Options{Dir: filepath.Join(dataDir, "prometheus"), Program: program, Address: receiverAddress})
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(measured.Stop)
		const failures = "# TYPE shop_failures_ratio gauge\nshop_failures_ratio{pod=\"a\"} %s\nshop_failures_ratio{pod=\"b\"} 0\n"
		r := newRingedOf(ctx, "measured", "{rings: [{name: canary, shoots: {matchLabels: {ring: canary}}, soak: 3s, checks: [{name: failures, prometheus: {url: '"+
			measured.URL()+"', query: 'sum(shop_failures_ratio)', max: \"0.01\"}}]}, {name: production, soak: 0s}], progressDeadline: 4m}", []string{"canary", "production"}, 1)
		r.secret(r.project, "flux-checks", corev1.SecretTypeOpaque, map[string]string{
			"prometheus": checkCredential(string(measured.CA()), "username: "+prometheus.Username+"\npassword: "+prometheus.Password),
		})
		before := r.delivered("production")

		By("no data")
		r.configure(r.project, r.says("second"))
		r.show("second", "canary")
		r.waitsFor(0, "WaitingForCheck", "check failures: no data since ")
		r.prints("status")

		By("a value above the limit")
		measured.Expose(fmt.Sprintf(failures, "0.014"))
		r.waitsFor(0, "WaitingForCheck", "check failures: 0.014 > 0.01 since ")
		r.prints("status")

		By("NaN, and a query with one value for each pod")
		measured.Expose(fmt.Sprintf(failures, "NaN"))
		r.waitsFor(0, "WaitingForCheck", "check failures: not a number (NaN) since ")
		measured.Expose("")
		r.waitsFor(0, "WaitingForCheck", "check failures: no data since ")
		Expect(r.delivered("production")).To(Equal(before))

		By("a value within the limit")
		measured.Expose(fmt.Sprintf(failures, "0.005"))
		r.show("second", "production")
		r.is("Complete")

		By("the next change fails at the deadline of the check, whose query has several values, and goes on when it passes")
		settings := r.settings
		r.settings = strings.NewReplacer("sum(shop_failures_ratio)", "shop_failures_ratio", "max: \"0.01\"}", "max: \"0.01\"}, deadline: 1m").Replace(settings)
		began := now()
		r.configure(r.project, r.says("third"))
		r.show("third", "canary")
		r.waitsFor(0, "Stopped", "check failures has not passed within 60s: ")
		r.reports(began, "RolloutStopped", ContainSubstring("check failures has not passed within 60s"))
		r.prints("status")
		AddReportEntry("Events", r.events(Default, began))
		r.show("second", "production")
		r.settings = settings
		r.configure(r.project, r.says("third"))
		r.show("third", "production")
		r.is("Complete")
	}, SpecTimeout(15*time.Minute))
})
