// Copyright The Perses Authors
// Licensed under the Apache License, Version 2.0 (the \"License\");
// you may not use this file except in compliance with the License.
// You may obtain a copy of the License at
//
// http://www.apache.org/licenses/LICENSE-2.0
//
// Unless required by applicable law or agreed to in writing, software
// distributed under the License is distributed on an \"AS IS\" BASIS,
// WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
// See the License for the specific language governing permissions and
// limitations under the License.

// Package v1alpha2 contains API Schema definitions for the v1alpha2 API group
// +kubebuilder:object:generate=true
// +groupName=perses.dev
package v1alpha2

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// groupVersionRegistrar replaces the deprecated sigs.k8s.io/controller-runtime/pkg/scheme.Builder
// to avoid pulling controller-runtime into API packages.
type groupVersionRegistrar struct {
	gv schema.GroupVersion
	runtime.SchemeBuilder
}

func (r *groupVersionRegistrar) Register(objs ...runtime.Object) {
	r.SchemeBuilder.Register(func(s *runtime.Scheme) error {
		s.AddKnownTypes(r.gv, objs...)
		metav1.AddToGroupVersion(s, r.gv)
		return nil
	})
}

func (r *groupVersionRegistrar) AddToScheme(s *runtime.Scheme) error {
	return r.SchemeBuilder.AddToScheme(s)
}

var (
	// GroupVersion is group version used to register these objects
	GroupVersion = schema.GroupVersion{Group: "perses.dev", Version: "v1alpha2"}

	// SchemeBuilder is used to add go types to the GroupVersionKind scheme
	SchemeBuilder = &groupVersionRegistrar{gv: GroupVersion}

	// AddToScheme adds the types in this group-version to the given scheme.
	AddToScheme = SchemeBuilder.AddToScheme
)
