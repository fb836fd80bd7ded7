// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package simulation runs the extension's controller on a seed with many shoots, for measurements and for tests with many
// shoots or controllers.
//
// The controllers are processes of the real program, started with the arguments of the chart. The API servers of seed and garden
// are real, with the permissions of the charts. Gateways between them and the controllers count requests. The package simulates
// gardener-resource-manager, which immediately reports success, the objects that gardenlet creates, and the shoots: each has an
// address, a certificate authority and an API server that returns delivered objects with the status of Flux.
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
