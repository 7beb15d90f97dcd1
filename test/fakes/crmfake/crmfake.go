// Package crmfake is a fake of the CRM platform's API for projects, for tests: accounts, uploads, builds
// and deploys, in memory.
//
// It accepts what the vendor's own tool sends and rejects the rest. It shares no code with the client.
// It builds nothing: a build succeeds after some polls, unless a test makes it fail.
// Start at New. Fake.Front makes requests fail, and Fake.Dump compares two fakes.
package crmfake

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/test/fakes/fakeserver"
)

// The account of a Fake.
const (
	Key    = "crm-key-of-the-fake"
	Portal = "1000001"
)

// Fake is the platform. Requests go to its Front.
type Fake struct {
	*fakeserver.Front

	mu       sync.Mutex
	options  Options
	token    string
	tokens   int
	expires  time.Time
	projects map[string]*project
	serial   int64
	orders   orders
}

// Options configures a Fake.
type Options struct {
	// Profile has the vendor's names.
	Profile *platform.Profile
	// Now is the clock for the expiry of tokens.
	Now func() time.Time
	// Polls is the number of polls after which a build or deploy ends. Default: 1.
	Polls int
}

// New creates an account without projects.
func New(o Options) *Fake {
	o.Polls = max(o.Polls, 1)
	f := &Fake{options: o, projects: map[string]*project{}}
	f.Front = fakeserver.New(f.mux())
	return f
}

// route is one call of the API. The handler holds the fake's lock.
type route struct {
	pattern string
	handle  func(*Fake, *call)
}

var routes = []route{
	{"GET /developer/projects/v1/by-name/{project}", (*Fake).getProject},
	{"POST /developer/projects/v1", (*Fake).createProject},
	{"DELETE /developer/projects/v1/{project}", (*Fake).deleteProject},
	{"GET /developer/projects/v1/platformVersion", (*Fake).platformVersions},
	{"POST /project-components-external/v3/upload/new-api", (*Fake).upload},
	{"GET /dfs/v1/projects/{project}/builds", (*Fake).listBuilds},
	{"GET /dfs/v1/projects/{project}/builds/{build}/status", (*Fake).buildStatus},
	{"GET /dfs/v1/projects/{project}/builds/{build}/archive-full", (*Fake).archive},
	{"POST /dfs/deploy/v3/deploys/queue/async", (*Fake).queueDeploy},
	{"GET /dfs/deploy/v1/deploy-status/projects/{project}/deploys/{deploy}", (*Fake).deployStatus},
	{"POST /dfs/deploy/v3/deploys/delete", (*Fake).removeComponents},
	{"GET /crm/", (*Fake).readSchema},
}

func (f *Fake) mux() *http.ServeMux {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /localdevauth/v1/auth/refresh", func(w http.ResponseWriter, r *http.Request) {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.refresh(&call{w: w, r: r})
	})
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
		(&call{w: w, r: r}).refuse(http.StatusNotFound, "", "unknown route "+r.Method+" "+r.URL.Path)
	})
	return mux
}

// tokenLife is the lifetime of a token.
const tokenLife = 30 * time.Minute

func (f *Fake) refresh(c *call) {
	var in struct {
		Key string `json:"encodedOAuthRefreshToken"`
	}
	portal := c.r.URL.Query().Get("portalId")
	switch {
	case !c.decode(&in):
	case in.Key != Key:
		c.refuse(
			http.StatusUnauthorized, "LocalDevAuthErrorType.INVALID_PERSONAL_ACCESS_KEY", "The personal access key is invalid.",
		)
	case portal != "" && portal != Portal:
		c.refuse(http.StatusUnauthorized, "LocalDevAuthErrorType.INVALID_PORTAL", "The key belongs to another account.")
	default:
		f.tokens++
		f.token, f.expires = fmt.Sprintf("crm-token-of-the-fake-%d", f.tokens), f.options.Now().Add(tokenLife)
		c.answer(http.StatusOK, map[string]any{
			f.options.Profile.AccountIDKey: json.Number(
				Portal,
			), f.options.Profile.AccountNameKey: "Account of the fake", "userId": 77,
			"oauthAccessToken": f.token, "expiresAtMillis": f.expires.UnixMilli(), "accountType": "DEVELOPER_TEST",
			"scopeGroups": []string{
				"developer.projects.write",
			}, "encodedOAuthRefreshToken": Key, "enabledFeatures": map[string]int{},
		})
	}
}

// admit checks the token and the account.
func (f *Fake) admit(c *call) bool {
	token, _ := strings.CutPrefix(c.r.Header.Get("Authorization"), "Bearer ")
	switch {
	case f.token == "" || token != f.token || f.options.Now().After(f.expires):
		c.refuse(http.StatusUnauthorized, "", "Authentication credentials not found or expired.")
	case c.r.URL.Query().Get("portalId") != Portal:
		c.refuse(http.StatusForbidden, "", "The token belongs to another account.")
	case c.r.Header.Get("User-Agent") == "":
		c.refuse(http.StatusBadRequest, "", "User-Agent is missing.")
	case f.orders.forbidden:
		c.refuse(http.StatusForbidden, "", "This access key does not have the required permissions: developer.projects.write")
	default:
		return true
	}
	return false
}

// call is one request with its response.
type call struct {
	w http.ResponseWriter
	r *http.Request
}

func (c *call) answer(status int, body any) {
	c.w.Header().Set("Content-Type", "application/json")
	c.w.WriteHeader(status)
	_ = json.NewEncoder(c.w).Encode(body) // fails only when the client disconnected
}

func (c *call) refuse(status int, subCategory, message string) {
	body := map[string]any{
		"status": "error", "message": message, "correlationId": "corr-0001", "category": "VALIDATION_ERROR",
	}
	if subCategory != "" {
		body["subCategory"] = subCategory
	}
	c.answer(status, body)
}

// decode parses a JSON body strictly: it rejects a member that the API does not have.
func (c *call) decode(into any) bool {
	if c.r.Header.Get("Content-Type") != "application/json" {
		c.refuse(http.StatusUnsupportedMediaType, "", "the body must be application/json")
		return false
	}
	decoder := json.NewDecoder(c.r.Body)
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil || decoder.More() {
		c.refuse(http.StatusBadRequest, "", fmt.Sprintf("Invalid input JSON: %v", err))
		return false
	}
	return true
}
