package disposable

import (
	"reflect"
	"testing"
)

func TestNextProcessLeavesOutTheFileThatEndedTheLast(t *testing.T) {
	a, b := LeftOut{"a", Memory}, LeftOut{"b", Endless}
	for name, c := range map[string]struct {
		before state
		end    ending
		late   bool
		want   *state // nil if no process can help
	}{
		"a file": {
			end: ending{file: "a", cause: Memory}, want: &state{LeftOut: []LeftOut{a}, Deaths: 1},
		},
		"another file": {
			before: state{LeftOut: []LeftOut{a}}, end: ending{file: "b", cause: Endless},
			want: &state{LeftOut: []LeftOut{a, b}, Deaths: 1},
		},
		"no file": {want: &state{Probe: true, Deaths: 1}},
		"a file that was left out": {
			before: state{LeftOut: []LeftOut{a}}, end: ending{file: "a"},
			want: &state{LeftOut: []LeftOut{a}, Probe: true, Deaths: 1},
		},
		"no file when probing": {before: state{Probe: true, Deaths: 1}},
		"no file after others": {
			before: state{LeftOut: []LeftOut{a}, Probe: true},
			want:   &state{LeftOut: []LeftOut{a}, Probe: true, ReportOnly: true, Deaths: 1},
		},
		"too late": {
			end: ending{file: "a", cause: Memory}, late: true,
			want: &state{LeftOut: []LeftOut{a}, ReportOnly: true, Deaths: 1},
		},
		"too late without a file":  {late: true},
		"a death while it prints":  {end: ending{file: "a", output: true}},
		"a death while it reports": {before: state{LeftOut: []LeftOut{a}, ReportOnly: true}},
		"the last possible process": {
			before: state{Deaths: maxProcesses - 2}, end: ending{file: "a", cause: Memory},
			want: &state{LeftOut: []LeftOut{a}, ReportOnly: true, Deaths: maxProcesses - 1},
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
