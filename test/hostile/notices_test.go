// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package hostile_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/noticeboard"
)

// noticeTexts are the values of a notice board and of ConfigMap flux-push.
type noticeTexts map[string]filler

// noticeKeys are the relevant keys.
var noticeKeys = []string{"projects", "others", "flux-version", fluxv1alpha1.KeyPushedAt}

var noticeFillers = []filler{
	{"", "garden-% flux-config=1\n", "", 0}, {"", "% push=1-1-1\n", "", 0}, {"", "a%\n", "", 0}, {"garden-a", " flux-config=1", "", 0}, {"garden-a", " push=1-1-1", "", 0}, {"", "\n", "", 0},
	{"", " ", "", 0}, {"", "a", "", 0}, {"", "-", "", 0}, {"v2.9.3 released=", "f", "", 0}, {"v2.9.3", " from=v2.8.0", "", 0}, {"2026-01-01T00:00:00.", "0", "Z", 0}, {"", "1", "", 0}, {"", "\x00", "", 0},
}

// data returns the values up to the limit of an API server.
func (n noticeTexts) data() map[string]string {
	data, left := map[string]string{}, largestConfigMap
	for _, key := range noticeKeys {
		text := n[key].text()
		data[key] = strings.ToValidUTF8(text[:min(len(text), left)], "")
		left -= len(data[key])
	}
	return data
}

var _ = Describe("Notice board and ConfigMap flux-push", func() {
	It("are read within the budget of time and memory", func(ctx SpecContext) {
		start := []noticeTexts{{}}
		for _, value := range noticeFillers {
			value.repeat = largestConfigMap / len(value.part)
			for _, key := range noticeKeys {
				start = append(start, noticeTexts{key: value})
			}
		}
		door[noticeTexts]{
			budget: cost{processor: 2 * time.Second, heap: 64 << 20, kept: 48 << 20},
			start:  start,
			change: func(random *rand.Rand, n noticeTexts) noticeTexts {
				n = maps.Clone(n)
				value := noticeFillers[random.IntN(len(noticeFillers))]
				value.repeat = scaled(random, largestConfigMap/len(value.part))
				n[noticeKeys[random.IntN(len(noticeKeys))]] = value
				return n
			},
			work: func(n noticeTexts) cost {
				data := n.data()
				c := measureKept(ctx, func() any {
					board := noticeboard.Decode(data)
					release, err := board.Release()
					return []any{board, board.Pushes(), board.Of("garden-a"), release, err, fluxv1alpha1.ParsePushTime(data[fluxv1alpha1.KeyPushedAt])}
				})
				c.read = textSizeOf(data)
				return c
			},
			describe: func(n noticeTexts) string { return fmt.Sprintf("%v", map[string]filler(n)) },
		}.search(searchSeed())
	})
})
