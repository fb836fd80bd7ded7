// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package node

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("sandbox", func() {
	It("should either give a container namespaces of its own or say why not", func() {
		dir := GinkgoT().TempDir()
		found := detectIsolation(dir)
		GinkgoWriter.Println(found.String())
		if !found.namespaces {
			Expect(found.reason).To(HaveOccurred())
			Skip("this host allows no user namespaces: " + found.reason.Error())
		}

		root, data := filepath.Join(dir, "root"), filepath.Join(dir, "data")
		Expect(os.MkdirAll(root, 0o755)).To(Succeed())
		Expect(os.MkdirAll(data, 0o755)).To(Succeed())
		box := sandbox{
			Root: root, Hostname: "inside", UID: 1234, GID: 1234, ReadOnlyRoot: true, NoNewPrivileges: true, PIDNamespace: found.pid,
			Binds: []bind{{Source: "/dev/null", Target: "/dev/null"}, {Source: data, Target: "/data"}},
			Env:   []string{"PATH=/bin:/usr/bin"},
			Argv:  []string{"sh", "-c", `id -u > /data/out; uname -n >> /data/out; (echo x > /file) 2>/dev/null || echo read-only >> /data/out; grep CapEff /proc/self/status >> /data/out`},
		}
		for _, path := range []string{"/bin", "/usr", "/lib", "/lib64"} {
			if _, err := os.Stat(path); err == nil {
				box.Binds = append(box.Binds, bind{Source: path, Target: path, ReadOnly: true})
			}
		}
		p, err := startProcess(func() (*exec.Cmd, error) { return startSandboxed(box, nil) }, found.pid)
		Expect(err).NotTo(HaveOccurred())
		Eventually(p.done, "10s").Should(BeClosed())
		Expect(p.code).To(BeZero())
		out, err := os.ReadFile(filepath.Join(data, "out"))
		Expect(err).NotTo(HaveOccurred())
		Expect(strings.Fields(string(out))).To(HaveExactElements("1234", "inside", "read-only", "CapEff:", "0000000000000000"))
	})

	It("should report why a container cannot be started", func() {
		dir := GinkgoT().TempDir()
		if found := detectIsolation(dir); !found.namespaces {
			Skip("this host allows no user namespaces: " + found.reason.Error())
		}
		_, err := startProcess(func() (*exec.Cmd, error) {
			return startSandboxed(sandbox{Root: dir, Hostname: "inside", UID: 1, GID: 1, Argv: []string{"/nowhere"}, Env: []string{"PATH=/"}}, nil)
		}, false)
		Expect(err).To(MatchError(ContainSubstring("/nowhere")))
	})
})
