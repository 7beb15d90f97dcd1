package dev

import (
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"
)

func TestServerDoesNotWaitForTheRestOfABody(t *testing.T) {
	for name, sent := range map[string]string{
		"a short body":   "Content-Length: 100\r\n\r\nx",
		"a long body":    "Content-Length: 100000000\r\n\r\nx",
		"a chunked body": "Transfer-Encoding: chunked\r\n\r\n5\r\nx",
	} {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		server := webServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, "no", http.StatusUnauthorized)
		}))
		go server.Serve(listener) //nolint:errcheck // returns when it is closed
		connection, err := net.Dial("tcp", listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(connection, "POST / HTTP/1.1\r\nHost: localhost\r\n"+sent); err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(connection) // never ends while the server waits
		if err != nil || !strings.HasPrefix(string(text), "HTTP/1.1 401 ") {
			t.Errorf("%s: %q, %v", name, text, err)
		}
		_, _ = connection.Close(), server.Close()
	}
}

func TestConnectionIsClosedAfterABodyThatIsNotRead(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := webServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/read" {
			_, _ = io.Copy(io.Discard, r.Body)
		}
		if r.URL.Path != "/silent" {
			_, _ = io.WriteString(w, "done")
		}
	}))
	go server.Serve(listener) //nolint:errcheck // returns when it is closed
	defer server.Close()
	for path, closes := range map[string]bool{"/read": false, "/unread": true, "/silent": true} {
		response, err := http.Post("http://"+listener.Addr().String()+path, "text/plain", strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, response.Body)
		_ = response.Body.Close()
		if response.Close != closes {
			t.Errorf("%s: the connection is closed: %t, want %t", path, response.Close, closes)
		}
	}
}

func TestNoRequestIsReadAfterABrokenBody(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := webServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, err := io.ReadAll(r.Body)
		_, _ = io.WriteString(w, r.URL.Path+" "+strconv.FormatBool(err == nil))
	}))
	go server.Serve(listener) //nolint:errcheck // returns when it is closed
	defer server.Close()
	connection, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	const head = " HTTP/1.1\r\nHost: localhost\r\n"
	sent := "POST /broken" + head + "Transfer-Encoding: chunked\r\n\r\n0\r\nno trailer\r\n\r\nGET /next" + head + "\r\n"
	if _, err := io.WriteString(connection, sent); err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(connection) // never ends while the server reads requests
	if got := string(text); err != nil || !strings.Contains(got, "/broken false") || strings.Count(got, "HTTP/1.1 ") != 1 {
		t.Errorf("%q, %v", got, err)
	}
}
