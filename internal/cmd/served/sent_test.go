package served

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/devserver"
)

func TestConnectionThatIsClosedIsNotAnErrorOfJSON(t *testing.T) {
	for name, cut := range map[string]http.HandlerFunc{
		"before the response": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		"within the response": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "100")
			_, _ = w.Write([]byte("{}"))
		},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(cut)
			defer server.Close()
			s := &sending{env: cli.System(), options: &sendOptions{url: server.URL}}
			signed := &devserver.SignedRequest{Method: http.MethodPost, URL: server.URL + "/webhooks/crm/closed"}
			err := s.send(t.Context(), signed, 1, false)
			failed, ok := err.(*cli.Error) //nolint:errorlint // send returns it itself
			if !ok || failed.Code != cli.ExitRemote || failed.What != "cannot send to "+signed.URL {
				t.Fatalf("error %v", err)
			}
			if failed.Why != "the server closed the connection before the end of its response" {
				t.Errorf("reason %q", failed.Why)
			}
		})
	}
}
