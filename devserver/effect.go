package devserver

import (
	"encoding/json"
	"fmt"
	"strings"
)

// effects has a sentence for each surface and status. The agent's are those of the action where it has none.
var effects = map[Surface]map[string]string{
	SurfaceAction: {
		StatusOK:           "the workflow records a success and goes on with the output fields",
		StatusFailContinue: "the action is recorded as failed and the workflow goes on to its next step",
		StatusFailStop:     "the action is not retried, and the enrollment of this record ends",
		StatusBlock:        "the enrollment is paused until the block expires, after one week by default",
		StatusRetryLater:   "the platform runs the action again{wait}, with growing pauses, for up to three days",
		StatusBackpressure: "the CRM budget is spent: the action is recorded as failed, the workflow goes on, and retryAfterSeconds is in its output",
		StatusError:        "the platform takes the error for an outage and runs the action again, with growing pauses, for up to three days",
		StatusTimeout:      "the platform gives up on the action and runs it again, with growing pauses, for up to three days",
		StatusRejected:     "the handler did not run; the action is not retried, and the enrollment of this record ends",
	},
	SurfaceAgent: {
		StatusOK:           "the agent gets the output fields",
		StatusFailContinue: "the agent is told that the action failed, and goes on",
		StatusFailStop:     "the agent is told that the action failed; it is not retried",
		StatusBlock:        "the agent is told that the action is blocked",
		StatusRejected:     "the handler did not run; the agent is told that its input does not fit",
	},
	SurfaceCard: {
		StatusOK:           "the card gets the result",
		StatusFailContinue: "the card gets ok: false with the message and the result",
		StatusFailStop:     "the card gets ok: false with the message",
		StatusBlock:        "the card gets ok: false with the message",
		StatusRetryLater:   "the card gets ok: false and may ask again{wait}",
		StatusBackpressure: "the CRM budget is spent: the card gets ok: false and may ask again{wait}",
		StatusError:        "the card's fetch fails: the platform hides the body of an error from the card",
		StatusTimeout:      "the card's fetch fails: the platform waits 15 seconds for a card backend",
		StatusRejected:     "the handler did not run; the card's fetch fails",
	},
	SurfaceInvoke: {
		StatusOK:           "the caller gets the output",
		StatusFailContinue: "the caller gets ok: false with the message and the output; nothing is retried",
		StatusFailStop:     "the caller gets 400 with the message; nothing is retried",
		StatusBlock:        "the caller gets ok: false with the message; nothing is retried",
		StatusRetryLater:   "the caller is asked to try again{wait}",
		StatusBackpressure: "the CRM budget is spent: the caller is asked to try again{wait}",
		StatusError:        "the caller gets 500; nothing is retried",
		StatusTimeout:      "the caller gets no answer in time; nothing is retried",
		StatusRejected:     "the handler did not run; the caller is told which input does not fit",
	},
	SurfaceBatch: {
		StatusOK:           "the callback is completed: the workflow records a success and goes on with the output fields",
		StatusFailContinue: "the callback is completed with FAIL_CONTINUE: the action is recorded as failed and the workflow goes on",
		StatusFailStop:     "the callback is completed with FAIL_CONTINUE and the reason: the workflow goes on to its next step",
		StatusBlock:        "the callback is completed with BLOCK: the enrollment is paused until the block expires, after one week by default",
		StatusRetryLater:   "the callback is left open, and the platform does not ask again: the workflow waits until it is completed or expires",
		StatusBackpressure: "the CRM budget is spent: the callback is left open, and the workflow waits until it is completed or expires",
		StatusError:        "the callback is completed with FAIL_CONTINUE and the reason, since nobody asks again for an item of a batch",
		StatusTimeout:      "the callback is completed with FAIL_CONTINUE and the reason, since nobody asks again for an item of a batch",
		StatusRejected:     "the handler did not run; the callback is completed with FAIL_CONTINUE and the reason",
	},
	SurfaceEvents: {
		StatusOK:           "the platform takes the delivery for done",
		StatusFailContinue: "the platform takes the delivery for done; it is not delivered again",
		StatusFailStop:     "the platform takes the delivery for done; it is not delivered again",
		StatusBlock:        "the platform takes the delivery for done; it is not delivered again",
		StatusRetryLater:   "the platform delivers the events again{wait}, up to ten times within a day",
		StatusBackpressure: "the CRM budget is spent: the platform delivers the events again{wait}, up to ten times within a day",
		StatusError:        "the platform delivers the events again, up to ten times within a day",
		StatusTimeout:      "the platform waits 5 seconds for an answer, then delivers the events again, up to ten times within a day",
		StatusRejected:     "the handler did not run; the platform delivers the events again, up to ten times within a day",
	},
	SurfaceSync: {
		StatusOK:           "the run is recorded as succeeded",
		StatusFailContinue: "the run is recorded as failed; the next one starts by its schedule",
		StatusFailStop:     "the run is recorded as failed; the next one starts by its schedule",
		StatusBlock:        "the run is recorded as cancelled; the next one starts by its schedule",
		StatusRetryLater:   "the run is recorded as waiting, and may go on{wait}",
		StatusBackpressure: "the CRM budget is spent: the run is recorded as waiting, and may go on{wait}",
		StatusError:        "the run is recorded as failed; the next one starts by its schedule",
		StatusTimeout:      "the run is given up; its lease keeps others out until it expires",
		StatusRejected:     "the handler did not run, and nothing was written",
	},
	SurfacePost: {
		StatusOK:           "the rows wait for the sync of the source, which takes them from here",
		StatusFailContinue: "the sender is told that its rows were not taken",
		StatusFailStop:     "the sender is told that its rows were not taken",
		StatusBlock:        "the sender is told that its rows were not taken",
		StatusRetryLater:   "too many rows wait already: the sender is asked to post again{wait}",
		StatusBackpressure: "the sender is asked to post again{wait}",
		StatusError:        "the sender gets 500; no rows were taken, and it may post again",
		StatusTimeout:      "the sender gets no answer in time; no rows were taken, and it may post again",
		StatusRejected:     "no rows were taken; the sender is told why",
	},
}

// runEffects are the sentences for a step of a sync that went well, by the status of its run, where the run has
// not simply succeeded.
var runEffects = map[string]string{
	"succeeded_with_poison": "the run is recorded as succeeded_with_poison, with rows that were set aside",
	"running":               "the run has more to do than one step may",
}

// runStatus is the status of the run of a sync that the worker has answered; "" when it has told of none.
func (r *Result) runStatus() string {
	var answer struct{ Run struct{ Status string } }
	if r.Surface != SurfaceSync || json.Unmarshal(r.Body, &answer) != nil {
		return ""
	}
	return answer.Run.Status
}

// keptEffects are those where the state outlives the process.
var keptEffects = map[string]string{
	"succeeded_with_poison": runEffects["succeeded_with_poison"] + ": `svc sync poison list` has them",
	"running": runEffects["running"] +
		": svc dev goes on with it, as the edge does by itself, or this command when it is run again",
}

// effect is the sentence for the result. retryAfter is as in the function.
func (r *Result) effect(isKept bool, retryAfter float64) string {
	sentences := runEffects
	if isKept {
		sentences = keptEffects
	}
	if sentence, ok := sentences[r.runStatus()]; ok && r.OK {
		return sentence
	}
	return effect(r.Surface, r.Status, retryAfter)
}

// effect is the sentence for how an invocation ended. retryAfter is in seconds, negative when not known.
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
