// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check

import (
	"context"
	"encoding/base64"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/githost"
)

var _ = Describe("Asker", func() {
	compressed := bomb()

	It("evaluates an instant query with one request that has the credential of the project", func(ctx SpecContext) {
		var requests []*http.Request
		s := start(func(w http.ResponseWriter, r *http.Request) {
			requests = append(requests, r)
			_, _ = io.WriteString(w, vector(`{"metric":{},"value":[1435781451.781,"0.014"]}`))
		})
		answer := s.withKey("metrics", s.credential("token: secret-token")).ask(ctx, s.prometheus("/tenant/", `sum(rate(errors_total{code=~"5.."}[5m]))`))
		Expect(answer).To(Equal(Answer{Note: "0.014 > 0.01"}))
		Expect(requests).To(HaveLen(1))
		request := requests[0]
		Expect(request.Method + " " + request.URL.Path).To(Equal("GET /tenant/api/v1/query"))
		Expect(request.URL.Query()).To(Equal(url.Values{"query": {`sum(rate(errors_total{code=~"5.."}[5m]))`}}))
		Expect(request.Header.Get("Authorization")).To(Equal("Bearer secret-token"))
		Expect(request.Header.Get("User-Agent")).To(Equal("gardener-extension-shoot-flux"))
		Expect(request.Header.Get("Accept-Encoding")).To(BeEmpty(), "a response is not decompressed")
	})

	DescribeTable("reads the answer of Prometheus",
		func(ctx SpecContext, status int, body string, expected Answer) {
			s := start(func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(status)
				_, _ = io.WriteString(w, body)
			})
			expected.Note = strings.ReplaceAll(expected.Note, "HOST", s.host)
			Expect(s.withKey("metrics", s.credential("token: secret-token")).ask(ctx, s.prometheus("", "up"))).To(Equal(expected))
		},
		Entry("a value within the limit", 200, vector(`{"metric":{},"value":[1,"0.005"]}`), Answer{Good: true, Note: "0.005 <= 0.01"}),
		Entry("the limit itself", 200, scalar(`[1,"0.01"]`), Answer{Good: true, Note: "0.01 <= 0.01"}),
		Entry("a value that is not a number: Argo Rollouts #4479 passes it", 200, vector(`{"metric":{},"value":[1,"NaN"]}`), Answer{Note: "not a number (NaN)"}),
		Entry("an empty vector: Argo Rollouts #4535 reads it as a result", 200, vector(``), Answer{Note: "no data"}),
		Entry("a result that is null: Argo Rollouts #1905 reads null", 200, scalar(`null`), Answer{Note: "the answer is not one of the Prometheus API; check url, which is the address without /api/v1"}),
		Entry("an empty answer", 200, ``, Answer{Note: "the answer is not one of the Prometheus API; check url, which is the address without /api/v1"}),
		Entry("a query that is not valid, with the words of Prometheus", 400, `{"status":"error","errorType":"bad_data","error":"1:4: parse error: secret-token: unexpected end\u0007"}`,
			Answer{Note: "the query is not valid (bad_data): 1:4: parse error: …: unexpected end"}),
		Entry("a query that takes too long", 503, `{"status":"error","errorType":"timeout","error":"query timed out"}`, Answer{Note: "the query could not be evaluated (timeout): query timed out"}),
		Entry("another response with status 503", 503, `no healthy upstream`, Answer{Note: "HOST: it responds with status 503 Service Unavailable"}),
		Entry("a value in a response that is no success", 500, vector(`{"metric":{},"value":[1,"0"]}`), Answer{Note: "HOST: it responds with status 500 Internal Server Error"}),
	)

	DescribeTable("shows neither values nor words of Prometheus without a credential of the project",
		func(ctx SpecContext, status int, body, note string) {
			s := start(func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(status)
				_, _ = io.WriteString(w, body)
			})
			Expect(s.withKey("ca", s.credential("")).ask(ctx, s.prometheus("", "up"))).To(HaveField("Note", note))
		},
		Entry("a value above the limit", 200, scalar(`[1,"0.014"]`), "above max 0.01"),
		Entry("a value within the limit", 200, scalar(`[1,"0.005"]`), "not above max 0.01"),
		Entry("an error", 422, `{"status":"error","errorType":"execution","error":"found duplicate series for {password=\"x\"}"}`, "the query could not be evaluated (execution)"),
	)

	DescribeTable("evaluates an expression over a JSON document",
		func(ctx SpecContext, status int, body, expression string, expected Answer) {
			s := start(func(w http.ResponseWriter, r *http.Request) {
				Expect(r.Method + " " + r.URL.String()).To(Equal("GET /changes/1?fields=state"))
				w.WriteHeader(status)
				_, _ = io.WriteString(w, body)
			})
			expected.Note = strings.ReplaceAll(expected.Note, "HOST", s.host)
			answer := s.withKey("change", s.credential("")).ask(ctx, s.http("/changes/1?fields=state", expression))
			Expect(answer).To(Equal(expected))
		},
		Entry("one that is true", 200, `{"state":"approved"}`, `body.state == "approved"`, Answer{Good: true, Note: "the expression is true"}),
		Entry("one that is false", 200, `{"state":"secret"}`, `body.state == "approved"`, Answer{Note: "the expression is false"}),
		Entry("a missing field", 200, `{}`, `body.state == "approved"`, Answer{Note: "the answer has no field state"}),
		Entry("a field that the document names", 200, `{"name":"secret"}`, `body[body.name] == "approved"`, Answer{Note: "the expression has no value for the answer: a field is missing, null or of another type"}),
		Entry("null, for which a field is missing as it should be", 200, `null`, `!has(body.error)`, Answer{Note: "the answer is neither an object nor a list"}),
		Entry("a text, likewise", 200, `"error"`, `!has(body.error)`, Answer{Note: "the answer is neither an object nor a list"}),
		Entry("a field that is null", 200, `{"state":null}`, `body.state.by == "a"`, Answer{Note: "the answer has no field by"}),
		Entry("a field of another type", 200, `{"state":"secret"}`, `body.state > 1`, Answer{Note: "the expression has no value for the answer: a field is missing, null or of another type"}),
		Entry("an empty answer", 200, ``, `body.state != "rejected"`, Answer{Note: "the answer is not JSON"}),
		Entry("two documents", 200, `{"state":"approved"}{}`, `body.state == "approved"`, Answer{Note: "the answer is not JSON"}),
		Entry("a value that is no bool", 200, `{"state":"true"}`, `body.state`, Answer{Note: "the value of the expression is neither true nor false for the answer"}),
		Entry("another status, with a document for which the expression is true", 201, `{"state":"approved"}`, `body.state == "approved"`, Answer{Note: "HOST: it responds with status 201 Created"}),
		Entry("a document with too many elements", 200, "["+strings.Repeat("1,", 30_000)+"1]", `size(body) > 0`, Answer{Note: "the answer is too large: it has more than 20000 elements"}),
		Entry("an expression that no longer compiles", 200, `{}`, `body.matches("x")`, Answer{Note: "the expression is not a CEL expression over the variable body: undeclared reference to 'matches' (in container '') (column 13)"}),
	)

	DescribeTable("reports systems that do not answer as they should",
		func(ctx SpecContext, handler http.HandlerFunc, note string) {
			s := start(handler)
			s.withKey("change", s.credential("token: secret-token"))
			for _, check := range []fluxv1alpha1.Check{s.http("/secret?secret=secret", "body == [1]"), s.prometheus("/secret", "up")} {
				Expect(s.ask(ctx, check)).To(Equal(Answer{Note: s.host + ": " + note}))
			}
		},
		Entry("a redirect", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "https://169.254.169.254/", http.StatusTemporaryRedirect)
		}, "it redirects the request, and redirects are not followed; set url to the new address"),
		Entry("a response that does not end", func(w http.ResponseWriter, _ *http.Request) {
			for {
				if _, err := w.Write(make([]byte, 64<<10)); err != nil {
					return
				}
			}
		}, "its answer has more than 1048576 bytes; ask for less"),
		Entry("a compressed response, which may be a bomb", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write(compressed)
		}, "its answer is compressed although that was not requested; have it answer without compression"),
		Entry("headers without an end", func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("X", strings.Repeat("x", 1<<20)) },
			"it cannot be reached; check the address, and that it can be reached from the network of the garden controller"),
		Entry("a connection that ends within the response", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "100")
			_, _ = io.WriteString(w, "[1]")
		}, "it cannot be reached; check the address, and that it can be reached from the network of the garden controller"),
		Entry("a refused credential", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUnauthorized) },
			"it responds with status 401 Unauthorized to the credential in key change of Secret flux-checks; store a valid one"),
	)

	It("waits no longer than its time-out", func(ctx SpecContext) {
		s := start(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
		s.withKey("change", s.credential("token: secret-token")).asker().timeout = time.Second
		Expect(s.ask(ctx, s.http("/secret", "body == [1]"))).To(Equal(Answer{
			Note: s.host + ": it does not respond in time; check that it runs, and that it can be reached from the network of the garden controller",
		}))
	})

	Describe("at an address", func() {
		never := func(http.ResponseWriter, *http.Request) { Fail("it was asked") }

		It("that the operator does not allow is not connected to", func(ctx SpecContext) {
			s := start(never)
			s.hosts = []string{"127.0.0.1", "metrics.example.com"}
			Expect(s.ask(ctx, s.http("/secret", "body == [1]"))).To(Equal(Answer{Note: "the operator does not allow checks to ask " + s.host + "; ask for this entry in checks.hosts"}))
		})

		It("in the cluster of the garden controller is not connected to, whatever its name", func(ctx SpecContext) {
			s := start(never)
			name := "metrics.localhost:" + s.port()
			s.hosts = []string{name}
			check := s.http("/secret", "body == [1]")
			check.HTTP.URL = "https://" + name + "/secret"
			Expect(s.ask(ctx, check).Note).To(Or(HavePrefix(name+": its address 127.0.0.1 belongs to the cluster"), HavePrefix(name+": its address ::1 belongs to the cluster"), HavePrefix(name+": its name is not found")))
		})

		It("where nothing listens is down", func(ctx SpecContext) {
			s := start(never)
			s.hosts = []string{"127.0.0.1:1"}
			check := s.http("/", "body == [1]")
			check.HTTP.URL = "https://127.0.0.1:1/secret"
			Expect(s.ask(ctx, check)).To(Equal(Answer{Note: "127.0.0.1:1: it cannot be reached; check the address, and that it can be reached from the network of the garden controller"}))
		})

		It("with a certificate of an unknown authority is not trusted", func(ctx SpecContext) {
			s := start(never)
			Expect(s.ask(ctx, s.http("/secret", "body == [1]"))).To(Equal(Answer{Note: s.host + ": its certificate is signed by an unknown authority; add caCert to the key for this host of Secret flux-checks"}))
		})

		It("with a certificate for another name is not trusted", func(ctx SpecContext) {
			s := start(never)
			name := "localhost:" + s.port()
			s.hosts = []string{name}
			check := s.http("/", "body == [1]")
			check.HTTP.URL = "https://" + name + "/secret"
			s.withKey("change", "host: "+name+"\n"+s.authority())
			Expect(s.ask(ctx, check)).To(Equal(Answer{Note: name + ": its certificate is not for this name; correct the address, or the certificate"}))
		})

		It("is not asked through the proxy of the environment", func(ctx SpecContext) {
			GinkgoT().Setenv("HTTPS_PROXY", "http://127.0.0.1:1")
			s := start(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "[1]") })
			Expect(s.withKey("change", s.credential("")).asker().transport(nil).Proxy).To(BeNil())
			Expect(s.ask(ctx, s.http("/", "body == [1]"))).To(HaveField("Good", true))
		})
	})

	Describe("with credentials", func() {
		It("sends a username and a password", func(ctx SpecContext) {
			var sent string
			s := start(func(w http.ResponseWriter, r *http.Request) {
				sent = r.Header.Get("Authorization")
				_, _ = io.WriteString(w, "[1]")
			})
			Expect(s.withKey("change", s.credential("username: demo\npassword: secret")).ask(ctx, s.http("/", "body == [1]"))).To(HaveField("Good", true))
			Expect(sent).To(Equal("Basic " + base64.StdEncoding.EncodeToString([]byte("demo:secret"))))
		})

		It("sends none to another host or port than that in the Secret, such as after a change of the URL", func(ctx SpecContext) {
			seen := []string{}
			record := func(w http.ResponseWriter, r *http.Request) {
				seen = append(seen, r.Header.Get("Authorization"))
				_, _ = io.WriteString(w, "[1]")
			}
			configured, other := start(record), start(record)
			configured.hosts = []string{configured.host, other.host}
			configured.withKey("change", configured.credential("token: secret-token"))
			configured.withKey("other", other.credential(""))
			check := configured.http("/", "body == [1]")
			Expect(configured.ask(ctx, check)).To(HaveField("Good", true))
			check.HTTP.URL = "https://" + other.host + "/"
			Expect(configured.ask(ctx, check)).To(HaveField("Good", true))
			Expect(seen).To(Equal([]string{"Bearer secret-token", ""}))
		})

		DescribeTable("says where one is missing if the system requires it",
			func(ctx SpecContext, readError error, add func(*system), note string) {
				s := start(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUnauthorized) })
				s.readError = readError
				s.trustServer()
				add(s)
				Expect(s.ask(ctx, s.prometheus("", "up"))).To(Equal(Answer{Note: strings.ReplaceAll(note, "HOST", s.host)}))
			},
			Entry("without a Secret", nil, func(*system) {},
				"HOST: it responds with status 401 Unauthorized: Secret flux-checks is missing; create it with the key metrics, such as {host: HOST, token: …}"),
			Entry("without permission to read it", forbidden(), func(*system) {},
				"HOST: it responds with status 401 Unauthorized: the operator does not let the extension read Secret flux-checks; ask for its name in checkSecretNames, or use a name listed there"),
			Entry("with a Secret for another host", nil, func(s *system) { s.withKey("other", "host: other.example.com\ntoken: secret-token") },
				"HOST: it responds with status 401 Unauthorized: Secret flux-checks has no key with host: HOST"),
			Entry("with only a certificate", nil, func(s *system) { s.withKey("ca", s.credential("")) },
				"HOST: it responds with status 401 Unauthorized, and key ca of Secret flux-checks has neither token nor username"),
		)

		It("asks nobody if the Secret cannot be read", func(ctx SpecContext) {
			s := start(func(http.ResponseWriter, *http.Request) { Fail("it was asked") })
			s.readError = io.ErrUnexpectedEOF
			Expect(s.ask(ctx, s.prometheus("", "up"))).To(Equal(Answer{Note: "Secret flux-checks cannot be read: the API server of the garden does not answer as expected"}))
		})

		It("reads them in the namespace of the project only", func(ctx SpecContext) {
			var sent string
			s := start(func(w http.ResponseWriter, r *http.Request) {
				sent = r.Header.Get("Authorization")
				_, _ = io.WriteString(w, "[1]")
			})
			s.trustServer()
			s.withKey("change", s.credential("token: secret-token"))
			s.namespace = "garden-other"
			Expect(s.ask(ctx, s.http("/", "body == [1]"))).To(HaveField("Good", true))
			Expect(sent).To(BeEmpty())
		})
	})

	DescribeTable("holds for a check that became invalid",
		func(ctx SpecContext, change func(*fluxv1alpha1.Check), note string) {
			s := start(func(http.ResponseWriter, *http.Request) { Fail("it was asked") })
			check := s.prometheus("", "up")
			change(&check)
			Expect(s.ask(ctx, check)).To(Equal(Answer{Note: note}))
		},
		Entry("no system", func(c *fluxv1alpha1.Check) { c.Prometheus = nil }, "the check has to have either prometheus or http"),
		Entry("both systems", func(c *fluxv1alpha1.Check) { c.HTTP = &fluxv1alpha1.HTTPCheck{} }, "the check has to have either prometheus or http"),
		Entry("no limit", func(c *fluxv1alpha1.Check) { c.Prometheus.Max = "" }, `the check is not valid: set min, max or both, such as max: "0.01"`),
		Entry("a limit that is no number", func(c *fluxv1alpha1.Check) { c.Prometheus.Max = "NaN" }, `the check is not valid: max must be a decimal number in quotes, such as "0.01"`),
		Entry("an http URL", func(c *fluxv1alpha1.Check) { c.Prometheus.URL = "http://metrics.example.com/secret" }, "the url of the check must be an https URL, such as https://metrics.example.com"),
	)

	It("limits the note and replaces control characters in it", func(ctx SpecContext) {
		s := start(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusBadRequest)
			_, _ = io.WriteString(w, `{"status":"error","errorType":"bad_data","error":"\u001b[31m`+strings.Repeat("ä b ", 1000)+`"}`)
		})
		note := s.withKey("metrics", s.credential("token: secret-token")).ask(ctx, s.prometheus("", "up")).Note
		Expect(len(note)).To(BeNumerically("<=", longestNote))
		Expect(note).To(HavePrefix("the query is not valid (bad_data): [31mä b ä b"))
		Expect(note).To(HaveSuffix("…"))
	})

	It("asks nobody without an operator's list", func(ctx SpecContext) {
		asker := NewAsker(githost.NewWebHosts(nil), fake.NewClientBuilder().WithInterceptorFuncs(interceptor.Funcs{
			Get: func(context.Context, client.WithWatch, client.ObjectKey, client.Object, ...client.GetOption) error {
				Fail("a Secret was read")
				return nil
			},
		}).Build())
		check := fluxv1alpha1.Check{HTTP: &fluxv1alpha1.HTTPCheck{URL: "https://change.example.com/", Expression: "body == [1]"}}
		Expect(asker.Ask(ctx, "garden-demo", check)).To(Equal(Answer{Note: "the operator does not allow checks to ask change.example.com; ask for this entry in checks.hosts"}))
	})
})
