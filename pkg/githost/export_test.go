// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package githost

import (
	"net/http"
	"net/url"
	"time"
)

// WithAnswerTimeout shortens how long a host may take to begin with an answer.
func (r *Registrar) WithAnswerTimeout(timeout time.Duration) *Registrar {
	r.answerTimeout = timeout
	return r
}

// WithProxy replaces the proxy of the environment.
func (r *Registrar) WithProxy(proxy func(*http.Request) (*url.URL, error)) *Registrar {
	r.proxy = proxy
	return r
}

// WithAnswerTimeout shortens how long a host may take to begin with an answer.
func (w *StatusWriter) WithAnswerTimeout(timeout time.Duration) *StatusWriter {
	w.answerTimeout = timeout
	return w
}
