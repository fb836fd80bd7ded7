// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package recording has a landscape recorded and the history checked by the programs of test/history, which are
// processes of their own: the landscape does not import the main module.
package recording

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
)

const (
	// commands is the directory of the programs in the project, and recorder and checker are their names.
	commands          = "./test/history/cmd/"
	recorder, checker = "record", "check"
	// stopTimeout limits the time in which the recorder ends after its input.
	stopTimeout = 20 * time.Second
)

// Build builds the programs from the project's source into dir, and returns the directory with them.
func Build(ctx context.Context, projectDir, dir string) (string, error) {
	programs, err := filepath.Abs(filepath.Join(dir, "history"))
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(programs, 0o750); err != nil {
		return "", err
	}
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-o", programs, commands+recorder, commands+checker)
	build.Dir = projectDir
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOWORK=off", "GOFLAGS=-buildvcs=false")
	if output, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building recorder and checker of histories: %w\n%s", err, output)
	}
	return programs, nil
}

// Release returns the commit in the project's repository or, without a repository, the version in file VERSION.
func Release(ctx context.Context, projectDir string) (string, error) {
	describe := exec.CommandContext(ctx, "git", "describe", "--always", "--dirty", "--exclude", "*")
	describe.Dir = projectDir
	if output, err := describe.Output(); err == nil {
		return strings.TrimSpace(string(output)), nil
	}
	version, err := os.ReadFile(filepath.Join(projectDir, "VERSION")) // #nosec G304 -- the project's own file
	return strings.TrimSpace(string(version)), err
}

// Options configure a recording.
type Options struct {
	// Programs is the result of Build.
	Programs string
	// Landscape is the directory of the landscape.
	Landscape string
	// Namespaces are the namespaces of the projects that are recorded. Without any, all are.
	Namespaces []string
	// Story names what happens.
	Story string
	// Release is the version or commit of the extension.
	Release string
	// Times are the times of the pages that the landscape has shortened, by their names in the format of test/history.
	Times map[string]time.Duration
	// File is the file for the history. Its directory is created.
	File string
}

// Recording is a running recording.
type Recording struct {
	options Options
	process *exec.Cmd
	stderr  bytes.Buffer

	lock  sync.Mutex
	input io.WriteCloser
	ended bool
	err   error
}

// Start starts a recording. It ends with Stop, or with the calling process.
func Start(options Options) (*Recording, error) {
	if err := os.MkdirAll(filepath.Dir(options.File), 0o750); err != nil {
		return nil, err
	}
	arguments := []string{"--landscape", options.Landscape, "--out", options.File, "--story", options.Story, "--release", options.Release}
	if len(options.Namespaces) > 0 {
		arguments = append(arguments, "--namespace", strings.Join(options.Namespaces, ","))
	}
	for _, name := range slices.Sorted(maps.Keys(options.Times)) {
		arguments = append(arguments, "--times", name+"="+options.Times[name].String())
	}
	r := &Recording{options: options}
	// The recording outlives the call. The program ends when its input does.
	r.process = exec.Command(filepath.Join(options.Programs, recorder), arguments...)
	r.process.Stderr = &r.stderr
	var err error
	if r.input, err = r.process.StdinPipe(); err != nil {
		return nil, err
	}
	if err := r.process.Start(); err != nil {
		return nil, fmt.Errorf("starting the recorder: %w", err)
	}
	return r, nil
}

// File returns the file with the history.
func (r *Recording) File() string { return r.options.File }

// Act adds to the history what the story does by other means than the recorded objects.
func (r *Recording) Act(what, on string) error {
	return r.Add("story", "action", map[string]string{"what": what, "on": on})
}

// Add adds an observation of another observer, such as a receiver of messages. kind is the field of the fact in the
// format of test/history.
func (r *Recording) Add(observer, kind string, fact any) error {
	line, err := json.Marshal(map[string]any{"observer": observer, kind: fact})
	if err != nil {
		return fmt.Errorf("encoding an observation: %w", err)
	}
	r.lock.Lock()
	defer r.lock.Unlock()
	if r.ended {
		return nil
	}
	if _, err := r.input.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("the recorder has ended: %w", err)
	}
	return nil
}

// Stop ends the recording. It returns an error if the history is not complete. Further calls return the same.
func (r *Recording) Stop() error {
	r.lock.Lock()
	defer r.lock.Unlock()
	if r.ended {
		return r.err
	}
	r.ended = true
	_ = r.input.Close() // an error means that the program has ended, of which Wait returns the reason
	timer := time.AfterFunc(stopTimeout, func() { _ = r.process.Process.Kill() })
	defer timer.Stop()
	if err := r.process.Wait(); err != nil {
		r.err = fmt.Errorf("the recorder: %w\n%s", err, r.stderr.String())
	}
	return r.err
}

// Check returns an error with the violations in the history, and a summary of what was checked.
func (r *Recording) Check(ctx context.Context) (string, error) {
	output, err := exec.CommandContext(ctx, filepath.Join(r.options.Programs, checker), r.options.File).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("the history %s: %w\n%s", r.options.File, err, output)
	}
	return strings.TrimSpace(string(output)), nil
}

// WriteKubeconfig writes the kubeconfig of a cluster to the directory of a landscape, where the recorder finds it. The
// landscape itself does so for all clusters except those of the real gardenlet's Shoots.
func WriteKubeconfig(landscape, cluster string, config *rest.Config) error {
	path := filepath.Join(landscape, cluster, cluster+".kubeconfig")
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		return err
	}
	kubeconfig := clientcmdapi.NewConfig()
	kubeconfig.CurrentContext = cluster
	kubeconfig.Contexts[cluster] = &clientcmdapi.Context{Cluster: cluster, AuthInfo: cluster}
	kubeconfig.Clusters[cluster] = &clientcmdapi.Cluster{
		Server: config.Host, TLSServerName: config.ServerName, CertificateAuthorityData: config.CAData,
	}
	kubeconfig.AuthInfos[cluster] = &clientcmdapi.AuthInfo{ClientCertificateData: config.CertData, ClientKeyData: config.KeyData}
	// The recorder, which looks for the file meanwhile, finds all of it or nothing.
	if err := clientcmd.WriteToFile(*kubeconfig, path+".unfinished"); err != nil {
		return fmt.Errorf("writing the kubeconfig of %s: %w", cluster, err)
	}
	return os.Rename(path+".unfinished", path)
}
