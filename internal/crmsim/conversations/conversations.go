// Package conversations serves custom channels of the emulated CRM, with their accounts and messages, and the tokens
// that identify visitors of a chat.
package conversations

import (
	"slices"
	"strconv"
	"strings"

	"github.com/appsvc/svc/internal/crmsim/api"
)

// API serves the conversations of one account.
type API struct {
	// PropertyPrefix begins the vendor's own types of delivery identifiers, in upper case.
	PropertyPrefix string

	lastID   int64 // of channels, accounts, messages, threads and staging tokens
	channels []*channel
	staged   map[string]*stagedAccount // by token
	visitors int64
}

// New returns the API of an account without channels.
func New(propertyPrefix string) *API {
	return &API{PropertyPrefix: propertyPrefix, staged: map[string]*stagedAccount{}}
}

// Routes returns the routes of the package.
func (a *API) Routes() api.Routes {
	const channels = " /conversations/v3/custom-channels"
	return api.Routes{
		"GET" + channels:                                                         a.listChannels,
		"POST" + channels:                                                        a.createChannel,
		"GET" + channels + "/{channel}":                                          a.onChannel(a.getChannel),
		"PATCH" + channels + "/{channel}":                                        a.onChannel(a.updateChannel),
		"DELETE" + channels + "/{channel}":                                       a.onChannel(a.deleteChannel),
		"GET" + channels + "/{channel}/channel-accounts":                         a.onChannel(a.listAccounts),
		"POST" + channels + "/{channel}/channel-accounts":                        a.onChannel(a.createAccount),
		"GET" + channels + "/{channel}/channel-accounts/{account}":               a.onChannel(a.getAccount),
		"PATCH" + channels + "/{channel}/channel-accounts/{account}":             a.onChannel(a.updateAccount),
		"PATCH" + channels + "/{channel}/channel-account-staging-tokens/{token}": a.onChannel(a.finishAccount),
		"POST" + channels + "/{channel}/messages":                                a.onChannel(a.publish),
		"GET" + channels + "/{channel}/messages/{message}":                       a.onChannel(a.getMessage),
		"PATCH" + channels + "/{channel}/messages/{message}":                     a.onChannel(a.updateMessage),

		"POST /visitor-identification/v3/tokens/create": a.identifyVisitor,
	}
}

// nextID returns an unused id.
func (a *API) nextID() string {
	a.lastID++
	return strconv.FormatInt(a.lastID, 10)
}

// channelHandler answers a call about one channel.
type channelHandler func(*api.Call, *channel) (int, any, *api.Error)

// onChannel returns a handler for the channel that the path names.
func (a *API) onChannel(run channelHandler) api.Handler {
	return func(c *api.Call) (int, any, *api.Error) {
		id := c.PathValue("channel")
		ch := a.channel(id)
		if ch == nil {
			return 0, nil, api.NotFound("Unknown custom channel %s", id)
		}
		return run(c, ch)
	}
}

// deliveryIdentifier is an address that sends or receives messages.
type deliveryIdentifier struct {
	Type  string `json:"type"`
	Value string `json:"value"`
}

// checkIdentifier rejects an identifier that the platform rejects.
func (a *API) checkIdentifier(d *deliveryIdentifier) *api.Error {
	prefix := strings.ToUpper(a.PropertyPrefix)
	types := []string{
		"CHANNEL_SPECIFIC_OPAQUE_ID", prefix + "EMAIL_ADDRESS", prefix + "PHONE_NUMBER", prefix + "SHORT_CODE",
	}
	switch {
	case d == nil:
		return api.MissingFields("deliveryIdentifier")
	case !slices.Contains(types, d.Type):
		return api.Invalid(
			"Invalid input JSON: the type %q of a deliveryIdentifier is not one of %s", d.Type, strings.Join(types, ", "),
		)
	case d.Value == "":
		return api.MissingFields("value")
	}
	return nil
}
