// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package gitea runs Gitea, a Git host with an API for deploy keys. It listens only on loopback, with a certificate of
// a private authority. Tests that do not need this API use package githost, which starts faster.
package gitea

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	_ "embed"
	"encoding/hex"
	"encoding/pem"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"
	"time"

	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/knownhosts"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/binaries"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/pki"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
)

// Owner is the user who owns all repositories.
const Owner = "fleet"

// password is the password of the owner. Only this package uses it.
const password = "not-secret-at-all"

//go:embed app.ini.tmpl
var configuration string

// Options configure a Host.
type Options struct {
	// Dir is the directory for Gitea's data. It must not exist.
	Dir string
	// Gitea has the paths of the program and its static files.
	Gitea binaries.Gitea
	// Address and SSHAddress are the loopback addresses on which Gitea listens.
	Address, SSHAddress string
}

// Host is a running Gitea.
type Host struct {
	options   Options
	ca        *pki.CA
	hostKey   ssh.PublicKey
	processes *process.Group
	api       *api
	// config is the path of the configuration, and web the server process.
	config string
	web    *process.Process
}

// settings are the values that the template of the configuration contains.
type settings struct {
	User, Dir, Static, HTTPSPort, SSHPort, CertFile, KeyFile, HostKeyFile, Random, InternalToken string
}

// Start starts Gitea with one user. After an error, no process is left.
func Start(ctx context.Context, options Options) (_ *Host, err error) {
	h := &Host{options: options, processes: process.NewGroup(filepath.Join(options.Dir, "logs"))}
	defer func() {
		if err != nil {
			h.Stop()
		}
	}()
	if h.config, err = h.configure(ctx); err != nil {
		return nil, err
	}
	if _, err := h.run(ctx, h.config, "migrate"); err != nil {
		return nil, err
	}
	output, err := h.run(ctx, h.config, "admin", "user", "create", "--username", Owner, "--password", password, "--email", Owner+"@example.org",
		"--admin", "--must-change-password=false", "--access-token", "--access-token-name", "landscape", "--access-token-scopes", "all")
	if err != nil {
		return nil, err
	}
	token := regexp.MustCompile(`\b[0-9a-f]{40}\b`).FindString(output)
	if token == "" {
		return nil, fmt.Errorf("gitea has printed no token: %s", output)
	}
	if h.api, err = newAPI("https://"+options.Address, h.ca.Cert, token); err != nil {
		return nil, err
	}
	if err := h.Up(ctx); err != nil {
		return nil, err
	}
	return h, nil
}

// Up starts Gitea with its previous data.
func (h *Host) Up(ctx context.Context) error {
	web, err := h.processes.Start(process.Spec{
		Name: "gitea", Path: h.options.Gitea.Program, Args: []string{"--config", h.config, "web"}, Env: h.environment(), Dir: h.options.Dir,
	})
	if err != nil {
		return err
	}
	h.web = web
	return web.Until(ctx, "gitea", 100*time.Millisecond, func(ctx context.Context) error {
		return h.api.call(ctx, http.MethodGet, "/version", nil, nil)
	})
}

// Down stops Gitea until Up is called.
func (h *Host) Down() { h.web.Stop(5 * time.Second) }

// configure writes Gitea's configuration and keys, and returns the path of the configuration.
func (h *Host) configure(ctx context.Context) (string, error) {
	dir, err := filepath.Abs(h.options.Dir)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(filepath.Join(dir, "repositories"), 0o750); err != nil {
		return "", fmt.Errorf("creating Gitea's directory: %w", err)
	}
	h.options.Dir = dir
	s := settings{Dir: dir, Static: h.options.Gitea.Static, HostKeyFile: filepath.Join(dir, "host_ed25519")}
	current, err := user.Current()
	if err != nil {
		return "", fmt.Errorf("finding the current user: %w", err)
	}
	s.User = current.Username
	if h.ca, err = pki.NewCA("gitea"); err != nil {
		return "", err
	}
	pair, err := h.ca.Server("gitea", []string{"localhost"}, []net.IP{net.IPv4(127, 0, 0, 1)})
	if err != nil {
		return "", err
	}
	if s.CertFile, s.KeyFile, err = pair.Write(dir, "tls"); err != nil {
		return "", err
	}
	if h.hostKey, err = writeHostKey(s.HostKeyFile); err != nil {
		return "", err
	}
	for address, port := range map[string]*string{h.options.Address: &s.HTTPSPort, h.options.SSHAddress: &s.SSHPort} {
		if _, *port, err = net.SplitHostPort(address); err != nil {
			return "", err
		}
	}
	random := make([]byte, 32)
	if _, err := rand.Read(random); err != nil {
		return "", err
	}
	s.Random = hex.EncodeToString(random)
	if s.InternalToken, err = h.run(ctx, "", "generate", "secret", "INTERNAL_TOKEN"); err != nil {
		return "", err
	}
	text := &strings.Builder{}
	if err := template.Must(template.New("app.ini").Parse(configuration)).Execute(text, s); err != nil {
		return "", fmt.Errorf("writing Gitea's configuration: %w", err)
	}
	path := filepath.Join(dir, "app.ini")
	return path, os.WriteFile(path, []byte(text.String()), 0o600)
}

func writeHostKey(path string) (ssh.PublicKey, error) {
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("generating the host key: %w", err)
	}
	block, err := ssh.MarshalPrivateKey(private, "")
	if err != nil {
		return nil, fmt.Errorf("encoding the host key: %w", err)
	}
	if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
		return nil, err
	}
	return ssh.NewPublicKey(public)
}

// run runs one of Gitea's commands.
func (h *Host) run(ctx context.Context, config string, args ...string) (string, error) {
	if config != "" {
		args = append([]string{"--config", config}, args...)
	}
	command := exec.CommandContext(ctx, h.options.Gitea.Program, args...)
	command.Env, command.Dir = h.environment(), h.options.Dir
	output, err := command.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("gitea %s: %w\n%s", strings.Join(args, " "), err, output)
	}
	return strings.TrimSpace(string(output)), nil
}

// environment returns environment variables that isolate Gitea and its git from the user's git configuration.
func (h *Host) environment() []string {
	environment := []string{"PATH=" + os.Getenv("PATH"), "HOME=" + h.options.Dir, "TMPDIR=" + h.options.Dir, "GIT_CONFIG_NOSYSTEM=1"}
	if current, err := user.Current(); err == nil {
		environment = append(environment, "USER="+current.Username)
	}
	return environment
}

// Stop stops Gitea and its processes.
func (h *Host) Stop() { h.processes.StopAll(5 * time.Second) }

// Address returns the host and port of the API.
func (h *Host) Address() string { return h.options.Address }

// SSHURL returns the URL of a repository.
func (h *Host) SSHURL(repository string) string {
	return fmt.Sprintf("ssh://git@%s/%s/%s.git", h.options.SSHAddress, Owner, repository)
}

// CA returns the PEM-encoded certificate of the API's authority.
func (h *Host) CA() []byte { return h.ca.Cert }

// KnownHosts returns the host key as a line of a known_hosts file.
func (h *Host) KnownHosts() string {
	return knownhosts.Line([]string{h.options.SSHAddress}, h.hostKey) + "\n"
}
