// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package node

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/node/sandbox"
	landscapeprocess "github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
)

// startRetry is the pause before the node tries again to start a waiting container.
const startRetry = 2 * time.Second

// container is a container of a pod, across all its restarts.
type container struct {
	pod   *pod
	log   logr.Logger
	spec  corev1.Container
	init  bool
	paths *pathRewriter

	// status and process are protected by the pod's mu.
	status  corev1.ContainerStatus
	process *sandbox.Process
}

func newContainer(p *pod, spec corev1.Container, before []corev1.ContainerStatus, init bool) *container {
	c := &container{pod: p, log: p.log.WithValues("container", spec.Name), spec: spec, init: init}
	c.status = corev1.ContainerStatus{
		Name:    spec.Name,
		Image:   spec.Image,
		ImageID: "process://" + spec.Image,
		State:   corev1.ContainerState{Waiting: &corev1.ContainerStateWaiting{Reason: "ContainerCreating"}},
	}
	for _, s := range before { // the process of this container ended when the node restarted
		if s.Name == spec.Name && s.ContainerID != "" {
			c.status.RestartCount, c.status.LastTerminationState, c.status.ContainerID = s.RestartCount+1, s.LastTerminationState, s.ContainerID
		}
	}
	if !p.node.isolation.Namespaces {
		hosts := map[string]string{}
		for _, mount := range spec.VolumeMounts {
			hosts[mount.MountPath] = filepath.Join(p.volumeDir(mount.Name), mount.SubPath)
		}
		c.paths = newPathRewriter(hosts)
	}
	return c
}

// loop runs the container repeatedly until the pod ends or the restart policy does not allow another restart. It
// reports whether the container completed successfully.
func (c *container) loop(ctx context.Context) bool {
	backoff := restartBackoff{initial: c.pod.node.options.RestartBackoff}
	for ctx.Err() == nil {
		begin := time.Now()
		code, err := c.run(ctx)
		var waiting *waitingError
		if errors.As(err, &waiting) {
			if ctx.Err() != nil {
				return false
			}
			c.setWaiting(waiting.reason, waiting.Error())
			wait(ctx, startRetry)
			continue
		}
		terminated := c.terminated(code, err, begin)
		if ctx.Err() != nil || !restarts(c.pod.object.Spec.RestartPolicy, c.init, code) {
			c.setEnded(corev1.ContainerState{Terminated: terminated}, nil)
			return code == 0
		}
		pause := backoff.next(time.Since(begin))
		c.setEnded(corev1.ContainerState{Waiting: &corev1.ContainerStateWaiting{
			Reason:  "CrashLoopBackOff",
			Message: fmt.Sprintf("back-off %s restarting container", pause),
		}}, terminated)
		if wait(ctx, pause) {
			c.update(func(s *corev1.ContainerStatus) { s.RestartCount++ })
		}
	}
	return false
}

// run runs the container once and returns its exit code.
func (c *container) run(ctx context.Context) (int, error) {
	image, ok := c.pod.node.image(c.spec.Image)
	if !ok && c.pod.node.options.Phantoms {
		c.runPhantom(ctx)
		return 0, nil
	}
	if !ok {
		return 0, &waitingError{"ErrImagePull", fmt.Errorf("image %q is not known to this node", c.spec.Image)}
	}
	prepare, cancel := context.WithTimeout(ctx, apiTimeout)
	defer cancel()
	if err := c.pod.writeVolumes(prepare); err != nil {
		return 0, &waitingError{"ContainerCreating", err}
	}
	env, err := c.environment(prepare, image)
	if err != nil {
		return 0, &waitingError{"CreateContainerConfigError", err}
	}
	started, err := c.start(image, env)
	if err != nil {
		return 128, err
	}
	c.setRunning(started)
	c.supervise(ctx, started)
	return started.Code, nil
}

func (c *container) start(image Image, env map[string]string) (*sandbox.Process, error) {
	if c.init {
		// The image's arguments configure listen addresses, which an init container does not need.
		image.Args = nil
	}
	argv, err := commandLine(image, c.spec, func(s string) string { return expand(s, env, map[string]string{"POD_IP": c.pod.listenIP}) })
	if err != nil {
		return nil, &waitingError{"CreateContainerConfigError", err}
	}
	output, err := c.createLog()
	if err != nil {
		return nil, err
	}
	defer func() { _ = output.Close() }() // the process has its own descriptor
	if !c.pod.node.isolation.Namespaces {
		return sandbox.StartProcess(func() (*exec.Cmd, error) { return c.startPlain(image, argv, env, output) }, false)
	}
	if c.pod.network == nil {
		argv = rewriteListenFlags(argv, c.pod.listenIP)
	}
	box, err := c.sandbox(image, argv, env)
	if err != nil {
		return nil, err
	}
	return sandbox.StartProcess(func() (*exec.Cmd, error) { return sandbox.Start(box, output) }, box.PIDNamespace)
}

// startPlain starts the container as a process that can access all files of the host.
func (c *container) startPlain(image Image, argv []string, env map[string]string, output *os.File) (*exec.Cmd, error) {
	argv = append(argv, image.FallbackArgs...)
	for i := range argv {
		argv[i] = c.paths.rewrite(argv[i])
	}
	argv = rewriteListenFlags(argv, c.pod.listenIP)
	cmd := exec.Command(hostExecutable(image, argv[0]), argv[1:]...) // #nosec G204 -- to run what the pod says is the purpose
	cmd.Env, cmd.Dir, cmd.Stdout, cmd.Stderr, cmd.SysProcAttr = sandbox.Environ(env), c.pod.dir, output, output, landscapeprocess.SysProcAttr()
	if c.spec.WorkingDir != "" {
		cmd.Dir = c.paths.rewrite(c.spec.WorkingDir)
	}
	return cmd, cmd.Start()
}

// supervise probes the container until its process has ended. It stops the process if the context ends or a probe
// requires a restart.
func (c *container) supervise(ctx context.Context, running *sandbox.Process) {
	probing, cancel := context.WithCancel(ctx)
	failed := make(chan string, 2)
	var probes sync.WaitGroup
	probes.Go(func() { c.probe(probing, failed) })
	select {
	case <-running.Done:
	case <-ctx.Done():
		running.Stop(c.pod.killed)
	case probe := <-failed:
		c.log.Info("Container is restarted because of a failed probe", "probe", probe)
		grace := time.Duration(ptr.Deref(c.pod.object.Spec.TerminationGracePeriodSeconds, corev1.DefaultTerminationGracePeriodSeconds)) * time.Second
		limit, release := context.WithTimeout(c.pod.killed, grace)
		running.Stop(limit)
		release()
	}
	cancel()
	probes.Wait()
}

func (c *container) logFile(attempt int32) string {
	return filepath.Join(c.pod.logDir, c.spec.Name, fmt.Sprintf("%d.log", attempt))
}

func (c *container) createLog() (*os.File, error) {
	c.pod.mu.Lock()
	name := c.logFile(c.status.RestartCount)
	c.pod.mu.Unlock()
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return nil, fmt.Errorf("failed to create the directory for logs: %w", err)
	}
	file, err := os.OpenFile(name, os.O_CREATE|os.O_TRUNC|os.O_WRONLY|os.O_APPEND, 0o600) // #nosec G304 -- below the node's directory
	if err != nil {
		return nil, fmt.Errorf("failed to create the log file: %w", err)
	}
	return file, nil
}

// update changes the container status and marks it for reporting.
func (c *container) update(change func(*corev1.ContainerStatus)) {
	c.pod.mu.Lock()
	change(&c.status)
	c.pod.mu.Unlock()
	c.pod.markDirty()
}

func (c *container) setRunning(running *sandbox.Process) {
	c.log.Info("Container started", "pid", running.PID, "ip", c.pod.listenIP, "took", running.Took.Round(time.Millisecond).String())
	c.update(func(s *corev1.ContainerStatus) {
		c.process = running
		s.ContainerID = fmt.Sprintf("process://%d", running.PID)
		s.State = corev1.ContainerState{Running: &corev1.ContainerStateRunning{StartedAt: metav1.Now()}}
		s.Started = ptr.To(c.spec.StartupProbe == nil)
		s.Ready = !c.init && c.spec.ReadinessProbe == nil && c.spec.StartupProbe == nil
	})
}

func (c *container) terminated(code int, err error, begin time.Time) *corev1.ContainerStateTerminated {
	c.log.Info("Container ended", "exitCode", code, "ran", time.Since(begin).Round(time.Millisecond).String())
	terminated := &corev1.ContainerStateTerminated{
		ExitCode:   int32(code), // #nosec G115 -- 0 to 255
		Reason:     "Error",
		StartedAt:  metav1.NewTime(begin),
		FinishedAt: metav1.Now(),
	}
	switch {
	case err != nil:
		terminated.Reason, terminated.Message = "StartError", err.Error()
	case code == 0:
		terminated.Reason = "Completed"
	case code > 128:
		terminated.Message = "ended by signal: " + syscall.Signal(code-128).String()
	}
	return terminated
}

// setEnded sets the state after a run in one step. If one container is about to be restarted, the pod must never report
// all containers as terminated, because its phase would then be Failed.
func (c *container) setEnded(state corev1.ContainerState, last *corev1.ContainerStateTerminated) {
	c.update(func(s *corev1.ContainerStatus) {
		c.process = nil
		for _, t := range []*corev1.ContainerStateTerminated{state.Terminated, last} {
			if t != nil {
				t.ContainerID = s.ContainerID
			}
		}
		if last != nil {
			s.LastTerminationState = corev1.ContainerState{Terminated: last}
		}
		s.State, s.Started = state, ptr.To(false)
		s.Ready = c.init && state.Terminated != nil && state.Terminated.ExitCode == 0
	})
}

func (c *container) setWaiting(reason, message string) {
	c.pod.mu.Lock()
	now := c.status.State.Waiting
	unchanged := now != nil && now.Reason == reason && now.Message == message
	c.pod.mu.Unlock()
	if unchanged {
		return
	}
	c.log.Info("Container waits", "reason", reason, "message", message)
	c.update(func(s *corev1.ContainerStatus) {
		s.State = corev1.ContainerState{Waiting: &corev1.ContainerStateWaiting{Reason: reason, Message: message}}
	})
}
