// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package patch

import (
	"path"
	"reflect"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	utilvalidation "k8s.io/apimachinery/pkg/util/validation"
)

// executable is the mask of the execute bits in a file mode.
const executable = 0o111

// takeVolumes validates changes of volumes, and resets them in is. A patch may change the size limit and medium of an
// existing emptyDir, and add ConfigMap volumes.
func takeVolumes(was corev1.PodSpec, is *corev1.PodSpec) *refusal {
	refused := checkNamed("spec.template.spec.volumes", was.Volumes, is.Volumes, func(volume corev1.Volume) string { return volume.Name }, checkVolume)
	is.Volumes = was.Volumes
	return refused
}

func checkVolume(before, after corev1.Volume) string {
	if before.Name == "" {
		return checkAdded(after)
	}
	return checkExisting(before, after)
}

// checkExisting returns a description of the problem with a changed volume, or an empty string if the change is
// allowed.
func checkExisting(before, after corev1.Volume) string {
	if before.EmptyDir == nil || after.EmptyDir == nil || !onlySource(after, corev1.VolumeSource{EmptyDir: after.EmptyDir}) {
		const text = "must not be changed except for emptyDir.medium and emptyDir.sizeLimit; remove the change"
		if after.PersistentVolumeClaim != nil {
			return text + ", and set flux.storage for a volume of source-controller"
		}
		return text
	}
	if medium := after.EmptyDir.Medium; medium != corev1.StorageMediumDefault && medium != corev1.StorageMediumMemory {
		return "must have Memory or no value as emptyDir.medium"
	}
	if limit := after.EmptyDir.SizeLimit; limit != nil && limit.Sign() < 0 {
		return "must not have a negative emptyDir.sizeLimit"
	}
	return ""
}

// checkAdded returns a description of the problem with an added volume, or an empty string if the volume is allowed.
func checkAdded(volume corev1.Volume) string {
	source := volume.ConfigMap
	switch {
	case source == nil || !onlySource(volume, corev1.VolumeSource{ConfigMap: source}):
		return "must be of type configMap, as are all volumes that a patch adds; remove it"
	case len(utilvalidation.IsDNS1123Label(volume.Name)) > 0:
		return "must have a name of lower-case letters, digits and '-', at most 63 characters"
	case len(utilvalidation.IsDNS1123Subdomain(source.Name)) > 0:
		return "must name a ConfigMap in Flux's namespace; correct configMap.name"
	case !isPlain(source.DefaultMode):
		return "must not have executable files; remove configMap.defaultMode, or write 0444"
	}
	for _, item := range source.Items {
		switch {
		case len(utilvalidation.IsConfigMapKey(item.Key)) > 0:
			return "must name a key of the ConfigMap in each of its items"
		case !isRelative(item.Path):
			return "must have relative paths without .. in its items"
		case !isPlain(item.Mode):
			return "must not have executable files; remove the mode of its items, or write 0444"
		}
	}
	return ""
}

// onlySource returns whether the volume has no fields other than its name and this source.
func onlySource(volume corev1.Volume, source corev1.VolumeSource) bool {
	return reflect.DeepEqual(volume, corev1.Volume{Name: volume.Name, VolumeSource: source})
}

func isPlain(mode *int32) bool {
	return mode == nil || *mode >= 0 && *mode <= 0o777 && *mode&executable == 0
}

func isRelative(file string) bool {
	return file != "" && path.Clean(file) == file && !path.IsAbs(file) && file != ".." && !strings.HasPrefix(file, "../") && !strings.ContainsAny(file, ":$\\")
}

// checkMount returns a description of the problem with a mount, or an empty string if it is allowed. It rejects mounts
// of existing volumes, and mounts in directories where a controller could read a program or a configuration file.
func checkMount(mount corev1.VolumeMount, was, is []corev1.Volume) string {
	const certificates = "/etc/ssl/certs"
	mounted := func(volume corev1.Volume) bool { return volume.Name == mount.Name }
	switch {
	case slices.ContainsFunc(was, mounted) || !slices.ContainsFunc(is, mounted):
		return "must mount a volume that a patch adds; correct its name, or remove it"
	case !strings.HasPrefix(mount.MountPath, "/mnt/") && !strings.HasPrefix(mount.MountPath, certificates+"/") && mount.MountPath != certificates,
		path.Clean(mount.MountPath) != mount.MountPath, !isRelative(mount.MountPath[1:]):
		return "must be below /mnt or /etc/ssl/certs; correct mountPath"
	case mount.SubPath != "" && !isRelative(mount.SubPath):
		return "must have a relative subPath without .."
	case !reflect.DeepEqual(mount, corev1.VolumeMount{Name: mount.Name, MountPath: mount.MountPath, SubPath: mount.SubPath, ReadOnly: mount.ReadOnly}):
		return "must not have fields other than name, mountPath, subPath and readOnly; remove them"
	}
	return ""
}
