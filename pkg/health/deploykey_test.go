// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health_test

import (
	"encoding/json"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
)

var _ = Describe("Deploy key", func() {
	const (
		public      = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIazEu89wgQZ4bqs3d63QSMzYVa0MuJ2e2gKTKqu+UUO"
		other       = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl"
		annotate    = "kubectl -n garden-demo annotate --overwrite secret flux-source flux.extensions.gardener.cloud/"
		commandDone = annotate + "operation=rotate-deploy-key-complete"
	)
	fingerprint := FingerprintOf(public)
	with := func(more ...string) map[string]string {
		annotations := map[string]string{"flux.extensions.gardener.cloud/public-key": public, "flux.extensions.gardener.cloud/fingerprint": fingerprint}
		for i := 0; i < len(more); i += 2 {
			annotations["flux.extensions.gardener.cloud/"+more[i]] = more[i+1]
		}
		return annotations
	}
	next := []string{"next-public-key", other, "next-fingerprint", FingerprintOf(other)}

	DescribeTable("JudgeDeployKey",
		func(o DeployKeyObservation, status, reason string, parts ...string) {
			o.Project = "garden-demo"
			verdict := JudgeDeployKey(o)
			Expect(verdict.Type).To(BeEquivalentTo("FluxDeployKey"))
			Expect(verdict.Status).To(BeEquivalentTo(status))
			Expect(verdict.Reason).To(Equal(reason))
			for _, part := range parts {
				Expect(verdict.Message).To(ContainSubstring(part))
			}
		},
		Entry("key in use", DeployKeyObservation{Annotations: with(), PublicKey: public}, "True", "InUse",
			"The project's deploy key "+fingerprint+" is in use. Public key: "+public),
		Entry("user's key, known only from the shoot", DeployKeyObservation{PublicKey: public}, "True", "InUse", fingerprint, public),
		Entry("shoot without an observation", DeployKeyObservation{Annotations: with()}, "True", "InUse", fingerprint, public),
		Entry("manually changed Secret", DeployKeyObservation{Annotations: with(), PublicKey: other}, "True", "InUse",
			"The project's deploy key "+FingerprintOf(other)+" is in use. Public key: "+other, "The fingerprint in Secret garden-demo/flux-source is "+fingerprint+": the Secret was changed manually"),
		Entry("prepared rotation", DeployKeyObservation{Annotations: with(next...), PublicKey: public}, "Progressing", "RotationPrepared",
			"The next deploy key, "+FingerprintOf(other)+", is prepared; the current one, "+fingerprint+", is in use",
			"Register the next public key at the Git host as a read-only deploy key", "then complete the rotation with: "+commandDone,
			"To drop the next key: "+annotate+"operation=rotate-deploy-key-abort", "Next public key: "+other),
		Entry("prepared rotation with a registered key", DeployKeyObservation{Annotations: with(append(next, "registration",
			`{"provider":"gitea","host":"h","repository":"r","keys":{"`+FingerprintOf(other)+`":{"state":"Registered","title":"t","next":true,"since":null}}}`)...)},
			"Progressing", "RotationPrepared", "The next key is registered at the Git host. Now complete the rotation with: "+commandDone, "Registration: the next key"),
		Entry("dropped next key that Shoots may have", DeployKeyObservation{Annotations: with("registration",
			`{"provider":"gitea","host":"h","repository":"r","keys":{"SHA256:dropped":{"state":"Registered","title":"t","next":true,"since":null}}}`), PublicKey: public},
			"True", "InUse", "Registration: SHA256:dropped is not needed any more, and is removed at h when all Shoots have the current key"),
		Entry("dropped next key that could not be registered, which is not a failure any more", DeployKeyObservation{Annotations: with("registration",
			`{"provider":"gitea","host":"h","repository":"r","keys":{"SHA256:dropped":{"state":"Failed","message":"token expired","next":true,"since":null}}}`), PublicKey: public},
			"True", "InUse", "Registration: SHA256:dropped is not needed any more, and is removed at h when all Shoots have the current key"),
		Entry("failed removal of a dropped next key", DeployKeyObservation{Annotations: with("registration",
			`{"provider":"gitea","host":"h","repository":"r","keys":{"SHA256:dropped":{"state":"Registered","message":"forbidden","next":true,"since":null}}}`), PublicKey: public},
			"False", "RegistrationFailed", "is registered, but: forbidden"),
		Entry("failed registration", DeployKeyObservation{Annotations: with("registration",
			`{"provider":"gitea","host":"h","repository":"r","keys":{"`+fingerprint+`":{"state":"Failed","message":"token expired","since":null}}}`), PublicKey: public},
			"False", "RegistrationFailed", "is in use", "token expired"),
		Entry("completed rotation before the first check", DeployKeyObservation{Annotations: with("previous-fingerprint", "SHA256:old")}, "Progressing", "RotationCompleting",
			"The current deploy key is "+fingerprint+". The extension is checking", "Keep the previous key, SHA256:old, registered"),
		Entry("completed rotation with lagging Shoots", DeployKeyObservation{Annotations: with("previous-fingerprint", "SHA256:old", "lagging-shoots", "a, b, c, d, e and 2 more")},
			"Progressing", "RotationCompleting", "Shoots that do not report it yet, including hibernated ones: a, b, c, d, e and 2 more"),
		Entry("refused operation", DeployKeyObservation{Annotations: with(append(next, "operation-error", "rotate-deploy-key-start: a next key is prepared already.")...)}, "False", "OperationRefused",
			"The operation requested on Secret garden-demo/flux-source was refused. rotate-deploy-key-start: a next key is prepared already. The next successful operation removes this message", annotate+"operation-error-"),
	)

	DescribeTable("DeployKeyStatusOf",
		func(annotations map[string]string, want fluxv1alpha1.DeployKeyStatus) {
			Expect(DeployKeyStatusOf(DeployKeyObservation{Annotations: annotations, PublicKey: public})).To(HaveValue(Equal(want)))
		},
		Entry("key in use", with(), fluxv1alpha1.DeployKeyStatus{PublicKey: public, Fingerprint: fingerprint, Phase: "InUse"}),
		Entry("user's key", nil, fluxv1alpha1.DeployKeyStatus{PublicKey: public, Fingerprint: fingerprint, Phase: "InUse"}),
		Entry("prepared rotation", with(next...), fluxv1alpha1.DeployKeyStatus{
			PublicKey: public, Fingerprint: fingerprint, NextPublicKey: other, NextFingerprint: FingerprintOf(other), Phase: "RotationPrepared",
		}),
		Entry("completed rotation", with("previous-fingerprint", "SHA256:old"), fluxv1alpha1.DeployKeyStatus{PublicKey: public, Fingerprint: fingerprint, Phase: "RotationCompleting"}),
	)

	DescribeTable("shortens long annotations in conditions and in the status of each Shoot", func(long string) {
		annotations := map[string]string{}
		for _, name := range []string{"public-key", "fingerprint", "next-public-key", "next-fingerprint", "previous-fingerprint", "operation-error"} {
			annotations["flux.extensions.gardener.cloud/"+name] = long
		}
		annotations["flux.extensions.gardener.cloud/registration"] = `{"keys":{"SHA256:x":{"state":"Failed","message":"` + long + `"}}}`
		o := DeployKeyObservation{Annotations: annotations, PublicKey: public}
		Expect(len(JudgeDeployKey(o).Message)).To(BeNumerically("<", 20_000))
		delete(annotations, "flux.extensions.gardener.cloud/operation-error")
		Expect(len(JudgeDeployKey(o).Message)).To(BeNumerically("<", 20_000))
		status, err := json.Marshal(DeployKeyStatusOf(o))
		Expect(err).NotTo(HaveOccurred())
		Expect(len(status)).To(BeNumerically("<", 10_000))
	},
		Entry("of letters", strings.Repeat("x", 200_000)),
		Entry("of characters with longer JSON", strings.Repeat("<", 200_000)),
		Entry("of control characters", strings.Repeat("\x01", 200_000)),
	)

	It("returns a fingerprint only for a valid key", func() {
		Expect(fingerprint).To(HavePrefix("SHA256:"))
		Expect(FingerprintOf("s3cret")).To(BeEmpty())
	})
})

var _ = DescribeTable("RegistrationNote",
	func(annotation string, expected bool, matcher OmegaMatcher) {
		ok, message := RegistrationNote(map[string]string{fluxv1alpha1.AnnotationRegistration: annotation, fluxv1alpha1.AnnotationNextFingerprint: "SHA256:b"})
		Expect(ok).To(Equal(expected))
		Expect(message).To(matcher)
	},
	Entry("no record", "", true, BeEmpty()),
	Entry("invalid record", "{", true, BeEmpty()),
	Entry("registered key", `{"host":"git.example.com","keys":{"SHA256:a":{"state":"Registered","title":"gardener x"}}}`,
		true, Equal(`Registration: SHA256:a is registered at git.example.com as "gardener x"`)),
	Entry("key that could not be registered", `{"host":"git.example.com","keys":{"SHA256:a":{"state":"Failed","message":"git.example.com: it does not accept the token"}}}`,
		false, Equal(`Registration: SHA256:a is not registered. git.example.com: it does not accept the token`)),
	Entry("two keys with a failure of the next one", `{"host":"h","keys":{"SHA256:a":{"state":"Registered","title":"t"},"SHA256:b":{"state":"Failed","next":true,"message":"m"}}}`,
		false, Equal(`Registration: SHA256:a is registered at h as "t"; the next key SHA256:b is not registered. m`)),
	Entry("key that could not be deregistered", `{"host":"h","keys":{"SHA256:a":{"state":"Registered","title":"t","message":"it cannot be removed"}}}`,
		false, ContainSubstring("is registered, but: it cannot be removed")),
	Entry("deregistered key", `{"host":"h","keys":{"SHA256:a":{"state":"Deregistered"}}}`,
		true, ContainSubstring("was deregistered at h")),
)
