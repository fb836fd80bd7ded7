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
	// initTimeout bounds how long a process may take to become a container.
	initTimeout = 30 * time.Second
	// selfTestPassed is what the process of a self-test reports, so that a program that never calls Init is noticed.
	selfTestPassed = "ok"
)

// DetectIsolation starts containers without a command until one succeeds.
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

// Start re-executes this program as a process in new namespaces, which becomes the container. It returns when the
// container's own command is executed, or with the reason why it is not.
//
// One id is mapped, the container's to the one of this process: the files the node writes belong to the container, and
// an ordinary user may map no other.
func Start(box Box, output *os.File) (*exec.Cmd, error) {
	description, send, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer func() { _ = send.Close() }() // open until the container runs: its end shows the process that the node died
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
	cmd.SysProcAttr.AmbientCaps = []uintptr{unix.CAP_SYS_ADMIN, unix.CAP_SETPCAP} // kept although the uid may not be 0
	err = startIn(cmd, box.Network)
	_ = description.Close()
	_ = report.Close()
	if err != nil {
		return nil, fmt.Errorf("failed to create namespaces: %w", err)
	}
	err = handOver(box, send, receive)
	if err != nil || len(box.Argv) == 0 {
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // how a process that was killed ended says nothing
		return nil, err
	}
	return cmd, nil
}

// startIn starts the command in a network namespace. The caller has locked its thread, which enters the namespace meanwhile.
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
		// Everything that runs on this thread later would be in the network of the pod.
		panic(fmt.Sprintf("failed to leave the network namespace: %v", back))
	}
	return err
}

// handOver sends the description and waits for the outcome: nothing, as soon as the command is executed.
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
