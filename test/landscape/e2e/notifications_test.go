// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"bufio"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os/exec"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/pki"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/webhookhost"
)

const receiverToken = "72656365697665722d746f6b656e"

// received is a message, as its receiver has it.
type received struct {
	ID       string   `json:"id"`
	Reason   string   `json:"reason"`
	Cause    string   `json:"cause"`
	Message  string   `json:"message"`
	Count    int      `json:"count"`
	Shoots   []string `json:"shoots"`
	Severity string   `json:"severity"`
}

// receiver takes messages of a project at receiverAddress, over TLS.
type receiver struct {
	gardenUser
	recorded

	project     string
	authority   *pki.CA
	certificate tls.Certificate
	host        *webhookhost.Host
}

// newReceiver creates a project with a receiver that is not there yet.
func newReceiver(ctx context.Context, project string) *receiver {
	GinkgoHelper()
	r := &receiver{gardenUser: inGarden(ctx), project: project}
	var err error
	r.authority, err = pki.NewCA("receivers")
	Expect(err).NotTo(HaveOccurred())
	pair, err := r.authority.Server("receiver", nil, []net.IP{net.IPv4(127, 0, 0, 1)})
	Expect(err).NotTo(HaveOccurred())
	r.certificate, err = tls.X509KeyPair(pair.Cert, pair.Key)
	Expect(err).NotTo(HaveOccurred())
	r.gardenUser.project(project, map[string]string{"config.yaml": fluxConfig(r.configuration(""))})
	r.secret(project, "flux-notifications", corev1.SecretTypeOpaque, map[string]string{
		"address": "https://" + receiverAddress + "/" + project, "token": receiverToken, "ca.crt": string(r.authority.Cert),
	})
	return r
}

// configuration has the receiver get everything.
func (r *receiver) configuration(flux string) string {
	return flux + "project: {propagation: Immediate, notifications: [{type: webhook}]}\n"
}

// start has it listen.
func (r *receiver) start() {
	GinkgoHelper()
	Eventually(r.ctx, func() (err error) {
		r.host, err = webhookhost.StartTLS(r.ctx, receiverAddress, r.certificate)
		return err
	}).Should(Succeed())
	DeferCleanup(r.host.Stop)
	if r.recording != nil {
		r.host.Follow(r.remember)
	}
}

// remember adds a message to the history.
func (r *receiver) remember(name string, body []byte) {
	defer GinkgoRecover()
	var message struct {
		received
		Project string `json:"project"`
		Ring    string `json:"ring"`
	}
	Expect(json.Unmarshal(body, &message)).To(Succeed())
	Expect(r.recording.Add("receiver", "message", map[string]any{
		"project": message.Project, "receiver": name, "id": message.ID, "severity": message.Severity, "reason": message.Reason, "cause": message.Cause,
		"ring": message.Ring, "count": message.Count, "shoots": message.Shoots, "text": message.Message,
	})).To(Succeed())
}

// messages returns what was received, after a check of the signatures.
func (r *receiver) messages(g Gomega) []received {
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(r.authority.Cert)
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}, DisableKeepAlives: true}, Timeout: 10 * time.Second}
	request, err := http.NewRequestWithContext(r.ctx, http.MethodGet, r.host.URL(r.project), http.NoBody)
	g.Expect(err).NotTo(HaveOccurred())
	response, err := client.Do(request)
	g.Expect(err).NotTo(HaveOccurred())
	defer response.Body.Close()
	var all []received
	for lines := bufio.NewScanner(response.Body); lines.Scan(); {
		var line struct {
			Signature string          `json:"X-Signature"`
			Body      json.RawMessage `json:"body"`
		}
		g.Expect(json.Unmarshal(lines.Bytes(), &line)).To(Succeed())
		mac := hmac.New(sha256.New, []byte(receiverToken))
		mac.Write(line.Body)
		g.Expect(line.Signature).To(Equal("sha256=" + hex.EncodeToString(mac.Sum(nil))))
		var message received
		g.Expect(json.Unmarshal(line.Body, &message)).To(Succeed())
		all = append(all, message)
	}
	return all
}

// has waits until so many messages were received, and then for no other.
func (r *receiver) has(count int) []received {
	GinkgoHelper()
	var all []received
	Eventually(r.ctx, func(g Gomega) {
		all = r.messages(g)
		g.Expect(len(all)).To(BeNumerically(">=", count))
	}).WithTimeout(3 * time.Minute).Should(Succeed())
	Consistently(r.ctx, func(g Gomega) {
		g.Expect(r.messages(g)).To(HaveLen(count))
	}).WithTimeout(10 * time.Second).Should(Succeed())
	return all
}

// stored returns what people read of the receiver.
func (r *receiver) stored(g Gomega) string {
	configMap := &corev1.ConfigMap{}
	g.Expect(world.Garden.Client.Get(r.ctx, client.ObjectKey{Namespace: "garden-" + r.project, Name: "flux-notifications"}, configMap)).To(Succeed())
	return configMap.Data["status.yaml"]
}

var _ = Describe("Messages to a receiver", Serial, func() {
	It("report a bootstrap that fails, once although the leader is killed before it is sent, and that it has recovered", Label("long"), func(ctx SpecContext) {
		r := newReceiver(ctx, "notified")
		r.recorded = record(ctx, "notified")
		r.gardenUser.configure("notified", map[string]string{"config.yaml": fluxConfig(r.configuration(
			"flux: {resources: {source-controller: {requests: {memory: 9000Gi}, limits: {memory: 9000Gi}}}}\n"))})
		s := r.shoot("notified", "ill", seedName, false)
		r.checked()

		By("it is decided, and the receiver is away")
		Eventually(ctx, func(g Gomega) {
			status := r.stored(g)
			g.Expect(status).To(And(ContainSubstring("pending: 1"), ContainSubstring("open: 1"), ContainSubstring("it cannot be reached")))
		}).WithTimeout(3 * time.Minute).Should(Succeed())
		Eventually(ctx, func(g Gomega) {
			list := &eventsv1.EventList{}
			g.Expect(world.Garden.Client.List(ctx, list, client.InNamespace("garden-notified"))).To(Succeed())
			g.Expect(list.Items).To(ContainElement(And(HaveField("Reason", "NotificationFailing"), HaveField("Regarding.Name", "flux-config"),
				HaveField("Note", ContainSubstring(receiverAddress+": it cannot be reached")))))
		}).Should(Succeed())

		By("the leader is killed, and the receiver is back")
		Expect(world.KillGardenController()).To(Succeed())
		r.acts("kill", "garden-controller")
		r.start()
		all := r.has(1)
		Expect(all[0].Message).To(HavePrefix("Shoot ill is Failed: InstallationFailed. "))
		Expect(all[0].Shoots).To(Equal([]string{"ill"}))

		By("another restart sends nothing again")
		Expect(world.KillGardenController()).To(Succeed())
		r.has(1)

		By("it is corrected")
		r.gardenUser.configure("notified", map[string]string{"config.yaml": fluxConfig(r.configuration(""))})
		s.succeeds()
		all = r.has(2)
		Expect(all[1].Message).To(Equal("Shoot ill has recovered"))
		Expect(all[1].Severity).To(Equal("info"))
		Eventually(ctx, r.stored).Should(And(ContainSubstring("pending: 0"), ContainSubstring("open: 0"), ContainSubstring("sent: 2"), Not(ContainSubstring("problem"))))
	})

	It("are tested with the CLI, which may read and patch ConfigMaps of the project only", func(ctx SpecContext) {
		r := newReceiver(ctx, "notifytest")
		kubeconfig := r.memberKubeconfig("notifytest", rbacv1.PolicyRule{APIGroups: []string{""}, Resources: []string{"configmaps"}, Verbs: []string{"get", "patch"}})
		test := func() (string, error) {
			output, err := exec.CommandContext(ctx, world.Plugin, "notifications", "test", "-n", "garden-notifytest", "--kubeconfig", kubeconfig).CombinedOutput()
			return string(output), err
		}

		By("the receiver is away")
		output, err := test()
		Expect(err).To(HaveOccurred())
		Expect(output).To(And(MatchRegexp(`webhook +webhook +`+receiverAddress+`: it cannot be reached`), ContainSubstring("the test message was not sent to webhook")))

		By("the receiver is there, and gets what waits too")
		r.start()
		Eventually(ctx, test).WithPolling(2 * time.Second).Should(MatchRegexp(`webhook +webhook +sent`))
		for _, message := range r.messages(Default) {
			Expect(message).To(And(HaveField("Reason", "Test"), HaveField("Severity", "info"), HaveField("Message", HavePrefix("Test of the notifications. Receiver webhook gets"))))
		}
	}, SpecTimeout(3*time.Minute))

	It("are one for 200 Shoots that fail for one reason", Label("long"), func(ctx SpecContext) {
		r := newReceiver(ctx, "notify200")
		r.start()
		// Without a seed, no seed reports them: a stand-in does.
		uids := map[string]types.UID{}
		for i := range 200 {
			name := fmt.Sprintf("s%03d", i)
			object := garden.NewShoot("notify200", name, "")
			object.Spec.SeedName = nil
			Eventually(ctx, func() error {
				err := world.Garden.Client.Create(ctx, object)
				if err != nil && !strings.Contains(err.Error(), "credentialsbinding") {
					return StopTrying("the garden refuses the Shoot").Wrap(err)
				}
				return err
			}).Should(Succeed())
			uids[name] = object.UID
		}
		entries, now := map[string]string{}, time.Now().UTC().Format(time.RFC3339)
		for name, uid := range uids {
			entries[name] = fmt.Sprintf(`{"uid":%q,"seed":"elsewhere","state":"Failed","cause":"AuthenticationFailed","message":"the deploy key is not registered","since":%q,"observedAt":%q}`, uid, now, now)
		}
		status := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-notify200", Name: "flux-status"}}
		if err := world.Garden.Client.Get(ctx, client.ObjectKeyFromObject(status), status); err == nil {
			status.Data = entries
			Expect(world.Garden.Client.Update(ctx, status)).To(Succeed())
		} else {
			status.Data = entries
			Expect(world.Garden.Client.Create(ctx, status)).To(Succeed())
		}
		all := r.has(1)
		Expect(all[0]).To(And(HaveField("Count", 200), HaveField("Cause", "AuthenticationFailed"), HaveField("Shoots", HaveLen(5)),
			HaveField("Message", Equal("200 Shoots are Failed: AuthenticationFailed. s000, s001, s002, s003, s004 and 195 more. Of s000: the deploy key is not registered"))))
	})
})
