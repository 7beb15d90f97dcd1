package jsvm

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestTurnEndsByProcessorTime(t *testing.T) {
	for name, c := range map[string]struct {
		share float64 // of the processor that the process gets
		want  time.Duration
	}{
		"a free machine":          {1, time.Second},
		"two processors":          {2, time.Second},
		"half a processor":        {0.5, 2 * time.Second},
		"a suspended process":     {0.001, MaxTurnLimit},
		"a system that is silent": {0, time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				start := time.Now()
				used := func() time.Duration { return time.Duration(float64(time.Since(start)) * c.share) }
				vm := newTestVM(t, func(o *Options) { o.TurnLimit, o.ProcessorTime = time.Second, used }).VM
				guard := &turnGuard{}
				guard.begin(vm)
				time.Sleep(c.want - time.Millisecond)
				synctest.Wait()
				guard.mu.Lock()
				interrupted := guard.interrupted
				guard.mu.Unlock()
				if interrupted {
					t.Error("the turn was interrupted too early")
				}
				time.Sleep(2 * time.Millisecond)
				if !guard.end() {
					t.Error("the turn exceeded its limit")
				}
				time.Sleep(GiveUpAfter)
			})
		})
	}
}

func TestTimerOfAnEarlierTurnDoesNotInterrupt(t *testing.T) {
	unknown := func() time.Duration { return 0 }
	vm := newTestVM(t, func(o *Options) { o.TurnLimit, o.ProcessorTime = time.Hour, unknown }).VM
	guard := &turnGuard{}
	guard.begin(vm)
	guard.timer.Stop() // a timer stops before it fires
	if guard.end() {
		t.Error("a turn that ends before its timer runs exceeded its limit")
	}
	guard.begin(vm)
	guard.expired(vm) // of the first turn
	if guard.end() {
		t.Error("the timer of the first turn interrupted the second")
	}
	guard.begin(vm)
	guard.expired(vm)
	if !guard.end() {
		t.Error("the timer of the third turn did not interrupt it")
	}
}

// bodyOf collects a response.
type bodyOf struct{ strings.Builder }

func (b *bodyOf) Head(int, string, http.Header, int64) error { return nil }

func (b *bodyOf) Chunk(data []byte) error { _, err := b.Write(data); return err }

func TestCallerThatLeavesAfterTheEndReceivesTheWholeResponse(t *testing.T) {
	vm := newTestVM(t, nil).VM
	left, leave := context.WithCancel(t.Context())
	leave()
	for range 100 { // select picks any ready case
		c, err := vm.begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		reply := &Reply{pieces: make(chan piece, piecesAhead), c: c}
		reply.pieces <- piece{head: &Response{Status: 200}}
		reply.pieces <- piece{data: []byte("whole")}
		c.settle(nil)
		var got bodyOf
		if err := c.deliver(left, reply, &got); err != nil || got.String() != "whole" {
			t.Fatalf("got %q, %v", got.String(), err)
		}
	}
}
