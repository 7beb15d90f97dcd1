// Package edgefake is a fake of the edge platform's API for tests: scripts with versions, bindings,
// migrations, secrets and schedules, in memory.
//
// It accepts what the platform documents and rejects the rest with the platform's codes. It shares no code
// with the client, so that a mistake in one is not also in the other. It runs no script.
// Start at New. Fake.Front makes requests fail, Fake.Dump compares two fakes, and Fake.SeedScript adds a
// script of another tool.
package edgefake

import (
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/appsvc/svc/test/fakes/fakeserver"
)

// The default values of a Fake.
const (
	Token = "edge-token-of-the-fake"
	// readingToken may only read.
	readingToken = "reading-edge-token-of-the-fake"
	Account      = "acc0000000000000000000000000fake"
)

// Fake is the platform. Requests go to its Front.
type Fake struct {
	*fakeserver.Front

	mu        sync.Mutex
	options   Options
	scripts   map[string]*script
	subdomain string
	domains   []domain
	taken     map[string]bool
	serial    int
	window    time.Time
	used      int
	tails     map[string]*tail
}

// Options configures a Fake. The zero value is a new account.
type Options struct {
	// Now is the clock. Default: each read is a second after the one before.
	Now func() time.Time
	// Subdomain is the account's label; "" for an account without one.
	Subdomain string
	// Limit is the number of requests of the token in five minutes. 0 for no limit.
	Limit int
}

// New creates an empty account.
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

// route is one call of the API. The handler holds the fake's lock.
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
	{"GET /accounts/{account}/workers/domains", (*Fake).listDomains},
	{"GET /accounts/{account}/workers/scripts", (*Fake).listScripts},
	{"PUT /accounts/{account}/workers/scripts/{script}", (*Fake).upload},
	{"DELETE /accounts/{account}/workers/scripts/{script}", (*Fake).deleteScript},
	{"GET /accounts/{account}/workers/scripts/{script}/settings", (*Fake).getSettings},
	{"GET /accounts/{account}/workers/scripts/{script}/content/v2", (*Fake).getContent},
	{"PATCH /accounts/{account}/workers/scripts/{script}/script-settings", (*Fake).patchScriptSettings},
	{"GET /accounts/{account}/workers/scripts/{script}/versions", (*Fake).listVersions},
	{"POST /accounts/{account}/workers/scripts/{script}/versions", (*Fake).uploadVersion},
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

// mux returns one handler for all routes.
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
	switch token := c.r.Header.Get("Authorization"); {
	case token == "Bearer "+readingToken && c.r.Method != http.MethodGet:
		c.refuse(http.StatusForbidden, 10000, "Authentication error")
		return false
	case token != "Bearer "+Token && token != "Bearer "+readingToken:
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

// call is one request with its response.
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
	_ = json.NewEncoder(c.w).Encode(envelope) // fails only when the client disconnected
}

// decode parses a JSON body strictly: it rejects a member that the API does not have.
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

// found returns the script of the path, or responds with 404.
func (f *Fake) found(c *call) *script {
	s := f.scripts[c.r.PathValue("script")]
	if s == nil {
		c.refuse(http.StatusNotFound, 10007, "This Worker does not exist on your account.")
	}
	return s
}

// newID returns the next id: 32 hexadecimal digits.
func (f *Fake) newID() string {
	f.serial++
	return fmt.Sprintf("%08x%024x", 0xfa4e, f.serial)
}
