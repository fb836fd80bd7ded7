// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package recorder

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
)

const (
	// mostUnpacked limits the uncompressed size of a value, and longestText the length of a text in a fact.
	mostUnpacked, longestText = 16 << 20, 1000
)

// factsOf returns the Facts with only this fact. The field is found by its type, so that a new kind of fact needs no
// code here.
func factsOf(fact history.Fact) history.Facts {
	var f history.Facts
	fields := reflect.ValueOf(&f).Elem()
	for i := range fields.NumField() {
		if field := fields.Field(i); field.Type() == reflect.TypeOf(fact) {
			field.Set(reflect.ValueOf(fact))
		}
	}
	return f
}

// read converts an object to its type. Fields that the type does not have are ignored, so that objects of other
// versions can be recorded.
func read[T any](object *unstructured.Unstructured) (*T, error) {
	into := new(T)
	if err := runtime.DefaultUnstructuredConverter.FromUnstructured(object.Object, into); err != nil {
		return nil, fmt.Errorf("reading %s %s/%s: %w", object.GetKind(), object.GetNamespace(), object.GetName(), err)
	}
	return into, nil
}

// unpack decodes JSON that is compressed with gzip.
func unpack(content []byte, into any) error {
	reader, err := gzip.NewReader(bytes.NewReader(content))
	if err != nil {
		return fmt.Errorf("it is not compressed: %w", err)
	}
	plain, err := io.ReadAll(io.LimitReader(reader, mostUnpacked+1))
	if err != nil {
		return fmt.Errorf("it cannot be decompressed: %w", err)
	}
	if len(plain) > mostUnpacked {
		return fmt.Errorf("it has more than %d bytes", mostUnpacked)
	}
	return json.Unmarshal(plain, into)
}

// short returns the text without its end if it is too long for a history.
func short(text string) string {
	if len(text) <= longestText {
		return text
	}
	return strings.ToValidUTF8(text[:longestText], "") + "…"
}

// projectOf returns the namespace of the project and the name of the Shoot with this technical ID, which is the
// namespace of the Shoot on its seed: shoot--<project>--<name>.
func projectOf(technicalID string) (namespace, name string) {
	parts := strings.SplitN(technicalID, "--", 3)
	if len(parts) != 3 || parts[0] != "shoot" {
		return "", ""
	}
	return "garden-" + parts[1], parts[2]
}
