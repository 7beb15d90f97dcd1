// This file answers for custom channels and the accounts that are connected to them.

package crmsim

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// conversations is what an account has of them.
type conversations struct {
	last     int64 // the last id given, of whatever
	channels []*channel
	staged   map[string]*stagedAccount // by token
	visitors int64
}

// nextID is an id that nothing has.
func (v *conversations) nextID() string {
	v.last++
	return strconv.FormatInt(v.last, 10)
}

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
	threads  map[string]string // by what the channel calls them
	sent     map[string]*message
}

// deliveryIdentifier is where a message goes to or comes from.
type deliveryIdentifier struct {
	Type  string `json:"type"`
	Value string `json:"value"`
}

// checkDelivery refuses an identifier that the platform would refuse.
func (c *call) checkDelivery(d *deliveryIdentifier) *apiError {
	prefix := strings.ToUpper(c.options.PropertyPrefix)
	types := []string{
		"CHANNEL_SPECIFIC_OPAQUE_ID", prefix + "EMAIL_ADDRESS", prefix + "PHONE_NUMBER", prefix + "SHORT_CODE",
	}
	switch {
	case d == nil:
		return unset("deliveryIdentifier")
	case !slices.Contains(types, d.Type):
		return invalid(
			"Invalid input JSON: the type %q of a deliveryIdentifier is not one of %s", d.Type, strings.Join(types, ", "),
		)
	case d.Value == "":
		return unset("value")
	}
	return nil
}

// channel is the one that the path names.
func (c *call) channel() (*channel, *apiError) {
	at := slices.IndexFunc(c.conversations.channels, func(one *channel) bool { return one.ID == c.params["channel"] })
	if at < 0 {
		return nil, absent("There is no custom channel %s", c.params["channel"])
	}
	return c.conversations.channels[at], nil
}

func (c *call) createChannel() (int, any, *apiError) {
	one := &channel{threads: map[string]string{}, sent: map[string]*message{}}
	if err := c.decode(one); err != nil {
		return 0, nil, err
	}
	if one.Name == "" || one.Capabilities == nil {
		return 0, nil, unset("name", "capabilities")
	}
	one.ID, one.CreatedAt = c.conversations.nextID(), stamp(c.now())
	c.conversations.channels = append(c.conversations.channels, one)
	return http.StatusCreated, one, nil
}

func (c *call) listChannels() (int, any, *apiError) {
	return listPage(c, c.conversations.channels, func(one *channel) string { return one.ID })
}

// listPage is a page of a list that says its total.
func listPage[T any](c *call, all []T, id func(T) string) (int, any, *apiError) {
	query := c.request.URL.Query()
	limit, err := pageSize(query.Get("limit"), maxList)
	if err != nil {
		return 0, nil, err
	}
	start := 0
	if after := query.Get("after"); after != "" {
		if start = slices.IndexFunc(all, func(one T) bool { return id(one) == after }); start < 0 {
			return 0, nil, invalid("The 'after' value %q is not a cursor of this list", after)
		}
	}
	end := min(start+limit, len(all))
	answer := map[string]any{"total": len(all), "results": append([]T{}, all[start:end]...)}
	if end < len(all) {
		query.Set("after", id(all[end]))
		answer["paging"] = c.paging(id(all[end]), query)
	}
	return http.StatusOK, answer, nil
}

func (c *call) getChannel() (int, any, *apiError) {
	one, err := c.channel()
	return http.StatusOK, one, err
}

func (c *call) updateChannel() (int, any, *apiError) {
	one, err := c.channel()
	if err != nil {
		return 0, nil, err
	}
	changed := *one
	changed.Capabilities = nil // JSON would be decoded into the map that there is
	if err := c.decode(&changed); err != nil {
		return 0, nil, err
	}
	if changed.Capabilities == nil {
		changed.Capabilities = one.Capabilities
	}
	if changed.Name == "" {
		return 0, nil, unset("name")
	}
	changed.ID, changed.CreatedAt = one.ID, one.CreatedAt
	*one = changed
	return http.StatusOK, one, nil
}

func (c *call) deleteChannel() (int, any, *apiError) {
	one, err := c.channel()
	if err != nil {
		return 0, nil, err
	}
	c.conversations.channels = slices.DeleteFunc(
		c.conversations.channels, func(other *channel) bool { return other == one },
	)
	return http.StatusNoContent, nil, nil
}
