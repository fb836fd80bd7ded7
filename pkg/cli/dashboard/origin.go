// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package dashboard

import (
	"net"
	"net/http"
)

// headers are those of each answer: the page runs only what comes from this server, is shown in no other page, and is kept nowhere.
func headers() map[string]string {
	return map[string]string{
		"Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; " +
			"form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
		"Cross-Origin-Opener-Policy":   "same-origin",
		"Cross-Origin-Resource-Policy": "same-origin",
		"X-Content-Type-Options":       "nosniff",
		"Referrer-Policy":              "no-referrer",
		"Cache-Control":                "no-store",
	}
}

// guard refuses requests for another host, which a page of another site can make where it changes the address of its own name to the loopback interface, and
// those that come from another page.
func guard(address string, next http.Handler) http.Handler {
	_, port, err := net.SplitHostPort(address)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for name, value := range headers() {
			w.Header().Set(name, value)
		}
		origin, site := r.Header.Get("Origin"), r.Header.Get("Sec-Fetch-Site")
		switch {
		case err != nil || r.Host != net.JoinHostPort("127.0.0.1", port) && r.Host != net.JoinHostPort("localhost", port):
			refuse(w, http.StatusMisdirectedRequest, "this server answers for the address that the command prints only")
		case origin != "" && origin != "http://"+r.Host, site != "" && site != "same-origin" && site != "none":
			refuse(w, http.StatusForbidden, "this server answers its own page only")
		default:
			next.ServeHTTP(w, r)
		}
	})
}
