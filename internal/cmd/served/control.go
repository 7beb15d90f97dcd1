package served

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/devserver/live"
)

// controlPaths begins the paths of the control routes of an app.
const controlPaths = "/_svc/control/"

// control calls a control route of the app, below controlPaths, with in as JSON unless it is nil, and decodes the
// response. What the app refuses is a mistake of the caller.
func (c caller) control(ctx context.Context, method, path string, in, out any) error {
	request := live.ControlRequest{Method: method, Path: controlPaths + path}
	if in != nil {
		body, err := json.Marshal(in)
		if err != nil {
			return cmdutil.InternalError(err.Error(), err)
		}
		request.Body = body
	}
	var answer live.ControlAnswer
	if err := c.ask(ctx, live.ControlPath, request, &answer); err != nil {
		return err
	}
	if answer.Status < http.StatusMultipleChoices {
		return json.Unmarshal(answer.Body, out)
	}
	var refused struct{ Error, Message string }
	if err := json.Unmarshal(answer.Body, &refused); err != nil || refused.Message == "" {
		return cmdutil.InternalError(fmt.Sprintf("the app answered %d to %s", answer.Status, request.Path), err)
	}
	return cli.Usage(refused.Message, c.fix)
}

// withDefaults adds members that a document lacks. A present one stays as it is, also if it is null.
func withDefaults(document map[string]json.RawMessage, defaults map[string]any) error {
	for name, value := range defaults {
		if _, given := document[name]; given {
			continue
		}
		text, err := json.Marshal(value)
		if err != nil {
			return cmdutil.InternalError(err.Error(), err)
		}
		document[name] = text
	}
	return nil
}
