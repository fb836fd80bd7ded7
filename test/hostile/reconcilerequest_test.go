// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package hostile_test

import (
	"fmt"
	"math/rand/v2"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/reconcilerequest"
)

// requestTime is the time of the requests below.
var requestTime = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

var requestFillers = []filler{
	{`{"at":"2026-01-01T00:00:00Z","shoots":["s0"`, `,"s%"`, `]}`, 0}, {`{"at":"2026-01-01T00:00:00Z","shoots":["`, "s", `"]}`, 0},
	{`{"at":"2026-01-01T00:00:00Z","selector":"a in (b`, `,c%`, `)"}`, 0}, {`{"at":"2026-01-01T00:00:00Z","selector":"env`, `,!a%`, `"}`, 0},
	{`{"at":"2026-01-01T00:00:00Z","selector":"env`, `,a%!=b`, `"}`, 0}, {`{"at":"2026-01-01T00:00:00Z","selector":"`, `(`, `"}`, 0},
	{`{"at":"2026-01-01T00:00:00Z","other":`, `[`, `}`, 0}, {`{"at":"2026-01-01T00:00:00Z"`, `,"outsideWindow":true`, `}`, 0},
	{`{"at":"2026-01-01T00:00:00.`, `0`, `Z"}`, 0}, {`{"at":`, `1`, `}`, 0}, {``, "\x00", ``, 0}, {``, `[`, ``, 0}, {``, ` `, `{}`, 0},
}

// A request is read once for each change of a project, and asked once for each of its Shoots.
var _ = Describe("Request to reconcile", func() {
	It("is read, and asked for 1,000 Shoots, within the budget of time and memory", func(ctx SpecContext) {
		shoots := make([]map[string]string, 1000)
		for i := range shoots {
			shoots[i] = map[string]string{"env": fmt.Sprint(i), fmt.Sprintf("a%d", i): "b"}
		}
		var start []filler
		for _, f := range requestFillers {
			for _, bytes := range []int{0, 4 << 10, 7 << 10, largestAnnotations} {
				f.repeat = bytes / len(f.part)
				start = append(start, f)
			}
		}
		door[filler]{
			budget: cost{processor: 500 * time.Millisecond, heap: 8 << 20, kept: 1 << 20},
			start:  start,
			change: func(random *rand.Rand, _ filler) filler {
				f := requestFillers[random.IntN(len(requestFillers))]
				f.repeat = scaled(random, largestAnnotations/len(f.part))
				return f
			},
			work: func(f filler) cost {
				annotation := f.text()
				annotation = annotation[:min(len(annotation), largestAnnotations)]
				c := measureKept(ctx, func() any {
					request, err := reconcilerequest.Parse(annotation, requestTime)
					if err != nil {
						return err
					}
					Expect(len(request.Shoots)).To(BeNumerically("<=", reconcilerequest.MaxShoots))
					for i, labels := range shoots {
						request.Selects(fmt.Sprintf("s%d", i), labels)
					}
					return request
				})
				c.read = uint64(len(annotation))
				return c
			},
			describe: func(f filler) string { return fmt.Sprintf("%+v", f) },
		}.search(searchSeed())
	})
})
