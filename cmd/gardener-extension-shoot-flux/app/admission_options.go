// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"errors"
	"os"

	"github.com/gardener/gardener/cmd/utils/initrun"
	extensionscmdcontroller "github.com/gardener/gardener/extensions/pkg/controller/cmd"
	extensionswebhook "github.com/gardener/gardener/extensions/pkg/webhook"
	extensionscmdwebhook "github.com/gardener/gardener/extensions/pkg/webhook/cmd"
	"github.com/spf13/pflag"
	"k8s.io/client-go/rest"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/webhook/admission"
)

// admissionName is what Gardener's library makes of the name of the component: the name of the webhook configuration, and
// in the chart that of the Deployment and its Service.
const admissionName = extensionswebhook.NamePrefix + admission.Name

// admissionOptions are the flags of the admission, as those of Gardener's extensions, and what is computed from them.
type admissionOptions struct {
	rest     *extensionscmdcontroller.RESTOptions
	manager  *extensionscmdcontroller.ManagerOptions
	server   *extensionscmdwebhook.ServerOptions
	operator *operatorOptions
	garden   *gardenOptions

	runtimeConfig *rest.Config
}

var _ initrun.Options = &admissionOptions{}

func newAdmissionOptions() *admissionOptions {
	return &admissionOptions{
		rest: &extensionscmdcontroller.RESTOptions{},
		manager: &extensionscmdcontroller.ManagerOptions{
			LeaderElection:          true,
			LeaderElectionID:        extensionscmdcontroller.LeaderElectionNameID(admissionName),
			LeaderElectionNamespace: os.Getenv("LEADER_ELECTION_NAMESPACE"),
			WebhookServerPort:       10250,
			WebhookCertDir:          "/tmp/" + admissionName + "-cert",
		},
		server:   &extensionscmdwebhook.ServerOptions{Mode: extensionswebhook.ModeURL, Namespace: os.Getenv("WEBHOOK_CONFIG_NAMESPACE")},
		operator: &operatorOptions{},
		garden:   &gardenOptions{qps: 50, burst: 100},
	}
}

func (o *admissionOptions) all() extensionscmdcontroller.OptionAggregator {
	return extensionscmdcontroller.NewOptionAggregator(o.operator, o.rest, o.manager, o.server, o.garden)
}

func (o *admissionOptions) addFlags(fs *pflag.FlagSet) {
	options := o.all()
	options.AddFlags(fs)
}

// Complete computes the client configurations. The cluster in which the process runs is that of its ServiceAccount or of
// the flag for a kubeconfig.
func (o *admissionOptions) Complete() error {
	options := o.all()
	if err := options.Complete(); err != nil {
		return err
	}
	o.runtimeConfig = o.rest.Completed().Config
	return nil
}

// Validate refuses values with which the webhooks could not be reached, or their registration would not be removed.
func (o *admissionOptions) Validate() error {
	errs := []error{o.garden.validate()}
	if o.server.Namespace == "" {
		errs = append(errs, errors.New("--webhook-config-namespace is not set: it is where the certificates are kept"))
	}
	if o.server.Mode == extensionswebhook.ModeURL && o.server.URL == "" {
		errs = append(errs, errors.New("--webhook-config-url is not set: it is where the garden's API servers reach the webhooks, as host or host:port"))
	}
	return errors.Join(errs...)
}

// LogConfig returns level and format of the log.
func (o *admissionOptions) LogConfig() (string, string) {
	return o.manager.LogLevel, o.manager.LogFormat
}
