// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package githost

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/cgi"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"github.com/gliderlabs/ssh"
	gossh "golang.org/x/crypto/ssh"
)

func (h *Host) newSSHServer(signers []gossh.Signer) *ssh.Server {
	server := &ssh.Server{
		Handler: h.serveSSH,
		PublicKeyHandler: func(ctx ssh.Context, key ssh.PublicKey) bool {
			return ctx.User() == User && h.knows(key)
		},
	}
	for _, signer := range signers {
		server.AddHostKey(signer)
	}
	return server
}

// serveSSH runs one git program for a client. Refused sessions exit with code 128, as git does.
func (h *Host) serveSSH(session ssh.Session) {
	if !h.begin() {
		return
	}
	defer h.sessions.Done()

	command := session.Command()
	if len(command) != 2 || (command[0] != "git-upload-pack" && command[0] != "git-receive-pack") {
		h.refuse(session, "only git-upload-pack and git-receive-pack are served")
		return
	}
	dir, ok := h.authorize(command[1], session.PublicKey(), command[0] == "git-receive-pack")
	if !ok {
		// The response is the same for all reasons, so that it does not reveal which repositories exist.
		h.refuse(session, "access denied")
		return
	}

	git := exec.CommandContext(session.Context(), h.git, strings.TrimPrefix(command[0], "git-"), dir)
	git.Env = h.environment()
	for _, variable := range session.Environ() {
		if strings.HasPrefix(variable, "GIT_PROTOCOL=") {
			git.Env = append(git.Env, variable)
		}
	}
	git.Stdin, git.Stdout, git.Stderr = session, session, session.Stderr()
	// git starts other programs. Killing the process group also ends them.
	git.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	git.Cancel = func() error { return syscall.Kill(-git.Process.Pid, syscall.SIGKILL) }
	// A client may keep its side open after git has ended. Run must not wait until the client closes stdin.
	git.WaitDelay = time.Second
	if err := git.Run(); err != nil && git.ProcessState != nil && !git.ProcessState.Success() {
		_ = session.Exit(128)
		return
	}
	_ = session.Exit(0)
}

// begin registers a session, for which Stop waits. It returns false after Stop was called.
func (h *Host) begin() bool {
	h.lock.RLock()
	defer h.lock.RUnlock()
	if h.stopped {
		return false
	}
	h.sessions.Add(1)
	return true
}

// refuse ends a session with a reason. It ignores errors, because the client may have disconnected.
func (h *Host) refuse(session ssh.Session, reason string) {
	_, _ = fmt.Fprintln(session.Stderr(), reason)
	_ = session.Exit(128)
}

// newHTTPServer returns a server for requests that allow accepts. For other requests, allow must write the response.
func (h *Host) newHTTPServer(allow func(http.ResponseWriter, *http.Request) bool) *http.Server {
	backend := &cgi.Handler{
		Path: h.git,
		Args: []string{"http-backend"},
		// git http-backend refuses pushes without authentication, and this host authenticates no request for it.
		Env: append(h.environment(), "GIT_PROJECT_ROOT="+h.dir, "GIT_HTTP_EXPORT_ALL=1"),
	}
	return &http.Server{
		ReadHeaderTimeout: 10 * time.Second,
		// Clients that do not trust the host report the error themselves.
		ErrorLog: log.New(io.Discard, "", 0),
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !h.begin() {
				return
			}
			defer h.sessions.Done()
			if allow(w, r) {
				backend.ServeHTTP(w, r)
			}
		}),
	}
}

func (h *Host) allowPublic(w http.ResponseWriter, r *http.Request) bool {
	if !h.opens(r.URL.Path, func(string, *repository) bool { return false }) {
		http.NotFound(w, r)
		return false
	}
	return true
}

func (h *Host) allowToken(w http.ResponseWriter, r *http.Request) bool {
	if !h.opens(r.URL.Path, func(_ string, repo *repository) bool { return repo.token.admits(r) }) {
		// The response is the same for all reasons, as over SSH.
		w.Header().Set("WWW-Authenticate", `Basic realm="landscape"`)
		http.Error(w, "access denied", http.StatusUnauthorized)
		return false
	}
	return true
}

// opens returns whether an HTTP path is in a public repository or in one for which admits returns true. The first
// ".git" ends the name of the repository.
func (h *Host) opens(path string, admits func(name string, repo *repository) bool) bool {
	name, rest, found := strings.Cut(path, ".git")
	if !found || !strings.HasPrefix(rest, "/") || strings.Contains(rest, "..") {
		return false
	}
	name = canonicalName(name)
	h.lock.RLock()
	defer h.lock.RUnlock()
	repo, ok := h.repositories[name]
	return ok && (repo.public || admits(name, repo))
}
