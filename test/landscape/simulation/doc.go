// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package simulation runs the extension's controller on a seed with many shoots, for measurements and for tests of what many shoots or
// many controllers bring about.
//
// The controllers are the real program, as processes of their own, started as the chart starts it, and so are the API servers of seed
// and garden with the permissions of the charts. Requests are counted outside of the controllers, by gateways between them and the API
// servers. Simulated are gardener-resource-manager, which here says at once that all is well, gardenlet, of which there is what it
// creates, and the shoots: each has an address, a certificate authority and an API server of its own that knows what was delivered and
// what Flux would say of it.
//
//	e, err := simulation.Start(ctx, simulation.Options{ProjectDir: "../..", Dir: dir, Progress: os.Stderr})
//	defer e.Stop()
//	err = e.Populate(ctx, simulation.Population{Shoots: 200, Largest: 40, Projects: 20})
//	first, err := e.StartController(ctx, "first")
//	second, err := e.StartController(ctx, "second")
//	err = e.CreateExtensions(ctx, e.Shoots()...)
//	err = e.AwaitOperations(ctx, e.Shoots()...)
//	first.Kill()
//	traffic := e.SeedGateway.Take(time.Minute)
package simulation
