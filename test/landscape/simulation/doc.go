// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package simulation runs the extension's controller on a seed with many shoots, for benchmarks and for tests with many
// shoots or controllers.
//
// The controllers are processes of the real program, started with the arguments in the chart. The API servers of seed
// and garden are real, with the permissions in the charts. Gateways between the controllers and these API servers count
// requests. The package simulates gardener-resource-manager, which immediately reports success, the objects that
// gardenlet creates, and the shoots. Each shoot has an address, a certificate authority, and an API server that returns
// the delivered objects with the status that Flux would report. The garden may also have Shoots, by a
// CustomResourceDefinition, and then the real garden controller can run.
//
//	e, err := simulation.Start(ctx, simulation.Options{ProjectDir: "../..", Dir: dir, Progress: os.Stderr})
//	defer e.Stop()
//	err = e.Populate(ctx, simulation.Population{Shoots: 200, Largest: 40, Projects: 20})
//	first, err := e.StartController(ctx, "first")
//	second, err := e.StartController(ctx, "second")
//	began := time.Now()
//	err = e.CreateExtensions(ctx, e.Shoots()...)
//	err = e.AwaitOperations(ctx, began, e.Shoots()...)
//	first.Kill()
//	traffic := e.SeedGateway.Take(time.Minute)
package simulation
