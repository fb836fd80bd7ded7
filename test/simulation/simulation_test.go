// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"cmp"
	"strconv"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/go-logr/logr/funcr"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history/check"
)

func TestShort(t *testing.T) {
	begin := time.Now()
	seed, err := strconv.ParseUint(cmp.Or(os.Getenv("SEED"), "1"), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	days, err := strconv.ParseFloat(cmp.Or(os.Getenv("DAYS"), "0.1"), 64)
	if err != nil {
		t.Fatal(err)
	}
	options := Options{Seed: seed, Days: days}
	if os.Getenv("SIM_LOG") != "" {
		options.Log = funcr.New(func(prefix, args string) { fmt.Fprintln(os.Stderr, time.Now().Format("15:04:05.000"), prefix, args) }, funcr.Options{})
	}
	result := Run(t, options)
	t.Logf("%v, %d bytes, %d requests, %d events, %d violations, error %v", time.Since(begin), len(result.History), result.Requests, len(result.Events), len(result.Violations), result.Err)
	os.WriteFile(cmp.Or(os.Getenv("OUT"), "/tmp/sim-history.jsonl"), result.History, 0o600)
	check.Print(os.Stderr, result.Violations)
}
