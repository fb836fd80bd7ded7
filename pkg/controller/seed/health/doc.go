// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package health is the controller for the conditions of Extensions: it checks each shoot at intervals, and reports Flux's status in it. It
// keeps what is delivered to the shoot in accordance with what users suspend and resume there, ends the bootstrap of a shoot with mode
// BootstrapOnce, and asks for a retry of a migration that has not succeeded.
//
// It must not read the configuration, render anything, or send requests to the garden, and no other controller waits for it. What the
// observations mean is decided in pkg/health; conditions, providerStatus and state are written by pkg/seed/extensionstatus.
package health
