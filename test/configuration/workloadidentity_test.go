// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// identity is a project with these ServiceAccounts.
func identity(accounts string) documents {
	return project("flux: {workloadIdentity: {serviceAccounts: [" + accounts + "]}}")
}

var _ = Describe("Workload identity", func() {
	const (
		accounts = inConfig + "flux.workloadIdentity.serviceAccounts"
		first    = accounts + "[0]."
		role     = "aws: {roleARN: 'arn:aws:iam::123456789012:role/flux'}"
		bucket   = `source: {template: {kind: Bucket, spec: {bucketName: b, endpoint: s3.eu-central-1.amazonaws.com, region: eu-central-1, provider: aws, serviceAccountName: reader}}}`
		login    = `serviceAccountName: Invalid value: "reader": is a ServiceAccount for the login to a cloud and requires flux.workloadIdentity; ` +
			`set flux.workloadIdentity, or remove serviceAccountName to log in as `
		noIssuer = "flux.workloadIdentity: the Shoot has no managed issuer, so no cloud can check its tokens; annotate the Shoot with authentication.gardener.cloud/issuer: managed, which cannot be undone"
	)

	DescribeTable("refuses invalid configuration:", expectMistake,
		Entry("a string instead of a boolean", project("flux: {workloadIdentity: {enabled: 'yes'}}"),
			inConfig+"flux.workloadIdentity.enabled: Invalid value: \"yes\": must be true or false, not a string"),
		Entry("an unknown field", project("flux: {workloadIdentity: {accounts: []}}"),
			inConfig+"flux.workloadIdentity.accounts: Forbidden: unknown field; the known fields are enabled, serviceAccounts"),
		Entry("an unknown cloud", identity("{name: reader, alibaba: {}}"),
			first+"alibaba: Forbidden: unknown field; the known fields are aws, azure, gcp, name, namespace"),
		Entry("no name", identity("{"+role+"}"), first+"name: Required value: name the ServiceAccount"),
		Entry("a name in upper case", identity("{name: Reader, "+role+"}"),
			first+`name: Invalid value: "Reader": `+notSubdomain),
		Entry("the ServiceAccount default", identity("{name: default, "+role+"}"),
			first+`name: Invalid value: "default": is the default ServiceAccount of all pods in the namespace; choose another name`),
		Entry("the ServiceAccount of a controller that is not installed", identity("{name: source-watcher, "+role+"}"),
			first+`name: Invalid value: "source-watcher": is the ServiceAccount of a controller of Flux that is not installed; choose another name, or add the controller to flux.componentsExtra`),
		Entry("no cloud", identity("{name: reader}"), accounts+"[0]: Required value: has no cloud identity; set aws, azure or gcp"),
		Entry("a duplicate ServiceAccount", identity("{name: reader, "+role+"}, {name: reader, namespace: flux-system, gcp: {provider: 'projects/1/locations/global/workloadIdentityPools/p/providers/p'}}"),
			accounts+`[1].name: Invalid value: "reader": is listed twice; remove one, or combine them: one ServiceAccount may have aws, azure and gcp`),
		Entry("a namespace without delivered objects", identity("{name: reader, namespace: apps, "+role+"}"),
			first+`namespace: Invalid value: "apps": must be the namespace of Flux, of the source or of the root Kustomization (flux-system); create a ServiceAccount of another namespace from the source`),
		Entry("a namespace of Kubernetes", identity("{name: reader, namespace: kube-system, "+role+"}"),
			first+`namespace: Invalid value: "kube-system": must be the namespace of Flux, of the source or of the root Kustomization (flux-system); create a ServiceAccount of another namespace from the source`),
		Entry("no role", identity("{name: reader, aws: {}}"), first+"aws.roleARN: Required value: set the ARN of a role, such as arn:aws:iam::123456789012:role/flux"),
		Entry("a role name instead of an ARN", identity("{name: reader, aws: {roleARN: flux}}"),
			first+`aws.roleARN: Invalid value: "flux": must be the ARN of a role, such as arn:aws:iam::123456789012:role/flux`),
		Entry("an ARN with a line break", identity(`{name: reader, aws: {roleARN: "arn:aws:iam::1:role/a\nb"}}`),
			first+`aws.roleARN: Invalid value: must be the ARN of a role, such as arn:aws:iam::123456789012:role/flux`),
		Entry("an application name instead of a client ID", identity("{name: reader, azure: {clientID: flux, tenantID: 00000000-0000-0000-0000-000000000000}}"),
			first+`azure.clientID: Invalid value: "flux": must be the client ID of an application or managed identity, such as 00000000-0000-0000-0000-000000000000`),
		Entry("no tenant", identity("{name: reader, azure: {clientID: 00000000-0000-0000-0000-000000000000}}"),
			first+"azure.tenantID: Required value: set the ID of a tenant, such as 00000000-0000-0000-0000-000000000000"),
		Entry("a provider with the prefix of its audience", identity("{name: reader, gcp: {provider: '//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/p'}}"),
			first+`gcp.provider: Invalid value: "//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/p": must be the name of a workload identity provider: `+
				`projects/<number>/locations/global/workloadIdentityPools/<pool>/providers/<provider>`),
		Entry("a Google service account name without a domain", identity("{name: reader, gcp: {provider: projects/1/locations/global/workloadIdentityPools/p/providers/p, serviceAccount: flux}}"),
			first+`gcp.serviceAccount: Invalid value: "flux": must be the email address of a service account, such as flux@project.iam.gserviceaccount.com; or remove it for direct access`),
		Entry("too many ServiceAccounts", identity(strings.Repeat("{name: a, "+role+"}, ", 26)), accounts+": Too many: 26: must have at most 25 items"),
		Entry("a Bucket with a ServiceAccount, without workload identity", project(bucket), inConfig+"source.template.spec."+login+"source-controller itself"),
		Entry("a Bucket with a ServiceAccount, with disabled workload identity", project(bucket+"\nflux: {workloadIdentity: {enabled: false}}"), inConfig+"source.template.spec."+login+"source-controller itself"),
		Entry("a GitRepository with provider azure, without workload identity",
			project(`source: {template: {spec: {url: 'https://dev.azure.com/o/p/_git/r', provider: azure, serviceAccountName: reader}}}`), inConfig+"source.template.spec."+login+"source-controller itself"),
		Entry("an OCIRepository with provider aws, without workload identity",
			project(`source: {template: {kind: OCIRepository, spec: {url: 'oci://1.dkr.ecr.eu-central-1.amazonaws.com/a', provider: aws, serviceAccountName: reader}}}`),
			inConfig+"source.template.spec."+login+"source-controller itself"),
		Entry("an additional Bucket with a ServiceAccount, without workload identity",
			project(someSource+`additionalSources: [{name: more, template: {kind: Bucket, spec: {bucketName: more, endpoint: s3.amazonaws.com, provider: aws, serviceAccountName: reader}}}]`),
			inConfig+"additionalSources[0].template.spec."+login+"source-controller itself"),
		Entry("decryption with a ServiceAccount, without workload identity",
			project(someSource+`kustomization: {template: {spec: {decryption: {provider: sops, serviceAccountName: reader}}}}`),
			inConfig+"kustomization.template.spec.decryption."+login+"kustomize-controller itself"),
	)

	DescribeTable("accepts with warnings:",
		func(in documents, warnings ...string) {
			effective, err := in.resolve()
			Expect(err).NotTo(HaveOccurred())
			for i := range warnings {
				warnings[i] = inConfig + warnings[i]
			}
			Expect(effective.Warnings).To(HaveExactElements(warnings))
		},
		Entry("a Shoot without a managed issuer", identity("{name: reader, "+role+"}"), noIssuer),
		Entry("a Shoot with a managed issuer", identity("{name: reader, "+role+"}").withIssuer()),
		Entry("a project without a Shoot", identity("{name: reader, "+role+"}").withoutShoot()),
		Entry("a listed ServiceAccount", project(bucket+"\nflux: {workloadIdentity: {serviceAccounts: [{name: reader, "+role+"}]}}").withIssuer()),
		Entry("a ServiceAccount that is not listed", project(bucket+"\nflux: {workloadIdentity: {}}").withIssuer(), "source.template.spec.serviceAccountName: the configuration delivers no "+
			"ServiceAccount reader to namespace flux-system of the shoot; list it under flux.workloadIdentity.serviceAccounts, or create it in the shoot"),
		Entry("the controller's identity", project(strings.Replace(bucket, ", serviceAccountName: reader", "", 1))),
		Entry("a ServiceAccount with pull secrets", project(`source: {template: {kind: OCIRepository, spec: {url: 'oci://ghcr.io/o/r', serviceAccountName: reader}}}`)),
		Entry("ServiceAccounts for several clouds in the namespaces of source and root Kustomization", shoot(`
flux: {workloadIdentity: {serviceAccounts: [
  {name: reader, namespace: apps, aws: {roleARN: 'arn:aws-cn:iam::1:role/path/flux_1'}, azure: {clientID: 00000000-0000-0000-0000-00000000000A, tenantID: 00000000-0000-0000-0000-000000000000},
   gcp: {provider: projects/1/locations/global/workloadIdentityPools/p/providers/p, serviceAccount: a@b.iam.gserviceaccount.com}}, {name: source-controller, `+role+`}]}}
kustomization: {template: {metadata: {namespace: apps}}}
`+someSource).withIssuer()),
	)
})
