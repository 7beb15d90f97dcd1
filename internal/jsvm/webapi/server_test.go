package webapi

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"
)

func newServer(t testing.TB) *httptest.Server {
	t.Helper()
	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	t.Cleanup(func() { server.CloseClientConnections(); server.Close() })
	mux.HandleFunc("/echo", echo)
	mux.HandleFunc("/redirect", func(w http.ResponseWriter, r *http.Request) {
		status, _ := strconv.Atoi(r.FormValue("status"))
		w.Header().Set("Location", "/echo")
		w.WriteHeader(status)
	})
	mux.HandleFunc(
		"/loop", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/loop", http.StatusFound) },
	)
	mux.HandleFunc("/away", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, strings.Replace(server.URL, "127.0.0.1", "localhost", 1)+"/echo", http.StatusFound)
	})
	mux.HandleFunc("/slow", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	mux.HandleFunc("/drip", drip)
	next := make(chan struct{})
	mux.HandleFunc("/steps", func(w http.ResponseWriter, r *http.Request) { steps(w, r, next) })
	mux.HandleFunc("/next", func(_ http.ResponseWriter, r *http.Request) {
		select {
		case next <- struct{}{}:
		case <-r.Context().Done():
		}
	})
	mux.HandleFunc("/empty", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	mux.HandleFunc("/headers", func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["X-Two"] = []string{"a", "b"}
		w.Header()["Set-Cookie"] = []string{"c=1", "d=2"}
	})
	mux.HandleFunc("/cut", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "100")
		fmt.Fprint(w, "short")
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	})
	mux.HandleFunc("/form", form)
	mux.HandleFunc("/packed", packed)
	mux.HandleFunc("/refuse", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Connection", "close")
		w.WriteHeader(http.StatusRequestEntityTooLarge)
	})
	return server
}

func echo(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the client disconnected
	}
	w.Header().Set("X-Reply", "yes")
	_ = json.NewEncoder(w).Encode(map[string]any{
		"method": r.Method, "path": r.URL.RequestURI(), "body": string(body), "xa": r.Header.Get("X-A"),
		"type": r.Header.Get("Content-Type"), "length": r.ContentLength, "authorization": r.Header.Get("Authorization"),
	})
}

// drip sends a chunk every few ms, without end unless `pieces` is set.
func drip(w http.ResponseWriter, r *http.Request) {
	pieces, err := strconv.Atoi(r.FormValue("pieces"))
	for i := 0; err != nil || i < pieces; i++ {
		fmt.Fprintf(w, "piece %d\n", i)
		w.(http.Flusher).Flush()
		select {
		case <-time.After(10 * time.Millisecond):
		case <-r.Context().Done():
			return
		}
	}
}

// steps sends three pieces. It waits for a request of /next before each but the first.
func steps(w http.ResponseWriter, r *http.Request, next <-chan struct{}) {
	for i := range 3 {
		if i > 0 {
			select {
			case <-next:
			case <-r.Context().Done():
				return
			}
		}
		fmt.Fprintf(w, "piece %d\n", i)
		w.(http.Flusher).Flush()
	}
}

// packed sends a gzip response, whatever the request accepts: invalid with ?broken=1, without a body with ?empty=1.
func packed(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Encoding", "gzip")
	switch {
	case r.FormValue("broken") != "":
		fmt.Fprint(w, "not packed")
	case r.FormValue("empty") == "":
		packer := gzip.NewWriter(w)
		fmt.Fprint(packer, strings.Repeat("packed ", 3))
		_ = packer.Close() // the client disconnected, or has the whole body
	}
}

func form(w http.ResponseWriter, r *http.Request) {
	file, head, err := r.FormFile("file")
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	content, _ := io.ReadAll(file)
	_ = json.NewEncoder(w).Encode(map[string]string{"a": r.FormValue("a"), "file": head.Filename + ":" + string(content)})
}
