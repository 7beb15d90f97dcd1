package live

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/devserver/host"
)

// Routes that no worker answers, and that need no token.
const (
	crmRoute  = host.CRMPath + "/crm/v3/objects/contacts"
	cardRoute = ToolPath + "cards/panel/log"
)

// servePreviews serves the routes of an app with a card.
func servePreviews(t *testing.T, timer func(expire func()) (stop func() bool)) *httptest.Server {
	t.Helper()
	s := newSaving(t, map[string]string{
		"svc.config.ts": `import { card, defineApp } from '@svc/sdk';
export default defineApp({
  name: 'T', distribution: 'private', auth: 'static', platformVersion: '2026.03', scopes: ['crm.objects.contacts.read'],
  cards: [card({
    id: 'panel', name: 'Panel', location: 'crm.record.tab', objectTypes: ['contacts'], entrypoint: 'src/cards/Panel.tsx',
  })],
});
`,
		"src/cards/Panel.tsx": "export {};\n",
		"src/workers/a.ts":    worker("a", ""),
	})
	s.session.hooks.BodyTimer = timer
	s.load()
	preview, none := s.session.Preview(PreviewOptions{}), http.NotFound
	server := httptest.NewServer(s.session.WithTools(ToolOptions{
		Token: "token", Invoke: none, Preview: preview, Events: none, Findings: none,
	}))
	t.Cleanup(server.Close)
	return server
}

// sendPart sends a request whose body does not end, and returns the response.
func sendPart(t *testing.T, server *httptest.Server, path, head, body string) string {
	t.Helper()
	connection, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	_, err = fmt.Fprintf(connection, "POST %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n%s\r\n\r\n%s", path, head, body)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(connection)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestBodiesOfTheCRMAndOfCardsHaveATimeLimit(t *testing.T) {
	timers := 0
	server := servePreviews(t, func(expire func()) func() bool {
		timers++
		expire() // the time is over before the rest of the body arrives
		return func() bool { return false }
	})
	for path, status := range map[string]int{
		crmRoute: http.StatusRequestTimeout, cardRoute: http.StatusUnprocessableEntity,
	} {
		got := sendPart(t, server, path, "Content-Length: 100", "{")
		if !strings.HasPrefix(got, fmt.Sprintf("HTTP/1.1 %d ", status)) || !strings.Contains(got, "within 30s") {
			t.Errorf("%s: %s", path, got)
		}
	}
	if timers != 2 {
		t.Errorf("%d timers for 2 bodies", timers)
	}
}

func TestLongBodiesOfTheCRMAndOfCardsAreRefusedBeforeTheyArrive(t *testing.T) {
	server := servePreviews(t, nil)
	for path, want := range map[string]string{crmRoute: "Request body is too large", cardRoute: "send less"} {
		got := sendPart(t, server, path, "Content-Length: 9223372036854775807", "{")
		if !strings.HasPrefix(got, "HTTP/1.1 4") || !strings.Contains(got, want) {
			t.Errorf("%s: %s", path, got)
		}
	}
}

func TestBrokenBodiesOfTheCRMAreRefused(t *testing.T) {
	server := servePreviews(t, nil)
	got := sendPart(t, server, crmRoute, "Transfer-Encoding: chunked", "zz\r\n{}\r\n")
	if !strings.HasPrefix(got, "HTTP/1.1 400 ") {
		t.Error(got)
	}
}
