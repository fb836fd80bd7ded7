// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package monitoring_test

import (
	"context"
	"encoding/pem"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/prometheus/common/promslog"
	"github.com/prometheus/common/route"
	"github.com/prometheus/prometheus/config"
	"github.com/prometheus/prometheus/promql"
	"github.com/prometheus/prometheus/promql/promqltest"
	apiv1 "github.com/prometheus/prometheus/web/api/v1"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/check"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/githost"
)

// stored are the samples of the Prometheus that checks ask, from time 0.
const stored = `
load 1m
  errors{pod="a"} 0.004 0.004
  errors{pod="b"} 0.01 0.01
  undefined NaN NaN
  endless Inf Inf
  latency {{schema:0 sum:5 count:4 buckets:[1 2 1]}} {{schema:0 sum:5 count:4 buckets:[1 2 1]}}
`

// queryAPI returns the API of a real Prometheus with stored samples.
func queryAPI() http.Handler {
	storage := promqltest.LoadedStorage(GinkgoTB(), stored)
	DeferCleanup(storage.Close)
	engine := promql.NewEngine(promql.EngineOpts{MaxSamples: 1000, Timeout: time.Minute, EnableAtModifier: true})
	DeferCleanup(engine.Close)
	api := apiv1.NewAPI(
		engine, storage, nil, nil, nil, nil, nil, nil, func() config.Config { return config.Config{} }, nil, apiv1.GlobalURLOptions{},
		func(next http.HandlerFunc) http.HandlerFunc { return next }, nil, "", false, promslog.NewNopLogger(), nil, 0, 0, 0, false, nil, nil, &apiv1.PrometheusVersion{},
		nil, nil, nil, nil, nil, false, nil, false, false, false, false, 5*time.Minute, false, false, nil, nil, apiv1.OpenAPIOptions{}, nil,
	)
	router := route.New().WithPrefix("/api/v1")
	api.Register(router)
	return router
}

// checkCredentials is the Secret of the project.
type checkCredentials struct {
	client.Reader

	document string
}

func (c checkCredentials) Get(_ context.Context, _ client.ObjectKey, object client.Object, _ ...client.GetOption) error {
	object.(*corev1.Secret).Data = map[string][]byte{"metrics": []byte(c.document)}
	return nil
}

var _ = Describe("A check that asks a real Prometheus", func() {
	DescribeTable("reads its answer",
		func(ctx SpecContext, query string, expected check.Answer) {
			server := httptest.NewTLSServer(queryAPI())
			DeferCleanup(server.Close)
			host := server.Listener.Addr().String()
			authority := strings.TrimSpace(string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})))
			asker := check.NewAsker(githost.NewWebHosts([]string{host}), checkCredentials{
				document: "host: " + host + "\ntoken: token-of-the-project\ncaCert: |\n  " + strings.ReplaceAll(authority, "\n", "\n  "),
			})
			Expect(asker.Ask(ctx, "garden-demo", fluxv1alpha1.Check{Name: "errors", Prometheus: &fluxv1alpha1.PrometheusCheck{
				URL: "https://" + host, Query: query, Max: "0.01",
			}})).To(Equal(expected))
		},
		Entry("a vector with a good value", `errors{pod="a"} @ 60`, check.Answer{Good: true, Note: "0.004 <= 0.01"}),
		Entry("a vector with a value above the limit", `sum(errors @ 60)`, check.Answer{Note: "0.014 > 0.01"}),
		Entry("a scalar", `scalar(errors{pod="a"} @ 60)`, check.Answer{Good: true, Note: "0.004 <= 0.01"}),
		Entry("a scalar without data, which is NaN", `scalar(absent_metric)`, check.Answer{Note: "not a number (NaN)"}),
		Entry("no data", `absent_metric`, check.Answer{Note: "no data"}),
		Entry("a comparison that filters all data", `errors{pod="a"} @ 60 > 1`, check.Answer{Note: "no data"}),
		Entry("NaN", `undefined @ 60`, check.Answer{Note: "not a number (NaN)"}),
		Entry("a division by zero of nothing", `vector(0) / vector(0)`, check.Answer{Note: "not a number (NaN)"}),
		Entry("infinity", `endless @ 60`, check.Answer{Note: "not a finite number"}),
		Entry("several series", `errors @ 60`, check.Answer{Note: "2 series; aggregate them, such as with sum(…)"}),
		Entry("a native histogram", `latency @ 60`, check.Answer{Note: "a histogram; write a query that has a number, such as with histogram_quantile(…)"}),
		Entry("a range", `errors[5m] @ 60`, check.Answer{Note: "the query selects a range of time; write one that has a single value, such as with rate(…)"}),
		Entry("a text", `"0"`, check.Answer{Note: "the query is a text; write one that has a number"}),
		Entry("a query that does not parse", `sum(`, check.Answer{Note: `the query is not valid (bad_data): invalid parameter "query": 1:5: parse error: unclosed left parenthesis`}),
	)
})
