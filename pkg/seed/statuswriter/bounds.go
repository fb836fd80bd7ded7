// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package statuswriter

import (
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// longestReason is the maximum length of a condition's reason, in bytes of JSON. The limits in this file keep a status
// below 16 KiB for any content of a shoot (test/hostile), because etcd stores each write, and every client that watches
// Extensions receives it. pkg/kube limits the error of an operation.
const longestReason = 64

// longestMessage returns the maximum length of a condition's message, in bytes of JSON.
func longestMessage(condition gardencorev1beta1.ConditionType) int {
	switch condition {
	case fluxv1alpha1.ConditionDeployKey:
		return 1536
	case fluxv1alpha1.ConditionKustomizationReady:
		return 1088
	case fluxv1alpha1.ConditionObjectsReady:
		return 640
	case fluxv1alpha1.ConditionInShoot:
		return 288
	}
	return 960
}

// longestStatus is the maximum size of an Extension's status as JSON, in bytes. Only the observed objects can exceed
// it.
const longestStatus = 16 << 10

// fit removes observed objects from the providerStatus until the status has at most longestStatus bytes: first the
// tree, then the failing objects, then everything about objects.
func fit(status extensionsv1alpha1.ExtensionStatus, observed *fluxv1alpha1.FluxStatus) error {
	if observed.Shoot == nil || observed.Shoot.Objects == nil {
		return nil
	}
	status.ProviderStatus = nil
	rest, err := encode(status)
	if err != nil {
		return err
	}
	for _, reduce := range []func(*fluxv1alpha1.ObservedShoot){
		func(*fluxv1alpha1.ObservedShoot) {},
		func(s *fluxv1alpha1.ObservedShoot) { s.Objects.Tree = nil },
		func(s *fluxv1alpha1.ObservedShoot) { s.Objects.Failing = nil },
		func(s *fluxv1alpha1.ObservedShoot) { s.Objects = nil },
	} {
		reduce(observed.Shoot)
		raw, err := encodeProviderStatus(*observed)
		if err != nil {
			return err
		}
		if len(rest.Raw)+len(raw.Raw)+len(`"providerStatus":,`) <= longestStatus {
			return nil
		}
	}
	return nil
}
