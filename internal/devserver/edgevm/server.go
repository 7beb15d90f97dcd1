package edgevm

import (
	"context"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"strconv"
	"time"

	"github.com/appsvc/svc/internal/reason"
	"github.com/appsvc/svc/internal/workerd"
)

const (
	// requestHeader is the event that a request of the worker belongs to.
	requestHeader = "Svc-Dev-Request"
	// maxActorCall is the longest call of an actor, in bytes: many values of 1 MiB.
	maxActorCall = 64 << 20
)

// listen starts the servers for the worker's requests and for its calls of actors.
func (v *VM) listen() error {
	for name, handler := range map[string]http.Handler{
		networkName: network(v.options.Network), actorsName: actors(v.options.Actor),
	} {
		socket, err := net.Listen("unix", v.path(name))
		if err != nil {
			return err
		}
		server := &http.Server{
			Handler: v.inEvent(handler), ReadHeaderTimeout: time.Minute, ErrorLog: log.New(io.Discard, "", 0),
		}
		server.SetKeepAlivesEnabled(false) // the engine repeats a request when a reused connection breaks
		v.servers = append(v.servers, server)
		go server.Serve(socket) //nolint:errcheck // returns when it is closed
	}
	return nil
}

// eventContext is a request's context with the values of the event that it belongs to.
type eventContext struct {
	context.Context
	event context.Context //nolint:containedctx // for its values
}

// Value implements context.Context.
func (c eventContext) Value(key any) any {
	if value := c.event.Value(key); value != nil {
		return value
	}
	return c.Context.Value(key)
}

// inEvent gives requests the context of their event.
func (v *VM) inEvent(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id, _ := strconv.ParseInt(r.Header.Get(requestHeader), 10, 64)
		r.Header.Del(requestHeader)
		next.ServeHTTP(w, r.WithContext(eventContext{r.Context(), v.events.contextOf(id)}))
	})
}

// network sends the worker's requests to the emulated CRM or to the network. A request that fails cuts the connection,
// which is an error in the worker, too.
func network(transport http.RoundTripper) http.Handler {
	proxy := &httputil.ReverseProxy{
		Rewrite: func(p *httputil.ProxyRequest) {
			p.Out.URL.Scheme, p.Out.URL.Host, p.Out.Host = p.In.Header.Get(workerd.ProtoHeader), p.In.Host, p.In.Host
			p.Out.Header.Del(workerd.ProtoHeader)
			for _, name := range []string{"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto"} {
				if given := p.In.Header[name]; given != nil {
					p.Out.Header[name] = given // the proxy removes them, but the worker may send them
				}
			}
		},
		Transport: transport, FlushInterval: -1, ErrorLog: log.New(io.Discard, "", 0),
		ErrorHandler: func(http.ResponseWriter, *http.Request, error) { panic(http.ErrAbortHandler) },
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodConnect {
			http.Error(w, "svc dev carries HTTP requests only", http.StatusForbidden)
			return
		}
		proxy.ServeHTTP(finalResponse{w}, r)
	})
}

// finalResponse leaves out informational responses, such as 103 Early Hints: the engine takes the first response for
// the last.
type finalResponse struct{ http.ResponseWriter }

// WriteHeader implements http.ResponseWriter.
func (w finalResponse) WriteHeader(status int) {
	if status >= http.StatusOK || status == http.StatusSwitchingProtocols {
		w.ResponseWriter.WriteHeader(status)
	}
}

// Unwrap lets http.ResponseController flush.
func (w finalResponse) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// actors answers calls of actors.
func actors(call func(context.Context, string) (string, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		request, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxActorCall))
		if err != nil {
			http.Error(w, "cannot read the call: "+reason.Of(err), http.StatusBadRequest)
			return
		}
		answer, err := call(r.Context(), string(request))
		if err != nil {
			http.Error(w, reason.Of(err), http.StatusInternalServerError)
			return
		}
		_, _ = io.WriteString(w, answer) // the process may have ended
	})
}
