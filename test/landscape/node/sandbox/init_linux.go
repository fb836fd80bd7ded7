// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"golang.org/x/sys/unix"
)

const (
	// InitName is the program name (argv[0]) with which the program is re-executed to become a container.
	InitName = "landscape-node-init"

	descriptionFD = 3
	reportFD      = 4
)

// Init must be the first call in main, and in TestMain of tests that start a Node. In a process that becomes a
// container, it prepares the container, executes the command of the container, and does not return.
func Init() {
	if os.Args[0] != InitName {
		return
	}
	runtime.LockOSThread() // Privileges and the parent death signal belong to the thread that executes the command.
	report := os.NewFile(reportFD, "report")
	_, _ = fmt.Fprint(report, becomeContainer(report))
	os.Exit(127)
}

// becomeContainer prepares the container and executes its command. It returns only if it fails.
func becomeContainer(report *os.File) error {
	unix.CloseOnExec(descriptionFD)
	unix.CloseOnExec(reportFD)
	var box Box
	if err := json.NewDecoder(os.NewFile(descriptionFD, "description")).Decode(&box); err != nil {
		return fmt.Errorf("failed to read the description of the container: %w", err)
	}
	unix.Umask(0o022)
	for _, step := range []func(Box) error{dieWithNode, prepareMountPoints, mountAll, enterRoot, protect} {
		if err := step(box); err != nil {
			return err
		}
	}
	if len(box.Argv) == 0 {
		_, _ = fmt.Fprint(report, selfTestPassed)
		os.Exit(0)
	}
	if box.WorkingDir != "" {
		if err := os.Chdir(box.WorkingDir); err != nil {
			return err
		}
	}
	if err := dropPrivileges(box); err != nil {
		return err
	}
	return executeCommand(box)
}

// dieWithNode requests SIGKILL at the death of the node, and returns an error if the node has already died.
func dieWithNode(box Box) error {
	if err := unix.Prctl(unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL), 0, 0, 0); err != nil {
		return failed("ask for the signal at the node's death", err)
	}
	node := []unix.PollFd{{Fd: descriptionFD}}
	if _, err := unix.Poll(node, 0); err != nil {
		return failed("look for the node", err)
	}
	if node[0].Revents&unix.POLLHUP != 0 {
		return errors.New("the node has died")
	}
	return failed("set the host name", unix.Sethostname([]byte(box.Hostname)))
}

func prepareMountPoints(box Box) error {
	for _, dir := range []string{"proc", "dev/shm", "tmp"} {
		if err := os.MkdirAll(filepath.Join(box.Root, dir), 0o755); err != nil {
			return err
		}
	}
	if err := os.Chmod(filepath.Join(box.Root, "tmp"), 0o777|os.ModeSticky); err != nil {
		return err
	}
	for link, target := range map[string]string{"fd": "/proc/self/fd", "stdin": "/proc/self/fd/0", "stdout": "/proc/self/fd/1", "stderr": "/proc/self/fd/2"} {
		if err := os.Symlink(target, filepath.Join(box.Root, "dev", link)); err != nil {
			return err
		}
	}
	return nil
}

func mountAll(box Box) error {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_SLAVE, ""); err != nil {
		return failed("keep mounts from the host", err)
	}
	if err := unix.Mount(box.Root, box.Root, "", unix.MS_BIND|unix.MS_REC, ""); err != nil {
		return failed("mount the root", err)
	}
	for _, b := range box.Binds {
		target := filepath.Join(box.Root, b.Target)
		if err := makeMountPoint(b.Source, target); err != nil {
			return err
		}
		if err := unix.Mount(b.Source, target, "", unix.MS_BIND|unix.MS_REC, ""); err != nil {
			return failed("mount "+b.Target, err)
		}
	}
	proc := filepath.Join(box.Root, "proc")
	var err error
	if box.PIDNamespace {
		err = unix.Mount("proc", proc, "proc", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC, "")
	} else {
		err = unix.Mount("/proc", proc, "", unix.MS_BIND|unix.MS_REC, "")
	}
	if err != nil {
		return failed("mount /proc", err)
	}
	return failed("mount /dev/shm", unix.Mount("shm", filepath.Join(box.Root, "dev/shm"), "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, "mode=1777,size=64m"))
}

func makeMountPoint(source, target string) error {
	info, err := os.Stat(source)
	if err != nil {
		return err
	}
	if info.IsDir() {
		return os.MkdirAll(target, 0o755)
	}
	if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
		return err
	}
	file, err := os.OpenFile(target, os.O_CREATE|os.O_RDONLY, 0o644) // #nosec G302 G304 -- hidden by what is mounted on it
	if err != nil {
		return err
	}
	return file.Close()
}

func enterRoot(box Box) error {
	if err := unix.Chdir(box.Root); err != nil {
		return failed("enter the root", err)
	}
	if err := unix.PivotRoot(".", "."); err != nil {
		return failed("change the root", err)
	}
	if err := unix.Unmount(".", unix.MNT_DETACH); err != nil {
		return failed("leave the host's root", err)
	}
	return failed("enter the new root", unix.Chdir("/"))
}

// protect makes the required mounts read-only, children before parents. They include kernel settings, because the user
// of the container owns them if the node runs as root.
func protect(box Box) error {
	for _, name := range []string{"/proc/sys", "/proc/sysrq-trigger", "/proc/irq", "/proc/bus", "/proc/fs"} {
		if _, err := os.Stat(name); err != nil {
			continue // does not exist in all kernels
		}
		if err := unix.Mount(name, name, "", unix.MS_BIND|unix.MS_REC, ""); err != nil {
			return failed("mount "+name, err)
		}
		if err := remountReadOnly(name); err != nil {
			return err
		}
	}
	for i := len(box.Binds) - 1; i >= 0; i-- {
		if box.Binds[i].ReadOnly {
			if err := remountReadOnly(box.Binds[i].Target); err != nil {
				return err
			}
		}
	}
	if box.ReadOnlyRoot {
		return remountReadOnly("/")
	}
	return nil
}

// remountReadOnly remounts a path read-only. It keeps the flags of the mount, because a user namespace must not clear
// them.
func remountReadOnly(path string) error {
	var stat unix.Statfs_t
	if err := unix.Statfs(path, &stat); err != nil {
		return failed("look at "+path, err)
	}
	keep := uintptr(stat.Flags) & (unix.MS_NOSUID | unix.MS_NODEV | unix.MS_NOEXEC) // #nosec G115 -- flags
	return failed("make read-only "+path, unix.Mount("", path, "", unix.MS_BIND|unix.MS_REMOUNT|unix.MS_RDONLY|keep, ""))
}

// dropPrivileges reduces the capabilities to those of the container, and clears ambient and inheritable ones.
func dropPrivileges(box Box) error {
	for capability := range uint(64) {
		if box.Capabilities&(1<<capability) != 0 {
			continue
		}
		// Ignore numbers above the last known capability.
		if err := unix.Prctl(unix.PR_CAPBSET_DROP, uintptr(capability), 0, 0, 0); err != nil && !errors.Is(err, unix.EINVAL) {
			return failed("drop a capability", err)
		}
	}
	if err := unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0); err != nil {
		return failed("clear ambient capabilities", err)
	}
	header, data := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}, [2]unix.CapUserData{}
	if err := unix.Capget(&header, &data[0]); err != nil {
		return failed("read capabilities", err)
	}
	data[0].Inheritable, data[1].Inheritable = 0, 0
	if err := unix.Capset(&header, &data[0]); err != nil {
		return failed("clear inheritable capabilities", err)
	}
	if box.NoNewPrivileges {
		return failed("refuse new privileges", unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
	}
	return nil
}

func executeCommand(box Box) error {
	os.Clearenv()
	for _, variable := range box.Env {
		name, value, _ := strings.Cut(variable, "=")
		if err := os.Setenv(name, value); err != nil {
			return err
		}
	}
	program, err := exec.LookPath(box.Argv[0])
	if err != nil {
		return err
	}
	return failed("execute "+program, unix.Exec(program, box.Argv, box.Env)) // #nosec G204 -- to run what the pod says is the purpose
}

func failed(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("failed to %s: %w", what, err)
}
