// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package text_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

var _ = DescribeTable("Unknown",
	func(name, message string) {
		Expect(Unknown("field", name, []string{"concurrency", "logLevel", "url"})).To(Equal(message))
	},
	Entry("names the known names", "size", "unknown field; the known fields are concurrency, logLevel, url"),
	Entry("names the one that was probably meant first", "loglevel", "unknown field; did you mean logLevel? The known fields are concurrency, logLevel, url"),
)

var _ = DescribeTable("Nearest",
	func(name, nearest string, known ...string) { Expect(Nearest(name, known)).To(Equal(nearest)) },
	Entry("finds a name in another case", "URL", "url", "ref", "url"),
	Entry("finds a name without a character", "concurency", "concurrency", "components", "concurrency"),
	Entry("finds a name with a character more", "decryptions", "decryption", "decryption", "flux"),
	Entry("finds a name with exchanged neighbours", "soruce", "source", "flux", "source"),
	Entry("finds a name with one replaced of three characters", "uri", "url", "ref", "url"),
	Entry("finds a name with three mistakes, if it is long", "kustomisatons", "kustomization", "kustomization", "source"),
	Entry("ignores a name of which more than a third is wrong", "path", "", "url", "name"),
	Entry("ignores a short name with a mistake, because any name is near it", "ab", "", "ac"),
	Entry("ignores a name with four mistakes, however long it is", "kstmztion", "", "kustomization"),
	Entry("prefers the nearer name", "retryIntervall", "retryInterval", "interval", "retryInterval"),
	Entry("chooses none of two that are equally near", "tag2", "", "tag1", "tag3"),
	Entry("chooses the nearer one after two that are equally near", "abcdef", "abcdeX", "XXcdef", "abXXef", "abcdeX"),
	Entry("compares no huge name", strings.Repeat("x", 1<<20), "", "url"),
	Entry("finds nothing among no names", "x", ""),
)
