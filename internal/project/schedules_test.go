package project

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/declared"
)

type scheduleVector struct {
	Schedule, Kind, Rule, Error string
	Crons                       []string
}

func TestSchedulesMatchTheContract(t *testing.T) {
	text, err := os.ReadFile("../../contract/schedules/schedules.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors []scheduleVector
	if err := json.Unmarshal(text, &vectors); err != nil {
		t.Fatal(err)
	}
	// Other rules report empty schedules, and events without a push source.
	vectors = slices.DeleteFunc(vectors, func(v scheduleVector) bool { return v.Schedule == "" })
	var source strings.Builder
	source.WriteString(
		"import { defineWorker, ok } from '@svc/sdk';\nconst worker = defineWorker('w');\nexport default worker;\n",
	)
	for i, v := range vectors {
		quoted, err := json.Marshal(v.Schedule)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&source, "worker.sync('s%d', { schedule: %s, handler: () => ok() });\n", i, quoted)
	}
	p := load(t, map[string]string{"svc.config.ts": minimalConfig, "src/workers/w.ts": source.String()})
	var syncs []*declared.Declaration
	for _, d := range p.Declarations {
		if d.Kind == declared.Sync {
			syncs = append(syncs, d)
		}
	}
	if len(syncs) != len(vectors) {
		t.Fatalf("%d syncs were declared, %d are wanted; problems: %+v", len(syncs), len(vectors), p.Problems)
	}
	for i, v := range vectors {
		checkSchedule(t, v, syncs[i])
	}
}

func checkSchedule(t *testing.T, v scheduleVector, d *declared.Declaration) {
	t.Helper()
	if v.Error != "" {
		if d.Schedule != nil || len(d.Errors) != 1 || d.Errors[0].Rule != v.Rule || d.Errors[0].Message != v.Error ||
			!slices.Equal(d.Errors[0].Path, []string{"schedule"}) {
			t.Errorf("%q: schedule %+v, errors %+v; want %s: %s", v.Schedule, d.Schedule, d.Errors, v.Rule, v.Error)
		}
		return
	}
	if d.Schedule == nil || len(d.Errors) != 0 || d.Schedule.Kind != v.Kind || d.Schedule.Expression != v.Schedule ||
		!slices.Equal(d.Schedule.Crons, v.Crons) {
		t.Errorf("%q: schedule %+v, errors %+v; want %s %v", v.Schedule, d.Schedule, d.Errors, v.Kind, v.Crons)
	}
}
