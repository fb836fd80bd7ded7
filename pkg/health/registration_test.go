// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
)

var _ = DescribeTable("RegistrationNote",
	func(annotation string, expected bool, matcher OmegaMatcher) {
		ok, message := health.RegistrationNote(map[string]string{fluxv1alpha1.AnnotationRegistration: annotation})
		Expect(ok).To(Equal(expected))
		Expect(message).To(matcher)
	},
	Entry("nothing is recorded: no registration is configured", "", true, BeEmpty()),
	Entry("the record cannot be read: it is written again", "{", true, BeEmpty()),
	Entry("a registered key", `{"host":"git.example.com","keys":{"SHA256:a":{"state":"Registered","title":"gardener x"}}}`,
		true, Equal(`Registration: SHA256:a is registered at git.example.com as "gardener x"`)),
	Entry("a key that could not be registered, with the fix", `{"host":"git.example.com","keys":{"SHA256:a":{"state":"Failed","message":"git.example.com: it does not accept the token"}}}`,
		false, Equal(`Registration: SHA256:a is not registered. git.example.com: it does not accept the token`)),
	Entry("two keys, of which the next one is not ready", `{"host":"h","keys":{"SHA256:a":{"state":"Registered","title":"t"},"SHA256:b":{"state":"Failed","next":true,"message":"m"}}}`,
		false, Equal(`Registration: SHA256:a is registered at h as "t"; the next key SHA256:b is not registered. m`)),
	Entry("a key that should be gone and is not", `{"host":"h","keys":{"SHA256:a":{"state":"Registered","title":"t","message":"it cannot be removed"}}}`,
		false, ContainSubstring("is registered, but: it cannot be removed")),
	Entry("a key that was to be deregistered", `{"host":"h","keys":{"SHA256:a":{"state":"Deregistered"}}}`,
		true, ContainSubstring("was deregistered at h")),
)
