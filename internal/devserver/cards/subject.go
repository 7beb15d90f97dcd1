package cards

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/appsvc/svc/internal/devserver"
	"github.com/appsvc/svc/internal/devserver/host"
)

// subject is what a card is shown for (ui/page/subject.ts).
type subject struct {
	Portal     int64  `json:"portal"`
	ObjectType string `json:"objectType"`
	Record     string `json:"record"`
}

// choices is what the page of a card can choose from (ui/page/page.ts).
type choices struct {
	Portals     []portalChoice `json:"portals"`
	ObjectTypes []string       `json:"objectTypes"`
	Records     []recordChoice `json:"records"`
	// Stale lists files of which an earlier version is served.
	Stale []string `json:"stale"`
	// Unserved lists files of workers of which no version is served.
	Unserved []string `json:"unserved"`
	// Installed reports that the portal that is chosen has installed the app.
	Installed bool `json:"installed"`
}

type portalChoice struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

type recordChoice struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// maxRecords is how many records can be chosen from: one page of the API.
const maxRecords = 100

// choices returns the portals, the object types of the card, and the first records of the one that is chosen.
func (p *Preview) choices(r *http.Request, c *call) (any, error) {
	var wanted subject
	if err := c.decode(&wanted); err != nil {
		return nil, err
	}
	all := choices{ObjectTypes: c.card.ObjectTypes, Records: []recordChoice{}, Installed: true}
	all.Stale, all.Unserved = append([]string{}, c.Stale...), append([]string{}, c.Unserved...)
	for _, portal := range portalsOf(c.Host) {
		all.Portals = append(all.Portals, portalChoice{portal.ID, portal.Name})
	}
	if len(all.ObjectTypes) == 0 {
		return nil, errors.New("the card has no objectTypes, so it is shown on no record")
	}
	objectType := all.ObjectTypes[max(0, slices.Index(all.ObjectTypes, wanted.ObjectType))]
	if !slices.ContainsFunc(all.Portals, func(p portalChoice) bool { return p.ID == wanted.Portal }) {
		wanted.Portal = all.Portals[0].ID
	}
	path := "/crm/v3/objects/" + typeOf(c, objectType) + "?limit=" + strconv.Itoa(maxRecords)
	var page struct{ Results []record }
	if err := ask(r, c, host.CRMRequest{Portal: wanted.Portal, Method: http.MethodGet, Path: path}, &page); err != nil {
		return nil, err
	}
	for _, one := range page.Results {
		all.Records = append(all.Records, recordChoice{one.ID, one.name()})
	}
	if c.Installed == nil {
		return all, nil
	}
	var err error
	all.Installed, err = c.Installed(r.Context(), wanted.Portal)
	return all, err
}

// portalsOf returns the accounts that the app can be in.
func portalsOf(h *host.Host) []host.Portal {
	if host.UsesOAuth(h.Options().App) {
		return host.Portals()
	}
	return host.Portals()[:1]
}

// record is a record as the API of the CRM returns it.
type record struct {
	ID         string             `json:"id"`
	Properties map[string]*string `json:"properties"`
}

// name returns what people call the record.
func (r record) name() string {
	var parts []string
	for _, property := range []string{"firstname", "lastname", "name", "dealname", "subject", "email", "title"} {
		if value := r.Properties[property]; value != nil && *value != "" {
			parts = append(parts, *value)
		}
	}
	return strings.Join(parts[:min(2, len(parts))], " ")
}

// portalTimezone is the time zone of every emulated portal.
const portalTimezone = "Europe/Berlin"

// context returns the context of the card for a subject, as the platform passes it on.
func (p *Preview) context(_ *http.Request, c *call) (any, error) {
	var sent struct{ Subject subject }
	if err := c.decode(&sent); err != nil {
		return nil, err
	}
	crm, err := emulated(c)
	if err != nil {
		return nil, err
	}
	typeID, err := crm.TypeID(sent.Subject.ObjectType)
	if err != nil {
		return nil, err
	}
	user := map[string]any{
		"id": devserver.UserID, "email": devserver.UserEmail, "emails": []string{devserver.UserEmail},
		"firstName": "Sample", "lastName": "User", "roles": []string{}, "teams": []any{}, "permissions": []any{},
		"locale": "en", "language": "en",
	}
	return map[string]any{"context": map[string]any{
		"location":  c.card.Location,
		"user":      user,
		"portal":    map[string]any{"id": sent.Subject.Portal, "timezone": portalTimezone},
		"crm":       map[string]any{"objectId": number(sent.Subject.Record), "objectTypeId": typeID},
		"extension": map[string]any{"appId": host.DefaultAppID, "appName": c.Manifest.App.Name, "cardTitle": c.card.Name},
		"variables": map[string]any{},
	}}, nil
}

// number returns an id as the platform passes it to cards; 0 for none.
func number(id string) json.Number {
	if _, err := strconv.ParseInt(id, 10, 64); err != nil {
		return "0"
	}
	return json.Number(id)
}

// errLive reports that pages do not read the records of a real account: a card reads and writes as its user, and the
// server has the token of the app only.
var errLive = errors.New("a preview acts as a user of the CRM, and with --crm live the server has only the token of " +
	"the app: start svc dev without --crm live to preview cards")

// ask sends a request to the emulated CRM, and decodes its answer.
func ask(r *http.Request, c *call, request host.CRMRequest, into any) error {
	if c.Host.Options().CRM == host.CRMLive {
		return errLive
	}
	status, body, err := c.Host.AskCRM(r.Context(), request)
	if err != nil {
		return err
	}
	if status >= http.StatusBadRequest {
		var refused struct{ Message string }
		_ = json.Unmarshal(body, &refused) // without a message the status says what is known
		return fmt.Errorf("the emulated CRM answered %d: %s", status, cmp.Or(refused.Message, http.StatusText(status)))
	}
	return json.Unmarshal(body, into)
}
