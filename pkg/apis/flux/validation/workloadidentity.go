// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package validation

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	utilvalidation "k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// mostServiceAccounts is the maximum number of ServiceAccounts. It is limited because the extension records each one in
// its state and reads it in the shoot.
const mostServiceAccounts = 25

// These expressions match the values that Flux accepts (fluxcd/pkg/auth: aws/options.go, gcp/options.go), and Azure
// IDs, which Flux does not validate.
var (
	awsRole           = regexp.MustCompile(`^arn:aws[\w-]*:iam::[0-9]{1,30}:role/[\w+=,.@/-]{1,200}$`)
	azureID           = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)
	gcpProvider       = regexp.MustCompile(`^projects/[0-9]{1,30}/locations/global/workloadIdentityPools/[a-z0-9-]{1,100}/providers/[a-z0-9-]{1,100}$`)
	gcpServiceAccount = regexp.MustCompile(`^[a-zA-Z0-9-]{1,100}@[a-zA-Z0-9-]{1,100}\.iam\.gserviceaccount\.com$`)
)

// validateWorkloadIdentity validates a defaulted workload identity. Without the feature gate, it cannot be disabled for
// kustomize-controller and helm-controller: as administrators of the shoot, they may request tokens of all
// ServiceAccounts.
func validateWorkloadIdentity(path *field.Path, flux *fluxv1alpha1.FluxInstallation, version string) field.ErrorList {
	identity := flux.WorkloadIdentity
	if identity == nil {
		return nil
	}
	var errs field.ErrorList
	if !*identity.Enabled && version != "" && !fluxv1alpha1.HasWorkloadIdentityGate(version) {
		errs = append(errs, field.Invalid(path.Child("enabled"), false, fmt.Sprintf(
			"cannot be kept with Flux %s, in which Kustomizations and HelmReleases can always specify a ServiceAccount for their login; remove workloadIdentity, or set enabled to true", version)))
	}
	accounts := path.Child("serviceAccounts")
	if n := len(identity.ServiceAccounts); n > mostServiceAccounts {
		return append(errs, field.TooMany(accounts, n, mostServiceAccounts))
	}
	seen := map[string]bool{}
	for i, account := range identity.ServiceAccounts {
		own := accounts.Index(i)
		errs = slices.Concat(errs,
			validateCloudServiceAccount(own, account),
			validateAccountOfController(own.Child("name"), flux, account),
		)
		if key := *account.Namespace + "/" + account.Name; account.Name != "" && seen[key] {
			errs = append(errs, field.Invalid(own.Child("name"), account.Name, "is listed twice; remove one, or combine them: one ServiceAccount may have aws, azure and gcp"))
		} else {
			seen[key] = true
		}
	}
	return errs
}

func validateCloudServiceAccount(path *field.Path, account fluxv1alpha1.CloudServiceAccount) field.ErrorList {
	errs := slices.Concat(
		ValidateObjectName(path.Child("name"), account.Name, "ServiceAccount"),
		invalidIf(account.Name == fluxv1alpha1.DefaultServiceAccount, path.Child("name"), account.Name, "is the default ServiceAccount of all pods in the namespace; choose another name"),
		validateName(path.Child("namespace"), *account.Namespace, utilvalidation.IsDNS1123Label),
		refuseIf(account.AWS == nil && account.Azure == nil && account.GCP == nil, field.Required(path, "has no cloud identity; set aws, azure or gcp")),
	)
	check := func(form *regexp.Regexp, path *field.Path, value, wanted string) {
		switch {
		case value == "":
			errs = append(errs, field.Required(path, "set "+wanted))
		case !form.MatchString(value):
			errs = append(errs, field.Invalid(path, value, "must be "+wanted))
		}
	}
	if aws := account.AWS; aws != nil {
		check(awsRole, path.Child("aws", "roleARN"), aws.RoleARN, "the ARN of a role, such as arn:aws:iam::123456789012:role/flux")
	}
	if azure := account.Azure; azure != nil {
		check(azureID, path.Child("azure", "clientID"), azure.ClientID, "the client ID of an application or managed identity, such as 00000000-0000-0000-0000-000000000000")
		check(azureID, path.Child("azure", "tenantID"), azure.TenantID, "the ID of a tenant, such as 00000000-0000-0000-0000-000000000000")
	}
	if gcp := account.GCP; gcp != nil {
		check(gcpProvider, path.Child("gcp", "provider"), gcp.Provider,
			"the name of a workload identity provider: projects/<number>/locations/global/workloadIdentityPools/<pool>/providers/<provider>")
		if gcp.ServiceAccount != nil {
			check(gcpServiceAccount, path.Child("gcp", "serviceAccount"), *gcp.ServiceAccount,
				"the email address of a service account, such as flux@project.iam.gserviceaccount.com; or remove it for direct access")
		}
	}
	return errs
}

// validateAccountOfController rejects a ServiceAccount with the name of a controller that is not installed, because a
// later installation of the controller would add a second ServiceAccount with that name.
func validateAccountOfController(path *field.Path, flux *fluxv1alpha1.FluxInstallation, account fluxv1alpha1.CloudServiceAccount) field.ErrorList {
	installed := slices.Concat(flux.Components, flux.ComponentsExtra)
	if !flux.IsOfController(account) || slices.Contains(installed, fluxv1alpha1.Component(account.Name)) {
		return nil
	}
	return invalid(path, account.Name, "is the ServiceAccount of a controller of Flux that is not installed; choose another name, or add the controller to flux.componentsExtra")
}

// ValidateAccountNamespaces validates that ServiceAccounts are in one of the given namespaces: the namespaces of Flux,
// the source and the root Kustomization. The extension does not deliver objects to other namespaces.
func ValidateAccountNamespaces(path *field.Path, accounts []fluxv1alpha1.CloudServiceAccount, namespaces []string) field.ErrorList {
	var errs field.ErrorList
	for i, account := range accounts {
		if !slices.Contains(namespaces, *account.Namespace) {
			errs = append(errs, field.Invalid(path.Index(i).Child("namespace"), *account.Namespace, fmt.Sprintf(
				"must be the namespace of Flux, of the source or of the root Kustomization (%s); create a ServiceAccount of another namespace from the source", strings.Join(namespaces, ", "))))
		}
	}
	return errs
}

// ValidateLogin validates the name of the ServiceAccount that Flux uses to log in to a cloud for an object. Workload
// identity must be enabled. controller is the controller of the object, for the error message.
func ValidateLogin(path *field.Path, name, controller string, enabled bool) field.ErrorList {
	if !enabled {
		return invalid(path, name, fmt.Sprintf(
			"is a ServiceAccount for the login to a cloud and requires flux.workloadIdentity; set flux.workloadIdentity, or remove serviceAccountName to log in as %s itself", controller))
	}
	return ValidateObjectName(path, name, "ServiceAccount")
}
