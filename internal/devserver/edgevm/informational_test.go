package edgevm

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/appsvc/svc/internal/workerd"
)

// The engine takes the first response for the last.
func TestInformationalResponsesDoNotReachTheEngine(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusEarlyHints)
		w.WriteHeader(http.StatusTeapot)
		_, _ = io.WriteString(w, "the answer")
	}))
	defer server.Close()
	proxy := httptest.NewServer(network(http.DefaultTransport))
	defer proxy.Close()
	connection, err := net.Dial("tcp", proxy.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	host := server.Listener.Addr().String()
	_, err = io.WriteString(connection, "GET / HTTP/1.1\r\nHost: "+host+"\r\n"+workerd.ProtoHeader+": http\r\n\r\n")
	if err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(connection).ReadString('\n')
	if err != nil || line != "HTTP/1.1 418 I'm a teapot\r\n" {
		t.Errorf("%q, %v", line, err)
	}
}
