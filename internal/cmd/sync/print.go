package sync

import (
	"fmt"
	"strconv"
	"time"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/control"
)

// shownSync is the declaration of a sync with its state.
type shownSync struct {
	control.Sync
	// Declared is false for a sync that the app no longer declares.
	Declared bool   `json:"declared"`
	Label    string `json:"label,omitempty"`
	Schedule string `json:"schedule,omitempty"`
	Source   string `json:"source,omitempty"`
	Into     string `json:"into,omitempty"`
}

// The output of --json.
type (
	syncsDocument struct {
		SchemaVersion int         `json:"schemaVersion"`
		Install       string      `json:"install"`
		Syncs         []shownSync `json:"syncs"`
	}
	syncDocument struct {
		SchemaVersion int               `json:"schemaVersion"`
		Install       string            `json:"install"`
		Sync          shownSync         `json:"sync"`
		Runs          []control.SyncRun `json:"runs"`
	}
	runsDocument struct {
		SchemaVersion int               `json:"schemaVersion"`
		Install       string            `json:"install"`
		Runs          []control.SyncRun `json:"runs"`
	}
	runDocument struct {
		SchemaVersion int             `json:"schemaVersion"`
		Run           control.SyncRun `json:"run"`
	}
)

func printSyncs(env *cli.Env, syncs []shownSync) error {
	rows := make([][]string, len(syncs))
	for i, one := range syncs {
		rows[i] = []string{one.String(), scheduleOf(one), stateOf(one), strconv.Itoa(one.Waiting), strconv.Itoa(one.Poison)}
	}
	return env.Table([]string{"SYNC", "SCHEDULE", "STATE", "WAITING", "POISON"}, rows)
}

func scheduleOf(one shownSync) string {
	if !one.Declared {
		return "no longer declared"
	}
	return one.Schedule
}

// stateOf returns the state of the current run, or idle.
func stateOf(one shownSync) string {
	if one.Run == nil || one.Run.Ended() {
		return "idle"
	}
	return runText(*one.Run)
}

// runText describes the progress of a run.
func runText(run control.SyncRun) string {
	words := run.Status
	if run.Status == "waiting" && run.WaitsUntil > 0 {
		words += " until " + cmdutil.TimeText(run.WaitsUntil)
	}
	if run.Message != "" {
		words += ": " + run.Message
	}
	return words
}

func printSync(env *cli.Env, one shownSync, runs []control.SyncRun) error {
	cursor := ""
	if one.Cursor != nil {
		cursor = *one.Cursor
	}
	rows := [][]string{{"sync", one.String()}}
	for _, row := range [][]string{
		{"label", one.Label}, {"schedule", one.Schedule}, {"source", one.Source}, {"into", one.Into}, {"cursor", cursor}, {
			"state", stateOf(one),
		},
		{"waiting rows", strconv.Itoa(one.Waiting)}, {"poison rows", strconv.Itoa(one.Poison)},
	} {
		if row[1] != "" {
			rows = append(rows, row)
		}
	}
	if err := env.Table(nil, rows); err != nil || len(runs) == 0 {
		return err
	}
	if env.OutTTY {
		if _, err := fmt.Fprintln(env.Out); err != nil {
			return err
		}
	}
	return printRuns(env, runs)
}

func printRuns(env *cli.Env, runs []control.SyncRun) error {
	rows := make([][]string, len(runs))
	for i, run := range runs {
		counts := []string{"", "", "", ""}
		if c := run.Counts; c != nil {
			counts = []string{strconv.Itoa(c.Rows), strconv.Itoa(c.Upserted), strconv.Itoa(c.Poison), strconv.Itoa(c.Duplicates)}
		}
		rows[i] = append(
			[]string{cmdutil.TimeText(run.StartedAt), run.String(), run.Status, run.Cause, tookText(run)},
			append(counts, run.Message)...,
		)
	}
	return env.Table(
		[]string{"STARTED", "SYNC", "STATUS", "CAUSE", "TOOK", "ROWS", "UPSERTED", "POISON", "DUPLICATES", "MESSAGE"}, rows,
	)
}

// tookText returns the duration of a run, or "" if it has not ended.
func tookText(run control.SyncRun) string {
	if run.EndedAt == 0 {
		return ""
	}
	took := time.Duration(run.EndedAt-run.StartedAt) * time.Millisecond
	if took < time.Second {
		return fmt.Sprintf("%d ms", took.Milliseconds())
	}
	return cli.Elapsed(took)
}

func printRun(env *cli.Env, run control.SyncRun) error {
	rows := [][]string{{"run", run.ID}, {"sync", run.String()}, {"status", runText(run)}}
	if c := run.Counts; c != nil {
		rows = append(rows, []string{
			"rows",
			fmt.Sprintf("%d: %d upserted, %d poison, %d duplicates", c.Rows, c.Upserted, c.Poison, c.Duplicates),
		})
	}
	return env.Table(nil, rows)
}
