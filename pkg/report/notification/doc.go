// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package notification decides which messages the receivers of a project get about its Shoots and its rollout, and what they contain. It is pure: from what
// is stored and what is reported now to what is to be stored, messages that are not sent yet included. It sends nothing.
//
// What is stored of a receiver is what was reported to it, so that a restart reports nothing again. Absence proves nothing: a Shoot without a status, or
// with one that is neither a problem nor well, leaves what was reported as it is.
package notification
