// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package picture

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/prometheus/promql"
)

// Dimensions of a graph.
const (
	axisWidth, legendWidth, legendLine, valueWidth = 76, 290, 14, 72
	// timeWidth is the minimum width of a plot whose time axis also has labels between the first and the last time.
	timeWidth = 150
)

// colourOf returns the colour of a line. People with colour blindness can distinguish the colours on white. Colours
// repeat if a graph has more than ten lines.
func colourOf(line int) string {
	palette := [...]string{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#767676", "#7b3294", "#b2182b", "#1b7837"}
	return palette[line%len(palette)]
}

// graph draws lines or stacked areas, with the legend on the right.
func (b *Dashboard) graph(d *drawing, panel Panel, at box) {
	wide := min(legendWidth, at.w*0.57)
	plot := box{at.x + axisWidth, at.y + 30, at.w - axisWidth - wide - 20, at.h - 54}
	unit := ""
	if len(panel.YAxes) > 0 {
		unit = panel.YAxes[0].Format
	}
	lines := panel.Lines
	if panel.Stack {
		lines = stacked(lines)
	}
	most := 0.0
	for _, line := range lines {
		most = max(most, largest(line))
	}
	step := tick(most, unit)
	most = step * max(math.Ceil(most/step-1e-9), 1)
	for value := 0.0; value < most+step/2; value += step {
		y := plot.y + plot.h*(1-value/most)
		d.line(`<path d="M%.0f %.0fh%.0f" stroke="#d9dee3"/>`, plot.x, y, plot.w)
		d.text(plot.x-6, y+4, axisWidth, `text-anchor="end" font-size="11" fill="#52606d"`, format(value, unit))
	}
	times := 1
	if plot.w >= timeWidth {
		times = 3
	}
	for i := range times + 1 {
		when := b.From.Add(b.To.Sub(b.From) * time.Duration(i) / time.Duration(times))
		d.text(plot.x+plot.w*float64(i)/float64(times), plot.y+plot.h+15, axisWidth, `text-anchor="middle" font-size="11" fill="#52606d"`, when.UTC().Format("15:04"))
	}
	from, span := b.From.UnixMilli(), float64(b.To.Sub(b.From).Milliseconds())
	place := func(p promql.FPoint) (x, y float64) {
		return plot.x + plot.w*float64(p.T-from)/max(span, 1), plot.y + plot.h*(1-p.F/most)
	}
	for i, line := range lines {
		shape := path(line.Points, place)
		if panel.Stack {
			beneath := Line{Points: zeros(line.Points)}
			if i > 0 {
				beneath = lines[i-1]
			}
			back := slices.Clone(beneath.Points)
			slices.Reverse(back)
			d.line(`<path d="%s%sz" fill="%s" fill-opacity="0.3"/>`, shape, strings.Replace(path(back, place), "M", "L", 1), colourOf(i))
		}
		d.line(`<path d="%s" fill="none" stroke="%s" stroke-width="1.5"/>`, shape, colourOf(i))
	}
	legend(d, panel.Lines, unit, box{at.x + at.w - wide - 4, at.y + 34, wide, at.h - 40})
}

// legend lists the lines that are not always zero, with their maximum and current values.
func legend(d *drawing, lines []Line, unit string, at box) {
	most := int(at.h)/legendLine - 1
	d.text(at.x+at.w-valueWidth, at.y, valueWidth, `text-anchor="end" font-size="11" fill="#52606d"`, "max")
	d.text(at.x+at.w, at.y, valueWidth, `text-anchor="end" font-size="11" fill="#52606d"`, "current")
	listed, all := 0, 0
	for i, line := range lines {
		if largest(line) == 0 {
			continue
		}
		if all++; listed == most {
			continue
		}
		listed++
		y := at.y + float64(listed*legendLine)
		d.line(`<path d="M%.0f %.0fh10" stroke="%s" stroke-width="3"/>`, at.x, y-4, colourOf(i))
		d.text(at.x+14, y, at.w-14-2*valueWidth, `font-size="11"`, line.Name)
		d.text(at.x+at.w-valueWidth, y, valueWidth, `text-anchor="end" font-size="11"`, format(largest(line), unit))
		d.text(at.x+at.w, y, valueWidth, `text-anchor="end" font-size="11"`, format(line.Points[len(line.Points)-1].F, unit))
	}
	switch {
	case all == 0:
		d.text(at.x, at.y+legendLine, at.w, `font-size="11" fill="#52606d"`, "all are 0")
	case all > listed:
		d.text(at.x, at.y, at.w-2*valueWidth, `font-size="11" fill="#52606d"`, fmt.Sprintf("%d more", all-listed))
	}
}

// path draws a line through the points. It omits points between equal values.
func path(points []promql.FPoint, place func(promql.FPoint) (x, y float64)) string {
	var text strings.Builder
	command := "M"
	for i, p := range points {
		if math.IsNaN(p.F) {
			command = "M"
			continue
		}
		if i > 0 && i < len(points)-1 && command == "L" && points[i-1].F == p.F && points[i+1].F == p.F {
			continue
		}
		x, y := place(p)
		fmt.Fprintf(&text, "%s%.1f %.1f", command, x, y)
		command = "L"
	}
	return text.String()
}

// stacked adds the sum of the previous lines to each line. A missing value counts as zero.
func stacked(lines []Line) []Line {
	sums := map[int64]float64{}
	for _, line := range lines {
		for _, p := range line.Points {
			sums[p.T] = 0
		}
	}
	times := slices.Sorted(maps.Keys(sums))
	all := make([]Line, 0, len(lines))
	for _, line := range lines {
		for _, p := range line.Points {
			if !math.IsNaN(p.F) {
				sums[p.T] += p.F
			}
		}
		upper := Line{Name: line.Name}
		for _, t := range times {
			upper.Points = append(upper.Points, promql.FPoint{T: t, F: sums[t]})
		}
		all = append(all, upper)
	}
	return all
}

func zeros(points []promql.FPoint) []promql.FPoint {
	ground := slices.Clone(points)
	for i := range ground {
		ground[i].F = 0
	}
	return ground
}

func largest(line Line) float64 {
	most := 0.0
	for _, p := range line.Points {
		if !math.IsNaN(p.F) {
			most = max(most, p.F)
		}
	}
	return most
}

// tick returns the distance between ticks on an axis with at most five ticks in addition to zero.
func tick(most float64, unit string) float64 {
	base := 10.0
	if unit == "bytes" {
		base = 2
	}
	if most <= 0 {
		return 1
	}
	size := math.Pow(base, math.Floor(math.Log(most/5)/math.Log(base)))
	for _, factor := range []float64{1, 2, 5, 10} {
		if step := size * factor; most/step <= 5 && (unit != "short" || step >= 1 || most < 1) {
			return step
		}
	}
	return 10 * size
}

// format formats a value with its unit, like Plutono.
func format(value float64, unit string) string {
	short := func(v float64) string {
		if v < 0.1 {
			return strconv.FormatFloat(v, 'g', 2, 64)
		}
		return strconv.FormatFloat(v, 'g', 3, 64)
	}
	scaled := func(steps []float64, names []string) string {
		for i := len(steps) - 1; i > 0; i-- {
			if value >= steps[i] {
				return short(value/steps[i]) + " " + names[i]
			}
		}
		return short(value/steps[0]) + " " + names[0]
	}
	switch {
	case math.IsNaN(value):
		return "NaN"
	case unit == "bytes":
		return scaled([]float64{1, 1 << 10, 1 << 20, 1 << 30}, []string{"B", "KiB", "MiB", "GiB"})
	case unit == "s" && value == 0:
		return "0 s"
	case unit == "s":
		return scaled([]float64{1e-3, 1, 60, 3600, 86400}, []string{"ms", "s", "min", "hour", "day"})
	case unit == "ops" || unit == "reqps" || unit == "wps":
		return short(value) + map[string]string{"ops": " ops/s", "reqps": " req/s", "wps": " wr/s"}[unit]
	case value >= 1000:
		return scaled([]float64{1, 1e3, 1e6}, []string{"", "K", "Mil"})
	}
	return short(value)
}
