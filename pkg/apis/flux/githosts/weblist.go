// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package githosts

import (
	"net"
	"strconv"
	"strings"
)

// WebList lists the hosts other than Git hosts that the garden controller may send https requests to: receivers of
// notifications, and systems that checks ask.
type WebList struct {
	// Listed are the entries without wildcard.
	Listed List
	// below contains the wildcard entries without the asterisk.
	below []endpoint
}

// NewWebList parses the operator's list. An entry is a host, with port 443, or host:port. If an entry begins with "*.",
// the asterisk matches one label. An invalid entry allows nothing.
func NewWebList(entries []string) WebList {
	l := WebList{Listed: List{}}
	for _, entry := range entries {
		own, isWildcard := strings.CutPrefix(entry, "*")
		host, port, err := Split(strings.TrimPrefix(own, "."), HTTPSPort)
		switch {
		case err != nil:
		case isWildcard:
			l.below = append(l.below, endpoint{"." + host, port})
		default:
			l.Listed[endpoint{host, port}] = true
		}
	}
	return l
}

// Allows returns whether requests may be sent to the port of the host.
func (l WebList) Allows(host string, port int) bool {
	host = Normalize(host)
	for _, e := range l.below {
		if label, is := strings.CutSuffix(host, e.host); is && port == e.port && label != "" && !strings.Contains(label, ".") {
			return true
		}
	}
	return l.Listed.Allows(host, port)
}

// WebEntry returns the entry for the operator's list that allows the port of the host.
func WebEntry(host string, port int) string {
	if port == HTTPSPort {
		return Normalize(host)
	}
	return net.JoinHostPort(Normalize(host), strconv.Itoa(port))
}
