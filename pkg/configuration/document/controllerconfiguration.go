// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package document

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// OperatorName names the operator's configuration in messages.
const OperatorName = "configuration of the operator"

// ReadOperator reads a ControllerConfiguration strictly and sets its defaults. A resolver may still refuse its values. The errors are all
// that can be found in the file alone.
func ReadOperator(raw []byte) (configv1alpha1.ControllerConfiguration, Errors) {
	var (
		config configv1alpha1.ControllerConfiguration
		file   = &Document{Origin: OriginOperator, Name: OperatorName}
		kind   = configv1alpha1.SchemeGroupVersion.WithKind("ControllerConfiguration")
	)
	content, err := strict.Read(raw, kind)
	if err != nil {
		if err.Field == "" {
			err.Field = kind.Kind
		}
		return config, file.ConfigErrs(field.ErrorList{err})
	}
	var errs field.ErrorList
	for _, want := range []struct{ key, value string }{{"apiVersion", kind.GroupVersion().String()}, {"kind", kind.Kind}} {
		switch value := content[want.key].(type) {
		case nil:
			errs = append(errs, field.Required(field.NewPath(want.key), "must be "+want.value))
		case string:
			if value != want.value {
				errs = append(errs, field.Invalid(field.NewPath(want.key), value, "must be "+want.value))
			}
		}
	}
	// Nothing is known of the fields of another kind.
	if len(errs) == 0 {
		errs = strict.Decode(content, &config, nil)
		switch defaults := content["defaults"].(type) {
		case nil, map[string]any:
		default:
			errs = append(errs, field.Invalid(field.NewPath("defaults"), strict.Scalar(defaults), "must be an object, not "+strict.JSONType(defaults)))
		}
	}
	if len(errs) > 0 {
		return configv1alpha1.ControllerConfiguration{}, file.ConfigErrs(errs).Limited()
	}
	configv1alpha1.SetObjectDefaults_ControllerConfiguration(&config)
	return config, nil
}
