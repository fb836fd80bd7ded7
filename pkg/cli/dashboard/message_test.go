// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package dashboard

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
)

var _ = DescribeTable("messageOf", func(cause fluxv1alpha1.Cause, text, failing string, expected message) {
	shoot := &garden.Shoot{ShootStatus: fluxv1alpha1.ShootStatus{Cause: cause, Message: text, Objects: &fluxv1alpha1.ObservedObjects{}}}
	if failing != "" {
		shoot.Objects.Failing = []fluxv1alpha1.FailingObject{{Message: failing}}
	}
	Expect(messageOf(shoot)).To(Equal(expected))
},
	Entry("without a cause, it has no fix", fluxv1alpha1.Cause(""), "no status yet. Gardener has not assigned a seed", "", message{Error: "no status yet. Gardener has not assigned a seed"}),
	Entry("an error alone", fluxv1alpha1.CauseOther, "it fails", "", message{Error: "it fails"}),
	Entry("error and fix", fluxv1alpha1.CauseBuild, "Kustomization a/b: path not found. Add it", "", message{Error: "Kustomization a/b: path not found", Fix: "Add it"}),
	Entry("an error with numbers and file names", fluxv1alpha1.CauseBuild, "stat v1.2/a.B: no file. Add it", "", message{Error: "stat v1.2/a.B: no file", Fix: "Add it"}),
	Entry("an error of several sentences, which an object has", fluxv1alpha1.CauseRelease, "2 of 5 objects are not ready. HelmRelease a/b: Failed. Values differ. Check them. Also failing: HelmRelease a/c. 3 more waiting", "Failed. Values differ.",
		message{Error: "2 of 5 objects are not ready. HelmRelease a/b: Failed. Values differ", Fix: "Check them", More: "Also failing: HelmRelease a/c. 3 more waiting"}),
	Entry("an object without a fix", fluxv1alpha1.CauseRelease, "2 of 5 objects are not ready. HelmRelease a/b: failed. 3 more waiting", "failed",
		message{Error: "2 of 5 objects are not ready. HelmRelease a/b: failed", More: "3 more waiting"}),
	Entry("an object whose message is not in the text", fluxv1alpha1.CauseRelease, "2 of 5 objects are not ready. HelmRelease a/b: failed. Check it", "another",
		message{Error: "2 of 5 objects are not ready. HelmRelease a/b: failed", Fix: "Check it"}),
	Entry("further lines of Flux", fluxv1alpha1.CauseApply, "Kustomization a/b: refused. Correct it. Further message of Flux: line 2", "", message{Error: "Kustomization a/b: refused", Fix: "Correct it", More: "Further message of Flux: line 2"}),
	Entry("text of a member that is not a message", fluxv1alpha1.CauseOther, ". ", "", message{Error: ". "}),
	Entry("an empty text", fluxv1alpha1.CauseOther, "", strings.Repeat("x", 10), message{}),
)
