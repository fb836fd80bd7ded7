// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

const (
	// labelApp is the label that Flux's Deployments and Services use to select their pods. Its value is the name of the
	// controller or shard controller.
	labelApp = "app"
	// annotationRole is set on the Deployments and Services of a shard, as in Flux's documentation.
	annotationRole, roleShard = "sharding.fluxcd.io/role", "shard"

	flagSelector = "--watch-label-selector"
)

// ShardOf returns the object, followed by its copies for the shards. It restricts the first Deployment to objects that
// do not belong to a shard. An object that is not needed per shard is returned as it is. The given object is not
// changed.
//
// The controllers derive the name of their lease from the label selector, so that each shard has its own leader
// (leaderelection.GenerateID of fluxcd/pkg/runtime).
func ShardOf(object *unstructured.Unstructured, shards []string) ([]*unstructured.Unstructured, error) {
	of := fluxv1alpha1.Component(object.GetName())
	switch {
	case len(shards) == 0 || !of.IsSharded():
		return []*unstructured.Unstructured{object}, nil
	case object.GetKind() == kindDeployment:
		return deployments(object, of, shards)
	case object.GetKind() == "Service":
		return services(object, of, shards)
	}
	return []*unstructured.Unstructured{object}, nil
}

func deployments(object *unstructured.Unstructured, of fluxv1alpha1.Component, shards []string) ([]*unstructured.Unstructured, error) {
	own, err := fromUnstructured[appsv1.Deployment](object)
	if err != nil {
		return nil, err
	}
	if own.Spec.Selector == nil || own.Spec.Selector.MatchLabels[labelApp] != string(of) || own.Spec.Template.Labels[labelApp] != string(of) {
		return nil, fmt.Errorf("does not select its pods by label %s", labelApp)
	}
	if len(own.Spec.Template.Spec.Containers) == 0 {
		return nil, errors.New("has no container")
	}
	all := []*appsv1.Deployment{own}
	for _, shard := range shards {
		all = append(all, deploymentOf(own.DeepCopy(), of, shard))
	}
	selectObjects(own, "!"+fluxv1alpha1.LabelShard)
	return allToUnstructured(all)
}

// selectObjects restricts the controller to objects that match the label selector.
func selectObjects(deployment *appsv1.Deployment, selector string) {
	container := &deployment.Spec.Template.Spec.Containers[0]
	container.Args = append(slices.Clone(container.Args), flagSelector+"="+selector)
}

// deploymentOf turns the given copy of a Deployment into the Deployment of a shard. It keeps the ServiceAccount.
func deploymentOf(deployment *appsv1.Deployment, of fluxv1alpha1.Component, shard string) *appsv1.Deployment {
	name := of.OfShard(shard)
	deployment.Name = name
	deployment.Labels, deployment.Annotations = marked(deployment.Labels, deployment.Annotations, shard)
	deployment.Spec.Selector.MatchLabels[labelApp] = name
	deployment.Spec.Template.Labels[labelApp] = name
	selectObjects(deployment, fluxv1alpha1.LabelShard+"="+shard)
	args := deployment.Spec.Template.Spec.Containers[0].Args
	for i, arg := range args {
		// The artifacts of a shard are only served by its own source-controller.
		if rest, is := strings.CutPrefix(arg, flagStorageAdvAddr+"="+string(of)+"."); is {
			args[i] = flagStorageAdvAddr + "=" + name + "." + rest
		}
	}
	for _, volume := range deployment.Spec.Template.Spec.Volumes {
		if claim := volume.PersistentVolumeClaim; claim != nil {
			// The names of all claims begin with the name of the controller.
			claim.ClaimName = name + strings.TrimPrefix(claim.ClaimName, string(of))
		}
	}
	return deployment
}

// marked returns the labels and annotations with the label and annotation of the shard.
func marked(labels, annotations map[string]string, shard string) (newLabels, newAnnotations map[string]string) {
	return withEntry(labels, fluxv1alpha1.LabelShard, shard), withEntry(annotations, annotationRole, roleShard)
}

// services returns the Service of a controller and its copies for the shards.
func services(object *unstructured.Unstructured, of fluxv1alpha1.Component, shards []string) ([]*unstructured.Unstructured, error) {
	own, err := fromUnstructured[corev1.Service](object)
	if err != nil {
		return nil, err
	}
	if own.Spec.Selector[labelApp] != string(of) {
		return nil, fmt.Errorf("does not select its pods by label %s", labelApp)
	}
	all := []*corev1.Service{own}
	for _, shard := range shards {
		service := own.DeepCopy()
		service.Name = of.OfShard(shard)
		service.Labels, service.Annotations = marked(service.Labels, service.Annotations, shard)
		service.Spec.Selector[labelApp] = service.Name
		all = append(all, service)
	}
	return allToUnstructured(all)
}
