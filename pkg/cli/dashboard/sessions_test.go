// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package dashboard

import (
	"net/http"
	"net/http/httptest"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("sessions", func() {
	holds := func(s *sessions, authorization string) bool {
		request := httptest.NewRequest(http.MethodGet, "/", nil)
		request.Header.Set("Authorization", authorization)
		return s.holds(request)
	}

	It("begin with the last printed token, once", func() {
		s := &sessions{}
		_, ok := s.begin("")
		Expect(ok).To(BeFalse(), "no token is printed yet")
		former, latest := s.issue(), s.issue()
		_, ok = s.begin(former)
		Expect(ok).To(BeFalse(), "a later token replaces it")
		session, ok := s.begin(latest)
		Expect(ok).To(BeTrue())
		_, ok = s.begin(latest)
		Expect(ok).To(BeFalse(), "another user of the machine may have read the address")
		_, ok = s.begin("")
		Expect(ok).To(BeFalse(), "a used token leaves no empty one")
		Expect(holds(s, "Bearer "+session)).To(BeTrue())
		Expect(holds(s, "Bearer "+latest)).To(BeFalse(), "the token is no session")
	})

	It("stay open beside others", func() {
		s := &sessions{}
		one, _ := s.begin(s.issue())
		two, _ := s.begin(s.issue())
		for _, session := range []string{one, two} {
			Expect(holds(s, "Bearer "+session)).To(BeTrue())
		}
		for _, other := range []string{"", "Bearer ", "Bearer x", one, "Basic " + one} {
			Expect(holds(s, other)).To(BeFalse(), other)
		}
	})
})
