// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package hostile_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	. "github.com/onsi/gomega"
)

// jsonText is a JSON object of a project, whose members have repeated parts. The first members make the object valid.
type jsonText struct {
	first   string
	members []filler
	// cut is the number of missing bytes, and damage is the position of a changed byte after the compression if it is
	// not negative.
	cut, damage float64
	// streams is the number of copies after the compression.
	streams int
}

// largestText bounds the compressed text. It exceeds the limit of any reader.
const largestText = 12 << 20

func (t jsonText) write() []byte {
	var text bytes.Buffer
	text.WriteString("{" + t.first)
	for _, member := range t.members {
		text.WriteString(",")
		if left := largestText - text.Len(); len(member.part) > 0 {
			member.repeat = min(member.repeat, max(0, left)/len(member.part))
		}
		member.write(&text)
	}
	text.WriteString("}")
	return text.Bytes()[:text.Len()-int(t.cut*float64(text.Len()))]
}

// compressed returns the text in its stored form.
func (t jsonText) compressed() []byte {
	var out bytes.Buffer
	for range 1 + t.streams {
		writer, err := gzip.NewWriterLevel(&out, gzip.BestSpeed)
		Expect(err).NotTo(HaveOccurred())
		_, err = writer.Write(t.write())
		Expect(err).NotTo(HaveOccurred())
		Expect(writer.Close()).To(Succeed())
	}
	value := out.Bytes()
	if t.damage > 0 {
		value[int(t.damage*float64(len(value)-1))] ^= 0x55
	}
	return value
}

// change adds, changes or removes one of the possible members.
func (t jsonText) change(random *rand.Rand, known []filler) jsonText {
	t.members = slices.Clone(t.members)
	switch random.IntN(10) {
	case 0:
		t.cut = random.Float64() * float64(random.IntN(2))
	case 1:
		t.damage = random.Float64()*2 - 1
	case 2:
		t.streams = random.IntN(2) * random.IntN(1+(64<<10)/(1+len(t.members)))
	case 3:
		if len(t.members) > 0 {
			t.members = slices.Delete(t.members, 0, 1)
		}
	case 4, 5:
		if len(t.members) > 0 {
			member := &t.members[random.IntN(len(t.members))]
			member.repeat = sized(random, member.part)
			break
		}
		fallthrough
	default:
		if len(t.members) < 8 {
			t.members = append(t.members, member(random, known))
		}
	}
	// Only a short text has many copies: those of a long one do not fit into the memory of a machine.
	if len(t.members) > 0 || len(t.first) > 1<<10 {
		t.streams = min(t.streams, 2)
	}
	return t
}

func member(random *rand.Rand, known []filler) filler {
	m := known[random.IntN(len(known))]
	m.repeat = sized(random, m.part)
	return m
}

// sized returns a number of repetitions: few, the limit of a reader, or very many.
func sized(random *rand.Rand, part string) int {
	limits := []int{20, 100, 200, 1000, 2000, 4000, 9_999, 10_000, 74_000, 149_000, 299_000}
	if random.IntN(2) == 0 {
		return max(0, limits[random.IntN(len(limits))]-random.IntN(3))
	}
	return scaled(random, largestText/(len(part)+1))
}

func (t jsonText) String() string {
	return fmt.Sprintf("%s %+v cut %f damage %f streams %d", t.first, t.members, t.cut, t.damage, t.streams)
}

// oddMembers are unknown members, and members of unexpected types.
var oddMembers = []filler{
	{`"a":[`, "[", "", 0}, {`"b":`, `{"a":`, "1", 0}, {`"c":"`, `\u0000`, `"`, 0}, {`"d":`, "1", "", 0}, {`"e":[1`, ",1", "]", 0}, {`"f":{"a":1`, `,"%":1`, "}", 0},
	{`"g":"`, "\\ud800", `"`, 0}, {`"`, "k", `":1`, 0}, {`"h":[null`, ",null", "]", 0}, {`"i":[""`, `,"%"`, "]", 0},
}

// largestConfigMap is the maximum size of a ConfigMap for an API server.
const largestConfigMap = 1 << 20

// fitting removes values, beginning with the last key, until an API server would accept the ConfigMap.
func fitting(values map[string][]byte) map[string][]byte {
	keys, size := make([]string, 0, len(values)), 0
	for key := range values {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range slices.Backward(keys) {
		if size += len(key) + len(values[key]); size > largestConfigMap {
			delete(values, key)
		}
	}
	return values
}

func sizeOf(values map[string][]byte) (size uint64) {
	for key, value := range values {
		size += uint64(len(key) + len(value))
	}
	return size
}

func textSizeOf(values map[string]string) (size uint64) {
	for key, value := range values {
		size += uint64(len(key) + len(value))
	}
	return size
}

// repeated returns members with such numbers of repetitions.
func repeated(known []filler, numbers ...int) []filler {
	var all []filler
	for _, member := range known {
		for _, number := range numbers {
			member.repeat = min(number, largestText/(len(member.part)+1))
			all = append(all, member)
		}
	}
	return all
}

// String describes a filler.
func (f filler) String() string {
	return fmt.Sprintf("%q %q×%d %q", f.before, f.part, f.repeat, f.after)
}

// text returns the text of a filler.
func (f filler) text() string {
	var text strings.Builder
	f.write(&text)
	return text.String()
}
