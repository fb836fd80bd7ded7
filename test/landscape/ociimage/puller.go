// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package ociimage

import (
	"archive/tar"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/go-logr/logr"
	"github.com/google/go-containerregistry/pkg/name"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/remote"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/node"
)

// pullTimeout limits a pull from a registry on loopback.
const pullTimeout = 2 * time.Minute

// Puller pulls images from one registry.
type Puller struct {
	registry, dir string
	log           logr.Logger

	mutex  sync.Mutex
	pulled map[string]node.Image
}

// New returns a Puller for the registry with this host and port, which unpacks into a directory.
func New(registry, dir string, log logr.Logger) *Puller {
	return &Puller{registry: registry, dir: dir, log: log, pulled: map[string]node.Image{}}
}

// Images returns a function that finds the image of a reference with tag or digest, until the context ends. It returns
// false for images of other registries, and for images that cannot be pulled.
func (p *Puller) Images(ctx context.Context) func(reference string) (node.Image, bool) {
	return func(reference string) (node.Image, bool) {
		if !strings.HasPrefix(reference, p.registry+"/") {
			return node.Image{}, false
		}
		limited, cancel := context.WithTimeout(ctx, pullTimeout)
		defer cancel()
		image, err := p.Pull(limited, reference)
		if err != nil {
			p.log.Error(err, "Image cannot be pulled", "image", reference)
			return node.Image{}, false
		}
		return image, true
	}
}

// Pull returns the image of a reference with tag or digest. A digest takes precedence over a tag, and is verified.
func (p *Puller) Pull(ctx context.Context, reference string) (node.Image, error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	parsed, err := name.ParseReference(reference, name.StrictValidation)
	if err != nil {
		return node.Image{}, err
	}
	platform := v1.Platform{OS: "linux", Architecture: runtime.GOARCH}
	image, err := remote.Image(parsed, remote.WithContext(ctx), remote.WithPlatform(platform))
	if err != nil {
		return node.Image{}, fmt.Errorf("pulling %s: %w", reference, err)
	}
	digest, err := image.Digest()
	if err != nil {
		return node.Image{}, err
	}
	if known, ok := p.pulled[digest.String()]; ok {
		return known, nil
	}
	unpacked, err := unpack(image, filepath.Join(p.dir, digest.Hex))
	if err != nil {
		return node.Image{}, fmt.Errorf("unpacking %s: %w", reference, err)
	}
	p.log.Info("Image pulled", "image", reference, "digest", digest.String())
	p.pulled[digest.String()] = unpacked
	return unpacked, nil
}

// unpack unpacks the entry point of an image into a directory.
func unpack(image v1.Image, dir string) (node.Image, error) {
	file, err := image.ConfigFile()
	if err != nil {
		return node.Image{}, err
	}
	config := file.Config
	if len(config.Entrypoint) == 0 || !filepath.IsAbs(config.Entrypoint[0]) {
		return node.Image{}, fmt.Errorf("the entry point %q is no absolute path", config.Entrypoint)
	}
	user, _, _ := strings.Cut(config.User, ":")
	id, err := strconv.ParseInt(user, 10, 64)
	if err != nil {
		return node.Image{}, fmt.Errorf("the user %q is no number, so kubelet cannot verify that it is not root", config.User)
	}
	program := filepath.Join(dir, filepath.Base(config.Entrypoint[0]))
	if err := extract(image, config.Entrypoint[0], program); err != nil {
		return node.Image{}, err
	}
	env := map[string]string{}
	for _, variable := range config.Env {
		if key, value, found := strings.Cut(variable, "="); found {
			env[key] = value
		}
	}
	return node.Image{
		Command: config.Entrypoint, Args: config.Cmd, Env: env, User: id,
		Files: map[string]string{config.Entrypoint[0]: program},
	}, nil
}

// extract writes a file of an image to the host. It is executable, and readable for the users of containers.
func extract(image v1.Image, path, target string) error {
	layers := mutate.Extract(image)
	defer layers.Close()
	files := tar.NewReader(layers)
	for {
		header, err := files.Next()
		if errors.Is(err, io.EOF) {
			return fmt.Errorf("the image has no file %s", path)
		}
		if err != nil {
			return err
		}
		if header.Typeflag == tar.TypeReg && filepath.Join("/", header.Name) == path {
			return write(files, target)
		}
	}
}

func write(content io.Reader, target string) error {
	if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil { //nolint:gosec // containers run as other users
		return err
	}
	file, err := os.OpenFile(target, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o755) //nolint:gosec // as above
	if err != nil {
		return err
	}
	_, err = io.Copy(file, content)
	return errors.Join(err, file.Close())
}
