package control

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
)

const deliveriesPath = "/_svc/control/deliveries"

// MaxDeliveries is how many failed deliveries one request lists.
const MaxDeliveries = 500

// Delivery is a delivery to a trigger or push source that failed. Times are Unix milliseconds.
type Delivery struct {
	// ID is the same for all attempts of one delivery to one target.
	ID     string `json:"id"`
	Worker string `json:"worker"`
	// Kind is trigger or source. Target is the id of the trigger, or the name of the source.
	Kind   string `json:"kind"`
	Target string `json:"target"`
	// PortalID is null for a source, and for events without a portal.
	PortalID *int64 `json:"portalId"`
	// Status, Error and Message are those of the last answer.
	Status  int    `json:"status"`
	Error   string `json:"error"`
	Message string `json:"message"`
	// At is when it failed first, LastAt when it failed last, and Times how often.
	At     int64 `json:"at"`
	LastAt int64 `json:"lastAt"`
	Times  int   `json:"times"`
	// Size is the length of the content as JSON, in UTF-16 units.
	Size int `json:"size"`
	// Replayable is false if the content was too large to keep, or could not be encrypted.
	Replayable bool `json:"replayable"`
	// Content is redacted: the events, or the body of a post. It is missing in lists.
	Content json.RawMessage `json:"content,omitempty"`
}

// DeliveryPage is one page of a list.
type DeliveryPage struct {
	// Install is the id of the deliveries' install.
	Install    string     `json:"install"`
	Deliveries []Delivery `json:"deliveries"`
	// Next is the after of the next page; "" on the last one.
	Next string `json:"next,omitempty"`
}

// Deliveries returns a page of failed deliveries, the oldest first.
func (c *Client) Deliveries(ctx context.Context, install, after string, limit int) (DeliveryPage, error) {
	page := DeliveryPage{Deliveries: []Delivery{}}
	err := c.call(ctx, http.MethodGet, at(deliveriesPath, pageOf(install, after, limit)), nil, &page)
	return page, err
}

// Delivery returns one failed delivery with its content.
func (c *Client) Delivery(ctx context.Context, install, id string) (Delivery, error) {
	var found struct {
		Delivery Delivery `json:"delivery"`
	}
	err := c.call(ctx, http.MethodGet, at(deliveriesPath+"/"+url.PathEscape(id), installed(install)), nil, &found)
	return found.Delivery, err
}

// ReplayDelivery runs a failed delivery again, and reports whether its trigger or source has accepted it.
func (c *Client) ReplayDelivery(ctx context.Context, install, id string) (accepted bool, err error) {
	order := struct {
		Install string `json:"install,omitempty"`
	}{install}
	var done struct {
		Accepted bool `json:"accepted"`
	}
	err = c.call(ctx, http.MethodPost, deliveriesPath+"/"+url.PathEscape(id)+"/replay", order, &done)
	return done.Accepted, err
}
