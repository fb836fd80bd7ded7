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

// Ports are below the ephemeral range, so that no outgoing connection occupies a port before its process listens.
const (
	firstPort = 20000
	lastPort  = 32000
	attempts  = 200
)

// FreePort returns an unused loopback port, and reserves it until this program ends: no other call in any program
// returns the port, even while the component that uses it is stopped.
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

// reserve locks a file and keeps it open until the program ends. The kernel then drops the lock, even after a crash. It
// returns false if another program holds the lock.
func reserve(path string) (bool, error) {
	// The garbage collector would close the result of os.OpenFile, which drops the lock.
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
