// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package cases

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"text/template"
)

// Values are the values in templates of files and commands of a case.
type Values struct {
	// Namespace is the namespace of the case in the shoot.
	Namespace string
	// Git is the URL of its public repository. GitSSH and GitHTTPS are URLs of a private copy. GitTLS is the URL of a
	// copy that requires a client certificate.
	Git, GitSSH, GitHTTPS, GitTLS string
	// OCI is the URL of its repository in a registry, OCIPrivate the URL of a repository that requires credentials.
	OCI, OCIPrivate string
	// Bucket is its bucket.
	Bucket BucketValues
	// Charts is the URL of its Helm repository.
	Charts string
	// Webhook is the URL of a receiver of webhooks, which returns what it received.
	Webhook string
	// Insecure is whether registry and storage have no TLS.
	Insecure bool
	// Dir is the directory in which the commands run.
	Dir string
}

// BucketValues is the address of a bucket.
type BucketValues struct{ Endpoint, Name string }

// Example returns values that expand every template of the case without a landscape.
func (c Case) Example() Values {
	git := "git.example.com/my-org/" + c.Name + ".git"
	return Values{
		Namespace: c.Name,
		Git:       "https://" + git, GitHTTPS: "https://" + git, GitTLS: "https://" + git, GitSSH: "ssh://git@" + git,
		OCI: "oci://registry.example.com/my-org/" + c.Name, OCIPrivate: "oci://registry.example.com/my-org/" + c.Name,
		Bucket:  BucketValues{Endpoint: "s3.example.com", Name: c.Name},
		Charts:  "https://charts.example.com/my-org/" + c.Name,
		Webhook: "https://hooks.example.com/" + c.Name,
		Dir:     ".",
	}
}

// Expand executes the template.
func (v Values) Expand(text string) (string, error) {
	parsed, err := template.New("").Option("missingkey=error").Parse(text)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	err = parsed.Execute(&out, v)
	return out.String(), err
}

// Files returns the files of one of the directories of the case, by their paths in it. With the mutation, its files replace others, and
// empty ones remove them.
func (c Case) Files(dir string, values Values, mutated bool) (map[string]string, error) {
	files := map[string]string{}
	layers := []string{dir}
	if mutated {
		layers = append(layers, path.Join(off, dir))
	}
	for _, layer := range layers {
		err := fs.WalkDir(c.files, layer, func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			content, err := fs.ReadFile(c.files, name)
			if err != nil {
				return err
			}
			below := strings.TrimPrefix(name, layer+"/")
			if len(content) == 0 && layer != dir {
				delete(files, below)
				return nil
			}
			if files[below], err = values.Expand(string(content)); err != nil {
				return fmt.Errorf("%s/%s/%s: %w", c.Chapter, c.Name, name, err)
			}
			return nil
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	return files, nil
}
