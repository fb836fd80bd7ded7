// SPDX-FileCopyrightText: SAP SE or an SAP affiliate company and Gardener contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

import (
	"context"

	autoscalingv1 "k8s.io/api/autoscaling/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:resource:shortName=pvca
// +kubebuilder:printcolumn:name="AutoscalerName",type=string,JSONPath=`.spec.autoscalerName`
// +kubebuilder:printcolumn:name="Target",type=string,JSONPath=`.spec.targetRef.name`

// PersistentVolumeClaimAutoscaler is the Schema for the
// persistentvolumeclaimautoscalers API
type PersistentVolumeClaimAutoscaler struct {
	metav1.TypeMeta   `json:",inline"`            // nolint:revive
	metav1.ObjectMeta `json:"metadata,omitempty"` // nolint:revive

	Spec   PersistentVolumeClaimAutoscalerSpec   `json:"spec,omitempty"`
	Status PersistentVolumeClaimAutoscalerStatus `json:"status,omitempty"`
}

// +kubebuilder:object:root=true

// PersistentVolumeClaimAutoscalerList contains a list of PersistentVolumeClaimAutoscaler
type PersistentVolumeClaimAutoscalerList struct {
	metav1.TypeMeta `json:",inline"` // nolint:revive
	metav1.ListMeta `json:"metadata,omitempty"`

	Items []PersistentVolumeClaimAutoscaler `json:"items"`
}

func init() {
	SchemeBuilder.Register(&PersistentVolumeClaimAutoscaler{}, &PersistentVolumeClaimAutoscalerList{})
}

// PersistentVolumeClaimAutoscalerSpec defines the desired state of the PersistentVolumeClaimAutoscaler.
type PersistentVolumeClaimAutoscalerSpec struct {
	// AutoscalerName optionally assigns this PVCA to a named autoscaler instance.
	// An autoscaler started with --autoscaler-name=<name> reconciles only PVCAs whose
	// autoscalerName matches. An autoscaler started without --autoscaler-name reconciles
	// only PVCAs with an empty autoscalerName. Defaults to "".
	// +kubebuilder:default=""
	// +optional
	AutoscalerName string `json:"autoscalerName,omitempty"`

	// TargetRef specifies the reference to the workload controller (e.g., StatefulSet)
	// whose PVCs will be managed by the autoscaler.
	TargetRef autoscalingv1.CrossVersionObjectReference `json:"targetRef"`

	// VolumePolicies defines a list of policies for autoscaling PVCs.
	// +kubebuilder:validation:MinItems=1
	VolumePolicies []VolumePolicy `json:"volumePolicies"`
}

// PersistentVolumeClaimAutoscalerStatus defines the observed state of
// PersistentVolumeClaimAutoscaler
type PersistentVolumeClaimAutoscalerStatus struct {
	// LastCheck specifies the last time the PVC was checked by the controller.
	//
	// Deprecated: this field is deprecated and is no longer maintained by the pvc-autoscaler. It will be removed in a future release.
	// TODO (RadaBDimitrova): remove this after pvc-autoscaler v0.3.0 has been released.
	LastCheck metav1.Time `json:"lastCheck,omitempty"`

	// NextCheck specifies the next scheduled check of the PVC by the
	// controller.
	//
	// Deprecated: this field is deprecated and is no longer maintained by the pvc-autoscaler. It will be removed in a future release.
	// TODO (RadaBDimitrova): remove this after pvc-autoscaler v0.3.0 has been released.
	NextCheck metav1.Time `json:"nextCheck,omitempty"`

	// VolumeRecommendations specifies the status and recommendations for the PVCs managed by the autoscaler.
	VolumeRecommendations []VolumeRecommendation `json:"volumeRecommendations,omitempty"`

	// Conditions specifies the status conditions.
	Conditions []metav1.Condition `json:"conditions,omitempty" patchStrategy:"merge" patchMergeKey:"type" protobuf:"bytes,1,rep,name=conditions"`
}

// VolumePolicy defines the autoscaling policy for a specific PVC
type VolumePolicy struct {
	// Match specifies the matching criteria for selecting PVCs to which this policy applies.
	// +kubebuilder:default:={}
	// +optional
	Match Match `json:"match,omitempty"`

	// MaxCapacity specifies the maximum capacity up to which a PVC is
	// allowed to be extended. The max capacity is specified as a
	// [k8s.io/apimachinery/pkg/api/resource.Quantity] value.
	MaxCapacity resource.Quantity `json:"maxCapacity"`

	// ScaleUp defines the rules for scaling up the PVC.
	// +kubebuilder:default:={}
	// +optional
	ScaleUp *ScalingRules `json:"scaleUp,omitempty"`
}

// Match defines the matching criteria for selecting PVCs to which a VolumePolicy applies. It supports exact name matching, glob pattern matching, and a default match-all option.
type Match struct {
	// Name specifies the name of the PVC.
	// It supports exact and glob pattern matching (e.g., "data-*" matches "data-pvc").
	// Policies are evaluated in list order and the first matching policy is used.
	// "*" can be used as a match-all policy.
	// +kubebuilder:default="*"
	// +kubebuilder:validation:MinLength=1
	// +optional
	Name string `json:"name,omitempty"`
}

// ScalingRules defines the rules for scaling a PVC.
type ScalingRules struct {
	// UtilizationThresholdPercent specifies the threshold percentage for used space and inodes.
	// When the used space or inodes passes this threshold, the PVC is scaled.
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=100
	// +kubebuilder:default=80
	// +optional
	UtilizationThresholdPercent *int `json:"utilizationThresholdPercent,omitempty"`

	// StepPercent specifies the percentage by which to change the PVC storage capacity when scaling.
	// +kubebuilder:validation:Minimum=5
	// +kubebuilder:validation:Maximum=100
	// +kubebuilder:default=10
	// +optional
	StepPercent *int `json:"stepPercent,omitempty"`

	// MinStepAbsolute specifies the minimum absolute change in capacity during scaling.
	// This ensures that the change in capacity is at least this amount, regardless of the percentage.
	// +kubebuilder:default="1Gi"
	// +optional
	MinStepAbsolute *resource.Quantity `json:"minStepAbsolute,omitempty"`

	// CooldownDuration specifies the minimum time that must elapse after a scaling
	// operation before another scaling operation can be triggered for the targeted PVC objects.
	// +optional
	CooldownDuration *metav1.Duration `json:"cooldownDuration,omitempty"`
}

// VolumeRecommendation defines the observed state of a PVC managed by the autoscaler.
type VolumeRecommendation struct {
	// Name specifies the name of the PVC.
	Name string `json:"name"`

	// Current specifies the current status of the PVC.
	Current CurrentVolumeStatus `json:"current,omitempty"`

	// Target specifies the target recommendations for the PVC.
	Target TargetRecommendation `json:"target,omitempty"`

	// LastResizeTime specifies the timestamp when the last resize operation
	// was initiated for this PVC. Used for cooldown calculation.
	// +optional
	LastResizeTime *metav1.Time `json:"lastResizeTime,omitempty"`
}

// CurrentVolumeStatus defines the current status of a PVC managed by the autoscaler.
type CurrentVolumeStatus struct {
	// UsedSpacePercent specifies the last observed used space of the PVC
	// as a percentage.
	// +optional
	UsedSpacePercent *int `json:"usedSpacePercent,omitempty"`

	// UsedInodesPercent specifies the last observed used inodes of the
	// PVC as a percentage.
	// +optional
	UsedInodesPercent *int `json:"usedInodesPercent,omitempty"`

	// Size specifies the current .status.capacity.storage value of the PVC.
	// +optional
	Size *resource.Quantity `json:"size,omitempty"`
}

// TargetRecommendation defines the target recommendations for a PVC managed by the autoscaler.
type TargetRecommendation struct {
	// Size specifies the new size to which the PVC will be resized.
	// +optional
	Size *resource.Quantity `json:"size,omitempty"`
}

// PersistentVolumeClaimAutoscalerConditionType are the valid conditions of
// a PersistentVolumeClaimAutoscaler.
type PersistentVolumeClaimAutoscalerConditionType string

const (
	// ConditionTypeRecommendationAvailable represents the type of condition
	// indicating whether metrics have been successfully fetched and computed.
	ConditionTypeRecommendationAvailable PersistentVolumeClaimAutoscalerConditionType = "RecommendationAvailable"
	// ConditionTypeResizing represents the type of condition indicating the
	// status of the resize operation.
	ConditionTypeResizing PersistentVolumeClaimAutoscalerConditionType = "Resizing"
)

// SetCondition sets the given [metav1.Condition] for the object.
func (obj *PersistentVolumeClaimAutoscaler) SetCondition(ctx context.Context, klient client.Client, condition metav1.Condition) error {
	patch := client.MergeFrom(obj.DeepCopy())
	conditions := obj.Status.Conditions
	if len(conditions) == 0 {
		conditions = make([]metav1.Condition, 0)
	}
	meta.SetStatusCondition(&conditions, condition)
	obj.Status.Conditions = conditions

	return klient.Status().Patch(ctx, obj, patch)
}

// RemoveCondition removes the condition with the given type from the object.
func (obj *PersistentVolumeClaimAutoscaler) RemoveCondition(ctx context.Context, klient client.Client, conditionType string) error {
	patch := client.MergeFrom(obj.DeepCopy())
	conditions := obj.Status.Conditions
	meta.RemoveStatusCondition(&conditions, conditionType)
	obj.Status.Conditions = conditions

	return klient.Status().Patch(ctx, obj, patch)
}
