// Copyright (c) HashiCorp, Inc.
// SPDX-License-Identifier: MIT

package metrics

const (
	// DefaultSignal is used with DefaultInmemSignal
	DefaultSignal = 0x1e
)
