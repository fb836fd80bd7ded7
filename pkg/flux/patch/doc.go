// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package patch applies a user's patches to the Deployments and ServiceAccounts of Flux, and refuses those that change what they may not. What
// they may change is a list: everything else of an object has to be as it was, whichever way a patch has taken to it, so that a field that
// Kubernetes gets one day is refused. It is pure, and knows neither versions of Flux nor limits of an operator.
//
// A patch must not make a controller another program, or give it other rights: its containers, images, commands, identities and
// security settings stay, and so do the arguments and variables that Flux or the extension have set. Variables, files and annotations are limited
// to those that are known for what they do, because controllers run helpers from their search path, and libraries of clouds run programs that
// their configuration files name.
package patch
