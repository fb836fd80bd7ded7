// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

// ShootInfo are the shoot info variables of a shoot by their names. They are the data of the ConfigMap shoot-info in the shoot, which
// Kustomizations can take variables from (spec.postBuild.substituteFrom), and the values of ${SHOOT_INFO_…} in templates.
type ShootInfo map[string]string

// Names of variables. The first four have the names and values of the stackitcloud extension.
const (
	// ShootInfoClusterIdentity is unique even among clusters that were recreated under the same name.
	ShootInfoClusterIdentity = ShootInfoPrefix + "CLUSTER_IDENTITY"
	// ShootInfoName is the name of the Shoot, which is unique in its project only.
	ShootInfoName = ShootInfoPrefix + "NAME"
	// ShootInfoTechnicalID is unique in a Gardener installation.
	ShootInfoTechnicalID = ShootInfoPrefix + "TECHNICAL_ID"
	// ShootInfoGardenClusterIdentity is the identity of the garden.
	ShootInfoGardenClusterIdentity = ShootInfoPrefix + "GARDEN_CLUSTER_IDENTITY"
	// ShootInfoProjectName is the name of the project.
	ShootInfoProjectName = ShootInfoPrefix + "PROJECT_NAME"
	// ShootInfoProjectNamespace is the namespace of the project in the garden.
	ShootInfoProjectNamespace = ShootInfoPrefix + "PROJECT_NAMESPACE"
	// ShootInfoRegion is the region.
	ShootInfoRegion = ShootInfoPrefix + "REGION"
	// ShootInfoProvider is the type of the infrastructure provider.
	ShootInfoProvider = ShootInfoPrefix + "PROVIDER"
	// ShootInfoKubernetesVersion is the version of Kubernetes, without leading 'v'.
	ShootInfoKubernetesVersion = ShootInfoPrefix + "KUBERNETES_VERSION"
	// ShootInfoDomain is the DNS domain of the shoot; empty if it has none.
	ShootInfoDomain = ShootInfoPrefix + "DOMAIN"
	// ShootInfoPurpose is the purpose, such as production.
	ShootInfoPurpose = ShootInfoPrefix + "PURPOSE"
	// ShootInfoSeed is the name of the seed that runs the control plane.
	ShootInfoSeed = ShootInfoPrefix + "SEED"

	// ShootInfoPrefix begins the name of every variable.
	ShootInfoPrefix = "SHOOT_INFO_"
	// ShootInfoLabelPrefix begins the names of the variables for labels of the Shoot.
	ShootInfoLabelPrefix = ShootInfoPrefix + "LABEL_"
)

// ShootInfoNames returns the names of the variables that every shoot has.
func ShootInfoNames() []string {
	return []string{
		ShootInfoClusterIdentity, ShootInfoDomain, ShootInfoGardenClusterIdentity, ShootInfoKubernetesVersion, ShootInfoName,
		ShootInfoProjectName, ShootInfoProjectNamespace, ShootInfoProvider, ShootInfoPurpose, ShootInfoRegion, ShootInfoSeed,
		ShootInfoTechnicalID,
	}
}
