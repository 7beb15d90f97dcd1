package jsvm

import (
	"errors"
	"strings"
	"testing"
	"time"
)

func TestInterruptEndsTheVMWithThePlaceOfTheCodeThatBlocks(t *testing.T) {
	vm := newTestVM(t, func(o *Options) { o.TurnLimit = MaxTurnLimit }).VM
	entered := make(chan struct{})
	ended := make(chan error)
	vm.Enqueue(func() error {
		if err := vm.runtime.Set("entered", func() { close(entered) }); err != nil {
			return err
		}
		_, err := vm.runtime.RunScript("endless.js", "entered();\nfor (;;);")
		return err
	})
	go func() {
		<-vm.Done()
		ended <- vm.Err()
	}()
	<-entered
	vm.Interrupt("it is late")
	select {
	case err := <-ended:
		end, ok := errors.AsType[*PoisonedError](err)
		if !ok || end.Reason != "it is late" || !strings.Contains(end.Stack, "endless.js:") {
			t.Errorf("got %#v", err)
		}
	case <-time.After(time.Minute):
		t.Fatal("the code still runs")
	}
}

func TestInterruptOfAnIdleVMDoesNothing(t *testing.T) {
	vm, err := NewWithoutLoop(Options{})
	if err != nil {
		t.Fatal(err)
	}
	vm.Interrupt("it is late")
	if value, err := vm.runtime.RunString("1 + 1"); err != nil || value.ToInteger() != 2 || vm.Err() != nil {
		t.Errorf("the VM does not run code: %v, %v, %v", value, err, vm.Err())
	}
}
