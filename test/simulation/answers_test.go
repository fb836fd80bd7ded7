// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import "testing"

// The canary has a check that asks Prometheus, and staging one that asks before it begins. No answer but the required
// one lets a ring pass or begin, and the rings go on when it comes.
func TestOnlyGoodAnswersPassRings(t *testing.T) {
	for _, given := range []answer{answerFail, answerNaN, answerEmpty, answerNull, answerSeveral, answerError, answerRedirect, answerTimeout} {
		t.Run(string(given), func(t *testing.T) {
			p := play(t, 55,
				at(5, 0, whatRings, scheduled, "checks gates"),
				at(9, 0, whatAnswer, scheduled, string(given)),
				at(10, 0, whatPath, scheduled, "./b"),
				at(24, 0, whatAnswer, scheduled, string(answerPass)),
				at(26, 30, whatAnswer, scheduled, string(given)),
				at(31, 0, whatAnswer, scheduled, string(answerSlow)),
			)
			p.keep(9, 24, "shoot-2", "shoot-3", "shoot-4")
			p.completes(54)
		})
	}
}
