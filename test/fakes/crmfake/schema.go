package crmfake

import (
	"encoding/json"
	"io/fs"
	"net/http"
	"strings"
)

// ServeSchema makes the fake answer GET requests below /crm/ with the JSON files of a folder: crm/v3/schemas.json. A
// file with a number is an error of that status. Without a file, the portal has no such object type.
func (f *Fake) ServeSchema(files fs.FS) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.orders.schema = files
}

func (f *Fake) readSchema(c *call) {
	if f.orders.schema == nil {
		c.refuse(http.StatusNotFound, "", "unknown route")
		return
	}
	text, err := fs.ReadFile(f.orders.schema, strings.TrimPrefix(c.r.URL.Path, "/")+".json")
	var status int
	switch {
	case err != nil:
		c.refuse(http.StatusNotFound, "", "Unable to infer object type")
	case json.Unmarshal(text, &status) == nil:
		c.refuse(status, "", "This app hasn't been granted all required scopes to make this call.")
	default:
		c.w.Header().Set("Content-Type", "application/json")
		_, _ = c.w.Write(text) // fails only when the client disconnected
	}
}
