// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package binaries

import (
	"context"
	"io"
	"path/filepath"
)

// prometheusName is the name of the binary.
const prometheusName = "prometheus"

// EnsurePrometheus returns the path of Prometheus, and builds it if it is not in the cache. A separate module pins its
// version, because the requirements of Prometheus differ from those of the landscape. It has no service discovery for
// clouds, which is a third of its packages, and no files for the web UI.
func EnsurePrometheus(ctx context.Context, out io.Writer) (string, error) {
	builder, err := newBuilder(ctx, out)
	if err != nil {
		return "", err
	}
	builder.ModuleDir = filepath.Join(builder.ModuleDir, "prometheus", "tool")
	builder.Tags = []string{"remove_all_sd"}
	paths, err := builder.Ensure(ctx, prometheusName)
	return paths[prometheusName], err
}
