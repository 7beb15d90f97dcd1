package live

import (
	"bytes"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/devserver"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/reason"
)

// serveCRM answers a request to the emulated CRM.
func serveCRM(server *devserver.Server, w http.ResponseWriter, r *http.Request) {
	if server.Host().Options().CRM == host.CRMLive {
		refuse(w, http.StatusNotFound, "not_found", "the server uses the live CRM")
		return
	}
	crm, err := server.Host().CRM()
	if err != nil {
		refuse(w, http.StatusInternalServerError, "crm_failed", reason.Of(err))
		return
	}
	body, release, err := server.Host().ReadBody(w, r, crmsim.MaxBody)
	if err != nil {
		host.RefuseRequest(w, err)
		return
	}
	defer release()
	r.Body = io.NopCloser(bytes.NewReader(body))
	http.StripPrefix(host.CRMPath, crm).ServeHTTP(w, r)
}

// isOfCRM reports whether a request is to the emulated CRM.
func isOfCRM(server *devserver.Server, r *http.Request) bool {
	return isCRMPath(r.URL.Path) && server.WorkerAt(r) == ""
}

func isCRMPath(path string) bool { return strings.HasPrefix(path, host.CRMPath+"/") }

// sameOrigin reports whether a URL is of the origin.
func sameOrigin(origin string, at *url.URL) bool { return at.Scheme+"://"+at.Host == origin }
