// Package edgefake is a double of the edge platform's API for tests: scripts with versions, bindings,
// migrations, secrets and schedules, in memory.
//
// It accepts what the platform documents and refuses the rest with the platform's codes; it shares no code
// with the client, so that both can be wrong only alone. It runs no script.
// Start at New; Fake.Front lets requests fail, Fake.Dump compares two fakes, Fake.SeedScript plants a
// script of somebody else.
package edgefake

import (
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/appsvc/svc/test/fakes/fakeserver"
)

// What a Fake knows unless told otherwise.
const (
	Token   = "edge-token-of-the-fake"
	Account = "acc0000000000000000000000000fake"
)

// Fake is the platform. Its Front is what requests go to.
type Fake struct {
	*fakeserver.Front

	mu        sync.Mutex
	options   Options
	scripts   map[string]*script
	subdomain string
	taken     map[string]bool
	serial    int
	window    time.Time
	used      int
	tails     map[string]*tail
}

// Options are what a Fake can be told. The zero value is a fresh account.
type Options struct {
	// Now is the clock; every read is a second later than the last when it is nil.
	Now func() time.Time
	// Subdomain is the account's label; "" for an account without one.
	Subdomain string
	// Limit is how many requests the token has in five minutes; 0 for no limit.
	Limit int
}

// New makes an empty account.
func New(o Options) *Fake {
	f := &Fake{
		options: o, scripts: map[string]*script{}, subdomain: o.Subdomain, taken: map[string]bool{"taken": true},
		tails: map[string]*tail{},
	}
	if o.Now == nil {
		at := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
		f.options.Now = func() time.Time { at = at.Add(time.Second); return at }
	}
	f.Front = fakeserver.New(f.mux())
	return f
}

// route is one call of the API; the handler holds the fake's lock.
type route struct {
	pattern string
	handle  func(*Fake, *call)
}

var routes = []route{
	{"GET /accounts", (*Fake).listAccounts},
	{"GET /user/tokens/verify", (*Fake).verifyToken},
	{"GET /accounts/{account}/workers/services/{script}", (*Fake).getService},
	{"GET /accounts/{account}/workers/subdomain", (*Fake).getAccountSubdomain},
	{"PUT /accounts/{account}/workers/subdomain", (*Fake).putAccountSubdomain},
	{"GET /accounts/{account}/workers/scripts", (*Fake).listScripts},
	{"PUT /accounts/{account}/workers/scripts/{script}", (*Fake).upload},
	{"DELETE /accounts/{account}/workers/scripts/{script}", (*Fake).deleteScript},
	{"GET /accounts/{account}/workers/scripts/{script}/settings", (*Fake).getSettings},
	{"PATCH /accounts/{account}/workers/scripts/{script}/script-settings", (*Fake).patchScriptSettings},
	{"GET /accounts/{account}/workers/scripts/{script}/versions", (*Fake).listVersions},
	{"GET /accounts/{account}/workers/scripts/{script}/deployments", (*Fake).listDeployments},
	{"POST /accounts/{account}/workers/scripts/{script}/deployments", (*Fake).deploy},
	{"GET /accounts/{account}/workers/scripts/{script}/schedules", (*Fake).getSchedules},
	{"PUT /accounts/{account}/workers/scripts/{script}/schedules", (*Fake).putSchedules},
	{"GET /accounts/{account}/workers/scripts/{script}/secrets", (*Fake).listSecrets},
	{"PATCH /accounts/{account}/workers/scripts/{script}/secrets-bulk", (*Fake).patchSecrets},
	{"GET /accounts/{account}/workers/scripts/{script}/subdomain", (*Fake).getSubdomain},
	{"POST /accounts/{account}/workers/scripts/{script}/subdomain", (*Fake).setSubdomain},
	{"POST /accounts/{account}/workers/scripts/{script}/tails", (*Fake).createTail},
	{"DELETE /accounts/{account}/workers/scripts/{script}/tails/{tail}", (*Fake).deleteTail},
}

// mux puts the table behind one handler.
func (f *Fake) mux() *http.ServeMux {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /tails/{tail}", f.stream)
	for _, route := range routes {
		mux.HandleFunc(route.pattern, func(w http.ResponseWriter, r *http.Request) {
			f.mu.Lock()
			defer f.mu.Unlock()
			c := &call{w: w, r: r}
			if f.admit(c) {
				route.handle(f, c)
			}
		})
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		(&call{w: w, r: r}).refuse(
			http.StatusNotFound, 7003, "Could not route to "+r.URL.Path+", perhaps your object identifier is invalid?",
		)
	})
	return mux
}

// admit checks the token, the account and the limit.
func (f *Fake) admit(c *call) bool {
	if !f.withinLimit(c) {
		c.refuse(http.StatusTooManyRequests, 10429, "Rate limited. Please wait and consider throttling your request speed")
		return false
	}
	switch {
	case c.r.Header.Get("Authorization") != "Bearer "+Token:
		c.refuse(http.StatusUnauthorized, 10000, "Authentication error")
		return false
	case c.r.PathValue("account") != "" && c.r.PathValue("account") != Account:
		c.refuse(http.StatusForbidden, 10000, "Authentication error")
		return false
	}
	return true
}

func (f *Fake) withinLimit(c *call) bool {
	const window = 5 * time.Minute
	if f.options.Limit == 0 {
		return true
	}
	now := f.options.Now()
	if now.Sub(f.window) >= window {
		f.window, f.used = now, 0
	}
	f.used++
	rest := int(f.window.Add(window).Sub(now) / time.Second)
	c.w.Header().Set("Ratelimit-Policy", fmt.Sprintf(`"default";q=%d;w=300`, f.options.Limit))
	c.w.Header().Set("Ratelimit", fmt.Sprintf(`"default";r=%d;t=%d`, max(f.options.Limit-f.used, 0), rest))
	if f.used <= f.options.Limit {
		return true
	}
	c.w.Header().Set("Retry-After", fmt.Sprint(rest))
	return false
}

// call is one request with its answer.
type call struct {
	w http.ResponseWriter
	r *http.Request
}

func (c *call) answer(result any) { c.write(http.StatusOK, true, result, nil) }

func (c *call) refuse(status, code int, message string) {
	c.write(status, false, nil, []any{map[string]any{"code": code, "message": message}})
}

func (c *call) write(status int, success bool, result any, errors []any) {
	if errors == nil {
		errors = []any{}
	}
	envelope := map[string]any{"success": success, "result": result, "errors": errors, "messages": []any{}}
	if list, isList := result.([]any); isList {
		envelope["result_info"] = map[string]int{"page": 1, "per_page": 50, "count": len(list), "total_count": len(list)}
	}
	c.w.Header().Set("Content-Type", "application/json")
	c.w.WriteHeader(status)
	_ = json.NewEncoder(c.w).Encode(envelope) // a caller that has gone notices by itself
}

// decode reads a JSON body strictly: a member that the API does not know is refused.
func (c *call) decode(contentType string, into any) bool {
	if got := c.r.Header.Get("Content-Type"); got != contentType {
		c.refuse(http.StatusUnsupportedMediaType, 10025, fmt.Sprintf("Content-Type must be %s, not %q", contentType, got))
		return false
	}
	decoder := json.NewDecoder(c.r.Body)
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil || decoder.More() {
		c.refuse(http.StatusBadRequest, 10026, fmt.Sprintf("Could not parse request body: %v", err))
		return false
	}
	return true
}

// found is the script of the path, if there is one.
func (f *Fake) found(c *call) *script {
	s := f.scripts[c.r.PathValue("script")]
	if s == nil {
		c.refuse(http.StatusNotFound, 10007, "This Worker does not exist on your account.")
	}
	return s
}

// newID is the next id: 32 hexadecimal digits.
func (f *Fake) newID() string {
	f.serial++
	return fmt.Sprintf("%08x%024x", 0xfa4e, f.serial)
}
