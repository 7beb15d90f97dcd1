package control

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestGrantsMatchTheContract(t *testing.T) {
	var vectors struct {
		Key, Kid string
		Grants   []struct {
			Name, Version, Method, URL, Environment, Nonce, Body, Header string
			Timestamp                                                    int64
		}
	}
	text, err := os.ReadFile(filepath.Join("..", "..", "contract", "grants", "grants.json"))
	if err == nil {
		err = json.Unmarshal(text, &vectors)
	}
	if err != nil || len(vectors.Grants) == 0 {
		t.Fatalf("the contract has no vectors: %v", err)
	}
	for _, v := range vectors.Grants {
		if v.Version != "v2" {
			continue // only older versions of the tool sign these
		}
		r, err := http.NewRequestWithContext(context.Background(), v.Method, v.URL, strings.NewReader(v.Body))
		if err != nil {
			t.Fatal(err)
		}
		nonce, err := hex.DecodeString(v.Nonce)
		if err == nil {
			key := Key{vectors.Kid, vectors.Key, v.Environment}
			err = key.Sign(r, []byte(v.Body), time.UnixMilli(v.Timestamp), bytes.NewReader(nonce))
		}
		if got := r.Header.Get(GrantHeader); err != nil || got != v.Header {
			t.Errorf("%s: %s (%v), want %s", v.Name, got, err, v.Header)
		}
	}
}

func TestParseKeyDoesNotRepeatTheKey(t *testing.T) {
	secret := "secret-" + strings.Repeat("x", MinSecret)
	for text, want := range map[string]Key{
		"k1:" + secret: {"k1", secret, "production"}, " ci_2-x:" + secret + ":b/+= \n": {"ci_2-x", secret + ":b/+=", "production"},
		secret: {}, ":" + secret: {}, "k1:": {}, "k 1:" + secret: {}, "k1:sec " + secret: {}, "": {},
		strings.Repeat("k", 65) + ":" + secret: {}, "k1:" + secret[:MinSecret-1]: {},
		"k1:" + secret[:MinSecret]: {"k1", secret[:MinSecret], "production"},
	} {
		got, err := ParseKey(text, "production")
		if got != want || (err == nil) != (want != Key{}) {
			t.Errorf("%q: %v, %v", text, got, err)
		}
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("%q is repeated: %v", text, err)
		}
	}
}

// serve gives a client of the handler: over HTTP, or in this process.
func serve(t *testing.T, inProcess bool, handler http.HandlerFunc) *Client {
	t.Helper()
	c := &Client{
		Origin: &url.URL{Scheme: "https", Host: "app.invalid"}, Key: Key{"k1", "secret", "test"},
		Now: time.Now, Random: zeros{},
	}
	if inProcess {
		c.Do = InProcess(handler)
		return c
	}
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	c.Do = server.Client().Do
	c.Origin, _ = url.Parse(server.URL + "/")
	return c
}

// zeros is a source of randomness that tests can foresee.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

func TestInstallsReadsAllPages(t *testing.T) {
	for _, inProcess := range []bool{false, true} {
		var asked []string
		c := serve(t, inProcess, func(w http.ResponseWriter, r *http.Request) {
			asked = append(asked, r.Method+" "+r.URL.RequestURI())
			if r.Header.Get(GrantHeader) == "" {
				t.Error("a request has no grant")
			}
			if r.URL.Query().Get("after") == "" {
				fmt.Fprint(w, `{"ok":true,"installs":[{"id":"7","portalId":7,"state":"active","since":5}],"next":"7"}`)
				return
			}
			fmt.Fprint(w, `{"ok":true,"installs":[{"id":"8","portalId":8,"state":"needs_reauth"}]}`)
		})
		all, err := c.Installs(context.Background())
		if err != nil || len(all) != 2 || all[0].ID != "7" || *all[0].PortalID != 7 || all[0].Since != 5 ||
			all[1].State != "needs_reauth" {
			t.Errorf("got %+v, %v", all, err)
		}
		if got := strings.Join(
			asked, ", ",
		); got != "GET /_svc/control/installs?limit=1000, GET /_svc/control/installs?after=7&limit=1000" {
			t.Errorf("asked %s", got)
		}
	}
}

func TestIDsAreEscapedInThePath(t *testing.T) {
	c := serve(t, true, func(w http.ResponseWriter, r *http.Request) {
		if got := r.Method + " " + r.URL.EscapedPath(); got != "DELETE /_svc/control/installs/a%2F..%3Fb" {
			t.Errorf("asked %s", got)
		}
		fmt.Fprint(w, `{"ok":true,"erased":"x","portals":["x","none"]}`)
	})
	erased, err := c.EraseInstall(context.Background(), "a/..?b")
	if err != nil || erased.Erased != "x" || len(erased.Portals) != 2 {
		t.Errorf("got %+v, %v", erased, err)
	}
}

func TestErrorsKeepTheirCode(t *testing.T) {
	c := serve(t, true, func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusConflict)
		fmt.Fprint(w, `{"ok":false,"error":"install_not_found","message":"no"}`)
	})
	_, err := c.Install(context.Background(), "7")
	var apiError *Error
	if !errors.As(err, &apiError) || apiError.Status != 409 || apiError.Code != "install_not_found" ||
		apiError.Message != "no" {
		t.Errorf("got %v", err)
	}
}

func TestOtherServersAreUnreachableErrors(t *testing.T) {
	for name, handler := range map[string]http.HandlerFunc{
		"a page":        func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>") },
		"other JSON":    func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, `{"installs":[]}`) },
		"a list":        func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, `[]`) },
		"nothing":       func(http.ResponseWriter, *http.Request) {},
		"another shape": func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, `{"ok":true,"installs":{}}`) },
		"a broken line": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
	} {
		_, err := serve(t, false, handler).Installs(context.Background())
		var unreachable *UnreachableError
		if !errors.As(err, &unreachable) || strings.Contains(unreachable.Why, "http://") {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func TestACanceledCallReturnsTheContextsError(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	c := serve(t, false, func(_ http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done() // no answer: one that is quicker than the end of the context would count
	})
	_, err := c.Installs(ctx)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
