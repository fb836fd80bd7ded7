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

// Values are the values for templates in files and commands of a case.
type Values struct {
	// Namespace is the namespace of the case in the shoot.
	Namespace string
	// Git is the URL of the public repository. GitSSH and GitHTTPS are URLs of a private copy. GitTLS is the URL of a copy
	// that requires a client certificate.
	Git, GitSSH, GitHTTPS, GitTLS string
	// OCI is the URL of an OCI repository. OCIPrivate is the URL of an OCI repository that requires credentials.
	OCI, OCIPrivate string
	// Bucket is the address of the bucket.
	Bucket BucketValues
	// Charts is the URL of the Helm repository.
	Charts string
	// Webhook is the URL of a webhook receiver. It also returns the requests that it has received.
	Webhook string
	// Insecure is true if the registry and the object storage do not use TLS.
	Insecure bool
	// Dir is the working directory of the commands.
	Dir string
}

// BucketValues is the address of a bucket.
type BucketValues struct{ Endpoint, Name string }

// Example returns example values for all templates of the case.
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

// Expand executes text as a template.
func (v Values) Expand(text string) (string, error) {
	parsed, err := template.New("").Option("missingkey=error").Parse(text)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	err = parsed.Execute(&out, v)
	return out.String(), err
}

// Files returns the files in a directory of the case by relative path. If mutated is true, files of the mutation
// replace others, and empty files remove them.
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
