// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package picture

import (
	"fmt"
	"html"
	"strings"
)

// Dimensions of the picture. A dashboard has 24 columns, and a graph usually has eight rows.
const (
	columnWidth, rowHeight, gap = 58, 28, 6
	header, footer              = 64, 28
	charWidth                   = 5.8
)

// drawing collects the elements of a picture.
type drawing struct{ strings.Builder }

func (d *drawing) line(format string, values ...any) {
	fmt.Fprintf(d, format+"\n", values...)
}

// text writes a text. It truncates a wide text at the beginning, because names of pods and queues differ at the end.
func (d *drawing) text(x, y, width float64, attributes, content string) {
	if letters, most := []rune(content), max(int(width/charWidth), 1); len(letters) > most {
		content = "…" + string(letters[len(letters)-most+1:])
	}
	d.line(`<text x="%.0f" y="%.0f" %s>%s</text>`, x, y, attributes, html.EscapeString(content))
}

// SVG draws the dashboard, with the note below it.
func (b *Dashboard) SVG(note string) string {
	rows := 0
	for _, panel := range b.Panels {
		rows = max(rows, panel.GridPos.Y+panel.GridPos.H)
	}
	width, height := 24*columnWidth, header+rows*rowHeight+footer
	d := &drawing{}
	d.line(`<?xml version="1.0" encoding="UTF-8"?>`)
	d.line("<!--\nSPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors\n\nSPDX-License-Identifier: Apache-2.0\n-->")
	d.line(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%[2]d" role="img" aria-labelledby="title desc"`, width, height)
	d.line(`     font-family="Helvetica, Arial, sans-serif" font-size="12" fill="#1f2933">`)
	d.line("<title id=\"title\">Dashboard: %s</title>\n<desc id=\"desc\">%s</desc>", html.EscapeString(b.Title), html.EscapeString(note))
	d.line(`<rect width="%d" height="%d" fill="#eef1f4"/>`, width, height)
	d.text(gap, 26, float64(width), `font-size="18" font-weight="bold"`, b.Title)
	x := float64(gap)
	for _, v := range b.Variables {
		label := v.Label + ": All (" + strings.Join(v.Values, ", ") + ")"
		if len(v.Values) == 0 {
			label = v.Label + ": All (no values)"
		}
		d.text(x, 50, float64(width)-x, `fill="#52606d"`, label)
		x += charWidth*float64(len(label)) + 24
	}
	for _, panel := range b.Panels {
		b.panel(d, panel)
	}
	d.text(gap, float64(height-10), float64(width), `font-size="11" fill="#52606d"`, note)
	d.line("</svg>")
	return d.String()
}

// box is a rectangle of the picture.
type box struct{ x, y, w, h float64 }

func (b *Dashboard) panel(d *drawing, panel Panel) {
	grid := panel.GridPos
	at := box{float64(grid.X*columnWidth + gap/2), float64(header + grid.Y*rowHeight + gap/2), float64(grid.W*columnWidth - gap), float64(grid.H*rowHeight - gap)}
	if panel.Type == "row" {
		d.text(at.x+4, at.y+16, at.w, `font-size="14" font-weight="bold"`, panel.Title)
		return
	}
	background, colour := "#ffffff", "#1f2933"
	current, has := panel.current()
	if panel.Type == "stat" && has {
		background, colour = panel.background(current), "#ffffff"
	}
	d.line(`<rect x="%.0f" y="%.0f" width="%.0f" height="%.0f" rx="3" fill="%s"/>`, at.x, at.y, at.w, at.h, background)
	d.text(at.x+8, at.y+17, at.w-10, fmt.Sprintf(`font-weight="bold" fill="%s"`, colour), panel.Title)
	switch middle := fmt.Sprintf(`text-anchor="middle" font-size="%%d" fill="%s"`, colour); {
	case !has:
		d.text(at.x+at.w/2, at.y+at.h/2+10, at.w, fmt.Sprintf(middle, 14), "No data")
	case panel.Type == "stat":
		d.text(at.x+at.w/2, at.y+at.h/2+24, at.w, fmt.Sprintf(middle, 34), format(current, panel.FieldConfig.Defaults.Unit))
	default:
		b.graph(d, panel, at)
	}
}

// current returns the last value of a stat, and whether there is a value.
func (p Panel) current() (float64, bool) {
	for _, line := range p.Lines {
		if len(line.Points) > 0 {
			return line.Points[len(line.Points)-1].F, true
		}
	}
	return 0, false
}

// background returns the colour of the highest threshold that the value has reached.
func (p Panel) background(current float64) string {
	colours := map[string]string{"green": "#2f7d32", "orange": "#c25700", "red": "#b3261e", "blue": "#1f60a8"}
	name := ""
	for _, step := range p.FieldConfig.Defaults.Thresholds.Steps {
		if step.Value == nil || current >= *step.Value {
			name = step.Color
		}
	}
	return colours[name]
}
