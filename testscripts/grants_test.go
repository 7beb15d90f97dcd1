package testscripts

import (
	"encoding/hex"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/codegen/edge"
	"github.com/appsvc/svc/internal/control"
)

// checkpointsPath is a control route of app workers (docs/runtime.md).
const checkpointsPath = "/_svc/control/checkpoints"

// answerCheckpoints answers the control route as an app worker does that has no invocations: to a grant of a key that
// is bound. It reports whether the request asks for it.
func (w *workersDev) answerCheckpoints(answer http.ResponseWriter, r *http.Request, script string) bool {
	if r.URL.Path != checkpointsPath {
		return false
	}
	answer.Header().Set("Content-Type", "application/json")
	if !w.admits(r, script) {
		answer.WriteHeader(http.StatusUnauthorized)
		_, _ = answer.Write([]byte(`{"ok":false,"error":"invalid_signature","message":"the grant is not valid"}`))
		return true
	}
	_ = json.NewEncoder(answer).Encode(struct {
		OK bool `json:"ok"`
		control.Summary
	}{true, control.Summary{ProjectID: w.edge.Var(script, "SVC_PROJECT_ID"), Note: "of the fake"}})
	return true
}

// admits reports whether the grant of a request is that of a key that the script has.
func (w *workersDev) admits(r *http.Request, script string) bool {
	parts := strings.Split(r.Header.Get(control.GrantHeader), ".")
	if len(parts) != 5 {
		return false
	}
	key := control.Key{
		ID: parts[1], Secret: w.edge.Secret(script, edge.ControlKeyPrefix+parts[1]),
		Environment: w.edge.Var(script, "SVC_ENVIRONMENT"),
	}
	at, err := strconv.ParseInt(parts[2], 10, 64)
	nonce, decodeErr := hex.DecodeString(parts[3])
	if err != nil || decodeErr != nil || key.Secret == "" {
		return false
	}
	signed := &http.Request{Method: r.Method, URL: r.URL, Host: r.Host, Header: http.Header{}}
	signed.URL.Scheme = "https"
	err = key.Sign(signed, nil, time.UnixMilli(at), strings.NewReader(string(nonce)))
	return err == nil && signed.Header.Get(control.GrantHeader) == r.Header.Get(control.GrantHeader)
}
