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

// byteOrderMark may precede a text and each of its documents.
const byteOrderMark = "\ufeff"

var (
	errEncoding = errors.New("is not text: it is neither UTF-8 nor UTF-16 with a byte order mark; save it as UTF-8")
	lineEnds    = strings.NewReplacer("\r\n", "\n", "\r", "\n")
	directive   = regexp.MustCompile(`^%[A-Za-z]{0,32}`)
)

// Text normalizes a text with YAML documents to UTF-8 with line feeds and without byte order marks. It rejects
// directives. Without this, parsers would disagree about encodings, line ends and directives, and therefore about the
// end of a document. Text preserves line numbers. Its error repeats only the name of a directive.
func Text(raw []byte) ([]byte, error) {
	text, err := decode(raw)
	if err != nil {
		return nil, err
	}
	lines := strings.Split(lineEnds.Replace(text), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimPrefix(line, byteOrderMark)
		if name := directive.FindString(lines[i]); name != "" {
			return nil, fmt.Errorf("has in line %d the directive %s, which is not supported; remove it", i+1, name)
		}
	}
	return []byte(strings.Join(lines, "\n")), nil
}

// decode converts the text to UTF-8. It also supports UTF-16 with a byte order mark, because some shells write such
// files.
func decode(raw []byte) (string, error) {
	var order binary.ByteOrder
	switch {
	case bytes.HasPrefix(raw, []byte{0xfe, 0xff}):
		order = binary.BigEndian
	case bytes.HasPrefix(raw, []byte{0xff, 0xfe}):
		order = binary.LittleEndian
	case utf8.Valid(raw):
		return string(raw), nil
	default:
		return "", errEncoding
	}
	units := make([]uint16, len(raw)/2)
	for i := range units {
		units[i] = order.Uint16(raw[2*i:])
	}
	text := string(utf16.Decode(units))
	if len(raw)%2 > 0 || strings.ContainsRune(text, utf8.RuneError) {
		return "", errEncoding
	}
	return text, nil
}
