// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package admission has the validating webhooks in the garden: they deny configuration errors in a Shoot or in the project's ConfigMap
// flux-config, with the messages of package configuration.
//
// They must not block any other request: deletions, changes of a Shoot that do not concern Flux and all other ConfigMaps are excluded by
// the webhook configuration, and an error that the request has not introduced is a warning. They must not call anything but the garden's
// API server, where they read one ConfigMap by name, and, for a flux-config with overrides, list the Shoots of its project.
package admission
