package devserver

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// Sentences that several surfaces share.
const (
	callbackFailed = "the runtime completes the callback with FAIL_CONTINUE and the reason: " +
		"the platform does not retry single items of a batch"
	deliveryComplete = "the platform considers the delivery complete and does not repeat it"
	redelivered      = "the platform delivers the events again{wait}, up to ten times within a day"
	noRowsTaken      = "the sender learns that its rows were not taken"
)

// effects has a sentence for each surface and status: what the caller of the invocation does next. An agent's missing
// sentences are those of an action.
var effects = map[Surface]map[string]string{
	SurfaceAction: {
		StatusOK:           "the workflow records a success and continues with the output fields",
		StatusFailContinue: "the action is recorded as failed and the workflow continues with its next step",
		StatusFailStop:     "the action is not retried, and the enrollment of this record ends",
		StatusBlock:        "the enrollment is paused until the block expires, after one week by default",
		StatusRetryLater:   "the platform retries the action{wait}, with backoff for up to three days",
		StatusBackpressure: "the CRM's rate limit is exhausted: the action is recorded as failed, the workflow continues, " +
			"and retryAfterSeconds is in its output",
		StatusError:    "the platform treats this as an outage and retries with backoff for up to three days",
		StatusTimeout:  "the platform stops waiting and retries with backoff for up to three days",
		StatusRejected: "the handler did not run; the action is not retried, and the enrollment of this record ends",
	},
	SurfaceAgent: {
		StatusOK:           "the agent gets the output fields",
		StatusFailContinue: "the agent learns that the action failed, and continues",
		StatusFailStop:     "the agent learns that the action failed; it is not retried",
		StatusBlock:        "the agent learns that the action is blocked",
		StatusRejected:     "the handler did not run; the agent learns that its input does not match",
	},
	SurfaceCard: {
		StatusOK:           "the card gets the result",
		StatusFailContinue: "the card gets ok: false with the message and the result",
		StatusFailStop:     "the card gets ok: false with the message",
		StatusBlock:        "the card gets ok: false with the message",
		StatusRetryLater:   "the card gets ok: false and may ask again{wait}",
		StatusBackpressure: "the CRM's rate limit is exhausted: the card gets ok: false and may ask again{wait}",
		StatusError:        "the card's fetch fails: the platform hides the body of an error from the card",
		StatusTimeout:      "the card's fetch fails: the platform waits 15 seconds for a card backend",
		StatusRejected:     "the handler did not run; the card's fetch fails",
	},
	SurfaceInvoke: {
		StatusOK:           "the caller gets the output",
		StatusFailContinue: "the caller gets ok: false with the message and the output; nothing is retried",
		StatusFailStop:     "the caller gets 400 with the message; nothing is retried",
		StatusBlock:        "the caller gets ok: false with the message; nothing is retried",
		StatusRetryLater:   "the caller may retry{wait}",
		StatusBackpressure: "the CRM's rate limit is exhausted: the caller may retry{wait}",
		StatusError:        "the caller gets 500; nothing is retried",
		StatusTimeout:      "the caller gets no response in time; nothing is retried",
		StatusRejected:     "the handler did not run; the caller learns which input does not match",
	},
	SurfaceBatch: {
		StatusOK: "the runtime completes the callback: the workflow records a success and continues with the output fields",
		StatusFailContinue: "the runtime completes the callback with FAIL_CONTINUE: the action is recorded as failed " +
			"and the workflow continues",
		StatusFailStop: "the runtime completes the callback with FAIL_CONTINUE and the reason: " +
			"the workflow continues with its next step",
		StatusBlock: "the runtime completes the callback with BLOCK: the enrollment is paused until the block expires, " +
			"after one week by default",
		StatusRetryLater: "the callback stays open, and the platform does not retry: " +
			"the workflow waits until the callback is completed or expires",
		StatusBackpressure: "the CRM's rate limit is exhausted: the callback stays open, " +
			"and the workflow waits until it is completed or expires",
		StatusError:   callbackFailed,
		StatusTimeout: callbackFailed,
		StatusRejected: "the handler did not run; " +
			"the runtime completes the callback with FAIL_CONTINUE and the reason",
	},
	SurfaceEvents: {
		StatusOK:           "the platform considers the delivery complete",
		StatusFailContinue: deliveryComplete,
		StatusFailStop:     deliveryComplete,
		StatusBlock:        deliveryComplete,
		StatusRetryLater:   redelivered,
		StatusBackpressure: "the CRM's rate limit is exhausted: " + redelivered,
		StatusError:        "the platform delivers the events again, up to ten times within a day",
		StatusTimeout: "the platform waits 5 seconds for a response, then delivers the events again, " +
			"up to ten times within a day",
		StatusRejected: "the handler did not run; the platform delivers the events again, up to ten times within a day",
		StatusDuplicate: "the trigger has handled these events before, so its handler did not run; " +
			"the platform considers the delivery complete",
	},
	SurfaceSync: {
		StatusOK:           "the run is recorded as succeeded",
		StatusFailContinue: "the run is recorded as failed; the next one starts on schedule",
		StatusFailStop:     "the run is recorded as failed; the next one starts on schedule",
		StatusBlock:        "the run is recorded as cancelled; the next one starts on schedule",
		StatusRetryLater:   "the run is recorded as waiting, and may continue{wait}",
		StatusBackpressure: "the CRM's rate limit is exhausted: the run is recorded as waiting, and may continue{wait}",
		StatusError:        "the run is recorded as failed; the next one starts on schedule",
		StatusTimeout:      "the run is abandoned; no other run starts until its lease expires",
		StatusRejected:     "the handler did not run, and nothing was written",
	},
	SurfacePost: {
		StatusOK:           "the rows wait for the sync of the source, which fetches them from here",
		StatusFailContinue: noRowsTaken,
		StatusFailStop:     noRowsTaken,
		StatusBlock:        noRowsTaken,
		StatusRetryLater:   "too many rows wait already: the sender may post again{wait}",
		StatusBackpressure: "the sender may post again{wait}",
		StatusError:        "the sender gets 500; no rows were taken, and it may post again",
		StatusTimeout:      "the sender gets no response in time; no rows were taken, and it may post again",
		StatusRejected:     "no rows were taken; the sender learns why",
	},
}

// runEffects are the sentences for a step of a sync that has succeeded, by the status of its run, unless the run has
// simply succeeded.
var runEffects = map[string]string{
	"succeeded_with_poison": "the run is recorded as succeeded_with_poison, with poison rows in quarantine",
	"running":               "the run has more work than one step may do",
}

// runStatus returns the status of the sync run in the response; "" for none.
func (r *Result) runStatus() string {
	var answer struct{ Run struct{ Status string } }
	if r.Surface != SurfaceSync || json.Unmarshal(r.Body, &answer) != nil {
		return ""
	}
	return answer.Run.Status
}

// keptEffects are runEffects when the state outlives the process.
var keptEffects = map[string]string{
	"succeeded_with_poison": runEffects["succeeded_with_poison"] + ": list them with `svc sync poison list`",
	"running": runEffects["running"] +
		": svc dev continues it, as the edge platform does, or this command when you run it again",
}

// effect returns the sentence for the result. retryAfter is as in the function effect.
func (r *Result) effect(isKept bool, retryAfter float64) string {
	sentences := runEffects
	if isKept {
		sentences = keptEffects
	}
	if sentence, ok := sentences[r.runStatus()]; ok && r.OK {
		return sentence
	}
	if r.Status == StatusError && r.HTTPStatus == http.StatusBadRequest {
		return effect(r.Surface, StatusFailStop, retryAfter) // an output that the CRM does not accept
	}
	return effect(r.Surface, r.Status, retryAfter)
}

// effect returns the sentence for how an invocation ended. retryAfter is in seconds, negative for unknown.
func effect(surface Surface, status string, retryAfter float64) string {
	sentence, ok := effects[surface][status]
	if !ok {
		sentence = effects[SurfaceAction][status]
	}
	wait := " later"
	if retryAfter >= 0 {
		wait = fmt.Sprintf(" after %v s", retryAfter)
	}
	return strings.Replace(sentence, "{wait}", wait, 1)
}
