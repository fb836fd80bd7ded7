// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package checks

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"unicode"

	utilvalidation "k8s.io/apimachinery/pkg/util/validation"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/githosts"
)

// longestURL limits a URL in bytes.
const longestURL = 512

// ParsePrometheusURL parses the address of a Prometheus API, which has no query.
func ParsePrometheusURL(value string) (*url.URL, error) {
	address, err := ParseURL(value)
	if err == nil && (address.RawQuery != "" || address.ForceQuery) {
		return nil, errors.New("must not have a query: it is the address of the Prometheus API without /api/v1; write the query in PromQL as query")
	}
	return address, err
}

// ParseURL parses the URL of a check. The error does not contain the URL, which may accidentally have credentials.
func ParseURL(value string) (*url.URL, error) {
	const example = "https://metrics.example.com"
	if value == "" {
		return nil, errors.New("write an https URL, such as " + example)
	}
	address, err := url.Parse(value)
	switch {
	case len(value) > longestURL:
		return nil, fmt.Errorf("has %d bytes, and must have at most %d; shorten it", len(value), longestURL)
	case strings.ContainsFunc(value, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }):
		return nil, errors.New("must not contain white space or control characters; remove them")
	case err != nil || address.Scheme != "https" || address.Opaque != "":
		return nil, errors.New("must be an https URL, such as " + example)
	case address.User != nil:
		return nil, errors.New("must not have credentials; store them in Secret flux-checks")
	case strings.Contains(value, "#"):
		return nil, errors.New("must not have a fragment; remove # and what follows")
	case !isHost(address.Hostname()) || strings.ContainsFunc(address.Host, func(r rune) bool { return r > unicode.MaxASCII }):
		return nil, errors.New("must have a host, such as " + example)
	case strings.HasSuffix(address.Host, ":"), address.Port() != "" && !isPort(address.Port()):
		return nil, errors.New("has an invalid port; write a number from 1 to 65535, or remove the port with its colon")
	}
	return address, nil
}

func isHost(host string) bool {
	_, err := netip.ParseAddr(host)
	return err == nil && !strings.Contains(host, "%") || len(utilvalidation.IsDNS1123Subdomain(githosts.Normalize(host))) == 0
}

func isPort(text string) bool {
	port, err := strconv.Atoi(text)
	return err == nil && port >= 1 && port <= 65535
}
