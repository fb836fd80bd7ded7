// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration_test

import (
	. "github.com/onsi/ginkgo/v2"
)

var _ = Describe("Facts about the shoot", func() {
	DescribeTable("refuses what is wrong", expectMistake,
		Entry("a fact that does not exist",
			project(someSource+`kustomization: {template: {spec: {path: './clusters/${SHOOT_INFO_CLUSTER}'}}}`),
			inConfig+`kustomization.template.spec.path: Invalid value: "${SHOOT_INFO_CLUSTER}": is no fact about this shoot; the known facts are `+knownFacts),
		Entry("a fact with a default",
			project(someSource+`kustomization: {template: {spec: {path: './clusters/${SHOOT_INFO_NAME:-none}'}}}`),
			inConfig+`kustomization.template.spec.path: Invalid value: "${SHOOT_INFO_NAME:-none}": must be written ${SHOOT_INFO_NAME}, without anything else between the braces`),
		Entry("a fact without closing brace",
			project(someSource+`kustomization: {template: {spec: {path: './clusters/${SHOOT_INFO_NAME'}}}`),
			inConfig+"kustomization.template.spec.path: Invalid value: has ${SHOOT_INFO_NAME without a closing brace; write ${SHOOT_INFO_NAME}"),
		Entry("a fact that is empty for this shoot",
			project(someSource+`kustomization: {template: {spec: {path: './clusters/${SHOOT_INFO_DOMAIN}'}}}`),
			inConfig+`kustomization.template.spec.path: Invalid value: "${SHOOT_INFO_DOMAIN}": is empty for this shoot; write a value instead, or use another fact`),
		Entry("a fact in small letters",
			project(someSource+`kustomization: {template: {spec: {path: './clusters/${SHOOT_INFO_name}'}}}`),
			inConfig+`kustomization.template.spec.path: Invalid value: "${SHOOT_INFO_name}": is no fact about this shoot; the known facts are `+knownFacts),
		Entry("a prefix and nothing else",
			project(someSource+`kustomization: {template: {spec: {path: './clusters/${SHOOT_INFO_}'}}}`),
			inConfig+`kustomization.template.spec.path: Invalid value: "${SHOOT_INFO_}": is no fact about this shoot; the known facts are `+knownFacts),
		Entry("facts that do not exist in a list",
			project(someSource+`kustomization: {template: {spec: {components: ['a', '${SHOOT_INFO_ZONE}']}}}`),
			inConfig+`kustomization.template.spec.components[1]: Invalid value: "${SHOOT_INFO_ZONE}": is no fact about this shoot; the known facts are `+knownFacts),
		Entry("a fact that leads to an invalid value",
			project(`source: {template: {metadata: {name: '${SHOOT_INFO_KUBERNETES_VERSION}'}, spec: {url: 'https://github.com/o/r'}}}`),
			inConfig+`source.template.metadata.name: Invalid value: "1.34.2": must be lower-case letters, digits and '-', at most 63 characters`),
		Entry("a label that the Shoot does not have, in the Shoot",
			shoot(someSource+`kustomization: {template: {spec: {path: './${SHOOT_INFO_LABEL_COST_CENTRE}'}}}`),
			inProviderConfig+`kustomization.template.spec.path: Invalid value: "${SHOOT_INFO_LABEL_COST_CENTRE}": stands for a label that the Shoot does not have; add one such as shoot-info.flux.extensions.gardener.cloud/cost-centre, or use another fact; the known facts are `+knownFacts),
		Entry("a label that the Shoot does not have, in the project",
			project(someSource+`kustomization: {template: {spec: {path: './${SHOOT_INFO_LABEL_COST_CENTRE}'}}}`),
			inShoot+"metadata.labels: Required value: has no label for ${SHOOT_INFO_LABEL_COST_CENTRE}, to which config.yaml.kustomization.template.spec.path of ConfigMap garden-demo/flux-config refers; add one such as shoot-info.flux.extensions.gardener.cloud/cost-centre"),
		Entry("a label in small letters, without a Shoot",
			project(someSource+`kustomization: {template: {spec: {path: './${SHOOT_INFO_LABEL_team}'}}}`).withoutShoot(),
			inConfig+`kustomization.template.spec.path: Invalid value: "${SHOOT_INFO_LABEL_team}": is no fact about this shoot; the known facts are SHOOT_INFO_CLUSTER_IDENTITY, SHOOT_INFO_DOMAIN, SHOOT_INFO_GARDEN_CLUSTER_IDENTITY, SHOOT_INFO_KUBERNETES_VERSION, SHOOT_INFO_NAME, SHOOT_INFO_PROJECT_NAME, SHOOT_INFO_PROJECT_NAMESPACE, SHOOT_INFO_PROVIDER, SHOOT_INFO_PURPOSE, SHOOT_INFO_REGION, SHOOT_INFO_SEED, SHOOT_INFO_TECHNICAL_ID`),
		Entry("a label where labels are no facts",
			operator("shootInfo: {labelPrefixes: []}").and(project(someSource+`kustomization: {template: {spec: {path: './${SHOOT_INFO_LABEL_TEAM}'}}}`)).withoutShoot(),
			inConfig+`kustomization.template.spec.path: Invalid value: "${SHOOT_INFO_LABEL_TEAM}": is no fact about this shoot; the known facts are SHOOT_INFO_CLUSTER_IDENTITY, SHOOT_INFO_DOMAIN, SHOOT_INFO_GARDEN_CLUSTER_IDENTITY, SHOOT_INFO_KUBERNETES_VERSION, SHOOT_INFO_NAME, SHOOT_INFO_PROJECT_NAME, SHOOT_INFO_PROJECT_NAMESPACE, SHOOT_INFO_PROVIDER, SHOOT_INFO_PURPOSE, SHOOT_INFO_REGION, SHOOT_INFO_SEED, SHOOT_INFO_TECHNICAL_ID`),
	)
})
