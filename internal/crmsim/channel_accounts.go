// This file answers for the accounts of a custom channel: what a business has connected to an inbox.

package crmsim

import (
	"fmt"
	"net/http"
	"slices"
)

// channelAccount is one of them.
type channelAccount struct {
	ID                 string              `json:"id"`
	ChannelID          string              `json:"channelId"`
	Name               string              `json:"name"`
	InboxID            looseNumber         `json:"inboxId"`
	Authorized         bool                `json:"authorized"`
	Active             bool                `json:"active"`
	Archived           bool                `json:"archived"`
	CreatedAt          string              `json:"createdAt"`
	DeliveryIdentifier *deliveryIdentifier `json:"deliveryIdentifier,omitempty"`
}

// stagedAccount is one that a person has begun to connect; the app finishes it.
type stagedAccount struct {
	channel *channel
	inboxID int64
	created string
}

// StageChannelAccount begins to connect an account to a channel, as a person does in the inbox, and gives the
// token with which the app goes on.
func (s *Sim) StageChannelAccount(channelID string, inboxID int64) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := slices.IndexFunc(s.conversations.channels, func(one *channel) bool { return one.ID == channelID })
	if at < 0 {
		return "", fmt.Errorf("the emulated CRM has no custom channel %q", channelID)
	}
	token := "staging-" + s.conversations.nextID()
	s.conversations.staged[token] = &stagedAccount{s.conversations.channels[at], inboxID, stamp(s.now())}
	return token, nil
}

// account is the one that the path names.
func (c *call) account() (*channelAccount, *apiError) {
	one, err := c.channel()
	if err != nil {
		return nil, err
	}
	return one.account(c.params["account"])
}

func (one *channel) account(id string) (*channelAccount, *apiError) {
	at := slices.IndexFunc(one.accounts, func(a *channelAccount) bool { return a.ID == id })
	if at < 0 {
		return nil, absent("There is no channel account %s of the custom channel %s", id, one.ID)
	}
	return one.accounts[at], nil
}

// open adds an account to the channel.
func (c *call) open(one *channel, a *channelAccount) *channelAccount {
	a.ID, a.ChannelID, a.CreatedAt, a.Active, a.Archived = c.conversations.nextID(), one.ID, stamp(c.now()), true, false
	one.accounts = append(one.accounts, a)
	return a
}

func (c *call) createAccount() (int, any, *apiError) {
	one, err := c.channel()
	if err != nil {
		return 0, nil, err
	}
	var in struct {
		Name               string              `json:"name"`
		InboxID            looseNumber         `json:"inboxId"`
		Authorized         *bool               `json:"authorized"`
		DeliveryIdentifier *deliveryIdentifier `json:"deliveryIdentifier"`
	}
	if err := c.decode(&in); err != nil {
		return 0, nil, err
	}
	if in.Name == "" || in.InboxID == "" || in.Authorized == nil {
		return 0, nil, unset("name", "inboxId", "authorized")
	}
	if in.DeliveryIdentifier != nil {
		if err := c.checkDelivery(in.DeliveryIdentifier); err != nil {
			return 0, nil, err
		}
	}
	return http.StatusCreated, c.open(one, &channelAccount{
		Name: in.Name, InboxID: in.InboxID, Authorized: *in.Authorized, DeliveryIdentifier: in.DeliveryIdentifier,
	}), nil
}

func (c *call) listAccounts() (int, any, *apiError) {
	one, err := c.channel()
	if err != nil {
		return 0, nil, err
	}
	query, found := c.request.URL.Query(), []*channelAccount(nil)
	for _, a := range one.accounts {
		d := a.DeliveryIdentifier
		if d == nil {
			d = &deliveryIdentifier{}
		}
		kind, value := query["deliveryIdentifierType"], query["deliveryIdentifierValue"]
		if (kind == nil || slices.Contains(kind, d.Type)) && (value == nil || slices.Contains(value, d.Value)) {
			found = append(found, a)
		}
	}
	return listPage(c, found, func(a *channelAccount) string { return a.ID })
}

func (c *call) getAccount() (int, any, *apiError) {
	a, err := c.account()
	return http.StatusOK, a, err
}

func (c *call) updateAccount() (int, any, *apiError) {
	a, err := c.account()
	if err != nil {
		return 0, nil, err
	}
	var in struct {
		Name       *string `json:"name"`
		Authorized *bool   `json:"authorized"`
	}
	if err := c.decode(&in); err != nil {
		return 0, nil, err
	}
	if in.Name != nil {
		a.Name = *in.Name
	}
	if in.Authorized != nil {
		a.Authorized = *in.Authorized
	}
	return http.StatusOK, a, nil
}

// finishAccount makes the account that a person has begun to connect.
func (c *call) finishAccount() (int, any, *apiError) {
	one, err := c.channel()
	if err != nil {
		return 0, nil, err
	}
	token := c.params["token"]
	staged := c.conversations.staged[token]
	if staged == nil || staged.channel != one {
		return 0, nil, absent("There is no channel account staging token %q of the custom channel %s", token, one.ID)
	}
	var in struct {
		AccountName        string              `json:"accountName"`
		DeliveryIdentifier *deliveryIdentifier `json:"deliveryIdentifier"`
	}
	if err := c.decode(&in); err != nil {
		return 0, nil, err
	}
	if in.AccountName == "" {
		return 0, nil, unset("accountName")
	}
	if err := c.checkDelivery(in.DeliveryIdentifier); err != nil {
		return 0, nil, err
	}
	delete(c.conversations.staged, token)
	c.open(one, &channelAccount{
		Name: in.AccountName, InboxID: looseNumber(
			fmt.Sprint(staged.inboxID),
		), Authorized: true, DeliveryIdentifier: in.DeliveryIdentifier,
	})
	return http.StatusOK, map[string]any{
		"accountToken": token, "accountName": in.AccountName, "deliveryIdentifier": in.DeliveryIdentifier,
		"genericChannelId": one.number(), "inboxId": staged.inboxID, "createdAt": staged.created, "userId": 1,
	}, nil
}
