// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package node

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/utils/ptr"
)

// volumeFile is one file of a volume.
type volumeFile struct {
	data []byte
	mode fs.FileMode
}

// volumeFiles are the files of a volume by relative path.
type volumeFiles map[string]volumeFile

func (p *pod) volumeDir(name string) string {
	return filepath.Join(p.dir, "volumes", name)
}

// writeVolumes writes or updates all volumes of the pod.
func (p *pod) writeVolumes(ctx context.Context) error {
	p.files.Lock()
	defer p.files.Unlock()
	for _, volume := range p.object.Spec.Volumes {
		if err := p.writeVolume(ctx, volume); err != nil {
			return fmt.Errorf("volume %q: %w", volume.Name, err)
		}
	}
	return nil
}

func (p *pod) writeVolume(ctx context.Context, volume corev1.Volume) error {
	dir := p.volumeDir(volume.Name)
	if claim := volume.PersistentVolumeClaim; claim != nil {
		return p.mountClaim(ctx, dir, claim.ClaimName)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if volume.HostPath != nil && p.node.options.Phantoms {
		return nil // A hostPath volume stays empty.
	}
	if volume.EmptyDir != nil {
		return os.Chmod(dir, 0o777)
	}
	files, err := p.volumeFiles(ctx, volume.VolumeSource)
	if err != nil {
		return err
	}
	p.rewriteKubeconfigs(volume.Name, files)
	return writeFiles(dir, files)
}

func (p *pod) volumeFiles(ctx context.Context, source corev1.VolumeSource) (volumeFiles, error) {
	files := volumeFiles{}
	switch {
	case source.Secret != nil:
		s := source.Secret
		return files, p.addSecret(ctx, files, s.SecretName, selection{s.Items, fileMode(s.DefaultMode), ptr.Deref(s.Optional, false)})
	case source.ConfigMap != nil:
		s := source.ConfigMap
		return files, p.addConfigMap(ctx, files, s.Name, selection{s.Items, fileMode(s.DefaultMode), ptr.Deref(s.Optional, false)})
	case source.DownwardAPI != nil:
		return files, p.addDownwardAPI(files, source.DownwardAPI.Items, fileMode(source.DownwardAPI.DefaultMode))
	case source.Projected != nil:
		return files, p.addProjections(ctx, files, *source.Projected)
	}
	return nil, errors.New("the kind of volume is not supported by this node")
}

func (p *pod) addProjections(ctx context.Context, files volumeFiles, projected corev1.ProjectedVolumeSource) error {
	mode := fileMode(projected.DefaultMode)
	for _, source := range projected.Sources {
		var err error
		switch {
		case source.Secret != nil:
			s := source.Secret
			err = p.addSecret(ctx, files, s.Name, selection{s.Items, mode, ptr.Deref(s.Optional, false)})
		case source.ConfigMap != nil:
			s := source.ConfigMap
			err = p.addConfigMap(ctx, files, s.Name, selection{s.Items, mode, ptr.Deref(s.Optional, false)})
		case source.DownwardAPI != nil:
			err = p.addDownwardAPI(files, source.DownwardAPI.Items, mode)
		case source.ServiceAccountToken != nil:
			err = p.addToken(ctx, files, *source.ServiceAccountToken, mode)
		default:
			err = errors.New("the kind of projection is not supported by this node")
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// fileMode returns the mode of a file. The owner can always read the file, because fsGroup is not supported and could
// not grant access instead.
func fileMode(mode *int32) fs.FileMode {
	return fs.FileMode(ptr.Deref(mode, 0o644))&fs.ModePerm | 0o400 // #nosec G115 -- the API server admits 0 to 0777 only
}

// rewriteKubeconfigs replaces container paths of token files in kubeconfigs with host paths. It changes nothing if
// containers have namespaces.
func (p *pod) rewriteKubeconfigs(volume string, files volumeFiles) {
	for _, c := range p.containers() {
		if !slices.ContainsFunc(c.spec.VolumeMounts, func(mount corev1.VolumeMount) bool { return mount.Name == volume }) {
			continue
		}
		for name, file := range files {
			if bytes.Contains(file.data, []byte("tokenFile:")) {
				file.data = []byte(c.paths.rewrite(string(file.data)))
				files[name] = file
			}
		}
	}
}

// writeFiles makes the directory contain exactly these files. It replaces each file atomically, so that readers never
// see a partial file.
func writeFiles(dir string, files volumeFiles) error {
	for name, file := range files {
		target := filepath.Join(dir, name)
		if old, err := os.ReadFile(target); err == nil && bytes.Equal(old, file.data) { // #nosec G304 -- below the pod's directory
			continue
		}
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		if err := replaceFile(target, file.data, file.mode); err != nil {
			return err
		}
	}
	return filepath.WalkDir(dir, func(found string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, found)
		if err != nil {
			return err
		}
		if _, wanted := files[filepath.ToSlash(name)]; wanted {
			return nil
		}
		return os.Remove(found)
	})
}

func replaceFile(target string, data []byte, mode fs.FileMode) error {
	temporary := target + ".new~"
	if err := os.WriteFile(temporary, data, 0o600); err != nil {
		return err
	}
	if err := os.Chmod(temporary, mode); err != nil {
		return err
	}
	return os.Rename(temporary, target)
}
