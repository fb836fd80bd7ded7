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

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/node/sandbox"
)

func (c *container) rootDir() string {
	return filepath.Join(c.pod.dir, "root", c.spec.Name)
}

// sandbox describes the container and prepares its root directory, which is recreated from the image's files at each
// start.
func (c *container) sandbox(image Image, argv []string, env map[string]string) (sandbox.Box, error) {
	uid, gid, err := sandbox.Identity(c.pod.object.Spec.SecurityContext, c.spec.SecurityContext, image.User)
	if err != nil {
		return sandbox.Box{}, &waitingError{"CreateContainerConfigError", err}
	}
	box := sandbox.Box{
		Root:         c.rootDir(),
		Hostname:     hostname(c.pod.object),
		WorkingDir:   c.spec.WorkingDir,
		UID:          int(uid),
		GID:          int(gid),
		PIDNamespace: c.pod.node.isolation.PID,
		Network:      c.pod.network.file(),
		Capabilities: sandbox.Capabilities(c.spec.SecurityContext),
		Argv:         argv,
		Env:          sandbox.Environ(env),
	}
	if context := c.spec.SecurityContext; context != nil {
		box.ReadOnlyRoot = ptr.Deref(context.ReadOnlyRootFilesystem, false)
		box.NoNewPrivileges = !ptr.Deref(context.AllowPrivilegeEscalation, true)
	}
	mounts, err := c.mounts(env)
	if err != nil {
		return sandbox.Box{}, err
	}
	box.Binds = sandbox.HostBinds()
	for target, source := range image.Files {
		box.Binds = append(box.Binds, sandbox.Bind{Source: source, Target: path.Clean(target), ReadOnly: true})
	}
	box.Binds = append(box.Binds, mounts...)
	slices.SortStableFunc(box.Binds, func(a, b sandbox.Bind) int {
		return cmp.Compare(strings.Count(a.Target, "/"), strings.Count(b.Target, "/"))
	}) // parents first
	return box, c.prepareRoot(box)
}

func hostname(pod *corev1.Pod) string {
	name := cmp.Or(pod.Spec.Hostname, pod.Name)
	if len(name) > 63 {
		name = strings.TrimRight(name[:63], "-.")
	}
	return name
}

// mounts returns the volume mounts of the container. It creates missing subpaths of writable volumes.
func (c *container) mounts(env map[string]string) ([]sandbox.Bind, error) {
	var binds []sandbox.Bind
	for _, mount := range c.spec.VolumeMounts {
		sub := mount.SubPath
		if mount.SubPathExpr != "" {
			sub = expand(mount.SubPathExpr, env)
		}
		b := sandbox.Bind{Source: filepath.Join(c.pod.volumeDir(mount.Name), sub), Target: path.Clean(mount.MountPath), ReadOnly: true}
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

// prepareRoot creates the root directory with the files that a container runtime provides.
func (c *container) prepareRoot(box sandbox.Box) error {
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
