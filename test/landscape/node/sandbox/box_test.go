// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package sandbox

import (
	"errors"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/utils/ptr"
)

var _ = Describe("User and capabilities of a container", func() {
	DescribeTable("#identity",
		func(pod *corev1.PodSecurityContext, container *corev1.SecurityContext, uid, gid int64, expected error) {
			gotUID, gotGID, err := Identity(pod, container, 65532)
			if expected != nil {
				Expect(err).To(MatchError(expected.Error()))
				return
			}
			Expect(err).NotTo(HaveOccurred())
			Expect([]int64{gotUID, gotGID}).To(HaveExactElements(uid, gid))
		},
		Entry("the image's user", nil, nil, int64(65532), int64(65532), nil),
		Entry("the pod's user", &corev1.PodSecurityContext{RunAsUser: ptr.To[int64](1), RunAsGroup: ptr.To[int64](2)}, nil, int64(1), int64(2), nil),
		Entry("the container's user before the pod's", &corev1.PodSecurityContext{RunAsUser: ptr.To[int64](1)}, &corev1.SecurityContext{RunAsUser: ptr.To[int64](3)}, int64(3), int64(65532), nil),
		Entry("root refused", &corev1.PodSecurityContext{RunAsNonRoot: ptr.To(true)}, &corev1.SecurityContext{RunAsUser: ptr.To[int64](0)}, int64(0), int64(0),
			errors.New("container has runAsNonRoot and would run as root")),
	)

	DescribeTable("#capabilities",
		func(expected uint64, drop ...corev1.Capability) {
			Expect(Capabilities(&corev1.SecurityContext{Capabilities: &corev1.Capabilities{Drop: drop}})).To(Equal(expected))
		},
		Entry("the usual ones", uint64(0xa80425fb)),
		Entry("none", uint64(0), corev1.Capability("ALL")),
		Entry("all but one", uint64(0xa80405fb), corev1.Capability("NET_RAW")),
	)
})
