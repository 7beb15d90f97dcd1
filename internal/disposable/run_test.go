package disposable

import (
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestNextProcessLeavesOutTheFileThatEndedTheLast(t *testing.T) {
	a, b := LeftOut{File: "a", Cause: Memory}, LeftOut{File: "b", Cause: Crash}
	inSurvey := LeftOut{"b", Crash, true}
	for name, c := range map[string]struct {
		before state
		end    ending
		late   bool
		want   *state // nil if no process can help
	}{
		"a file": {
			end: ending{file: "a", cause: Memory}, want: &state{LeftOut: []LeftOut{a}, Deaths: 1},
		},
		"a file that takes long": {
			end:  ending{file: "a", cause: Endless},
			want: &state{LeftOut: []LeftOut{{File: "a", Cause: Endless}}, Deaths: 1},
		},
		"another file": {
			before: state{LeftOut: []LeftOut{a}, Deaths: 1}, end: ending{file: "b", cause: Crash},
			want: &state{LeftOut: []LeftOut{a, b}, Survey: true, Deaths: 2},
		},
		"no file":       {want: &state{Survey: true, Deaths: 1}},
		"no file, late": {late: true, want: &state{Survey: true, Deaths: 1}},
		"a file that was left out": {
			before: state{LeftOut: []LeftOut{a}}, end: ending{file: "a"},
			want: &state{LeftOut: []LeftOut{a}, Survey: true, Deaths: 1},
		},
		"a file in a survey": {
			before: state{Survey: true}, end: ending{file: "b", examined: "b", cause: Crash},
			want: &state{Survey: true, From: "b", LeftOut: []LeftOut{inSurvey}, Deaths: 1},
		},
		"a file in a survey that blamed others": {
			before: state{Survey: true}, end: ending{examined: "b", cause: Crash, blamed: []LeftOut{a}},
			want: &state{Survey: true, From: "b", LeftOut: []LeftOut{a, inSurvey}, Deaths: 1},
		},
		"a death in a survey just after it blamed the file": {
			before: state{Survey: true}, end: ending{examined: "b", cause: Memory, blamed: []LeftOut{inSurvey}},
			want: &state{Survey: true, From: "b", LeftOut: []LeftOut{inSurvey}, Deaths: 1},
		},
		"the time of a survey": {
			before: state{Survey: true, Spent: time.Second}, end: ending{examined: "b", cause: Crash, used: time.Second},
			want: &state{Survey: true, From: "b", LeftOut: []LeftOut{inSurvey}, Spent: 2 * time.Second, Deaths: 1},
		},
		"an import in a survey": {
			before: state{Survey: true}, end: ending{file: "b", examined: "c", cause: Crash},
			want: &state{Survey: true, From: "c", LeftOut: []LeftOut{inSurvey}, Deaths: 1},
		},
		"a survey that is late": {
			before: state{Survey: true}, end: ending{file: "b", examined: "b", cause: Crash}, late: true,
			want: &state{
				Survey: true, Surveyed: true, KnownOnly: true, From: "b", LeftOut: []LeftOut{inSurvey}, Deaths: 1,
			},
		},
		"a file after a survey": {
			before: state{Survey: true}, end: ending{file: "b", surveyed: true, cause: Crash},
			want: &state{Survey: true, Surveyed: true, LeftOut: []LeftOut{b}, Deaths: 1},
		},
		"no file after a survey": {before: state{Survey: true}, end: ending{surveyed: true}},
		"no file after a survey without time for all": {
			before: state{Survey: true}, end: ending{surveyed: true, examined: "c"},
			want: &state{Survey: true, Surveyed: true, KnownOnly: true, From: "c", Deaths: 1},
		},
		"no file after others": {
			before: state{LeftOut: []LeftOut{a}, Survey: true, Surveyed: true},
			want:   &state{LeftOut: []LeftOut{a}, Survey: true, Surveyed: true, ReportOnly: true, Deaths: 1},
		},
		"no file when only known ones are loaded": {
			before: state{LeftOut: []LeftOut{a}, Survey: true, Surveyed: true, KnownOnly: true, From: "c"},
			want: &state{
				LeftOut: []LeftOut{a}, Survey: true, Surveyed: true, ReportOnly: true, From: "c", Deaths: 1,
			},
		},
		"more files than a state holds": {
			before: state{LeftOut: []LeftOut{a}}, end: ending{file: strings.Repeat("x", maxState)},
			want: &state{LeftOut: []LeftOut{a}, Survey: true, Surveyed: true, ReportOnly: true, Deaths: 1},
		},
		"a death while it prints":  {end: ending{file: "a", committed: true}},
		"a death while it reports": {before: state{LeftOut: []LeftOut{a}, ReportOnly: true}},
		"the last possible process": {
			before: state{Deaths: maxProcesses - 3}, end: ending{file: "a", cause: Memory},
			want: &state{
				LeftOut: []LeftOut{a}, Survey: true, Surveyed: true, ReportOnly: true, Deaths: maxProcesses - 2,
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, ok := c.before.after(c.end, c.late)
			if ok != (c.want != nil) || ok && !reflect.DeepEqual(got, *c.want) {
				t.Errorf("got %+v, %v, want %+v", got, ok, c.want)
			}
		})
	}
}

func TestFilesThatPassedASurveyGetItsTime(t *testing.T) {
	defer func(before *child) { joined = before }(joined)
	for _, c := range []struct {
		state       state
		limit, want time.Duration
	}{
		{state{}, time.Second, time.Second},
		{state{Deaths: 2}, 5 * time.Second, leastTime},
		{state{Deaths: 2, Spent: 3 * time.Second}, 5 * time.Second, leastTime}, // the survey is not over
		{state{Deaths: 2, Surveyed: true, Spent: 3 * time.Second}, 5 * time.Second, 3 * time.Second},
		{state{Deaths: 2, Surveyed: true, Spent: 3 * time.Second}, time.Second, 3 * time.Second},
		{state{Deaths: 2, Surveyed: true, Spent: time.Hour}, 5 * time.Second, surveyTime},
	} {
		joined = &child{state: c.state}
		if got := Within(c.limit); got != c.want {
			t.Errorf("%+v: Within(%s) = %s, want %s", c.state, c.limit, got, c.want)
		}
	}
}
