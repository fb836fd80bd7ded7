// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package template

import (
	"regexp"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// The messages of schemas about texts that are too short or too long.
var (
	tooShort = regexp.MustCompile(`^should be at least 1 chars long$`)
	tooLong  = regexp.MustCompile(`^(should be at most|may not be more than) (\d+) (chars long|bytes)$`)
)

// rephrase returns the error of a schema of Flux in the words of this package.
func rephrase(err *field.Error) *field.Error {
	rephrased := *err
	switch {
	case rephrased.Type == field.ErrorTypeRequired && rephrased.Detail == "":
		rephrased.Detail = "is missing; set it"
	case strings.HasPrefix(rephrased.Detail, "should match '") && strings.Contains(rephrased.Detail, "(ms|s|m|h)"):
		rephrased.Detail = "must be a duration in hours, minutes, seconds and milliseconds, such as 1m or 1h30m"
	case strings.HasPrefix(rephrased.Detail, "should match '") && strings.Contains(rephrased.Detail, "(ms|s|m)"):
		rephrased.Detail = "must be a duration in minutes, seconds and milliseconds, such as 1m or 90s: Flux takes no hours here"
	case strings.HasPrefix(rephrased.Detail, "should match '^(http|https)://"):
		rephrased.Detail = "must begin with http:// or https://"
	case tooShort.MatchString(rephrased.Detail):
		rephrased.Detail = "must not be empty; remove it, or set a value"
	case tooLong.MatchString(rephrased.Detail):
		rephrased.Type, rephrased.BadValue = field.ErrorTypeInvalid, field.OmitValueType{}
		rephrased.Detail = tooLong.ReplaceAllString(rephrased.Detail, "must have at most $2 characters; shorten it")
	}
	return &rephrased
}
