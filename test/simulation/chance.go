// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	cryptorand "crypto/rand"
	"encoding/binary"
	"hash/fnv"
	globalrand "math/rand"
	"math/rand/v2"
	"time"
)

// chance decides everything that is left to chance in a run. It does not hand out a sequence, because the order in which
// goroutines ask may differ from run to run: what it returns depends on the subject and the simulated time only.
type chance struct{ seed uint64 }

// of returns the source of random numbers of a subject at the present time.
func (c chance) of(subject string) *rand.Rand {
	return c.nth(subject, uint64(time.Now().UnixNano())) //nolint:gosec // the time is positive
}

// nth returns a source of random numbers that depends on subject and number only.
func (c chance) nth(subject string, number uint64) *rand.Rand {
	hash := fnv.New64a()
	_, _ = hash.Write([]byte(subject)) // It does not fail.
	_, _ = hash.Write(binary.LittleEndian.AppendUint64(nil, number))
	return rand.New(rand.NewPCG(c.seed, hash.Sum64())) //nolint:gosec // a run has to be repeatable
}

// HealthPeriod returns the time between two health checks of a ready shoot in the run with a seed: the one of the chart,
// or 5m. With 1m, health checks take a third of the time of a run.
func HealthPeriod(seed uint64) time.Duration {
	if (chance{seed}).nth("health", 0).IntN(3) == 0 {
		return time.Minute
	}
	return 5 * time.Minute
}

// IsSwift returns whether Flux applies a commit at once in the run with a seed: in half of them.
func IsSwift(seed uint64) bool { return (chance{seed}).nth("swift", 0).IntN(2) == 0 }

// Latency returns the median time that the API servers of shoots take for a request in the run with a seed. With a second,
// a commit can be applied between any two reads of a health check.
func Latency(seed uint64) time.Duration {
	return []time.Duration{5 * time.Millisecond, 5 * time.Millisecond, 100 * time.Millisecond, time.Second}[(chance{seed}).nth("latency", 0).IntN(4)]
}

// jitter lets the jitter of Kubernetes' libraries depend on the subject and the simulated time. They use the global source,
// which a program can seed with GODEBUG randseednop=0 only.
func (c chance) jitter(subject string) {
	globalrand.Seed(c.of(subject).Int64()) //nolint:staticcheck // there is no other way to repeat a run
}

// replaceCrypto replaces the source of cryptographic random numbers, because the encoding of a private key contains some.
// It returns a function that restores the source.
func (c chance) replaceCrypto() func() {
	before := cryptorand.Reader
	cryptorand.Reader = instants{c}
	return func() { cryptorand.Reader = before }
}

// instants is a source that returns the same bytes at the same simulated time.
type instants struct{ chance }

// Read fills the bytes.
func (i instants) Read(into []byte) (int, error) {
	return randomBytes{i.of("crypto")}.Read(into)
}

// duration returns a duration of which half are below the median, and one of a hundred is above ten times of it.
func duration(random *rand.Rand, median time.Duration) time.Duration {
	return time.Duration(float64(median)*random.ExpFloat64()/0.69) + time.Duration(random.IntN(1000)) + time.Microsecond
}
