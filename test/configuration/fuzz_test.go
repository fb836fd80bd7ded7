// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
)

// FuzzResolve resolves any configuration of operator, project and Shoot: it is refused with valid messages, or it can be rendered into
// objects that a shoot's API server accepts.
func FuzzResolve(f *testing.F) {
	for _, seed := range seeds(f) {
		f.Add(seed.operator, seed.data["config.yaml"], flatText(seed.data), seed.providerConfig)
	}
	renderings := newRendering()
	f.Fuzz(func(t *testing.T, operator, config, flatKeys, providerConfig string) {
		documents := fuzzed(operator, config, flatKeys, providerConfig)
		resolver, err := documents.resolver()
		if err != nil {
			checkMistakes(t, err)
			return
		}
		early := documents.provisional().shoot()
		for _, shoot := range []*configuration.Shoot{nil, early, documents.shoot()} {
			effective, mistakes := outcome(t, resolver, documents, shoot)
			again, mistakesAgain := outcome(t, resolver, documents, shoot)
			if was, is := describe(t, effective, mistakes), describe(t, again, mistakesAgain); was != is {
				t.Fatalf("the same documents gave\n%s\nand then\n%s", was, is)
			}
			if len(mistakes) > 0 {
				checkMistakes(t, mistakes)
				continue
			}
			checkTexts(t, effective.Warnings)
			if update := effective.ValidateUpdate(effective.Identity()); len(update) > 0 {
				t.Fatalf("must not follow on itself: %s", update.Error())
			}
			if shoot != nil && !shoot.Provisional {
				renderings.check(t, effective)
				checkEarlier(t, resolver, documents, early, effective)
			}
		}
	})
}

func outcome(t failer, resolver *configuration.Resolver, d documents, shoot *configuration.Shoot) (*resolved.Configuration, document.Errors) {
	t.Helper()
	effective, mistakes, err := resolver.Resolve(t.Context(), d.configMap(), shoot)
	if err != nil {
		t.Fatalf("the check ended: %v", err)
	}
	return effective, mistakes
}

// checkEarlier checks that valid configuration of a Shoot was not refused before all its variables were known, nor for its project alone.
func checkEarlier(t failer, resolver *configuration.Resolver, d documents, early *configuration.Shoot, effective *resolved.Configuration) {
	t.Helper()
	if _, mistakes := outcome(t, resolver, d, early); len(mistakes) > 0 {
		t.Fatalf("is right for the Shoot, and was refused before: %s", mistakes.Error())
	}
	if d.providerConfig != "" || effective.Source == nil {
		return
	}
	_, mistakes, err := resolver.ResolveOverridden(t.Context(), d.configMap(), effective.Overrides)
	if err != nil {
		t.Fatalf("the check ended: %v", err)
	}
	if len(mistakes) > 0 {
		t.Fatalf("is right for the Shoot, and was refused for the project: %s", mistakes.Error())
	}
}

// fuzzed returns documents with these texts. The flat keys are lines of the form key=value, in which \n is a line break.
func fuzzed(operator, config, flatKeys, providerConfig string) documents {
	d := documents{operator: operator, providerConfig: providerConfig}
	for line := range strings.Lines(flatKeys) {
		key, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
		if d.data == nil {
			d.data = map[string]string{}
		}
		d.data[key] = strings.ReplaceAll(value, `\n`, "\n")
	}
	if config != "" {
		d = d.and(flat("config.yaml", config))
	}
	for _, name := range []string{"a", "bucket-credentials", "git-token", "key", "proxy-credentials", "registry-credentials", "sops-key", "token", "vault-token"} {
		d = d.with(name, "Secret", "my-"+name)
	}
	return d.with("b", "ConfigMap", "my-b").with("variables", "ConfigMap", "my-variables")
}

func flatText(data map[string]string) string {
	var lines []string
	for key, value := range data {
		if key != "config.yaml" {
			lines = append(lines, key+"="+strings.ReplaceAll(value, "\n", `\n`))
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// describe returns a complete description of a result.
func describe(t failer, effective *resolved.Configuration, mistakes document.Errors) string {
	t.Helper()
	if len(mistakes) > 0 {
		return mistakes.Error()
	}
	description, err := json.Marshal(effective)
	if err != nil {
		t.Fatalf("cannot be described: %v", err)
	}
	return string(description)
}

// longestStatus is the size that fits into the status of a Shoot.
const longestStatus = 100_000

func checkMistakes(t failer, err error) {
	t.Helper()
	var mistakes document.Errors
	if !errors.As(err, &mistakes) {
		return // The operator's configuration is no ControllerConfiguration.
	}
	if len(mistakes) == 0 || len(err.Error()) > longestStatus {
		t.Fatalf("%d mistakes, described by %d bytes", len(mistakes), len(err.Error()))
	}
	var texts []string
	for _, mistake := range mistakes {
		if mistake.Document == "" || mistake.Origin == "" || mistake.Error.Field == "" || mistake.Error.Detail == "" {
			t.Fatalf("a mistake says too little: %+v", mistake)
		}
		texts = append(texts, mistake.String())
	}
	checkTexts(t, texts)
}

// checkTexts checks that no text is empty, duplicate or has more than one line.
func checkTexts(t failer, texts []string) {
	t.Helper()
	for i, text := range texts {
		if strings.TrimSpace(text) == "" || slices.Index(texts, text) < i || strings.ContainsFunc(text, unicode.IsControl) {
			t.Fatalf("%q in %q", text, texts)
		}
	}
}
