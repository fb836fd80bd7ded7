// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package checks

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/boundedjson"
)

// AnswerLimits are the limits of the answer to a check.
func AnswerLimits() boundedjson.Limits {
	return boundedjson.Limits{Bytes: LargestAnswer, Elements: 20_000}
}

// LargestAnswer limits the answer to a check in bytes.
const LargestAnswer = 1 << 20

// QueryError is the answer of Prometheus to a query that it cannot evaluate.
type QueryError struct {
	// Type is the kind of error in the words of Prometheus, such as bad_data. It is "" if Prometheus names no known one.
	Type string
	// Message is the text of Prometheus. It may contain parts of other systems, and has no limit.
	Message string
}

// Error returns the kind of error without the message.
func (e *QueryError) Error() string {
	switch e.Type {
	case "bad_data":
		return "the query is not valid (bad_data)"
	case "":
		return "the query could not be evaluated"
	}
	return "the query could not be evaluated (" + e.Type + ")"
}

// errNoData is the answer to a query that selects nothing.
var errNoData = errors.New("no data")

// errNotPrometheus is an answer that Prometheus does not give.
var errNotPrometheus = errors.New("the answer is not one of the Prometheus API; check url, which is the address without /api/v1")

// apiAnswer is the answer of the Prometheus API to an instant query
// (https://prometheus.io/docs/prometheus/latest/querying/api).
type apiAnswer struct {
	Status    string `json:"status"`
	ErrorType string `json:"errorType"`
	Error     string `json:"error"`
	// Warnings are the reasons why the answer is not complete.
	Warnings []json.RawMessage `json:"warnings"`
	Data     *struct {
		ResultType string          `json:"resultType"`
		Result     json.RawMessage `json:"result"`
	} `json:"data"`
}

// ReadSample returns the value in the answer of the Prometheus API to an instant query: a scalar, or the only element
// of a vector. It does not use the decoder of client_golang, which reads a missing or null value, and the value of a
// native histogram, as 0.
func ReadSample(content []byte) (float64, error) {
	var answer apiAnswer
	if err := AnswerLimits().Unmarshal(content, &answer); err != nil {
		if boundedjson.IsExceeded(err) {
			return 0, fmt.Errorf("the answer is too large: %w; aggregate the series, such as with sum(…)", err)
		}
		return 0, errNotPrometheus
	}
	switch {
	case answer.Status == "error":
		return 0, &QueryError{Type: knownType(answer.ErrorType), Message: answer.Error}
	case answer.Status != "success" || answer.Data == nil || answer.ErrorType != "" || answer.Error != "":
		return 0, errNotPrometheus
	case len(answer.Warnings) > 0:
		return 0, errors.New("the answer has warnings, so that it may not be complete")
	}
	switch answer.Data.ResultType {
	case "scalar":
		return readValue(answer.Data.Result)
	case "vector":
		return readVector(answer.Data.Result)
	case "matrix":
		return 0, errors.New("the query selects a range of time; write one that has a single value, such as with rate(…)")
	case "string":
		return 0, errors.New("the query is a text; write one that has a number")
	}
	return 0, errNotPrometheus
}

func readVector(content []byte) (float64, error) {
	var elements []struct {
		Value     json.RawMessage `json:"value"`
		Histogram json.RawMessage `json:"histogram"`
	}
	if json.Unmarshal(content, &elements) != nil || elements == nil {
		return 0, errNotPrometheus
	}
	switch count := len(elements); {
	case count == 0:
		return 0, errNoData
	case count > 1:
		return 0, fmt.Errorf("%d series; aggregate them, such as with sum(…)", count)
	case elements[0].Histogram != nil:
		return 0, errors.New("a histogram; write a query that has a number, such as with histogram_quantile(…)")
	}
	return readValue(elements[0].Value)
}

// readValue reads a time and a value, such as [1435781451.781, "0.01"].
func readValue(content []byte) (float64, error) {
	var pair []any
	if json.Unmarshal(content, &pair) != nil || len(pair) != 2 {
		return 0, errNotPrometheus
	}
	_, hasTime := pair[0].(float64)
	number, isText := pair[1].(string)
	if !hasTime || !isText {
		return 0, errNotPrometheus
	}
	value, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return 0, errNotPrometheus
	}
	return value, nil
}

// knownType returns the kind of an error if Prometheus has it (prometheus/web/api/v1: errorType).
func knownType(kind string) string {
	switch kind {
	case "bad_data", "canceled", "execution", "internal", "not_acceptable", "not_found", "timeout", "too_many_requests", "unavailable":
		return kind
	}
	return ""
}
