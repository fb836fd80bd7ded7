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
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/notification"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/boundedjson"
)

// receiverMembers are members of the state of notifications.
var receiverMembers = slices.Concat(oddMembers, []filler{
	{`"receivers":{"slack":{"outbox":[{}`, ",{}", "]}}", 0}, {`"receivers":{"slack":{"outbox":[null`, ",null", "]}}", 0}, {`"receivers":{"a":{}`, `,"r%":{}`, "}", 0},
	{`"receivers":{"a":null`, `,"r%":null`, "}", 0}, {`"receivers":{"slack":{"shoots":{"a":{}`, `,"%":{}`, "}}}", 0}, {`"receivers":{"slack":{"shoots":{"a":null`, `,"s%":null`, "}}}", 0},
	{`"receivers":{"slack":{"shoots":{"s-0":{}`, `,"s-%":{"u":"uid-%","s":"Failed","t":"2026-01-01T00:00:00Z","r":10}`, "}}}", 0},
	{`"receivers":{"slack":{"rollouts":{"a":"b"`, `,"a%":"b"`, "}}}", 0}, {`"receivers":{"slack":{"last":{"a":"2026-01-01T00:00:00Z"`, `,"a%":"2026-01-01T00:00:00Z"`, "}}}", 0},
	{`"receivers":{"slack":{"last":{"a":null`, `,"a%":null`, "}}}", 0}, {`"receivers":{"slack":{"problem":"`, "p", `"}}`, 0}, {`"receivers":{"slack":{"problem":"`, "<", `"}}`, 0},
	{`"receivers":{"slack":{"outbox":[{"shoots":["a"`, `,"s-%"`, "]}]}}", 0}, {`"receivers":{"slack":{"outbox":[{"text":"`, "t", `"}]}}`, 0}, {`"receivers":{"slack":{"lastSent":"`, "1", `"}}`, 0},
	{`"receivers":{"slack":{"shoots":{"a":{"u":"`, "u", `"}}}}`, 0}, {`"receivers":{"slack":{`, `"shoots":{"%":{}},`, `"sent":1}}`, 0},
})

var _ = Describe("ConfigMap flux-notifications", func() {
	It("is read within the budget of time and memory", func(ctx SpecContext) {
		configured, is := (&document.ConfigMap{Data: map[string]string{"config.yaml": configHead + "project: {notifications: [{type: slack}, {type: webhook}]}\n"}}).Notifications()
		Expect(is).To(Equal(document.Valid))
		in := notification.Input{Project: "garden-hostile", Notifications: configured, Now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
		for i := range 100 {
			status := &fluxv1alpha1.ShootStatus{State: fluxv1alpha1.ShootFailed, Since: metav1.NewTime(in.Now.Add(-24 * time.Hour)), Message: "m"}
			in.Shoots = append(in.Shoots, notification.Shoot{Identity: rollout.Identity{Name: fmt.Sprint("s-", i), UID: types.UID(fmt.Sprint("uid-", i))}, Status: status})
		}
		start := []jsonText{
			{first: `"a":1`},
			// Several receivers have the maximum number of elements.
			{first: `"receivers":{"slack":{}` + filler{part: `,"r%":{"shoots":{` + filler{part: `"s%":{},`, repeat: 9_800}.text() + `"a":{}}}`, repeat: 15}.text() + "}"},
		}
		for _, member := range repeated(receiverMembers, 9_000, 100_000, largestText) {
			start = append(start, jsonText{first: `"a":1`, members: []filler{member}})
		}
		door[jsonText]{
			budget: cost{processor: 2 * time.Second, heap: 96 << 20, kept: 24 << 20},
			start:  start,
			change: func(random *rand.Rand, t jsonText) jsonText { return t.change(random, receiverMembers) },
			work: func(t jsonText) cost {
				values := fitting(map[string][]byte{"state": t.compressed()})
				c := measureKept(ctx, func() any {
					state, err := notification.Decode(&corev1.ConfigMap{BinaryData: values})
					if err != nil {
						Expect(len(err.Error())).To(BeNumerically("<", 1<<10))
						return nil
					}
					decision := notification.Decide(state, in, notification.DefaultTiming(time.Minute))
					if _, _, err := decision.State.Encode(); err != nil {
						Expect(boundedjson.IsExceeded(err)).To(BeTrue())
					}
					decision.State.Status()
					return []any{state, decision}
				})
				c.read = sizeOf(values)
				return c
			},
			describe: func(t jsonText) string { return t.String() },
		}.search(searchSeed())
	})
})
