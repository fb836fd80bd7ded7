// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package push is the endpoint to which Git hosts send the webhooks of projects, in each replica of the garden controller, and the fan-out of the pushes to
// the notice boards of the seeds, in the one that leads.
//
// Nothing in a request is believed but that something was pushed: its body is not parsed. A push is written as its time into the ConfigMap flux-push of the
// project. What leads to it is the path alone, the digest of the project's token; a path that is not known is answered as a request whose signature is
// wrong, after the same steps.
//
// Headers and meaning are those of Flux's Receiver (https://fluxcd.io/flux/components/notification/receivers/), whose own checks are internal to
// notification-controller, and hold a request's body in memory.
package push
