// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Command etcdbackup replaces etcd-backup-restore in the pod of an etcd member. "etcdbackup restore" creates the data
// directory from the last snapshot if the directory does not exist. "etcdbackup serve" serves the request for a full
// snapshot.
package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	clientsnapshot "go.etcd.io/etcd/client/v3/snapshot"
	"go.etcd.io/etcd/etcdutl/v3/snapshot"
	"go.uber.org/zap"
)

const (
	// dataDir is the data directory of etcd, and storeDir contains the stores for snapshots.
	dataDir, storeDir = "/data/etcd", "/backups"
	// serverDir, clientDir and authorities are the certificates of etcd and of its clients.
	serverDir, clientDir, authorities = "/server", "/client", "/ca/bundle.crt"
)

func main() {
	name := flag.String("name", "", "name of the etcd member")
	peer := flag.String("peer", "", "peer URL of the etcd member")
	store := flag.String("store", "", "directory of the snapshots, relative to "+storeDir)
	flag.Parse()
	if err := run(flag.Arg(0), *name, *peer, filepath.Join(storeDir, *store, "full.db")); err != nil {
		fmt.Fprintln(os.Stderr, "Error:", err)
		os.Exit(1)
	}
}

func run(command, name, peer, file string) error {
	switch command {
	case "restore":
		return restore(name, peer, file)
	case "serve":
		return serve(name, file)
	}
	return fmt.Errorf("unknown command %q; use one of: restore, serve", command)
}

func restore(name, peer, file string) error {
	if _, err := os.Stat(dataDir); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		fmt.Println("There is no snapshot.")
		return nil
	}
	fmt.Println("Restoring the snapshot", file)
	return snapshot.NewV3(zap.NewNop()).Restore(snapshot.RestoreConfig{
		SnapshotPath: file, Name: name, OutputDataDir: dataDir, PeerURLs: []string{peer}, InitialCluster: name + "=" + peer,
		InitialClusterToken: "etcd-cluster",
	})
}

func serve(name, file string) error {
	http.HandleFunc("GET /snapshot/full", func(w http.ResponseWriter, r *http.Request) {
		if err := save(r.Context(), name, file); err != nil {
			fmt.Fprintln(os.Stderr, "Error:", err)
			http.Error(w, err.Error(), http.StatusInternalServerError)
		}
	})
	server := &http.Server{Addr: ":8080", ReadHeaderTimeout: 10 * time.Second, TLSConfig: &tls.Config{MinVersion: tls.VersionTLS12}}
	return server.ListenAndServeTLS(filepath.Join(serverDir, "tls.crt"), filepath.Join(serverDir, "tls.key"))
}

// save writes a snapshot of the running etcd to the file.
func save(ctx context.Context, name, file string) error {
	trusted, err := os.ReadFile(authorities)
	if err != nil {
		return err
	}
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(trusted) {
		return fmt.Errorf("%s contains no certificate", authorities)
	}
	certificate, err := tls.LoadX509KeyPair(filepath.Join(clientDir, "tls.crt"), filepath.Join(clientDir, "tls.key"))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil { // #nosec G301 -- members on other seeds run as other users
		return err
	}
	version, err := clientsnapshot.SaveWithVersion(ctx, zap.NewNop(), clientv3.Config{
		Endpoints: []string{"https://127.0.0.1:2379"},
		TLS:       &tls.Config{RootCAs: roots, Certificates: []tls.Certificate{certificate}, ServerName: name + "-local", MinVersion: tls.VersionTLS12},
	}, file)
	if err != nil {
		return err
	}
	fmt.Println("Saved a snapshot of etcd", version)
	return os.Chmod(file, 0o644) // #nosec G302 -- as above
}
