package testscripts

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

func init() {
	commands["throws"] = cmdThrows
}

// throwing is the fingerprint of the errors that scripts throw.
const throwing = "5ab2c0e9"

// cmdThrows records that the live version of a worker's script threw an error at a text of its code: throws app-script
// worker script text. From now on the app worker shows this error.
func cmdThrows(ts *testscript.TestScript, neg bool, args []string) {
	w := workersOf.get(ts.Getenv("HTTPS_PROXY"))
	if neg || len(args) != 4 || w == nil {
		ts.Fatalf("usage: throws app-script worker script text, after workers")
	}
	app, worker, script, text := args[0], args[1], args[2], args[3]
	code := w.edge.Code(script)
	at := strings.Index(code, text)
	if at < 0 {
		ts.Fatalf("the code of %s does not contain %q", script, text)
	}
	line, column := 1+strings.Count(code[:at], "\n"), at-strings.LastIndexByte(code[:at], '\n')
	failure, err := json.Marshal(map[string]any{
		"ok": true, "failure": map[string]any{
			"fingerprint": throwing, "name": "Error", "message": "no", "count": 1, "first": time.Now().UnixMilli(),
			"last": time.Now().UnixMilli(), "worker": worker, "capabilityId": "t", "kind": "tool", "surface": "action",
			"deployId": w.edge.Var(script, "SVC_DEPLOY_ID"), "portal": "7", "invocation": "i",
			"stack": fmt.Sprintf(
				"Error: no\n    at handler (worker.js:%d:%d)\n    at run (runtime-0a1b2c3d.js:1:2345)\n    at async worker.js:9999:1",
				line, column,
			),
		},
	})
	ts.Check(err)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.thrown[app] = failure
}

// answerThrown answers with the error that cmdThrows recorded. It reports whether the request asks for it.
func (w *workersDev) answerThrown(answer http.ResponseWriter, r *http.Request, script string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	failure := w.thrown[script]
	if failure == nil || r.URL.Path != "/_svc/control/errors/"+throwing {
		return false
	}
	answer.Header().Set("Content-Type", "application/json")
	_, _ = answer.Write(failure) // the client may have gone
	return true
}
