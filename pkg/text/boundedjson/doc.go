// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package boundedjson decodes JSON that a tenant can write, compressed with gzip or not, within limits. The number of bytes does not bound what decoding
// costs: three bytes can become an object of hundreds. So the elements are counted before anything is decoded. It does not know the decoded types.
package boundedjson
