// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

//go:build !linux

package confine

import "errors"

// landlock exists on Linux only.
func landlock(string) error { return errors.ErrUnsupported }

// Memory limits the memory of this process on Linux only.
func Memory(uint64) error { return errors.ErrUnsupported }

// filterCalls exists on Linux only.
func filterCalls(string) error { return errors.ErrUnsupported }
