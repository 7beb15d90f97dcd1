package cards

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/appsvc/svc/internal/reason"
)

// readBody reads the body of a request. The caller calls release when the request has ended.
func (c *call) readBody(w http.ResponseWriter, r *http.Request) (release func(), err error) {
	c.body, release, err = c.Host.ReadBody(w, r, maxBody)
	if max(int64(len(c.body)), r.ContentLength) > maxBody {
		err = fmt.Errorf("the request has more than %d bytes: send less", maxBody)
	}
	return release, err
}

// write answers with a document and its policy.
func write(w http.ResponseWriter, status int, policy, document string) {
	send(w, status, "text/html; charset=utf-8", policy, []byte(document))
}

func send(w http.ResponseWriter, status int, kind, policy string, content []byte) {
	header := w.Header()
	header.Set("Content-Type", kind)
	header.Set("Content-Security-Policy", policy)
	header.Set("Cache-Control", "no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "no-referrer")
	w.WriteHeader(status)
	_, _ = w.Write(content) // fails when the client has left
}

// nothing is the policy of documents that load nothing but the empty icon of their head.
const nothing = "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// list answers with links to the cards.
func (p *Preview) list(w http.ResponseWriter, r *http.Request) {
	served, release, err := p.options.Served(r.Context())
	defer release()
	if err != nil {
		write(w, http.StatusServiceUnavailable, nothing, errorDocument(reason.Of(err)))
		return
	}
	write(w, http.StatusOK, nothing, listDocument(served.Manifest.App.Cards))
}

// showPage answers with the page of a card.
func (p *Preview) showPage(w http.ResponseWriter, r *http.Request) {
	c, release, err := p.opened(r)
	defer release()
	if err != nil {
		write(w, http.StatusNotFound, nothing, errorDocument(reason.Of(err)))
		return
	}
	policy := nothing + "; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'" +
		sources(c.Manifest.App.PermittedUrls.Iframe)
	write(w, http.StatusOK, policy, pageDocument(c.card))
}

// sources returns the entries of an allow-list as sources of a policy.
func sources(list []string) string {
	all := ""
	for _, entry := range list {
		if strings.ContainsAny(entry, " ;,'\"\t\r\n") {
			continue // 'svc check' reports it
		}
		all += " " + entry
	}
	return all
}

// showScript answers with the script of pages.
func (p *Preview) showScript(w http.ResponseWriter, _ *http.Request) {
	code, err := p.page()
	if err != nil {
		http.Error(w, reason.Of(err), http.StatusInternalServerError)
		return
	}
	send(w, http.StatusOK, "text/javascript; charset=utf-8", nothing, code)
}

// showStyle answers with the style sheet of pages.
func (p *Preview) showStyle(w http.ResponseWriter, _ *http.Request) {
	text, err := library.ReadFile("ui/page/page.css")
	if err != nil {
		http.Error(w, reason.Of(err), http.StatusInternalServerError)
		return
	}
	send(w, http.StatusOK, "text/css; charset=utf-8", nothing, text)
}

// sandbox is the policy of frames. Their origin is opaque, and they have no network.
const sandbox = "sandbox allow-scripts; default-src 'none'; base-uri 'none'; form-action 'none'; " +
	"frame-ancestors 'self'"

// showFrame answers with the document in which the card runs. The script is in the document itself, since the frame
// loads nothing.
func (p *Preview) showFrame(w http.ResponseWriter, r *http.Request) {
	c, release, err := p.opened(r)
	defer release()
	if err != nil {
		write(w, http.StatusNotFound, sandbox, errorDocument(reason.Of(err)))
		return
	}
	built, err := p.build(r.Context(), c)
	if err != nil {
		write(w, http.StatusOK, sandbox, errorDocument("cannot build the card: "+reason.Of(err)))
		return
	}
	nonce := rand.Text()
	urls := c.Manifest.App.PermittedUrls
	policy := sandbox + "; script-src 'nonce-" + nonce + "'; img-src data:" + sources(urls.Img) +
		"; frame-src 'none'" + sources(urls.Iframe)
	if len(urls.Iframe) > 0 {
		policy = strings.Replace(policy, "frame-src 'none'", "frame-src", 1)
	}
	var document bytes.Buffer
	document.WriteString(`<!doctype html><html lang="en"><meta charset="utf-8"><title>Card</title><body>`)
	fmt.Fprintf(&document, "<script nonce=%q>", nonce) // positions in stacks are relative to the end of this
	document.Write(closing(built.Code))
	fmt.Fprintf(&document, "\n//# sourceURL=%s\n</script></body></html>", scriptName)
	send(w, http.StatusOK, "text/html; charset=utf-8", policy, document.Bytes())
}

// closing returns a script without the texts that an HTML parser looks for in a script element. Literals have the same
// value with the escape, and esbuild writes no such text between them.
func closing(code []byte) []byte {
	for _, text := range []string{"/script", "!--"} {
		code = bytes.ReplaceAll(code, []byte("<"+text), []byte(`\x3c`+text))
	}
	return code
}

// streamRounds tells the page of each load of the project, as server-sent events.
func (p *Preview) streamRounds(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	out := http.NewResponseController(w)
	changed := p.options.Rounds()
	for text := ": waiting\n\n"; ; text = "event: round\ndata: \n\n" {
		if _, err := io.WriteString(w, text); err != nil || out.Flush() != nil {
			return
		}
		select {
		case <-r.Context().Done():
			return
		case <-p.options.Done:
			return
		case <-changed:
			changed = p.options.Rounds() // before the page learns of it: it misses no later one
		}
	}
}
