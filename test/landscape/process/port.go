// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package process

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// Ports are taken from below the ephemeral range, where no outgoing connection can occupy one between the moment it is
// handed out and the moment it is listened on.
const (
	firstPort = 20000
	lastPort  = 32000
	attempts  = 200
)

// FreePort returns a loopback port that nothing listens on, and reserves it for as long as this program lives: neither
// this nor another program using this function is given it meanwhile, even while the component that uses it is down.
func FreePort() (int, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return 0, fmt.Errorf("finding the user's cache directory: %w", err)
	}
	reservations := filepath.Join(cache, "shoot-flux", "ports")
	if err := os.MkdirAll(reservations, 0o750); err != nil {
		return 0, fmt.Errorf("creating the directory of port reservations: %w", err)
	}
	for range attempts {
		port := firstPort + rand.IntN(lastPort-firstPort)
		if !listenable(port) {
			continue
		}
		reserved, err := reserve(filepath.Join(reservations, strconv.Itoa(port)))
		if err != nil {
			return 0, fmt.Errorf("reserving port %d: %w", port, err)
		}
		if reserved {
			return port, nil
		}
	}
	return 0, fmt.Errorf("no free port found in %d attempts between %d and %d", attempts, firstPort, lastPort)
}

func listenable(port int) bool {
	listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	return err == nil && listener.Close() == nil
}

// reserve locks a file and keeps it open until the program ends. The kernel then drops the lock, so that no reservation
// is left behind however the program ends.
func reserve(path string) (bool, error) {
	// Not os.OpenFile: its result would be closed, and the lock lost, once it is garbage.
	descriptor, err := syscall.Open(path, syscall.O_CREAT|syscall.O_RDWR|syscall.O_CLOEXEC, 0o640)
	if err != nil {
		return false, err
	}
	err = syscall.Flock(descriptor, syscall.LOCK_EX|syscall.LOCK_NB)
	if err == nil {
		return true, nil
	}
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return false, syscall.Close(descriptor)
	}
	return false, errors.Join(err, syscall.Close(descriptor))
}
