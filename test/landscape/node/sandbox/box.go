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

// Bind is a file or directory of the host that appears in a container.
type Bind struct {
	// Source is the host's path, and Target the container's.
	Source, Target string
	// ReadOnly is whether the container may only read it.
	ReadOnly bool
}

// Box is what the node hands to the process that becomes a container.
type Box struct {
	// Root is the host's directory that becomes the container's root.
	Root string
	// Hostname is the container's host name, and WorkingDir the directory in which it starts.
	Hostname, WorkingDir string
	// UID and GID are what its process runs as.
	UID, GID int
	// Binds are what of the host appears in it, parents first.
	Binds []Bind
	// ReadOnlyRoot is whether it may only read its root, NoNewPrivileges whether it cannot gain any, and PIDNamespace whether it has one of its own.
	ReadOnlyRoot, NoNewPrivileges, PIDNamespace bool
	// Capabilities are its capabilities, a bit each.
	Capabilities uint64
	// Network is the file of the network namespace in which it starts. Empty is the network of the host.
	Network string `json:"-"`
	// Argv is its command line, and Env its environment; a container without a command is a self-test.
	Argv, Env []string
}

// Isolation is what separates containers from the host.
type Isolation struct {
	// Namespaces is whether containers have namespaces of their own, and PID whether one for processes is among them.
	Namespaces, PID bool
	// Reason says why it is not more.
	Reason error
}

// String describes the isolation in words.
func (i Isolation) String() string {
	switch {
	case i.PID:
		return "user, mount, UTS, IPC and PID namespaces"
	case i.Namespaces:
		return fmt.Sprintf("user, mount, UTS and IPC namespaces, no PID namespace (%v)", i.Reason)
	}
	return fmt.Sprintf("no namespaces, paths are rewritten (%v)", i.Reason)
}

// capabilityBits are the capabilities that container runtimes leave to uid 0 by default.
func capabilityBits() map[corev1.Capability]uint {
	return map[corev1.Capability]uint{
		"CHOWN": 0, "DAC_OVERRIDE": 1, "FOWNER": 3, "FSETID": 4, "KILL": 5, "SETGID": 6, "SETUID": 7, "SETPCAP": 8,
		"NET_BIND_SERVICE": 10, "NET_RAW": 13, "SYS_CHROOT": 18, "MKNOD": 27, "AUDIT_WRITE": 29, "SETFCAP": 31,
	}
}

// Capabilities are the default ones without those that are dropped. None are added.
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

// Identity returns uid and gid of the container.
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

// HostBinds are the host's devices and certificates of public authorities, which images carry along.
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
