// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package hostile_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/commitstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// recordMembers are members of the record of commit statuses.
var recordMembers = slices.Concat(oddMembers, []filler{
	{`"written":{"a":{}`, `,"a%":{}`, "}", 0}, {`"written":{"a":null`, `,"a%":null`, "}", 0}, {`"written":{"live/garden-hostile":{"description":"`, "<", `"}}`, 0},
	{`"written":{"live/garden-hostile":{"count":`, "9", "}}", 0}, {`"written":{"live/garden-hostile":{"at":"`, "1", `"}}`, 0}, {`"commits":["a"`, `,"a%"`, "]", 0},
	{`"commits":["`, "a", `"]`, 0}, {`"refused":["a"`, `,"a%"`, "]", 0}, {`"problem":{"text":"`, "t", `"}`, 0}, {`"repository":"`, "r", `"`, 0}, {`"secret":"`, "s", `"`, 0},
})

var _ = Describe("ConfigMap flux-commit-status", func() {
	It("is read within the budget of time and memory", func(ctx SpecContext) {
		in := commitstatus.Input{
			Project: "garden-hostile", Provider: fluxv1alpha1.GitProviderGitea, Repository: "gitea hostile", Prefix: "live", Now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC),
		}
		for i := range 100 {
			status := rollout.StatusOf(&fluxv1alpha1.ShootStatus{State: fluxv1alpha1.ShootFailed, AttemptedRevision: "main@sha1:" + strings.Repeat("a", 40), Message: "m"})
			in.Shoots = append(in.Shoots, rollout.Member{Identity: rollout.Identity{Name: fmt.Sprint("s-", i), UID: types.UID(fmt.Sprint("uid-", i))}, Status: status})
		}
		const head = `"repository":"gitea hostile"`
		start := []jsonText{{first: head}}
		for _, member := range repeated(recordMembers, 10, 900, 60_000) {
			start = append(start, jsonText{first: head, members: []filler{member}})
		}
		door[jsonText]{
			budget: cost{processor: time.Second, heap: 16 << 20, kept: 4 << 20},
			start:  start,
			change: func(random *rand.Rand, t jsonText) jsonText { return t.change(random, recordMembers) },
			work: func(t jsonText) cost {
				data := map[string]string{"record.json": string(t.write())}
				c := measureKept(ctx, func() any {
					record, err := commitstatus.Decode(&corev1.ConfigMap{Data: data})
					if err != nil {
						Expect(len(err.Error())).To(BeNumerically("<", 1<<10))
						return nil
					}
					decision := commitstatus.Decide(record, in)
					_, _, err = decision.Record.Encode()
					Expect(err).NotTo(HaveOccurred())
					return []any{record, decision}
				})
				c.read = uint64(len(data["record.json"]))
				return c
			},
			describe: func(t jsonText) string { return t.String() },
		}.search(searchSeed())
	})
})
