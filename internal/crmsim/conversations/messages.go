package conversations

import (
	"net/http"
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/crmsim/api"
)

// message is one message of a thread.
type message struct {
	ID               string           `json:"id"`
	Type             string           `json:"type"`
	ThreadID         string           `json:"conversationsThreadId"`
	ChannelID        string           `json:"channelId"`
	ChannelAccountID string           `json:"channelAccountId"`
	Direction        string           `json:"direction"`
	Text             string           `json:"text"`
	RichText         string           `json:"richText,omitempty"`
	InReplyToID      string           `json:"inReplyToId,omitempty"`
	Senders          []participant    `json:"senders"`
	Recipients       []participant    `json:"recipients"`
	Attachments      []map[string]any `json:"attachments"`
	Client           map[string]any   `json:"client"`
	Status           map[string]any   `json:"status"`
	CreatedAt        string           `json:"createdAt"`
	CreatedBy        string           `json:"createdBy"`
	UpdatedAt        string           `json:"updatedAt,omitempty"`
	Truncation       string           `json:"truncationStatus"`
	Archived         bool             `json:"archived"`
}

// participant sends or receives a message.
type participant struct {
	Name               string              `json:"name,omitempty"`
	ActorID            string              `json:"actorId,omitempty"`
	DeliveryIdentifier *deliveryIdentifier `json:"deliveryIdentifier"`
}

// publish adds a message to its thread. A message with an idempotency id is published once.
func (a *API) publish(c *api.Call, ch *channel) (int, any, *api.Error) {
	var in messageInput
	if err := c.Decode(&in); err != nil {
		return 0, nil, err
	}
	at, err := a.checkMessage(in)
	if err != nil {
		return 0, nil, err
	}
	account, err := ch.account(string(in.ChannelAccountID))
	switch {
	case err != nil:
		return 0, nil, api.Invalid("%s", err.Message)
	case !account.Authorized:
		return 0, nil, api.Invalid("The channel account %s is not authorized", account.ID)
	}
	if before := ch.sent[in.IdempotencyID]; before != nil && in.IdempotencyID != "" {
		return http.StatusCreated, before, nil
	}
	status := "SENT"
	if in.Direction == "INCOMING" {
		status = "RECEIVED"
	}
	m := &message{
		ID: a.nextID(), Type: "MESSAGE", ThreadID: a.thread(ch, in), ChannelID: ch.ID, ChannelAccountID: account.ID,
		Direction: in.Direction, Text: *in.Text, RichText: in.RichText, InReplyToID: in.InReplyToID,
		Senders: *in.Senders, Recipients: *in.Recipients, Attachments: *in.Attachments,
		Client: map[string]any{"clientType": "INTEGRATION"}, Status: map[string]any{"statusType": status},
		CreatedAt: api.Stamp(at), CreatedBy: "I-1", Truncation: "NOT_TRUNCATED",
	}
	ch.messages = append(ch.messages, m)
	ch.sent[in.IdempotencyID] = m
	return http.StatusCreated, m, nil
}

// thread returns the id of a message's thread: the channel's own thread id, or the thread of the same participants.
func (a *API) thread(ch *channel, in messageInput) string {
	key := "thread " + in.ThreadID
	if in.ThreadID == "" {
		var people []string
		for _, p := range slices.Concat(*in.Senders, *in.Recipients) {
			people = append(people, p.DeliveryIdentifier.Type+" "+p.DeliveryIdentifier.Value)
		}
		slices.Sort(people)
		key = "people " + string(in.ChannelAccountID) + " " + strings.Join(people, " ")
	}
	if ch.threads[key] == "" {
		ch.threads[key] = a.nextID()
	}
	return ch.threads[key]
}

// message returns the message that the path names.
func (ch *channel) message(c *api.Call) (*message, *api.Error) {
	id := c.PathValue("message")
	at := slices.IndexFunc(ch.messages, func(m *message) bool { return m.ID == id })
	if at < 0 {
		return nil, api.NotFound("Unknown message %s of the custom channel %s", id, ch.ID)
	}
	return ch.messages[at], nil
}

func (a *API) getMessage(c *api.Call, ch *channel) (int, any, *api.Error) {
	m, err := ch.message(c)
	return http.StatusOK, m, err
}

// updateMessage changes the delivery status of a message.
func (a *API) updateMessage(c *api.Call, ch *channel) (int, any, *api.Error) {
	m, err := ch.message(c)
	if err != nil {
		return 0, nil, err
	}
	var in struct{ StatusType, ErrorMessage string }
	if err := c.Decode(&in); err != nil {
		return 0, nil, err
	}
	switch in.StatusType {
	case "SENT", "READ":
		m.Status = map[string]any{"statusType": in.StatusType}
	case "FAILED":
		details := map[string]any{"errorMessage": in.ErrorMessage, "errorMessageTokens": map[string]any{}}
		m.Status = map[string]any{"statusType": "FAILED", "failureDetails": details}
	default:
		return 0, nil, api.Invalid("Invalid input JSON: statusType %q is not one of FAILED, READ, SENT", in.StatusType)
	}
	m.UpdatedAt = api.Stamp(c.Now())
	return http.StatusOK, m, nil
}
