package conversations

import (
	"net/http"
	"slices"
	"strings"
	"time"

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

// messageInput is the body of a request to publish a message.
type messageInput struct {
	ChannelAccountID api.LooseNumber   `json:"channelAccountId"`
	Direction        string            `json:"messageDirection"`
	Text             *string           `json:"text"`
	RichText         string            `json:"richText"`
	Timestamp        string            `json:"timestamp"`
	Senders          *[]participant    `json:"senders"`
	Recipients       *[]participant    `json:"recipients"`
	Attachments      *[]map[string]any `json:"attachments"`
	InReplyToID      string            `json:"inReplyToId"`
	ThreadID         string            `json:"integrationThreadId"`
	IdempotencyID    string            `json:"integrationIdempotencyId"`
}

var attachmentTypes = []string{
	"FILE", "LOCATION", "CONTACT", "UNSUPPORTED_CONTENT", "MESSAGE_HEADER", "QUICK_REPLIES", "SOCIAL_MEDIA_METADATA",
}

func (in messageInput) checkFields() *api.Error {
	var missing []string
	for _, member := range []struct {
		name  string
		isSet bool
	}{
		{"channelAccountId", in.ChannelAccountID != ""}, {"messageDirection", in.Direction != ""}, {"text", in.Text != nil},
		{"timestamp", in.Timestamp != ""}, {"senders", in.Senders != nil}, {"recipients", in.Recipients != nil},
		{"attachments", in.Attachments != nil},
	} {
		if !member.isSet {
			missing = append(missing, member.name)
		}
	}
	if missing != nil {
		return api.MissingFields(missing...)
	}
	return nil
}

// checkMessage rejects a message that the platform rejects. It returns the time of the message.
func (a *API) checkMessage(in messageInput) (time.Time, *api.Error) {
	if err := in.checkFields(); err != nil {
		return time.Time{}, err
	}
	at, ok := api.ParseTime(in.Timestamp)
	switch {
	case !ok:
		return at, api.Invalid("Invalid input JSON: the timestamp %q is not in ISO 8601", in.Timestamp)
	case in.Direction != "INCOMING" && in.Direction != "OUTGOING":
		return at, api.Invalid("Invalid input JSON: messageDirection %q is not one of INCOMING, OUTGOING", in.Direction)
	case len(*in.Senders) == 0:
		return at, api.Invalid("A message needs a sender")
	}
	for _, p := range slices.Concat(*in.Senders, *in.Recipients) {
		if err := a.checkIdentifier(p.DeliveryIdentifier); err != nil {
			return at, err
		}
	}
	for _, attachment := range *in.Attachments {
		if kind, _ := attachment["type"].(string); !slices.Contains(attachmentTypes, kind) {
			return at, api.Invalid(
				"Invalid input JSON: the type %q of an attachment is not one of %s", kind, strings.Join(attachmentTypes, ", "),
			)
		}
	}
	return at, nil
}
