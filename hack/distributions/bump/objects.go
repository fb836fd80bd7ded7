// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
)

const labelVersion = "app.kubernetes.io/version"

// leaves maps the path of each value to the value. Elements of a list are a set: a changed order is no change, and an
// element without a name has its own value as its path.
type leaves map[string]string

// leavesOf returns the leaves of a value, without the Flux version in the labels of all objects.
func leavesOf(value any) leaves {
	result := leaves{}
	result.add("", value)
	return result
}

func (l leaves) add(path string, value any) {
	switch value := value.(type) {
	case map[string]any:
		for key, field := range value {
			if key != labelVersion {
				l.add(strings.TrimPrefix(path+"."+key, "."), field)
			}
		}
		if len(value) == 0 {
			l[path] = "{}"
		}
	case []any:
		for _, element := range value {
			l.addElement(path, element)
		}
		if len(value) == 0 {
			l[path] = "[]"
		}
	default:
		l[path] = text(value)
	}
}

func (l leaves) addElement(path string, element any) {
	if fields, isMap := element.(map[string]any); isMap {
		if name, hasName := fields["name"].(string); hasName {
			l.add(path+"["+name+"]", element)
			return
		}
	}
	l[path+": "+text(element)] = ""
}

// text returns a value as JSON, a string without quotes. JSON sorts the keys of maps.
func text(value any) string {
	if value, isString := value.(string); isString {
		return value
	}
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return fmt.Sprint(value)
	}
	return strings.TrimSpace(out.String())
}

// changes returns a line for each difference, sorted by path.
func (l leaves) changes(to leaves) []string {
	paths := slices.Collect(maps.Keys(l))
	for path := range to {
		if _, both := l[path]; !both {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	var lines []string
	for _, path := range paths {
		before, had := l[path]
		after, has := to[path]
		switch {
		case !has:
			lines = append(lines, "removed: "+joined(path, before))
		case !had:
			lines = append(lines, "added: "+joined(path, after))
		case before != after:
			lines = append(lines, fmt.Sprintf("%s: %s → %s", path, before, after))
		}
	}
	return lines
}

func joined(path, value string) string {
	if value == "" {
		return path
	}
	return path + ": " + value
}

// change is a change of one object.
type change struct{ object, text string }

// grouped returns a line for each change. Objects with the same change share a line, so that a change of all of them
// does not hide the others. total is the number of compared objects.
func grouped(changes []change, total int) []string {
	var order []string
	objects := map[string][]string{}
	for _, c := range changes {
		if objects[c.text] == nil {
			order = append(order, c.text)
		}
		objects[c.text] = append(objects[c.text], c.object)
	}
	var lines []string
	for _, text := range order {
		names := strings.Join(objects[text], ", ")
		if count := len(objects[text]); count > 1 && count == total {
			names = fmt.Sprintf("all %d", total)
		}
		lines = append(lines, names+": "+text)
	}
	return lines
}

// objectChanges returns the changes of the objects of some kinds, each line with its objects. Objects are compared
// after drop has removed what another section shows.
func objectChanges(from, to *release, of func(kind string) bool, drop func(map[string]any)) []string {
	old, current := objectsBy(from, of), objectsBy(to, of)
	var found []change
	for _, name := range slices.Sorted(maps.Keys(mergedKeys(old, current))) {
		before, after := old[name], current[name]
		for _, object := range []*unstructured.Unstructured{before, after} {
			if object != nil && drop != nil {
				drop(object.Object)
			}
		}
		var changes []string
		switch {
		case after == nil:
			changes = []string{"is removed"}
		case before == nil:
			changes = append([]string{"is new"}, leaves{}.changes(leavesOf(after.Object))...)
		default:
			changes = leavesOf(before.Object).changes(leavesOf(after.Object))
		}
		for _, text := range changes {
			found = append(found, change{name, text})
		}
	}
	return grouped(found, len(current))
}

// objectsBy returns copies of the objects of some kinds by kind and name.
func objectsBy(r *release, of func(kind string) bool) map[string]*unstructured.Unstructured {
	result := map[string]*unstructured.Unstructured{}
	for _, object := range r.objects {
		if of(object.GetKind()) {
			result[flux.NameOf(object)] = object.DeepCopy()
		}
	}
	return result
}

func mergedKeys[V any](a, b map[string]V) map[string]V {
	merged := map[string]V{}
	maps.Copy(merged, a)
	maps.Copy(merged, b)
	return merged
}

// dropImages removes the images of the containers of a Deployment.
func dropImages(object map[string]any) {
	containers, _, _ := unstructured.NestedFieldNoCopy(object, "spec", "template", "spec", "containers")
	list, _ := containers.([]any)
	for _, container := range list {
		if container, isMap := container.(map[string]any); isMap {
			delete(container, "image")
		}
	}
}
