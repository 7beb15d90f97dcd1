package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
)

// face is a route of the running server with what people see of it: what the dashboard can do a command can, and the
// other way round.
type face struct {
	// route is the last part of the path of a route of the tool, or method and path of a control route.
	route string
	// page is the file of dashboard/src that calls it, commands are those that do the same, without `svc`.
	page     string
	commands []string
	// why says why the page or the commands are missing.
	why string
}

const fileCommand = "it works on files of the machine"

var faces = []face{
	{"tick", "clock.tsx", []string{"dev tick"}, ""},
	{"schedules", "clock.tsx", []string{"dev schedules"}, ""},
	{"invoke", "invocation.ts", []string{"dev invoke", "sync run"}, ""},
	{"sign", "send.tsx", []string{"dev send"}, ""},
	{"install", "installs.tsx", []string{"dev install"}, ""},
	{"fault", "faults.tsx", []string{"dev fault"}, ""},
	{"crm", "records.tsx", []string{
		"dev records list", "dev records show", "dev records update", "dev records archive",
	}, ""},
	{"store", "store.tsx", []string{"dev store list", "dev store show", "dev store set", "dev store delete"}, ""},
	{"usage", "budget.tsx", []string{"dev budget"}, ""},
	{"events", "stream.ts", []string{"dev runs", "dev logs"}, ""},
	{"state", "state.tsx", []string{"dev state list", "dev state show", "dev state export"}, ""},
	{"findings", "findings.tsx", []string{"check"}, ""},
	{"overview", "app.tsx", []string{"manifest", "dev send"}, ""},
	{"records", "results.tsx", []string{"checkpoint", "errors"}, ""},
	{"control", "control.ts", []string{"installs list"}, ""},

	{"GET checkpoints", "results.tsx", []string{"checkpoint"}, ""},
	{"GET errors", "results.tsx", []string{"errors"}, ""},
	{"GET errors/{}", "results.tsx", []string{"errors", "explain"}, ""},
	{"GET installs", "control.ts", []string{"installs list"}, ""},
	{"GET installs/{}", "state.tsx", []string{"installs show"}, ""},
	{"DELETE installs/{}", "state.tsx", []string{"installs erase"}, ""},
	{"GET syncs", "syncs.tsx", []string{"sync list", "sync show"}, ""},
	{"GET syncs/runs", "syncs.tsx", []string{"sync runs"}, ""},
	{"GET later", "later.tsx", []string{"later list"}, ""},
	{"DELETE later/{}", "later.tsx", []string{"later cancel"}, ""},
	{"GET poison", "syncs.tsx", []string{"sync poison list"}, ""},
	{"GET poison/{}", "syncs.tsx", []string{"sync poison show"}, ""},
	{"POST poison/retry", "syncs.tsx", []string{"sync poison retry"}, ""},
	{"POST poison/discard", "syncs.tsx", []string{"sync poison discard"}, ""},
	{"GET deliveries", "deliveries.tsx", []string{"deliveries list"}, ""},
	{"GET deliveries/{}", "deliveries.tsx", []string{"deliveries show"}, ""},
	{"POST deliveries/{}/replay", "deliveries.tsx", []string{"deliveries replay"}, ""},
	{"PUT installs/{}/config", "state.tsx", []string{"installs configure"}, ""},
	{"PUT installs/{}/state", "state.tsx", []string{"installs suspend", "installs resume"}, ""},
	{"GET flags", "flags.tsx", []string{"dev flags list"}, ""},
	{"GET flags/{}", "flags.tsx", []string{"dev flags show"}, ""},
	{"PUT flags/{}", "flags.tsx", []string{"dev flags set"}, ""},
	{"DELETE flags/{}", "flags.tsx", []string{"dev flags delete"}, ""},
	{"GET billing/{}", "billing.tsx", []string{"dev billing show"}, ""},
	{"PUT billing/{}", "billing.tsx", []string{"dev billing set"}, ""},

	{"", "", []string{"dev state reset", "dev state import"}, fileCommand},
}

// operating are the groups whose commands have a face.
var operating = []string{"dev", "installs", "sync", "later", "deliveries", "errors", "checkpoint"}

func TestTheDashboardAndCommandsDoTheSame(t *testing.T) {
	root := newRootCommand(&cli.Env{Getenv: func(string) string { return "" }}, "")
	var named, routes []string
	for _, f := range faces {
		for _, name := range f.commands {
			found, rest, err := root.Find(strings.Fields(name))
			if err != nil || len(rest) > 0 || !found.Runnable() {
				t.Errorf("%s: no command %q", f.route, name)
			}
			named = append(named, name)
		}
		if (f.page == "" || len(f.commands) == 0) != (f.why != "") {
			t.Errorf("%s %v: a missing page or command needs a reason", f.route, f.commands)
		}
		if f.route != "" {
			routes = append(routes, f.route)
		}
	}
	for _, command := range root.Commands() {
		if !slices.Contains(operating, command.Name()) {
			continue
		}
		for _, name := range leaves(command) {
			if !slices.Contains(named, name) {
				t.Errorf("no face has the command %q", name)
			}
		}
	}
	served := append(toolRoutes(t), controlRoutes(t)...)
	slices.Sort(served)
	slices.Sort(routes)
	if !slices.Equal(served, routes) {
		t.Errorf("the server has the routes\n%q\nthe faces\n%q", served, routes)
	}
}

func TestTheDashboardCallsTheRoutesOfItsFaces(t *testing.T) {
	var calls [][2]string
	files, err := filepath.Glob("../../dashboard/src/*.ts*")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	for _, file := range files {
		for _, route := range pageCalls(t, file) {
			calls = append(calls, [2]string{filepath.Base(file), route})
			if !slices.ContainsFunc(faces, func(f face) bool { return f.page != "" && isCall(route, f.route) }) {
				t.Errorf("%s calls %s, which no face has", file, route)
			}
		}
	}
	for _, f := range faces {
		isOf := func(call [2]string) bool { return call[0] == f.page && isCall(call[1], f.route) }
		if f.page != "" && !slices.ContainsFunc(calls, isOf) {
			t.Errorf("%s does not call %s", f.page, f.route)
		}
	}
}

// leaves returns the commands of a group that do something, or the command itself.
func leaves(command *cobra.Command) (names []string) {
	for _, child := range command.Commands() {
		names = append(names, leaves(child)...)
	}
	if len(names) == 0 && command.Name() != "help" {
		names = append(names, strings.TrimPrefix(command.CommandPath(), "svc "))
	}
	return names
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// toolRoutes returns the routes of the tool.
func toolRoutes(t *testing.T) (routes []string) {
	text := read(t, "../../internal/devserver/live/tools.go")
	for _, match := range regexp.MustCompile(`Path\s+= ToolPath \+ "(\w+)"`).FindAllStringSubmatch(text, -1) {
		routes = append(routes, match[1])
	}
	return routes
}

// controlRoutes returns the control routes of an app.
func controlRoutes(t *testing.T) (routes []string) {
	text := read(t, "../../sdk/src/worker/routes/control/control.ts")
	route := regexp.MustCompile(`method: '(\w+)',\s+path: /\^\\/_svc\\/control\\/(\S+)\$/`)
	for _, match := range route.FindAllStringSubmatch(text, -1) {
		path := strings.NewReplacer(`\/`, "/", "([^/]+)", "{}").Replace(match[2])
		routes = append(routes, match[1]+" "+path)
	}
	return routes
}

var (
	toolCall    = regexp.MustCompile(`\b(?:call|post)(?:<[^(]*>)?\(\s*'(\w+)'`)
	controlCall = regexp.MustCompile("\\b(?:control(?:<[^(]*>)?\\(\\s*'(\\w+)',\\s*|fresh(?:<[^(]*>)?\\(\\s*)['`]([^'`?]+)")
	parameter   = regexp.MustCompile(`\$\{[^}]*\}`)
)

// pageCalls returns the routes that a file of the dashboard calls. Parameters of paths are {}.
func pageCalls(t *testing.T, file string) (routes []string) {
	text := read(t, file)
	for _, match := range toolCall.FindAllStringSubmatch(text, -1) {
		routes = append(routes, match[1])
	}
	for _, match := range controlCall.FindAllStringSubmatch(text, -1) {
		method := match[1]
		if method == "" {
			method = "GET"
		}
		routes = append(routes, method+" "+parameter.ReplaceAllString(match[2], "{}"))
	}
	return routes
}

// isCall reports whether a call of the dashboard is one of a route: a parameter stands for any part of a path.
func isCall(call, route string) bool {
	called, parts := strings.Split(call, "/"), strings.Split(route, "/")
	if len(called) != len(parts) {
		return false
	}
	for i, part := range called {
		if part != parts[i] && part != "{}" {
			return false
		}
	}
	return true
}
