package live

import (
	"bytes"
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/devserver/access"
	"github.com/appsvc/svc/internal/devserver/cards"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/reason"
)

// ToolPath is the prefix of the routes of the tool: other commands reach the server that holds the state through them.
// They need the token of the Beacon.
const ToolPath = "/_svc/dev/"

// Paths of the routes.
const (
	TickPath   = ToolPath + "tick"
	InvokePath = ToolPath + "invoke"
	// RecordsPath updates the checkpoints, which otherwise lag by up to a minute.
	RecordsPath = ToolPath + "records"
	// InstallPath installs the app in an account of the emulated CRM.
	InstallPath = ToolPath + "install"
	// FaultPath switches faults of the emulated CRM.
	FaultPath = ToolPath + "fault"
	// CRMPath reads and changes records of the emulated CRM.
	CRMPath = ToolPath + "crm"
	// StatePath returns the state, and the records of the emulated CRM, as a host.Export.
	StatePath = ToolPath + "state"
	// EventsPath streams the events of the server and the records of the runtime.
	EventsPath = ToolPath + "events"
	// SchedulesPath lists the next times of the schedules.
	SchedulesPath = ToolPath + "schedules"
	// StorePath reads and changes the entries of ctx.store.
	StorePath = ToolPath + "store"
	// UsagePath returns the usage of the emulated CRM's rate limits.
	UsagePath = ToolPath + "usage"
	// ControlPath calls a control route of the app.
	ControlPath = ToolPath + "control"
	// FindingsPath returns the findings of the last load.
	FindingsPath = ToolPath + "findings"
	// OverviewPath describes the server and the app.
	OverviewPath = ToolPath + "overview"
	// SignPath signs a delivery or a post for its caller to send.
	SignPath = ToolPath + "sign"
)

// maxToolBody is how much of a request is read, in bytes.
const maxToolBody = 16 << 20

// TickRequest is the body of a request to TickPath. The response is a devserver.Ticked.
type TickRequest struct {
	// By is how far the clock advances, such as "15m".
	By string `json:"by"`
}

// RecordsAnswer is the response of RecordsPath.
type RecordsAnswer struct {
	// AheadMs is how far the clock of the server is ahead of the machine's, in milliseconds.
	AheadMs int64 `json:"aheadMs"`
}

// MaxTick is how far one request may advance the clock.
const MaxTick = 366 * 24 * time.Hour

// ToolOptions configures WithTools.
type ToolOptions struct {
	// Token authorizes the routes of the tool.
	Token string
	// Hosts are the names under which platforms and tunnels call the app. The routes of the tool and the emulated CRM are
	// for this machine only.
	Hosts access.Hosts
	// Invoke answers InvokePath.
	Invoke http.HandlerFunc
	// Preview answers the paths below cards.Path.
	Preview http.Handler
	// Events answers EventsPath.
	Events http.HandlerFunc
	// Findings answers FindingsPath.
	Findings http.HandlerFunc
}

// WithTools serves the routes of the tool and of the app.
func (s *Session) WithTools(o ToolOptions) http.Handler {
	tools, crm := s.tools(o), access.SameOrigin(s, true)
	preview := access.SameOrigin(o.Preview, true) // a card's frame is opened by its page, and loads nothing by itself
	app := o.Hosts.Only(s)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch path := r.URL.Path; {
		case strings.HasPrefix(path, cards.Path) && access.IsLoopback(r.Host):
			preview.ServeHTTP(w, r)
		case strings.HasPrefix(path, ToolPath) && access.IsLoopback(r.Host):
			if file := dashboardFile(r); file != "" {
				serveDashboard(file).ServeHTTP(w, r)
				return
			}
			tools.ServeHTTP(w, r)
		case strings.HasPrefix(path, ToolPath):
			refuse(w, http.StatusForbidden, "forbidden", "the routes of the tool are served on localhost only")
		case isCRMPath(path) && access.IsLocal(r.Host):
			crm.ServeHTTP(w, r)
		case isCRMPath(path):
			refuse(w, http.StatusForbidden, "forbidden", "the emulated CRM is served on localhost only")
		default:
			app.ServeHTTP(w, r)
		}
	})
}

// tools returns the routes of the tool. Pages of other origins cannot call them, not even with the token.
func (s *Session) tools(o ToolOptions) http.Handler {
	tools := http.NewServeMux()
	tools.HandleFunc("POST "+TickPath, s.tick)
	tools.HandleFunc("POST "+InvokePath, o.Invoke)
	tools.HandleFunc("POST "+RecordsPath, s.takeRecords)
	tools.HandleFunc("POST "+InstallPath, s.install)
	tools.HandleFunc("POST "+FaultPath, s.fault)
	tools.HandleFunc("POST "+CRMPath, s.askCRM)
	tools.HandleFunc("POST "+SignPath, s.sign)
	tools.HandleFunc("POST "+StatePath, s.exportState)
	tools.HandleFunc("POST "+OverviewPath, s.overview)
	tools.HandleFunc("POST "+EventsPath, o.Events)
	tools.HandleFunc("POST "+SchedulesPath, s.listSchedules)
	tools.HandleFunc("POST "+StorePath, s.editStore)
	tools.HandleFunc("POST "+UsagePath, s.usage)
	tools.HandleFunc("POST "+ControlPath, s.callControl)
	tools.HandleFunc("POST "+FindingsPath, o.Findings)
	authorized := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		given := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
		if subtle.ConstantTimeCompare([]byte(given), []byte(o.Token)) != 1 {
			refuse(w, http.StatusUnauthorized, "unauthorized", "the routes of the tool need its token")
			return
		}
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxToolBody))
		if err != nil {
			refuse(w, http.StatusBadRequest, "bad_request", "cannot read the body: "+reason.Of(err))
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body)) // some routes need none, and must not leave it on the connection
		tools.ServeHTTP(w, r)
	})
	return access.SameOrigin(authorized, false)
}

func (s *Session) tick(w http.ResponseWriter, r *http.Request) {
	var request TickRequest
	if err := json.NewDecoder(r.Body).Decode(&request); err != nil {
		refuse(w, http.StatusBadRequest, "bad_request", "the body is not valid JSON")
		return
	}
	by, err := time.ParseDuration(request.By)
	if err != nil || by < 0 || by > MaxTick {
		refuse(w, http.StatusBadRequest, "bad_request", "invalid by: expected a duration between 0 and 366 days")
		return
	}
	server, err := s.Server(r.Context()) // without Use: a tick ends with its server
	if err != nil {
		refuseNotServed(w, err)
		return
	}
	ticked, err := server.Tick(r.Context(), by)
	if err != nil {
		refuse(w, http.StatusInternalServerError, "tick_failed", reason.Of(err))
		return
	}
	answer(w, http.StatusOK, ticked)
}

func (s *Session) takeRecords(w http.ResponseWriter, r *http.Request) {
	server, release, err := s.Use(r.Context())
	defer release()
	if err != nil {
		refuseNotServed(w, err)
		return
	}
	if err := server.Host().TakeRecords(r.Context()); err != nil {
		refuse(w, http.StatusInternalServerError, "records_failed", reason.Of(err))
		return
	}
	answer(w, http.StatusOK, RecordsAnswer{AheadMs: server.Host().Ahead().Milliseconds()})
}

func (s *Session) exportState(w http.ResponseWriter, r *http.Request) {
	e, err := s.Export(r.Context())
	switch {
	case errors.Is(err, ErrNotServed) || errors.Is(err, errStarting):
		refuseNotServed(w, err)
	case err != nil:
		refuse(w, http.StatusInternalServerError, "export_failed", reason.Of(err))
	default:
		answer(w, http.StatusOK, e)
	}
}

// Export returns the state of the server, and the records of its emulated CRM.
func (s *Session) Export(ctx context.Context) (*host.Export, error) {
	server, release, err := s.Use(ctx)
	defer release()
	if err != nil {
		return nil, err
	}
	if err := server.Host().TakeRecords(ctx); err != nil {
		return nil, err
	}
	return server.Host().Export(ctx)
}
