// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package render

import (
	"errors"
	"fmt"
	"strings"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/json"
	"k8s.io/utils/ptr"
	strictjson "sigs.k8s.io/json"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/operator"
)

const (
	kindShoot     = "Shoot"
	kindExtension = "Extension"
	kindSecret    = "Secret"
	kindConfigMap = "ConfigMap"
)

// inputs contains the objects in a set of files.
type inputs struct {
	// shoot is nil if there is no Shoot. extension is true if the Shoot is derived from an Extension.
	shoot     *gardencorev1beta1.Shoot
	extension bool
	// several is true if the files may contain several Shoots. In this case, members contains all of them.
	several bool
	members []member
	// project is the ConfigMap flux-config, or nil if the files do not contain it.
	project *corev1.ConfigMap
	// operator is the operator's configuration, or nil if the files do not contain it.
	operator *operator.File

	secrets    map[types.NamespacedName]*corev1.Secret
	configMaps map[types.NamespacedName]*corev1.ConfigMap
	// files contains the file names by object.
	files map[string]string
}

func newInputs() *inputs {
	return &inputs{
		secrets:    map[types.NamespacedName]*corev1.Secret{},
		configMaps: map[types.NamespacedName]*corev1.ConfigMap{},
		files:      map[string]string{},
	}
}

// read reads the files. It rejects objects that are not needed, and objects of different projects.
func (r *fileReader) read(names []string) (*inputs, error) {
	in := newInputs()
	if err := r.readInto(in, names); err != nil {
		return nil, err
	}
	return in, in.join()
}

// readInto adds the objects in the files to the inputs.
func (r *fileReader) readInto(in *inputs, names []string) error {
	documents, err := r.documents(names)
	if err != nil {
		return err
	}
	for _, d := range documents {
		if err := in.add(d); err != nil {
			return fmt.Errorf("%s: %w", d.file, err)
		}
	}
	if in.shoot == nil && in.project == nil {
		return fmt.Errorf("found neither a Shoot nor a ConfigMap %s in %s", fluxv1alpha1.ConfigMapName, strings.Join(names, ", "))
	}
	return nil
}

func (in *inputs) add(d manifest) error {
	switch d.APIVersion + " " + d.Kind {
	case gardencorev1beta1.SchemeGroupVersion.String() + " " + kindShoot:
		return in.addShoot(d)
	case extensionsv1alpha1.SchemeGroupVersion.String() + " " + kindExtension:
		return in.addExtension(d)
	case corev1.SchemeGroupVersion.String() + " " + kindSecret:
		return in.addSecret(d)
	case corev1.SchemeGroupVersion.String() + " " + kindConfigMap:
		return in.addConfigMap(d)
	case configv1alpha1.SchemeGroupVersion.String() + " ControllerConfiguration":
		in.operator = &operator.File{Name: d.file, Content: d.content}
		return in.once("ControllerConfiguration", d.file)
	}
	if d.Kind == "FluxConfig" {
		return fmt.Errorf("a FluxConfig belongs in key %s of a ConfigMap %s, or in the providerConfig of a Shoot", fluxv1alpha1.KeyConfig, fluxv1alpha1.ConfigMapName)
	}
	return fmt.Errorf("%s of apiVersion %s is not needed to render Flux; remove it", d.Kind, d.APIVersion)
}

// once records the file of an object, and rejects a second object with the same description.
func (in *inputs) once(what, file string) error {
	if other, ok := in.files[what]; ok {
		return fmt.Errorf("there is a %s already, in %s; only one is allowed", what, other)
	}
	in.files[what] = file
	return nil
}

// named records the file of an object, and rejects an object without a name or namespace.
func (in *inputs) named(kind string, object metav1.Object, file string) error {
	if object.GetName() == "" || object.GetNamespace() == "" {
		return fmt.Errorf("%s %q has no metadata.namespace or no metadata.name", kind, object.GetName())
	}
	return in.once(describeObject(kind, object), file)
}

func describeObject(kind string, object metav1.Object) string {
	return fmt.Sprintf("%s %s/%s", kind, object.GetNamespace(), object.GetName())
}

// addShoot decodes a Shoot. Like the garden, it drops unknown fields.
func (in *inputs) addShoot(d manifest) error {
	in.shoot = &gardencorev1beta1.Shoot{}
	if err := json.Unmarshal(d.content, in.shoot); err != nil {
		return fmt.Errorf("%s: %s", kindShoot, withoutValues(err))
	}
	if err := in.onlyShoot(d.file); err != nil {
		return err
	}
	return in.named(kindShoot, in.shoot, d.file)
}

// addExtension derives a Shoot from an Extension. It assumes that the namespace of the project is garden-<project>,
// although a project may have a different namespace.
func (in *inputs) addExtension(d manifest) error {
	extension := &extensionsv1alpha1.Extension{}
	if err := json.Unmarshal(d.content, extension); err != nil {
		return fmt.Errorf("%s: %s", kindExtension, withoutValues(err))
	}
	if extension.Spec.Type != fluxv1alpha1.ExtensionType {
		return fmt.Errorf("%s %s is of type %s, not %s; remove it", kindExtension, extension.Name, extension.Spec.Type, fluxv1alpha1.ExtensionType)
	}
	rest, isTechnicalID := strings.CutPrefix(extension.Namespace, v1beta1constants.TechnicalIDPrefix)
	project, name, found := strings.Cut(strings.TrimPrefix(rest, "-"), "--")
	if !isTechnicalID || !found {
		return fmt.Errorf("%s %s is in namespace %q, which is not the namespace of a shoot", kindExtension, extension.Name, extension.Namespace)
	}
	in.extension = true
	in.shoot = &gardencorev1beta1.Shoot{
		ObjectMeta: metav1.ObjectMeta{Namespace: "garden-" + project, Name: name},
		Spec: gardencorev1beta1.ShootSpec{
			Extensions: []gardencorev1beta1.Extension{{Type: fluxv1alpha1.ExtensionType, ProviderConfig: extension.Spec.ProviderConfig}},
			// Shoots without workers do not get Flux.
			Provider: gardencorev1beta1.Provider{Workers: []gardencorev1beta1.Worker{{}}},
		},
		Status: gardencorev1beta1.ShootStatus{TechnicalID: extension.Namespace},
	}
	return in.onlyShoot(d.file)
}

// onlyShoot records the Shoot that was added last. It rejects a second Shoot unless several are allowed.
func (in *inputs) onlyShoot(file string) error {
	in.members = append(in.members, member{shoot: in.shoot, extension: in.extension, file: file})
	if in.several {
		in.extension = false
		return nil
	}
	return in.once(kindShoot, file)
}

// addSecret adds a Secret with the defaults that an API server sets.
func (in *inputs) addSecret(d manifest) error {
	secret := &corev1.Secret{}
	if err := decodeStrictly(d, secret); err != nil {
		return err
	}
	if secret.Data == nil {
		secret.Data = map[string][]byte{}
	}
	for key, value := range secret.StringData {
		secret.Data[key] = []byte(value)
	}
	if secret.Type == "" {
		secret.Type = corev1.SecretTypeOpaque
	}
	in.secrets[types.NamespacedName{Namespace: secret.Namespace, Name: secret.Name}] = secret
	return in.named(kindSecret, secret, d.file)
}

func (in *inputs) addConfigMap(d manifest) error {
	configMap := &corev1.ConfigMap{}
	if err := decodeStrictly(d, configMap); err != nil {
		return err
	}
	if configMap.Name == fluxv1alpha1.ConfigMapName {
		in.project = configMap
		if err := in.once(kindConfigMap+" "+fluxv1alpha1.ConfigMapName, d.file); err != nil {
			return err
		}
	}
	in.configMaps[types.NamespacedName{Namespace: configMap.Namespace, Name: configMap.Name}] = configMap
	return in.named(kindConfigMap, configMap, d.file)
}

func decodeStrictly(d manifest, object runtime.Object) error {
	unknown, err := strictjson.UnmarshalStrict(d.content, object)
	if err = errors.Join(append(unknown, err)...); err != nil {
		return fmt.Errorf("%s: %s", d.Kind, withoutValues(err))
	}
	return nil
}

// join checks that the Shoot gets Flux and belongs to the project of flux-config.
func (in *inputs) join() error {
	if in.shoot == nil {
		return nil
	}
	shoot := describeObject(kindShoot, in.shoot)
	if in.extension && in.project != nil {
		in.shoot.Namespace = in.project.Namespace
	}
	if in.project != nil && in.project.Namespace != in.shoot.Namespace {
		return fmt.Errorf("%s (%s) belongs to a different project than %s (%s): the Shoot would not get this configuration",
			describeObject(kindConfigMap, in.project), in.files[describeObject(kindConfigMap, in.project)], shoot, in.members[len(in.members)-1].file)
	}
	return in.withoutFlux()
}

// withoutFlux returns an error with the reason if the Shoot gets no Flux.
func (in *inputs) withoutFlux() error {
	shoot := describeObject(kindShoot, in.shoot)
	if v1beta1helper.IsWorkerless(in.shoot) {
		return fmt.Errorf("%s gets no Flux, because it has no workers", shoot)
	}
	for _, entry := range in.shoot.Spec.Extensions {
		if entry.Type == fluxv1alpha1.ExtensionType && ptr.Deref(entry.Disabled, false) {
			return fmt.Errorf("%s gets no Flux: its extension %s is disabled", shoot, fluxv1alpha1.ExtensionType)
		}
	}
	return nil
}
