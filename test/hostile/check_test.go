// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package hostile_test

import (
	"context"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/check"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/githost"
)

// checkSecret is the Secret that is read for each check.
type checkSecret struct {
	client.Reader

	data map[string][]byte
}

func (s checkSecret) Get(_ context.Context, _ client.ObjectKey, object client.Object, _ ...client.GetOption) error {
	object.(*corev1.Secret).Data = s.data
	return nil
}

// checkedSystem is a system that a check asks.
type checkedSystem struct {
	*httptest.Server

	host, authority string
	answer          func(http.ResponseWriter)
}

func startCheckedSystem() *checkedSystem {
	s := &checkedSystem{}
	s.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { s.answer(w) }))
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.StartTLS()
	DeferCleanup(s.Close)
	s.host = s.Listener.Addr().String()
	s.authority = string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw}))
	return s
}

// ask returns the cost of a request of a check.
func (s *checkedSystem) ask(ctx context.Context, c fluxv1alpha1.Check, data map[string][]byte) cost {
	asker := check.NewAsker(githost.NewWebHosts([]string{s.host}), checkSecret{data: data})
	var answer check.Answer
	used := measureAll(ctx, 15*time.Second, func(ctx context.Context) { answer = asker.Ask(ctx, "garden-hostile", c) })
	Expect(len(answer.Note)).To(BeNumerically("<=", 200))
	Expect(answer.Note).NotTo(ContainSubstring("\x1b"))
	return used
}

// answerMembers are members of the answer of Prometheus.
var answerMembers = slices.Concat(oddMembers, []filler{
	{`"data":{"resultType":"vector","result":[{"metric":{},"value":[1,"1"]}`, `,{"metric":{},"value":[1,"1"]}`, "]}", 0}, {`"data":{"resultType":"vector","result":[{"metric":{"a":"b"`, `,"a%":"b"`, `},"value":[1,"1"]}]}`, 0},
	{`"data":{"resultType":"scalar","result":[1,"`, "9", `"]}`, 0}, {`"data":{"resultType":"scalar","result":[`, "9", `,"1"]}`, 0}, {`"data":{"resultType":"vector","result":`, "[", "1", 0},
	{`"data":{"resultType":"`, "v", `","result":[1,"1"]}`, 0}, {`"warnings":["a"`, `,"a%"`, "]", 0}, {`"status":"error","errorType":"bad_data","error":"`, "\\u001b[31m ", `"`, 0},
	{`"status":"error","errorType":"`, "t", `","error":"e"`, 0}, {`"items":[1`, ",1", "]", 0}, {`"items":[{"a":{"b":"c"}}`, `,{"a":{"b":"%"}}`, "]", 0}, {`"items":"`, "x", `"`, 0}, {`"items":[[1`, ",1", "]]", 0},
})

// hostileExpressions compile, and cost as much as their limits allow.
var hostileExpressions = []string{
	`body.items.all(a, body.items.all(b, body.items.all(c, a != b || b != c || a != c || true)))`,
	`body.items.all(a, body.items == body.items)`,
	`body.items.all(a, !(a in body.items) || a in body.items)`,
	`body.items.map(a, body.items.map(b, [a, b, body])).size() > 0`,
	`(body.items + body.items + body.items + body.items + body.items + body.items).size() > 0`,
	`body.items.all(a, timestamp("2026-01-01T00:00:00Z").getHours("Europe/Berlin") >= 0)`,
	`body.all(key, body[key] == body[key])`,
	`body.items.contains(body.items) && body.items.startsWith(body.items)`,
	`[body, body, body, body].all(a, [body, body, body, body].all(b, a == b))`,
}

// checkAnswer is the answer of a system.
type checkAnswer struct {
	expression string
	status     int
	headers    int
	encoding   string
	body       jsonText
}

func (a checkAnswer) String() string {
	return fmt.Sprintf("expression %q, status %d, headers of %d bytes, encoding %q: %s", a.expression, a.status, a.headers, a.encoding, a.body)
}

func changeCheckAnswer(random *rand.Rand, a checkAnswer) checkAnswer {
	switch random.IntN(8) {
	case 0:
		a.status = []int{200, 200, 204, 302, 400, 401, 422, 503}[random.IntN(8)]
	case 1:
		a.headers = random.IntN(64 << 10)
	case 2:
		a.encoding = []string{"", "", "gzip", "identity"}[random.IntN(4)]
	case 3, 4:
		a.expression = slices.Concat(hostileExpressions, []string{""})[random.IntN(len(hostileExpressions)+1)]
	default:
		a.body = a.body.change(random, answerMembers)
	}
	return a
}

var _ = Describe("The answer to a check", func() {
	It("is read within the budget of time and memory", func(ctx SpecContext) {
		system := startCheckedSystem()
		data := map[string][]byte{"system": []byte("host: " + system.host + "\ntoken: token-of-the-project\ncaCert: |\n  " + strings.ReplaceAll(strings.TrimSpace(system.authority), "\n", "\n  "))}
		const head = `"status":"success"`
		start := []checkAnswer{{status: http.StatusOK, body: jsonText{first: head}}}
		for _, member := range repeated(answerMembers, 1000, 15_000, 900_000) {
			start = append(start, checkAnswer{status: http.StatusOK, body: jsonText{first: head, members: []filler{member}}})
			start = append(start, checkAnswer{status: http.StatusOK, expression: hostileExpressions[len(start)%len(hostileExpressions)], body: jsonText{first: head, members: []filler{member}}})
		}
		door[checkAnswer]{
			budget: cost{processor: 4 * time.Second, heap: 96 << 20, late: time.Second},
			start:  start,
			change: changeCheckAnswer,
			work: func(a checkAnswer) cost {
				body := a.body.write()
				if a.encoding == "gzip" {
					body = a.body.compressed()
				}
				system.answer = func(w http.ResponseWriter) {
					w.Header().Set("X-Fill", strings.Repeat("x", a.headers))
					if a.encoding != "" {
						w.Header().Set("Content-Encoding", a.encoding)
					}
					w.WriteHeader(a.status)
					_, _ = w.Write(body)
				}
				c := fluxv1alpha1.Check{Prometheus: &fluxv1alpha1.PrometheusCheck{URL: "https://" + system.host, Query: "up", Max: "1"}}
				if a.expression != "" {
					c = fluxv1alpha1.Check{HTTP: &fluxv1alpha1.HTTPCheck{URL: "https://" + system.host, Expression: a.expression}}
				}
				return system.ask(ctx, c, data)
			},
			describe: func(a checkAnswer) string { return a.String() },
		}.search(searchSeed())
	})
})

// credentialTexts are documents of Secret flux-checks: a beginning, a repeated part and an end.
var credentialTexts = []filler{
	{"host: h%\ntoken: ", "t", "\n", 0}, {"host: ", "h", "\ntoken: t\n", 0}, {"host: h\ntoken: ", "[", "\n", 0}, {"host: h\ntoken: t\n", "a%: b\n", "", 0}, {"a: &a [b]\n", "a%: *a\n", "", 0},
	{"", "---\n", "host: h", 0}, {"host: h\npassword: |\n", "  p\n", "username: u\n", 0}, {"", "# comment\n", "host: h\ntoken: t", 0}, {`{"host":"h","token":"`, `\u0000`, `"}`, 0}, {"{", `"a%":1,`, `"host":"h"}`, 0},
	{"host: h\ncaCert: |\n", "  -----BEGIN CERTIFICATE-----\n  MAA=\n  -----END CERTIFICATE-----\n", "", 0}, {"", "? ", "", 0}, {"", "- ", "", 0}, {"a: 1e", "9", "", 0}, {"a: ", "!!binary ", "x", 0},
}

var _ = Describe("Secret flux-checks", func() {
	It("is read within the budget of time and memory", func(ctx SpecContext) {
		system := startCheckedSystem()
		system.answer = func(w http.ResponseWriter) { _, _ = io.WriteString(w, "1") }
		var start [][]filler
		for _, text := range repeated(credentialTexts, 10, 10_000, 200_000) {
			start = append(start, []filler{text})
		}
		certificate := "  " + strings.ReplaceAll(strings.TrimSpace(system.authority), "\n", "\n  ") + "\n"
		start = append(start, []filler{{"host: " + system.host + "\ncaCert: |\n", certificate, "", 200}})
		door[[]filler]{
			budget: cost{processor: 4 * time.Second, heap: 96 << 20, late: time.Second},
			start:  start,
			change: func(random *rand.Rand, texts []filler) []filler {
				texts = slices.Clone(texts)
				if len(texts) > 0 && random.IntN(3) == 0 {
					i := random.IntN(len(texts))
					texts[i].repeat = scaled(random, largestConfigMap/(len(texts[i].part)+1))
					return texts
				}
				if len(texts) < 40 {
					texts = append(texts, member(random, credentialTexts))
				}
				return texts
			},
			work: func(texts []filler) cost {
				data := map[string][]byte{}
				for i, text := range texts {
					text.repeat = min(text.repeat, largestConfigMap/(len(text.part)+1))
					data[fmt.Sprintf("key-%d", i)] = []byte(text.text())
				}
				c := fluxv1alpha1.Check{HTTP: &fluxv1alpha1.HTTPCheck{URL: "https://" + system.host, Expression: "body == 1"}}
				return system.ask(ctx, c, fitting(data))
			},
			describe: func(texts []filler) string { return fmt.Sprintf("%+v", texts) },
		}.search(searchSeed())
	})
})
