// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package demo

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/go-logr/logr"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/documents"
)

// gettingStarted is the page that has the flux-config of the desk.
const gettingStarted = "docs/usage/getting-started.md"

// kubectlScript gives kubectl the addresses of the landscape instead of those of the pages, in arguments and files. Its
// arguments are the URL for git.example.com over HTTP, its address over SSH, and kubectl.
const kubectlScript = `#!/bin/sh
set -e
translate() { sed -e 's,https://git\.example\.com/,%[1]s/,g' -e 's,git\.example\.com/,%[2]s/,g'; }
before=
for arg; do
  shift
  if [ "$before" = -f ] && [ -f "$arg" ] && grep -q 'git\.example\.com/' "$arg"; then
    copy=$(mktemp)
    translate <"$arg" >"$copy"
    before=$arg arg=$copy
  else
    before=$arg
    case $arg in *git.example.com/*) arg=$(printf %%s "$arg" | translate) ;; esac
  fi
  set -- "$@" "$arg"
done
exec '%[3]s' "$@"
`

// keyscanScript scans the Git host of the landscape. Its arguments are ssh-keyscan, and port and host.
const keyscanScript = `#!/bin/sh
[ "$*" != git.example.com ] || set -- -p %[2]s %[3]s
exec '%[1]s' "$@"
`

// completionScript completes the commands of the plugin, as the script of 'make build' does.
const completionScript = "#!/bin/sh\nexec kubectl shoot-flux __complete \"$@\"\n"

// desk is a directory in which the commands of the pages work, with their names: kubectl with the plugin, a kubeconfig
// with the contexts garden, seed and shoot, git, flux-config.yaml and the examples.
type desk struct {
	landscape *landscape.Landscape
	dir       string
}

func newDesk(l *landscape.Landscape, dir, projectDir string) (*desk, error) {
	d := &desk{landscape: l, dir: dir}
	for _, name := range []string{"bin", "work", "tmp"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o750); err != nil {
			return nil, err
		}
	}
	root, err := filepath.Abs(projectDir)
	if err != nil {
		return nil, err
	}
	config, err := fluxConfig(root)
	if err != nil {
		return nil, err
	}
	http, err := url.Parse(l.GitHost.HTTPURL(repository))
	if err != nil {
		return nil, err
	}
	ssh, err := url.Parse(l.GitHost.SSHURL(repository))
	if err != nil {
		return nil, err
	}
	files := map[string]string{
		"work/flux-config.yaml":           config,
		"bin/kubectl":                     fmt.Sprintf(kubectlScript, "http://"+http.Host, ssh.Host, l.Kubectl),
		"bin/kubectl_complete-shoot_flux": completionScript,
		// git finds the repositories in the directory of the host, where it may push to all.
		"gitconfig": "[user]\n\tname = Me\n\temail = me@example.com\n[init]\n\tdefaultBranch = main\n" +
			fmt.Sprintf("[url %q]\n\tinsteadOf = ssh://git@git.example.com/\n\tinsteadOf = https://git.example.com/\n", l.GitHostDir()+"/"),
		"env": fmt.Sprintf("export PATH='%[1]s/bin':\"$PATH\" KUBECONFIG='%[1]s/kubeconfig' GIT_CONFIG_GLOBAL='%[1]s/gitconfig' TMPDIR='%[1]s/tmp'\ncd '%[1]s/work'\n", dir),
	}
	if keyscan, err := exec.LookPath("ssh-keyscan"); err == nil {
		files["bin/ssh-keyscan"] = fmt.Sprintf(keyscanScript, keyscan, ssh.Port(), ssh.Hostname())
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o700); err != nil { //nolint:gosec // some are scripts
			return nil, err
		}
	}
	return d, errors.Join(
		os.Symlink(l.Plugin, filepath.Join(dir, "bin", "kubectl-shoot_flux")),
		os.Symlink(filepath.Join(root, "example"), filepath.Join(dir, "work", "example")),
		d.writeKubeconfig(nil),
	)
}

// fluxConfig returns the flux-config.yaml of the page Getting started.
func fluxConfig(root string) (string, error) {
	content, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(gettingStarted)))
	if err != nil {
		return "", err
	}
	page, err := documents.Parse(gettingStarted, content)
	if err != nil {
		return "", err
	}
	i := slices.IndexFunc(page.Steps, func(s documents.Step) bool { return s.Kind == documents.File && s.About == "flux-config.yaml" })
	if i < 0 {
		return "", fmt.Errorf("%s has no flux-config.yaml", gettingStarted)
	}
	return page.Steps[i].Text, nil
}

// run runs shell commands at the desk with the given input, and returns their output.
func (d *desk) run(ctx context.Context, stdin, commands string) (string, error) {
	command := exec.CommandContext(ctx, "sh", "-ec", ". '"+filepath.Join(d.dir, "env")+"'\n"+commands) //nolint:gosec // the commands are constants
	command.Stdin = strings.NewReader(stdin)
	output, err := command.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%s: %w\n%s", commands, err, output)
	}
	return strings.TrimSpace(string(output)), nil
}

// follow keeps the contexts of the kubeconfig up to date until the context ends.
func (d *desk) follow(ctx context.Context, log logr.Logger) {
	wait.UntilWithContext(ctx, func(ctx context.Context) {
		shoots := &gardencorev1beta1.ShootList{}
		err := d.landscape.Garden.Client.List(ctx, shoots)
		if err == nil {
			err = d.writeKubeconfig(shoots.Items)
		}
		if err != nil && ctx.Err() == nil {
			log.Error(err, "Failed to write the kubeconfig of the desk")
		}
	}, time.Second)
}

// writeKubeconfig writes the contexts garden, which is the current one, seed, shoot for my-shoot, and one for each other
// Shoot under its name.
func (d *desk) writeKubeconfig(shoots []gardencorev1beta1.Shoot) error {
	files := map[string]string{"garden": d.landscape.Garden.Cluster.Kubeconfig, "seed": d.landscape.Seed(seedName).Cluster.Kubeconfig}
	for _, shoot := range shoots {
		name := shoot.Name
		if name == shootName {
			name = "shoot"
		}
		// A Shoot without a running cluster gets its context later.
		if running, err := d.landscape.ShootCluster(shoot.Namespace, shoot.Name); err == nil {
			files[name] = running.Kubeconfig
		}
	}
	merged := clientcmdapi.NewConfig()
	merged.CurrentContext = "garden"
	for name, file := range files {
		if err := landscape.AddContext(merged, name, file); err != nil {
			return err
		}
	}
	// A command that reads the file meanwhile finds the old one or the new one.
	path := filepath.Join(d.dir, "kubeconfig")
	if err := clientcmd.WriteToFile(*merged, path+".unfinished"); err != nil {
		return err
	}
	return os.Rename(path+".unfinished", path)
}
