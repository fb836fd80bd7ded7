// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package process

import (
	"context"
	"fmt"
	"time"
)

// Until checks a condition at once and then at the interval, until it holds or ctx ends. The error names what was waited
// for, why the wait ended and why the condition did not hold last.
func Until(ctx context.Context, what string, interval time.Duration, cond func(context.Context) error) error {
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	var last error
	for {
		err := cond(ctx)
		if err == nil {
			return nil
		}
		// A check that the end of ctx interrupted says nothing about the condition.
		if ctx.Err() == nil || last == nil {
			last = err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("waiting for %s: %w (last: %w)", what, context.Cause(ctx), last)
		case <-ticker.C:
		}
	}
}
