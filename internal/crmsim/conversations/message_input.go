package conversations

import (
	"slices"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/crmsim/api"
)

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
