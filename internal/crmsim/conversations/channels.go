package conversations

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/appsvc/svc/internal/crmsim/api"
)

// channel is one custom channel.
type channel struct {
	ID           string         `json:"id"`
	Name         string         `json:"name"`
	CreatedAt    string         `json:"createdAt"`
	Capabilities map[string]any `json:"capabilities"`
	WebhookURL   string         `json:"webhookUrl,omitempty"`
	RedirectURL  string         `json:"channelAccountConnectionRedirectUrl,omitempty"`
	LogoURL      string         `json:"channelLogoUrl,omitempty"`
	Description  string         `json:"channelDescription,omitempty"`

	accounts []*channelAccount
	messages []*message
	threads  map[string]string   // ids by the channel's key
	sent     map[string]*message // by idempotency id
}

// number returns the id as a number.
func (ch *channel) number() int64 {
	number, _ := strconv.ParseInt(ch.ID, 10, 64)
	return number
}

// channel returns the channel with the id, or nil.
func (a *API) channel(id string) *channel {
	at := slices.IndexFunc(a.channels, func(ch *channel) bool { return ch.ID == id })
	if at < 0 {
		return nil
	}
	return a.channels[at]
}

func (a *API) createChannel(c *api.Call) (int, any, *api.Error) {
	ch := &channel{threads: map[string]string{}, sent: map[string]*message{}}
	if err := c.Decode(ch); err != nil {
		return 0, nil, err
	}
	if ch.Name == "" || ch.Capabilities == nil {
		return 0, nil, api.MissingFields("name", "capabilities")
	}
	ch.ID, ch.CreatedAt = a.nextID(), api.Stamp(c.Now())
	a.channels = append(a.channels, ch)
	return http.StatusCreated, ch, nil
}

func (a *API) listChannels(c *api.Call) (int, any, *api.Error) {
	return api.ListPage(c, a.channels, func(ch *channel) string { return ch.ID })
}

func (a *API) getChannel(_ *api.Call, ch *channel) (int, any, *api.Error) {
	return http.StatusOK, ch, nil
}

func (a *API) updateChannel(c *api.Call, ch *channel) (int, any, *api.Error) {
	changed := *ch
	changed.Capabilities = nil // JSON would be decoded into the present map
	if err := c.Decode(&changed); err != nil {
		return 0, nil, err
	}
	if changed.Capabilities == nil {
		changed.Capabilities = ch.Capabilities
	}
	if changed.Name == "" {
		return 0, nil, api.MissingFields("name")
	}
	changed.ID, changed.CreatedAt = ch.ID, ch.CreatedAt
	*ch = changed
	return http.StatusOK, ch, nil
}

func (a *API) deleteChannel(_ *api.Call, ch *channel) (int, any, *api.Error) {
	a.channels = slices.DeleteFunc(a.channels, func(other *channel) bool { return other == ch })
	return http.StatusNoContent, nil, nil
}
