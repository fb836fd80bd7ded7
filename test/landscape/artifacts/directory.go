// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package artifacts writes and reads the directory from which an operator installs the extension. Its tests check all
// artefacts with a real kube-apiserver and with Helm's linter.
//
// It must not change the artefacts: the landscape differs from production only in values that an operator sets.
package artifacts

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/garden"
)

// Names of the charts.
const (
	SeedChart        = "gardener-extension-shoot-flux"
	ApplicationChart = "gardener-extension-admission-shoot-flux-application"
	RuntimeChart     = "gardener-extension-admission-shoot-flux-runtime"
)

// Names of the files that register the extension.
const (
	controllerRegistration = "controller-registration.yaml"
	operatorExtension      = "operator-extension.yaml"
	gardenAccess           = "garden-access.yaml"
)

// Directory is the path of a directory with the artefacts of one version.
type Directory string

// Write generates the repository's artefacts into a directory, as for a release.
func Write(ctx context.Context, projectDir, dir string) (Directory, error) {
	absolute, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	command := exec.CommandContext(ctx, "go", "run", "-trimpath", "./hack/registration", "--out", absolute)
	command.Dir = projectDir
	command.Env = append(os.Environ(), "CGO_ENABLED=0", "GOWORK=off", "GOFLAGS=-buildvcs=false")
	if output, err := command.CombinedOutput(); err != nil {
		return "", fmt.Errorf("writing the artefacts: %w\n%s", err, output)
	}
	return Directory(absolute), nil
}

// ControllerRegistration returns the objects that register the extension in a garden without gardener-operator.
func (d Directory) ControllerRegistration() ([]client.Object, error) {
	return d.objects(controllerRegistration)
}

// OperatorExtension returns the object that registers the extension with gardener-operator.
func (d Directory) OperatorExtension() (*unstructured.Unstructured, error) {
	objects, err := d.objects(operatorExtension)
	if err != nil {
		return nil, err
	}
	if len(objects) != 1 {
		return nil, fmt.Errorf("%s holds %d objects", operatorExtension, len(objects))
	}
	return objects[0].(*unstructured.Unstructured), nil //nolint:forcetypeassert // that is what it decodes into
}

// GardenAccess returns the objects with the permissions that the extension needs in a garden without gardener-operator
// and admission.
func (d Directory) GardenAccess() ([]client.Object, error) {
	return d.objects(gardenAccess)
}

// Chart returns the archive of a chart.
func (d Directory) Chart(name string) ([]byte, error) {
	found, err := filepath.Glob(filepath.Join(string(d), name+"-v[0-9]*.tgz"))
	if err != nil {
		return nil, err
	}
	if len(found) != 1 {
		return nil, fmt.Errorf("%s holds %d archives of chart %s", d, len(found), name)
	}
	return os.ReadFile(found[0])
}

func (d Directory) objects(name string) ([]client.Object, error) {
	content, err := os.ReadFile(filepath.Join(string(d), name))
	if err != nil {
		return nil, err
	}
	objects, err := garden.Decode(content)
	if err != nil {
		return nil, fmt.Errorf("decoding %s: %w", name, err)
	}
	return objects, nil
}
