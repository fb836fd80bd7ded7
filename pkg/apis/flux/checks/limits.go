// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package checks

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
)

// decimal matches a decimal number. [strconv.ParseFloat] also accepts hexadecimal numbers, NaN and Inf.
var decimal = regexp.MustCompile(`^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,4})?$`)

// longestLimit limits the text of a limit in bytes.
const longestLimit = 32

// Limits are the limits of good values. At least one of them is set.
type Limits struct {
	min, max *limit
}

type limit struct {
	value float64
	text  string
}

// ParseLimit parses a limit.
func ParseLimit(text string) (float64, error) {
	value, err := strconv.ParseFloat(text, 64)
	if err != nil || len(text) > longestLimit || !decimal.MatchString(text) {
		return 0, errors.New(`must be a decimal number in quotes, such as "0.01"`)
	}
	return value, nil
}

// ParseLimits parses the limits of good values. An empty text means that there is no such limit.
func ParseLimits(lowest, highest string) (Limits, error) {
	var limits Limits
	for _, each := range []struct {
		name, text string
		limit      **limit
	}{{"min", lowest, &limits.min}, {"max", highest, &limits.max}} {
		if each.text == "" {
			continue
		}
		value, err := ParseLimit(each.text)
		if err != nil {
			return Limits{}, fmt.Errorf("%s %w", each.name, err)
		}
		*each.limit = &limit{value: value, text: each.text}
	}
	switch {
	case limits.min == nil && limits.max == nil:
		return Limits{}, errors.New(`set min, max or both, such as max: "0.01"`)
	case limits.min != nil && limits.max != nil && limits.min.value > limits.max.value:
		return Limits{}, errors.New("min must not be greater than max")
	}
	return limits, nil
}

// Judge returns whether a value is within the limits, and a comparison with the limit that explains it, such as
// 0.014 > 0.01.
func (l Limits) Judge(value float64) (good bool, note string) {
	return l.judge(value, func(value float64, is string, limit *limit) string {
		return shown(value, limit.value) + " " + is + " " + limit.text
	})
}

// JudgeWithheld is Judge for a value that must not be shown. The note says only which limit the value exceeds.
func (l Limits) JudgeWithheld(value float64) (good bool, note string) {
	return l.judge(value, func(_ float64, is string, limit *limit) string {
		words := map[string]string{">": "above max ", "<": "below min ", "<=": "not above max ", ">=": "not below min "}
		return words[is] + limit.text
	})
}

func (l Limits) judge(value float64, compare func(value float64, is string, limit *limit) string) (bool, string) {
	switch {
	case math.IsNaN(value):
		return false, "not a number (NaN)"
	case math.IsInf(value, 0):
		return false, "not a finite number"
	case l.min == nil && l.max == nil:
		return false, "neither min nor max is set"
	case l.min != nil && value < l.min.value:
		return false, compare(value, "<", l.min)
	case l.max != nil && value > l.max.value:
		return false, compare(value, ">", l.max)
	case l.max != nil:
		return true, compare(value, "<=", l.max)
	}
	return true, compare(value, ">=", l.min)
}

// shown returns a value with four digits, or with all digits if it would seem to be equal to the limit otherwise.
func shown(value, limit float64) string {
	short := strconv.FormatFloat(value, 'g', 4, 64)
	if rounded, err := strconv.ParseFloat(short, 64); err != nil || (rounded > limit) != (value > limit) || (rounded < limit) != (value < limit) {
		return strconv.FormatFloat(value, 'g', -1, 64)
	}
	return short
}
