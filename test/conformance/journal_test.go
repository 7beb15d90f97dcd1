package conformance

import (
	"fmt"
	"testing"
)

func TestWhatAnInvocationSaysBeforeItsRecordIsTakenForNoOtherCases(t *testing.T) {
	var j journal
	j.add(`{"level":"info","message":"slow","invocation":"i1","capabilityId":"c"}`)
	j.add(`{"level":"warn","message":"an actor's","invocation":"","capabilityId":null}`)
	count := func(number int, own bool) int { return len(j.since(0, number, own)) }
	if quick, slow := count(1, false), count(2, true); quick != 1 || slow != 0 {
		t.Errorf("before the record a quick case gets %d, the slow one %d", quick, slow)
	}
	j.add(
		fmt.Sprintf(`{"type":"invocation","invocation":"i1","capabilityId":"c","portalId":%d}`, firstPortal+2*portalsPerCase),
	)
	j.add(`{"type":"invocation","invocation":"i2","capabilityId":"c","portalId":null}`)
	if quick, slow := count(1, false), count(2, true); quick != 2 || slow != 2 {
		t.Errorf("after it a quick case gets %d, the slow one %d", quick, slow)
	}
}

func TestWhatAnActorLogsIsItsCases(t *testing.T) {
	var j journal
	j.add(fmt.Sprintf(
		`{"level":"error","message":"late","invocation":"","capabilityId":null,"worker":"PortActor u%du"}`,
		firstPortal+2*portalsPerCase,
	))
	if other, own := len(j.since(0, 1, false)), len(j.since(0, 2, true)); other != 0 || own != 1 {
		t.Errorf("another case gets %d, its own %d", other, own)
	}
}

func TestTheRecordOfANamedInvocationIsItsCases(t *testing.T) {
	var j journal
	j.own("i1", owner{number: 2})
	j.own("i2", owner{number: 2, aborted: true})
	if missing := j.unrecorded(2); len(missing) != 1 || len(j.unrecorded(1)) != 0 {
		t.Errorf("before the record the case lacks %q", missing)
	}
	j.add(`{"type":"invocation","invocation":"i1","capabilityId":"c","portalId":null}`)
	if next, own := len(j.since(0, 3, false)), len(j.since(0, 2, false)); next != 0 || own != 1 {
		t.Errorf("the next case gets %d, its own %d", next, own)
	}
	if missing := j.unrecorded(2); len(missing) != 0 {
		t.Errorf("after the record the case lacks %q", missing)
	}
	j.add(`{"type":"invocation","invocation":"i2","capabilityId":"c","portalId":null}`)
	if next, own := len(j.since(0, 3, false)), len(j.since(0, 2, false)); next != 0 || own != 2 {
		t.Errorf("after the record of an aborted response the next case gets %d, its own %d", next, own)
	}
}

func TestWhatAnInvocationLogsLateIsNotTheNextCases(t *testing.T) {
	var j journal
	j.add(`{"type":"invocation","invocation":"i1","capabilityId":"c","portalId":null}`)
	mark := j.mark()
	j.add(`{"level":"info","message":"late","invocation":"i1","capabilityId":"c"}`)
	j.add(`{"type":"invocation","invocation":"i2","capabilityId":"c","portalId":null}`)
	j.add(`{"level":"info","message":"an actor's","invocation":"","capabilityId":null}`)
	if next := j.since(mark, 3, false); len(next) != 2 {
		t.Errorf("the next case gets %v", next)
	}
}
