// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package strict

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// byteOrderMark may precede a text in any encoding, and each of its documents.
const byteOrderMark = "\ufeff"

// errEncoding reports bytes that are not text.
var errEncoding = errors.New("is not text: it is neither UTF-8, UTF-16 nor UTF-32; save it as UTF-8")

// Text normalizes a text that may hold YAML documents: UTF-8, a newline at the end of each line, no byte
// order marks and no directive %YAML. Parsers support different encodings, line ends and directives, and
// disagree about the end of a document otherwise. Lines keep their numbers. The error is about the whole
// text, and repeats only the name of a directive.
func Text(raw []byte) ([]byte, error) {
	text, err := decode(raw)
	if err != nil {
		return nil, err
	}
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	if !strings.Contains(text, byteOrderMark) && !strings.Contains(text, "%") {
		return []byte(text), nil
	}
	return withoutDirectives(text)
}

// decode returns the text in UTF-8. Without a byte order mark, zeros reveal the encoding, because YAML begins
// with an ASCII character.
func decode(raw []byte) (string, error) {
	has := func(prefix ...byte) bool { return bytes.HasPrefix(raw, prefix) }
	zeros := func(pattern string) bool {
		for i := range len(pattern) {
			if i >= len(raw) || (raw[i] == 0) != (pattern[i] == '0') {
				return false
			}
		}
		return true
	}
	switch {
	case has(0, 0, 0xfe, 0xff), zeros("000x"):
		return fromUTF32(raw, binary.BigEndian)
	case has(0xff, 0xfe, 0, 0), zeros("x000"):
		return fromUTF32(raw, binary.LittleEndian)
	case has(0xfe, 0xff), zeros("0x"):
		return fromUTF16(raw, binary.BigEndian)
	case has(0xff, 0xfe), zeros("x0"):
		return fromUTF16(raw, binary.LittleEndian)
	case !utf8.Valid(raw):
		return "", errEncoding
	}
	return strings.TrimPrefix(string(raw), byteOrderMark), nil
}

func fromUTF16(raw []byte, order binary.ByteOrder) (string, error) {
	if len(raw)%2 > 0 {
		return "", errEncoding
	}
	units := make([]uint16, len(raw)/2)
	for i := range units {
		units[i] = order.Uint16(raw[2*i:])
	}
	return text(utf16.Decode(units))
}

func fromUTF32(raw []byte, order binary.ByteOrder) (string, error) {
	if len(raw)%4 > 0 {
		return "", errEncoding
	}
	runes := make([]rune, len(raw)/4)
	for i := range runes {
		unit := order.Uint32(raw[4*i:])
		if unit > utf8.MaxRune {
			return "", errEncoding
		}
		runes[i] = rune(unit)
	}
	return text(runes)
}

func text(runes []rune) (string, error) {
	for _, r := range runes {
		if r == utf8.RuneError || !utf8.ValidRune(r) {
			return "", errEncoding
		}
	}
	return strings.TrimPrefix(string(runes), byteOrderMark), nil
}

var (
	versionDirective = regexp.MustCompile(`^%YAML[ \t]+1\.[0-9]+[ \t]*(#.*)?$`)
	directiveName    = regexp.MustCompile(`^%[A-Za-z]{1,32}`)
)

// withoutDirectives empties lines with directive %YAML of version 1, and removes byte order marks where a
// document may begin.
func withoutDirectives(text string) ([]byte, error) {
	lines := strings.Split(text, "\n")
	// begins is set where a document may begin, and directive after a directive.
	begins, directive := true, false
	for i, line := range lines {
		if begins || isMarker(strings.TrimPrefix(line, byteOrderMark)) {
			line = strings.TrimPrefix(line, byteOrderMark)
			lines[i] = line
		}
		switch {
		case isMarker(line):
			begins, directive = strings.HasPrefix(line, "..."), false
			// A byte order mark may follow a marker.
			if i+1 < len(lines) && !begins {
				lines[i+1] = strings.TrimPrefix(lines[i+1], byteOrderMark)
			}
		case !begins, strings.Trim(line, " \t") == "", strings.HasPrefix(strings.TrimLeft(line, " \t"), "#"):
		case versionDirective.MatchString(line):
			lines[i], directive = "", true
		case strings.HasPrefix(line, "%"):
			return nil, fmt.Errorf("has in line %d the directive %s, which is not supported; of directives, %%YAML 1.2 may be there, with a line --- after it", i+1, directiveName.FindString(line))
		case directive:
			return nil, fmt.Errorf("has the directive %%YAML without a line --- before line %d; put --- there, or remove the directive", i+1)
		default:
			begins = false
		}
	}
	return []byte(strings.Join(lines, "\n")), nil
}

// isMarker returns whether a line begins or ends a document.
func isMarker(line string) bool {
	for _, marker := range []string{"---", "..."} {
		if rest, is := strings.CutPrefix(line, marker); is && (rest == "" || rest[0] == ' ' || rest[0] == '\t') {
			return true
		}
	}
	return false
}
