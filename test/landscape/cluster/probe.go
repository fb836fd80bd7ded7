// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package cluster

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// maxProbeMessage limits the bytes of a response that the error of a failed probe contains.
const maxProbeMessage = 2048

// Probe returns a condition for process.Until, which is true if the URL returns status 200. caPEM verifies certificates
// of servers.
func Probe(url string, caPEM []byte) func(context.Context) error {
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(caPEM)
	httpClient := &http.Client{Transport: &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12},
		// Keep-alive connections would remain open after the wait.
		DisableKeepAlives: true,
	}}
	return func(ctx context.Context) error {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return err
		}
		response, err := httpClient.Do(request)
		if err != nil {
			return err
		}
		defer func() { _ = response.Body.Close() }()
		if response.StatusCode == http.StatusOK {
			return nil
		}
		message, err := io.ReadAll(io.LimitReader(response.Body, maxProbeMessage))
		if err != nil {
			return fmt.Errorf("%s from %s: %w", response.Status, url, err)
		}
		return fmt.Errorf("%s from %s: %s", response.Status, url, strings.TrimSpace(string(message)))
	}
}
