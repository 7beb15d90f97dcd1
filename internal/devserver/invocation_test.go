package devserver

import (
	"encoding/json"
	"io"
	"strings"
	"testing"
)

func TestRequestsMatchThoseOfTheirSenders(t *testing.T) {
	portal := int64(7)
	tool, card := Capability{Worker: "main", ID: "a b", Kind: KindTool}, Capability{
		Worker: "main", ID: "c", Kind: KindCardBackend,
	}
	object := &Object{ID: "302", ObjectType: "DEAL", Properties: map[string]any{"amount": "1"}}
	input := json.RawMessage(`{"n":1.50,"on":true,"s":"x","j":{"a":[1]},"gone":null,"big":12345678901234567890}`)
	for name, test := range map[string]struct {
		invocation Invocation
		url, body  string
	}{
		"a workflow sends text, three ids and the record": {
			Invocation{
				Capability: tool, Surface: SurfaceAction, Input: input, Object: object, Install: &Install{PortalID: &portal},
			},
			"https://w/workflow-actions/a%20b/invoke",
			`{"callbackId":"ap-7-2001-1-0","context":{"actionId":1,"source":"WORKFLOWS","workflowId":2001},` +
				`"fields":{"big":"12345678901234567890","gone":null,"j":"{\"a\":[1]}","n":"1.50","on":"true","s":"x"},` +
				`"inputFields":{"big":"12345678901234567890","gone":null,"j":"{\"a\":[1]}","n":"1.50","on":"true","s":"x"},` +
				`"object":{"objectId":302,"objectType":"DEAL","properties":{"amount":"1"}},` +
				`"origin":{"actionDefinitionId":3001,"actionDefinitionVersion":1,"portalId":7}}`,
		},
		"an agent may act on no record": {
			Invocation{Capability: tool, Surface: SurfaceAgent},
			"https://w/workflow-actions/a%20b/invoke",
			`{"callbackId":"ap-1000001-2001-1-0","context":{"source":"AGENTS"},"fields":{},"inputFields":{},` +
				`"origin":{"actionDefinitionId":3001,"actionDefinitionVersion":1,"portalId":1000001}}`,
		},
		"a card sends its input, and its user in the query": {
			Invocation{Capability: card, Surface: SurfaceCard, Input: json.RawMessage(`{"n":1.50}`)},
			"https://w/_svc/cards/c?userId=4001&portalId=1000001&userEmail=dev%40example.com&appId=5001",
			`{"input":{"n":1.50}}`,
		},
		"an operator sends input, object and install": {
			Invocation{Capability: tool, Surface: SurfaceInvoke, Object: object, Install: &Install{
				ID: "x", State: "suspended", Config: json.RawMessage(`{"k":1}`),
			}},
			"https://w/capabilities/a%20b/invoke?kind=tool",
			`{"input":{},"install":{"id":"x","portalId":1000001,"state":"suspended","config":{"k":1}},` +
				`"object":{"id":"302","objectType":"DEAL","properties":{"amount":"1"}}}`,
		},
		"a batch has one item, which is the action's own": {
			Invocation{Capability: tool, Surface: SurfaceBatch},
			"https://w/workflow-actions/a%20b/batched/invoke",
			`{"inputs":[{"callbackId":"ap-1000001-2001-1-0","context":{"actionId":1,"source":"WORKFLOWS","workflowId":2001},` +
				`"fields":{},"inputFields":{},` +
				`"origin":{"actionDefinitionId":3001,"actionDefinitionVersion":1,"portalId":1000001}}]}`,
		},
		"a delivery is the list of its events": {
			Invocation{Capability: Capability{ID: "a/b"}, Surface: SurfaceEvents, Input: json.RawMessage(`[{"objectId":1}]`)},
			"https://w/webhooks/crm/a%2Fb", `[{"objectId":1}]`,
		},
		"a sync runs for an install": {
			Invocation{Capability: Capability{ID: "s"}, Surface: SurfaceSync, Install: &Install{ID: "x"}},
			"https://w/sync/s/run", `{"install":{"id":"x","portalId":1000001}}`,
		},
		"the sender of a source posts what it likes, for one install": {
			Invocation{Capability: Capability{ID: "p"}, Surface: SurfacePost, Input: json.RawMessage(`[1]`)},
			"https://w/webhooks/p?install=1000001", `[1]`,
		},
	} {
		r, body, err := test.invocation.request("https://w")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		sent, _ := io.ReadAll(r.Body)
		if r.URL.String() != test.url || string(body) != test.body || string(sent) != test.body || r.Method != "POST" {
			t.Errorf("%s\n got %s %s\nwant %s %s", name, r.URL, body, test.url, test.body)
		}
	}
}

func TestPlatformIDsAreNumbersIfPossible(t *testing.T) {
	for id, want := range map[string]string{
		"302": "302", "0": "0", "007": `"007"`, "": `""`, "a1": `"a1"`, "12345678901234567": `"12345678901234567"`,
	} {
		if got, _ := json.Marshal(platformID(id)); string(got) != want {
			t.Errorf("%q: %s", id, got)
		}
	}
}

func TestEverySurfaceAndStatusHasAnEffect(t *testing.T) {
	statuses := []string{
		StatusOK, StatusFailContinue, StatusFailStop, StatusRetryLater, StatusBlock, StatusBackpressure, StatusError,
		StatusTimeout, StatusRejected,
	}
	for _, surface := range []Surface{
		SurfaceAction, SurfaceAgent, SurfaceCard, SurfaceInvoke, SurfaceBatch, SurfaceEvents, SurfaceSync, SurfacePost,
	} {
		for _, status := range statuses {
			for _, retry := range []float64{-1, 30} {
				sentence := effect(surface, status, retry)
				if sentence == "" || strings.ContainsAny(sentence, "{}") || strings.HasSuffix(sentence, ".") {
					t.Errorf("%s %s: %q", surface, status, sentence)
				}
			}
		}
	}
	if effect(SurfaceEvents, StatusDuplicate, -1) == "" {
		t.Error("a duplicate delivery has no effect")
	}
	for retry, want := range map[float64]string{
		-1: "action later,", 30: "action after 30 s,", 0.5: "action after 0.5 s,",
	} {
		if got := effect(SurfaceAction, StatusRetryLater, retry); !strings.Contains(got, want) {
			t.Errorf("%v: %q", retry, got)
		}
	}
}

func TestOutputIsReadFromTheBodyOfTheSurface(t *testing.T) {
	for body, want := range map[string]string{
		`{"outputFields":{"a":"1","crm_execution_state":"SUCCESS"}}`: `{"a":"1"}`,
		`{"ok":true,"output":{"a":1}}`:                               `{"a":1}`,
		`{"ok":true,"result":[1,2]}`:                                 `[1,2]`,
		`{"ok":true,"results":[{"ok":true,"status":"ok"}]}`:          `{"ok":true,"status":"ok"}`,
		`{"ok":true,"run":{"id":"r"}}`:                               `{"id":"r"}`,
		`{"ok":true,"rows":3}`:                                       `{"rows":3}`,
		`{"ok":true,"result":null}`:                                  `null`,
		`{"ok":false,"error":"x"}`:                                   `null`,
		`"text"`:                                                     `null`,
		`null`:                                                       `null`,
	} {
		if got := output(json.RawMessage(body), "crm_execution_state"); string(got) != want {
			t.Errorf("%s: %s, want %s", body, got, want)
		}
	}
}

func TestRetryAfterIsReadFromBodyOrHeader(t *testing.T) {
	for _, test := range []struct {
		body, header string
		ms           bool
		want         float64
	}{
		{`{"retryAfterSeconds":3}`, "9", false, 3},
		{`{}`, "9", false, 9},
		{`{}`, "9000", true, 9},
		{`{}`, "", false, -1},
		{`null`, "soon", false, -1},
	} {
		if got := retryAfter(json.RawMessage(test.body), test.header, test.ms); got != test.want {
			t.Errorf("%+v: %v", test, got)
		}
	}
}
