// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package sharding derives the controllers of shards from those that there are without shards, after everything else was done to these, patches
// included: both are the same but for what makes a shard (https://fluxcd.io/flux/installation/configuration/sharding/). It is pure, and knows no
// version of Flux.
package sharding
