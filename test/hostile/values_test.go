// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package hostile_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// texts are strings that may be slow to parse, to match or to quote.
var texts = []string{
	"", "a", "${SHOOT_INFO_NAME}", "${SHOOT_INFO_X}", "${SHOOT_INFO_", "$$$${SHOOT_INFO_NAME}", "https://user:password@host/path?query=1", "ssh://git@github.com/o/r",
	"git@github.com:o/r", "oci://ghcr.io/o/r", "1m", "99999999999999999999h", "1e9999999", "../../..", "./", "a.b/c", "a=b,c in (d)", "-----BEGIN PRIVATE KEY-----",
	"ghp_0123456789abcdefABCDEF", "github.com ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl", "\x00", "\u202e", "日本語", "\xff",
	"apiVersion: v1\nkind: ConfigMap\n", "- op: replace\n  path: /a\n  value: b\n", ">=1.0.0 <2.0.0 || ^3", ".*(a+)+$", "[[[[", "{{{{", "AAAAAAAAAAAAAAAAAAAAAAAAAAAA0a", "v2.9.3",
	"*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b " + publicKey, "ssh://git@" + longHost + "/o/r", "#",
	"Deployment", "kustomize-controller", "metadata: {labels: {team: a}}\n", "- {op: add, path: /spec/template/spec/containers/0/args/0, value: --concurrent=5}\n", "medium",
}

// randomText returns one of these texts, often repeated.
func randomText(random *rand.Rand) string {
	text := texts[random.IntN(len(texts))]
	switch random.IntN(8) {
	case 0:
		return strings.Repeat(text, 1+random.IntN(20))
	case 1:
		return strings.Repeat(text+" ", 1+random.IntN(200))
	case 2:
		return strings.Repeat(text+"\n", (1+random.IntN(100<<10))/(len(text)+1))
	case 3:
		return fmt.Sprint(text, random.IntN(1000))
	}
	return text
}

// randomValue returns a JSON value with a limited number of elements.
func randomValue(random *rand.Rand, most int) any {
	switch random.IntN(10) {
	case 0:
		return nil
	case 1:
		return random.IntN(2) == 0
	case 2:
		return random.IntN(1 << 20)
	case 3:
		return map[string]any{}
	case 4, 5:
		if most > 1 {
			return randomList(random, most, func() any { return randomValue(random, 1) })
		}
	case 6:
		if most > 1 {
			return randomObject(random, most, func() any { return randomValue(random, 1) })
		}
	}
	return randomText(random)
}

// randomList repeats one element, or has different ones.
func randomList(random *rand.Rand, most int, element func() any) []any {
	list, same, repeat := []any{}, element(), random.IntN(2) == 0
	for range 1 + random.IntN(most) {
		if !repeat {
			same = element()
		}
		list = append(list, same)
	}
	return list
}

func randomObject(random *rand.Rand, most int, element func() any) map[string]any {
	object, prefix := map[string]any{}, randomText(random)
	if len(prefix) > 40 {
		prefix = "k"
	}
	for i := range 1 + random.IntN(most) {
		object[fmt.Sprint(prefix, i)] = element()
	}
	return object
}

// randomTyped returns a value that usually has the type.
func randomTyped(random *rand.Rand, t reflect.Type, most int) any {
	t = strict.ElementType(t)
	if _, isText := reflect.New(t).Interface().(json.Unmarshaler); isText || random.IntN(12) == 0 {
		return randomValue(random, most)
	}
	switch t.Kind() {
	case reflect.Struct:
		fields, object := strict.Fields(t), map[string]any{}
		for _, name := range slices.Sorted(maps.Keys(fields)) {
			if random.IntN(3) > 0 {
				object[name] = randomTyped(random, fields[name], 3)
			}
		}
		return object
	case reflect.Slice:
		return randomList(random, most, func() any { return randomTyped(random, t.Elem(), 1) })
	case reflect.Map:
		return randomObject(random, most, func() any { return randomTyped(random, t.Elem(), 1) })
	case reflect.Bool:
		return random.IntN(2) == 0
	case reflect.String:
		return randomText(random)
	}
	return random.IntN(1000)
}
