// This file answers for the messages of a custom channel.

package crmsim

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
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

// participant is who sends or gets a message.
type participant struct {
	Name               string              `json:"name,omitempty"`
	ActorID            string              `json:"actorId,omitempty"`
	DeliveryIdentifier *deliveryIdentifier `json:"deliveryIdentifier"`
}

// messageInput is the body of a message to publish.
type messageInput struct {
	ChannelAccountID looseNumber       `json:"channelAccountId"`
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

// check refuses what the platform would refuse, and gives the time of the message.
func (in messageInput) check(c *call) (time.Time, *apiError) {
	var missing []string
	for _, member := range []struct {
		name string
		set  bool
	}{
		{"channelAccountId", in.ChannelAccountID != ""}, {"messageDirection", in.Direction != ""}, {"text", in.Text != nil},
		{"timestamp", in.Timestamp != ""}, {"senders", in.Senders != nil}, {"recipients", in.Recipients != nil}, {
			"attachments", in.Attachments != nil,
		},
	} {
		if !member.set {
			missing = append(missing, member.name)
		}
	}
	if missing != nil {
		return time.Time{}, unset(missing...)
	}
	at, ok := parseTime(in.Timestamp)
	switch {
	case !ok:
		return at, invalid("Invalid input JSON: the timestamp %q is not in ISO 8601", in.Timestamp)
	case in.Direction != "INCOMING" && in.Direction != "OUTGOING":
		return at, invalid("Invalid input JSON: messageDirection %q is not one of INCOMING, OUTGOING", in.Direction)
	case len(*in.Senders) == 0:
		return at, invalid("A message needs a sender")
	}
	for _, one := range slices.Concat(*in.Senders, *in.Recipients) {
		if err := c.checkDelivery(one.DeliveryIdentifier); err != nil {
			return at, err
		}
	}
	for _, one := range *in.Attachments {
		if kind, _ := one["type"].(string); !slices.Contains(attachmentTypes, kind) {
			return at, invalid(
				"Invalid input JSON: the type %q of an attachment is not one of %s", kind, strings.Join(attachmentTypes, ", "),
			)
		}
	}
	return at, nil
}

// publish puts a message into its thread. A message with an idempotency id is published once.
func (c *call) publish() (int, any, *apiError) {
	one, err := c.channel()
	if err != nil {
		return 0, nil, err
	}
	var in messageInput
	if err := c.decode(&in); err != nil {
		return 0, nil, err
	}
	at, err := in.check(c)
	if err != nil {
		return 0, nil, err
	}
	account, err := one.account(string(in.ChannelAccountID))
	switch {
	case err != nil:
		return 0, nil, invalid("%s", err.message)
	case !account.Authorized:
		return 0, nil, invalid("The channel account %s is not authorized", account.ID)
	}
	if before := one.sent[in.IdempotencyID]; before != nil && in.IdempotencyID != "" {
		return http.StatusCreated, before, nil
	}
	status := "SENT"
	if in.Direction == "INCOMING" {
		status = "RECEIVED"
	}
	m := &message{
		ID: c.conversations.nextID(), Type: "MESSAGE", ThreadID: c.thread(
			one, in,
		), ChannelID: one.ID, ChannelAccountID: account.ID,
		Direction: in.Direction, Text: *in.Text, RichText: in.RichText, InReplyToID: in.InReplyToID,
		Senders: *in.Senders, Recipients: *in.Recipients, Attachments: *in.Attachments,
		Client: map[string]any{"clientType": "INTEGRATION"}, Status: map[string]any{"statusType": status},
		CreatedAt: stamp(at), CreatedBy: "I-1", Truncation: "NOT_TRUNCATED",
	}
	one.messages = append(one.messages, m)
	one.sent[in.IdempotencyID] = m
	return http.StatusCreated, m, nil
}

// thread is where a message belongs: what the channel says, or else where its people have written before.
func (c *call) thread(one *channel, in messageInput) string {
	key := "thread " + in.ThreadID
	if in.ThreadID == "" {
		var people []string
		for _, p := range slices.Concat(*in.Senders, *in.Recipients) {
			people = append(people, p.DeliveryIdentifier.Type+" "+p.DeliveryIdentifier.Value)
		}
		slices.Sort(people)
		key = "people " + string(in.ChannelAccountID) + " " + strings.Join(people, " ")
	}
	if one.threads[key] == "" {
		one.threads[key] = c.conversations.nextID()
	}
	return one.threads[key]
}

// message is the one that the path names.
func (c *call) message() (*message, *apiError) {
	one, err := c.channel()
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(one.messages, func(m *message) bool { return m.ID == c.params["message"] })
	if at < 0 {
		return nil, absent("There is no message %s of the custom channel %s", c.params["message"], one.ID)
	}
	return one.messages[at], nil
}

func (c *call) getMessage() (int, any, *apiError) {
	m, err := c.message()
	return http.StatusOK, m, err
}

// updateMessage says what became of a message.
func (c *call) updateMessage() (int, any, *apiError) {
	m, err := c.message()
	if err != nil {
		return 0, nil, err
	}
	var in struct{ StatusType, ErrorMessage string }
	if err := c.decode(&in); err != nil {
		return 0, nil, err
	}
	switch in.StatusType {
	case "SENT", "READ":
		m.Status = map[string]any{"statusType": in.StatusType}
	case "FAILED":
		m.Status = map[string]any{"statusType": "FAILED", "failureDetails": map[string]any{
			"errorMessage": in.ErrorMessage, "errorMessageTokens": map[string]any{},
		}}
	default:
		return 0, nil, invalid("Invalid input JSON: statusType %q is not one of FAILED, READ, SENT", in.StatusType)
	}
	m.UpdatedAt = stamp(c.now())
	return http.StatusOK, m, nil
}

// number is the id, which is one.
func (one *channel) number() int64 {
	number, _ := strconv.ParseInt(one.ID, 10, 64)
	return number
}
