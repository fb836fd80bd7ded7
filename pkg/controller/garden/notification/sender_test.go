// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package notification

import (
	"context"
	"encoding/pem"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/clock"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/githost"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/notification"
)

const (
	path  = "/services/T000/B000/secretsecret"
	token = "0123456789abcdef0123"
)

// receiver starts one, which listens on loopback, and returns its host and its Secret.
func receiver(handler http.HandlerFunc) (string, *corev1.Secret) {
	server := httptest.NewTLSServer(handler)
	server.Config.ErrorLog = nil
	DeferCleanup(server.Close)
	ca := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	host := server.Listener.Addr().String()
	return host, secretWith(map[string]string{"address": "https://" + host + path + "\n", "token": token, "ca.crt": string(ca)})
}

func secretWith(data map[string]string) *corev1.Secret {
	secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-notifications"}, Data: map[string][]byte{}}
	for key, value := range data {
		secret.Data[key] = []byte(value)
	}
	return secret
}

// sendTo sends a message to the receiver in the Secret, where these hosts are allowed.
func sendTo(ctx context.Context, secret *corev1.Secret, hosts ...string) *Failure {
	GinkgoHelper()
	target, failure := targetIn(secret, fluxv1alpha1.NotificationTypeWebhook)
	if failure != nil {
		return failure
	}
	Expect(fmt.Sprintf("%v %+v %#v", target, target, target)).NotTo(ContainSubstring("secretsecret"), "what is printed is the host")
	payload, err := notification.NewPayload(fluxv1alpha1.NotificationTypeWebhook, "garden-demo", notification.Message{ID: "id"}, target.token)
	Expect(err).NotTo(HaveOccurred())
	sender := NewSender(githost.NewWebHosts(hosts), clock.RealClock{})
	sender.timeout = time.Second
	sender.proxy = func(*http.Request) (*url.URL, error) { return nil, nil }
	return sender.Send(ctx, target, payload)
}

var _ = Describe("Sender", func() {
	It("sends a signed message to an allowed host, with one request", func(ctx SpecContext) {
		var requests []*http.Request
		host, secret := receiver(func(w http.ResponseWriter, r *http.Request) {
			body, err := io.ReadAll(r.Body)
			Expect(err).NotTo(HaveOccurred())
			Expect(string(body)).To(ContainSubstring(`"id":"id"`))
			requests = append(requests, r)
			w.WriteHeader(http.StatusAccepted)
		})
		Expect(sendTo(ctx, secret, host)).To(Succeed())
		Expect(requests).To(HaveLen(1))
		Expect(requests[0].Method + " " + requests[0].URL.Path).To(Equal("POST " + path))
		Expect(requests[0].Header.Get("X-Signature")).To(HavePrefix("sha256="))
		Expect(requests[0].Header.Get("Idempotency-Key")).To(Equal("id"))
	})

	DescribeTable("reports the response of a receiver with a fix",
		func(ctx SpecContext, handler http.HandlerFunc, text string, retryAfter time.Duration) {
			host, secret := receiver(handler)
			failure := sendTo(ctx, secret, host)
			Expect(failure).To(HaveOccurred())
			Expect(failure.Text).To(Equal(host + ": " + text))
			Expect(failure.Misconfigured).To(BeFalse())
			Expect(failure.RetryAfter).To(Equal(retryAfter))
		},
		Entry("an error that contains the URL", func(w http.ResponseWriter, r *http.Request) { http.Error(w, "no "+r.URL.Path, http.StatusNotFound) },
			"it responds with status 404 Not Found: the webhook was removed, or the address or token is wrong; store valid ones in the Secret", time.Duration(0)),
		Entry("a known word of Slack", func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no_service", http.StatusNotFound) },
			"it responds with status 404 Not Found (no_service): the webhook was removed, or the address or token is wrong; store valid ones in the Secret", time.Duration(0)),
		Entry("a rejected message", func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "?", http.StatusBadRequest) },
			"it responds with status 400 Bad Request; check that the configured type matches the receiver", time.Duration(0)),
		Entry("too many messages", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "120")
			w.WriteHeader(http.StatusTooManyRequests)
		}, "it receives too many messages", 2*time.Minute),
		Entry("another protocol, in which it says nothing", func(w http.ResponseWriter, _ *http.Request) {
			connection, _, err := w.(http.Hijacker).Hijack()
			if err != nil {
				return
			}
			defer connection.Close()
			_, _ = io.WriteString(connection, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n")
			_, _ = io.Copy(io.Discard, connection)
		}, "it responds with status 101 Switching Protocols; check that the configured type matches the receiver", time.Duration(0)),
		Entry("an unlimited delay", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "999999999")
			w.WriteHeader(http.StatusServiceUnavailable)
		}, "it responds with status 503 Service Unavailable; check that it runs", time.Hour),
		Entry("a redirect", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "https://169.254.169.254/", http.StatusTemporaryRedirect)
		},
			"it redirects the request, and redirects are not followed; set key address of the Secret to the new address", time.Duration(0)),
		Entry("an unlimited response", func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusInternalServerError)
			for {
				if _, err := w.Write(make([]byte, 64<<10)); err != nil {
					return
				}
			}
		}, "it responds with status 500 Internal Server Error; check that it runs", time.Duration(0)),
		Entry("unlimited headers", func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("X", strings.Repeat("x", 1<<20)) },
			"it cannot be reached; check the address, and that it can be reached from the network of the garden controller", time.Duration(0)),
		Entry("no response", func(_ http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body) // The server notices that the client is gone only afterwards.
			<-r.Context().Done()
		},
			"it does not respond in time; check that it runs, and that it can be reached from the network of the garden controller", time.Duration(0)),
	)

	It("does not read the body of a successful response", func(ctx SpecContext) {
		host, secret := receiver(func(w http.ResponseWriter, _ *http.Request) {
			for {
				if _, err := w.Write(make([]byte, 64<<10)); err != nil {
					return
				}
			}
		})
		Expect(sendTo(ctx, secret, host)).To(Succeed())
	}, NodeTimeout(5*time.Second))

	Describe("with a host", func() {
		ok := func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) }

		It("reports an unknown certificate authority", func(ctx SpecContext) {
			host, secret := receiver(ok)
			delete(secret.Data, "ca.crt")
			Expect(sendTo(ctx, secret, host)).To(HaveField("Text", ContainSubstring("add the certificate of the authority as key ca.crt to the Secret")))
		})

		It("reports a certificate for another name", func(ctx SpecContext) {
			host, secret := receiver(ok)
			_, port, _ := strings.Cut(host, ":")
			secret.Data["address"] = []byte("https://localhost:" + port + path)
			Expect(sendTo(ctx, secret, "localhost:"+port)).To(HaveField("Text", ContainSubstring("its certificate is not for this name")))
		})

		It("reports a host that is not allowed, without a connection", func(ctx SpecContext) {
			host, secret := receiver(func(http.ResponseWriter, *http.Request) { Fail("it was connected to") })
			failure := sendTo(ctx, secret, "hooks.slack.com", "127.0.0.1")
			Expect(failure.Text).To(Equal("the operator does not allow messages to " + host + "; ask for this entry in notifications.hosts"))
			Expect(failure.Misconfigured).To(BeTrue())
		})

		It("does not connect to a name that resolves to the cluster", func(ctx SpecContext) {
			host, secret := receiver(func(http.ResponseWriter, *http.Request) { Fail("it was connected to") })
			_, port, _ := strings.Cut(host, ":")
			name := "receiver.localhost"
			secret.Data["address"] = []byte("https://" + name + ":" + port + path)
			failure := sendTo(ctx, secret, name+":"+port)
			Expect(failure).To(HaveOccurred())
			Expect(failure.Text).To(Or(ContainSubstring("belongs to the cluster of the garden controller"), ContainSubstring("its name is not found")))
		})

		It("reports a refused connection", func(ctx SpecContext) {
			host, secret := receiver(ok)
			secret.Data["address"] = []byte("https://127.0.0.1:1" + path)
			Expect(sendTo(ctx, secret, host, "127.0.0.1:1")).To(HaveField("Text", HavePrefix("127.0.0.1:1: it cannot be reached")))
		})
	})

	DescribeTable("reports an invalid Secret without its content",
		func(ctx SpecContext, key, value, text string) {
			_, secret := receiver(func(http.ResponseWriter, *http.Request) { Fail("it was connected to") })
			secret.Data[key] = []byte(value)
			failure := sendTo(ctx, secret)
			Expect(failure).To(HaveField("Text", Equal(text)))
			Expect(failure.Misconfigured).To(BeTrue())
		},
		Entry("no address", "address", " ", "Secret flux-notifications has no key address, or an empty one: store the URL of the receiver there, such as https://hooks.example.com/…"),
		Entry("an invalid URL", "address", "https://hooks.example.com:x/secretsecret", "key address of Secret flux-notifications must be an https URL without user and fragment: store the URL of the receiver there, such as https://hooks.example.com/…"),
		Entry("an http URL", "address", "http://hooks.example.com/secretsecret", "key address of Secret flux-notifications must be an https URL without user and fragment: store the URL of the receiver there, such as https://hooks.example.com/…"),
		Entry("a URL with a user", "address", "https://a:b@hooks.example.com/", "key address of Secret flux-notifications must be an https URL without user and fragment: store the URL of the receiver there, such as https://hooks.example.com/…"),
		Entry("a URL without a host", "address", "https:///secretsecret", "key address of Secret flux-notifications must be an https URL without user and fragment: store the URL of the receiver there, such as https://hooks.example.com/…"),
		Entry("a URL that is too long", "address", "https://hooks.example.com/"+strings.Repeat("x", 5000), "key address of Secret flux-notifications must be an https URL without user and fragment: store the URL of the receiver there, such as https://hooks.example.com/…"),
		Entry("a short token", "token", "short", "key token of Secret flux-notifications has no token of at least 16 characters for the signature; store one, such as the output of 'openssl rand -hex 20', and set the same token in the receiver"),
		Entry("an invalid certificate", "ca.crt", "none", "key ca.crt of Secret flux-notifications contains no certificate; store one in PEM format, or remove the key"),
	)
})
