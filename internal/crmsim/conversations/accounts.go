package conversations

import (
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/appsvc/svc/internal/crmsim/api"
)

// channelAccount is an account of a channel that a business connected to an inbox.
type channelAccount struct {
	ID                 string              `json:"id"`
	ChannelID          string              `json:"channelId"`
	Name               string              `json:"name"`
	InboxID            api.LooseNumber     `json:"inboxId"`
	Authorized         bool                `json:"authorized"`
	Active             bool                `json:"active"`
	Archived           bool                `json:"archived"`
	CreatedAt          string              `json:"createdAt"`
	DeliveryIdentifier *deliveryIdentifier `json:"deliveryIdentifier,omitempty"`
}

// stagedAccount is an account that a person began to connect and the app finishes.
type stagedAccount struct {
	channel   *channel
	inboxID   int64
	createdAt string
}

// StageAccount begins to connect an account to a channel, as a person does in the inbox. It returns the token with
// which the app finishes.
func (a *API) StageAccount(channelID string, inboxID int64, now time.Time) (string, error) {
	ch := a.channel(channelID)
	if ch == nil {
		return "", fmt.Errorf("the emulated CRM has no custom channel %q", channelID)
	}
	token := "staging-" + a.nextID()
	a.staged[token] = &stagedAccount{ch, inboxID, api.Stamp(now)}
	return token, nil
}

// account returns the account with the id.
func (ch *channel) account(id string) (*channelAccount, *api.Error) {
	at := slices.IndexFunc(ch.accounts, func(account *channelAccount) bool { return account.ID == id })
	if at < 0 {
		return nil, api.NotFound("Unknown channel account %s of the custom channel %s", id, ch.ID)
	}
	return ch.accounts[at], nil
}

// addAccount adds an active account to a channel.
func (a *API) addAccount(c *api.Call, ch *channel, account channelAccount) *channelAccount {
	account.ID, account.ChannelID, account.CreatedAt, account.Active = a.nextID(), ch.ID, api.Stamp(c.Now()), true
	ch.accounts = append(ch.accounts, &account)
	return &account
}

func (a *API) createAccount(c *api.Call, ch *channel) (int, any, *api.Error) {
	var in struct {
		Name               string              `json:"name"`
		InboxID            api.LooseNumber     `json:"inboxId"`
		Authorized         *bool               `json:"authorized"`
		DeliveryIdentifier *deliveryIdentifier `json:"deliveryIdentifier"`
	}
	if err := c.Decode(&in); err != nil {
		return 0, nil, err
	}
	if in.Name == "" || in.InboxID == "" || in.Authorized == nil {
		return 0, nil, api.MissingFields("name", "inboxId", "authorized")
	}
	if in.DeliveryIdentifier != nil {
		if err := a.checkIdentifier(in.DeliveryIdentifier); err != nil {
			return 0, nil, err
		}
	}
	return http.StatusCreated, a.addAccount(c, ch, channelAccount{
		Name: in.Name, InboxID: in.InboxID, Authorized: *in.Authorized, DeliveryIdentifier: in.DeliveryIdentifier,
	}), nil
}

func (a *API) listAccounts(c *api.Call, ch *channel) (int, any, *api.Error) {
	query, found := c.Request.URL.Query(), []*channelAccount(nil)
	types, values := query["deliveryIdentifierType"], query["deliveryIdentifierValue"]
	for _, account := range ch.accounts {
		var d deliveryIdentifier
		if account.DeliveryIdentifier != nil {
			d = *account.DeliveryIdentifier
		}
		if (types == nil || slices.Contains(types, d.Type)) && (values == nil || slices.Contains(values, d.Value)) {
			found = append(found, account)
		}
	}
	return api.ListPage(c, found, func(account *channelAccount) string { return account.ID })
}

func (a *API) getAccount(c *api.Call, ch *channel) (int, any, *api.Error) {
	account, err := ch.account(c.PathValue("account"))
	return http.StatusOK, account, err
}

func (a *API) updateAccount(c *api.Call, ch *channel) (int, any, *api.Error) {
	account, err := ch.account(c.PathValue("account"))
	if err != nil {
		return 0, nil, err
	}
	var in struct {
		Name       *string `json:"name"`
		Authorized *bool   `json:"authorized"`
	}
	if err := c.Decode(&in); err != nil {
		return 0, nil, err
	}
	if in.Name != nil {
		account.Name = *in.Name
	}
	if in.Authorized != nil {
		account.Authorized = *in.Authorized
	}
	return http.StatusOK, account, nil
}

// finishAccount adds an account that a person began to connect.
func (a *API) finishAccount(c *api.Call, ch *channel) (int, any, *api.Error) {
	token := c.PathValue("token")
	staged := a.staged[token]
	if staged == nil || staged.channel != ch {
		return 0, nil, api.NotFound("Unknown channel account staging token %q of the custom channel %s", token, ch.ID)
	}
	var in struct {
		AccountName        string              `json:"accountName"`
		DeliveryIdentifier *deliveryIdentifier `json:"deliveryIdentifier"`
	}
	if err := c.Decode(&in); err != nil {
		return 0, nil, err
	}
	if in.AccountName == "" {
		return 0, nil, api.MissingFields("accountName")
	}
	if err := a.checkIdentifier(in.DeliveryIdentifier); err != nil {
		return 0, nil, err
	}
	delete(a.staged, token)
	a.addAccount(c, ch, channelAccount{
		Name: in.AccountName, InboxID: api.LooseNumber(fmt.Sprint(staged.inboxID)), Authorized: true,
		DeliveryIdentifier: in.DeliveryIdentifier,
	})
	return http.StatusOK, map[string]any{
		"accountToken": token, "accountName": in.AccountName, "deliveryIdentifier": in.DeliveryIdentifier,
		"genericChannelId": ch.number(), "inboxId": staged.inboxID, "createdAt": staged.createdAt, "userId": 1,
	}, nil
}
