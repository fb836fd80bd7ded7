// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package boundedjson

// deepest is how many objects and lists may be inside each other.
const deepest = 32

// Counter counts the elements of a JSON document while its parts are read. The document need not be valid.
type Counter struct {
	// Elements is the number of objects, lists, and entries after the first one of each.
	Elements int

	// widest is the number of entries of the largest object or list, longest the length of the longest text in bytes as it is written.
	widest, longest int
	// depth is the number of objects and lists that are open, deep the highest depth, and entries the number of entries of each open one.
	depth, deep int
	entries     [deepest]int
	// text is the length of the text that is being read.
	text              int
	inString, escaped bool
}

// Count counts the next part of the document.
func (c *Counter) Count(part []byte) {
	for _, b := range part {
		if c.inString {
			c.countText(b)
			continue
		}
		switch b {
		case '"':
			c.inString, c.text = true, 0
		case '{', '[':
			c.open()
		case '}', ']':
			c.depth = max(0, c.depth-1)
		case ',':
			c.Elements++
			if at := c.depth - 1; at >= 0 && at < deepest {
				c.entries[at]++
				c.widest = max(c.widest, c.entries[at])
			}
		}
	}
}

func (c *Counter) countText(b byte) {
	switch {
	case c.escaped:
		c.escaped = false
	case b == '\\':
		c.escaped = true
	case b == '"':
		c.inString = false
		return
	}
	c.text++
	c.longest = max(c.longest, c.text)
}

func (c *Counter) open() {
	c.Elements++
	if c.depth < deepest {
		c.entries[c.depth] = 1
		c.widest = max(c.widest, 1)
	}
	c.depth++
	c.deep = max(c.deep, c.depth)
}
