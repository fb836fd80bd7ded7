// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package checks_test

import (
	"errors"
	"math"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	gomegatypes "github.com/onsi/gomega/types"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/checks"
)

func success(kind, result string) string {
	return `{"status":"success","data":{"resultType":"` + kind + `","result":` + result + `}}`
}

var _ = Describe("The answer of Prometheus", func() {
	DescribeTable("has a value",
		func(answer string, value gomegatypes.GomegaMatcher) {
			Expect(checks.ReadSample([]byte(answer))).To(value)
		},
		Entry("as a scalar", success("scalar", `[1435781451.781,"0.5"]`), Equal(0.5)),
		Entry("as the only element of a vector", success("vector", `[{"metric":{"a":"b"},"value":[1435781451,"-1e-3"]}]`), Equal(-0.001)),
		Entry("with remarks, which do not matter", `{"status":"success","data":{"resultType":"scalar","result":[1,"2"]},"infos":["x"]}`, Equal(2.0)),
		Entry("that is not a number, which the limits refuse", success("scalar", `[1,"NaN"]`), Satisfy(math.IsNaN)),
	)

	const other = "the answer is not one of the Prometheus API; check url, which is the address without /api/v1"
	DescribeTable("has no value",
		func(answer, problem string) {
			_, err := checks.ReadSample([]byte(answer))
			Expect(err).To(MatchError(problem))
		},
		Entry("without data: Argo Rollouts #4535", success("vector", `[]`), "no data"),
		Entry("with several series", success("vector", `[{"metric":{},"value":[1,"1"]},{"metric":{},"value":[1,"1"]},{"metric":{},"value":[1,"1"]}]`), "3 series; aggregate them, such as with sum(…)"),
		Entry("with a native histogram, which the decoder of client_golang reads as 0", success("vector", `[{"metric":{},"histogram":[1,{"count":"1","sum":"1"}]}]`),
			"a histogram; write a query that has a number, such as with histogram_quantile(…)"),
		Entry("with an element without value, which the decoder of client_golang reads as 0", success("vector", `[{"metric":{}}]`), other),
		Entry("with a value of null: Argo Rollouts #1905", success("vector", `[{"metric":{},"value":null}]`), other),
		Entry("with a number of null", success("vector", `[{"metric":{},"value":[1,null]}]`), other),
		Entry("with a value without a number", success("scalar", `[1]`), other),
		Entry("with a scalar of null", success("scalar", `null`), other),
		Entry("with an element of null", success("vector", `[null]`), other),
		Entry("with a vector of null", success("vector", `null`), other),
		Entry("with a number that is no text", success("scalar", `[1,0]`), other),
		Entry("with a text that is no number", success("scalar", `[1,""]`), other),
		Entry("with a matrix", success("matrix", `[]`), "the query selects a range of time; write one that has a single value, such as with rate(…)"),
		Entry("with a text", success("string", `[1,"0"]`), "the query is a text; write one that has a number"),
		Entry("with another kind", success("", `[1,"0"]`), other),
		Entry("with warnings, such as about a store that is down", `{"status":"success","data":{"resultType":"scalar","result":[1,"0"]},"warnings":["store unavailable"]}`,
			"the answer has warnings, so that it may not be complete"),
		Entry("with success and an error", `{"status":"success","error":"x","data":{"resultType":"scalar","result":[1,"0"]}}`, other),
		Entry("without data", `{"status":"success"}`, other),
		Entry("with data of null", `{"status":"success","data":null}`, other),
		Entry("without status", `{"data":{"resultType":"scalar","result":[1,"0"]}}`, other),
		Entry("with another status", `{"status":"partial","data":{"resultType":"scalar","result":[1,"0"]}}`, other),
		Entry("that is null", `null`, other),
		Entry("that is empty", ``, other),
		Entry("that is a page", `<html>`, other),
		Entry("with two documents", success("scalar", `[1,"0"]`)+success("scalar", `[1,"0"]`), other),
		Entry("with too many series", success("vector", `[`+strings.Repeat(`{},`, 30_000)+`{}]`), "the answer is too large: it has more than 20000 elements; aggregate the series, such as with sum(…)"),
		Entry("with an error of a known kind", `{"status":"error","errorType":"bad_data","error":"parse error: secret"}`, "the query is not valid (bad_data)"),
		Entry("with an error of another kind, which may be anything", `{"status":"error","errorType":"secret","error":"secret"}`, "the query could not be evaluated"),
	)

	It("keeps the words of an error for those who may see them", func() {
		_, err := checks.ReadSample([]byte(`{"status":"error","errorType":"timeout","error":"timed out"}`))
		var query *checks.QueryError
		Expect(errors.As(err, &query)).To(BeTrue())
		Expect(query).To(Equal(&checks.QueryError{Type: "timeout", Message: "timed out"}))
	})
})

var _ = Describe("The URL of a check", func() {
	DescribeTable("is refused",
		func(value, problem string) {
			_, err := checks.ParsePrometheusURL(value)
			Expect(err).To(MatchError(problem))
		},
		Entry("that is empty", "", "write an https URL, such as https://metrics.example.com"),
		Entry("over http, which sends the credential in plain text", "http://metrics.example.com", "must be an https URL, such as https://metrics.example.com"),
		Entry("without scheme", "metrics.example.com", "must be an https URL, such as https://metrics.example.com"),
		Entry("that does not parse", "https://metrics.example.com/%zz", "must be an https URL, such as https://metrics.example.com"),
		Entry("with credentials, which flux-config must not contain", "https://user:secret@metrics.example.com", "must not have credentials; store them in Secret flux-checks"),
		Entry("with a fragment", "https://metrics.example.com/#graph", "must not have a fragment; remove # and what follows"),
		Entry("with a query, where the query in PromQL does not belong", "https://metrics.example.com/?query=up", "must not have a query: it is the address of the Prometheus API without /api/v1; write the query in PromQL as query"),
		Entry("without host", "https:///api", "must have a host, such as https://metrics.example.com"),
		Entry("with a host that is no name", "https://metrics_1!.example.com", "must have a host, such as https://metrics.example.com"),
		Entry("with an address that has a zone", "https://[fe80::1%25eth0]/", "must have a host, such as https://metrics.example.com"),
		Entry("with an invalid port", "https://metrics.example.com:70000", "has an invalid port; write a number from 1 to 65535, or remove the port with its colon"),
		Entry("with a colon and no port", "https://metrics.example.com:/", "has an invalid port; write a number from 1 to 65535, or remove the port with its colon"),
		Entry("with white space", "https://metrics.example.com/a b", "must not contain white space or control characters; remove them"),
		Entry("that is too long", "https://metrics.example.com/"+strings.Repeat("x", 500), "has 528 bytes, and must have at most 512; shorten it"),
	)

	DescribeTable("is accepted",
		func(value string) {
			_, err := checks.ParseURL(value)
			Expect(err).NotTo(HaveOccurred())
		},
		Entry("with a path and a query", "https://change.example.com:8443/changes/1?fields=state"),
		Entry("with an IPv4 address", "https://192.0.2.1/"),
		Entry("with an IPv6 address", "https://[2001:db8::1]:8443/"),
		Entry("with a host in upper case", "https://Metrics.Example.COM/"),
	)
})
