// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package webhookhost_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/webhookhost"
)

var _ = Describe("Host", func() {
	var host *webhookhost.Host

	BeforeEach(func(ctx SpecContext) {
		var err error
		host, err = webhookhost.Start(ctx)
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(host.Stop)
	})

	request := func(ctx SpecContext, method, name, body string, header ...string) (int, string) {
		GinkgoHelper()
		r, err := http.NewRequestWithContext(ctx, method, host.URL(name), strings.NewReader(body))
		Expect(err).NotTo(HaveOccurred())
		for _, value := range header {
			r.Header.Set(webhookhost.SignatureHeader, value)
		}
		response, err := http.DefaultClient.Do(r)
		Expect(err).NotTo(HaveOccurred())
		defer response.Body.Close()
		answer, err := io.ReadAll(response.Body)
		Expect(err).NotTo(HaveOccurred())
		return response.StatusCode, string(answer)
	}

	It("hands each delivery to its follower", func(ctx SpecContext) {
		var followed []string
		host.Follow(func(name string, body []byte) { followed = append(followed, name+" "+string(body)) })
		for _, name := range []string{"one", "two"} {
			status, _ := request(ctx, http.MethodPost, name, `{"id":1}`)
			Expect(status).To(Equal(http.StatusOK))
		}
		Expect(followed).To(Equal([]string{`one {"id":1}`, `two {"id":1}`}))
	})

	It("returns the requests for a name in order, with signatures, until they are deleted", func(ctx SpecContext) {
		for _, body := range []string{`{"reason":"Progressing"}`, `{"reason": "a <b> & \u003cc\u003e"}`} {
			status, _ := request(ctx, http.MethodPost, "one", body, "sha256=00")
			Expect(status).To(Equal(http.StatusOK))
		}
		request(ctx, http.MethodPost, "one", "no\nJSON")
		request(ctx, http.MethodPost, "two", "1")

		_, shown := request(ctx, http.MethodGet, "one", "")
		Expect(shown).To(Equal(`{"X-Signature":"sha256=00","body":{"reason":"Progressing"}}
{"X-Signature":"sha256=00","body":{"reason":"a <b> & \u003cc\u003e"}}
{"body":"no\nJSON"}
`), "only white space may change, or nobody could check the signature")

		request(ctx, http.MethodDelete, "one", "")
		_, shown = request(ctx, http.MethodGet, "one", "")
		Expect(shown).To(BeEmpty())
		_, shown = request(ctx, http.MethodGet, "two", "")
		Expect(shown).To(Equal("{\"body\":1}\n"))
	})

	It("keeps the last requests, and refuses large requests", func(ctx SpecContext) {
		for i := range 103 {
			request(ctx, http.MethodPost, "many", fmt.Sprint(i))
		}
		_, shown := request(ctx, http.MethodGet, "many", "")
		lines := strings.Split(strings.TrimSpace(shown), "\n")
		Expect(lines).To(And(HaveLen(100), HaveEach(HavePrefix(`{"body":`))))
		Expect(lines[0]).To(Equal(`{"body":3}`))
		Expect(lines[99]).To(Equal(`{"body":102}`))

		status, _ := request(ctx, http.MethodPost, "large", strings.Repeat("x", 256<<10+1))
		Expect(status).To(Equal(http.StatusRequestEntityTooLarge))
		_, shown = request(ctx, http.MethodGet, "large", "")
		Expect(shown).To(BeEmpty())
	})

	It("limits the stored requests, regardless of their names", func(ctx SpecContext) {
		large := strings.Repeat("1", 256<<10)
		taken := 0
		for status := http.StatusOK; status == http.StatusOK; taken++ {
			Expect(taken).To(BeNumerically("<=", 256), "64 MiB are 256 times 256 KiB")
			status, _ = request(ctx, http.MethodPost, fmt.Sprint("name-", taken%7), large)
		}
		request(ctx, http.MethodDelete, "name-0", "")
		status, _ := request(ctx, http.MethodPost, "other", large)
		Expect(status).To(Equal(http.StatusOK), "what is forgotten takes no space")
	})

	It("accepts no requests after it is stopped", func(ctx SpecContext) {
		host.Stop()
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, host.URL("one"), strings.NewReader("1"))
		Expect(err).NotTo(HaveOccurred())
		_, err = http.DefaultClient.Do(r)
		Expect(err).To(MatchError(ContainSubstring("connection refused")))
	})
})
