// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package gardenlet

import (
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/utils/ptr"

	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
)

// resourceManagerDeployment returns the Deployment for extensions' webhooks: the name, labels, container and argument
// are the same as in Gardener. It has at most one replica, and uses strategy Recreate, because its ports are ports of
// the host.
func resourceManagerDeployment(namespace, image, checksum string, healthPort int) *appsv1.Deployment {
	labels := map[string]string{
		v1beta1constants.LabelApp:   resourceManagerName,
		v1beta1constants.GardenRole: v1beta1constants.GardenRoleControlPlane,
	}
	return &appsv1.Deployment{
		ObjectMeta: metav1.ObjectMeta{Name: resourceManagerName, Namespace: namespace, Labels: labels},
		Spec: appsv1.DeploymentSpec{
			RevisionHistoryLimit: ptr.To(int32(2)),
			Selector:             &metav1.LabelSelector{MatchLabels: map[string]string{v1beta1constants.LabelApp: resourceManagerName}},
			Strategy:             appsv1.DeploymentStrategy{Type: appsv1.RecreateDeploymentStrategyType},
			Template: corev1.PodTemplateSpec{
				ObjectMeta: metav1.ObjectMeta{
					Labels:      map[string]string{v1beta1constants.LabelApp: resourceManagerName, v1beta1constants.GardenRole: v1beta1constants.GardenRoleControlPlane, resourcesv1alpha1.ProjectedTokenSkip: "true"},
					Annotations: map[string]string{"checksum/config": checksum},
				},
				Spec: corev1.PodSpec{
					ServiceAccountName: resourceManagerName,
					Containers: []corev1.Container{{
						Name:  resourceManagerName,
						Image: image,
						Args:  []string{"--config=" + resourceManagerConfigDir + "/" + resourceManagerConfigKey},
						ReadinessProbe: &corev1.Probe{
							ProbeHandler: corev1.ProbeHandler{HTTPGet: &corev1.HTTPGetAction{
								Host: loopback, Port: intstr.FromInt(healthPort), Path: "/readyz", Scheme: corev1.URISchemeHTTP,
							}},
							PeriodSeconds: 1,
						},
						SecurityContext: &corev1.SecurityContext{AllowPrivilegeEscalation: ptr.To(false)},
						VolumeMounts: []corev1.VolumeMount{
							{Name: "config", MountPath: resourceManagerConfigDir, ReadOnly: true},
							{Name: "tls", MountPath: resourceManagerCertDir, ReadOnly: true},
							{Name: "access", MountPath: resourceManagerAccessDir, ReadOnly: true},
						},
					}},
					Volumes: []corev1.Volume{
						{Name: "config", VolumeSource: corev1.VolumeSource{ConfigMap: &corev1.ConfigMapVolumeSource{LocalObjectReference: corev1.LocalObjectReference{Name: resourceManagerName}}}},
						{Name: "tls", VolumeSource: corev1.VolumeSource{Secret: &corev1.SecretVolumeSource{SecretName: resourceManagerServerName}}},
						{Name: "access", VolumeSource: corev1.VolumeSource{Secret: &corev1.SecretVolumeSource{SecretName: resourceManagerAccessName}}},
					},
				},
			},
		},
	}
}
