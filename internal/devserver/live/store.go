package live

import (
	"encoding/json"
	"net/http"

	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/reason"
)

// StoreRequest is the body of a request to StorePath. With Key it changes an entry, else it lists entries.
type StoreRequest struct {
	// Install is the id of the install whose ctx.store it is.
	Install string `json:"install"`
	// Prefix and After select the entries of a page: those whose keys begin with Prefix, after the key After.
	Prefix string `json:"prefix,omitempty"`
	After  string `json:"after,omitempty"`
	// Key is the entry to change. Value is its new value; without one, the entry is deleted.
	Key   string          `json:"key,omitempty"`
	Value json.RawMessage `json:"value,omitempty"`
}

// StoreAnswer is the response of StorePath.
type StoreAnswer struct {
	Entries []StoreEntry `json:"entries"`
	// More reports that there are entries after the last one.
	More bool `json:"more"`
	// Deleted reports that the entry to delete existed.
	Deleted bool `json:"deleted,omitempty"`
}

// StoreEntry is an entry of ctx.store.
type StoreEntry struct {
	Key   string          `json:"key"`
	Value json.RawMessage `json:"value"`
}

// storePage is how many entries a page has.
const storePage = 100

// editStore changes an entry of ctx.store, or lists entries.
func (s *Session) editStore(w http.ResponseWriter, r *http.Request) {
	var request StoreRequest
	server, release := s.asked(w, r, &request)
	defer release()
	if server == nil {
		return
	}
	call := host.ActorCall{Class: "InstallActor", Name: request.Install}
	page := StoreAnswer{Entries: []StoreEntry{}}
	var into any
	switch {
	case request.Install == "":
		refuse(w, http.StatusUnprocessableEntity, "unknown_install", "the request names no install")
		return
	case request.Key == "":
		args := map[string]any{"prefix": request.Prefix, "limit": storePage + 1}
		if request.After != "" {
			args["after"] = request.After
		}
		call.Method, call.Args, into = "storeList", args, &page.Entries
	case request.Value == nil:
		call.Method, call.Args, into = "storeDelete", map[string]any{"key": request.Key}, &page.Deleted
	default:
		call.Method, call.Args = "storePut", map[string]any{"key": request.Key, "value": request.Value}
	}
	if err := server.Host().AskActor(r.Context(), call, into); err != nil {
		refuse(w, http.StatusUnprocessableEntity, "store_failed", reason.Of(err))
		return
	}
	if page.More = len(page.Entries) > storePage; page.More {
		page.Entries = page.Entries[:storePage]
	}
	answer(w, http.StatusOK, page)
}
