// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package runner

import (
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"path/filepath"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/conformance/cases"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/charthost"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/ocihost"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/webhookhost"
)

// hosts are servers for cases, in addition to the servers of the landscape.
type hosts struct {
	charts   *charthost.Host
	webhooks *webhookhost.Host
}

func (h *hosts) start(ctx context.Context) (err error) {
	if h.charts, err = charthost.Start(ctx); err != nil {
		return err
	}
	h.webhooks, err = webhookhost.Start(ctx)
	return err
}

func (h *hosts) stop() {
	if h.charts != nil {
		h.charts.Stop()
	}
	if h.webhooks != nil {
		h.webhooks.Stop()
	}
}

// public returns the name of the public repository, bucket or artifact of a case. private returns the name of the
// repository, bucket or artifact that requires credentials.
func public(project, namespace string) string  { return project + "/" + namespace }
func private(project, namespace string) string { return project + "/" + namespace + "-private" }

// username is the user name in the credentials of all cases. The passwords differ between cases.
const username = "flux"

func (w *World) values(project, namespace string) cases.Values {
	git, closed := public(project, namespace), private(project, namespace)
	return cases.Values{
		Namespace: namespace,
		Insecure:  true,
		Git:       w.Landscape.GitHost.HTTPURL(git),
		GitSSH:    w.Landscape.GitHost.SSHURL(closed),
		GitHTTPS:  w.Landscape.GitHost.HTTPSURL(closed),
		GitTLS:    w.Landscape.GitHost.MutualTLSURL(closed),
		OCI:       w.Landscape.OCIHost.URL(git), OCIPrivate: w.Landscape.OCIHost.URL(closed),
		Bucket:  cases.BucketValues{Endpoint: w.Landscape.BucketHost.Endpoint(), Name: bucket(project, namespace)},
		Charts:  w.hosts.charts.URL(git),
		Webhook: w.hosts.webhooks.URL(bucket(project, namespace)),
	}
}

// bucket returns the name of the bucket of a case. It contains no slashes.
func bucket(project, namespace string) string { return project + "-" + namespace }

// furnish creates the repositories of the case, a clone that is pushed to all of them, and the files with credentials.
func (r *Run) furnish(ctx context.Context) error {
	host := r.shoot.world.Landscape.GitHost
	open, closed := public(r.shoot.Project, r.values.Namespace), private(r.shoot.Project, r.values.Namespace)
	if err := host.CreateRepository(ctx, open, true); err != nil {
		return err
	}
	if err := host.CreateRepository(ctx, closed, false); err != nil {
		return err
	}
	if err := host.AddDeployKey(closed, "flux", r.shoot.publicKey, true); err != nil {
		return err
	}
	password := rand.Text()
	if err := host.SetToken(closed, username, password); err != nil {
		return err
	}
	pair, err := host.ClientCertificate(closed)
	if err != nil {
		return err
	}
	credentials := ocihost.Credentials{Username: username, Password: password}
	r.shoot.world.Landscape.OCIHost.Protect(closed, credentials)
	dockerConfig, err := r.shoot.world.Landscape.OCIHost.DockerConfigJSON(credentials)
	if err != nil {
		return err
	}
	if r.signingKey, err = ocihost.NewSigningKey(); err != nil {
		return err
	}
	remote, err := os.ReadFile(r.shoot.world.remoteKubeconfig())
	if err != nil {
		return err
	}
	for name, content := range map[string][]byte{
		"username": []byte(username), "password": []byte(password), "token": []byte(password),
		"ca.crt": host.CA(), "tls.crt": pair.Cert, "tls.key": pair.Key, "known_hosts": []byte(host.KnownHosts()),
		"docker-config.json": dockerConfig, "cosign.pub": r.signingKey.PublicKey(),
		"bucket-access-key": []byte(r.shoot.world.Landscape.BucketHost.AccessKey), "bucket-secret-key": []byte(r.shoot.world.Landscape.BucketHost.SecretKey),
		"remote.kubeconfig": remote,
	} {
		if err := os.WriteFile(filepath.Join(r.dir, name), content, 0o600); err != nil {
			return err
		}
	}
	directory := func(name string) string {
		return quoted(filepath.Join(r.shoot.world.Landscape.GitHostDir(), filepath.FromSlash(name)+".git"))
	}
	_, err = r.shell(ctx, fmt.Sprintf("git clone --quiet %[1]s repository 2>/dev/null; cd repository; git symbolic-ref HEAD refs/heads/main; "+
		"git remote set-url --add --push origin %[1]s; git remote set-url --add --push origin %[2]s", directory(open), directory(closed)))
	return err
}

// push pushes the files of the step to its target, and requests a reconciliation of the sources.
func (r *Run) push(ctx context.Context, step cases.Step) error {
	files, err := r.Case.Files(step.Push, r.values, r.Mutated)
	if err != nil {
		return err
	}
	r.notef("pushing %s to %s %s", step.Push, step.To, step.Tag)
	world := r.shoot.world
	open, closed := public(r.shoot.Project, r.values.Namespace), private(r.shoot.Project, r.values.Namespace)
	switch step.To {
	case cases.OCI:
		for _, repository := range []string{open, closed} {
			digest, err := world.Landscape.OCIHost.Push(ctx, repository, step.Tag, files)
			if err != nil {
				return err
			}
			if !step.Sign {
				continue
			}
			if err := world.Landscape.OCIHost.Sign(ctx, repository, digest, r.signingKey); err != nil {
				return err
			}
		}
	case cases.OCICharts:
		_, err = world.Landscape.OCIHost.PushChart(ctx, open, files)
	case cases.Bucket:
		err = world.Landscape.BucketHost.Put(ctx, bucket(r.shoot.Project, r.values.Namespace), files)
	case cases.Charts:
		_, err = world.hosts.charts.Push(ctx, open, files)
	}
	if err != nil {
		return err
	}
	return r.askSources(ctx)
}
