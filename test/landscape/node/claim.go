// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package node

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// mountClaim links the directory of a volume to the host directory of the PersistentVolume to which the claim is bound.
// All users may write to it, because fsGroup is not supported.
func (p *pod) mountClaim(ctx context.Context, dir, name string) error {
	claim, err := p.node.client.CoreV1().PersistentVolumeClaims(p.object.Namespace).Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	if claim.Status.Phase != corev1.ClaimBound {
		return fmt.Errorf("claim %q is not bound", name)
	}
	volume, err := p.node.client.CoreV1().PersistentVolumes().Get(ctx, claim.Spec.VolumeName, metav1.GetOptions{})
	if err != nil {
		return err
	}
	if volume.Spec.HostPath == nil {
		return errors.New("the kind of persistent volume is not supported by this node")
	}
	target := volume.Spec.HostPath.Path
	for _, needed := range []string{target, filepath.Dir(dir)} {
		if err := os.MkdirAll(needed, 0o755); err != nil {
			return err
		}
	}
	if err := os.Chmod(target, 0o777); err != nil { // #nosec G302 -- as an empty volume
		return err
	}
	if err := os.Symlink(target, dir); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}
