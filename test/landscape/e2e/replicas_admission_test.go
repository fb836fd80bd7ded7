// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/garden"
)

// admissionPods returns the admission's two pods, as soon as they are ready, with how often they were restarted.
func admissionPods(ctx context.Context, before map[string]int32) map[string]int32 {
	GinkgoHelper()
	var ready map[string]int32
	Eventually(ctx, func(g Gomega) {
		ready = readyPods(ctx, g, "garden", "gardener-extension-admission-shoot-flux")
		g.Expect(ready).NotTo(Equal(before))
	}).Should(Succeed())
	return ready
}

// applicant asks again and again for a Shoot that is valid, and for one that is not, and has neither made.
type applicant struct {
	mutex                   sync.Mutex
	since                   time.Time
	accepted, refused       int
	unanswered, misanswered []string
}

func (a *applicant) run(ctx context.Context, project string) {
	pace := time.NewTicker(writeInterval)
	defer pace.Stop()
	for number := 0; ctx.Err() == nil; <-pace.C {
		number++
		object := garden.NewShoot(project, fmt.Sprintf("s%d", number), seedName)
		mistaken := number%2 == 0
		if mistaken {
			configured("flux: {componentsExtra: [source-wacher]}")(object)
		}
		err := world.Garden.Client.Create(ctx, object, client.DryRunAll)
		if ctx.Err() != nil {
			return
		}
		a.note(mistaken, err)
	}
}

// answered is how many got the answer that they should.
func (a *applicant) answered() int {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	return a.accepted + a.refused
}

func (a *applicant) note(mistaken bool, err error) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	at := time.Since(a.since).Seconds()
	switch {
	case err != nil && strings.Contains(err.Error(), "failed calling webhook"):
		a.unanswered = append(a.unanswered, fmt.Sprintf("%+.3f s: %v", at, err))
	case err != nil && mistaken && strings.Contains(err.Error(), "source-wacher"):
		a.refused++
	case err == nil && !mistaken:
		a.accepted++
	default:
		a.misanswered = append(a.misanswered, fmt.Sprintf("%+.3f s: %v", at, err))
	}
}

var _ = Describe("Two replicas of the admission", Serial, Label("long"), func() {
	It("answer when one is killed, and what nobody has looked at is never accepted", func(ctx SpecContext) {
		inGarden(ctx).project("porches", map[string]string{"repositoryUrl": "https://github.com/o/r"})
		// The first one waits until gardener-apiserver knows the project's credentials.
		inGarden(ctx).shoot("porches", "first", seedName, true)
		before := admissionPods(ctx, nil)
		for pod := range before {
			a := &applicant{since: time.Now()}
			asking, end := context.WithCancel(ctx)
			var running sync.WaitGroup
			running.Go(func() { a.run(asking, "porches") })
			Eventually(ctx, a.answered).Should(BeNumerically(">", 20))
			a.mutex.Lock()
			a.since = time.Now()
			a.mutex.Unlock()
			Expect(seed(seedName).Node.Kill("garden", pod)).To(Succeed())
			answered := a.answered()
			before = admissionPods(ctx, before)
			end()
			running.Wait()
			By(fmt.Sprintf("%d accepted, %d refused, without an answer: %q", a.accepted, a.refused, a.unanswered))
			Expect(a.misanswered).To(BeEmpty())
			Expect(a.answered()-answered).To(BeNumerically(">", len(a.unanswered)), "the other replica has to answer")
		}
	}, SpecTimeout(3*time.Minute))
})
