// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package sandbox

import (
	"fmt"
	"os"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/utils/ptr"
)

// Bind mounts a file or directory of the host in a container.
type Bind struct {
	// Source is the path on the host, and Target the path in the container.
	Source, Target string
	// ReadOnly mounts it read-only.
	ReadOnly bool
}

// Box describes a container to the process that becomes the container.
type Box struct {
	// Root is the host directory that becomes the root directory.
	Root string
	// Hostname is the host name, and WorkingDir the working directory.
	Hostname, WorkingDir string
	// UID and GID are the user and group of the process.
	UID, GID int
	// Binds are the bind mounts, parents first.
	Binds []Bind
	// ReadOnlyRoot mounts the root directory read-only. NoNewPrivileges prevents the process from gaining privileges.
	// PIDNamespace gives the container its own PID namespace.
	ReadOnlyRoot, NoNewPrivileges, PIDNamespace bool
	// Capabilities is a bit mask of the capabilities.
	Capabilities uint64
	// Network is the path of the network namespace. If it is empty, the container uses the network of the host.
	Network string `json:"-"`
	// Argv is the command line, and Env the environment. A container without a command is a self-test.
	Argv, Env []string
}

// Isolation describes how containers are isolated from the host.
type Isolation struct {
	// Namespaces is true if containers have their own namespaces, and PID if these include a PID namespace.
	Namespaces, PID bool
	// Reason explains why there is no stronger isolation.
	Reason error
}

// String describes the isolation for messages.
func (i Isolation) String() string {
	switch {
	case i.PID:
		return "user, mount, UTS, IPC and PID namespaces"
	case i.Namespaces:
		return fmt.Sprintf("user, mount, UTS and IPC namespaces, no PID namespace (%v)", i.Reason)
	}
	return fmt.Sprintf("no namespaces, paths are rewritten (%v)", i.Reason)
}

// capabilityBits returns the capabilities that container runtimes grant to UID 0 by default.
func capabilityBits() map[corev1.Capability]uint {
	return map[corev1.Capability]uint{
		"CHOWN": 0, "DAC_OVERRIDE": 1, "FOWNER": 3, "FSETID": 4, "KILL": 5, "SETGID": 6, "SETUID": 7, "SETPCAP": 8,
		"NET_BIND_SERVICE": 10, "NET_RAW": 13, "SYS_CHROOT": 18, "MKNOD": 27, "AUDIT_WRITE": 29, "SETFCAP": 31,
	}
}

// Capabilities returns the default capabilities except the dropped ones. Added capabilities are ignored.
func Capabilities(context *corev1.SecurityContext) uint64 {
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

// Identity returns the UID and GID of the container.
func Identity(pod *corev1.PodSecurityContext, container *corev1.SecurityContext, imageUser int64) (uid, gid int64, err error) {
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

// HostBinds returns bind mounts for the host's devices and its public CA certificates, which real images contain.
func HostBinds() []Bind {
	var binds []Bind
	for _, device := range []string{"null", "zero", "full", "random", "urandom", "tty"} {
		binds = append(binds, Bind{Source: "/dev/" + device, Target: "/dev/" + device})
	}
	const target = "/etc/ssl/certs/ca-certificates.crt"
	for _, file := range []string{os.Getenv("SSL_CERT_FILE"), target, "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"} {
		if _, err := os.Stat(file); file != "" && err == nil { // #nosec G703 -- the user's own setting
			return append(binds, Bind{Source: file, Target: target, ReadOnly: true})
		}
	}
	return binds
}
