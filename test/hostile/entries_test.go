// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package hostile_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	. "github.com/onsi/ginkgo/v2"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
)

// entryTexts are repeated entries of a ConfigMap flux-status under different names.
type entryTexts []struct {
	entry jsonText
	count int
}

// entryMembers are members of the status of a Shoot.
var entryMembers = slices.Concat(oddMembers, []filler{
	{`"objects":{"failing":[{}`, ",{}", "]}", 0}, {`"objects":{"failing":[null`, ",null", "]}", 0}, {`"objects":{"counts":[{}`, ",{}", "]}", 0}, {`"objects":{"tree":[""`, `,""`, "]}", 0},
	{`"objects":{"tree":["`, "│", `"]}`, 0}, {`"labels":{"a":""`, `,"a%":""`, "}", 0}, {`"sourceKeys":{"a":""`, `,"a%":""`, "}", 0}, {`"message":"`, "m", `"`, 0}, {`"message":"`, "<", `"`, 0},
	{`"since":"`, "1", `"`, 0}, {`"seed":"hostile","state":"Migrating"`, "", "", 0}, {`"seed":"hostile","message":"`, "m", `"`, 0}, {`"objects":`, `{"objects":`, "1", 0},
})

// data returns the entries up to the limit of an API server.
func (e entryTexts) data() map[string]string {
	data, left := map[string]string{}, largestConfigMap
	for k, of := range e {
		text := string(of.entry.write())
		for i := range of.count {
			name := fmt.Sprintf("s-%d", k*100_000+i)
			if left -= len(name) + len(text); left < 0 {
				return data
			}
			data[name] = text
		}
	}
	return data
}

var _ = Describe("Entries of ConfigMap flux-status", func() {
	It("are read within the budget of time and memory", func(ctx SpecContext) {
		const head = `"uid":"uid"`
		now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		var shoots []fleet.ShootReport
		for i := range 100 {
			shoots = append(shoots, fleet.ShootReport{Name: fmt.Sprint("s-", i), Status: fluxv1alpha1.ShootStatus{UID: types.UID("uid"), Seed: "hostile", State: fluxv1alpha1.ShootReady}})
		}
		entry := func(member filler, count int) entryTexts {
			return entryTexts{{entry: jsonText{first: head, members: []filler{member}}, count: count}}
		}
		start := []entryTexts{{{entry: jsonText{first: head}, count: 50_000}}}
		for _, member := range repeated(entryMembers, 10, 1_900, 300_000) {
			start = append(start, entry(member, 20_000))
		}
		door[entryTexts]{
			budget: cost{processor: 2 * time.Second, heap: 64 << 20, kept: 16 << 20},
			start:  start,
			change: func(random *rand.Rand, e entryTexts) entryTexts {
				e = slices.Clone(e)
				if len(e) > 1 && random.IntN(4) == 0 {
					return e[1:]
				}
				if len(e) < 3 && random.IntN(3) == 0 {
					return append(e, entry(member(random, entryMembers), 1+scaled(random, 20_000))...)
				}
				i := random.IntN(len(e))
				e[i].entry, e[i].count = e[i].entry.change(random, entryMembers), 1+scaled(random, 20_000)
				return e
			},
			work: func(e entryTexts) cost {
				data := e.data()
				c := measureKept(ctx, func() any {
					var known []fluxv1alpha1.ShootStatus
					for i := range shoots {
						if status, is := fleet.Decode(data[shoots[i].Name]); is {
							known = append(known, status)
						}
					}
					plan := fleet.PlanOf(fleet.Input{
						ConfigMap: &corev1.ConfigMap{Data: data}, Seed: "hostile", Shoots: shoots, Spare: func(string) bool { return false }, Limits: fleet.DefaultLimits(), Now: now,
					})
					return []any{known, plan}
				})
				c.read = textSizeOf(data)
				return c
			},
			describe: func(e entryTexts) string { return fmt.Sprintf("%+v", e) },
		}.search(searchSeed())
	})
})
