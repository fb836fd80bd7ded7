// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package node

import (
	"cmp"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/utils/ptr"
)

// bind is a file or directory of the host that appears in a container.
type bind struct {
	Source, Target string
	ReadOnly       bool
}

// sandbox is what the node hands to the process that becomes a container.
type sandbox struct {
	// Root is the host's directory that becomes the container's root.
	Root            string
	Hostname        string
	WorkingDir      string
	UID, GID        int
	Binds           []bind
	ReadOnlyRoot    bool
	NoNewPrivileges bool
	PIDNamespace    bool
	Capabilities    uint64
	Argv, Env       []string
}

// isolation is what separates containers from the host.
type isolation struct {
	namespaces, pid bool
	// reason says why it is not more.
	reason error
}

// String describes the isolation in words.
func (i isolation) String() string {
	switch {
	case i.pid:
		return "user, mount, UTS, IPC and PID namespaces"
	case i.namespaces:
		return fmt.Sprintf("user, mount, UTS and IPC namespaces, no PID namespace (%v)", i.reason)
	}
	return fmt.Sprintf("no namespaces, paths are rewritten (%v)", i.reason)
}

// capabilityBits are the capabilities that container runtimes leave to uid 0 by default.
func capabilityBits() map[corev1.Capability]uint {
	return map[corev1.Capability]uint{
		"CHOWN": 0, "DAC_OVERRIDE": 1, "FOWNER": 3, "FSETID": 4, "KILL": 5, "SETGID": 6, "SETUID": 7, "SETPCAP": 8,
		"NET_BIND_SERVICE": 10, "NET_RAW": 13, "SYS_CHROOT": 18, "MKNOD": 27, "AUDIT_WRITE": 29, "SETFCAP": 31,
	}
}

// capabilities are the default ones without those that are dropped. None are added.
func capabilities(context *corev1.SecurityContext) uint64 {
	var drop []corev1.Capability
	if context != nil && context.Capabilities != nil {
		drop = context.Capabilities.Drop
	}
	var bits uint64
	for name, bit := range capabilityBits() {
		if !slices.Contains(drop, "ALL") && !slices.Contains(drop, name) && !slices.Contains(drop, "CAP_"+name) {
			bits |= 1 << bit
		}
	}
	return bits
}

// identity returns uid and gid of the container.
func identity(pod *corev1.PodSecurityContext, container *corev1.SecurityContext, imageUser int64) (uid, gid int64, err error) {
	uid, gid = imageUser, imageUser
	nonRoot := false
	if pod != nil {
		uid, gid, nonRoot = ptr.Deref(pod.RunAsUser, uid), ptr.Deref(pod.RunAsGroup, gid), ptr.Deref(pod.RunAsNonRoot, nonRoot)
	}
	if container != nil {
		uid, gid, nonRoot = ptr.Deref(container.RunAsUser, uid), ptr.Deref(container.RunAsGroup, gid), ptr.Deref(container.RunAsNonRoot, nonRoot)
	}
	if nonRoot && uid == 0 {
		return 0, 0, fmt.Errorf("container has runAsNonRoot and would run as root")
	}
	return uid, gid, nil
}

func (c *container) rootDir() string {
	return filepath.Join(c.pod.dir, "root", c.spec.Name)
}

// sandbox describes the container and prepares its root, which begins with the image's files at each start.
func (c *container) sandbox(image Image, argv []string, env map[string]string) (sandbox, error) {
	uid, gid, err := identity(c.pod.object.Spec.SecurityContext, c.spec.SecurityContext, image.User)
	if err != nil {
		return sandbox{}, &waitingError{"CreateContainerConfigError", err}
	}
	box := sandbox{
		Root:         c.rootDir(),
		Hostname:     hostname(c.pod.object),
		WorkingDir:   c.spec.WorkingDir,
		UID:          int(uid),
		GID:          int(gid),
		PIDNamespace: c.pod.node.isolation.pid,
		Capabilities: capabilities(c.spec.SecurityContext),
		Argv:         argv,
		Env:          environ(env),
	}
	if context := c.spec.SecurityContext; context != nil {
		box.ReadOnlyRoot = ptr.Deref(context.ReadOnlyRootFilesystem, false)
		box.NoNewPrivileges = !ptr.Deref(context.AllowPrivilegeEscalation, true)
	}
	mounts, err := c.mounts(env)
	if err != nil {
		return sandbox{}, err
	}
	box.Binds = hostBinds()
	for target, source := range image.Files {
		box.Binds = append(box.Binds, bind{Source: source, Target: path.Clean(target), ReadOnly: true})
	}
	box.Binds = append(box.Binds, mounts...)
	slices.SortStableFunc(box.Binds, func(a, b bind) int { return cmp.Compare(strings.Count(a.Target, "/"), strings.Count(b.Target, "/")) }) // parents first
	return box, c.prepareRoot(box)
}

func hostname(pod *corev1.Pod) string {
	name := cmp.Or(pod.Spec.Hostname, pod.Name)
	if len(name) > 63 {
		name = strings.TrimRight(name[:63], "-.")
	}
	return name
}

// hostBinds are the host's devices and certificates of public authorities, which images carry along.
func hostBinds() []bind {
	var binds []bind
	for _, device := range []string{"null", "zero", "full", "random", "urandom", "tty"} {
		binds = append(binds, bind{Source: "/dev/" + device, Target: "/dev/" + device})
	}
	const target = "/etc/ssl/certs/ca-certificates.crt"
	for _, file := range []string{os.Getenv("SSL_CERT_FILE"), target, "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"} {
		if _, err := os.Stat(file); file != "" && err == nil { // #nosec G703 -- the user's own setting
			return append(binds, bind{Source: file, Target: target, ReadOnly: true})
		}
	}
	return binds
}

// mounts are the container's volume mounts. Sub-paths of volumes that can be written to are created.
func (c *container) mounts(env map[string]string) ([]bind, error) {
	var binds []bind
	for _, mount := range c.spec.VolumeMounts {
		sub := mount.SubPath
		if mount.SubPathExpr != "" {
			sub = expand(mount.SubPathExpr, env)
		}
		b := bind{Source: filepath.Join(c.pod.volumeDir(mount.Name), sub), Target: path.Clean(mount.MountPath), ReadOnly: true}
		for _, volume := range c.pod.object.Spec.Volumes {
			if volume.Name != mount.Name || volume.EmptyDir == nil && volume.PersistentVolumeClaim == nil {
				continue
			}
			b.ReadOnly = mount.ReadOnly
			if err := os.MkdirAll(b.Source, 0o777); err != nil { // #nosec G301 -- as an empty volume
				return nil, fmt.Errorf("failed to create the directory of a sub-path: %w", err)
			}
		}
		binds = append(binds, b)
	}
	return binds, nil
}

// prepareRoot makes the root directory with the files a container runtime provides.
func (c *container) prepareRoot(box sandbox) error {
	c.pod.files.Lock()
	defer c.pod.files.Unlock()
	if err := os.RemoveAll(box.Root); err != nil {
		return fmt.Errorf("failed to remove the root of the previous run: %w", err)
	}
	etc := filepath.Join(box.Root, "etc")
	if err := os.MkdirAll(etc, 0o755); err != nil {
		return fmt.Errorf("failed to create the root: %w", err)
	}
	passwd := "root:x:0:0:root:/:/sbin/nologin\nnobody:x:65534:65534:nobody:/:/sbin/nologin\n"
	if box.UID != 0 && box.UID != 65534 {
		passwd += fmt.Sprintf("user:x:%d:%d::/:/sbin/nologin\n", box.UID, box.GID)
	}
	for name, content := range map[string]string{
		"passwd":        passwd,
		"group":         "root:x:0:\nnobody:x:65534:\n",
		"nsswitch.conf": "hosts: files dns\n",
		"hostname":      box.Hostname + "\n",
		"resolv.conf":   resolvConf(c.pod.object),
		"hosts":         c.pod.hosts(),
	} {
		if err := os.WriteFile(filepath.Join(etc, name), []byte(content), 0o644); err != nil { // #nosec G306 -- public in any container
			return fmt.Errorf("failed to write /etc/%s: %w", name, err)
		}
	}
	return nil
}
