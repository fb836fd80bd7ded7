// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package gardencontroller_test

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/benchmark/gardencontroller"
)

var _ = Describe("Run", func() {
	It("runs all phases with a few Shoots", Label("long"), func(ctx SpecContext) {
		project, err := filepath.Abs(filepath.Join("..", "..", ".."))
		Expect(err).NotTo(HaveOccurred())
		out := &bytes.Buffer{}
		Expect(gardencontroller.Run(ctx, gardencontroller.Options{
			ProjectDir: project, Dir: GinkgoT().TempDir(), Shoots: 10, Projects: 2, Seeds: 2, Changes: 1,
			Settle: 2 * time.Second, Rest: 15 * time.Second, CheckInterval: 10 * time.Second, Patience: 5 * time.Minute, Out: out, Progress: GinkgoWriter,
		})).To(Succeed())

		measured := map[string]gardencontroller.Result{}
		for decoder := json.NewDecoder(out); decoder.More(); {
			var result gardencontroller.Result
			Expect(decoder.Decode(&result)).To(Succeed())
			measured[result.Phase] = result
		}
		Expect(measured).To(HaveLen(20))

		By("deciding on the rollouts of all projects, ring by ring")
		Expect(measured["rollouts begin"].Changes).To(Equal(2))
		Expect(measured["rollout"].Changes).To(Equal(1))
		Expect(measured["rollout"].MaxSeconds).To(BeNumerically(">", 15), "each of three rings takes at least five seconds")

		By("accepting pushes and sending messages")
		Expect(measured["push"].AnswerMaxSeconds).To(BeNumerically(">", 0))
		Expect(measured["notifications"].Messages).To(Equal(1))

		By("asking checks only while rollouts wait for them")
		Expect(measured["checks wait"].Checks).To(Equal(4))
		for _, phase := range []string{"an approval waits", "no checks", "checks, nothing waits"} {
			Expect(measured[phase].Asked).To(BeZero(), phase)
		}

		By("deciding on a change after a restart")
		restart := measured["restart"]
		Expect(restart.ReadySeconds).To(BeNumerically(">", 0))
		Expect(restart.NoticeSeconds).To(BeNumerically(">", 0))
		Expect(restart.DecisionSeconds).To(BeNumerically(">", 0))
		Expect(restart.Controller.Reconciles).To(HaveKeyWithValue("shoot-flux-rollout", BeNumerically(">=", 2)))
	}, SpecTimeout(15*time.Minute))
})
