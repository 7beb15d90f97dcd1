package host

import (
	"encoding/json"
	"errors"
	"io/fs"
	"slices"
	"syscall"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/reason"
)

// keptFile is the file in the state folder with the installs in the emulated CRM. Its records are new in each run, but
// the state refers to its installs.
const keptFile = "crm.json"

// keptCRM is the content of the file.
type keptCRM struct {
	// ClientSecret is the generated CRM_CLIENT_SECRET, with which the stored tokens are sealed. It is empty if .dev.vars
	// has one.
	ClientSecret string         `json:"clientSecret,omitempty"`
	Grants       []crmsim.Grant `json:"grants"`
}

// readKeptCRM reads the file of a project's state. Without a file nothing is installed.
func readKeptCRM(dir string) (kept keptCRM, err error) {
	text, err := StateDir(dir).ReadFile(keptFile)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return kept, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &kept)
	}
	if err != nil {
		return keptCRM{}, unreadable(dir, keptFile, err, "start without installs in the emulated CRM")
	}
	return kept, nil
}

// keepGrants stores the installs, so that a restart does not end them.
func (h *Host) keepGrants(grants []crmsim.Grant) {
	text, err := json.Marshal(h.keptOf(grants))
	if err == nil {
		err = StateDir(h.options.Dir).WriteFile(keptFile, append(text, '\n'), 0o600)
	}
	if err != nil {
		h.Log("warn", "cannot store the installs in the emulated CRM, so the next run has none: "+reason.Of(err))
	}
}

// keptOf returns the content of the file for these installs.
func (h *Host) keptOf(grants []crmsim.Grant) keptCRM {
	kept := keptCRM{Grants: grants}
	if slices.Contains(h.bindings.defaulted, clientSecretName) {
		kept.ClientSecret = h.bindings.all[clientSecretName]
	}
	return kept
}
