// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

//go:build !linux

package kube

import "k8s.io/utils/clock"

// CPUTime returns a Stopwatch that measures the elapsed time. The controllers run on Linux only.
func CPUTime() Stopwatch { return ElapsedTime(clock.RealClock{}) }
