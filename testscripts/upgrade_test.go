package testscripts

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync/atomic"

	"github.com/rogpeppe/go-internal/testscript"
)

func init() {
	commands["registry"] = cmdRegistry
	commands["asked"] = cmdAsked
}

// registryKey is the key of a script's registry in its values.
type registryKey struct{}

// npmRegistry is a registry that has one version of @svc/cli, and counts its requests.
type npmRegistry struct {
	asked  atomic.Int64
	status int
	body   string
}

func (r *npmRegistry) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	r.asked.Add(1)
	if request.Method != http.MethodGet || request.URL.EscapedPath() != "/@svc%2Fcli/latest" {
		http.NotFound(w, request)
		return
	}
	w.WriteHeader(r.status)
	fmt.Fprint(w, r.body)
}

// cmdRegistry starts an npm registry and sets $SVC_REGISTRY_URL: registry status body.
func cmdRegistry(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: registry status body")
	}
	status, err := strconv.Atoi(args[0])
	ts.Check(err)
	r := &npmRegistry{status: status, body: args[1]}
	server := httptest.NewServer(r)
	ts.Defer(server.Close)
	ts.Setenv("SVC_REGISTRY_URL", server.URL)
	*ts.Value(registryKey{}).(**npmRegistry) = r
}

// cmdAsked checks how many requests the registry has got: asked 1.
func cmdAsked(ts *testscript.TestScript, neg bool, args []string) {
	r := *ts.Value(registryKey{}).(**npmRegistry)
	if neg || len(args) != 1 || r == nil {
		ts.Fatalf("usage: asked count, after registry")
	}
	if got := fmt.Sprint(r.asked.Load()); got != args[0] {
		ts.Fatalf("the registry has got %s requests, want %s", got, args[0])
	}
}
