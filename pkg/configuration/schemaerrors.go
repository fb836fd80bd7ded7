// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"regexp"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// What schemas say of texts that are too short or too long.
var (
	tooShort = regexp.MustCompile(`^should be at least 1 chars long$`)
	tooLong  = regexp.MustCompile(`^(should be at most|may not be more than) (\d+) (chars long|bytes)$`)
)

// plain says in the words of this package what a schema of Flux refuses.
func plain(err *field.Error) *field.Error {
	said := *err
	switch {
	case said.Type == field.ErrorTypeRequired && said.Detail == "":
		said.Detail = "is missing; set it"
	case strings.HasPrefix(said.Detail, "should match '") && strings.Contains(said.Detail, "(ms|s|m|h)"):
		said.Detail = "must be a duration in hours, minutes, seconds and milliseconds, such as 1m or 1h30m"
	case strings.HasPrefix(said.Detail, "should match '") && strings.Contains(said.Detail, "(ms|s|m)"):
		said.Detail = "must be a duration in minutes, seconds and milliseconds, such as 1m or 90s: Flux takes no hours here"
	case strings.HasPrefix(said.Detail, "should match '^(http|https)://"):
		said.Detail = "must begin with http:// or https://"
	case tooShort.MatchString(said.Detail):
		said.Detail = "must not be empty; remove it, or set a value"
	case tooLong.MatchString(said.Detail):
		said.Type, said.BadValue = field.ErrorTypeInvalid, field.OmitValueType{}
		said.Detail = tooLong.ReplaceAllString(said.Detail, "must have at most $2 characters; shorten it")
	}
	return &said
}
