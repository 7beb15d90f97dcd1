package testscripts

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"
)

func init() { commands["github"] = cmdGitHub }

// gitHub is the part of GitHub's API for comments on one pull request, with a token.
type gitHub struct {
	mu       sync.Mutex
	comments []gitHubComment
	file     string // gets the comments after each change
}

type gitHubComment struct {
	ID   int               `json:"id"`
	Body string            `json:"body"`
	User map[string]string `json:"user"`
}

const (
	gitHubToken  = "fake-github-token"
	gitHubPerson = "fake-personal-token" // may ask GET /user, which the token of a job may not
	gitHubPath   = "/repos/acme/app/issues"
)

// cmdGitHub starts GitHub's API and sets $GITHUB_API_URL: github file [comments]. The file gets the comments, which
// begin with that many of other people.
func cmdGitHub(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 || len(args) > 2 {
		ts.Fatalf("usage: github file [comments]")
	}
	g := &gitHub{file: ts.MkAbs(args[0])}
	if len(args) == 2 {
		count, err := strconv.Atoi(args[1])
		ts.Check(err)
		for i := range count {
			// A person can write the mark of svc, too.
			body := "<!-- svc plan production app -->"
			user := map[string]string{"type": "User", "login": "person"}
			g.comments = append(g.comments, gitHubComment{i + 1, body, user})
		}
	}
	server := httptest.NewServer(g)
	ts.Defer(server.Close)
	ts.Setenv("GITHUB_API_URL", server.URL)
	ts.Setenv("INPUT_TOKEN", gitHubToken)
}

func (g *gitHub) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	g.mu.Lock()
	defer g.mu.Unlock()
	var sent gitHubComment
	user := map[string]string{"type": "Bot", "login": "github-actions[bot]"}
	isPerson := r.Header.Get("Authorization") == "Bearer "+gitHubPerson
	if isPerson {
		user = map[string]string{"type": "User", "login": "deployer"}
	}
	switch path, found := strings.CutPrefix(r.URL.Path, gitHubPath); {
	case isPerson && r.URL.Path == "/user":
		_ = json.NewEncoder(w).Encode(user)
	case !isPerson && (r.URL.Path == "/user" || r.Header.Get("Authorization") != "Bearer "+gitHubToken):
		w.WriteHeader(http.StatusForbidden)
		fmt.Fprint(w, "{}")
	case !found:
		http.NotFound(w, r)
	case r.Method == http.MethodGet && path == "/7/comments":
		g.list(w, r)
	case json.NewDecoder(r.Body).Decode(&sent) != nil:
		http.Error(w, "{}", http.StatusBadRequest)
	case r.Method == http.MethodPost && path == "/7/comments":
		sent.ID, sent.User = len(g.comments)+1, user
		g.comments = append(g.comments, sent)
		g.save(w, sent)
	case r.Method == http.MethodPatch:
		id, err := strconv.Atoi(strings.TrimPrefix(path, "/comments/"))
		if err != nil || id < 1 || id > len(g.comments) {
			http.NotFound(w, r)
			return
		}
		g.comments[id-1].Body = sent.Body
		g.save(w, g.comments[id-1])
	}
}

// list writes a page of comments.
func (g *gitHub) list(w http.ResponseWriter, r *http.Request) {
	size, _ := strconv.Atoi(r.URL.Query().Get("per_page"))
	page, _ := strconv.Atoi(r.URL.Query().Get("page"))
	from := min((page-1)*size, len(g.comments))
	_ = json.NewEncoder(w).Encode(append([]gitHubComment{}, g.comments[from:min(from+size, len(g.comments))]...))
}

func (g *gitHub) save(w http.ResponseWriter, changed gitHubComment) {
	text, err := json.Marshal(g.comments)
	if err == nil {
		err = os.WriteFile(g.file, text, 0o644)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	_ = json.NewEncoder(w).Encode(changed)
}
