/*


Licensed under the Apache License, Version 2.0 (the "License");
you may not use this file except in compliance with the License.
You may obtain a copy of the License at

    http://www.apache.org/licenses/LICENSE-2.0

Unless required by applicable law or agreed to in writing, software
distributed under the License is distributed on an "AS IS" BASIS,
WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
See the License for the specific language governing permissions and
limitations under the License.
*/

// Package v1beta1 contains API Schema definitions for the victoriametrics v1beta1 API group
// +kubebuilder:object:generate=true
// +groupName=operator.victoriametrics.com
package v1beta1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

var (
	// SchemeGroupVersion is group version used to register these objects
	SchemeGroupVersion = schema.GroupVersion{Group: "operator.victoriametrics.com", Version: "v1beta1"}

	// SchemeBuilder is used to add go types to the GroupVersionKind scheme
	SchemeBuilder = runtime.NewSchemeBuilder(addKnownTypes)

	// AddToScheme adds the types in this group-version to the given scheme.
	AddToScheme = SchemeBuilder.AddToScheme
)

func addKnownTypes(scheme *runtime.Scheme) error {
	scheme.AddKnownTypes(SchemeGroupVersion,
		&VMAgent{}, &VMAgentList{},
		&VMSingle{}, &VMSingleList{},
		&VMAlert{}, &VMAlertList{},
		&VMAlertmanager{}, &VMAlertmanagerList{},
		&VMAlertmanagerConfig{}, &VMAlertmanagerConfigList{},
		&VMAuth{}, &VMAuthList{},
		&VMUser{}, &VMUserList{},
		&VMCluster{}, &VMClusterList{},
		&VMNodeScrape{}, &VMNodeScrapeList{},
		&VMPodScrape{}, &VMPodScrapeList{},
		&VMProbe{}, &VMProbeList{},
		&VMRule{}, &VMRuleList{},
		&VMScrapeConfig{}, &VMScrapeConfigList{},
		&VMServiceScrape{}, &VMServiceScrapeList{},
		&VMStaticScrape{}, &VMStaticScrapeList{},
		&VLogs{}, &VLogsList{},
	)
	metav1.AddToGroupVersion(scheme, SchemeGroupVersion)
	return nil
}

// Resource takes an unqualified resource and returns a Group qualified GroupResource
func Resource(resource string) schema.GroupResource {
	return SchemeGroupVersion.WithResource(resource).GroupResource()
}
