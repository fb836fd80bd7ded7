// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	storagev1 "k8s.io/api/storage/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/yaml"

	gardencorev1 "github.com/gardener/gardener/pkg/apis/core/v1"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	gardenerkubernetes "github.com/gardener/gardener/pkg/client/kubernetes"
	"github.com/gardener/gardener/pkg/utils"
	gardenerutils "github.com/gardener/gardener/pkg/utils/gardener"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/binaries"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/bridge"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/charthost"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/cloud"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/cluster"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/gardenlet/installation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/node"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
)

//go:embed realgardenlet-values.yaml
var gardenletValues []byte

const gardenletName = "gardenlet"

// address returns the address on which kube-apiservers and the Git host listen. Empty means loopback.
func (l *Landscape) address() string {
	if l.options.RealGardenlet {
		return bridge.Host
	}
	return ""
}

// prepareForGardenlet creates objects in the garden that gardenlet needs and the stand-in does not.
func (l *Landscape) prepareForGardenlet(ctx context.Context) error {
	version, _, err := GardenerModule(ctx)
	if err != nil {
		return err
	}
	chart, err := charthost.Package(map[string]string{
		"Chart.yaml":            "apiVersion: v2\nname: provider-local\nversion: 0.1.0\n",
		"templates/config.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: provider-local\n  namespace: {{ .Release.Namespace }}\n",
	})
	if err != nil {
		return err
	}
	return l.Garden.Apply(ctx,
		// gardener-controller-manager copies this Secret into the namespaces of seeds.
		&corev1.Secret{
			ObjectMeta: metav1.ObjectMeta{
				Name: "monitoring", Namespace: v1beta1constants.GardenNamespace, Labels: map[string]string{v1beta1constants.GardenRole: v1beta1constants.GardenRoleGlobalMonitoring},
			},
			Data: map[string][]byte{"username": []byte("landscape"), "password": []byte("landscape"), "auth": []byte("landscape:{SHA}landscape")},
		},
		// In production, gardener-operator creates this ConfigMap. gardenlet compares its own version with the version in it.
		&corev1.ConfigMap{
			ObjectMeta: metav1.ObjectMeta{Name: "gardener-info", Namespace: "gardener-system-public"},
			Data:       map[string]string{"gardenerAPIServer": "version: " + version + "\nworkloadIdentityIssuerURL: https://issuer.example.com\n"},
		},
		&gardencorev1.ControllerDeployment{ObjectMeta: metav1.ObjectMeta{Name: "provider-local"}, Helm: &gardencorev1.HelmControllerDeployment{RawChart: chart.Archive}},
	)
}

// startBareCluster starts the seed's cluster and its node. Pods are phantoms if the landscape does not have their
// programs.
func (s *Seed) startBareCluster(ctx context.Context) error {
	l, name := s.landscape, "seed-"+s.Name
	dir := filepath.Join(l.options.Dir, name)
	var err error
	if s.Cluster, err = cluster.Start(ctx, cluster.Options{
		Name: name, Dir: dir, Binaries: l.executables, Etcd: l.etcd, Address: bridge.Host,
		ServiceCIDR: s.addresses.serviceCIDR(), Controllers: cluster.AllControllers(), Scheduler: true,
	}); err != nil {
		return err
	}
	if s.Client, err = client.New(s.Cluster.Config, client.Options{Scheme: gardenerkubernetes.SeedScheme}); err != nil {
		return err
	}
	if s.Node, err = node.Start(ctx, l.bridged(node.Options{
		Name: nodeName, Config: s.Cluster.Config, Dir: filepath.Join(dir, "node"), PodIP: s.addresses.podIP, Names: l.names,
		Images: findOr(resolveByName(l.gardenletImages()), l.options.Images), Log: l.options.Log.WithName(name),
		Labels: map[string]string{corev1.LabelTopologyZone: "0", corev1.LabelTopologyRegion: "local"},
	})); err != nil {
		return err
	}
	l.steps.completed("cluster of seed " + s.Name + " runs")
	return nil
}

// bridged sets the options that a node needs in the network of package bridge.
func (l *Landscape) bridged(options node.Options) node.Options {
	options.Address, options.Phantoms, options.RestartBackoff = bridge.Host, true, 2*time.Second
	options.Network = &node.PodNetwork{Bridge: bridge.Name, Gateway: bridge.Gateway()}
	return options
}

// names returns the DNS names of all seeds and Shoots with their addresses.
func (l *Landscape) names() map[string]string {
	names := map[string]string{}
	for _, s := range l.allSeeds() {
		if running := s.cloud.Load(); running != nil {
			maps.Copy(names, running.Names())
		}
	}
	return names
}

// gardenletImages returns the images of the pods that gardenlet creates in a seed, by name.
func (l *Landscape) gardenletImages() map[string]node.Image {
	images := seedImages(l.executables, l.options.Executables.Extension)
	extension := images[extensionImage]
	delete(images, extensionImage)
	// Without this program, Images finds the image by its reference.
	if l.options.Executables.Extension != "" {
		images["gardener-extension-shoot-flux"] = extension
	}
	images["resource-manager"] = images[resourceManagerImage]
	images[gardenletName] = image(gardenletName, l.options.Executables.Gardenlet)
	images[cloud.EtcdBackupImage] = image(cloud.EtcdBackupImage, l.options.Executables.EtcdBackup)
	images["envoy"] = image("envoy", l.options.Executables.ConnectProxy)
	for _, name := range []string{binaries.KubeAPIServer, binaries.KubeControllerManager, binaries.KubeScheduler, binaries.Etcd} {
		images[name] = image(name, l.executables[name])
	}
	return images
}

// resolveByName returns a function that finds an image by the last element of its repository.
func resolveByName(images map[string]node.Image) func(string) (node.Image, bool) {
	find := resolve(images)
	return func(ref string) (node.Image, bool) {
		_, name := binaries.FluxImage(ref)
		return find(name)
	}
}

// joinWithGardenlet installs gardenlet from its chart, which registers the Seed and installs the extension.
func (s *Seed) joinWithGardenlet(ctx context.Context) error {
	l := s.landscape
	if err := s.installGardenlet(ctx); err != nil {
		return fmt.Errorf("installing gardenlet: %w", err)
	}
	running, err := cloud.Start(ctx, cloud.Options{
		Seed: s.Client, VolumesDir: filepath.Join(l.options.Dir, "volumes"), LoadBalancer: bridge.LoadBalancer(s.addresses.second),
		StartNode: s.startShootNode, Log: l.options.Log.WithName("cloud-" + s.Name),
	})
	if err != nil {
		return err
	}
	s.cloud.Store(running)
	l.steps.completed("gardenlet of seed " + s.Name + " is installed from its chart")
	most := int32(-1)
	if err := process.Until(ctx, "seed "+s.Name, time.Second, func(ctx context.Context) error {
		progress, err := s.checkReady(ctx)
		// A flow that fails begins again. Only what has not been reached before is progress.
		if progress > most {
			most = progress
			l.steps.moved(fmt.Sprintf("%d %% of seed %s", progress, s.Name))
		}
		return err
	}); err != nil {
		return err
	}
	l.steps.completed("seed " + s.Name + " is ready")
	if l.options.Uninstalled {
		return nil
	}
	if err := s.WaitForExtension(ctx); err != nil {
		return err
	}
	l.steps.completed(fmt.Sprintf("seed %s runs the extension, installed by gardenlet (%s)", s.Name, s.Node.Isolation()))
	return nil
}

// AddSeed starts another seed with the real gardenlet in the running landscape, and waits until it has the extension.
func (l *Landscape) AddSeed(ctx context.Context, name string) error {
	ctx, end := l.steps.limit(ctx)
	defer end()
	s := l.newSeed(name)
	if err := s.startCluster(ctx); err != nil {
		return err
	}
	return s.join(ctx)
}

// checkReady returns an error until gardenlet has reconciled the Seed and installs the extension. progress is the
// progress of gardenlet's operation in percent.
func (s *Seed) checkReady(ctx context.Context) (progress int32, err error) {
	seed := &gardencorev1beta1.Seed{}
	if err := s.landscape.Garden.Client.Get(ctx, client.ObjectKey{Name: s.Name}, seed); err != nil {
		return 0, err
	}
	operation := seed.Status.LastOperation
	if operation == nil {
		return 0, errors.New("gardenlet has not begun")
	}
	if operation.State != gardencorev1beta1.LastOperationStateSucceeded {
		return operation.Progress, fmt.Errorf("%s %s %d %%: %s", operation.Type, operation.State, operation.Progress, operation.Description)
	}
	if s.landscape.options.Uninstalled {
		return operation.Progress, nil
	}
	return operation.Progress, s.findExtension(ctx)
}

// findExtension sets ExtensionNamespace. It returns an error until the extension has a ControllerInstallation.
func (s *Seed) findExtension(ctx context.Context) error {
	installations := &gardencorev1beta1.ControllerInstallationList{}
	if err := s.landscape.Garden.Client.List(ctx, installations); err != nil {
		return err
	}
	for _, candidate := range installations.Items {
		if candidate.Spec.RegistrationRef.Name == registrationName && candidate.Spec.SeedRef.Name == s.Name {
			s.ExtensionNamespace = gardenerutils.NamespaceNameForControllerInstallation(&candidate)
			return nil
		}
	}
	return errors.New("the extension has no ControllerInstallation")
}

func (s *Seed) installGardenlet(ctx context.Context) error {
	_, module, err := GardenerModule(ctx)
	if err != nil {
		return err
	}
	files, err := readFiles(filepath.Join(module, "charts", "gardener", "gardenlet"))
	if err != nil {
		return err
	}
	chart, err := charthost.Package(files)
	if err != nil {
		return err
	}
	values, err := s.gardenletValues(ctx)
	if err != nil {
		return err
	}
	rendered, err := installation.RenderChart(s.Cluster.Config, chart.Archive, gardenletName, v1beta1constants.GardenNamespace, values)
	if err != nil {
		return err
	}
	objects, err := garden.Decode(rendered.Manifest())
	if err != nil {
		return err
	}
	for _, object := range []client.Object{
		&corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: v1beta1constants.GardenNamespace}},
		&storagev1.StorageClass{
			ObjectMeta:  metav1.ObjectMeta{Name: "default", Annotations: map[string]string{"storageclass.kubernetes.io/is-default-class": "true"}},
			Provisioner: "landscape.example.com/host-path",
		},
	} {
		if err := client.IgnoreAlreadyExists(s.Client.Create(ctx, object)); err != nil {
			return err
		}
	}
	for _, object := range objects {
		if object.GetObjectKind().GroupVersionKind().Kind == "VerticalPodAutoscaler" {
			continue // gardenlet installs the CustomResourceDefinition later
		}
		if namespaced, err := s.Client.IsObjectNamespaced(object); err == nil && namespaced && object.GetNamespace() == "" {
			object.SetNamespace(v1beta1constants.GardenNamespace)
		}
		if err := s.apply(ctx, object); err != nil {
			return err
		}
	}
	return nil
}

// ScaleGardenlet sets the number of replicas of the real gardenlet. Without a replica, it neither installs the extension
// nor reconciles Shoots, which stay as they are.
func (s *Seed) ScaleGardenlet(ctx context.Context, replicas int32) error {
	deployment := &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: v1beta1constants.GardenNamespace, Name: gardenletName}}
	if err := s.Client.Get(ctx, client.ObjectKeyFromObject(deployment), deployment); err != nil {
		return fmt.Errorf("reading the Deployment of gardenlet: %w", err)
	}
	deployment.Spec.Replicas = &replicas
	if err := s.Client.Update(ctx, deployment); err != nil {
		return fmt.Errorf("scaling gardenlet: %w", err)
	}
	return process.Until(ctx, "gardenlet", time.Second, func(ctx context.Context) error {
		if err := s.Client.Get(ctx, client.ObjectKeyFromObject(deployment), deployment); err != nil {
			return err
		}
		if status := deployment.Status; status.ObservedGeneration != deployment.Generation || status.Replicas != replicas || status.AvailableReplicas != replicas {
			return errors.New("its pods are not scaled")
		}
		return nil
	})
}

// gardenletValues returns the values of gardenlet's chart for this seed.
func (s *Seed) gardenletValues(ctx context.Context) (map[string]any, error) {
	version, _, err := GardenerModule(ctx)
	if err != nil {
		return nil, err
	}
	file, err := s.landscape.Garden.Cluster.ClientKubeconfig("gardenlet-"+s.Name, v1beta1constants.SeedUserNamePrefix+s.Name, v1beta1constants.SeedsGroup)
	if err != nil {
		return nil, err
	}
	kubeconfig, err := flatten(file)
	if err != nil {
		return nil, err
	}
	var values map[string]any
	if err := yaml.Unmarshal(gardenletValues, &values); err != nil {
		return nil, err
	}
	return utils.MergeMaps(values, map[string]any{
		"image": map[string]any{"repository": "europe-docker.pkg.dev/gardener-project/releases/gardener/gardenlet", "tag": version},
		"config": map[string]any{
			"gardenClientConnection": map[string]any{"kubeconfig": kubeconfig},
			"seedConfig": map[string]any{
				"metadata": map[string]any{"name": s.Name},
				"spec": map[string]any{
					"networks": map[string]any{"services": s.addresses.serviceCIDR()},
					"ingress":  map[string]any{"domain": "ingress." + s.Name + ".example.com"},
				},
			},
		},
	}), nil
}

// flatten returns a kubeconfig with the content of the files that it refers to.
func flatten(file string) (string, error) {
	config, err := clientcmd.LoadFromFile(file)
	if err != nil {
		return "", err
	}
	if err := clientcmdapi.FlattenConfig(config); err != nil {
		return "", err
	}
	content, err := clientcmd.Write(*config)
	return string(content), err
}

// readFiles returns the content of all files below a directory by relative path.
func readFiles(dir string) (map[string]string, error) {
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path) // #nosec G304 -- below the module of Gardener
		files[strings.TrimPrefix(path, dir+string(filepath.Separator))] = string(content)
		return err
	})
	return files, err
}

// ShootConfig returns the client configuration of an administrator of a Shoot's running cluster.
func (l *Landscape) ShootConfig(ctx context.Context, namespace, name string) (*rest.Config, error) {
	if !l.options.RealGardenlet {
		running, err := l.ShootCluster(namespace, name)
		if err != nil {
			return nil, err
		}
		return running.Config, nil
	}
	shoot := &gardencorev1beta1.Shoot{}
	if err := l.Garden.Client.Get(ctx, client.ObjectKey{Namespace: namespace, Name: name}, shoot); err != nil {
		return nil, err
	}
	if shoot.Status.SeedName == nil {
		return nil, fmt.Errorf("shoot %s/%s has no seed", namespace, name)
	}
	return cloud.ShootConfig(ctx, l.Seed(*shoot.Status.SeedName).Client, shoot.Status.TechnicalID)
}
