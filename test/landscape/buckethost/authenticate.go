// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package buckethost

import (
	"crypto/subtle"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	signer "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
)

const (
	authorizationHeader = "Authorization"
	payloadHashHeader   = "X-Amz-Content-Sha256"
	dateHeader          = "X-Amz-Date"
	dateFormat          = "20060102T150405Z"

	// scopeParts is the number of parts of a scope: access key, day, region, service, terminator.
	scopeParts = 5
)

// authenticate refuses requests without a signature by the host's keys, as S3 does, and all requests that are not
// reads.
func (h *Host) authenticate(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		code, reason := "", ""
		if err := h.verify(r); err != nil {
			code, reason = "SignatureDoesNotMatch", err.Error()
		}
		switch {
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			code, reason = "AccessDenied", "This storage can only be read."
		case r.Header.Get(authorizationHeader) == "":
			code, reason = "AccessDenied", "Access Denied."
		}
		if code == "" {
			next.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/xml")
		w.WriteHeader(http.StatusForbidden)
		if r.Method != http.MethodHead {
			// The client may have disconnected.
			_, _ = fmt.Fprintf(w, "<Error><Code>%s</Code><Message>%s</Message></Error>", code, reason)
		}
	})
}

// verify signs the request again with the claimed parameters, and compares the signatures. The S3 library does not
// verify signatures.
func (h *Host) verify(r *http.Request) error {
	fields := authorizationFields(r.Header.Get(authorizationHeader))
	scope := strings.Split(fields["Credential"], "/")
	if len(scope) != scopeParts {
		return errors.New("the authorization has no scope")
	}
	date, err := time.Parse(dateFormat, r.Header.Get(dateHeader))
	if err != nil {
		return errors.New("the request has no date")
	}
	again, err := http.NewRequestWithContext(r.Context(), r.Method, "http://"+r.Host+r.URL.RequestURI(), nil)
	if err != nil {
		return errors.New("the request cannot be signed again")
	}
	for name := range strings.SplitSeq(fields["SignedHeaders"], ";") {
		if values := r.Header.Values(name); len(values) > 0 {
			again.Header[http.CanonicalHeaderKey(name)] = values
		}
	}
	err = signer.NewSigner(func(o *signer.SignerOptions) { o.DisableURIPathEscaping = true }).SignHTTP(r.Context(),
		h.credentials(scope[0]), again, r.Header.Get(payloadHashHeader), scope[3], scope[2], date)
	if err != nil {
		return errors.New("the request cannot be signed again")
	}
	expected := authorizationFields(again.Header.Get(authorizationHeader))
	given := fields["Credential"] + " " + fields["Signature"]
	if subtle.ConstantTimeCompare([]byte(given), []byte(expected["Credential"]+" "+expected["Signature"])) != 1 {
		return errors.New("The request signature we calculated does not match the signature you provided. Check your key and signing method.")
	}
	return nil
}

// credentials returns the unexpired temporary credentials with the access key, or otherwise the host's own credentials.
func (h *Host) credentials(accessKey string) aws.Credentials {
	h.keys.RLock()
	defer h.keys.RUnlock()
	if keys, known := h.temporary[accessKey]; known && time.Now().Before(keys.Expires) {
		return aws.Credentials{AccessKeyID: accessKey, SecretAccessKey: keys.SecretKey, SessionToken: keys.SessionToken}
	}
	return aws.Credentials{AccessKeyID: h.AccessKey, SecretAccessKey: h.SecretKey}
}

// authorizationFields returns the fields of a header 'AWS4-HMAC-SHA256 Credential=…, SignedHeaders=…, Signature=…'.
func authorizationFields(header string) map[string]string {
	fields := map[string]string{}
	_, list, _ := strings.Cut(header, " ")
	for field := range strings.SplitSeq(list, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(field), "=")
		fields[name] = value
	}
	return fields
}
