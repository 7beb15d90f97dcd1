package host

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/appsvc/svc/internal/project"
)

// callActorOf returns CallActor for a worker. It gives the failures that the worker reports the positions of their
// source, which only the process that built the worker knows.
func (h *Host) callActorOf(worker *project.Worker) func(context.Context, string) (string, error) {
	return func(ctx context.Context, request string) (string, error) {
		return h.CallActor(ctx, mapFailures(worker, request))
	}
}

// mapFailures returns the request with mapped stack traces, and everything else as it is. Requests without failures are
// returned unchanged.
func mapFailures(worker *project.Worker, request string) string {
	if !strings.Contains(request, `"failure":`) || methodOf(request) != PortalActor+".record" {
		return request
	}
	mapped, err := replaceMember([]byte(request), "args", func(args json.RawMessage) (json.RawMessage, error) {
		return replaceMember(args, "entries", func(list json.RawMessage) (json.RawMessage, error) {
			var entries []json.RawMessage
			if err := json.Unmarshal(list, &entries); err != nil {
				return nil, err
			}
			for i, entry := range entries {
				mapped, err := replaceMember(entry, "failure", func(failure json.RawMessage) (json.RawMessage, error) {
					return mapFailure(worker, failure)
				})
				if err != nil {
					return nil, err
				}
				entries[i] = mapped
			}
			return json.Marshal(entries)
		})
	})
	if err != nil {
		return request
	}
	return string(mapped)
}

// replaceMember returns the JSON object with a member replaced. An object without the member is returned unchanged.
func replaceMember(
	object json.RawMessage, name string, replace func(json.RawMessage) (json.RawMessage, error),
) (json.RawMessage, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(object, &members); err != nil {
		return nil, err
	}
	member, found := members[name]
	if !found {
		return object, nil
	}
	replaced, err := replace(member)
	if err != nil {
		return nil, err
	}
	members[name] = replaced
	return json.Marshal(members)
}

// mapFailure returns a failure with its stack trace mapped, and with digests of the files in it.
func mapFailure(worker *project.Worker, failure json.RawMessage) (json.RawMessage, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(failure, &members); err != nil {
		return nil, err
	}
	var stack string
	if err := json.Unmarshal(members["stack"], &stack); err != nil {
		return nil, err
	}
	mapped, sources := MapStack(worker, stack)
	for name, value := range map[string]any{"stack": mapped, "sources": sources} {
		text, err := json.Marshal(value)
		if err != nil {
			return nil, err
		}
		members[name] = text
	}
	return json.Marshal(members)
}

// MapStack returns the frames of a stack trace that are in the project's files, with the positions of their source, and
// digests of these files as they ran. A stack without such frames is returned unchanged.
func MapStack(worker *project.Worker, stack string) (mapped string, sources map[string]string) {
	var lines []string
	sources = map[string]string{}
	for _, f := range worker.Frames(stack) {
		if f.User {
			sources[f.Span.File] = worker.Digest(f.Span.File)
			lines = append(lines, strings.TrimSpace(
				fmt.Sprintf("at %s (%s:%d:%d)", f.Function, f.Span.File, f.Span.Line, f.Span.Column),
			))
		}
	}
	if len(lines) == 0 {
		return stack, nil
	}
	return strings.Join(lines, "\n"), sources
}
