package jsvm

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestTurnExceedsItsLimitOnceItsTimerFires(t *testing.T) {
	vm := newTestVM(t, func(o *Options) { o.TurnLimit = time.Hour }).VM
	guard := &turnGuard{}
	guard.begin(vm)
	if guard.end() {
		t.Error("a turn that ends in time is over its limit")
	}
	guard.begin(vm)
	guard.timer.Stop() // a timer stops before it fires
	if !guard.end() {
		t.Error("a turn that ends between the timer and the interrupt is in time")
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
