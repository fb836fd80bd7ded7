// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package distributions

import (
	"fmt"
	"net"
	"net/netip"
	"strings"

	"github.com/opencontainers/go-digest"
	"oras.land/oras-go/v2/registry"
)

// scheme is the scheme of the URLs of OCIRepositories.
const scheme = "oci://"

// Reference is a reference to an artifact by its digest.
type Reference struct {
	reference registry.Reference
	digest    digest.Digest
}

// ParseReference parses oci://REGISTRY/REPOSITORY@sha256:…. A tag before the digest is informational only.
func ParseReference(value string) (Reference, error) {
	rest, found := strings.CutPrefix(value, scheme)
	if !found {
		return Reference{}, fmt.Errorf("artifact %q does not begin with %s", value, scheme)
	}
	parsed, err := registry.ParseReference(rest)
	if err != nil {
		return Reference{}, fmt.Errorf("artifact %q cannot be read: %w", value, err)
	}
	if parsed.Reference == "" || parsed.ValidateReferenceAsDigest() != nil {
		return Reference{}, fmt.Errorf("artifact %q is not named by its digest: a tag may be moved at any time; write %s%s/%s@sha256:…",
			value, scheme, parsed.Registry, parsed.Repository)
	}
	sum, err := parsed.Digest()
	if err != nil || sum.Algorithm() != digest.SHA256 {
		return Reference{}, fmt.Errorf("artifact %q: the digest has to be one of sha256", value)
	}
	return Reference{reference: parsed, digest: sum}, nil
}

// String returns the reference as it is written.
func (r Reference) String() string {
	return scheme + r.reference.String()
}

// onLoopback returns whether the registry is referenced by a loopback address, independent of name resolution.
func (r Reference) onLoopback() bool {
	host := r.reference.Registry
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	address, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil && address.IsLoopback()
}
