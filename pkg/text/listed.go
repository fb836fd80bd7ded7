// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package text

import (
	"fmt"
	"strings"
)

// Listed joins at most the given number of names with the separator. If there are more names, it appends how many it
// omitted.
func Listed(names []string, most int, separator string) string {
	listed := strings.Join(names[:min(len(names), most)], separator)
	if more := len(names) - most; more > 0 {
		listed += fmt.Sprintf("%sand %d more", separator, more)
	}
	return listed
}
