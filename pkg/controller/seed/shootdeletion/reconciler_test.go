// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package shootdeletion

import (
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"sigs.k8s.io/controller-runtime/pkg/event"
)

var _ = Describe("deletionBegins", func() {
	It("accepts the beginning of a deletion once, and again after a restart", func() {
		existing, deleted := &extensionsv1alpha1.Cluster{}, &extensionsv1alpha1.Cluster{}
		existing.Spec.Shoot.Raw = []byte(`{"metadata":{"name":"only"}}`)
		deleted.Spec.Shoot.Raw = []byte(`{"metadata":{"name":"only","deletionTimestamp":"2026-01-01T00:00:00Z"}}`)
		begins := deletionBegins()
		Expect(begins.Update(event.UpdateEvent{ObjectOld: existing, ObjectNew: deleted})).To(BeTrue())
		Expect(begins.Update(event.UpdateEvent{ObjectOld: deleted, ObjectNew: deleted})).To(BeFalse())
		Expect(begins.Update(event.UpdateEvent{ObjectOld: existing, ObjectNew: existing})).To(BeFalse())
		Expect(begins.Create(event.CreateEvent{Object: deleted})).To(BeTrue())
		Expect(begins.Create(event.CreateEvent{Object: existing})).To(BeFalse())
		Expect(begins.Delete(event.DeleteEvent{Object: deleted})).To(BeFalse())
	})
})
