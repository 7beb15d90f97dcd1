package cards

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/devserver/host"
)

// emulated returns the emulated CRM.
func emulated(c *call) (*crmsim.Sim, error) {
	if c.Host.Options().CRM == host.CRMLive {
		return nil, errLive
	}
	return c.Host.CRM()
}

// typeOf returns the object type of a card's subject for a path of the API, which does not know the names that the app
// declares: its id.
func typeOf(c *call, declared string) string {
	if crm, err := emulated(c); err == nil {
		if id, err := crm.TypeID(declared); err == nil {
			return id
		}
	}
	return url.PathEscape(declared)
}

// everyProperty is the name by which a card asks for all properties.
const everyProperty = "*"

// properties returns properties of the record that the card is shown for.
func (p *Preview) properties(r *http.Request, c *call) (any, error) {
	var sent struct {
		Subject subject
		Names   []string
	}
	if err := c.decode(&sent); err != nil {
		return nil, err
	}
	path := "/crm/v3/objects/" + typeOf(c, sent.Subject.ObjectType) + "/" + url.PathEscape(sent.Subject.Record)
	names, err := p.wanted(r, c, sent.Subject, sent.Names)
	if err != nil {
		return nil, err
	}
	var found record
	path += propertyQuery(names)
	request := host.CRMRequest{Portal: sent.Subject.Portal, Method: http.MethodGet, Path: path}
	if err := ask(r, c, request, &found); err != nil {
		return nil, err
	}
	values := map[string]*string{}
	for _, name := range names {
		values[name] = found.Properties[name]
	}
	return values, nil
}

// wanted returns the names of properties: those of the object type for everyProperty.
func (p *Preview) wanted(r *http.Request, c *call, of subject, names []string) ([]string, error) {
	if !slices.Contains(names, everyProperty) {
		return names, nil
	}
	var all struct{ Results []struct{ Name string } }
	path := "/crm/v3/properties/" + typeOf(c, of.ObjectType)
	err := ask(r, c, host.CRMRequest{Portal: of.Portal, Method: http.MethodGet, Path: path}, &all)
	names = nil
	for _, one := range all.Results {
		names = append(names, one.Name)
	}
	return names, err
}

// propertyQuery returns the query that asks for properties; "" for none.
func propertyQuery(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return "?" + url.Values{"properties": {strings.Join(names, ",")}}.Encode()
}

// searchRequest is what a card searches for (FetchCrmSearchRequest of the vendor's types).
type searchRequest struct {
	ObjectType   string            `json:"objectType"`
	Properties   []string          `json:"properties"`
	Query        string            `json:"query,omitempty"`
	FilterGroups []json.RawMessage `json:"filterGroups,omitempty"`
	Sorts        []json.RawMessage `json:"sorts,omitempty"`
	Limit        int               `json:"limit,omitempty"`
	After        string            `json:"after,omitempty"`
	PageLength   int               `json:"pageLength,omitempty"`
}

// maxPage is the length of the longest page (crmsim).
const maxPage = 100

// search searches the emulated CRM for a hook of the card.
func (p *Preview) search(r *http.Request, c *call) (any, error) {
	var sent struct {
		Subject subject
		Request searchRequest
	}
	if err := c.decode(&sent); err != nil {
		return nil, err
	}
	o := sent.Request
	o.Limit, o.PageLength = min(o.PageLength, maxPage), 0
	body, err := json.Marshal(o)
	if err != nil {
		return nil, err
	}
	var page struct {
		Total   int
		Results []record
		Paging  struct{ Next struct{ After string } }
	}
	request := host.CRMRequest{
		Portal: sent.Subject.Portal, Method: http.MethodPost, Body: body,
		Path: "/crm/v3/objects/" + url.PathEscape(o.ObjectType) + "/search",
	}
	if err := ask(r, c, request, &page); err != nil {
		return nil, err
	}
	results := []map[string]any{}
	for _, one := range page.Results {
		results = append(results, map[string]any{"objectId": number(one.ID), "properties": one.Properties})
	}
	answer := map[string]any{"results": results, "total": page.Total, "hasMore": page.Paging.Next.After != ""}
	if page.Paging.Next.After != "" {
		answer["after"] = page.Paging.Next.After
	}
	return answer, nil
}

// associated is one row of the association API.
type associated struct {
	ToObjectID       json.Number       `json:"toObjectId"`
	AssociationTypes []json.RawMessage `json:"associationTypes"`
}

// associations returns the records that are associated with the one of the card, from an offset on.
func (p *Preview) associations(r *http.Request, c *call) (any, error) {
	var sent struct {
		Subject subject
		Request struct {
			ToObjectType string
			Properties   []string
			PageLength   int
			Offset       int
		}
	}
	if err := c.decode(&sent); err != nil {
		return nil, err
	}
	o, to := sent.Request, url.PathEscape(sent.Request.ToObjectType)
	var page struct{ Results []associated }
	path := fmt.Sprintf("/crm/v4/objects/%s/%s/associations/%s?limit=500",
		typeOf(c, sent.Subject.ObjectType), url.PathEscape(sent.Subject.Record), to)
	get := host.CRMRequest{Portal: sent.Subject.Portal, Method: http.MethodGet, Path: path}
	if err := ask(r, c, get, &page); err != nil {
		return nil, err
	}
	start := min(max(o.Offset, 0), len(page.Results))
	end := min(start+min(max(o.PageLength, 1), maxPage), len(page.Results))
	results := []map[string]any{}
	for _, row := range page.Results[start:end] {
		var found record
		get.Path = "/crm/v3/objects/" + to + "/" + row.ToObjectID.String() + propertyQuery(o.Properties)
		if err := ask(r, c, get, &found); err != nil {
			return nil, err
		}
		results = append(results, map[string]any{
			"toObjectId": row.ToObjectID, "associationTypes": row.AssociationTypes, "properties": found.Properties,
		})
	}
	return map[string]any{"results": results, "hasMore": end < len(page.Results), "nextOffset": end}, nil
}

// apiAnswer is the response of the API to a card (FetchHubSpotApiResponse of the vendor's types).
type apiAnswer struct {
	Status  int               `json:"status"`
	Headers map[string]string `json:"headers"`
	Body    json.RawMessage   `json:"body"`
}

// api sends a request of the card to the API of the emulated CRM, as its user.
func (p *Preview) api(r *http.Request, c *call) (any, error) {
	var sent struct {
		Subject subject
		Request struct {
			Path, Method string
			Body         json.RawMessage
		}
	}
	if err := c.decode(&sent); err != nil {
		return nil, err
	}
	if _, err := emulated(c); err != nil {
		return nil, err
	}
	o := sent.Request
	to, err := url.Parse(o.Path)
	if err != nil || to.IsAbs() || to.Host != "" || !strings.HasPrefix(to.Path, "/") {
		return nil, fmt.Errorf("invalid path %q: expected a path of the API with a leading slash", o.Path)
	}
	if !isMethod(o.Method) {
		return nil, unknownMethod(o.Method)
	}
	body := []byte(o.Body)
	if string(body) == "null" {
		body = nil
	}
	ask := host.CRMRequest{Portal: sent.Subject.Portal, Method: o.Method, Path: o.Path, Body: body}
	status, answer, err := c.Host.AskCRM(r.Context(), ask)
	if err != nil {
		return nil, err
	}
	if len(answer) == 0 {
		answer = []byte("null")
	}
	return apiAnswer{Status: status, Headers: map[string]string{"content-type": "application/json"}, Body: answer}, nil
}
