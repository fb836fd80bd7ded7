// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package benchmark measures what the extension costs on a seed with many shoots: the requests it makes of seed, garden and
// shoots, what it writes for the projects, its processor time and its memory.
//
// The controller is the real program, started as its chart starts it, and so are the API servers of seed and garden with
// the permissions of the charts. Requests are counted outside of the controller, by gateways between it and the API
// servers. Simulated are gardener-resource-manager, which here says at once that all is well, and the shoots: each has an
// address, a certificate authority and an API server of its own that knows what was delivered and what Flux would say of
// it.
//
// It judges nothing: it prints what it has measured.
package benchmark
