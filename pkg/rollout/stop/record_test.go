// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package stop_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/stop"
)

// at returns a time in the stop.
func at(minute int) metav1.Time {
	return metav1.NewTime(time.Date(2026, 11, 23, 12, minute, 0, 0, time.UTC))
}

func stopped(number int64) stop.Record {
	return stop.Record{Number: number, Stopped: true, At: at(0), Reason: "incident 42"}
}

func ended(number int64) stop.Record { return stop.Record{Number: number, At: at(5)} }

var _ = Describe("Record", func() {
	It("is read as it was written", func() {
		for _, record := range []stop.Record{{}, stopped(1), ended(2)} {
			data := map[string]string{"projects": ""}
			stop.Post(data, record)
			read, err := stop.Read(data)
			Expect(err).NotTo(HaveOccurred())
			Expect(read.Encode()).To(Equal(record.Encode()))
		}
		data := map[string]string{}
		stop.Post(data, stop.Record{})
		Expect(data).To(BeEmpty(), "there was never a stop")
	})

	DescribeTable("is damaged",
		func(value string) {
			_, err := stop.Read(map[string]string{"stop": value})
			Expect(err).To(MatchError(HavePrefix("key stop ")))
		},
		Entry("empty", ""),
		Entry("cut off", `{"number":1,"stopped":true`),
		Entry("without number", `{"stopped":false,"at":"2026-11-23T12:00:00Z"}`),
		Entry("with a negative number", `{"number":-1,"stopped":false,"at":"2026-11-23T12:00:00Z"}`),
		Entry("with a number that cannot be exceeded", `{"number":9223372036854775807,"stopped":false,"at":"2026-11-23T12:00:00Z"}`),
		Entry("without time", `{"number":1,"stopped":false}`),
		Entry("a stop without reason", `{"number":1,"stopped":true,"at":"2026-11-23T12:00:00Z"}`),
		Entry("with a field of a newer version, which may limit what ends", `{"number":1,"stopped":false,"at":"2026-11-23T12:00:00Z","only":["x"]}`),
		Entry("of any size", `{"number":1,"stopped":true,"at":"2026-11-23T12:00:00Z","reason":"`+strings.Repeat("x", 1<<20)+`"}`),
	)

	It("shows a bounded reason without control characters and secrets", func() {
		read, err := stop.Read(map[string]string{"stop": `{"number":1,"stopped":true,"at":"2026-11-23T12:00:00Z","reason":"a\u0007b https://me:secret@example.com ` + strings.Repeat("y", 300) + `"}`})
		Expect(err).NotTo(HaveOccurred())
		Expect(len(read.Reason)).To(BeNumerically("<=", 200))
		Expect(read.Reason).NotTo(Or(ContainSubstring("\a"), ContainSubstring("secret")))
		Expect(read.Stop()).To(Equal(&rollout.Stop{Since: read.At.Time, Reason: read.Reason}))
		Expect(ended(2).Stop()).To(BeNil())
	})

	damage := errors.New("damaged")
	place := func(record stop.Record) stop.Place { return stop.Place{Name: "garden/shoot-flux", Record: record} }
	broken := stop.Place{Name: "garden/shoot-flux", Damage: damage}
	assumed := func(number int64) stop.Record {
		return stop.Record{Number: number, Stopped: true, At: at(9), Reason: "the record of the stop in ConfigMap garden/shoot-flux is damaged"}
	}
	DescribeTable("is the newest one of all places",
		func(configMap stop.Place, boards []stop.Place, known, expected stop.Record) {
			Expect(stop.Newest(configMap, boards, known, at(9))).To(Equal(expected))
		},
		Entry("nothing was ever stopped", stop.Place{}, []stop.Place{{}, {}}, stop.Record{}, stop.Record{}),
		Entry("the ConfigMap was deleted or recreated", stop.Place{}, []stop.Place{{}, place(stopped(1))}, stop.Record{}, stopped(1)),
		Entry("the boards are not written yet", place(stopped(1)), []stop.Place{{}}, stop.Record{}, stopped(1)),
		Entry("the ConfigMap was deleted before a board was written", stop.Place{}, []stop.Place{{}}, stopped(1), stopped(1)),
		Entry("a board has not got the end yet", place(ended(2)), []stop.Place{place(stopped(1))}, stop.Record{}, ended(2)),
		Entry("the ConfigMap was restored from a backup of the stop", place(stopped(1)), []stop.Place{place(ended(2))}, stop.Record{}, ended(2)),
		Entry("a board was restored from a backup of an end", place(stopped(3)), []stop.Place{place(ended(2))}, stop.Record{}, stopped(3)),
		Entry("two garden controllers have written the same number", place(ended(2)), []stop.Place{place(stopped(2))}, stop.Record{}, stopped(2)),
		Entry("the ConfigMap is damaged during the stop", broken, []stop.Place{place(stopped(1))}, stop.Record{}, stopped(1)),
		Entry("the ConfigMap is damaged, and may have had a stop that no board has", broken, []stop.Place{place(ended(2))}, stop.Record{}, assumed(3)),
		Entry("the ConfigMap is damaged, and there is no other place", broken, nil, stop.Record{}, assumed(1)),
		Entry("a board is damaged, and nothing else says anything", stop.Place{}, []stop.Place{broken}, stop.Record{}, assumed(1)),
		Entry("a board is damaged after the end", place(ended(2)), []stop.Place{broken}, stop.Record{}, ended(2)),
		Entry("both places are damaged", broken, []stop.Place{broken}, ended(2), assumed(3)),
	)

	DescribeTable("changes by an operation",
		func(before stop.Record, operation string, expected stop.Record, note string) {
			next, said, err := before.Operate(operation, at(5))
			if note == "" {
				Expect(err).To(MatchError(ContainSubstring("must be stop=<reason> or resume")))
			} else {
				Expect(err).NotTo(HaveOccurred())
			}
			Expect(next).To(Equal(expected))
			Expect(said).To(Equal(note))
		},
		Entry("a stop", ended(2), "stop=incident 42", stop.Record{Number: 3, Stopped: true, At: at(5), Reason: "incident 42"}, "All rollouts are stopped: incident 42"),
		Entry("another reason, which does not change since when", stopped(1), "stop=incident 43", stop.Record{Number: 2, Stopped: true, At: at(0), Reason: "incident 43"}, "All rollouts are stopped: incident 43"),
		Entry("the end", stopped(1), "resume", ended(2), "All rollouts go on after the stop: incident 42"),
		Entry("an end without a stop", ended(2), "resume", ended(2), "Nothing is stopped"),
		Entry("a stop without reason", ended(2), "stop", ended(2), ""),
		Entry("a stop with an empty reason", ended(2), "stop= ", ended(2), ""),
		Entry("an end that names something", stopped(1), "resume=canary", stopped(1), ""),
		Entry("another word", stopped(1), "pause", stopped(1), ""),
	)

	It("is unknown until it was read, and reports each change once", func() {
		l, changes := stop.NewLandscape(), 0
		l.Follow(func() { changes++ })
		_, err := l.Get()
		Expect(err).To(HaveOccurred())
		l.Set(stop.Record{})
		Expect(l.Get()).To(Equal(stop.Record{}))
		l.Set(stopped(1))
		l.Set(stopped(1))
		Expect(changes).To(Equal(2))
	})
})

func FuzzRead(f *testing.F) {
	f.Add(stopped(1).Encode())
	f.Add(ended(2).Encode())
	f.Fuzz(func(t *testing.T, value string) {
		record, err := stop.Read(map[string]string{"stop": value})
		if err != nil {
			return
		}
		data := map[string]string{}
		stop.Post(data, record)
		again, err := stop.Read(data)
		if err != nil || again.Encode() != record.Encode() || len(data["stop"]) > 512 {
			t.Errorf("%q became %q: %v", record.Encode(), again.Encode(), err)
		}
	})
}
