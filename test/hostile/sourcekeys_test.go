// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package hostile_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"maps"
	mathrand "math/rand/v2"
	"slices"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	"k8s.io/utils/clock"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/deploykey"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets"
)

// mostSourceKeys is the maximum number of additional sources with a deploy key.
const mostSourceKeys = 10

// largestAnnotations is the maximum size of all annotations for an API server.
const largestAnnotations = 256 << 10

func sourceName(i int) string { return fmt.Sprint("source-", i) }

// recordFillers are annotations with the registration of a key.
var recordFillers = []filler{
	{`{"keys":{"a":{}`, `,"a%":{}`, "}}", 0}, {`{"keys":{"a":null`, `,"%":null`, "}}", 0}, {`{"keys":{"a":{"since":"`, "1", `"}}}`, 0}, {"", "[", "", 0}, {`{"a":`, `{"a":`, "1", 0}, {`{"host":"`, "<", `"}`, 0},
}

// changeSourceKeys changes the keys of one source.
func changeSourceKeys(random *mathrand.Rand, s keySecret) keySecret {
	s.data, s.annotations = maps.Clone(s.data), maps.Clone(s.annotations)
	source := sourceName(random.IntN(mostSourceKeys))
	switch random.IntN(3) {
	case 0:
		record := recordFillers[random.IntN(len(recordFillers))]
		record.repeat = scaled(random, largestAnnotations/(len(record.part)+1))
		s.annotations[deploykey.SourceKeyName(source, fluxv1alpha1.AnnotationRegistration)] = record.text()
	case 1:
		for i := range random.IntN(5000) {
			s.annotations[deploykey.SourceKeyName(fmt.Sprint("s", i), fluxv1alpha1.AnnotationFingerprint)] = ""
		}
	default:
		own := changeKeySecret(random, keySecret{data: deploykey.SourceData(s.data, source), annotations: s.annotations, url: s.url})
		for name, value := range own.data {
			s.data[deploykey.SourceKeyName(source, name)] = value
		}
	}
	left := largestAnnotations
	for _, name := range slices.Sorted(maps.Keys(s.annotations)) {
		if left -= len(name) + len(s.annotations[name]); left < 0 {
			delete(s.annotations, name)
		}
	}
	left = largestSecret
	for _, name := range slices.Sorted(maps.Keys(s.data)) {
		if left -= len(name) + len(s.data[name]); left < 0 {
			delete(s.data, name)
		}
	}
	return s
}

// useSourceKeys handles the Secret like a seed, and one of its keys like the garden controller.
func useSourceKeys(ctx context.Context, s keySecret) cost {
	garden := &gardenSecret{keySecret: s}
	store := secrets.NewStore(garden, rand.Reader, clock.RealClock{})
	reported := 0
	c := measureKept(ctx, func() any {
		names := make([]string, mostSourceKeys)
		for i := range names {
			names[i] = sourceName(i)
		}
		keys, err := store.OfSources(ctx, "garden-hostile", names)
		if err != nil {
			reported = len(err.Error())
		}
		for _, name := range deploykey.SourceNames(s.annotations) {
			record, _ := deploykey.RegistrationOf(deploykey.SourceAnnotations(s.annotations, name))
			record.HasRetired()
		}
		records := make([]deploykey.Registration, len(names))
		for i, name := range names {
			records[i], _ = deploykey.RegistrationOf(deploykey.SourceAnnotations(s.annotations, name))
		}
		deploykey.CountPrivateKeys(s.data)
		return []any{keys, records}
	})
	c.written = uint64(max(reported, garden.written))
	for name, value := range s.annotations {
		c.read += uint64(len(name) + len(value))
	}
	c.read += sizeOf(s.data)
	return c
}

var _ = Describe("Secret flux-source-keys", func() {
	It("is read within the budget of time and memory", func(ctx SpecContext) {
		url := "ssh://git@" + longHost + "/o/r"
		of := func(identity, knownHosts []byte, record string) keySecret {
			s := keySecret{data: map[string][]byte{}, annotations: map[string]string{}, url: url}
			for i := range mostSourceKeys {
				for name, value := range map[string][]byte{fluxv1alpha1.SecretKeyIdentity: identity, fluxv1alpha1.SecretKeyPassphrase: []byte(passphrase), fluxv1alpha1.SecretKeyKnownHosts: knownHosts} {
					s.data[deploykey.SourceKeyName(sourceName(i), name)] = value
				}
				s.annotations[deploykey.SourceKeyName(sourceName(i), fluxv1alpha1.AnnotationFingerprint)] = "f"
				s.annotations[deploykey.SourceKeyName(sourceName(i), fluxv1alpha1.AnnotationRegistration)] = record
			}
			return s
		}
		var start []keySecret
		for _, identity := range identities() {
			start = append(start, of(identity, nil, ""))
		}
		for _, line := range fillers(longHost) {
			start = append(start, of(identities()[0], []byte(hostLine(longHost)+strings.Repeat(line, largestSecret/2/mostSourceKeys/len(line))), ""))
		}
		for _, record := range recordFillers {
			record.repeat = largestAnnotations / mostSourceKeys / (len(record.part) + 6)
			start = append(start, of(identities()[0], nil, record.text()))
		}
		door[keySecret]{
			// The configuration lists the maximum number of keys, and each may have a passphrase of 128 rounds.
			budget: cost{processor: 15 * time.Second, heap: 96 << 20, kept: 16 << 20, written: 16 << 10},
			start:  start,
			change: changeSourceKeys,
			work:   func(s keySecret) cost { return useSourceKeys(ctx, s) },
			describe: func(s keySecret) string {
				return fmt.Sprintf("annotations: %q\ndata: %q", s.annotations, s.data)
			},
		}.search(searchSeed())
	})
})
