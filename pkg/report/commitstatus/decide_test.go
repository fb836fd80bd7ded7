// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package commitstatus_test

import (
	"fmt"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/commitstatus"
)

// record has a status of the first commit.
func record(state State, description string, ago time.Duration, count int) *Record {
	return &Record{Repository: "gitea demo", Commits: []string{first}, Written: map[string]Written{
		ofProject: {Commit: first, State: state, Description: description, At: metav1.NewTime(noon.Add(-ago)), Count: count},
	}}
}

var _ = DescribeTable("A status is due",
	func(reason string, before *Record, in Input, due bool, next time.Duration) {
		decision := Decide(before, in)
		if due {
			Expect(decision.Due).To(Equal(decision.All), reason)
		} else {
			Expect(decision.Due).To(BeEmpty(), reason)
		}
		Expect(decision.Next).To(Equal(next), reason)
	},
	Entry("at first", "nothing was written", nil, input(ready("a", "", first)), true, time.Duration(0)),
	Entry("not again", "nothing has changed, also after a restart", record(StateSuccess, "1 of 1 Shoots", time.Hour, 1), input(ready("a", "", first)), false, time.Duration(0)),
	Entry("with another text", "the last one is ten seconds old", record(StateRunning, "0 of 1 Shoots", 10*time.Second, 1), input(ready("a", "", first)), true, time.Duration(0)),
	Entry("later", "statuses are folded for ten seconds", record(StateRunning, "0 of 1 Shoots", 4*time.Second, 1), input(ready("a", "", first)), false, 6*time.Second),
	Entry("later for another commit too", "a status has at most one write in ten seconds", record(StateSuccess, "1 of 1 Shoots", 4*time.Second, 1), input(ready("a", "", second)), false, 6*time.Second),
	Entry("more rarely after many", "GitHub accepts 1,000", record(StateRunning, "0 of 2 Shoots", 15*time.Second, 100), input(ready("a", "", first), shoot("b", "", progressing, first)), false, 15*time.Second),
	Entry("at once after many if it is the last one", "the result must not be late", record(StateRunning, "0 of 1 Shoots", 15*time.Second, 900), input(ready("a", "", first)), true, time.Duration(0)),
	Entry("for another repository", "the record belongs to the former one", func() *Record {
		r := record(StateSuccess, "1 of 1 Shoots", time.Hour, 1)
		r.Repository = "gitea other"
		return r
	}(), input(ready("a", "", first)), true, time.Duration(0)),
	Entry("not for a refused commit", "a user has to correct something", func() *Record {
		return record(StateRunning, "0 of 1 Shoots", time.Hour, 1).Refusing(Problem{Reason: "Unauthorized", Text: "x"}, "1", first)
	}(), input(ready("a", "", first)), false, time.Duration(0)),
	Entry("for the commit after a refused one", "the commit may be the cause", func() *Record {
		return record(StateRunning, "0 of 1 Shoots", time.Hour, 1).Refusing(Problem{Reason: "NotFound", Text: "x"}, "1", first)
	}(), input(ready("a", "", second)), true, time.Duration(0)),
	Entry("not with the same state on GitLab", "GitLab refuses it", record(StateRunning, "in progress in 2 Shoots", time.Hour, 1), func() Input {
		in := input(shoot("a", "", progressing, first))
		in.Provider = fluxv1alpha1.GitProviderGitLab
		return in
	}(), false, time.Duration(0)),
)

var _ = Describe("The newest commit", func() {
	newest := func(before *Record, in Input) (string, *Record) {
		decision := Decide(before, in)
		Expect(decision.All).To(HaveLen(1))
		return decision.All[0].Commit, decision.Record
	}

	It("is the one that was reported last, whatever its name and the number of its Shoots", func() {
		commit, r := newest(nil, input(ready("a", "", second), ready("b", "", second)))
		Expect(commit).To(Equal(second))
		commit, r = newest(r, input(ready("a", "", first), ready("b", "", second)))
		Expect(commit).To(Equal(first))
		commit, r = newest(r, input(ready("a", "", first), ready("b", "", second)))
		Expect(commit).To(Equal(first), "the order is recorded")
		Expect(r.Commits).To(Equal([]string{second, first}))
	})

	It("is an earlier one again when no Shoot attempts the later one any more", func() {
		_, r := newest(nil, input(ready("a", "", first)))
		commit, r := newest(r, input(ready("a", "", second), ready("b", "", first)))
		Expect(commit).To(Equal(second))
		commit, r = newest(r, input(ready("a", "", first), ready("b", "", first)))
		Expect(commit).To(Equal(first))
		Expect(r.Commits).To(Equal([]string{first}))
	})

	It("is the one of the Shoot whose state changed last, of commits that are seen at the same time", func() {
		changed := shoot("a", "", progressing, first, second)
		changed.Status.Since = metav1.NewTime(noon.Add(-time.Minute))
		commit, _ := newest(nil, input(ready("b", "", second), changed, ready("c", "", second)))
		Expect(commit).To(Equal(first))
	})

	It("is not one of a Shoot that cannot be observed", func() {
		commit, r := newest(nil, input(ready("a", "", first)))
		Expect(commit).To(Equal(first))
		commit, _ = newest(r, input(ready("a", "", first), shoot("b", "", fluxv1alpha1.ShootUnreachable, second)))
		Expect(commit).To(Equal(first))
	})

	It("is found among any number, of which few are recorded", func() {
		in := input()
		for i := range 100 {
			in.Shoots = append(in.Shoots, ready(fmt.Sprintf("s-%03d", i), "", fmt.Sprintf("%040d", i)))
		}
		_, r := newest(nil, in)
		Expect(r.Commits).To(HaveLen(20))
	})
})

var _ = Describe("Decide", func() {
	It("does not change the previous record", func() {
		before := record(StateSuccess, "1 of 1 Shoots", time.Hour, 1)
		Decide(before, input(ready("a", "", second)))
		Expect(before).To(Equal(record(StateSuccess, "1 of 1 Shoots", time.Hour, 1)))
	})

	It("removes the statuses of former rings, and refused commits that need no status", func() {
		before := record(StateSuccess, "1 of 1 Shoots", time.Hour, 1)
		before.Written[ofCanary], before.Refused = before.Written[ofProject], []string{first, third}
		r := Decide(before, input(ready("a", "", first))).Record
		Expect(r.Written).To(HaveLen(1))
		Expect(r.Written).To(HaveKey(ofProject))
		Expect(r.Refused).To(Equal([]string{first}))
	})
})

var _ = Describe("Record", func() {
	status := Status{Context: ofProject, Commit: first, State: StateRunning, Description: "0 of 1 Shoots"}

	It("counts the writes of a commit, and forgets the problem after a success", func() {
		r := (&Record{}).Failing(Problem{Reason: "Unreachable", Text: "x", Transient: true}).Wrote(status, "7", noon).Wrote(status, "7", noon)
		Expect(r).To(Equal(&Record{Secret: "7", Written: map[string]Written{ofProject: {Commit: first, State: StateRunning, Description: "0 of 1 Shoots", At: metav1.NewTime(noon), Count: 2}}}))
		status := status
		status.Commit = second
		Expect(r.Wrote(status, "7", noon).Written[ofProject].Count).To(Equal(1))
	})

	It("keeps the problem until no commit is refused", func() {
		problem := Problem{Reason: "NotFound", Text: "no such commit"}
		r := (&Record{}).Refusing(problem, "7", second, second).Wrote(status, "7", noon)
		Expect(r.Problem).To(Equal(&problem))
		Expect(r.Refused).To(Equal([]string{second}))
		Expect(r.Retrying().Wrote(status, "7", noon).Problem).To(BeNil())
	})

	DescribeTable("has a new problem",
		func(before *Problem, problem Problem, expected bool) {
			Expect(problem.IsNew(before)).To(Equal(expected))
		},
		Entry("the first one", nil, Problem{Reason: "Forbidden"}, true),
		Entry("with another reason", &Problem{Reason: "Unreachable", Transient: true}, Problem{Reason: "Forbidden"}, true),
		Entry("with another text", &Problem{Reason: "Forbidden", Text: "a"}, Problem{Reason: "Forbidden", Text: "b"}, true),
		Entry("not the same one", &Problem{Reason: "Forbidden", Text: "a"}, Problem{Reason: "Forbidden", Text: "a"}, false),
		Entry("not a transient one with another text, which may contain a port", &Problem{Reason: "Unreachable", Text: "a"}, Problem{Reason: "Unreachable", Text: "b", Transient: true}, false),
	)

	It("is read as it was stored", func() {
		r := record(StateFailure, `1 of 2 Shoots failed: a: "x"`, time.Minute, 3).Refusing(Problem{Reason: "Forbidden", Text: "y"}, "7", second)
		data, _, err := r.Encode()
		Expect(err).NotTo(HaveOccurred())
		Expect(Decode(&corev1.ConfigMap{Data: data})).To(BeComparableTo(r))
	})

	It("is empty in a ConfigMap without content", func() { Expect(Decode(&corev1.ConfigMap{})).To(Equal(&Record{})) })

	It("is readable with the most that a project has", func() {
		r := &Record{Repository: strings.Repeat("r", 1<<10), Problem: &Problem{Reason: "Forbidden", Text: strings.Repeat("<", 1<<10)}}
		for i := range 21 {
			name := strings.Repeat("p", 250) + fmt.Sprintf("%05d", i)
			r = r.Wrote(Status{Context: name, Commit: strings.Repeat("d", 64), State: StateRunning, Description: strings.Repeat("<", 255)}, "7", noon).Refusing(*r.Problem, "7", fmt.Sprintf("%064d", i))
		}
		for i := range 20 {
			r.Commits = append(r.Commits, fmt.Sprintf("%064d", i))
		}
		data, _, err := r.Encode()
		Expect(err).NotTo(HaveOccurred())
		Expect(Decode(&corev1.ConfigMap{Data: data})).To(BeComparableTo(r))
	})

	DescribeTable("is damaged if it",
		func(content string) {
			record, err := Decode(&corev1.ConfigMap{Data: map[string]string{"record.json": content}})
			Expect(err).To(HaveOccurred())
			Expect(record).To(Equal(&Record{}), "nothing of it applies")
			Expect(len(err.Error())).To(BeNumerically("<", 500))
		},
		Entry("is no JSON", "a: b"),
		Entry("is another type", `{"written":[]}`),
		Entry("is too large", `{"secret":"`+strings.Repeat("x", 70_000)+`"}`),
		Entry("is too deep", strings.Repeat(`{"written":`, 100)),
		Entry("has too many statuses", `{"written":{`+strings.TrimSuffix(func() (all string) {
			for i := range 40 {
				all += fmt.Sprintf(`"%d":{},`, i)
			}
			return all
		}(), ",")+"}}"),
		Entry("has too many commits", `{"commits":[`+strings.Repeat(`"a",`, 30)+`"a"]}`),
		Entry("has a long description", `{"written":{"a":{"description":"`+strings.Repeat("x", 300)+`"}}}`),
		Entry("has a negative count", `{"written":{"a":{"count":-1}}}`),
		Entry("has a long problem", `{"problem":{"text":"`+strings.Repeat("x", 3_000)+`"}}`),
	)
})
