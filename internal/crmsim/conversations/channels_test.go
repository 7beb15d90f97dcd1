package conversations_test

import (
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/crmsim/simtest"
)

const (
	channels = "/conversations/v3/custom-channels"
	carol    = `{"deliveryIdentifier":{"type":"CRM_EMAIL_ADDRESS","value":"carol@example.com"},"name":"Carol"}`
	desk     = `{"deliveryIdentifier":{"type":"CHANNEL_SPECIFIC_OPAQUE_ID","value":"desk-1"}}`
)

// newChannel returns a CRM with the channel 1 and its account 2.
func newChannel(t *testing.T) *crmsim.Sim {
	s := simtest.New(t, crmsim.Options{})
	simtest.Check(t, s, []simtest.Exchange{
		{"POST", channels, `{"name":"Pager","capabilities":{"deliveryIdentifierTypes":["CHANNEL_SPECIFIC_OPAQUE_ID"]},"webhookUrl":"https://app.example/hook"}`, 201,
			`{"id":"1","name":"Pager","createdAt":"2026-11-20T09:30:00.250Z","capabilities":{"deliveryIdentifierTypes":["CHANNEL_SPECIFIC_OPAQUE_ID"]},"webhookUrl":"https://app.example/hook"}`},
		{"POST", channels +
			"/1/channel-accounts", `{"name":"Desk","inboxId":"7","authorized":true,"deliveryIdentifier":{"type":"CHANNEL_SPECIFIC_OPAQUE_ID","value":"desk-1"}}`, 201,
			`{"id":"2","channelId":"1","name":"Desk","inboxId":"7","authorized":true,"active":true,"archived":false,"createdAt":"2026-11-20T09:30:00.250Z","deliveryIdentifier":{"type":"CHANNEL_SPECIFIC_OPAQUE_ID","value":"desk-1"}}`},
	})
	return s
}

func TestCustomChannelLifecycle(t *testing.T) {
	s := newChannel(t)
	simtest.Check(t, s, []simtest.Exchange{
		{"POST", channels, `{"name":"Pager"}`, 400, `...not set: [name, capabilities]`},
		{"POST", "/conversations/custom-channels/2026-09", `{"name":"Other","capabilities":{}}`, 201, `..."id":"3"`},
		{"GET", "/conversations/custom-channels/v3?limit=1", "", 200, `..."after":"3"`},
		{
			"GET", channels + "?after=3", "", 200,
			`{"results":[{"id":"3","name":"Other","createdAt":"2026-11-20T09:30:00.250Z","capabilities":{}}],"total":2}`,
		},
		{"PATCH", channels + "/1", `{"name":"Beeper","id":"9"}`, 200, `...{"id":"1","name":"Beeper"`},
		{"PATCH", channels + "/1", `{"capabilities":{"richText":["BOLD"]}}`, 200, `..."capabilities":{"richText":["BOLD"]}`},
		{"PATCH", channels + "/1", `{"name":""}`, 400, `...not set`},
		{"GET", channels + "/1", "", 200, `..."name":"Beeper"`},
		{"DELETE", channels + "/1", "", 204, ""},
		{"GET", channels + "/1", "", 404, `...Unknown custom channel 1`},
	})
}

func TestChannelAccountsAreFilteredByDeliveryIdentifier(t *testing.T) {
	s := newChannel(t)
	accounts := channels + "/1/channel-accounts"
	simtest.Check(t, s, []simtest.Exchange{
		{
			"GET", accounts + "?deliveryIdentifierType=CHANNEL_SPECIFIC_OPAQUE_ID&deliveryIdentifierValue=desk-1", "", 200,
			`..."total":1`,
		},
		{"GET", accounts + "?deliveryIdentifierValue=desk-2", "", 200, `{"results":[],"total":0}`},
		{"PATCH", accounts + "/2", `{"authorized":false}`, 200, `..."name":"Desk","inboxId":"7","authorized":false`},
		{"GET", accounts + "/9", "", 404, `...Unknown channel account 9`},
		{"POST", accounts, `{"name":"Desk"}`, 400, `...not set: [name, inboxId, authorized]`},
		{
			"POST", accounts, `{"name":"Desk","inboxId":"7","authorized":true,"deliveryIdentifier":{"type":"FAX","value":"1"}}`,
			400, `...the type \"FAX\" of a deliveryIdentifier is not one of CHANNEL_SPECIFIC_OPAQUE_ID, CRM_EMAIL_ADDRESS`,
		},
	})
	staged, err := s.StageChannelAccount("1", 7)
	if err != nil {
		t.Fatal(err)
	}
	finish := channels + "/1/channel-account-staging-tokens/" + staged
	simtest.Check(t, s, []simtest.Exchange{
		{"PATCH", finish, `{"accountName":"Second"}`, 400, `...not set: [deliveryIdentifier]`},
		{
			"PATCH", finish, `{"accountName":"Second","deliveryIdentifier":{"type":"CRM_PHONE_NUMBER","value":"+15550100"}}`,
			200, `..."genericChannelId":1,"inboxId":7`,
		},
		{
			"PATCH", finish, `{"accountName":"Third","deliveryIdentifier":{"type":"CRM_PHONE_NUMBER","value":"+15550100"}}`, 404,
			`...staging token`,
		},
		{"GET", accounts + "?deliveryIdentifierType=CRM_PHONE_NUMBER", "", 200, `..."name":"Second"`},
	})
	if _, err := s.StageChannelAccount("9", 7); err == nil {
		t.Error("an account of a missing channel is staged")
	}
}

func TestMessageIsPublishedOncePerIdempotencyID(t *testing.T) {
	s := newChannel(t)
	messages := channels + "/1/messages"
	say := func(text, rest string) string {
		return `{"channelAccountId":"2","messageDirection":"INCOMING","text":"` + text +
			`","timestamp":"2026-11-20T09:00:00Z","senders":[` + carol + `],"recipients":[` + desk + `],"attachments":[]` +
			rest + `}`
	}
	simtest.Check(t, s, []simtest.Exchange{
		{"POST", messages, say("Hello", `,"integrationIdempotencyId":"m1","richText":"<b>Hello</b>"`), 201,
			`{"id":"3","type":"MESSAGE","conversationsThreadId":"4","channelId":"1","channelAccountId":"2","direction":"INCOMING","text":"Hello","richText":"<b>Hello</b>","senders":[{"name":"Carol","deliveryIdentifier":{"type":"CRM_EMAIL_ADDRESS","value":"carol@example.com"}}],"recipients":[{"deliveryIdentifier":{"type":"CHANNEL_SPECIFIC_OPAQUE_ID","value":"desk-1"}}],"attachments":[],"client":{"clientType":"INTEGRATION"},"status":{"statusType":"RECEIVED"},"createdAt":"2026-11-20T09:00:00.000Z","createdBy":"I-1","truncationStatus":"NOT_TRUNCATED","archived":false}`},
		{"POST", messages, say("Hello", `,"integrationIdempotencyId":"m1"`), 201, `...{"id":"3",`},
		{"POST", messages, say("Anyone?", ""), 201, `..."conversationsThreadId":"4"`},
		{"POST", messages, say("Another matter", `,"integrationThreadId":"t-2"`), 201, `..."conversationsThreadId":"7"`},
		{"PATCH", messages + "/3", `{"statusType":"READ"}`, 200, `..."status":{"statusType":"READ"}`},
		{
			"PATCH", messages + "/3", `{"statusType":"FAILED","errorMessage":"no such pager"}`, 200,
			`..."failureDetails":{"errorMessage":"no such pager","errorMessageTokens":{}}`,
		},
		{"PATCH", messages + "/3", `{"statusType":"LOST"}`, 400, `...is not one of FAILED, READ, SENT`},
		{"GET", messages + "/3", "", 200, `..."updatedAt":"2026-11-20T09:30:00.250Z"`},
		{"GET", messages + "/99", "", 404, `...Unknown message 99`},
	})
}

func TestInvalidMessagesAreRejected(t *testing.T) {
	s := newChannel(t)
	messages := channels + "/1/messages"
	say := func(account, direction, at, senders, attachments string) string {
		return `{"channelAccountId":"` + account + `","messageDirection":"` + direction + `","text":"","timestamp":"` + at +
			`","senders":[` + senders + `],"recipients":[],"attachments":[` + attachments + `]}`
	}
	const now = "2026-11-20T09:00:00Z"
	simtest.Check(t, s, []simtest.Exchange{
		{
			"POST", messages, `{}`, 400,
			`...not set: [channelAccountId, messageDirection, text, timestamp, senders, recipients, attachments]`,
		},
		{"POST", messages, say("9", "INCOMING", now, carol, ""), 400, `...Unknown channel account 9`},
		{"POST", messages, say("2", "SIDEWAYS", now, carol, ""), 400, `...not one of INCOMING, OUTGOING`},
		{"POST", messages, say("2", "INCOMING", "now", carol, ""), 400, `...not in ISO 8601`},
		{"POST", messages, say("2", "INCOMING", now, "", ""), 400, `...needs a sender`},
		{"POST", messages, say("2", "INCOMING", now, `{"name":"Carol"}`, ""), 400, `...not set: [deliveryIdentifier]`},
		{"POST", messages, say("2", "INCOMING", now, carol, `{"type":"BOMB"}`), 400, `...the type \"BOMB\" of an attachment`},
		{"PATCH", channels + "/1/channel-accounts/2", `{"authorized":false}`, 200, `...`},
		{"POST", messages, say("2", "INCOMING", now, carol, ""), 400, `...is not authorized`},
		{"POST", channels + "/9/messages", say("2", "INCOMING", now, carol, ""), 404, `...Unknown custom channel 9`},
	})
}

func TestVisitorTokensAreDistinct(t *testing.T) {
	s := simtest.New(t, crmsim.Options{})
	seen := map[string]bool{}
	for range 2 {
		status, body := simtest.Send(
			s, "POST", "/visitor-identification/v3/tokens/create", `{"email":"Carol@example.com","firstName":"Carol"}`,
		)
		var answer struct{ Token string }
		if err := json.Unmarshal([]byte(body), &answer); err != nil || status != 200 || seen[answer.Token] {
			t.Fatalf("%d %s", status, body)
		}
		seen[answer.Token] = true
		claims, err := base64.RawURLEncoding.DecodeString(strings.Split(answer.Token, ".")[1])
		if err != nil || !strings.Contains(string(claims), `"email":"carol@example.com"`) {
			t.Errorf("%s %v", claims, err)
		}
	}
	simtest.Check(t, s, []simtest.Exchange{
		{"POST", "/visitor-identification/2026-09/tokens/create", `{}`, 400, `...not set: [email]`},
		{"POST", "/visitor-identification/v3/tokens/create", `{"email":"nobody"}`, 400, `...Email address nobody is invalid`},
	})
}
