// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package dashboard

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"
	"k8s.io/utils/clock"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/operator"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
)

const long = `Show Flux in the Shoots of one project or all projects on a page in a browser, with a kubeconfig for the garden.

The command serves the page on the loopback interface of this machine until it is interrupted, and prints its address. The address works once,
for one tab; press Enter for another address. The page has the content of status, keys show, rollout status, rollout diff and
rollout history, follows changes, and requests operations on rollouts after a confirmation. The command needs no internet access. The command reads and
writes with the kubeconfig: read access is sufficient to see Shoots and rollouts.`

const example = `  # Show the Shoots of a project.
  kubectl shoot-flux dashboard -n garden-my-project

  # On another machine, with: ssh -L 8765:127.0.0.1:8765 <machine>
  kubectl shoot-flux dashboard -n garden-my-project --port 8765`

// headerTimeout limits the time to read the headers of a request.
const headerTimeout = 10 * time.Second

type dashboardCommand struct {
	garden.Access
	clock clock.PassiveClock
	times garden.Times

	all  bool
	port uint16
}

// NewCommand returns the command dashboard.
func NewCommand() *cobra.Command {
	return (&dashboardCommand{Access: garden.NewAccess(), clock: clock.RealClock{}, times: garden.DefaultTimes()}).command()
}

func (d *dashboardCommand) command() *cobra.Command {
	command := &cobra.Command{
		Use:     "dashboard",
		Short:   "Show the Shoots of a project on a page in a browser",
		Long:    long,
		Example: example,
		Args:    printer.NoArguments("set a project with -n"),
		RunE: func(command *cobra.Command, _ []string) error {
			return d.run(command.Context(), command.InOrStdin(), command.OutOrStdout())
		},
	}
	fs := command.Flags()
	d.AddFlags(fs)
	garden.AddAllFlag(fs, &d.all)
	fs.Uint16Var(&d.port, "port", 0, "Port on the loopback interface. Defaults to a free port.")
	d.CompleteFlags(command)
	printer.Silence(command)
	return command
}

func (d *dashboardCommand) run(ctx context.Context, in io.Reader, out io.Writer) error {
	connected, namespace, err := d.Projects(d.all)
	if err != nil {
		return err
	}
	// If the garden rejects the first read, the command fails; the page does not show this error.
	read, err := garden.StatusSource(connected, namespace).Read(ctx)
	if err != nil {
		return err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(int(d.port))))
	if err != nil {
		return fmt.Errorf("failed to listen on the loopback interface: %w", err)
	}
	following := newLive(connected, namespace, d.times, d.clock)
	// The first view needs no further request.
	following.update(func() { following.status = read.Data })
	s := &server{
		garden: connected, namespace: namespace, live: following, sessions: &sessions{}, clock: d.clock, log: out,
		// Most users open no page of a Shoot at once.
		landscape: sync.OnceValues(func() (operator.Landscape, error) { return (&operator.Options{}).Read(nil, "") }),
	}
	return s.serve(ctx, listener, in, out)
}

// serve serves the page until the context is canceled, which is not an error.
func (s *server) serve(ctx context.Context, listener net.Listener, in io.Reader, out io.Writer) error {
	address := listener.Addr().String()
	handler, err := s.handler(address)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	group, ctx := errgroup.WithContext(ctx)
	serving := &http.Server{Handler: handler, ReadHeaderTimeout: headerTimeout}
	group.Go(func() error { return s.live.run(ctx) })
	group.Go(func() error {
		if err := serving.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			return err
		}
		return nil
	})
	group.Go(func() error {
		<-ctx.Done()
		// Streams do not end by themselves, so a graceful shutdown would block.
		return serving.Close()
	})
	s.printAddress(out, address)
	fmt.Fprintln(out, "The address works once. Press Enter for another one, and Ctrl-C to end.")
	// A read from a terminal cannot be interrupted, so the group does not wait for this goroutine.
	go func() {
		for lines := bufio.NewScanner(in); lines.Scan() && ctx.Err() == nil; {
			s.printAddress(out, address)
		}
	}()
	return group.Wait()
}

// printAddress prints an address that works once. The token follows a # in the address: browsers do not send that part
// to servers, so no log contains it.
func (s *server) printAddress(out io.Writer, address string) {
	fmt.Fprintf(out, "http://%s/#token=%s\n", address, s.sessions.issue())
}
