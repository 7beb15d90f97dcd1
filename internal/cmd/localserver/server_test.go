package localserver

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/appsvc/svc/internal/cli"
)

// The user may restart or stop the server while a command waits for it.
func TestAServerThatEndsIsNoBug(t *testing.T) {
	for name, begin := range map[string]string{"before its answer": "", "during its answer": "{"} {
		served := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			if begin != "" {
				w.Header().Set("Content-Length", "100")
				_, _ = w.Write([]byte(begin)) // its length is that of the header
			}
			panic(http.ErrAbortHandler)
		}))
		at, err := url.Parse(served.URL)
		if err != nil {
			t.Fatal(err)
		}
		server := &Server{URL: at, client: served.Client()}
		err = server.Ask(t.Context(), "/", nil, &struct{}{})
		served.Close()
		shown, ok := errors.AsType[*cli.Error](err)
		if !ok || shown.Code != cli.ExitMoved || shown.What != "the server of 'svc dev' ended before it answered" {
			t.Errorf("%s: %#v", name, err)
		}
	}
}
