// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package sandbox

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
		found := DetectIsolation(dir)
		GinkgoWriter.Println(found.String())
		if !found.Namespaces {
			Expect(found.Reason).To(HaveOccurred())
			Skip("this host allows no user namespaces: " + found.Reason.Error())
		}

		root, data := filepath.Join(dir, "root"), filepath.Join(dir, "data")
		Expect(os.MkdirAll(root, 0o755)).To(Succeed())
		Expect(os.MkdirAll(data, 0o755)).To(Succeed())
		box := Box{
			Root: root, Hostname: "inside", UID: 1234, GID: 1234, ReadOnlyRoot: true, NoNewPrivileges: true, PIDNamespace: found.PID,
			Binds: []Bind{{Source: "/dev/null", Target: "/dev/null"}, {Source: data, Target: "/data"}},
			Env:   []string{"PATH=/bin:/usr/bin"},
			Argv:  []string{"sh", "-c", `id -u > /data/out; uname -n >> /data/out; (echo x > /file) 2>/dev/null || echo read-only >> /data/out; grep CapEff /proc/self/status >> /data/out`},
		}
		for _, path := range []string{"/bin", "/usr", "/lib", "/lib64"} {
			if _, err := os.Stat(path); err == nil {
				box.Binds = append(box.Binds, Bind{Source: path, Target: path, ReadOnly: true})
			}
		}
		p, err := StartProcess(func() (*exec.Cmd, error) { return Start(box, nil) }, found.PID)
		Expect(err).NotTo(HaveOccurred())
		Eventually(p.Done, "10s").Should(BeClosed())
		Expect(p.Code).To(BeZero())
		out, err := os.ReadFile(filepath.Join(data, "out"))
		Expect(err).NotTo(HaveOccurred())
		Expect(strings.Fields(string(out))).To(HaveExactElements("1234", "inside", "read-only", "CapEff:", "0000000000000000"))
	})

	It("should report why a container cannot be started", func() {
		dir := GinkgoT().TempDir()
		if found := DetectIsolation(dir); !found.Namespaces {
			Skip("this host allows no user namespaces: " + found.Reason.Error())
		}
		_, err := StartProcess(func() (*exec.Cmd, error) {
			return Start(Box{Root: dir, Hostname: "inside", UID: 1, GID: 1, Argv: []string{"/nowhere"}, Env: []string{"PATH=/"}}, nil)
		}, false)
		Expect(err).To(MatchError(ContainSubstring("/nowhere")))
	})
})
