// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package demo

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// teller prints steps with the time since the last heading or the creation of the Extension.
type teller struct {
	out io.Writer

	mutex   sync.Mutex
	started time.Time
}

func (t *teller) heading(text string) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.started = time.Now()
	_, _ = fmt.Fprintf(t.out, "\n%s\n", text)
}

// seen prints a completed step.
func (t *teller) seen(step string) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	_, _ = fmt.Fprintf(t.out, "  %6.2f s  %s\n", time.Since(t.started).Seconds(), step)
}

func (t *teller) printf(format string, args ...any) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	_, _ = fmt.Fprintf(t.out, format, args...)
}
