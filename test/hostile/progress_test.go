// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package hostile_test

import (
	"encoding/json"
	"math/rand/v2"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	rolloutcommand "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/rollout"
)

// progressFillers are texts of a project for users in flux-rollout.
var progressFillers = append(append([]filler{}, yamlFillers...), []filler{
	{"target: x\nrings:\n", "- {name: a}\n", "", 0}, {"target: x\nrings:\n", "- null\n", "", 0}, {"target: x\nrings: null\n", "", "", 0}, {"target: ", "x", "\nrings: [{name: a}]\n", 0},
	{"target: x\nrings: [{name: a, shoots: ", "1", "}]\n", 0}, {"target: x\nrings: [{name: a, failedShoots: [", "a,", "]}]\n", 0}, {"target: x\nrings: [{name: a, waitsFor: \"", "<", "\"}]\n", 0},
	{"target: x\nsince: \"", "1", "\"\nrings: [{name: a}]\n", 0}, {"{\"target\":\"x\",\"rings\":[", "{},", "{}]}", 0},
}...)

var _ = Describe("Progress in ConfigMap flux-rollout", func() {
	It("is read within the budget of time and memory", func(ctx SpecContext) {
		var start []filler
		for _, value := range progressFillers {
			for _, size := range []int{4 << 10, 250 << 10, largestConfigMap} {
				value.repeat = size / (len(value.part) + 1)
				start = append(start, value)
			}
		}
		door[filler]{
			budget: cost{processor: time.Second, heap: 96 << 20, kept: 4 << 20, written: 2 << 20},
			start:  start,
			change: func(random *rand.Rand, f filler) filler {
				if random.IntN(3) == 0 {
					f = progressFillers[random.IntN(len(progressFillers))]
				}
				f.repeat = scaled(random, largestConfigMap/(len(f.part)+1))
				return f
			},
			work: func(f filler) cost {
				text := f.text()
				written := 0
				c := measureKept(ctx, func() any {
					progress, err := rolloutcommand.OfProject("garden-blue").StatusIn(map[string]string{"status.yaml": text})
					if err != nil {
						Expect(len(err.Error())).To(BeNumerically("<", 1<<10))
						return nil
					}
					Expect(progress.Rings).NotTo(BeEmpty())
					content, err := json.Marshal(progress)
					Expect(err).NotTo(HaveOccurred())
					written = len(content)
					return progress
				})
				c.read, c.written = uint64(len(text)), uint64(written)
				return c
			},
			describe: filler.String,
		}.search(searchSeed())
	})
})
