// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package admission

import (
	"context"
	"fmt"
	"regexp"

	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// similarName matches flux-config and names that were probably meant to be it. The match conditions contain it too.
const similarName = `^flux[.-]?(c(on)?fi?g?s?|configmaps?|configuration)$`

var similarNames = regexp.MustCompile(similarName)

// warnOfName allows a ConfigMap of a project with a name other than flux-config, with a warning if the name is similar.
func warnOfName(namespace, name string) admission.Response {
	if name == fluxv1alpha1.ConfigMapName || !similarNames.MatchString(name) {
		return admission.Allowed("")
	}
	return admission.Allowed("").WithWarnings(fmt.Sprintf("ConfigMap %s/%s is not read by the extension shoot-flux, which reads the configuration of a project from ConfigMap %[3]s; to configure Flux, rename it to %[3]s",
		namespace, name, fluxv1alpha1.ConfigMapName))
}

// misplacedHandler warns of a flux-config in a namespace that does not belong to a project.
type misplacedHandler struct{}

// Handle allows the ConfigMap with a warning.
func (misplacedHandler) Handle(_ context.Context, req admission.Request) admission.Response {
	if req.Name != fluxv1alpha1.ConfigMapName {
		return admission.Allowed("")
	}
	return admission.Allowed("").WithWarnings(fmt.Sprintf("ConfigMap %s/%s is not read by the extension shoot-flux, because namespace %[1]s belongs to no project; to configure Flux, apply it in the namespace of the project, such as -n garden-my-project",
		req.Namespace, req.Name))
}
