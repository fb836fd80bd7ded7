// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/benchmark/scale"
)

// markdown returns a table in Markdown.
func markdown(header []string, rows [][]string) string {
	var text strings.Builder
	row := func(cells []string) { text.WriteString("| " + strings.Join(cells, " | ") + " |\n") }
	row(header)
	row(slices.Repeat([]string{"---"}, len(header)))
	for _, cells := range rows {
		row(cells)
	}
	return text.String()
}

// number formats a value with the given number of decimals, and with commas as thousands separators.
func number(value float64, decimals int) string {
	text := strconv.FormatFloat(value, 'f', decimals, 64)
	digits, fraction, _ := strings.Cut(text, ".")
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	if fraction != "" {
		digits += "." + fraction
	}
	return digits
}

// extensions describes a measurement by its number of Extensions and its variant.
func extensions(result scale.Result) string {
	name := number(float64(result.N), 0)
	if what := variant(result); what != "" {
		name += ", " + what
	}
	return name
}

// conditions describes the machine, date and versions of the measurements.
func conditions(results []scale.Result) string {
	var lines []string
	for _, result := range results {
		c := result.Conditions
		line := fmt.Sprintf("Measured on %s with commit `%s`, %d processors (%s), %s GiB of memory, %s, kube-apiserver %s, etcd %s",
			c.Date, c.Extension, c.CPUs, c.CPU, number(c.MemoryGiB, 1), c.Go, c.Kubernetes, c.Etcd)
		if !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	lowest, highest := results[0].Conditions.Load, results[0].Conditions.Load
	for _, result := range results {
		lowest, highest = min(lowest, result.Conditions.Load), max(highest, result.Conditions.Load)
	}
	return strings.Join(lines, ".\n") + ".\n" +
		fmt.Sprintf("Load averages of the machine before the measurements: %s to %s.\n", number(lowest, 1), number(highest, 1))
}

func table(results []scale.Result) string {
	var rows [][]string
	for _, r := range results {
		rows = append(rows, []string{
			extensions(r), number(r.DeliveredSeconds, 1), number(r.WallSeconds, 1), number(r.CPUMilliseconds, 1),
			number(r.RequestsFirst, 1), number(r.RequestsRepeat, 1), number(r.WritesRepeat, 1),
			number(r.RSSMiB, 0), number(r.PeakRSSMiB, 0), number(r.EtcdBytesPerShoot/1024, 1),
		})
	}
	return markdown([]string{
		"Extensions", "delivered after s", "reported after s", "CPU, ms per Extension", "requests, first", "requests, repeated", "writes, repeated",
		"memory, MiB", "at most, MiB", "etcd, KiB per shoot",
	}, rows)
}

func changes(results []scale.Result) string {
	var rows [][]string
	for _, r := range results {
		d := r.Details
		perMinute := func(count int) float64 { return float64(count) / float64(r.N) * 60 / d.Rest.Seconds }
		seen := "–"
		if d.SeenSeconds > 0 {
			seen = number(d.SeenSeconds, 1)
		}
		rows = append(rows, []string{
			extensions(r), number(d.ReadySeconds, 1), number(d.FirstReconcileSeconds, 1), seen, number(float64(d.StartUp.Requests), 0),
			number(float64(d.FanOutShoots), 0), number(d.FanOut.Seconds, 1),
			number(perMinute(d.Rest.Requests), 2), number(perMinute(d.Rest.Writes), 2), number(100*d.Rest.Controller.CPUSeconds/d.Rest.Seconds, 1),
			number(d.GardenRequestsPerProjectAndMinute, 1), number(float64(conflicts(d.First.Failed)), 0),
		})
	}
	return markdown([]string{
		"Extensions", "start: ready after s", "first reconcile after s", "all shoots checked after s", "requests until then",
		"shoots of the changed project", "all have it after s", "idle: requests per Extension and minute", "writes", "CPU, % of a processor",
		"garden: requests per project and minute", "conflicts, first",
	}, rows)
}

// requests lists the requests of a first and a repeated reconciliation in the largest measurement of the first variant.
func requests(results []scale.Result) string {
	chosen := results[0]
	for _, result := range results {
		if variant(result) == variant(chosen) {
			chosen = result
		}
	}
	first, repeat := chosen.Details.First.Seed, chosen.Details.Repeat.Seed
	kinds := map[string]bool{}
	for _, counts := range []map[string]int{first, repeat} {
		for kind, count := range counts {
			if float64(count) >= float64(chosen.N)/100 {
				kinds[kind] = true
			}
		}
	}
	sorted := slices.SortedFunc(maps.Keys(kinds), func(a, b string) int {
		return cmp.Or(cmp.Compare(first[b], first[a]), cmp.Compare(a, b))
	})
	var rows [][]string
	for _, kind := range sorted {
		verb, _, _ := strings.Cut(kind, " ")
		if verb == "watch" || strings.HasSuffix(kind, " leases") {
			continue
		}
		each := func(counts map[string]int) string { return number(float64(counts[kind])/float64(chosen.N), 2) }
		rows = append(rows, []string{kind, each(first), each(repeat)})
	}
	return fmt.Sprintf("Requests to the seed per Extension, with %s Extensions, without those below one for a hundred Extensions:\n\n",
		extensions(chosen)) + markdown([]string{"request", "first", "repeated"}, rows)
}

// conflicts counts the failed writes due to conflicts, except writes of Leases.
func conflicts(failed map[string]int) int {
	total := 0
	for kind, count := range failed {
		if strings.HasPrefix(kind, "Conflict: ") && !strings.HasSuffix(kind, " leases") {
			total += count
		}
	}
	return total
}
