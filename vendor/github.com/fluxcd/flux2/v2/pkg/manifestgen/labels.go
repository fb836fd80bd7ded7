/*
Copyright 2021 The Flux authors

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

package manifestgen

// These labels can be used to track down the namespace, custom resource definitions, deployments,
// services, network policies, service accounts, cluster roles and cluster role bindings belonging to Flux.
const (
	PartOfLabelKey   = "app.kubernetes.io/part-of"
	PartOfLabelValue = "flux"
	InstanceLabelKey = "app.kubernetes.io/instance"
	VersionLabelKey  = "app.kubernetes.io/version"
)
