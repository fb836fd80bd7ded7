// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	landscapeprocess "github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
)

const (
	// initTimeout limits the time that a process needs to become a container.
	initTimeout = 30 * time.Second
	// selfTestPassed is the report of a successful self-test. It distinguishes success from a program that never calls
	// Init.
	selfTestPassed = "ok"
)

// DetectIsolation starts self-tests with decreasing isolation until one succeeds.
func DetectIsolation(dir string) Isolation {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var reasons error
	for _, pid := range []bool{true, false} {
		err := selfTest(dir, pid)
		if err == nil {
			return Isolation{Namespaces: true, PID: pid, Reason: reasons}
		}
		reasons = errors.Join(reasons, err)
	}
	return Isolation{Reason: reasons}
}

func selfTest(dir string, pid bool) error {
	root, err := os.MkdirTemp(dir, "self-test-")
	if err != nil {
		return err
	}
	_, err = Start(Box{
		Root: root, Hostname: "self-test", UID: 65534, GID: 65534, PIDNamespace: pid, ReadOnlyRoot: true,
		Binds: []Bind{{Source: "/dev/null", Target: "/dev/null"}},
	}, nil)
	return errors.Join(err, os.RemoveAll(root))
}

// Start re-executes this program in new namespaces. The new process becomes the container. Start returns when the
// command of the container has been executed, or the error if this fails.
//
// The container's UID and GID are the only mapped IDs. They map to the IDs of this process, so that the container owns
// the files that the node writes. An ordinary user may not map other IDs.
func Start(box Box, output *os.File) (*exec.Cmd, error) {
	description, send, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	// The pipe stays open until the container runs: its end would show the process that the node died.
	defer func() { _ = send.Close() }()
	receive, report, err := os.Pipe()
	if err != nil {
		_ = description.Close()
		return nil, err
	}
	defer func() { _ = receive.Close() }()

	cmd := exec.Command("/proc/self/exe")
	cmd.Args, cmd.Env, cmd.Dir = []string{InitName}, []string{"PATH=/"}, "/"
	if output != nil {
		cmd.Stdout, cmd.Stderr = output, output
	}
	cmd.ExtraFiles = []*os.File{description, report}
	cmd.SysProcAttr = landscapeprocess.SysProcAttr()
	cmd.SysProcAttr.Cloneflags = unix.CLONE_NEWUSER | unix.CLONE_NEWNS | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC
	if box.PIDNamespace {
		cmd.SysProcAttr.Cloneflags |= unix.CLONE_NEWPID
	}
	cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: box.UID, HostID: os.Getuid(), Size: 1}}
	cmd.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: box.GID, HostID: os.Getgid(), Size: 1}}
	// The UID may not be 0, so these capabilities have to be ambient.
	cmd.SysProcAttr.AmbientCaps = []uintptr{unix.CAP_SYS_ADMIN, unix.CAP_SETPCAP}
	err = startIn(cmd, box.Network)
	_ = description.Close()
	_ = report.Close()
	if err != nil {
		return nil, fmt.Errorf("failed to create namespaces: %w", err)
	}
	err = handOver(box, send, receive)
	if err != nil || len(box.Argv) == 0 {
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // The state of a killed process has no information.
		return nil, err
	}
	return cmd, nil
}

// startIn starts the command in a network namespace. It temporarily moves the current thread, which the caller has
// locked, to the namespace.
func startIn(cmd *exec.Cmd, network string) error {
	if network == "" {
		return cmd.Start()
	}
	own, err := os.Open("/proc/thread-self/ns/net")
	if err != nil {
		return err
	}
	defer func() { _ = own.Close() }()
	target, err := os.Open(network) // #nosec G304 -- the namespace that the node has created
	if err != nil {
		return err
	}
	defer func() { _ = target.Close() }()
	if err := unix.Setns(int(target.Fd()), unix.CLONE_NEWNET); err != nil {
		return fmt.Errorf("failed to enter the network namespace: %w", err)
	}
	err = cmd.Start()
	if back := unix.Setns(int(own.Fd()), unix.CLONE_NEWNET); back != nil {
		// Everything that runs on this thread later would use the network of the pod.
		panic(fmt.Sprintf("failed to leave the network namespace: %v", back))
	}
	return err
}

// handOver sends the description and waits for the result. An empty report means that the command was executed.
func handOver(box Box, send, receive *os.File) error {
	if err := json.NewEncoder(send).Encode(box); err != nil {
		return fmt.Errorf("failed to describe the container to its first process: %w", err)
	}
	if err := receive.SetReadDeadline(time.Now().Add(initTimeout)); err != nil {
		return err
	}
	message, err := io.ReadAll(receive)
	if err != nil {
		return fmt.Errorf("failed to wait for the start of the container: %w", err)
	}
	switch {
	case len(box.Argv) == 0 && string(message) == selfTestPassed:
		return nil
	case len(message) > 0:
		return errors.New(string(message))
	case len(box.Argv) == 0:
		return errors.New("the self-test reported nothing: does the program call sandbox.Init first?")
	}
	return nil
}
