// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// Documents with errors.
const (
	inProject        = "ConfigMap garden-demo/flux-config: "
	inConfig         = inProject + "config.yaml."
	inShoot          = "Shoot garden-demo/my-shoot: "
	inProviderConfig = inShoot + "spec.extensions[1].providerConfig."
	ofOperator       = "configuration of the operator: "
)

// Lists in messages.
const (
	knownFacts          = "SHOOT_INFO_CLUSTER_IDENTITY, SHOOT_INFO_DOMAIN, SHOOT_INFO_GARDEN_CLUSTER_IDENTITY, SHOOT_INFO_KUBERNETES_VERSION, SHOOT_INFO_LABEL_STAGE, SHOOT_INFO_NAME, SHOOT_INFO_PROJECT_NAME, SHOOT_INFO_PROJECT_NAMESPACE, SHOOT_INFO_PROVIDER, SHOOT_INFO_PURPOSE, SHOOT_INFO_REGION, SHOOT_INFO_SEED, SHOOT_INFO_TECHNICAL_ID"
	topFields           = "additionalConfigMapResources, additionalSecretResources, additionalSources, apiVersion, decryption, deletionPolicy, flux, kind, kustomization, mode, project, source, takeover"
	fluxFields          = "clusterDomain, components, componentsExtra, concurrency, imagePullSecretResourceName, logLevel, multitenancy, namespace, networkPolicy, nodeSelector, patches, proxy, registry, resources, sharding, size, storage, tolerations, version, workloadIdentity"
	gitFields           = "ignore, include, interval, provider, proxySecretRef, recurseSubmodules, ref, secretRef, serviceAccountName, sparseCheckout, suspend, timeout, url, verify"
	kustomizationFields = "buildMetadata, commonMetadata, components, decryption, deletionPolicy, dependsOn, force, healthCheckExprs, healthChecks, ignore, ignoreMissingComponents, images, interval, kubeConfig, namePrefix, nameSuffix, patches, path, postBuild, prune, retryInterval, serviceAccountName, sourceRef, suspend, targetNamespace, timeout, wait"
)

// Errors of Kubernetes about names.
const (
	notSubdomain  = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
	notLabel      = "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')"
	notQualified  = "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
	notLabelValue = "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"
)

// Texts in the form of secrets.
const (
	password    = "hunter2Secret"
	token       = "ghp_" + "0123456789abcdefABCDEF0123456789abcd"
	appToken    = "ghs_" + "0123456789abcdefABCDEF0123456789abcd"
	gitLabToken = "glpat-" + "0123456789abcdefABCD"
	accessKey   = "AKIA" + "IOSFODNN7EXAMPLE"
	keyBegin    = "-----BEGIN OPENSSH " + "PRIVATE KEY-----"
	keyBody     = "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQ"
	keyEnd      = "-----END OPENSSH " + "PRIVATE KEY-----"

	privateKey = keyBegin + "\n" + keyBody + "\n" + keyEnd
	escapedKey = keyBegin + `\n` + keyBody + `\n` + keyEnd
)

// expectMistake expects exactly this error, without secrets in it.
func expectMistake(in documents, message string) {
	GinkgoHelper()
	_, err := in.resolve()
	Expect(err).To(MatchError(message))
	for _, secret := range []string{password, token, "0123456789abcdef", keyBody, "PRIVATE KEY", accessKey} {
		Expect(err.Error()).NotTo(ContainSubstring(secret))
	}
}
