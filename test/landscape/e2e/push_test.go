// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/tls"
	"encoding/hex"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape"
)

const pushToken = "6c6f6e6720656e6f756768"

// pushed is a project with a webhook, whose Shoots poll once an hour.
type pushed struct {
	fleet

	shoots []shoot
}

// newPushed creates the project, with three Shoots on two seeds.
func newPushed(ctx SpecContext, project string) pushed {
	GinkgoHelper()
	p := pushed{fleet: fleet{inGarden(ctx), project, project, "project: {push: {type: github}}"}}
	Expect(world.GitHost.CreateRepository(ctx, project, false)).To(Succeed())
	p.commit("before")
	p.gardenUser.project(project, p.hourly())
	for i, on := range []string{seedName, otherSeedName, seedName} {
		p.shoots = append(p.shoots, p.shoot(project, fmt.Sprintf("s%d", i), on, false))
	}
	Expect(world.GitHost.AddDeployKey(project, "flux", p.publicKey(project), true)).To(Succeed())
	for _, s := range p.shoots {
		s.succeeds()
		s.pullUntilShown("from-git", "before")
	}
	return p
}

// hourly is its configuration, with an interval of an hour.
func (p pushed) hourly() map[string]string {
	config := p.says("cluster")
	config["config.yaml"] = strings.Replace(config["config.yaml"], "template: {spec: {url:", "template: {spec: {interval: 1h, url:", 1)
	return config
}

func (p pushed) commit(value string) {
	GinkgoHelper()
	_, err := world.GitHost.Commit(p.ctx, p.repository, value, map[string]string{"cluster/from-git.yaml": manifest("from-git", value)})
	Expect(err).NotTo(HaveOccurred())
}

// annotation returns one of flux-config about the webhook.
func (p pushed) annotation(g Gomega, name string) string {
	configMap := &corev1.ConfigMap{}
	g.Expect(world.Garden.Client.Get(p.ctx, client.ObjectKey{Namespace: "garden-" + p.project, Name: "flux-config"}, configMap)).To(Succeed())
	return configMap.Annotations["flux.extensions.gardener.cloud/"+name]
}

// url waits for the URL of the webhook.
func (p pushed) url() string {
	GinkgoHelper()
	var url string
	Eventually(p.ctx, func(g Gomega) {
		url = p.annotation(g, "push-url")
		g.Expect(url).To(HavePrefix("https://"+landscape.PushHost+"/hook/"), p.annotation(g, "push-error"))
	}).Should(Succeed())
	return url
}

// send sends a push as GitHub does, through whatever is in front of the garden controller.
func send(ctx context.Context, url, token, body string) int {
	GinkgoHelper()
	address, err := world.PushAddress(ctx)
	Expect(err).NotTo(HaveOccurred())
	host := &http.Client{Timeout: 20 * time.Second, Transport: &http.Transport{
		TLSClientConfig:   &tls.Config{InsecureSkipVerify: true}, //nolint:gosec // the certificate is made up
		DisableKeepAlives: true,
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, network, address)
		},
	}}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(body))
	Expect(err).NotTo(HaveOccurred())
	mac := hmac.New(sha256.New, []byte(token))
	mac.Write([]byte(body))
	request.Header.Set("X-GitHub-Event", "push")
	request.Header.Set("X-Hub-Signature-256", "sha256="+hex.EncodeToString(mac.Sum(nil)))
	response, err := host.Do(request)
	Expect(err).NotTo(HaveOccurred())
	Expect(response.Body.Close()).To(Succeed())
	return response.StatusCode
}

// arrives commits a value and sends the push, and returns after what time each Shoot has it.
func (p pushed) arrives(url, value string) []time.Duration {
	GinkgoHelper()
	p.commit(value)
	began := time.Now()
	Expect(send(p.ctx, url, pushToken, `{"after":"`+value+`"}`)).To(Equal(http.StatusOK))
	times := make([]time.Duration, len(p.shoots))
	Eventually(p.ctx, func(g Gomega) {
		for i, s := range p.shoots {
			if times[i] > 0 {
				continue
			}
			g.Expect(s.valueOf(g, "from-git")).To(Equal(value))
			times[i] = time.Since(began)
		}
	}).WithPolling(50 * time.Millisecond).Should(Succeed())
	return times
}

// valueOf returns the value in a ConfigMap of the shoot.
func (s shoot) valueOf(g Gomega, name string) string {
	configMap := &corev1.ConfigMap{}
	g.Expect(s.client().Get(s.ctx, client.ObjectKey{Namespace: "default", Name: name}, configMap)).To(Succeed())
	return configMap.Data["value"]
}

// came waits until it is reported that the last revision came by a push.
func (s shoot) cameByPush() {
	GinkgoHelper()
	Eventually(s.ctx, func(g Gomega) {
		after := s.status(g).AppliedAfterPush
		g.Expect(after).NotTo(BeNil())
		g.Expect(after.Duration).To(BeNumerically("<", time.Minute))
	}).Should(Succeed())
}

var _ = Describe("A push", Serial, func() {
	It("reaches the Shoots of a project on all seeds at once, and wrong requests reach none", Label("long"), func(ctx SpecContext) {
		p := newPushed(ctx, "pushed")

		By("without a token, the project reads what to do")
		Eventually(ctx, func(g Gomega) {
			g.Expect(p.annotation(g, "push-error")).To(ContainSubstring("Secret flux-push is missing"))
		}).Should(Succeed())
		p.secret("pushed", "flux-push", corev1.SecretTypeOpaque, map[string]string{"token": pushToken})
		url := p.url()

		By("pushes")
		for i := range 3 {
			GinkgoWriter.Println("after a push:", p.arrives(url, fmt.Sprintf("push %d", i)))
		}
		for _, s := range p.shoots {
			s.cameByPush()
		}

		By("wrong requests")
		p.commit("unnoticed")
		Expect(send(ctx, url, "wrong token", `{}`)).To(Equal(http.StatusNotFound))
		Expect(send(ctx, url[:len(url)-1], pushToken, `{}`)).To(Equal(http.StatusNotFound))
		Consistently(ctx, func(g Gomega) {
			g.Expect(p.shoots[0].valueOf(g, "from-git")).To(Equal("push 2"))
		}).WithTimeout(5 * time.Second).Should(Succeed())
	})

	It("is not delayed by a project with the same URL that toggles a Shoot and pushes all the time", Label("long"), func(ctx SpecContext) {
		p := newPushed(ctx, "sharing")
		p.secret("sharing", "flux-push", corev1.SecretTypeOpaque, map[string]string{"token": pushToken})
		url := p.url()
		alone := p.arrives(url, "alone")

		By("the neighbour, with as many Shoots as take longer to ask than it takes until its next push")
		neighbour := pushed{fleet: fleet{inGarden(ctx), "envious", "sharing", "project: {push: {type: github}}"}}
		neighbour.gardenUser.project("envious", neighbour.hourly())
		neighbour.secret("envious", "flux-push", corev1.SecretTypeOpaque, map[string]string{"token": pushToken})
		var toggled shoot
		for i := range 30 {
			toggled = neighbour.shoot("envious", fmt.Sprintf("s%d", i), seedName, true)
		}
		theirs := neighbour.url()
		ended, end := context.WithCancel(ctx)
		toggling := make(chan struct{})
		go func() {
			defer GinkgoRecover()
			defer close(toggling)
			for i := 0; ended.Err() == nil; i++ {
				toggled.edit(hibernated(i%2 == 0))
				Expect(send(ctx, theirs, pushToken, fmt.Sprintf(`{"after":"%d"}`, i))).To(Equal(http.StatusOK))
			}
		}()
		defer func() { end(); <-toggling }()

		By("pushes meanwhile, for two minutes, and no more than are stored at once")
		began := time.Now()
		for i := range 8 {
			Eventually(ctx, func() time.Duration { return time.Since(began) }).WithTimeout(time.Minute).Should(BeNumerically(">=", time.Duration(i)*15*time.Second))
			times := p.arrives(url, fmt.Sprintf("push %d", i))
			GinkgoWriter.Println("alone:", alone, "with a neighbour:", times)
			// Two projects: twice the time alone, and the lead in which a push reaches all seeds.
			Expect(slices.Max(times)).To(BeNumerically("<", 2*slices.Max(alone)+10*time.Second))
		}
	})

	It("takes seconds, and Flux polls while the garden controller is away", Label("long"), func(ctx SpecContext) {
		p := newPushed(ctx, "manypushes")
		p.secret("manypushes", "flux-push", corev1.SecretTypeOpaque, map[string]string{"token": pushToken})
		url := p.url()
		var all []time.Duration
		for i := range 20 {
			all = append(all, p.arrives(url, fmt.Sprintf("push %d", i))...)
		}
		slices.Sort(all)
		AddReportEntry("20 pushes, 3 Shoots", fmt.Sprintf("median %s, longest %s", all[len(all)/2], all[len(all)-1]))
		GinkgoWriter.Println("median", all[len(all)/2], "longest", all[len(all)-1])
		for _, s := range p.shoots {
			s.cameByPush()
		}

		By("without the garden controller")
		Expect(world.StopGardenController(ctx)).To(Succeed())
		p.commit("polled")
		for _, s := range p.shoots {
			s.pull()
			s.shows("from-git", "polled")
			Eventually(ctx, func(g Gomega) {
				status := s.status(g)
				g.Expect(status.AppliedRevision).To(Equal(status.AttemptedRevision))
				g.Expect(status.AppliedAfterPush).To(BeNil(), "it came by no push")
			}).Should(Succeed())
		}
		Expect(world.StartGardenController(ctx)).To(Succeed())
		Expect(p.arrives(url, "back")).To(HaveLen(3))
	})
})
