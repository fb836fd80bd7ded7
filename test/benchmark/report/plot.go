// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package report

import (
	"fmt"
	"html"
	"math"
	"strings"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/benchmark/scale"
)

// Dimensions of a panel, and its margins.
const (
	panelWidth, panelHeight = 440, 300
	left, right, top, below = 58, 24, 44, 44
)

// Colours that people with red-green colour blindness can distinguish on white.
const (
	blue   = "#0072b2"
	orange = "#d55e00"
	grey   = "#767676"
)

// series is a line of a panel.
type series struct {
	name, colour string
	value        func(scale.Result) float64
}

// reference is a published measurement of another project.
type reference struct {
	name     string
	n, value float64
}

// panel is a plot over the number of Extensions.
type panel struct {
	title      string
	lines      []series
	references []reference
	// logarithmic selects a logarithmic scale for the values. The number of Extensions always has a logarithmic scale.
	logarithmic bool
}

func panels() []panel {
	return []panel{
		{"Seconds until all Extensions report", []series{{"", blue, func(r scale.Result) float64 { return r.WallSeconds }}},
			[]reference{{"active fork", 300, 753}, {"stand-in", 300, 18}}, true},
		{"Processor time of the controller, ms per Extension", []series{{"", blue, func(r scale.Result) float64 { return r.CPUMilliseconds }}},
			[]reference{{"active fork", 300, 240}, {"stand-in", 300, 8}}, true},
		{"Requests to the seed per Extension", []series{
			{"first reconcile", blue, func(r scale.Result) float64 { return r.RequestsFirst }},
			{"repeated", orange, func(r scale.Result) float64 { return r.RequestsRepeat }},
		}, []reference{{"active fork", 300, 86}, {"stand-in", 300, 13.5}}, false},
		{"Memory of the controller, MiB", []series{
			{"idle", blue, func(r scale.Result) float64 { return r.RSSMiB }},
			{"at most", orange, func(r scale.Result) float64 { return r.PeakRSSMiB }},
		}, []reference{{"stand-in", 300, 82}}, false},
	}
}

// drawing draws the measurements with default settings as SVG.
func drawing(results []scale.Result) string {
	var usual []scale.Result
	for _, result := range results {
		if variant(result) == "" {
			usual = append(usual, result)
		}
	}
	all := panels()
	var text strings.Builder
	fmt.Fprintf(&text, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="Helvetica, Arial, sans-serif" font-size="12">`+"\n",
		2*panelWidth, len(all)/2*panelHeight)
	text.WriteString("<title>What the extension costs, by number of Extensions on a seed</title>\n")
	text.WriteString(`<rect width="100%" height="100%" fill="#ffffff"/>` + "\n")
	for i, p := range all {
		fmt.Fprintf(&text, `<g transform="translate(%d %d)">`+"\n%s</g>\n", i%2*panelWidth, i/2*panelHeight, p.draw(usual))
	}
	text.WriteString("</svg>\n")
	return text.String()
}

// axis maps values to positions on a line.
type axis struct {
	low, high   float64
	from, to    float64
	logarithmic bool
	ticks       []float64
}

func (a axis) at(value float64) float64 {
	low, high := a.low, a.high
	if a.logarithmic {
		low, high, value = math.Log(low), math.Log(high), math.Log(max(value, a.low))
	}
	return a.from + (value-low)/(high-low)*(a.to-a.from)
}

func logarithmicAxis(smallest, greatest, from, to float64) axis {
	a := axis{from: from, to: to, logarithmic: true, low: math.Pow(10, math.Floor(math.Log10(smallest))), high: math.Pow(10, math.Ceil(math.Log10(greatest)))}
	if a.high <= a.low {
		a.high = 10 * a.low
	}
	for tick := a.low; tick <= a.high*1.001; tick *= 10 {
		a.ticks = append(a.ticks, tick)
	}
	return a
}

func linearAxis(greatest, from, to float64) axis {
	step := math.Pow(10, math.Floor(math.Log10(greatest))) / 10
	for _, times := range []float64{2, 2.5, 2, 2} {
		if greatest/step > 6 {
			step *= times
		}
	}
	a := axis{from: from, to: to, high: step * math.Ceil(greatest/step)}
	for tick := 0.0; tick <= a.high*1.001; tick += step {
		a.ticks = append(a.ticks, tick)
	}
	return a
}

func (p panel) axes(results []scale.Result) (x, y axis) {
	least, most, smallest, greatest := math.Inf(1), 0.0, math.Inf(1), 0.0
	see := func(n, value float64) {
		least, most = min(least, n), max(most, n)
		smallest, greatest = min(smallest, max(value, 0.1)), max(greatest, value)
	}
	for _, result := range results {
		for _, line := range p.lines {
			see(float64(result.N), line.value(result))
		}
	}
	for _, point := range p.references {
		see(point.n, point.value)
	}
	x = logarithmicAxis(least, most, left, panelWidth-right)
	if p.logarithmic {
		return x, logarithmicAxis(smallest, greatest, panelHeight-below, top)
	}
	return x, linearAxis(greatest, panelHeight-below, top)
}

func (p panel) draw(results []scale.Result) string {
	var text strings.Builder
	write := func(x, y float64, anchor, colour, content string) {
		fmt.Fprintf(&text, `<text x="%.1f" y="%.1f" text-anchor="%s" fill="%s">%s</text>`+"\n", x, y, anchor, colour, html.EscapeString(content))
	}
	x, y := p.axes(results)
	fmt.Fprintf(&text, `<text x="%d" y="22" font-size="14" font-weight="bold" fill="#222222">%s</text>`+"\n", left, html.EscapeString(p.title))
	for _, tick := range y.ticks {
		fmt.Fprintf(&text, `<line x1="%d" x2="%d" y1="%.1f" y2="%.1f" stroke="#e0e0e0"/>`+"\n", left, panelWidth-right, y.at(tick), y.at(tick))
		write(left-8, y.at(tick)+4, "end", "#444444", short(tick))
	}
	for _, tick := range x.ticks {
		fmt.Fprintf(&text, `<line x1="%.1f" x2="%.1f" y1="%d" y2="%d" stroke="#888888"/>`+"\n", x.at(tick), x.at(tick), panelHeight-below, panelHeight-below+5)
		write(x.at(tick), panelHeight-below+18, "middle", "#444444", short(tick))
	}
	fmt.Fprintf(&text, `<line x1="%d" x2="%d" y1="%d" y2="%d" stroke="#888888"/>`+"\n", left, panelWidth-right, panelHeight-below, panelHeight-below)
	write(panelWidth/2, panelHeight-8, "middle", "#444444", "Extensions on the seed")
	for i, line := range p.lines {
		var points []string
		for _, result := range results {
			points = append(points, fmt.Sprintf("%.1f,%.1f", x.at(float64(result.N)), y.at(line.value(result))))
		}
		fmt.Fprintf(&text, `<polyline points="%s" fill="none" stroke="%s" stroke-width="2"/>`+"\n", strings.Join(points, " "), line.colour)
		for _, point := range points {
			cx, cy, _ := strings.Cut(point, ",")
			fmt.Fprintf(&text, `<circle cx="%s" cy="%s" r="3.5" fill="%s"/>`+"\n", cx, cy, line.colour)
		}
		if line.name != "" {
			fmt.Fprintf(&text, `<rect x="%d" y="%d" width="14" height="4" fill="%s"/>`+"\n", left+10+130*i, top-14, line.colour)
			write(float64(left+30+130*i), top-8, "start", "#222222", line.name)
		}
	}
	for _, point := range p.references {
		fmt.Fprintf(&text, `<path d="M%.1f %.1f l5 5 l-5 5 l-5 -5 z" fill="none" stroke="%s" stroke-width="1.5"/>`+"\n", x.at(point.n), y.at(point.value)-5, grey)
		// The letters have a white outline, because they may overlap a line.
		fmt.Fprintf(&text, `<text x="%.1f" y="%.1f" fill="%s" stroke="#ffffff" stroke-width="3" paint-order="stroke">%s</text>`+"\n",
			x.at(point.n)+9, y.at(point.value)+4, grey, html.EscapeString(point.name))
	}
	return text.String()
}

func short(value float64) string {
	if value > 0 && value < 1 {
		return fmt.Sprintf("%.1f", value)
	}
	return number(value, 0)
}
