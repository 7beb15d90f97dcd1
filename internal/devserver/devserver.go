// Package devserver serves a project on this machine, and runs single invocations of its capabilities.
//
// NewServer serves all workers over HTTP, fires their schedules and wakes their actors. Invoke runs one capability in a
// VM of its own; its result is in result.go. An Isolate takes many requests side by side, for simulations. All of them
// run over a host.Host.
package devserver
