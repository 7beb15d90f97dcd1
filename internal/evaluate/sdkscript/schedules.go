package sdkscript

import (
	"bytes"
	"fmt"
	"sync"

	"github.com/dop251/goja"

	"github.com/appsvc/svc/sdk"
)

const (
	// scheduleFile is the embedded script with the parser of schedules. It sets a member of globalThis.
	scheduleFile   = "dist/host/schedule.js"
	scheduleMember = "__svc_schedule"
	// parseName is the global function that the script of Declaring calls: bundle.ParseSchedule.
	parseName = "%schedule"
)

// scheduleParser compiles the parser of schedules once. It is a third of the SDK, and only syncs have schedules. The
// script's globalThis is an object of its own, so that code of the project neither sees the parser nor replaces it.
var scheduleParser = sync.OnceValues(func() (*Compiled, error) {
	script, err := sdk.Files.ReadFile(scheduleFile)
	if err != nil {
		return nil, fmt.Errorf("cannot read the embedded SDK: %w", err)
	}
	const inFunction = "(globalThis => { %s return globalThis.%s; })({ __proto__: null })"
	return Compile(fmt.Appendf(nil, inFunction, script, scheduleMember))
})

// ExpectSchedules begins to compile the parser of schedules if the script lacks it and a shard mentions a schedule.
// Often a processor is idle while a shard is prepared.
func (c *Compiled) ExpectSchedules(shard []byte) {
	if c.whole != nil && bytes.Contains(shard, []byte("schedule")) {
		go func() { _, _ = scheduleParser() }() // parserOf returns its error
	}
}

// InstallSchedules defines the global function with which the script of Declaring parses schedules.
func InstallSchedules(rt *goja.Runtime) error {
	var parse goja.Callable
	call := func(call goja.FunctionCall) goja.Value {
		if parse == nil {
			parse = parserOf(rt)
		}
		schedule, err := parse(goja.Undefined(), call.Arguments...)
		if err != nil {
			panic(err) // what the parser throws, or an interrupt
		}
		return schedule
	}
	return rt.GlobalObject().DefineDataProperty(
		parseName, rt.ToValue(call), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE,
	)
}

func parserOf(rt *goja.Runtime) goja.Callable {
	compiled, err := scheduleParser()
	if err != nil {
		panic(rt.NewGoError(err))
	}
	value, err := rt.RunProgram(compiled.Program)
	if err != nil {
		panic(err) // an interrupt
	}
	parse, _ := goja.AssertFunction(value)
	return parse
}
