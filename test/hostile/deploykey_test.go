// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package hostile_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"maps"
	mathrand "math/rand/v2"
	"slices"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/githosts"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets/keypair"
)

// largestSecret is the maximum size of a Secret for an API server.
const largestSecret = corev1.MaxSecretSize

// keySecret is a Secret flux-source of a project, and the URL of its source.
type keySecret struct {
	data        map[string][]byte
	annotations map[string]string
	url         string
}

// keyNames are the relevant keys of the Secret.
var keyNames = []string{
	fluxv1alpha1.SecretKeyIdentity, fluxv1alpha1.SecretKeyIdentity, fluxv1alpha1.SecretKeyPublicKey, fluxv1alpha1.SecretKeyKnownHosts,
	fluxv1alpha1.SecretKeyKnownHosts, fluxv1alpha1.SecretKeyPassphrase, fluxv1alpha1.SecretKeyNextIdentity, fluxv1alpha1.SecretKeyNextPublicKey,
}

func changeKeySecret(random *mathrand.Rand, s keySecret) keySecret {
	s.data, s.annotations = maps.Clone(s.data), maps.Clone(s.annotations)
	for range 1 + random.IntN(3) {
		switch name := keyNames[random.IntN(len(keyNames))]; random.IntN(10) {
		case 0:
			s.url = "ssh://git@" + randomHost(random) + "/o/r"
		case 1:
			operations := []string{fluxv1alpha1.OperationRotateStart, fluxv1alpha1.OperationRotateComplete, fluxv1alpha1.OperationRotateAbort, randomText(random)}
			s.annotations = map[string]string{
				fluxv1alpha1.AnnotationOperation: operations[random.IntN(len(operations))], fluxv1alpha1.AnnotationNextFingerprint: randomText(random),
				fluxv1alpha1.AnnotationPreviousFingerprint: strings.Repeat("f", random.IntN(100<<10)), fluxv1alpha1.AnnotationRotatedAt: randomText(random),
			}
		case 2:
			s.data[name] = []byte(randomText(random))
		case 3:
			for i := range random.IntN(5000) {
				s.data[fmt.Sprint("key-", i)] = []byte(randomText(random))
			}
		case 4:
			delete(s.data, name)
		case 5, 6:
			s.data[fluxv1alpha1.SecretKeyKnownHosts] = randomKnownHosts(random, hostOf(s.url))
		case 7:
			s.data[name] = damaged(random, s.data[name])
		default:
			s.data[fluxv1alpha1.SecretKeyIdentity] = randomIdentity(random)
			if random.IntN(2) == 0 {
				s.data[fluxv1alpha1.SecretKeyNextIdentity] = randomIdentity(random)
			}
			s.data[fluxv1alpha1.SecretKeyPassphrase] = []byte(passphrase)
		}
	}
	left := largestSecret
	for _, name := range slices.Sorted(maps.Keys(s.data)) {
		s.data[name] = s.data[name][:min(len(s.data[name]), left)]
		left -= len(s.data[name])
	}
	return s
}

// damaged repeats, cuts or changes a value.
func damaged(random *mathrand.Rand, value []byte) []byte {
	if len(value) == 0 {
		return value
	}
	switch random.IntN(3) {
	case 0:
		return bytes.Repeat(value, 1+random.IntN(largestSecret/len(value)+1))
	case 1:
		return value[:random.IntN(len(value))]
	}
	value = bytes.Clone(value)
	value[random.IntN(len(value))] = byte(random.IntN(256))
	return value
}

// gardenSecret is a garden with one Secret, which discards writes.
type gardenSecret struct {
	client.Client
	keySecret
	// written is the number of written bytes.
	written int
}

// Get implements client.Reader.
func (g *gardenSecret) Get(_ context.Context, name client.ObjectKey, object client.Object, _ ...client.GetOption) error {
	secret, ok := object.(*corev1.Secret)
	Expect(ok).To(BeTrue())
	secret.ObjectMeta = metav1.ObjectMeta{Namespace: name.Namespace, Name: name.Name, ResourceVersion: "1", UID: "1", Annotations: maps.Clone(g.annotations)}
	secret.Data = maps.Clone(g.data)
	return nil
}

// Patch implements client.Writer.
func (g *gardenSecret) Patch(_ context.Context, object client.Object, patch client.Patch, _ ...client.PatchOption) error {
	raw, err := patch.Data(object)
	g.written += len(raw)
	return err
}

// useKey handles the Secret like the extension.
func useKey(ctx context.Context, s keySecret) cost {
	garden := &gardenSecret{keySecret: s}
	store := secrets.NewStore(garden, rand.Reader, clock.RealClock{})
	reported := 0
	report := func(err error) {
		if err != nil {
			reported = max(reported, len(err.Error()))
		}
	}
	c := measure(func() {
		key, err := store.Get(ctx, "garden-hostile")
		report(err)
		if err == nil {
			credentials, err := keypair.NewCredentials(s.url, "", key)
			report(err)
			githosts.LinesFor(s.url, credentials.KnownHosts)
			githosts.Fingerprints(s.url, s.data[fluxv1alpha1.SecretKeyKnownHosts])
		}
		_, err = store.LacksHostKeys(ctx, "garden-hostile", s.url)
		report(err)
		_, err = store.Rotate(ctx, "garden-hostile", secrets.RotationTerms{Algorithm: fluxv1alpha1.KeyAlgorithmEd25519})
		report(err)
	})
	c.written = uint64(max(reported, garden.written))
	return c
}

var _ = Describe("Secret flux-source", func() {
	It("is read within the budget of time and memory", func(ctx SpecContext) {
		url := "ssh://git@" + longHost + "/o/r"
		start := []keySecret{{data: map[string][]byte{fluxv1alpha1.SecretKeyIdentity: identities()[0]}, url: url}}
		for _, identity := range identities() {
			start = append(start, keySecret{data: map[string][]byte{fluxv1alpha1.SecretKeyIdentity: identity, fluxv1alpha1.SecretKeyPassphrase: []byte(passphrase)}, url: url})
		}
		for _, lines := range fillers(longHost) {
			all := []byte(hostLine(longHost) + strings.Repeat(lines, largestSecret/2/len(lines)))
			start = append(start, keySecret{data: map[string][]byte{fluxv1alpha1.SecretKeyIdentity: identities()[0], fluxv1alpha1.SecretKeyKnownHosts: all}, url: url})
		}
		door[keySecret]{
			// The key is parsed three times, and each of the maximum 128 rounds of a passphrase takes 5 ms.
			budget: cost{processor: 2500 * time.Millisecond, allocated: 192 << 20, written: 16 << 10},
			start:  start,
			change: changeKeySecret,
			work:   func(s keySecret) cost { return useKey(ctx, s) },
			describe: func(s keySecret) string {
				var text strings.Builder
				fmt.Fprintf(&text, "url: %s\nannotations: %q\n", s.url, s.annotations)
				for _, name := range keyNames {
					fmt.Fprintf(&text, "%s (%d bytes): %q\n", name, len(s.data[name]), s.data[name])
				}
				return text.String()
			},
		}.search(searchSeed())
	})
})
