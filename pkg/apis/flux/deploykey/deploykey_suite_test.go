// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package deploykey_test

import (
	"strings"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/deploykey"
)

func TestDeployKey(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Deploy Key Suite")
}

var _ = DescribeTable("RotationOf",
	func(annotation, rotation string) {
		Expect(deploykey.RotationOf(map[string]string{"flux.extensions.gardener.cloud/rotated-at": annotation})).To(Equal(rotation))
	},
	Entry("returns the time", "2026-11-21T12:00:00Z", "2026-11-21T12:00:00Z"),
	Entry("is empty without a rotation", "", ""),
	Entry("cuts a text of a user", strings.Repeat("x", 200<<10), strings.Repeat("x", 61)+"…"),
)

var _ = Describe("RegistrationOf", func() {
	annotated := func(value string) map[string]string {
		return map[string]string{"flux.extensions.gardener.cloud/registration": value}
	}

	It("reads the registration of all keys", func() {
		now := metav1.NewTime(time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC))
		registration := deploykey.Registration{Provider: "github", Host: "api.github.com", Repository: "https://github.com/o/r"}.
			With("SHA256:a", deploykey.RegisteredKey{State: deploykey.Registered}, now).
			With("SHA256:b", deploykey.RegisteredKey{State: deploykey.Failed, Message: "refused", Retired: true}, now)
		read, ok := deploykey.RegistrationOf(annotated(registration.String()))
		Expect(ok).To(BeTrue())
		Expect(read.Same(registration)).To(BeTrue())
		Expect(read.Fingerprints()).To(Equal([]string{"SHA256:a", "SHA256:b"}))
		Expect(read.HasRetired()).To(BeTrue())
		Expect(deploykey.IsRegistered(annotated(registration.String()), "SHA256:a")).To(BeTrue())
		Expect(deploykey.IsRegistered(annotated(registration.String()), "SHA256:b")).To(BeFalse())
	})

	DescribeTable("returns false for",
		func(value string) {
			_, ok := deploykey.RegistrationOf(annotated(value))
			Expect(ok).To(BeFalse())
		},
		Entry("an empty annotation", ""),
		Entry("invalid JSON", "{"),
		Entry("more elements than any registration has", `{"provider":"github","x":[`+strings.Repeat("{},", 2000)+`{}]}`),
	)
})
